import type { PageLayout } from '../../../schemas/layout.ts'
import type { Passage } from '../../../schemas/segment.ts'
import { cellText } from './cell-text.ts'

/** Glyphs of an average line from which on cells hold text, and rows from which on a column of it is believed. */
const TEXT = { rows: 8, glyphs: 15 } as const
/** Numbers that count down the first column of a table of problems, at least. */
const MIN_PROBLEMS = 3
/** Share of the rows whose first cell is filled where paragraphs are numbered, at most: few are shorter than four lines. */
const BLANK = 0.25
/** "Q1", "12.", "3(a)", "Problem 4". */
const NUMBERED = /^(?:[A-Z]{1,2}|\p{L}{4,10})?\.?\d{1,3}(?:[.-]\d{1,3})?(?:\(?[a-z]\))?[.):]?$/u

type Grid = readonly (readonly Passage[])[]

/** Whether the rows of a ruled grid are problems or a marking scheme, and no data: text beside numbers that count it. */
export const isListedText = (grid: Grid, page: PageLayout): boolean => listsProblems(grid, page) || isNumberedText(grid, page)

/** Numbers that count down the first column, beside paragraphs: problems, set in a table. */
function listsProblems(grid: Grid, page: PageLayout): boolean {
  const numbers = grid.flatMap(([first = []]) => /^(\d{1,3})[.)]?$/.exec(numberIn(first, page))?.[1] ?? []).map(Number)
  const counts = numbers.length > 0 && numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  const isParagraph = (cell: Passage): boolean => cell.filter(({ from, to }) => to - from > TEXT.glyphs).length > 1
  // The rows on one page may be few: then every one must be a paragraph, and nothing else may stand in the first column below its head.
  const isPlain = grid.every(
    ([first = [], ...cells], at) =>
      ((first.length === 0 || isNumber(first, page)) && cells.some(isParagraph)) ||
      (at === 0 && cells.every((cell) => glyphsIn(cell) < TEXT.glyphs)),
  )
  if (numbers.length < MIN_PROBLEMS) return counts && isPlain
  return counts && grid.filter((row) => row.some(isParagraph)).length >= numbers.length / 2
}

const isNumber = (cell: Passage, page: PageLayout): boolean => /^\d{1,3}[.)]?$/.test(numberIn(cell, page))

const glyphsIn = (cell: Passage): number => cell.reduce((sum, { from, to }) => sum + to - from, 0)

/** Spaces say nothing in a number. */
const numberIn = (cell: Passage, page: PageLayout): string => cellText(cell, page).replace(/\s/g, '')

/**
 * Running text beside a column that is blank but for a number here and there: a marking scheme, or what of it stands on this page. Cells of
 * data are short, and rows of data begin with something.
 */
function isNumberedText(grid: Grid, page: PageLayout): boolean {
  const numbers = grid.flatMap(([first = []]) => (first.length > 0 ? [numberIn(first, page)] : []))
  if (grid.length < TEXT.rows || numbers.length > BLANK * grid.length || !numbers.every((number) => NUMBERED.test(number))) return false
  const glyphs = grid.flatMap(([, ...cells]) => cells.flat()).reduce((sum, { from, to }) => sum + to - from, 0)
  return glyphs > TEXT.glyphs * grid.length
}
