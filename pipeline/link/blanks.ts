import { type Box, height, width } from '../../schemas/geometry.ts'
import { glyphAt, type Line, type PageLayout } from '../../schemas/layout.ts'

/** Written for a blank, however long the rule is. */
export const BLANK = '____'
/** Em of width from which on a rule is a place to write on; fraction bars stand higher, and dashes are glyphs. */
const MIN_WIDTH = 1.5
/** Points. Writing rules are thin. */
const MAX_HEIGHT = 1.5
/** Em above and below the baseline where such a rule stands. */
const ABOVE = 0.1
const BELOW = 0.45
/** Points by which a rule may touch the glyphs beside it, and pieces of one rule each other. */
const TOUCH = 1.5
/** Em between the last word of a line and the blank that ends it. */
const AFTER = 1

const known = new WeakMap<PageLayout, readonly Box[]>()

/** Level rules of a page that stand by themselves: edges of cells and frames go on at their ends. */
function loneRules(page: PageLayout): readonly Box[] {
  const ready = known.get(page)
  if (ready) return ready
  const rules = page.drawings
    .filter(({ shape, box }) => shape !== 'path' && height(box) <= MAX_HEIGHT && width(box) > TOUCH)
    .map(({ box }) => box)
  const goesOn = (rule: Box): boolean =>
    rules.some((other) => other !== rule && Math.abs(other.top - rule.top) < TOUCH && Math.abs(other.right - rule.left) < TOUCH)
  const found = rules.filter((rule) => !goesOn(rule))
  known.set(page, found)
  return found
}

/** Whether a rule to write on stands before a glyph of a line, where nothing else does; or behind its last one. */
export function isBlankBefore(page: PageLayout, line: Line, at: number): boolean {
  const [before, after] = [line.glyphs[at - 1], line.glyphs[at]]
  if (before === undefined || glyphAt(page, before).text === '√') return false // its bar, level with a sign that hangs from its baseline
  const left = glyphAt(page, before).ink.right
  const right = after === undefined ? undefined : glyphAt(page, after).ink.left
  if (right !== undefined && right - left < MIN_WIDTH * line.size) return false
  return loneRules(page).some(
    (rule) =>
      width(rule) >= MIN_WIDTH * line.size &&
      rule.top > line.baseline - ABOVE * line.size &&
      rule.bottom < line.baseline + BELOW * line.size &&
      rule.left > left - TOUCH &&
      (right === undefined ? rule.left < left + AFTER * line.size : rule.right < right + TOUCH),
  )
}
