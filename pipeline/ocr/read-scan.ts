import type { Box } from '../../schemas/geometry.ts'
import type { Drawing } from '../../schemas/layout.ts'
import { withBullets } from './bullets.ts'
import { type Component, components } from './components.ts'
import { withDecimalPoints } from './decimal-points.ts'
import { OCR_DPI, type OcrLine, type OcrWord, recognise } from './engine.ts'
import { withOldStyleFigures } from './old-style-figures.ts'
import { bitmap, type Grey, halved, type QuarterTurn, quarterTurned, rotated } from './raster.ts'
import { lookedAtAgain } from './second-look.ts'
import { drawnComponents, emOf, type ShapedBox, shapesOf } from './shapes.ts'
import { skewOf } from './skew.ts'
import { withoutGrid } from './squared-paper.ts'
import { boldWords } from './weight.ts'

/** Points a pixel in the picture that is read, and in the halved one in which ink is looked at. */
const POINT = 72 / OCR_DPI
const HALF_POINT = 2 * POINT
/** Confidence from which a word counts as read; below it stands more often for strokes than for letters. */
const READ = 0.3
const READ_LINE = 0.6
/** Rows from its line's baseline beyond which a letter stands somewhere else. */
const STRAY = 3
/** Share of a page's words that come out sure if it is the right way up; upside down almost none do. */
const UPRIGHT_SHARE = 0.5
const SURE = 0.8
/** Em. Small ink this close to a drawing is part of it: arrowheads, dots, letters that were not read. */
const NEAR_DRAWING = 1.2
/** Em. What is longer and thicker than this is a drawing with parts: thinner is a rule, shorter a bullet or an icon. */
const HOST = { long: 3, thin: 0.4 }
/** Pixels of ink at 150 dots an inch below which a component is a speck. */
const SPECK = 6
/** Pixels at 150 dots an inch by which boxes of letters may miss their ink. */
const SLACK = 2

/** What was read off a scanned page. Lengths in points of the page turned upright and straight. */
export interface Scan {
  readonly lines: readonly OcrLine[]
  /** Those of its words that are set in bold. */
  readonly bold: ReadonlySet<OcrWord>
  /** Points a pixel of `lines`. */
  readonly scale: number
  readonly drawings: readonly Drawing[]
  readonly width: number
  readonly height: number
  /** Quarter turns clockwise that made the page upright. */
  readonly turn: QuarterTurn
  /** Degrees counter-clockwise that lines rose by before the page was straightened. */
  readonly skew: number
}

/**
 * Rights, straightens and reads a page's picture, `OCR_DPI` dots an inch. Only words that come out sure turn a page: one that holds nothing but a
 * drawing stays as it lies.
 */
export async function readScan(picture: Grey): Promise<Scan> {
  const { sideways } = skewOf(bitmap(halved(picture)))
  const turns: readonly QuarterTurn[] = sideways ? [90, 270, 0] : [0, 180]
  const tried: Scan[] = []
  for (const turn of turns) {
    const scan = await attempt(picture, turn)
    if (isUpright(scan.lines)) return scan
    tried.push(scan)
  }
  return tried.reduce((best, scan) => {
    const more = sureShare(scan.lines) - sureShare(best.lines)
    return more > 0 || (more === 0 && scan.turn === 0) ? scan : best
  })
}

/**
 * The drawings of a scanned page whose text is known already, from a layer of text in the file.
 *
 * @param picture half of `OCR_DPI` dots an inch
 * @param text boxes of the lines of text, in points
 */
export function drawingsInScan(picture: Grey, text: readonly Box[]): Drawing[] {
  const ink = bitmap(picture)
  const labelled = components(ink)
  const em = emOf(labelled.components)
  const drawn = drawnComponents(labelled, ink.width, em)
  const shapes = drawn.flatMap((component) => shapesOf(component, labelled.labels, ink.width, em))
  return toDrawings(shapes, withoutText(labelled.components, drawn, text.map(toHalfPixels)), drawn, em)
}

async function attempt(picture: Grey, turn: QuarterTurn): Promise<Scan> {
  const turned = quarterTurned(picture, turn)
  const { degrees } = skewOf(bitmap(halved(turned)))
  const level = degrees === 0 ? turned : rotated(turned, -degrees)
  const halfLevel = halved(level)
  const straight = withoutGrid(level, halfLevel)
  const half = bitmap(straight === level ? halfLevel : halved(straight))
  const labelled = components(half)
  const em = emOf(labelled.components)
  const drawn = drawnComponents(labelled, half.width, em)
  const shapes = drawn.map((component) => ({ component, shapes: shapesOf(component, labelled.labels, half.width, em) }))
  const page = bitmap(straight)
  const read = await recognise(without(straight, shapes, labelled.labels, half.width))
  // Signs are mended before words are judged: small figures make a word doubtful until they are read.
  const mended = lookedAtAgain(withDecimalPoints(withOldStyleFigures(withBullets(read, page)), page), page, straight)
  const lines = mended.map(withoutGuesses).filter(({ words }) => words.length > 0)
  const letters = lines.flatMap(({ words }) => words.flatMap(({ symbols }) => symbols.map(halvedBox)))
  const rest = withoutText(labelled.components, drawn, letters)
  return {
    lines,
    bold: boldWords(page, lines),
    scale: POINT,
    drawings: toDrawings(
      shapes.flatMap((one) => one.shapes),
      rest,
      drawn,
      em,
    ),
    width: straight.width * POINT,
    height: straight.height * POINT,
    turn,
    skew: degrees,
  }
}

/** Drawn ink and the small ink that belongs to it, as marks like those of any other page. */
function toDrawings(shapes: readonly ShapedBox[], rest: readonly Component[], drawn: readonly Component[], em: number): Drawing[] {
  const near = nearDrawings(rest, drawn, em).map((component): ShapedBox => ({ ...component, shape: 'path' }))
  // What has no plain shape is drawn with a pen; an outline that is filled would be a letter or a sign.
  return [...shapes, ...near].map((box, order) => ({
    box: toPoints(box),
    kind: box.shape === 'path' ? 'stroke' : 'fill',
    shape: box.shape,
    order,
  }))
}

const isUpright = (lines: readonly OcrLine[]): boolean => sureShare(lines) >= UPRIGHT_SHARE

function sureShare(lines: readonly OcrLine[]): number {
  const words = lines.flatMap((line) => line.words).filter(({ symbols }) => symbols.length >= 3)
  return words.length === 0 ? 0 : words.filter(({ confidence }) => confidence >= SURE).length / words.length
}

/** The picture with drawn ink painted over, so that frames and arrows are not read as letters; letters that touch a rule stay. */
function without({ pixels, width, height }: Grey, drawn: readonly Drawn[], labels: Int32Array, halfWidth: number): Grey {
  const clean = Uint8Array.from(pixels)
  for (const { component, shapes } of drawn) {
    for (const area of shapes.some(({ shape }) => shape === 'path') ? [component] : shapes) {
      for (let y = area.top; y < area.bottom; y++) {
        for (let x = area.left; x < area.right; x++) {
          if (labels[y * halfWidth + x] !== component.label) continue
          // Strokes are soft at their edges: their halo goes with them.
          for (let py = Math.max(0, 2 * y - 1); py <= Math.min(height - 1, 2 * y + 2); py++) {
            for (let px = Math.max(0, 2 * x - 1); px <= Math.min(width - 1, 2 * x + 2); px++) clean[py * width + px] = 255
          }
        }
      }
    }
  }
  return { pixels: clean, width, height }
}

interface Drawn {
  readonly component: Component
  readonly shapes: readonly ShapedBox[]
}

/** Ink that no text accounts for. Boxes of text in the same pixels. */
function withoutText(all: readonly Component[], drawn: readonly Component[], text: readonly Box[]): Component[] {
  const taken = new Set(drawn)
  return all.filter((component) => {
    if (taken.has(component) || component.ink < SPECK) return false
    const [x, y] = [(component.left + component.right) / 2, (component.top + component.bottom) / 2]
    return !text.some((box) => x >= box.left - SLACK && x <= box.right + SLACK && y >= box.top - SLACK && y <= box.bottom + SLACK)
  })
}

const halvedBox = ({ left, top, right, bottom }: Box): Box => ({ left: left / 2, top: top / 2, right: right / 2, bottom: bottom / 2 })

const toHalfPixels = ({ left, top, right, bottom }: Box): Box => ({
  left: left / HALF_POINT,
  top: top / HALF_POINT,
  right: right / HALF_POINT,
  bottom: bottom / HALF_POINT,
})

/** Small ink next to a real drawing, directly or through other such ink. Beside a lone rule it is more likely unread text. */
function nearDrawings(rest: readonly Component[], drawn: readonly Component[], em: number): Component[] {
  const reach = NEAR_DRAWING * em
  const hosts = drawn.filter(({ left, top, right, bottom }) => {
    const [thin, long] = [Math.min(right - left, bottom - top), Math.max(right - left, bottom - top)]
    return long > HOST.long * em && thin > HOST.thin * em
  })
  return rest.filter((component) =>
    hosts.some(
      (host) =>
        component.left < host.right + reach &&
        component.right > host.left - reach &&
        component.top < host.bottom + reach &&
        component.bottom > host.top - reach,
    ),
  )
}

/** In a line that was read, a doubtful word is a word; among strokes it is one of them. */
function withoutGuesses(line: OcrLine): OcrLine {
  const isRead = meanConfidence(line) >= READ_LINE
  return { ...line, words: line.words.filter((word) => (isRead || word.confidence >= READ) && isOnLine(word, line)) }
}

/** The recogniser sometimes invents letters and puts them somewhere else. */
const isOnLine = ({ symbols }: OcrWord, { baseline, height }: OcrLine): boolean =>
  symbols.some(({ top, bottom }) => top < baseline + STRAY * height && bottom > baseline - STRAY * height)

const meanConfidence = ({ words }: OcrLine): number => {
  const letters = words.reduce((sum, { symbols }) => sum + symbols.length, 0)
  return words.reduce((sum, { symbols, confidence }) => sum + confidence * symbols.length, 0) / Math.max(1, letters)
}

const toPoints = ({ left, top, right, bottom }: ShapedBox): Box => ({
  left: left * HALF_POINT,
  top: top * HALF_POINT,
  right: right * HALF_POINT,
  bottom: bottom * HALF_POINT,
})
