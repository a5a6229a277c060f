import { height, shareInside, unionAll, width } from '../../schemas/geometry.ts'
import { fontOf, glyphAt } from '../../schemas/layout.ts'
import type { Draft, Scene } from './scene.ts'

/** Marks that a formula holds as drawings where its maker draws them: bars, radicals, braces. A diagram soon has more. */
const MAX_MARKS = 8
/** Em. The tallest brace or determinant bar, and the widest radical. */
const MAX_TALL = 5
const MAX_WIDE = 8
/** Share of the region's width that the type fills: a formula is type with a few marks, a diagram the other way round. */
const TYPE_SHARE = 0.6

/** Radicals that stand one in the other within a line of text, and the share of them that lies in the line. */
const MAX_RADICALS = 3
const IN_LINE = 0.6

const RELATION = /[=≤≥<>≈≠≡]/u
/** Letters in a row of a text font: a word, which labels have and formulas seldom. */
const WORD = 4

/**
 * Browsers and some word processors paint radicals, braces and bars as paths. A few of them among a formula's letters are no diagram:
 * type fills the region, one row states a relation, and no mark is larger than such marks are.
 */
export function isSetFormula({ page, text, em }: Scene, { box, ink, labels }: Draft): boolean {
  if (ink.length > MAX_MARKS || ink.some(({ source }) => source === 'image')) return false
  if (labels.length === 0)
    return ink.length <= MAX_RADICALS && page.lines.some((line) => line.angle === undefined && shareInside(box, line.box) > IN_LINE)
  if (ink.some((mark) => height(mark.box) > MAX_TALL * em || width(mark.box) > MAX_WIDE * em)) return false
  const lines = labels.flatMap((index) => page.lines[index] ?? [])
  const type = unionAll(lines.map((line) => line.box))
  if (!type || width(type) < TYPE_SHARE * width(box)) return false
  const states = labels.some((index) => RELATION.test(text.texts[index] ?? ''))
  return (
    states &&
    !lines.some(
      (line) =>
        longestWord(
          line.glyphs.map((index) => glyphAt(page, index)),
          (glyph) => fontOf(page, glyph).math,
        ) >= WORD,
    )
  )
}

function longestWord<G extends { readonly text: string; readonly space: boolean }>(
  glyphs: readonly G[],
  isMath: (glyph: G) => boolean,
): number {
  let longest = 0
  let length = 0
  for (const glyph of glyphs) {
    const isLetter = /^\p{L}/u.test(glyph.text) && !isMath(glyph)
    length = isLetter ? (glyph.space ? 1 : length + 1) : 0
    longest = Math.max(longest, length)
  }
  return longest
}
