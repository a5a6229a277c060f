import { type Box, contains, height, overlapX, width } from '../../schemas/geometry.ts'
import { columnKey, fontOf, glyphAt, isRunningText, type Layout, type Line, type PageLayout } from '../../schemas/layout.ts'
import type { Fragment, Passage } from '../../schemas/segment.ts'

/** Share of a line's letters that must be set in bold, italic … before the line counts as set so. */
const MOSTLY = 0.85

/** White or nearly so: it is read on a dark ground, and stands out as bold type does. */
const LIGHT = /^#[ef].[ef].[ef].$/u

/** Em of white that sets something apart, an en space at least, and how many times wider than the line's usual space it is: all of a loose line is wide. */
const WIDE = 0.42
const WIDER = 1.3
/** Spaces in a line that tell what is usual in it. */
const MIN_GAPS = 4

/** Stands in the text for a pictogram, whose font calls it by a word ("Laptop"). */
const ICON = '▪'
const isIcon = (text: string): boolean => text.length > 3 && /^\p{L}+$/u.test(text)

/** Punctuation as East Asian type has it, which stands for the same here: "（1）" is "(1)". */
const EAST_ASIAN = /[\uFF01-\uFF5E、。【】]/gu
const plain = (sign: string): string => {
  if (sign === '、' || sign === '。') return '.'
  if (sign === '【' || sign === '】') return sign === '【' ? '[' : ']'
  return String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0)
}

/** Points: thicker bars are areas. Share of its column that a rule across it takes. */
const MAX_RULE = 3
const ACROSS = 0.95

/** Em. What is taller than this, and wider than one, is a drawing, not a rule, an icon or a letter that was not read. */
const DRAWING = 3

/** How a stretch of a line is set. */
export interface Setting {
  /** Position of its first glyph in the line. */
  readonly from: number
  readonly bold: boolean
  readonly italic: boolean
  readonly math: boolean
  readonly size: number
  readonly colour: string
  /** Tells fonts without a name apart (Type 3): whether they are bold is not known, that they differ is. */
  readonly face: string
}

/** What segmentation needs to know about a line once its page is gone. Lines stand in the document's reading order. */
export interface LineFact {
  readonly page: number
  /** Index into the page's lines. */
  readonly line: number
  readonly band: number
  readonly column: number
  readonly box: Box
  readonly baseline: number
  readonly size: number
  readonly text: string
  /** Offset in `text` of each glyph's first character. */
  readonly offsets: Uint16Array
  readonly settings: readonly Setting[]
  /** Positions of glyphs before which the white is wider than between the line's words: what stands before them is set apart. */
  readonly wide: readonly number[]
  /** In bold, or in light type on a dark ground. */
  readonly bold: boolean
  readonly italic: boolean
  /** Points right of its column's left edge. */
  readonly indent: number
  /** Right edge of its column, points. */
  readonly columnRight: number
  /** Baseline distance to the line above it in its column, in points; labels in the margin do not count. Infinite at a column's head. */
  readonly above: number
  /** Whether a level rule as wide as its column parts it from the line above, or stands over it at the head of its column. */
  readonly ruledOff: boolean
  /** Read off a picture: its size and weight are measured, and sway. */
  readonly recognised: boolean
  /** Read off a picture, level with a drawing in its column: most likely a label of that. */
  readonly besideDrawing: boolean
  /** Index of the frame around it, among the page's frames. */
  readonly frame: number | undefined
  /** A cell of a table: text, but no place where anything begins. */
  readonly inTable: boolean
  /** The page lies on its side compared with most pages: a turned figure or table. */
  readonly landscape: boolean
}

/** Looks a line up by its page and its index there. */
export type LineOf = (page: number, line: number) => LineFact | undefined

/** A stretch of a line's text. */
export const textIn = ({ text, offsets }: LineFact, { from, to }: Pick<Fragment, 'from' | 'to'>): string =>
  text.slice(offsets[from] ?? 0, offsets[to] ?? text.length)

/** The text of a passage, its lines parted by spaces. */
export const textOf = (passage: Passage, lineOf: LineOf): string =>
  passage
    .map((piece) => {
      const line = lineOf(piece.page, piece.line)
      return line ? textIn(line, piece) : ''
    })
    .join(' ')
    .trim()

/** What is known about a page before its lines are judged. */
export interface PageFacts {
  readonly frames: readonly Box[]
  /** Lines that stand in tables. */
  readonly tabled: ReadonlySet<number>
  /** Lines that are footnotes. */
  readonly notes: ReadonlySet<number>
}

/** The lines of a page that are text of the document: furniture, footnotes and turned lines left out. */
export function lineFacts(page: PageLayout, layout: Pick<Layout, 'bodySize'>, { frames, tabled, notes }: PageFacts): LineFact[] {
  const columns = columnEdges(page, layout)
  const rules = page.drawings.filter(({ box }) => height(box) <= MAX_RULE && width(box) > MAX_RULE).map(({ box }) => box)
  const large = page.drawings.map(({ box }) => box).filter((box) => height(box) > DRAWING * layout.bodySize && width(box) > layout.bodySize)
  const inColumn = new Map<string, Line[]>()
  const facts: LineFact[] = []
  page.lines.forEach((line, index) => {
    if (!isRunningText(line) || line.glyphs.length === 0 || notes.has(index)) return
    const key = columnKey(line)
    const edge = columns.get(key) ?? { left: line.box.left, right: line.box.right }
    const before = inColumn.get(key) ?? []
    inColumn.set(key, before)
    const previous = before.findLast((other) => overlapX(other.box, line.box) > 0)
    before.push(line)
    facts.push({
      page: page.page,
      line: index,
      band: line.band,
      column: line.column,
      box: line.box,
      baseline: line.baseline,
      size: line.size,
      ...read(page, line.glyphs),
      indent: line.box.left - edge.left,
      columnRight: edge.right,
      above: previous === undefined ? Number.POSITIVE_INFINITY : line.baseline - previous.baseline,
      ruledOff: rules.some((rule) => isAcross(rule, edge) && isBetween(rule, previous, line) && isFirstBelow(line, rule, before)),
      recognised: line.confidence !== undefined,
      besideDrawing:
        line.confidence !== undefined && large.some((box) => isLevel(box, line.box) && box.left < edge.right && box.right > edge.left),
      frame: frameOf(line.box, frames),
      inTable: tabled.has(index),
      landscape: page.width > page.height,
    })
  })
  return facts
}

/** Facts of a page's lines where nothing is asked about tables, notes and frames. */
export const bareFacts = (page: PageLayout, bodySize: number): LineFact[] =>
  lineFacts(page, { bodySize }, { frames: [], tabled: new Set(), notes: new Set() })

/** Whether a rule is about as wide as a column, or wider. */
const isAcross = (rule: Box, { left, right }: Pick<Box, 'left' | 'right'>): boolean =>
  Math.min(rule.right, right) - Math.max(rule.left, left) > ACROSS * (right - left)

const isBetween = ({ top, bottom }: Box, above: Line | undefined, below: Line): boolean =>
  top > (above?.baseline ?? 0) && bottom < below.baseline - 0.5 * below.size

/** Labels of a drawing have nothing over them in their column, whatever stands beside them; a rule over all of it parts the first line alone. */
const isFirstBelow = (line: Line, rule: Box, before: readonly Line[]): boolean =>
  !before.some((other) => other !== line && other.baseline > rule.bottom && other.baseline < line.baseline - 0.5 * line.size)

/** Whether the middle of a line is within the height of a drawing that does not hold it: a frame does. */
const isLevel = (drawing: Box, line: Box): boolean => {
  const middle = (line.top + line.bottom) / 2
  return middle > drawing.top && middle < drawing.bottom && !contains(drawing, line, 2)
}

const frameOf = (box: Box, frames: readonly Box[]): number | undefined => {
  const found = frames.findLastIndex((frame) => contains(frame, box, 2))
  return found < 0 ? undefined : found
}

/** Left and right edge of each column, from lines of body size: labels of figures do not widen it. */
function columnEdges(page: PageLayout, layout: Pick<Layout, 'bodySize'>): Map<string, { left: number; right: number }> {
  const lefts = new Map<string, { left: number[]; right: number[] }>()
  for (const line of page.lines) {
    if (!isRunningText(line) || line.size < 0.9 * layout.bodySize) continue
    const key = columnKey(line)
    const found = lefts.get(key) ?? { left: [], right: [] }
    found.left.push(line.box.left)
    found.right.push(line.box.right)
    lefts.set(key, found)
  }
  return new Map([...lefts].map(([key, { left, right }]) => [key, { left: Math.min(...left), right: Math.max(...right) }]))
}

type Reading = Pick<LineFact, 'text' | 'offsets' | 'settings' | 'wide' | 'bold' | 'italic'>

function read(page: PageLayout, glyphs: readonly number[]): Reading {
  const offsets = new Uint16Array(glyphs.length)
  const settings: Setting[] = []
  let text = ''
  let bold = 0
  let italic = 0
  let light = 0
  let last: Setting | undefined
  glyphs.forEach((index, at) => {
    const glyph = glyphAt(page, index)
    const font = fontOf(page, glyph)
    if (glyph.space && text !== '') text += ' '
    offsets[at] = text.length
    text += isIcon(glyph.text) ? ICON : glyph.text.replace(EAST_ASIAN, plain)
    const colour = glyph.colour ?? '#000000'
    if (font.bold) bold++
    if (font.italic) italic++
    if (LIGHT.test(colour)) light++
    const size = Math.round(glyph.size * 2) / 2
    const face = font.name.startsWith('Type3') ? font.name : ''
    if (
      !last ||
      last.bold !== font.bold ||
      last.italic !== font.italic ||
      last.math !== font.math ||
      last.size !== size ||
      last.colour !== colour ||
      last.face !== face
    ) {
      last = { from: at, bold: font.bold, italic: font.italic, math: font.math, size, colour, face }
      settings.push(last)
    }
  })
  return {
    text,
    offsets,
    settings,
    wide: wideGaps(page, glyphs),
    bold: Math.max(bold, light) >= MOSTLY * glyphs.length,
    italic: italic >= MOSTLY * glyphs.length,
  }
}

function wideGaps(page: PageLayout, glyphs: readonly number[]): number[] {
  const gaps = glyphs.flatMap((index, at) => {
    const { gap, size, space } = glyphAt(page, index)
    return space && at > 0 ? [{ at, gap, isWide: gap > WIDE * size }] : []
  })
  if (gaps.length < MIN_GAPS || !gaps.some(({ isWide }) => isWide)) return []
  const usual = gaps.map(({ gap }) => gap).sort((a, b) => a - b)[gaps.length >> 1] ?? 0
  return gaps.flatMap(({ at, gap, isWide }) => (isWide && gap > WIDER * usual ? [at] : []))
}

/** The setting of the glyph at a position. */
export function settingAt(line: LineFact, position: number): Setting {
  let found = line.settings[0]
  for (const setting of line.settings) {
    if (setting.from > position) break
    found = setting
  }
  if (!found) throw new Error('A line has at least one glyph.')
  return found
}

/** Position of the first glyph that begins at or after an offset in the text. */
export function positionAt(line: LineFact, offset: number): number {
  let low = 0
  let high = line.offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((line.offsets[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
