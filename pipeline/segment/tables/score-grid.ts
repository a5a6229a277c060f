import type { LineFact } from '../facts.ts'
import type { Patterns } from '../language/patterns.ts'

/** Share of a grid's cells that are numbers, or words for problems and points; the rest are titles of the problems. */
const COUNTED = 0.5

/** Leaves out tables to enter scores in, "Question | 1 | 2 | Total" over "Points | 15 | 10 | 25": they are the examiner's. */
export function withoutScoreGrids(lines: readonly LineFact[], { words }: Patterns): readonly LineFact[] {
  const says = (list: readonly string[], { text }: LineFact): boolean => {
    const first = /^(\p{L}{3,})[:.]?(?=\s|$)/u.exec(text)?.[1]?.toLowerCase()
    return first !== undefined && list.includes(first)
  }
  const namesProblems = (line: LineFact): boolean => says([...words.problem, ...words.problems], line)
  const namesPoints = (line: LineFact): boolean => says(words.points, line)
  const isCounted = (line: LineFact): boolean => /^\d+(?:[.,]\d+)?$/.test(line.text) || namesProblems(line) || namesPoints(line)
  const isGrid = (cells: readonly LineFact[]): boolean =>
    cells.some(namesProblems) && cells.some(namesPoints) && cells.filter(isCounted).length >= COUNTED * cells.length
  return runsOfCells(lines).flatMap((run) => (run[0]?.inTable && isGrid(run) ? [] : run))
}

/** Lines one after the other that are cells of tables on one page, or are none. */
function runsOfCells(lines: readonly LineFact[]): LineFact[][] {
  const runs: LineFact[][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    const last = run?.[0]
    if (run && last && last.inTable === line.inTable && last.page === line.page) run.push(line)
    else runs.push([line])
  }
  return runs
}
