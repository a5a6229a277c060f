import { type Line, lineText, type PageLayout } from '../../schemas/layout.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import type { Segmentation, SegmentedProblem } from '../../schemas/segment.ts'
import { endsAsking, type RefineModel } from './model.ts'
import { chooseStarts } from './starts.ts'
import type { DocumentPages } from './with-model.ts'

/** Pages that are shown for one gap; one that is wider is no gap but another part of the book. */
const WIDEST = 6

/** Pages that are shown of a document in which nothing was found: enough for a sheet. */
const UNKNOWN = 12

/** Characters of a line that a message quotes. */
const EXCERPT = 60

/** A line of a page by its place: "12.3" is line 3 of page 12. */
export type LineId = string

export const lineId = (page: number, line: number): LineId => `${page}.${line}`

/** Pages on which the numbering leaves doubt: where it leaps or repeats, or all where there is none. */
export function unsurePages({ problems }: Pick<Segmentation, 'problems'>, readable: readonly number[]): number[][] {
  if (problems.length === 0) return readable.length === 0 ? [] : [readable.slice(0, UNKNOWN)]
  const stretches = problems.flatMap((problem, at) => {
    const before = problems[at - 1]
    if (!before || isNext(before, problem)) return []
    const [from, to] = [pageOf(before), pageOf(problem)]
    return to - from < WIDEST ? [readable.filter((page) => page >= from && page <= to)] : []
  })
  return [...new Map(stretches.map((pages) => [pages.join(), pages])).values()].filter((pages) => pages.length > 0)
}

const pageOf = ({ label, region }: SegmentedProblem): number => label[0]?.page ?? region[0]?.page ?? 0

/** Whether the last integer of a number is one more than that before it; true where they cannot be compared, as between chapters. */
function isNext(before: SegmentedProblem, problem: SegmentedProblem): boolean {
  const [a, b] = [before.number, problem.number].map((number) => /^(.*?)(\d+)[A-Za-z]?$/.exec(number))
  if (!a || !b || a[1] !== b[1] || before.chapter !== problem.chapter) return true
  return Number(b[2]) - Number(a[2]) === 1
}

/**
 * Asks where problems begin on the pages on which the numbering leaves doubt. The model sees lines with ids and answers with ids. Gives the
 * lines that segmentation has not taken for a beginning. Never throws for a model's failure: it is among the problems.
 */
export async function missedStarts(
  segmentation: Pick<Segmentation, 'problems'>,
  { readable, pages }: DocumentPages,
  help: Pick<RefineModel, 'ask' | 'model'>,
  document: string,
): Promise<{ starts: LineId[]; problems: Problem[] }> {
  const known = new Set(segmentation.problems.flatMap(({ label }) => label.map(({ page, line }) => lineId(page, line))))
  const starts: LineId[] = []
  const problems: Problem[] = []
  for (const stretch of unsurePages(segmentation, readable)) {
    try {
      const layouts = await Promise.all(stretch.map((page) => pages.page(page)))
      const { starts: chosen, rejected } = await chooseStarts(layouts.flatMap(blocksOf), [], help, { document })
      starts.push(...chosen.filter((id) => !known.has(id)))
      problems.push(...rejected.map((answer) => notAnId(answer, document, stretch[0])))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      problems.push({ ...error.problem, place: { ...error.problem.place, document, stage: 'refine' } })
      if (endsAsking(error)) break
    }
  }
  return { starts: [...new Set(starts)], problems }
}

const blocksOf = (page: PageLayout): { id: LineId; text: string }[] =>
  page.lines.flatMap((line: Line, index) => (line.furniture ? [] : [{ id: lineId(page.page, index), text: lineText(page, line) }]))

const notAnId = (answer: string, document: string, page: number | undefined): Problem => ({
  code: 'correction-rejected',
  severity: 'notice',
  message: `A model’s answer was turned down: “${answer.slice(0, EXCERPT)}” is no line of the pages.`,
  hint: 'Nothing to do: it was asked for ids of lines and nothing else counts.',
  place: { document, stage: 'refine', ...(page === undefined ? {} : { page }) },
})
