import { join } from 'node:path'
import type { Judgement } from '../../schemas/judge.ts'
import { Grade, type SolutionRecord } from '../../schemas/judge-run.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { toHtml } from '../report/html.ts'
import { loadRuns } from '../report/load.ts'
import { type Cell, type Table, toCsv } from '../report/table.ts'
import { FULL_VARIANT, judgeAll } from '../report/variants.ts'
import { readLog, writeWhole } from '../runs/log.ts'
import { bootstrap, bootstrapGap, jackknife, meanOf } from '../stats/bootstrap.ts'
import { mean, pearson } from '../stats/moments.ts'
import { mistakesOf } from './categories.ts'
import { spread, type Vector, vectorsOf, wordsIn } from './texts.ts'

export interface AgreementOptions {
  readonly release: string
  /** Judged solutions, by people and by models, in any number of runs. */
  readonly runs: readonly string[]
  /** `grades.jsonl`: what people gave the same solutions. */
  readonly grades: string
  readonly out: string
  readonly seed?: string
}

/** Points out of ten, on which judge and people are compared. */
const SCALE = 10

/** A judged solution beside its grades. */
export interface GradedSolution {
  readonly kind: SolutionRecord['by']['kind']
  readonly judge: string
  readonly score: number
  /** Out of ten, one a grader. */
  readonly grades: readonly number[]
  readonly text: string
  readonly mistakes: readonly string[]
}

/**
 * How far the judge is from people’s grades on solutions by people and by models, and how the two kinds of solution and of error differ.
 * Throws ProblemError `run-invalid`, `run-mismatch`, `release-invalid`; `solution-unknown` when no grade belongs to a judged solution.
 */
export async function agreement(
  options: AgreementOptions,
): Promise<{ tables: readonly Table[]; files: readonly string[]; ungraded: number; unmatched: number }> {
  const seed = options.seed ?? 'engvqa'
  const { release, runs } = await loadRuns(options.release, options.runs)
  const grades = await readLog(options.grades, Grade)
  const key = (item: string, solver: string): string => JSON.stringify([item, solver])
  const byKey = new Map<string, number[]>()
  for (const { item, solver, score, outOf } of grades)
    byKey.set(key(item, solver), [...(byKey.get(key(item, solver)) ?? []), (SCALE * score) / outOf])
  const judged = runs.flatMap(({ evidence }) =>
    judgeAll(evidence, FULL_VARIANT).map((judgement, index) => ({ judgement, text: evidence[index]?.solution.text ?? '' })),
  )
  const graded = judged.flatMap(({ judgement, text }) =>
    gradedSolution(judgement, text, byKey.get(key(judgement.item, judgement.solver.name))),
  )
  if (graded.length === 0) throw nothingGraded(options.grades)
  const known = new Set(judged.map(({ judgement }) => key(judgement.item, judgement.solver.name)))
  const tables = [errorTable(graded, seed), gapTable(graded, seed), graderTable(graded, seed), textTable(graded, seed)]
  await writeAll(
    options.out,
    tables,
    release.manifest,
    seed,
    runs.some(({ info }) => info.scripted),
  )
  return {
    tables,
    files: ['agreement.html', 'agreement.json', ...tables.map(({ id }) => `${id}.csv`)].map((file) => join(options.out, file)),
    ungraded: judged.length - graded.length,
    unmatched: [...byKey.keys()].filter((one) => !known.has(one)).length,
  }
}

function gradedSolution(judgement: Judgement, text: string, grades: readonly number[] | undefined): GradedSolution[] {
  const { score, solver, judge } = judgement
  if (grades === undefined || score.final === null) return []
  return [
    { kind: solver.kind, judge, score: score.final, grades, text, mistakes: mistakesOf(judgement).map(({ description }) => description) },
  ]
}

const nothingGraded = (file: string): ProblemError =>
  new ProblemError({
    code: 'solution-unknown',
    message: `No grade in ${file} belongs to a solution that has a score.`,
    hint: 'Each line names `item` and `solver` as solutions.jsonl does, `grader`, `score` and `outOf`.',
    place: {},
  })

const KINDS = ['person', 'model'] as const
const KIND_NAMES = { person: 'by people', model: 'by models' } as const
const squaredError = ({ score, grades }: GradedSolution): number => (score - mean(grades)) ** 2

const groups = (graded: readonly GradedSolution[]): { judge: string; kind: (typeof KINDS)[number]; own: GradedSolution[] }[] =>
  [...new Set(graded.map(({ judge }) => judge))].flatMap((judge) =>
    KINDS.map((kind) => ({ judge, kind, own: graded.filter((one) => one.judge === judge && one.kind === kind) })).filter(
      ({ own }) => own.length > 0,
    ),
  )

/** Mean squared error, mean absolute error, bias and correlation by kind of solver. */
export function errorTable(graded: readonly GradedSolution[], seed: string): Table {
  const rows = groups(graded).map(({ judge, kind, own }): Cell[] => {
    const name = `${seed} ${judge} ${kind}`
    return [
      judge,
      KIND_NAMES[kind],
      meanOf(own.map(squaredError), `${name} mse`),
      meanOf(
        own.map(({ score, grades }) => Math.abs(score - mean(grades))),
        `${name} mae`,
      ),
      meanOf(
        own.map(({ score, grades }) => score - mean(grades)),
        `${name} bias`,
      ),
      bootstrap(own, (cases) => pearson(cases.map(({ score, grades }) => [score, mean(grades)] as const)), `${name} r`),
    ]
  })
  return {
    id: 'agreement',
    title: 'Judge against people’s grades',
    note: 'Scores and grades out of ten; a solution’s grade is the mean of its graders. Bias above 0: the judge is kinder than people.',
    columns: ['judge', 'solutions', 'mean squared error', 'mean absolute error', 'bias', 'Pearson r'],
    rows,
  }
}

/** By how much the judge is further off on people’s solutions than on models’. */
export function gapTable(graded: readonly GradedSolution[], seed: string): Table {
  const judges = [...new Set(graded.map(({ judge }) => judge))]
  const errorsOf = (judge: string, kind: GradedSolution['kind']): number[] =>
    graded.filter((one) => one.judge === judge && one.kind === kind).map(squaredError)
  return {
    id: 'agreement-gap',
    title: 'Gap between people’s and models’ solutions',
    note: 'Mean squared error on solutions by people minus that on solutions by models; the two samples are drawn again independently.',
    columns: ['judge', 'gap'],
    rows: judges.map((judge) => [judge, bootstrapGap(errorsOf(judge, 'person'), errorsOf(judge, 'model'), `${seed} ${judge} gap`)]),
  }
}

/** How far people are from each other: what a judge can be expected to reach. */
export function graderTable(graded: readonly GradedSolution[], seed: string): Table {
  const rows = KINDS.flatMap((kind): Cell[][] => {
    const pairs = graded.filter((one) => one.kind === kind).map(({ grades }) => pairsOf(grades))
    const doubly = pairs.filter((own) => own.length > 0)
    if (doubly.length === 0) return []
    const errors = doubly.map((own) => mean(own.map(([a, b]) => (a - b) ** 2)))
    return [
      [
        KIND_NAMES[kind],
        doubly.length,
        meanOf(errors, `${seed} graders ${kind}`),
        bootstrap(doubly, (cases) => pearson(cases.flat()), `${seed} graders r ${kind}`),
      ],
    ]
  })
  return {
    id: 'agreement-graders',
    title: 'People against each other',
    note: 'Mean squared difference between two graders of the same solution, and their correlation, over solutions with more than one grade.',
    columns: ['solutions', 'graded twice', 'mean squared difference', 'Pearson r'],
    rows,
  }
}

const pairsOf = (grades: readonly number[]): [number, number][] =>
  grades.flatMap((one, index) => grades.slice(index + 1).map((other): [number, number] => [one, other]))

/** What differs between the two kinds of solution and of error, by words alone. */
export function textTable(graded: readonly GradedSolution[], seed: string): Table {
  const measures: { name: string; textsOf: (one: GradedSolution) => readonly string[] }[] = [
    { name: 'solutions', textsOf: ({ text }) => [text] },
    { name: 'error descriptions', textsOf: ({ mistakes }) => mistakes },
  ]
  const rows = measures.flatMap(({ name, textsOf }) => {
    const texts = graded.map((one) => ({ one, texts: textsOf(one) }))
    const vectors = new Map<string, Vector>()
    const all = [...new Set(texts.flatMap((entry) => entry.texts))]
    for (const [index, vector] of vectorsOf(all).entries()) vectors.set(all[index] ?? '', vector)
    return KINDS.flatMap((kind): Cell[][] => {
      const own = texts.filter(({ one }) => one.kind === kind)
      const written = own.flatMap((entry) => entry.texts)
      if (written.length === 0) return []
      const spreadOf = (cases: readonly (typeof own)[number][]): number | null =>
        spread(cases.flatMap((entry) => entry.texts.map((text) => vectors.get(text) ?? new Map())))
      return [
        [
          name,
          KIND_NAMES[kind],
          written.length,
          meanOf(
            written.map((text) => wordsIn(text).length),
            `${seed} words ${name} ${kind}`,
          ),
          jackknife(own, spreadOf),
        ],
      ]
    })
  })
  return {
    id: 'agreement-texts',
    title: 'Length and spread of solutions and errors',
    note: 'Words a text, and the spread of the texts: one minus the mean cosine between their TF–IDF vectors, which needs no model. Its interval is a jackknife’s.',
    columns: ['texts', 'solutions', 'n', 'words', 'spread'],
    rows,
  }
}

async function writeAll(
  out: string,
  tables: readonly Table[],
  release: { name: string; version: string },
  seed: string,
  scripted: boolean,
): Promise<void> {
  const page = toHtml({
    title: `Judge and people on ${release.name} ${release.version}`,
    lead: `Brackets hold bootstrap 95 % intervals, seed “${seed}”.`,
    warning: scripted ? 'Answers in at least one of these runs came from a script or a recording: they say nothing about any model.' : null,
    sections: tables.map((table) => ({ table, pictures: [] })),
  })
  await writeWhole(join(out, 'agreement.html'), page)
  await writeWhole(join(out, 'agreement.json'), `${JSON.stringify({ seed, scripted, tables }, undefined, 2)}\n`)
  for (const table of tables) await writeWhole(join(out, `${table.id}.csv`), toCsv(table))
}
