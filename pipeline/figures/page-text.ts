import { type Box, height, overlapX, width } from '../../schemas/geometry.ts'
import { fontOf, glyphAt, isRunningText, type Line, lineGlyphs, lineText, type PageLayout } from '../../schemas/layout.ts'
import type { Segmentation } from '../../schemas/segment.ts'

/** Words of two letters or more that make a line running text by itself: labels are names and quantities, not sentences. */
const SENTENCE_WORDS = 6
/** The same for a line that has such a neighbour in its paragraph. */
const PARAGRAPH_WORDS = 4
/** Em. Edges closer than this are aligned: less than the narrowest indent. */
const ALIGNED = 0.35
/** Em. First lines of paragraphs are indented, items hang, by at most this much. */
const MAX_INDENT = 4
/** Share of the size by which lines of one paragraph may differ: inline scripts and rounding. */
const SAME_SIZE = 0.12
/** Em between baselines of one paragraph: open leading is 1.5, with tall inline formulas a little more. */
const MAX_LEADING = 1.8

/** The label of an item of a list. */
const ITEM = /^(?:[([]?[\p{L}\d]{1,5}[)\].:]|[•–—-])$/u

/** Confidence from which a scanned line is one; arrows and hatching are read as letters too, but unsurely. */
const READ = 0.6

/** What a line is to the search for figures. */
export type LineKind =
  /** Part of a paragraph, heading, item or number: never inside a figure's box. */
  | 'text'
  /** Short and alone: a label, a cell of a table or a display equation. */
  | 'loose'
  | 'furniture'

export interface PageText {
  readonly kinds: readonly LineKind[]
  readonly texts: readonly string[]
}

/** Tells running text from what may be a label. `segment` knows which lines open problems and parts. */
export function pageText(page: PageLayout, bodySize: number, marked: ReadonlySet<number>): PageText {
  const texts = page.lines.map((line) => lineText(page, line))
  const words = texts.map((text) => text.match(/\p{L}{2,}/gu)?.length ?? 0)
  const upright = page.lines.map((line, index) => ({ line, index })).filter(({ line }) => isRunningText(line))
  const below = upright.map(({ line }) => upright.filter((other) => follows(line, other.line)).map(({ index }) => index))
  const text = new Set<number>(marked)
  upright.forEach(({ index }, at) => {
    if ((words[index] ?? 0) >= SENTENCE_WORDS) text.add(index)
    for (const next of below[at] ?? []) {
      if ((words[index] ?? 0) >= PARAGRAPH_WORDS && (words[next] ?? 0) >= PARAGRAPH_WORDS) text.add(index).add(next)
    }
  })
  // The last lines of paragraphs, from top to bottom so that they chain.
  for (const { line, index } of upright) {
    if (!text.has(index)) continue
    for (const next of upright) if (isContinuation(page, line, next.line, bodySize)) text.add(next.index)
  }
  addAligned(page, upright, words, bodySize, text)
  return {
    texts,
    kinds: page.lines.map((line, index) => (line.furniture ? 'furniture' : text.has(index) ? 'text' : 'loose')),
  }
}

/** Whether `next` stands right under `line` in the same paragraph, as far as geometry tells. */
function follows(line: Line, next: Line): boolean {
  const leading = next.baseline - line.baseline
  return (
    leading > 0.5 * line.size &&
    leading < MAX_LEADING * line.size &&
    Math.abs(next.size - line.size) <= SAME_SIZE * line.size &&
    overlapX(line.box, next.box) > 0.3 * Math.min(width(line.box), width(next.box)) &&
    (Math.abs(next.box.left - line.box.left) < MAX_INDENT * line.size || isCentredUnder(line.box, next.box, line.size))
  )
}

const isCentredUnder = (upper: Box, lower: Box, em: number): boolean =>
  Math.abs(upper.left + upper.right - lower.left - lower.right) < 2 * ALIGNED * em

/**
 * A paragraph's last line may be one word, or a formula of any size. What hangs further in is a display or a label, unless it begins where
 * the text of an item does.
 */
const isContinuation = (page: PageLayout, line: Line, next: Line, bodySize: number): boolean => {
  const leading = next.baseline - line.baseline
  if (leading <= 0.5 * line.size || leading >= 1.5 * line.size) return false
  const isAt = (left: number): boolean => Math.abs(next.box.left - left) < ALIGNED * bodySize
  const item = next.box.left > line.box.left ? itemStart(page, line) : undefined
  return isAt(line.box.left) || (item !== undefined && isAt(item) && Math.abs(next.size - line.size) <= SAME_SIZE * line.size)
}

/** Left edge of the text after the label of an item, "c. How large …". */
function itemStart(page: PageLayout, line: Line): number | undefined {
  const at = line.glyphs.findIndex((index, position) => position > 0 && glyphAt(page, index).space)
  const label = line.glyphs.slice(0, at).map((index) => glyphAt(page, index).text)
  return at > 0 && ITEM.test(label.join('')) ? glyphAt(page, line.glyphs[at] ?? 0).ink.left : undefined
}

/** Short lines of body type that start exactly where paragraphs start: items, headings, one-line questions. */
function addAligned(
  page: PageLayout,
  upright: readonly { line: Line; index: number }[],
  words: readonly number[],
  bodySize: number,
  text: Set<number>,
): void {
  const edges = [...text].flatMap((index) => page.lines[index]?.box.left ?? [])
  for (const { line, index } of upright) {
    if (text.has(index) || line.size < (1 - SAME_SIZE) * bodySize || (line.confidence ?? 1) < READ) continue
    const sharing = edges.filter((edge) => Math.abs(edge - line.box.left) < 0.1 * bodySize).length
    if (sharing >= 2 && ((words[index] ?? 0) >= 2 || isBold(page, line))) text.add(index)
  }
}

const isBold = (page: PageLayout, line: Line): boolean =>
  height(line.box) > 0 && lineGlyphs(page, line).every((glyph) => fontOf(page, glyph).bold || !/\p{L}/u.test(glyph.text))

/** Lines of a page that open a problem, a part or a solution, from what `segment` found. */
export function markedLines(segmentation: Segmentation): Map<number, Set<number>> {
  const marked = new Map<number, Set<number>>()
  const mark = (page: number, line: number): void => {
    const lines = marked.get(page) ?? new Set()
    marked.set(page, lines.add(line))
  }
  for (const { label, title, parts } of segmentation.problems) {
    for (const { page, line } of [...label, ...title, ...parts]) mark(page, line)
  }
  for (const { label, parts } of segmentation.solutions) for (const { page, line } of [...label, ...parts]) mark(page, line)
  for (const { text } of segmentation.notes) for (const { page, line } of text) mark(page, line)
  return marked
}
