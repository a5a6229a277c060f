import { type Box, overlapY, unionAll } from '../../schemas/geometry.ts'
import { columnKey, glyphAt, type Line, type PageLayout } from '../../schemas/layout.ts'
import type { Passage } from '../../schemas/segment.ts'
import { compose } from './compose.ts'
import type { Row } from './model.ts'
import type { PageRules } from './page-rules.ts'
import { paintedSigns, signOf } from './painted.ts'
import {
  areBridged,
  areOneRow,
  areSpliced,
  hangsOnPainted,
  isBrace,
  isBraceGlyph,
  isPaintedIn,
  SCRIPT_GLYPHS,
  SCRIPT_SIZE,
  standOff,
  type TextRow,
} from './row-joins.ts'
import { toRows } from './rows.ts'
import { atTextSize, onOneLine, withRaisedPrimes } from './scaled-signs.ts'
import { toSigns } from './signs.ts'

/** Rows back that a piece may belong to: layout lists parts of a tall row close to one another. */
const LOOK_BACK = 5
/** Em. Nothing joins over more white; the rest need not be compared. */
const FAR_OFF = 2

/** The rows of a passage in reading order. Turned lines hold no formulas that we could read. */
export function textRows(passage: Passage, pages: ReadonlyMap<number, PageLayout>, rules: PageRules): TextRow[] {
  const pieces: TextRow[] = []
  for (const { page: number, line: index, from, to } of passage) {
    const page = pages.get(number)
    const line = page?.lines[index]
    if (!page || !line || line.angle !== undefined || to <= from) continue
    const glyphs = [...new Set(line.glyphs.slice(from, to))]
    const [braces, rest] = [glyphs.filter((glyph) => isBraceGlyph(page, glyph)), glyphs.filter((glyph) => !isBraceGlyph(page, glyph))]
    // a brace and its label may be one line to layout; the brace finds what it embraces, the label then the brace
    for (const part of [...labelled(page, rest, braces), braces]) if (part.length > 0) pieces.push(piece(page, line, part))
  }
  // scripts and limits that stand on their own find their row once all rows are there
  const usual = usualSize(pieces)
  const whole = joinBuilt(pieces)
  const isScript = (row: TextRow): boolean => isBrace(row) || (row.size < SCRIPT_SIZE * usual && row.glyphs.length <= SCRIPT_GLYPHS)
  const rows: TextRow[] = []
  for (const row of whole.filter((one) => !isScript(one))) add(rows, row, rules, LOOK_BACK)
  for (const row of whole.filter(isBrace)) add(rows, row, rules, rows.length)
  for (const row of whole.filter((one) => isScript(one) && !isBrace(one))) add(rows, row, rules, rows.length)
  return inOrder(rows)
}

/** Small type in one line with braces is their labels: one for each brace, whose middle is the nearest. */
function labelled(page: PageLayout, rest: readonly number[], braces: readonly number[]): (readonly number[])[] {
  const size = Math.max(0, ...braces.map((index) => glyphAt(page, index).size))
  if (braces.length < 2 || rest.some((index) => glyphAt(page, index).size > SCRIPT_SIZE * size)) return [rest]
  const off = (brace: number, index: number): number => Math.abs(middle(glyphAt(page, brace).ink) - middle(glyphAt(page, index).ink))
  const nearest = (index: number): number => braces.reduce((best, brace) => (off(brace, index) < off(best, index) ? brace : best))
  return braces.map((brace) => rest.filter((index) => nearest(index) === brace))
}

const middle = ({ left, right }: Box): number => (left + right) / 2

/** Parts of one built-up delimiter tie the lines that they stand in: each part alone is no taller than a line. So do painted brackets. */
function joinBuilt(pieces: readonly TextRow[]): TextRow[] {
  const rows: TextRow[] = []
  for (const row of pieces) {
    let whole = row
    for (;;) {
      const at = rows.findIndex((other) => areSpliced(other, whole, paintedSigns(row.page)))
      const [before] = at < 0 ? [] : rows.splice(at, 1)
      if (!before) break
      whole = joined(before, whole)
    }
    rows.push(whole)
  }
  return rows
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
  return { page, column: columnKey(line), glyphs, box, baseline: line.baseline, size: sizeOf(page, line, glyphs) }
}

/** An integral that begins a display may be a line of its own with its limits, which are more; formulas may hold fewer letters of text than of scripts. */
const sizeOf = (page: PageLayout, line: Line, glyphs: readonly number[]): number => {
  const sizes = glyphs.map((index) => glyphAt(page, index).size)
  if (glyphs.length <= SCRIPT_GLYPHS) return Math.max(line.size, ...sizes)
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  const [most] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))
  return Math.max(line.size, most)
}

/** Joins a piece to that of the last rows to which it belongs, the one that it shares most height with. */
function add(rows: TextRow[], row: TextRow, rules: PageRules, lookBack: number): void {
  const near = rows
    .slice(-Math.max(1, lookBack))
    .filter(
      (other) =>
        other.page === row.page &&
        -overlapY(other.box, row.box) < FAR_OFF * Math.max(other.size, row.size) &&
        other.column === row.column &&
        (areOneRow(other, row) || areBridged(other, row, rules) || hangsOnPainted(other, row, paintedSigns(row.page))),
    )
  const [first] = near
  if (!first) {
    rows.push(row)
    return
  }
  const closeness = isBrace(row)
    ? (other: TextRow): number => -standOff(row, other)
    : (other: TextRow): number => overlapY(other.box, row.box)
  const best = near.reduce((a, b) => (closeness(b) > closeness(a) ? b : a), first)
  rows.splice(rows.indexOf(best), 1)
  add(rows, joined(best, row), rules, lookBack)
}

function joined(a: TextRow, b: TextRow): TextRow {
  const main = a.glyphs.length >= b.glyphs.length ? a : b
  return { ...main, glyphs: [...a.glyphs, ...b.glyphs], box: unionAll([a.box, b.box]) ?? a.box, size: Math.max(a.size, b.size) }
}

/** Characters that only formulas have, or that start one. */
const FORMULA_SIGN = /[=<>≤≥≈≠±×÷√∑∏∫∂∇∞⋅·^∘′ˆ˙ℓ]|\u20d7|[\u0391-\u03c9\u2190-\u22ff]|[\u{1d400}-\u{1d7ff}]/u

/** Whether a row could hold part of a formula at all; most rows of running text cannot, and reading them costs time. */
export function mayHoldFormula({ page, glyphs, size }: TextRow): boolean {
  return glyphs.some((index, at) => {
    const glyph = glyphAt(page, index)
    const font = page.fonts[glyph.font]
    if (font?.math || glyph.size < SCRIPT_SIZE * size || FORMULA_SIGN.test(glyph.text)) return true
    if (!/^\p{L}$/u.test(glyph.text)) return false
    if (font?.bold && !font.italic) return isLone(page, glyphs, at)
    if (!font?.italic) return false
    const [before, after] = [glyphs[at - 1], glyphs[at + 1]]
    const isAlone = glyph.space || before === undefined || page.fonts[glyphAt(page, before).font]?.italic === false
    if (!isAlone) return false
    const next = after === undefined || glyphAt(page, after).space ? '' : glyphAt(page, after).text
    // a product begins as no word does: dV, pV, mg
    return !/^\p{L}$/u.test(next) || /^\p{Lu}$/u.test(glyph.text) || /^(?:\p{Lu}|[^aeiouyhlr])$/u.test(next)
  })
}

/** A letter of one face between words of another: a vector in bold among text that is not. */
function isLone(page: PageLayout, glyphs: readonly number[], at: number): boolean {
  const own = page.fonts[glyphAt(page, glyphs[at] ?? 0).font]?.bold
  const others = [glyphs[at - 1], glyphs[at + 1]].flatMap((index) => (index === undefined ? [] : [glyphAt(page, index)]))
  return others.length === 2 && others.every((other) => page.fonts[other.font]?.bold !== own)
}

/** What a row says, line by line: one line as a rule, several where layout took lines for one or a display is built of them. */
export function read(row: TextRow, rules: PageRules): Row[] {
  const painted = paintedSigns(row.page).filter((sign) => isPaintedIn(sign, row))
  const signs = toSigns(
    row.page,
    row.glyphs,
    painted.map((sign) => signOf(sign, row.size)),
  )
  const whole = unionAll([row.box, ...painted.map(({ box }) => box)]) ?? row.box
  const level = onOneLine({ signs: withRaisedPrimes(atTextSize(signs)), rules: rules.near(row.page, whole, row.size) })
  return toRows(compose(level.signs, level.rules))
}
