import { lineText } from '../../schemas/layout.ts'
import { type Note, type Problem, ProblemError } from '../../schemas/problem.ts'
import type { Stage } from '../stage.ts'
import { DocumentSummary } from './document.ts'

/** Pages into glyphs, lines in reading order, drawings and pictures. */
export const layout: Stage<'ingest', 'layout'> = {
  adds: 'layout',
  needs: ['ingest'],
  version: 14,
  uses: ['pages'],
  async run({ ingest }, { file, options, note, progress }) {
    if (!file) throw new Error('layout reads the file itself; the runner must hand it over.')
    const there = ingest.pages.map(({ page }) => page)
    const wanted = options.pages ? within(options.pages, there.length, note) : there
    const summary = new DocumentSummary()
    let done = 0
    for await (const page of file.readPages(wanted)) {
      summary.add(page)
      progress(++done, wanted.length)
    }
    return summary.toLayout()
  },
  async draw({ pages }, reader) {
    const overlays = []
    for (const number of pages) {
      const page = await reader.page(number)
      for (const line of page.lines) {
        overlays.push({
          page: number,
          box: line.box,
          label: `${line.band}.${line.column} ${lineText(page, line).slice(0, 40)}`,
          kind: line.furniture ? 'furniture' : 'line',
        })
      }
    }
    return overlays
  },
}

/** The pages that the PDF has; the others are told once. Throws ProblemError `page-out-of-range` when none is left. */
function within(asked: readonly number[], count: number, note: Note): readonly number[] {
  const beyond = asked.filter((page) => page > count)
  if (beyond.length === 0) return asked
  const left = asked.filter((page) => page <= count)
  const has = `The PDF has ${count} ${count === 1 ? 'page' : 'pages'}`
  const problem: Problem = {
    code: 'page-out-of-range',
    severity: left.length === 0 ? 'error' : 'warning',
    message: left.length === 0 ? `${has}: none of those asked for is among them.` : `${has}: ${named(beyond)} left out.`,
    hint: `Name pages from 1 to ${count} with --pages, or under hints in documents.yaml.`,
    place: {},
  }
  if (left.length === 0) throw new ProblemError(problem)
  note(problem)
  return left
}

/** Of pages in ascending order, all beyond the end. */
const named = (pages: readonly number[]): string =>
  pages.length === 1 ? `page ${pages[0]} is` : `pages ${pages[0]} to ${pages.at(-1)} are`
