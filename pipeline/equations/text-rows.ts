import { type Box, overlapX, overlapY, union, unionAll } from '../../schemas/geometry.ts'
import { type Glyph, glyphAt, type Line, type PageLayout } from '../../schemas/layout.ts'
import type { Passage } from '../../schemas/segment.ts'
import { compose } from './compose.ts'
import type { Row } from './model.ts'
import { type PaintedSign, paintedSigns, signOf } from './painted.ts'
import { toRows } from './rows.ts'
import { isPiece, lengthens, splices, toSigns } from './signs.ts'

/** Share of the lower line's height that two pieces of one row have in common. */
const SAME_ROW = 0.45
/** Rows back that a piece may belong to: layout lists parts of a tall row close to one another. */
const LOOK_BACK = 5
/** Em. Pieces of a row stand side by side; italic ink may overlap by this much. */
const SIDE_BY_SIDE = 0.3
/** Em of their own size. A few signs of script type may hang just off their row: the power of a tall bracket. */
const SCRIPT_OFF_ROW = 0.3
/** Em. A horizontal brace stands close to what it embraces. */
const BRACE_OFF_ROW = 0.7
/** Em. White between a script and its base. */
const SCRIPT_GAP = 0.4
const SCRIPT_SIZE = 0.86
const SCRIPT_GLYPHS = 8
/** Em. White between cells of a table; within a numerator there is less. */
const CELL_GAP = 1.8
/** Em. A bar and the type over and under it. */
const BRIDGE = 0.5
/** Points. Rules of formulas are thinner; bolder ones belong to tables and frames. */
const MAX_RULE = 1.6
/** Em. How far above a row's ink its radical bars and overlines may lie. */
const RULE_REACH = 0.35

/** One row of a passage: a line, or several that layout found side by side. */
export interface TextRow {
  readonly page: PageLayout
  readonly column: string
  /** In reading order. */
  readonly glyphs: readonly number[]
  readonly box: Box
  readonly baseline: number
  readonly size: number
}

/** The rows of a passage in reading order. Turned lines hold no formulas that we could read. */
export function textRows(passage: Passage, pages: ReadonlyMap<number, PageLayout>, rules: PageRules): TextRow[] {
  const pieces: TextRow[] = []
  for (const { page: number, line: index, from, to } of passage) {
    const page = pages.get(number)
    const line = page?.lines[index]
    if (!page || !line || line.angle !== undefined || to <= from) continue
    pieces.push(piece(page, line, [...new Set(line.glyphs.slice(from, to))]))
  }
  // scripts and limits that stand on their own find their row once all rows are there
  const usual = usualSize(pieces)
  const whole = joinBuilt(pieces, rules)
  const isScript = (row: TextRow): boolean => isBrace(row) || (row.size < SCRIPT_SIZE * usual && row.glyphs.length <= SCRIPT_GLYPHS)
  const rows: TextRow[] = []
  for (const row of whole.filter((one) => !isScript(one))) add(rows, row, rules, LOOK_BACK)
  for (const row of whole.filter(isScript)) add(rows, row, rules, rows.length)
  return inOrder(rows)
}

/** Parts of one built-up delimiter tie the lines that they stand in: each part alone is no taller than a line. So do painted brackets. */
function joinBuilt(pieces: readonly TextRow[], rules: PageRules): TextRow[] {
  const rows: TextRow[] = []
  for (const row of pieces) {
    let whole = row
    for (;;) {
      const at = rows.findIndex((other) => areSpliced(other, whole, rules.painted(row.page)))
      const [before] = at < 0 ? [] : rows.splice(at, 1)
      if (!before) break
      whole = joined(before, whole)
    }
    rows.push(whole)
  }
  return rows
}

const parts = ({ page, glyphs }: TextRow): Glyph[] => glyphs.map((index) => glyphAt(page, index)).filter((glyph) => isPiece(glyph.text))

function areSpliced(a: TextRow, b: TextRow, painted: readonly PaintedSign[]): boolean {
  if (a.page !== b.page || a.column !== b.column) return false
  if (painted.some((sign) => (sign.text === '[' || sign.text === '|') && isPaintedIn(sign, a) && isPaintedIn(sign, b))) return true
  const own = parts(a)
  if (own.length === 0) return false
  const strokes = painted.filter(({ text }) => text === '⎪').map(({ box }) => box)
  return parts(b).some((other) => own.some((one) => splices(one, other, strokes)))
}

/** Type size of the row with most glyphs. */
const usualSize = (rows: readonly TextRow[]): number =>
  rows.reduce<TextRow | undefined>((best, row) => (best && best.glyphs.length >= row.glyphs.length ? best : row), undefined)?.size ?? 0

/** Joining moves rows about; within a stretch of one column they go from top to bottom. */
function inOrder(rows: readonly TextRow[]): TextRow[] {
  const stretches = new Map<string, TextRow[]>()
  for (const row of rows) {
    const key = `${row.page.page} ${row.column}`
    const stretch = stretches.get(key)
    if (stretch) stretch.push(row)
    else stretches.set(key, [row])
  }
  return [...stretches.values()].flatMap((stretch) => stretch.sort((a, b) => a.box.top + a.box.bottom - b.box.top - b.box.bottom))
}

function piece(page: PageLayout, line: Line, glyphs: readonly number[]): TextRow {
  const box = unionAll(glyphs.map((index) => glyphAt(page, index).ink)) ?? line.box
  return { page, column: `${line.band}.${line.column}`, glyphs, box, baseline: line.baseline, size: line.size }
}

/** Joins a piece to that of the last rows to which it belongs, the one that it shares most height with. */
function add(rows: TextRow[], row: TextRow, rules: PageRules, lookBack: number): void {
  const near = rows
    .slice(-Math.max(1, lookBack))
    .filter((other) => other.page === row.page && other.column === row.column && (areOneRow(other, row) || areBridged(other, row, rules)))
  const [first] = near
  if (!first) {
    rows.push(row)
    return
  }
  const best = near.reduce((a, b) => (overlapY(b.box, row.box) > overlapY(a.box, row.box) ? b : a), first)
  rows.splice(rows.indexOf(best), 1)
  add(rows, joined(best, row), rules, lookBack)
}

function areOneRow(a: TextRow, b: TextRow): boolean {
  const common = overlapY(a.box, b.box)
  const lower = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)
  const [small, large] = a.glyphs.length < b.glyphs.length ? [a, b] : [b, a]
  if (isBrace(small)) return overlapX(small.box, large.box) > 0 && -common < BRACE_OFF_ROW * large.size
  const isScript = small.size < SCRIPT_SIZE * large.size && small.glyphs.length <= SCRIPT_GLYPHS
  if (isScript) return common > -SCRIPT_OFF_ROW * small.size && hangsOn(small, large)
  if (common < SAME_ROW * lower) return false
  const em = Math.max(a.size, b.size)
  if (overlapX(a.box, b.box) < SIDE_BY_SIDE * em) return true
  return !collides(small, large)
}

/** Tips and arms of a horizontal brace, which layout sees as a line of their own. */
const isBrace = ({ page, glyphs }: TextRow): boolean => glyphs.every((index) => /^[⏟⏞⎯]$/.test(glyphAt(page, index).text))

/** A script starts where a sign of the row ends, or stands over or under one. */
function hangsOn(small: TextRow, large: TextRow): boolean {
  return large.glyphs.some((index) => {
    const { ink } = glyphAt(large.page, index)
    return -overlapX(ink, small.box) < SCRIPT_GAP * large.size && -overlapY(ink, small.box) < SCRIPT_OFF_ROW * large.size
  })
}

/** Ink on ink: the two are lines that run over one another, not parts of one. */
function collides(small: TextRow, large: TextRow): boolean {
  const others = large.glyphs.map((index) => glyphAt(large.page, index).ink)
  return small.glyphs.some((index) => {
    const { ink } = glyphAt(small.page, index)
    return others.some(
      (other) =>
        overlapX(ink, other) > 0.3 * Math.min(ink.right - ink.left, other.right - other.left) && overlapY(ink, other) > 0.1 * small.size,
    )
  })
}

/** A fraction bar has glyphs of the one right over it and of the other right under it. */
function areBridged(a: TextRow, b: TextRow, rules: PageRules): boolean {
  const em = Math.max(a.size, b.size)
  if (-overlapY(a.box, b.box) > 2 * BRIDGE * em) return false
  const [upper, lower] = a.box.top + a.box.bottom < b.box.top + b.box.bottom ? [a, b] : [b, a]
  if (overlapX(a.box, b.box) <= 0) return false
  const span = union(a.box, b.box)
  // a bar lies between the two or where they meet
  const seam = { ...span, top: Math.min(upper.box.bottom, lower.box.top) - em, bottom: Math.max(upper.box.bottom, lower.box.top) + em }
  return rules.near(a.page, seam, em).some((rule) => {
    const inside = (index: number, row: TextRow): Box | undefined => {
      const { ink } = glyphAt(row.page, index)
      const centre = (ink.left + ink.right) / 2
      return centre > rule.left && centre < rule.right ? ink : undefined
    }
    const over = upper.glyphs.flatMap((index) => inside(index, upper) ?? [])
    const under = lower.glyphs.flatMap((index) => inside(index, lower) ?? [])
    return (
      over.length > 0 &&
      under.length > 0 &&
      over.some((ink) => rule.top - ink.bottom > -0.1 * em && rule.top - ink.bottom < BRIDGE * em) &&
      under.some((ink) => ink.top - rule.bottom > -0.1 * em && ink.top - rule.bottom < BRIDGE * em) &&
      fills([...over, ...under], rule) &&
      !isRowOfCells(over, em) &&
      !isRowOfCells(under, em)
    )
  })
}

/** Wide white between neighbours: a row of a table. */
function isRowOfCells(inks: readonly Box[], em: number): boolean {
  const sorted = [...inks].sort((a, b) => a.left - b.left)
  return sorted.some((ink, at) => at > 0 && ink.left - Math.max(...sorted.slice(0, at).map((other) => other.right)) > CELL_GAP * em)
}

/** Bars are about as wide as the wider side; rules of tables are wider. */
const fills = (inks: readonly Box[], rule: Box): boolean => {
  const box = unionAll(inks)
  return box !== undefined && box.right - box.left > 0.6 * (rule.right - rule.left)
}

function joined(a: TextRow, b: TextRow): TextRow {
  const main = a.glyphs.length >= b.glyphs.length ? a : b
  return { ...main, glyphs: [...a.glyphs, ...b.glyphs], box: unionAll([a.box, b.box]) ?? a.box, size: Math.max(a.size, b.size) }
}

/** Rules of pages that may be parts of formulas, sorted once a page. */
export class PageRules {
  private readonly byPage = new Map<PageLayout, readonly Box[]>()

  private readonly paintedOf = new Map<PageLayout, readonly PaintedSign[]>()

  /** Signs of the page that are painted, not set. */
  painted(page: PageLayout): readonly PaintedSign[] {
    const known = this.paintedOf.get(page)
    if (known) return known
    const painted = paintedSigns(page)
    this.paintedOf.set(page, painted)
    return painted
  }

  near(page: PageLayout, box: Box, em: number): Box[] {
    let rules = this.byPage.get(page)
    if (!rules) {
      rules = page.drawings
        .filter((drawing) => drawing.shape === 'horizontal' && drawing.box.bottom - drawing.box.top <= MAX_RULE)
        .map((drawing) => drawing.box)
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

/** Characters that only formulas have, or that start one. */
const FORMULA_SIGN = /[=<>≤≥≈≠±×÷√∑∏∫∂∇∞⋅·^∘′]|[\u0391-\u03c9\u2190-\u22ff]|[\u{1d400}-\u{1d7ff}]/u

/** Whether a row could hold part of a formula at all; most rows of running text cannot, and reading them costs time. */
export function mayHoldFormula({ page, glyphs, size }: TextRow): boolean {
  return glyphs.some((index, at) => {
    const glyph = glyphAt(page, index)
    const font = page.fonts[glyph.font]
    if (font?.math || glyph.size < SCRIPT_SIZE * size || FORMULA_SIGN.test(glyph.text)) return true
    if (!font?.italic || !/^\p{L}$/u.test(glyph.text)) return false
    const [before, after] = [glyphs[at - 1], glyphs[at + 1]]
    const isAlone = glyph.space || before === undefined || page.fonts[glyphAt(page, before).font]?.italic === false
    return (
      isAlone &&
      (after === undefined || glyphAt(page, after).space || !/^\p{L}$/u.test(glyphAt(page, after).text) || /^\p{Lu}$/u.test(glyph.text))
    )
  })
}

/** What a row says, line by line: one line as a rule, several where layout took lines for one or a display is built of them. */
export function read(row: TextRow, rules: PageRules): Row[] {
  const painted = rules.painted(row.page).filter((sign) => isPaintedIn(sign, row))
  const signs = toSigns(
    row.page,
    row.glyphs,
    painted.map((sign) => signOf(sign, row.size)),
  )
  return toRows(compose(signs, rules.near(row.page, row.box, row.size)))
}

/** A radical belongs to the row whose ink stands under its bar, a bracket to what it holds, a stroke to the tips that it lengthens. */
function isPaintedIn({ box, content }: PaintedSign, row: TextRow): boolean {
  if (box.bottom < row.box.top - row.size || box.top > row.box.bottom + row.size) return false
  if (!content) return parts(row).some((part) => lengthens(box, part))
  return row.glyphs.some((index) => {
    const { ink } = glyphAt(row.page, index)
    const [x, y] = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2]
    return x > content.left && x < content.right && y > content.top && y < content.bottom
  })
}
