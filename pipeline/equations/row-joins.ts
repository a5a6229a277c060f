import { type Box, overlapX, overlapY, union, unionAll } from '../../schemas/geometry.ts'
import { type Glyph, glyphAt, type PageLayout } from '../../schemas/layout.ts'
import { OVER_LETTER } from './limits.ts'
import type { PageRules } from './page-rules.ts'
import type { PaintedSign } from './painted.ts'
import { isPiece, lengthens, splices } from './pieces.ts'
import { asAccent, LIMIT_FUNCTIONS, roleOf } from './symbols.ts'

/** Share of the lower line's height that two pieces of one row have in common. */
const SAME_ROW = 0.45
/** Em. Pieces of a row stand side by side; italic ink may overlap by this much. */
const SIDE_BY_SIDE = 0.3
/** Em of their own size. A few signs of script type may hang just off their row: the power of a tall bracket. */
const SCRIPT_OFF_ROW = 0.3
/** Em of their own size. The same off a bracket of text size around a fraction, which TeX raises by the fraction's height. */
const SCRIPT_OFF_BRACKET = 0.5
/** Em of their own size. Limits off their operator, labels off their brace, lines of limits off one another. */
const LIMIT_OFF_ROW = 0.85
/** Em. A horizontal brace stands close to what it embraces. */
const BRACE_OFF_ROW = 0.7
/** Em of their own size. White between two indices that follow one another, side bearings included. */
const AFTER_SCRIPT = 0.2
/** Em. White between a script and its base. */
const SCRIPT_GAP = 0.4
export const SCRIPT_SIZE = 0.86
/** Em. The degree of a root may begin before the hook. */
const INDEX_OUT = 0.6
/** Em. The sign of a radical and its bar meet within this. */
const CORNER = 0.15
/** Em. White between cells of a table; within a numerator there is less. */
const CELL_GAP = 1.8
/** Em. A bar and the type over and under it. */
const BRIDGE = 0.62
export const SCRIPT_GLYPHS = 8

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

/** Parts of built-up signs in a row; rows are compared with one another many times. */
const partsOf = new WeakMap<TextRow, readonly Glyph[]>()

const glyphsOf = ({ page, glyphs }: TextRow): Glyph[] => glyphs.map((index) => glyphAt(page, index))

function parts(row: TextRow): readonly Glyph[] {
  const known = partsOf.get(row)
  if (known) return known
  const found = glyphsOf(row).filter(isPiece)
  partsOf.set(row, found)
  return found
}

export function areSpliced(a: TextRow, b: TextRow, painted: readonly PaintedSign[]): boolean {
  if (a.page !== b.page || a.column !== b.column) return false
  if (painted.some((sign) => (sign.text === '[' || sign.text === '|') && isPaintedIn(sign, a) && isPaintedIn(sign, b))) return true
  const own = parts(a)
  if (own.length === 0) return false
  const strokes = painted.filter(({ text }) => text === '⎪').map(({ box }) => box)
  return parts(b).some((other) => own.some((one) => splices(one, other, strokes)))
}

export function areOneRow(a: TextRow, b: TextRow): boolean {
  const common = overlapY(a.box, b.box)
  const lower = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)
  const [small, large] = a.glyphs.length < b.glyphs.length ? [a, b] : [b, a]
  if (isBrace(a) || isBrace(b)) return overlapX(a.box, b.box) > 0 && -common < BRACE_OFF_ROW * large.size
  if (isStrike(small)) return common > 0 && overlapX(a.box, b.box) > 0
  if (small.glyphs.length <= SCRIPT_GLYPHS) {
    // formulas may be set larger than the words around them
    const isScript = small.size < SCRIPT_SIZE * large.size
    const carriers = glyphsOf(large).filter(({ size }) => isScript || small.size < SCRIPT_SIZE * size)
    const hangs = carriers.length > 0 && hangsOn(small, large, carriers)
    if (isScript || hangs) return hangs
    if (isAccent(small) && glyphsOf(large).some((glyph) => isOverLetter(small, glyph))) return true
  }
  if (common < SAME_ROW * lower) return false
  const em = Math.max(a.size, b.size)
  if (overlapX(a.box, b.box) < SIDE_BY_SIDE * em) return true
  return !collides(small, large)
}

/** What stands over or under type on a line of its own in layout’s eyes: braces, and arrows as wide as what they cover. */
export const isBrace = ({ page, glyphs }: TextRow): boolean => {
  const texts = glyphs.map((index) => glyphAt(page, index).text)
  return texts.every((text) => ACROSS.has(text)) && texts.some((text) => text !== '−' && text !== '-')
}

/** How far a brace or an arrow stands from what it embraces or covers, if that is of this row; points. */
export function standOff({ page, glyphs, box }: TextRow, row: TextRow): number {
  const isUnder = glyphs.some((index) => /^[⏟⎵]$/.test(glyphAt(page, index).text))
  const gaps = glyphsOf(row).flatMap(({ ink, size }) => {
    const middle = (ink.left + ink.right) / 2
    const gap = isUnder ? box.top - ink.bottom : ink.top - box.bottom
    return middle > box.left && middle < box.right && gap > -SIDE_BY_SIDE * size ? [Math.abs(gap)] : []
  })
  return Math.min(...gaps)
}

/** Strokes through type cross it, and their parts may be lines of their own to layout. */
const isStrike = ({ page, glyphs }: TextRow): boolean => glyphs.every((index) => /^[⟋⟍]$/.test(glyphAt(page, index).text))

export const isBraceGlyph = (page: PageLayout, index: number): boolean => /^[⏟⏞⎵⎴]$/.test(glyphAt(page, index).text)

const ACROSS: ReadonlySet<string> = new Set(['⏟', '⏞', '⎵', '⎴', '⎯', '→', '←', '−', '-', '\u20d6', '\u20d7'])

/** A painted bracket or bar of a row carries scripts as set ones do; the degree of a painted root stands over its hook. */
export function hangsOnPainted(a: TextRow, b: TextRow, painted: readonly PaintedSign[]): boolean {
  const [small, large] = a.glyphs.length < b.glyphs.length ? [a, b] : [b, a]
  if (small.size > SCRIPT_SIZE * large.size || small.glyphs.length > SCRIPT_GLYPHS) return false
  const centre = (small.box.left + small.box.right) / 2
  return painted.some(({ text, box, content }) => {
    if (isLabelOf(small, text, box)) return isPaintedIn({ text, box, ...(content ? { content } : {}) }, large)
    if (!content || -overlapY(box, small.box) > SCRIPT_OFF_ROW * small.size) return false
    const isBeside = text === '√' ? centre > box.left - INDEX_OUT * large.size && small.box.right < box.right : isRightOf(small, box, large)
    return isBeside && isPaintedIn({ text, box, content }, large)
  })
}

/** Small type is centred over or under a painted arrow or brace. */
const isLabelOf = (small: TextRow, text: string, box: Box): boolean =>
  ACROSS_PAINTED.test(text) &&
  -overlapY(box, small.box) < LIMIT_OFF_ROW * small.size &&
  Math.abs(small.box.left + small.box.right - box.left - box.right) < small.size
const ACROSS_PAINTED = /^[⟶⟵⏟⏞]$/

const isRightOf = (small: TextRow, box: Box, { size }: TextRow): boolean =>
  small.box.left > box.left && small.box.left - box.right < SCRIPT_GAP * size

/** A script starts where the pen leaves a sign of the row; a limit stands right over or under what carries it. */
function hangsOn(small: TextRow, large: TextRow, glyphs: readonly Glyph[]): boolean {
  if (-overlapY(small.box, large.box) > large.size) return false
  return (
    glyphs.some((glyph) => isScriptOf(small, glyph, large.size) || isLimitOf(small, glyph, large.size) || isOverLetter(small, glyph)) ||
    glyphsOf(large).some((glyph) => isAfterScript(small, glyph, large.size)) ||
    isUnderName(small, glyphs)
  )
}

const isAccent = ({ page, glyphs }: TextRow): boolean =>
  glyphs.length === 1 && glyphs.every((index) => asAccent(glyphAt(page, index).text) !== undefined)

/** One sign that is centred over a letter and close to it. */
const isOverLetter = ({ box, glyphs, size }: TextRow, { ink, text, size: own }: Glyph): boolean =>
  glyphs.length === 1 &&
  /^\p{L}$/u.test(text) &&
  Math.abs(box.left + box.right - ink.left - ink.right) < 2 * OVER_LETTER * own &&
  box.bottom < ink.top &&
  ink.top - box.bottom < LIMIT_OFF_ROW * size

function isScriptOf(small: TextRow, { text, ink, x, advance }: Glyph, size: number): boolean {
  const host = { ...ink, right: Math.max(ink.right, x + advance) }
  // the power of brackets stands as high as what they hold is tall, and primes are the upper part of a sign
  const isHigh = /^[)\]}|∣‖∥]$/.test(text) || small.glyphs.every((index) => /^[′″‴]$/.test(glyphAt(small.page, index).text))
  const off = isHigh ? SCRIPT_OFF_BRACKET : SCRIPT_OFF_ROW
  return -overlapX(host, small.box) < SCRIPT_GAP * size && -overlapY(ink, small.box) < off * small.size
}

/** A lower index of a tensor may begin where the upper one ends. */
const isAfterScript = ({ box, size: own }: TextRow, { ink, size }: Glyph, full: number): boolean =>
  size < SCRIPT_SIZE * full &&
  Math.abs(box.left - ink.right) < AFTER_SCRIPT * own &&
  ink.bottom < (box.top + box.bottom) / 2 &&
  -overlapY(ink, box) < LIMIT_OFF_ROW * own

/** Large signs stand further off their limits than letters off their scripts, and so do lines of limits off one another. */
function isLimitOf(small: TextRow, { ink, text, size: own }: Glyph, size: number): boolean {
  const mayCarry = own < SCRIPT_SIZE * size || ACROSS.has(text) || roleOf(text) === 'relation' || ink.bottom - ink.top > size
  return mayCarry && overlapX(ink, small.box) > 0 && -overlapY(ink, small.box) < LIMIT_OFF_ROW * small.size
}

/** Type centred under the name of an operator. */
function isUnderName(small: TextRow, glyphs: readonly Glyph[]): boolean {
  const middle = (small.box.left + small.box.right) / 2
  const near = glyphs.filter(({ ink }) => ink.bottom <= small.box.bottom && -overlapY(ink, small.box) < LIMIT_OFF_ROW * small.size)
  const letters = near.map(({ text }) => (text.length === 1 ? text : ' ')).join('')
  return [...LIMIT_FUNCTIONS].some((name) => {
    const at = letters.indexOf(name)
    const box = at < 0 ? undefined : unionAll(near.slice(at, at + name.length).map(({ ink }) => ink))
    return box !== undefined && Math.abs((box.left + box.right) / 2 - middle) < 0.5 * small.size
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
export function areBridged(a: TextRow, b: TextRow, rules: PageRules): boolean {
  const em = Math.max(a.size, b.size)
  if (-overlapY(a.box, b.box) > 2 * BRIDGE * em) return false
  const [upper, lower] = a.box.top + a.box.bottom < b.box.top + b.box.bottom ? [a, b] : [b, a]
  if (overlapX(a.box, b.box) <= 0) return false
  const span = union(a.box, b.box)
  // a bar lies between the two or where they meet
  const seam = { ...span, top: Math.min(upper.box.bottom, lower.box.top) - em, bottom: Math.max(upper.box.bottom, lower.box.top) + em }
  const roots = glyphsOf(lower).filter(({ text }) => text === '√')
  return rules.near(a.page, seam, em).some((rule) => {
    if (roots.some(({ ink, size }) => isAtCorner(ink, rule, size))) return false
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

/** The bar of a radical begins at the upper right corner of its sign; what stands over it is another line. */
const isAtCorner = (root: Box, bar: Box, size: number): boolean =>
  Math.abs(root.right - bar.left) < CORNER * size && Math.abs(root.top - bar.top) < CORNER * size

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

/** A radical belongs to the row whose ink stands under its bar, a bracket to what it holds, a stroke to the tips that it lengthens. */
export function isPaintedIn({ box, content }: PaintedSign, row: TextRow): boolean {
  if (box.bottom < row.box.top - row.size || box.top > row.box.bottom + row.size) return false
  if (!content) return parts(row).some((part) => lengthens(box, part))
  return row.glyphs.some((index) => {
    const { ink } = glyphAt(row.page, index)
    const [x, y] = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2]
    return x > content.left && x < content.right && y > content.top && y < content.bottom
  })
}
