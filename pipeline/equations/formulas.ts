import { type Box, overlapY, unionAll } from '../../schemas/geometry.ts'
import { glyphAt, type PageLayout } from '../../schemas/layout.ts'
import type { Passage } from '../../schemas/segment.ts'
import { findDisplays, relationOf } from './display.ts'
import { inlineSpans, spanRow } from './inline.ts'
import { toLatex } from './latex.ts'
import { type Row, rowGlyphs } from './model.ts'
import type { PageRules } from './page-rules.ts'
import { type ReadRow, readRow } from './read-row.ts'
import type { TextRow } from './row-joins.ts'
import { isOperator, isRaisedPoint } from './seeds.ts'
import { isTag, tagOf, withTag } from './tags.ts'
import { mayHoldFormula, read, textRows } from './text-rows.ts'
import type { Token } from './tokens.ts'

/** Em. White over or under a number between two rows of a display, which leave hardly more than its height between them. */
const BESIDE = 0.3

/** A formula as read, before it is checked. */
export interface Found {
  readonly page: PageLayout
  readonly box: Box
  readonly display: boolean
  readonly glyphs: readonly number[]
  readonly rows: readonly Row[]
  readonly latex: string
  readonly tag: string | undefined
}

/** The formulas of a passage, in reading order. */
export function formulasOf(passage: Passage, pages: ReadonlyMap<number, PageLayout>, rules: PageRules, leading: number): Found[] {
  const rows = numbered(readRows(passage, pages, rules))
  const displays = findDisplays(rows, leading)
  const found: Found[] = displays.map(({ from, to }) => toDisplay(rows.slice(from, to)))
  const inDisplay = new Set(displays.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, offset) => from + offset)))
  for (const run of textRuns(rows, inDisplay)) found.push(...inlineOf(run))
  return found
}

/** Rows of text without anything that a formula could start with stay unread, unless a formula may run on into them. */
export function readRows(passage: Passage, pages: ReadonlyMap<number, PageLayout>, rules: PageRules): ReadRow[] {
  const rows: ReadRow[] = []
  let mayRunOn = false
  for (const row of textRows(passage, pages, rules)) {
    const mayHold = mayHoldFormula(row) || isBareNumber(row)
    // what is painted beside the glyphs of a row, and no part of them, is no line
    const lines = mayHold || mayRunOn ? read(row, rules).filter((items) => items.length === 0 || rowGlyphs(items).length > 0) : [[]]
    for (const items of lines) rows.push(readRow(lines.length === 1 ? row : partOf(row, items), items, rows.length))
    mayRunOn = wantsMore(rows.at(-1)?.tokens.at(-1))
  }
  return rows
}

/** A number that is centred on two rows of a display stands in neither; it goes with the upper one. */
function numbered(rows: readonly ReadRow[]): ReadRow[] {
  const isTaken = (at: number): boolean => isBetween(rows[at - 1], rows[at], rows[at + 1])
  return rows.flatMap((read, at) => {
    if (isTaken(at)) return []
    const number = isTaken(at + 1) ? rows[at + 1] : undefined
    return [
      number ? readRow({ ...read.row, glyphs: [...read.row.glyphs, ...number.row.glyphs] }, withTag(read.items, number.items), at) : read,
    ]
  })
}

/** Ink beside that of both rows. */
function isBetween(upper: ReadRow | undefined, number: ReadRow | undefined, lower: ReadRow | undefined): boolean {
  if (!upper || !number || !lower || !isBareNumber(number.row)) return false
  return [upper, lower].every(
    ({ row: { page, column, box } }) =>
      page === number.row.page &&
      column === number.row.column &&
      (box.right < number.row.box.left || box.left > number.row.box.right) &&
      -overlapY(box, number.row.box) < BESIDE * number.row.size,
  )
}

const isBareNumber = ({ page, glyphs }: TextRow): boolean => isTag(glyphs.map((index) => glyphAt(page, index).text).join(''))

/** Only after a sign or an opened bracket does a formula go on in the next line. */
const wantsMore = (last: Token | undefined): boolean =>
  last !== undefined && (isOperator(last) || isRaisedPoint(last) || /^[([{]$/.test(last.text))

/** One line of a row that turned out to be several. */
function partOf(row: TextRow, items: Row): TextRow {
  const glyphs = rowGlyphs(items)
  return { ...row, glyphs, box: unionAll(glyphs.map((index) => glyphAt(row.page, index).ink)) ?? row.box }
}

/** Rows of text between displays. */
function textRuns(rows: readonly ReadRow[], inDisplay: ReadonlySet<number>): ReadRow[][] {
  const runs: ReadRow[][] = [[]]
  rows.forEach((row, at) => {
    if (inDisplay.has(at)) runs.push([])
    else runs.at(-1)?.push(row)
  })
  return runs.filter((run) => run.length > 0)
}

function inlineOf(run: readonly ReadRow[]): Found[] {
  const tokens: Token[] = run.flatMap((row) => row.tokens)
  const pageOf = new Map(run.flatMap((row) => (row.tokens[0] ? [[row.tokens[0].row, row.row.page] as const] : [])))
  const isBroken = new Set(pageOf.values()).size > 1
  return inlineSpans(tokens).flatMap((span) => {
    const page = pageOf.get(tokens[span.from]?.row ?? -1)
    const isHere = (token: Token): boolean => pageOf.get(token.row) === page
    const row = isBroken ? spanRow(tokens.filter(isHere), shifted(tokens, span, isHere)) : spanRow(tokens, span)
    return page && rowGlyphs(row).length > 0 ? [toFound(page, [row], false, toLatex(row), undefined)] : []
  })
}

/** A formula that runs over a page break is cut there: its glyphs are numbered by page. */
function shifted(
  tokens: readonly Token[],
  { from, to }: { from: number; to: number },
  isHere: (token: Token) => boolean,
): { from: number; to: number } {
  const before = tokens.slice(0, from).filter(isHere).length
  return { from: before, to: before + tokens.slice(from, to).filter(isHere).length }
}

function toDisplay(rows: readonly ReadRow[]): Found {
  let tag: string | undefined
  const all: Row[] = []
  const bodies = rows.map(({ items }) => {
    const tagged = tagOf(items)
    if (tagged) {
      tag = tagged.tag
      all.push(tagged.tagItems)
    }
    return withoutPunctuation(tagged?.rest ?? items)
  })
  const page = rows[0]?.row.page
  if (!page) throw new Error('A display has at least one row.')
  const latex =
    bodies.length === 1 ? toLatex(bodies[0] ?? []) : `\\begin{aligned} ${bodies.map(alignedLatex).join(' \\\\ ')} \\end{aligned}`
  const found = toFound(page, bodies, true, latex, tag)
  return { ...found, glyphs: [...new Set(rows.flatMap(({ row }) => row.glyphs))] }
}

/** A comma or point at the end of a display belongs to the sentence. */
function withoutPunctuation(row: Row): Row {
  const last = row.at(-1)?.base
  return row.length > 1 && last?.kind === 'sign' && /^[.,;]$/.test(last.text) ? row.slice(0, -1) : row
}

function alignedLatex(row: Row): string {
  const relation = relationOf(row)
  if (!relation) return toLatex(row)
  return `${toLatex(row.slice(0, relation.at))} &${toLatex(row.slice(relation.at))}`
}

function toFound(page: PageLayout, rows: readonly Row[], display: boolean, latex: string, tag: string | undefined): Found {
  const glyphs = [...new Set(rows.flatMap(rowGlyphs))]
  const box = unionAll(glyphs.map((index) => glyphAt(page, index).ink))
  if (!box) throw new Error('A formula has at least one glyph.')
  return { page, box, display, glyphs, rows, latex, tag }
}
