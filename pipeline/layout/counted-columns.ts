import { columnKey } from '../../schemas/layout.ts'
import { grouped } from '../grouped.ts'
import type { PlacedLine } from './columns.ts'
import type { RawLine } from './lines.ts'

/** Points. Labels of one column start this close to one another. */
const ALIGNED = 3
/** Em between the baselines of a row's cells; raised figures shift a line's own by less. */
const SAME_ROW = 0.4
/** Em between the lines of one entry. */
const LEADING = 1.5
/** Numbers that a key leaves out in a row, and one more: odd numbers only, or a selection. */
const MAX_STEP = 6
/** Labels that must count down the columns; two side by side count either way. */
const MIN_LABELS = 3

/** "5–12", "1.03", "4.", "(b)", "b)", "A.": what entries of a key, parts and choices begin with. A bare "4" is a cell of a table as often. */
const LABEL = /^(\()?((?:\p{Lu}{1,2}[.-]?)?\d{1,4}(?:[-‐-―−./]\d{1,4})*|\p{Lu}|\p{Ll})(\p{Lu})?(\))?([.:])?(?=\s|$)/u

interface Label {
  readonly line: RawLine
  /** How it is written; entries of one list agree in this. */
  readonly shape: string
  readonly value: number
}

/** Labels side by side, and the left edge of each of their columns. */
interface Block {
  readonly lefts: readonly number[]
  readonly labels: readonly Label[]
}

/**
 * Reads short columns of labelled entries one after the other where their labels say so: an answer key in three columns, parts or choices
 * in two. Such columns are too short, and their lines too short, to be seen by their white.
 */
export function inCountedColumns(placed: readonly PlacedLine[]): PlacedLine[] {
  const groups = grouped(placed, columnKey)
  const counts = new Map<number, number>()
  for (const { band, column } of placed) counts.set(band, Math.max(counts.get(band) ?? 0, column + 1))
  return [...groups.values()].flatMap((group) => reordered(group, counts))
}

/** The lines of one column; entries that count down get columns of their own, numbered after those of their band. */
function reordered(group: readonly PlacedLine[], counts: Map<number, number>): PlacedLine[] {
  let rest = [...group]
  for (const block of blocksOf(group.map(({ line }) => line))) {
    const members = membersOf(
      block,
      rest.map(({ line }) => line),
    )
    const own = rest.filter(({ line }) => members.has(line))
    const at = rest.findIndex(({ line }) => members.has(line))
    const first = own[0]
    if (!first) continue
    const base = counts.get(first.band) ?? 0
    counts.set(first.band, base + block.lefts.length)
    const moved = block.lefts.flatMap((_, column) =>
      own.filter(({ line }) => columnAt(block.lefts, line) === column).map((entry) => ({ ...entry, column: base + column })),
    )
    const others = rest.filter(({ line }) => !members.has(line))
    rest = [...others.slice(0, at), ...moved, ...others.slice(at)]
  }
  return rest
}

/** Runs of rows whose labels count down the columns and not along the rows. */
function blocksOf(lines: readonly RawLine[]): Block[] {
  const labels = lines.flatMap((line) => labelOf(line, lines) ?? []).sort((a, b) => a.line.baseline - b.line.baseline)
  const found: Block[] = []
  for (let at = 0; at < labels.length; ) {
    const block = blockAt(labels.slice(at), lines)
    if (block) found.push(block)
    at += block?.labels.length ?? 1
  }
  return found
}

/** The block whose first row these labels begin with. */
function blockAt(labels: readonly Label[], lines: readonly RawLine[]): Block | undefined {
  const [first] = labels
  if (!first) return undefined
  const row = labels.filter((label) => label.shape === first.shape && isOneRow(label.line, first.line))
  if (row.length < 2) return undefined
  const lefts = row.map(({ line }) => line.box.left).sort((a, b) => a - b)
  const own: Label[] = []
  for (const label of labels.filter(({ shape }) => shape === first.shape)) {
    const isCell = lefts.some((left) => Math.abs(left - label.line.box.left) < ALIGNED)
    if (!isCell || lines.some((line) => crosses(line, lefts) && isFromTo(line, first.line, label.line))) break
    own.push(label)
  }
  const across = own.toSorted((a, b) => (isOneRow(a.line, b.line) ? a.line.box.left - b.line.box.left : a.line.baseline - b.line.baseline))
  const down = own.toSorted((a, b) => columnAt(lefts, a.line) - columnAt(lefts, b.line) || a.line.baseline - b.line.baseline)
  return own.length >= MIN_LABELS && countsOn(down) && !countsOn(across) ? { lefts, labels: own } : undefined
}

const countsOn = (labels: readonly Label[]): boolean =>
  labels.every(({ value }, at) => {
    const step = value - (labels[at - 1]?.value ?? value - 1)
    return step > 0 && step <= MAX_STEP
  })

const isFromTo = (line: RawLine, from: RawLine, to: RawLine): boolean =>
  line.baseline > from.baseline - 1 && line.baseline < to.baseline + 1

const isOneRow = (a: RawLine, b: RawLine): boolean => Math.abs(a.baseline - b.baseline) < SAME_ROW * Math.max(a.size, b.size)

const crosses = ({ box }: RawLine, lefts: readonly number[]): boolean =>
  lefts.slice(1).some((left) => box.left < left - ALIGNED && box.right > left - 1)

const columnAt = (lefts: readonly number[], { box }: RawLine): number => lefts.filter((left) => box.left > left - ALIGNED).length - 1

/** The lines of a block: its labels, what stands between them, and what goes on below the last ones, further in than their labels. */
function membersOf({ lefts, labels }: Block, lines: readonly RawLine[]): Set<RawLine> {
  const members = new Set(labels.map(({ line }) => line))
  const top = Math.min(...labels.map(({ line }) => line.box.top))
  const bottom = Math.max(...labels.map(({ line }) => line.box.bottom))
  const lowest = lefts.map((_, column) =>
    Math.max(top, ...labels.filter(({ line }) => columnAt(lefts, line) === column).map(({ line }) => line.baseline)),
  )
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const column = columnAt(lefts, line)
    const last = lowest[column]
    if (members.has(line) || last === undefined || line.angle !== undefined || crosses(line, lefts)) continue
    const middle = (line.box.top + line.box.bottom) / 2
    const isInside = middle > top && middle < bottom
    const hangs = line.box.left > (lefts[column] ?? 0) + ALIGNED && line.baseline > last && line.baseline - last < LEADING * line.size
    if (!isInside && !hangs) continue
    members.add(line)
    lowest[column] = Math.max(last, line.baseline)
  }
  return members
}

function labelOf(line: RawLine, lines: readonly RawLine[]): Label | undefined {
  if (line.angle !== undefined) return undefined
  const end = line.spaces.indexOf(true, 1)
  const first = (end < 0 ? line.glyphs : line.glyphs.slice(0, end)).map(({ text }) => text).join('')
  const [all = '', open = '', body = '', , close = '', stop = ''] = LABEL.exec(first) ?? []
  if (body === '' || (open !== '' && close === '')) return undefined
  const digits = /\d/.test(body)
  const joints = body.replace(/\d+/g, 'n')
  if (close === '' && stop === '' && !/[-‐-―−./]n$/u.test(joints)) return undefined
  const isAlone = end < 0 && first.length === all.length
  if (isAlone && !lines.some((other) => other !== line && isOneRow(other, line) && other.box.left > line.box.right)) return undefined
  const last = digits ? Number(/\d+$/.exec(body)?.[0]) : (body.codePointAt(0) ?? 0)
  const lead = digits ? body.replace(/\d+$/, '') : /\p{Lu}/u.test(body) ? 'A' : 'a'
  return { line, shape: [open, lead, close, stop].join('|'), value: last }
}
