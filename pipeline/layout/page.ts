import type { Glyph, Line, PageLayout } from '../../schemas/layout.ts'
import { type Note, type Problem, ProblemError } from '../../schemas/problem.ts'
import { withActualText } from '../pdf/actual-text.ts'
import { complaintsDuring } from '../pdf/engine-log.ts'
import { identities } from '../pdf/glyph-identity.ts'
import { withInk } from '../pdf/image-ink.ts'
import type { PageMarks } from '../pdf/marks.ts'
import type { OpenPdf } from '../pdf/open.ts'
import { readPage } from '../pdf/read-page.ts'
import { mergeAccents } from './accents.ts'
import { labelsFirst } from './beside-label.ts'
import type { PlacedLine } from './columns.ts'
import { inCountedColumns } from './counted-columns.ts'
import { type PlacedGlyph, type PlacedText, placeGlyphs } from './glyphs.ts'
import { paintedLayers } from './layers.ts'
import { partLineNumbers } from './line-numbers.ts'
import { toLines, turnedLines } from './lines.ts'
import { type Misread, withLigatures } from './misread.ts'
import { cutAtGutters } from './narrow-gutters.ts'
import { withOutlinedFormulas } from './outlined-formulas.ts'
import { inPanelOrder } from './panels.ts'
import { partRuns } from './part-runs.ts'
import { withPicturePieces } from './picture-pieces.ts'
import { nameRadicalPieces } from './radical-pieces.ts'
import { inRuledCells } from './ruled-cells.ts'
import { toRuns } from './segments.ts'
import { joinStretched } from './stretched.ts'

/** A page with fewer visible letters than this, but more invisible ones, is a scan with an OCR layer. */
const NEARLY_NO_TEXT = 20

/**
 * Reads one page: glyphs, lines in reading order, drawings and pictures, all in points from the top left of the page as shown.
 *
 * @param page counted from 1
 * @param note told of glyphs that nothing is known about
 * @throws ProblemError `page-unreadable` when the page is broken
 */
export function layoutPage(pdf: OpenPdf, page: number, note: Note): PageLayout {
  const read = marksOf(pdf, page)
  const identity = withActualText(identities(pdf, page, read), pdf, page, read)
  const marks = withPicturePieces(read, identity)
  const visible = placeGlyphs(marks, marks.glyphs, identity, true)
  const letters = visible.glyphs.filter((glyph) => !glyph.blank).length
  const useHidden = letters < NEARLY_NO_TEXT && marks.hidden.length + marks.glyphs.length > letters + NEARLY_NO_TEXT
  const text = useHidden ? placeGlyphs(marks, [...marks.hidden, ...marks.glyphs], identity, false) : visible
  const { result: images, complaints } = complaintsDuring(() => withInk(pdf, page, marks.images))
  const damage = marks.damage ?? complaints[0]
  if (damage !== undefined) note(damaged(page, damage))
  const painted = { marks: { ...marks, images }, text }
  const seen = useHidden ? painted : withOutlinedFormulas(painted.marks, text)
  const laid = arrange(page, seen.marks, seen.text, useHidden ? 'hidden-text' : letters > 0 ? 'text' : 'none')
  const { page: worded, misread } = useHidden ? { page: laid, misread: [] } : withLigatures(laid)
  for (const one of misread) note(readByWords(page, one))
  noteUnknown(worded, note)
  return worded
}

/** A page of which part cannot be read or drawn: content that breaks off, a picture that cannot be decoded. */
export const damaged = (page: number, what: string): Problem => ({
  code: 'page-damaged',
  severity: 'error',
  message: `Part of the page is missing: the file is damaged there (${what}).`,
  hint: 'Compare what was found with the page in a viewer; get a fresh copy of the file, or try `qpdf in.pdf out.pdf`.',
  place: { page },
})

const readByWords = (page: number, { said, reads, count }: Misread): Problem => ({
  code: 'glyph-misread',
  severity: 'notice',
  message: `${count} ${count === 1 ? 'glyph that' : 'glyphs that'} the file ${said === '\uFFFD' ? 'does not name' : `calls “${said}”`} ${count === 1 ? 'is' : 'are'} read as “${reads}”, by the words around.`,
  hint: 'Compare these words with the page.',
  place: { page },
})

function noteUnknown({ page, glyphs }: PageLayout, note: Note): void {
  const unknown = glyphs.filter((glyph) => glyph.text.includes('\uFFFD')).length
  if (unknown === 0) return
  note({
    code: 'glyph-unknown',
    severity: 'notice',
    message: `${unknown} ${unknown === 1 ? 'glyph' : 'glyphs'} stand for something that the file does not say.`,
    hint: 'They are kept as \uFFFD; formulas that hold them are queued for a person.',
    place: { page },
  })
}

function marksOf(pdf: OpenPdf, page: number): PageMarks {
  try {
    return readPage(pdf, page)
  } catch (cause) {
    throw new ProblemError(
      {
        code: 'page-unreadable',
        message: `The page cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`,
        hint: 'Look at it in a viewer; `qpdf in.pdf out.pdf` often mends a broken page.',
        place: { stage: 'layout', page },
      },
      { cause },
    )
  }
}

/** What a page holds besides text. */
export type Surroundings = Pick<PageMarks, 'width' | 'height' | 'drawings' | 'images'>

/** Puts glyphs into lines and lines into reading order. */
export function arrange(page: number, marks: Surroundings, text: PlacedText, source: PageLayout['source']): PageLayout {
  const drawings = marks.drawings
  const glyphs = mergeAccents(nameRadicalPieces(text.glyphs), text.fonts)
  const { numbers, text: upright } = partLineNumbers(glyphs.filter((glyph) => glyph.angle === undefined))
  const turned = glyphs.filter((glyph) => glyph.angle !== undefined)
  const lines = [
    ...paintedLayers(upright).flatMap((layer) => toLines(partRuns(cutAtGutters(toRuns(layer)), drawings), drawings, text.fonts)),
    ...turnedLines(turned),
  ]
  const { placed: ordered, panels } = inPanelOrder(lines, marks)
  const placed = labelsFirst(inRuledCells(inCountedColumns(joinStretched(ordered)), drawings))
  const numbered: Glyph[] = []
  return {
    page,
    width: marks.width,
    height: marks.height,
    source,
    fonts: text.fonts,
    lines: [...placed.map((entry) => toLine(entry, numbered)), ...numbers.map((one) => ({ ...toLine(one, numbered), furniture: true }))],
    glyphs: numbered,
    drawings,
    images: marks.images,
    ...(panels.length > 0 ? { panels } : {}),
  }
}

/** Adds a line's glyphs to the page's and refers to them by index. */
function toLine({ line, band, column }: PlacedLine, numbered: Glyph[]): Line {
  const glyphs = line.glyphs.map((glyph, at) => numbered.push(toGlyph(glyph, line.gaps[at] ?? 0, line.spaces[at] ?? false)) - 1)
  return {
    glyphs,
    box: line.box,
    baseline: line.baseline,
    size: line.size,
    column,
    band,
    furniture: false,
    ...(line.angle === undefined ? {} : { angle: line.angle }),
  }
}

function toGlyph({ text, font, size, x, y, advance, ink, code, angle, colour }: PlacedGlyph, gap: number, space: boolean): Glyph {
  const glyph: Glyph = { text, font, size, x, y, advance, ink, gap, space }
  if (code !== undefined) glyph.code = code
  if (angle !== undefined) glyph.angle = angle
  if (colour !== undefined) glyph.colour = colour
  return glyph
}
