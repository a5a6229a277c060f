import type { Box } from '../../schemas/geometry.ts'
import { type Drawing, glyphAt, type PageLayout } from '../../schemas/layout.ts'
import type { Item, Row } from './model.ts'
import { paintedSigns } from './painted.ts'
import { SIGNS } from './symbols.ts'

/** Em. A stroke through a formula sticks out of it by no more; lines of drawings go on. */
const STICK_OUT = 0.8

/** What of a formula says whether an author could have meant it. */
interface Reading {
  readonly page: PageLayout
  readonly box: Box
  readonly display: boolean
  readonly glyphs: readonly number[]
  readonly rows: readonly Row[]
}

/**
 * Why a formula that looks like the page when it is set again may be wrong all the same: it is torn from its other half, or hangs together as no
 * author writes. Each of these was measured on annotated books, where hardly a formula of which it is true was right.
 */
export function doubtOf({ page, box, display, glyphs, rows }: Reading): string | undefined {
  const row = rows.flat()
  if (!display && isRelation(row[0])) return 'it begins with a relation'
  if (!display && wantsBefore(row)) return 'it begins with a sign that wants something before it'
  if (!display && (isRelation(row.at(-1)) || isOperation(row.at(-1)))) return 'it ends with a sign that wants something after it'
  if (!isMatched(row) || anywhereRow(row, (part) => !isMatched(part))) return 'its brackets do not match'
  const bars = row.filter(isBar)
  if (bars.length % 2 > 0 && bars.every(isBare) && [row[0], row.at(-1)].some((end) => end && isBar(end))) return 'a bar of it has no other'
  if (anywhere(row, isScriptOnNothing)) return 'a script of it hangs on nothing'
  if (anywhere(row, ({ sup }) => sup.some(isRelation))) return 'a superscript of it states something'
  if (anywhere(row, isTornPower)) return 'a power of it is a sign alone'
  if (anywhere(row, isStrange)) return 'it holds a character that formulas do not have'
  if (anywhere(row, isLoneSign)) return 'a radical or an accent of it stands over nothing'
  if (anywhere(row, isBinomial)) return 'a binomial of it may be a column of two'
  if (isCrossed(page, box, glyphs)) return 'something is drawn through it'
  if (holdsOthers({ page, box, display, glyphs, rows })) return 'a glyph stands in it that is no part of it'
  return isPaintedOver(page, box, glyphs) ? 'something is painted in it whose form is not known' : undefined
}

/** Bars that hold something may be set as the relations that look alike. */
const isRelation = (item: Item | undefined): boolean =>
  item?.base?.kind === 'sign' && item.base.role === 'relation' && !/^[∣∥]$/.test(item.base.text) && isBare(item)
const isOperation = (item: Item | undefined): boolean => item?.base?.kind === 'sign' && item.base.role === 'binary' && isBare(item)
/** Between what stands on its sides a sign has white on both of its own; before a single quantity it has none. */
const wantsBefore = ([first, second]: Row): boolean =>
  isOperation(first) &&
  first?.base?.kind === 'sign' &&
  (!UNARY.test(first.base.text) || (first.base.text === '+' && (second?.gap ?? 0) > UNARY_GAP))
const UNARY = /^[+−‐‑–±∓*∗∘◦•·⋅/-]$/
/** Em. Fonts and browsers set a sign with a medium space (0.22) between quantities and leave side bearings only before one. */
const UNARY_GAP = 0.15

/** "10⁻": the figure after the sign stands in the next line. */
const isTornPower = ({ base, sup }: Item): boolean =>
  base?.kind === 'sign' && /^\d$/.test(base.text) && sup.length === 1 && sup[0]?.base?.kind === 'sign' && sup[0].base.text === '−'

const isBare = ({ sup, sub, over, under }: Item): boolean => sup.length + sub.length + over.length + under.length === 0

/** A bar with a script says where something is evaluated; one between fractions parts them. */
const isBar = ({ base }: Item): boolean => base?.kind === 'sign' && base.text === '|'

/** Brackets of one line; intervals may be closed by either kind, and states may have a bar at one side. */
function isMatched(row: Row): boolean {
  const count = (pattern: RegExp): number => row.filter(({ base }) => base?.kind === 'sign' && pattern.test(base.text)).length
  const angles = count(/^⟨$/) - count(/^⟩$/)
  return count(/^[([{]$/) === count(/^[)\]}]$/) && (angles === 0 || row.length === 1 || count(/^[|∣]$/) > 0)
}

/** Isotopes have numbers before their letter, and rings of degrees stand after a space. */
const isScriptOnNothing = ({ base, sub, sup }: Item): boolean =>
  base === undefined && [...sub, ...sup].some((part) => part.base?.kind !== 'sign' || !/^[\d−+∘°]$/.test(part.base.text))

const isStrange = ({ base }: Item): boolean =>
  base?.kind === 'sign' &&
  !SIGNS.has(base.text) &&
  base.role === 'ordinary' &&
  (/^\p{Lm}$/u.test(base.text) || !/^[\p{L}\p{N}\p{M}\u0020-\u007e\ufffd]+$/u.test(base.text))

/** Fonts differ in how far apart its parts stand, and books of engineering hold more columns of two. */
const isBinomial = ({ base }: Item): boolean => base?.kind === 'fraction' && !base.hasBar

/** A radical sign without a bar, an accent that has no letter under it, or one over a figure that only letters have. */
function isLoneSign({ base }: Item): boolean {
  if (base?.kind === 'sign') return base.role === 'radical' || /^\p{M}$/u.test(base.text)
  if (base?.kind !== 'accented') return false
  const mayCarry = OF_LETTERS.test(base.command) ? /^\p{L}$/u : /^[\p{L}\p{N}∞∂∇∅ℓ]$/u
  return base.body.every((part) => part.base?.kind === 'sign' && !mayCarry.test(part.base.text))
}
const OF_LETTERS = /^\\(?:breve|check|acute|grave|mathring|tilde)$/

/** Whether something is true of an item of the row or of any row within it. */
const anywhere = (row: Row, is: (item: Item) => boolean): boolean => row.some(is) || anywhereRow(row, (part) => part.some(is))

/** Whether something is true of a row within the row. */
const anywhereRow = (row: Row, is: (part: Row) => boolean): boolean =>
  row.some((item) => partsOf(item).some((part) => is(part) || anywhereRow(part, is)))

function partsOf({ base, sub, sup, over, under }: Item): Row[] {
  const scripts = [sub, sup, over, under]
  switch (base?.kind) {
    case 'fraction':
      return [base.over, base.under, ...scripts]
    case 'radical':
      return [base.index, base.body, ...scripts]
    case 'accented':
      return [base.body, ...scripts]
    case 'table':
      return [...base.rows.flat(), ...scripts]
    default:
      return scripts
  }
}

/** Slanted and curved lines of each page. */
const drawnOn = new WeakMap<PageLayout, readonly Drawing[]>()

function isCrossed(page: PageLayout, box: Box, glyphs: readonly number[]): boolean {
  const drawn = drawnOn.get(page) ?? page.drawings.filter(({ kind, shape }) => kind === 'stroke' && shape === 'path')
  drawnOn.set(page, drawn)
  if (drawn.length === 0) return false
  const inks = glyphs.map((index) => glyphAt(page, index))
  const reach = STICK_OUT * Math.max(0, ...inks.map(({ size }) => size))
  const inside = drawn.filter(
    ({ box: own }) =>
      own.left > box.left - reach && own.right < box.right + reach && own.top > box.top - reach && own.bottom < box.bottom + reach,
  )
  return inside.some(({ box: own }) => inks.some(({ ink }) => holds(own, ink)))
}

/** Whether ink of other glyphs lies within that of the formula. One in a sentence may go on in the next line, with words between its ends. */
function holdsOthers({ page, box, display, glyphs }: Reading): boolean {
  const em = Math.max(0, ...glyphs.map((index) => glyphAt(page, index).size))
  if (!display && box.bottom - box.top > ONE_LINE * em) return false
  const { x, y } = middlesOf(page)
  let own: Set<number> | undefined
  for (let index = 0; index < x.length; index++) {
    const [across, down] = [x[index] ?? Number.NaN, y[index] ?? Number.NaN]
    if (!(across > box.left && across < box.right && down > box.top && down < box.bottom)) continue
    own ??= new Set(glyphs)
    if (!own.has(index)) return true
  }
  return false
}

interface Middles {
  readonly x: Float64Array
  readonly y: Float64Array
}

/** Middles of the ink of each page's glyphs, not a number where they are turned: every formula asks all of them. */
const middles = new WeakMap<PageLayout, Middles>()

function middlesOf(page: PageLayout): Middles {
  const known = middles.get(page)
  if (known) return known
  const at = (middle: (ink: Box) => number): Float64Array =>
    Float64Array.from(page.glyphs, ({ ink, angle }) => (angle === undefined ? middle(ink) : Number.NaN))
  const found = { x: at(({ left, right }) => (left + right) / 2), y: at(({ top, bottom }) => (top + bottom) / 2) }
  middles.set(page, found)
  return found
}

/** Em. A formula in a sentence that is lower stands in one line. */
const ONE_LINE = 1.6

/** Signs that are painted as paths: small, among the glyphs, and no part of a radical or a bracket that was read. */
function isPaintedOver(page: PageLayout, box: Box, glyphs: readonly number[]): boolean {
  const painted = paintedOn.get(page) ?? unreadOf(page)
  paintedOn.set(page, painted)
  if (painted.length === 0) return false
  const em = Math.max(0, ...glyphs.map((index) => glyphAt(page, index).size))
  return painted.some(
    ({ box: own }) =>
      own.left > box.left - MARGIN * em &&
      own.right < box.right + MARGIN * em &&
      own.top > box.top - STICK_OUT * em &&
      own.bottom < box.bottom + MARGIN * em &&
      own.right - own.left < em &&
      own.bottom - own.top < em,
  )
}

/** Outlines of the page that are no part of an arrow or a brace that was read. */
function unreadOf(page: PageLayout): Drawing[] {
  const outlines = page.drawings.filter(({ kind, shape }) => kind === 'fill' && shape === 'path')
  const read = outlines.length > 0 ? paintedSigns(page).filter(({ text }) => ACROSS.test(text)) : []
  return outlines.filter(({ box }) => !read.some((sign) => holds(sign.box, box)))
}
const ACROSS = /^(?:⟶|⟵|⏟|⏞|\u20d7)$/

/** Em. What belongs to a formula sticks out of its ink by no more, but for accents over it. */
const MARGIN = 0.2

/** Filled outlines of each page. */
const paintedOn = new WeakMap<PageLayout, readonly Drawing[]>()

const holds = (outer: Box, { left, right, top, bottom }: Box): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom
}
