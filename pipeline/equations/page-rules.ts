import type { Box } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import { type PaintedSign, paintedSigns } from './painted.ts'

/** Points. Rules of formulas are thinner; bolder ones belong to tables and frames. */
const MAX_RULE = 1.6
/** Em. How far above a row's ink its radical bars and overlines may lie. */
const RULE_REACH = 0.35

/** Rules of pages that may be parts of formulas, sorted once a page. Forgotten with the page: a book is larger than memory. */
export class PageRules {
  private readonly byPage = new WeakMap<PageLayout, readonly Box[]>()

  near(page: PageLayout, box: Box, em: number): Box[] {
    let rules = this.byPage.get(page)
    if (!rules) {
      const uprights = page.drawings.filter(({ shape }) => shape === 'vertical').map((drawing) => drawing.box)
      const arrows = paintedSigns(page).flatMap(({ text, box: own }) => (/^[⟶⟵]$/.test(text) ? [own] : []))
      rules = page.drawings
        .filter((drawing) => drawing.shape === 'horizontal' && drawing.box.bottom - drawing.box.top <= MAX_RULE)
        .map((drawing) => drawing.box)
        .filter((rule) => !isOfFrame(rule, uprights) && !arrows.some((arrow) => contains(arrow, rule)))
        .concat(paintedSigns(page).flatMap(barOf))
        .sort((a, b) => a.top - b.top)
      this.byPage.set(page, rules)
    }
    const reach = RULE_REACH * em
    const found: Box[] = []
    for (let at = firstFrom(rules, box.top - reach - MAX_RULE); at < rules.length; at++) {
      const rule = rules[at]
      if (!rule || rule.top >= box.bottom + reach) break
      if (rule.bottom > box.top - reach && rule.left > box.left - em && rule.right < box.right + em) found.push(rule)
    }
    return found
  }
}

/** The bar of a painted radical, which belongs to its outline and may be no rule by itself. */
const barOf = ({ text, content }: PaintedSign): Box[] =>
  text === '√' && content ? [{ ...content, bottom: content.top + PAINTED_BAR }] : []
/** Points. */
const PAINTED_BAR = 0.4

/** The shaft of a painted arrow is no bar. */
const contains = (outer: Box, inner: Box): boolean =>
  inner.left > outer.left - MEET && inner.right < outer.right + MEET && inner.top > outer.top && inner.bottom < outer.bottom

/** Points. Rules of one frame meet. */
const MEET = 0.6

/** Upright rules at both ends: a frame or a table, no bar of a formula. */
const isOfFrame = (rule: Box, uprights: readonly Box[]): boolean => {
  const meets = (x: number): boolean =>
    uprights.some(
      ({ left, right, top, bottom }) => left < x + MEET && right > x - MEET && top < rule.bottom + MEET && bottom > rule.top - MEET,
    )
  return meets(rule.left) && meets(rule.right)
}

/** Index of the first rule whose top is not above `top`; rules are sorted by it. */
function firstFrom(rules: readonly Box[], top: number): number {
  let low = 0
  let high = rules.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rules[middle]?.top ?? 0) < top) low = middle + 1
    else high = middle
  }
  return low
}
