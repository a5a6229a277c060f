import { join } from 'node:path'
import { type Judgement, STAGE_TAGS } from '../../schemas/judge.ts'
import { toHtml } from '../report/html.ts'
import { loadRuns } from '../report/load.ts'
import { type Cell, type Table, toCsv } from '../report/table.ts'
import { FULL_VARIANT, judgeAll } from '../report/variants.ts'
import { writeWhole } from '../runs/log.ts'
import { bootstrap, type Estimate } from '../stats/bootstrap.ts'
import { CATEGORIES, type Category, mistakesOf } from './categories.ts'

export interface ErrorsOptions {
  readonly release: string
  readonly runs: readonly string[]
  /** Where errors.html, errors.json and the tables go. */
  readonly out: string
  readonly seed?: string
}

/** Solutions. With fewer, a topic’s share says nothing and only its count is shown. */
const MIN_SOLUTIONS_A_TOPIC = 2

/** Which mistakes solvers make, where, and together with which. Throws ProblemError `run-invalid`, `run-mismatch`, `release-invalid`. */
export async function errors(options: ErrorsOptions): Promise<{ tables: readonly Table[]; files: readonly string[] }> {
  const seed = options.seed ?? 'engvqa'
  const { release, runs } = await loadRuns(options.release, options.runs)
  const judgements = runs.flatMap(({ evidence }) => judgeAll(evidence, FULL_VARIANT))
  const tables = [bySubject(judgements, seed), byStage(judgements), together(judgements), diagramShare(judgements, seed)]
  const page = toHtml({
    title: `Errors on ${release.manifest.name} ${release.manifest.version}`,
    lead: `${judgements.length} judged solutions. An error’s category follows from its fatal type, else from its criterion, else from the stage it was found in.`,
    warning: runs.some(({ info }) => info.scripted)
      ? 'Answers in at least one of these runs came from a script or a recording: they say nothing about any model.'
      : null,
    sections: tables.map((table) => ({ table, pictures: [] })),
  })
  await writeWhole(join(options.out, 'errors.html'), page)
  await writeWhole(join(options.out, 'errors.json'), `${JSON.stringify({ seed, tables }, undefined, 2)}\n`)
  for (const table of tables) await writeWhole(join(options.out, `${table.id}.csv`), toCsv(table))
  return { tables, files: ['errors.html', 'errors.json', ...tables.map(({ id }) => `${id}.csv`)].map((file) => join(options.out, file)) }
}

const categoriesIn = (judgement: Judgement): Set<Category> => new Set(mistakesOf(judgement).map(({ category }) => category))

/** Share of a subject’s solutions in which each category occurs. */
export function bySubject(judgements: readonly Judgement[], seed: string): Table {
  const subjects = ['all', ...[...new Set(judgements.map(({ subject }) => subject))].toSorted()]
  const rows = subjects.flatMap((subject) => {
    const here = judgements
      .filter((one) => subject === 'all' || one.subject === subject)
      .map((one) => ({ found: categoriesIn(one), mistakes: mistakesOf(one) }))
    return CATEGORIES.map((category): Cell[] => [
      subject,
      category,
      here.flatMap(({ mistakes }) => mistakes).filter((mistake) => mistake.category === category).length,
      share(here, ({ found }) => found.has(category), `${seed} ${subject} ${category}`),
    ])
  })
  return {
    id: 'errors-by-subject',
    title: 'Error categories by subject',
    note: 'How many errors of each category there are, and in what share of solutions.',
    columns: ['subject', 'category', 'errors', 'share of solutions'],
    rows,
  }
}

function share<T>(cases: readonly T[], is: (one: T) => boolean, seed: string): Estimate {
  return bootstrap(cases, (drawn) => (drawn.length === 0 ? null : drawn.filter(is).length / drawn.length), seed)
}

/** Errors by stage and category. */
function byStage(judgements: readonly Judgement[]): Table {
  const mistakes = judgements.flatMap(mistakesOf)
  const rows = STAGE_TAGS.flatMap((stage) =>
    CATEGORIES.flatMap((category): Cell[][] => {
      const here = mistakes.filter((mistake) => mistake.stage === stage && mistake.category === category)
      const count = (...severities: string[]): number => here.filter(({ severity }) => severities.includes(severity)).length
      return here.length === 0
        ? []
        : [[stage, category, here.length, count('minor'), count('moderate'), count('major'), count('critical'), count('fatal')]]
    }),
  )
  return {
    id: 'errors-by-stage',
    title: 'Error categories by stage',
    note: 'Counts of errors by the stage in which they were charged, and by severity.',
    columns: ['stage', 'category', 'errors', 'minor', 'moderate', 'major', 'critical', 'fatal'],
    rows,
  }
}

/** In how many solutions two categories occur together. */
export function together(judgements: readonly Judgement[]): Table {
  const found = judgements.map(categoriesIn)
  const has = (category: Category): number => found.filter((set) => set.has(category)).length
  const rows = CATEGORIES.flatMap((first, index) =>
    CATEGORIES.slice(index + 1).flatMap((second): Cell[][] => {
      const both = found.filter((set) => set.has(first) && set.has(second)).length
      return both === 0
        ? []
        : [[first, second, both, both / (has(first) + has(second) - both), (both * found.length) / (has(first) * has(second))]]
    }),
  )
  return {
    id: 'errors-together',
    title: 'Errors that occur together',
    note: 'Solutions with both categories; Jaccard index (both over either); lift (1 is what independence would give). Pairs that never meet are left out.',
    columns: ['category', 'with', 'solutions', 'Jaccard', 'lift'],
    rows: rows.toSorted((a, b) => Number(b[2]) - Number(a[2])),
  }
}

/** Of all errors in solutions to items of a topic, the share that comes from reading the diagram. */
export function diagramShare(judgements: readonly Judgement[], seed: string): Table {
  const topics = [...new Set(judgements.flatMap((one) => one.topics))].toSorted()
  const rows = topics.map((topic): Cell[] => {
    const here = judgements.filter((one) => one.topics.includes(topic)).map(mistakesOf)
    const ofDiagram = (drawn: readonly (typeof here)[number][]): number | null => {
      const all = drawn.flat()
      return all.length === 0 ? null : all.filter(({ category }) => category === 'diagram misread').length / all.length
    }
    const estimate: Cell = here.length < MIN_SOLUTIONS_A_TOPIC ? null : bootstrap(here, ofDiagram, `${seed} diagram ${topic}`)
    return [topic, here.length, here.flat().length, estimate]
  })
  return {
    id: 'diagram-errors-by-topic',
    title: 'Errors that come from the diagram, by topic',
    note: 'Share of all errors that were made in reading the diagram; solutions are drawn again whole.',
    columns: ['topic', 'solutions', 'errors', 'share from the diagram'],
    rows,
  }
}
