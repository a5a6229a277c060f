import type { Fragment, Passage, Segmentation, SegmentedSolution, Table } from '../../../schemas/segment.ts'
import { regionOf } from '../cut.ts'
import { type LineFact, type LineOf, positionAt } from '../facts.ts'

/** Rows of a table that must carry numbers of problems, at least, and their share of all rows but the head. */
const MIN_ROWS = 3
const MIN_SHARE = 0.8
/** "12", "Q3.", "5-131", "3(a)", "3 b)": a number, and perhaps the letter of a part. */
const NUMBERED = /^\D{0,4}?(\d{1,4}(?:[-.‐‑‒–—−]\d{1,4})*[A-Z]?)\.?\s*(\(?[a-z]\)?)?[.):]?$/u

type Cells = readonly (readonly Passage[])[]

/**
 * Reads answer keys that are tables: a column (or a row) of numbers beside one of answers, once or several times side by side. Only a table
 * that stands in no question, and names problems that are known and have no solution yet: rows of data are counted, too. What is read so is no
 * table any more.
 */
export function withAnswerTables(found: Segmentation, lines: readonly LineFact[]): Segmentation {
  const index = new Map(lines.map((fact) => [`${fact.page}.${fact.line}`, fact]))
  const solved = new Set(found.solutions.map(({ number }) => number))
  const known = new Set(found.problems.flatMap(({ number }) => (solved.has(number) ? [] : [number])))
  const asked = new Set(found.problems.flatMap(({ text, stem }) => [...text, ...stem]).map(({ page, line }) => `${page}.${line}`))
  const read = found.tables.map((table) => {
    const isAsked = table.lines.some((line) => asked.has(`${table.page}.${line}`))
    return isAsked ? [] : answersIn(table, known, (page, line) => index.get(`${page}.${line}`))
  })
  if (read.every((answers) => answers.length === 0)) return found
  const solutions = read.flat().filter(({ label: [place] }) => !found.solutions.some(({ text }) => text.some((one) => isOn(one, place))))
  return {
    ...found,
    solutions: [...found.solutions, ...solutions],
    tables: found.tables.filter((_, at) => (read[at] ?? []).length === 0),
  }
}

const isOn = (one: Fragment, place: Fragment | undefined): boolean =>
  place !== undefined && one.page === place.page && one.line === place.line

function answersIn({ rows }: Table, known: ReadonlySet<string>, lineOf: LineOf): SegmentedSolution[] {
  const columns = pairsOf(rows, known, lineOf)
  return columns.length > 0 ? columns : pairsOf(transposed(rows), known, lineOf)
}

const transposed = (rows: Cells): Cells => (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? []))

/** Columns of numbers, each with the cells right of it up to the next such column. */
function pairsOf(rows: Cells, known: ReadonlySet<string>, lineOf: LineOf): SegmentedSolution[] {
  const width = rows[0]?.length ?? 0
  const numbers = Array.from({ length: width }, (_, column) => rows.map((row) => numberIn(row[column] ?? [], lineOf)))
  const keys = numbers.flatMap((own, column) => (countsProblems(own, known) ? [column] : []))
  return keys.flatMap((column, at) =>
    rows.flatMap((row, index) => {
      const number = numbers[column]?.[index]
      const text = row.slice(column + 1, keys[at + 1] ?? width).flat()
      return number && text.length > 0 ? [toSolution(number, row[column] ?? [], text, lineOf)] : []
    }),
  )
}

interface Numbered {
  readonly number: string
  /** Where the letter of a part stands. */
  readonly part: Fragment | undefined
}

function numberIn(cell: Passage, lineOf: LineOf): Numbered | undefined {
  const [piece, ...others] = cell
  const line = piece && others.length === 0 ? lineOf(piece.page, piece.line) : undefined
  if (!piece || !line) return undefined
  const start = line.offsets[piece.from] ?? 0
  const text = line.text.slice(start, line.offsets[piece.to] ?? line.text.length).trim()
  const [, number, letter] = NUMBERED.exec(text) ?? []
  if (number === undefined) return undefined
  const part = letter ? { ...piece, from: positionAt(line, start + text.lastIndexOf(letter)) } : undefined
  return { number: number.replace(/[‐‑‒–—−]/g, '-'), part }
}

/** Whether a column names problems that are known, in rising order; a head may stand over them. */
function countsProblems(column: readonly (Numbered | undefined)[], known: ReadonlySet<string>): boolean {
  const named = column.flatMap((one) => (one && known.has(one.number) ? [Number(/\d+(?=\D*$)/.exec(one.number)?.[0])] : []))
  const rises = named.every((number, at) => at === 0 || number >= (named[at - 1] ?? 0))
  return rises && new Set(named).size >= MIN_ROWS && named.length >= MIN_SHARE * (column.length - 1)
}

function toSolution({ number, part }: Numbered, label: Passage, text: Passage, lineOf: LineOf): SegmentedSolution {
  const told = part ? [part, ...text] : text
  const facts = told.flatMap(({ page, line }) => lineOf(page, line) ?? [])
  return { number, kind: 'answer', where: 'section', label: [...label], text: [...told], question: [], parts: [], region: regionOf(facts) }
}
