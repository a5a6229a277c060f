import { area, type Box, unionAll } from '../../schemas/geometry.ts'
import type { Line, PageLayout } from '../../schemas/layout.ts'
import type { Note, Problem } from '../../schemas/problem.ts'
import { OCR_DPI } from '../ocr/engine.ts'
import { areSeen, suspectWords } from '../ocr/garbled.ts'
import { placeScan, SCANNED_FONTS } from '../ocr/place.ts'
import { drawingsInScan, readScan, type Scan } from '../ocr/read-scan.ts'
import { complaintsDuring } from '../pdf/engine-log.ts'
import type { OpenPdf } from '../pdf/open.ts'
import { greyRaster } from '../pdf/render.ts'
import { arrange, damaged, layoutPage } from './page.ts'

/** Share of a page that pictures or paint must cover for it to be a scan rather than an empty page. */
const SCANNED_SHARE = 0.3
/** Glyphs up to which a page's own text may be a stamp on a scan. */
const STAMP = 60
/** Mean confidence of the recogniser below which a person should look. */
const DOUBTFUL = 0.7

/**
 * Reads one page, by recognising its picture where the file holds no usable text. Everything else as `layoutPage`.
 *
 * @throws ProblemError `page-unreadable` when the page is broken
 */
export async function readLayout(pdf: OpenPdf, page: number, tell: Note): Promise<PageLayout> {
  const told = new Set<string>()
  const note: Note = (problem) => {
    told.add(problem.code)
    tell(problem)
  }
  const layout = layoutPage(pdf, page, note)
  const suspects = suspectWords(layout)
  const garbled = suspects !== undefined
  if (!garbled && layout.source === 'hidden-text' && isScan(layout)) return withDrawings(pdf, layout)
  if (!garbled && !(hasHardlyText(layout) && isScan(layout))) return layout
  try {
    const { result: picture, complaints } = complaintsDuring(() => greyRaster(pdf, page, OCR_DPI))
    if (complaints[0] !== undefined && !told.has('page-damaged')) note(damaged(page, complaints[0]))
    const scan = await readScan(picture)
    if (suspects && areSeen(suspects, scan.lines)) return layout
    if (garbled) note(garbledPage(page))
    if (scan.lines.length === 0 && scan.drawings.length === 0) return layout
    // Under an invisible layer lies a scan: its drawings are in the picture.
    const read = toLayout(layout, scan, garbled && layout.source !== 'hidden-text')
    noteDoubt(read, note)
    return read
  } catch (cause) {
    note(failed(page, cause))
    return layout
  }
}

/** A scan may carry a stamp, a page number or a library's mark as real text. */
const hasHardlyText = ({ source, glyphs, images }: PageLayout): boolean =>
  source === 'none' || (glyphs.length < STAMP && images.some(({ background }) => background))

/** The text layer of a scan says nothing about its drawings. */
const withDrawings = (pdf: OpenPdf, layout: PageLayout): PageLayout => ({
  ...layout,
  drawings: drawingsInScan(
    greyRaster(pdf, layout.page, OCR_DPI / 2),
    layout.lines.map(({ box }) => box),
  ),
})

function isScan({ width, height, images, drawings }: PageLayout): boolean {
  const painted = [...images, ...drawings].reduce((sum, { box }) => sum + area(box), 0)
  return painted >= SCANNED_SHARE * width * height
}

/** A recognised page in the shape of any other. Where only the text was bad, the file's own drawings and pictures stay. */
function toLayout(own: PageLayout, scan: Scan, keepDrawings: boolean): PageLayout {
  const placed = placeScan(scan)
  const glyphs = placed.map(({ text, size, x, y, advance, ink, blank, font }, order) => ({
    text,
    size,
    x,
    y,
    advance,
    ink,
    blank,
    font,
    order,
  }))
  const own0 = keepDrawings && scan.turn === 0
  const page = arrange(
    own.page,
    {
      ...sideways(own, scan),
      drawings: own0 ? own.drawings : [...scan.drawings],
      images: own0 ? own.images : [],
    },
    { fonts: [...SCANNED_FONTS], glyphs },
    'ocr',
  )
  const confidences = new Map(placed.map(({ ink, confidence }) => [ink, confidence]))
  const lines = page.lines.map((line) => ({ ...line, confidence: meanConfidence(page, line, confidences) }))
  return { ...askew({ ...page, lines }, scan), ...(scan.turn === 0 ? {} : { turned: scan.turn }) }
}

/** The righted page's size, as the file gives it: pixels round it. */
const sideways = ({ width, height }: PageLayout, { turn }: Scan): { width: number; height: number } =>
  turn === 90 || turn === 270 ? { width: height, height: width } : { width, height }

function meanConfidence(page: PageLayout, line: Line, confidences: ReadonlyMap<Box, number>): number {
  const known = line.glyphs.flatMap((index) => {
    const glyph = page.glyphs[index]
    return (glyph && confidences.get(glyph.ink)) ?? []
  })
  return known.length === 0 ? 0 : known.reduce((sum, one) => sum + one, 0) / known.length
}

/** Puts everything back where it lies on the page as shown: lines were made on the straightened picture. */
function askew(page: PageLayout, { skew, width, height }: Scan): PageLayout {
  if (skew === 0) return page
  const radians = (-skew * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const place = (x: number, y: number): readonly [number, number] => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos]
  }
  const moved = (box: Box): Box => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const [nx, ny] = place(x, y)
    return shifted(box, nx - x, ny - y)
  }
  const glyphs = [...page.glyphs]
  const lines = page.lines.map((line) => {
    // A line moves as a whole: letters out of level would be read as scripts. Its box is where its letters really lie.
    const ink = unionAll(line.glyphs.flatMap((index) => (page.glyphs[index] ? moved(page.glyphs[index].ink) : [])))
    const [x, y] = [(line.box.left + line.box.right) / 2, (line.box.top + line.box.bottom) / 2]
    const [nx, ny] = place(x, y)
    for (const index of line.glyphs) {
      const glyph = page.glyphs[index]
      if (glyph) glyphs[index] = { ...glyph, x: glyph.x + nx - x, y: glyph.y + ny - y, ink: shifted(glyph.ink, nx - x, ny - y) }
    }
    return { ...line, box: ink ?? moved(line.box), baseline: line.baseline + ny - y }
  })
  return { ...page, glyphs, lines, drawings: page.drawings.map((drawing) => ({ ...drawing, box: moved(drawing.box) })) }
}

const shifted = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
})

function noteDoubt(page: PageLayout, note: Note): void {
  const sure = page.lines.map(({ confidence = 1 }) => confidence)
  const mean = sure.reduce((sum, one) => sum + one, 0) / Math.max(1, sure.length)
  if (sure.length === 0 || mean >= DOUBTFUL) return
  note({
    code: 'ocr-low-confidence',
    severity: 'warning',
    message: `The scanned page could be read only with ${Math.round(mean * 100)} % confidence.`,
    hint: 'Compare its items with the page, or scan it again at 300 dots an inch.',
    place: { page: page.page },
  })
}

const garbledPage = (page: number): Problem => ({
  code: 'page-garbled',
  severity: 'notice',
  message: 'The file’s own text of this page does not say what a reader sees, so its picture was read instead.',
  hint: 'Compare its items with the page.',
  place: { page },
})

const failed = (page: number, cause: unknown): Problem => ({
  code: 'ocr-failed',
  severity: 'error',
  message: `The scanned page could not be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
  hint: 'Run the command again; if it fails again, add a text layer with another program.',
  place: { page },
})
