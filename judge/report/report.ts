import { basename, join } from 'node:path'
import { STAGE_TAGS } from '../../schemas/judge.ts'
import { writeWhole } from '../runs/log.ts'
import { STAGE_RULES } from '../stages.ts'
import {
  comparisonTable,
  correlationTable,
  costTable,
  disputeTable,
  failureTable,
  type Judged,
  scoreTable,
  stageTable,
  variantTable,
} from './figures.ts'
import { type Section, toHtml } from './html.ts'
import { type LoadedRun, loadRuns } from './load.ts'
import { dotPlot, heatMap } from './svg.ts'
import { type Cell, isEstimate, type Table, toCsv } from './table.ts'
import { FULL_VARIANT, judgeAll, VARIANTS, wasAsked } from './variants.ts'

export interface ReportOptions {
  readonly release: string
  /** Folders that `judge` wrote. */
  readonly runs: readonly string[]
  /** Where report.html, report.json and one CSV a table go. */
  readonly out: string
  /** Same seed, same intervals. */
  readonly seed?: string
}

export interface Report {
  readonly release: { readonly name: string; readonly version: string }
  readonly seed: string
  /** Whether any run’s answers came from a script or a recording. */
  readonly scripted: boolean
  readonly tables: readonly Table[]
  readonly files: readonly string[]
}

const DEFAULT_SEED = 'engvqa'

/** Makes the report of one or more runs. Throws ProblemError `run-invalid`, `run-mismatch`, `release-invalid`. */
export async function report(options: ReportOptions): Promise<Report> {
  const seed = options.seed ?? DEFAULT_SEED
  const { release, runs: loaded } = await loadRuns(options.release, options.runs)
  const runs = told(loaded)
  const full = runs.flatMap((run) => judgedBySolver(run, 'EngJudge'))
  const others = VARIANTS.filter((variant) => variant !== FULL_VARIANT).flatMap(({ name }) =>
    runs.flatMap((run) => judgedBySolver(run, name)),
  )
  const tables = {
    scores: scoreTable(full, seed),
    stages: stageTable(full, seed),
    variants: variantTable(full, [...full, ...others], seed),
    comparisons: comparisonTable(full, seed),
    correlations: correlationTable(full, seed),
    cost: costTable([...full, ...others.filter(({ variant }) => variant === 'single pass')].map(named), seed),
    failures: failureTable(full),
    disputes: disputeTable(full),
  }
  const scripted = runs.some(({ info }) => info.scripted)
  const page = toHtml({
    title: `EngJudge on ${release.manifest.name} ${release.manifest.version}`,
    lead: `${runs.length} runs, ${full.reduce((sum, { judgements }) => sum + judgements.length, 0)} judged solutions. Brackets hold bootstrap 95 % intervals (2,000 resamples, seed “${seed}”); n is the number of solutions behind a figure.`,
    warning: scripted
      ? 'Answers in at least one of these runs came from a script or a recording: the figures show that the software works, and say nothing about any model.'
      : null,
    sections: sections(tables),
  })
  const files = await writeReport(options.out, page, { release: release.manifest, seed, scripted, tables: Object.values(tables) })
  return {
    release: { name: release.manifest.name, version: release.manifest.version },
    seed,
    scripted,
    tables: Object.values(tables),
    files,
  }
}

type NamedRun = LoadedRun & { readonly judge: string }

/** Runs of the same judge on the same solver are told apart by their folders: they may differ in settings. */
function told(runs: readonly LoadedRun[]): NamedRun[] {
  const nameOf = ({ info }: LoadedRun): string => JSON.stringify([info.settings.model, info.solver])
  return runs.map((run) => {
    const alone = runs.filter((other) => nameOf(other) === nameOf(run)).length === 1
    return { ...run, judge: alone ? run.info.settings.model : `${run.info.settings.model} [${basename(run.folder)}]` }
  })
}

/** A run holds one judge, but may hold several solvers: people, for instance. */
function judgedBySolver({ evidence, judge }: NamedRun, name: string): Judged[] {
  const variant = VARIANTS.find((one) => one.name === name) ?? FULL_VARIANT
  const solvers = [...new Set(evidence.map(({ solution }) => solution.by.name))]
  return solvers.flatMap((solver) => {
    const own = evidence.filter(({ solution }) => solution.by.name === solver)
    return !wasAsked(own, variant.scoring.method) ? [] : [{ solver, judge, variant: name, judgements: judgeAll(own, variant) }]
  })
}

const named = (judged: Judged): Judged =>
  judged.variant === 'EngJudge' ? judged : { ...judged, judge: `${judged.judge} (${judged.variant})` }

async function writeReport(
  out: string,
  page: string,
  content: { release: { name: string; version: string }; seed: string; scripted: boolean; tables: readonly Table[] },
): Promise<string[]> {
  const json = {
    release: { name: content.release.name, version: content.release.version },
    seed: content.seed,
    scripted: content.scripted,
    tables: content.tables,
  }
  await writeWhole(join(out, 'report.html'), page)
  await writeWhole(join(out, 'report.json'), `${JSON.stringify(json, undefined, 2)}\n`)
  for (const table of content.tables) await writeWhole(join(out, `${table.id}.csv`), toCsv(table))
  return ['report.html', 'report.json', ...content.tables.map(({ id }) => `${id}.csv`)].map((file) => join(out, file))
}

type Tables = Record<'scores' | 'stages' | 'variants' | 'comparisons' | 'correlations' | 'cost' | 'failures' | 'disputes', Table>

function sections(tables: Tables): Section[] {
  return [
    { table: tables.scores, pictures: [dots(tables.scores, 3, [3], [0, 10], ['score'])] },
    { table: tables.stages, pictures: [dots(tables.stages, 3, [3, 4], [0, 10], ['raw', 'propagated'])] },
    { table: tables.variants, pictures: [dots(tables.variants, 3, [4], spanOf(tables.variants, 4), ['difference'])] },
    { table: tables.comparisons, pictures: tables.comparisons.rows.length > 0 ? [comparisons(tables.comparisons)] : [] },
    { table: tables.correlations, pictures: heatMaps(tables.correlations) },
    { table: tables.cost, pictures: [dots(tables.cost, 3, [5, 7], spanOf(tables.cost, 5, 7), ['input tokens', 'billed input tokens'])] },
    { table: tables.failures, pictures: [] },
    { table: tables.disputes, pictures: [] },
  ]
}

/** A dot plot of some columns of a table; the first `labels` columns name each row, left out where they never differ. */
function dots(
  table: Table,
  labels: number,
  columns: readonly number[],
  domain: readonly [number, number],
  series: readonly string[],
): string {
  const telling = Array.from({ length: labels }, (_, index) => index).filter(
    (index) => new Set(table.rows.map((row) => row[index])).size > 1,
  )
  const rows = table.rows.map((row) => ({
    label: (telling.length > 0 ? telling : [labels - 1]).map((index) => String(row[index])).join(' · '),
    dots: columns.map((column) => row[column] ?? null).filter(isEstimate),
  }))
  return dotPlot(rows, domain, series, table.title)
}

function comparisons(table: Table): string {
  const rows = table.rows.map(([, same, first, second, difference = null]) => ({
    label: `${String(first)} − ${String(second)} (${String(same)})`,
    dots: isEstimate(difference) ? [difference] : [],
  }))
  return dotPlot(rows, spanOf(table, 4), ['difference'], table.title)
}

/** An axis that holds 0 and every interval. */
function spanOf(table: Table, ...columns: readonly number[]): [number, number] {
  const ends = columns.flatMap((column) => table.rows.flatMap((row) => endsOf(row[column] ?? null)))
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  return low === high ? [low - 1, high + 1] : [low, high]
}

const endsOf = (cell: Cell): number[] => (isEstimate(cell) ? [cell.low, cell.high].filter((end) => end !== null) : [])

function heatMaps(table: Table): string[] {
  const judges = [...new Set(table.rows.map(([judge]) => judge))]
  return judges.map((judge) =>
    heatMap(
      STAGE_RULES.map(({ short }) => short),
      (row, column) => {
        const [first, second] = [STAGE_TAGS[Math.min(row, column)], STAGE_TAGS[Math.max(row, column)]]
        const cell = table.rows.find((one) => one[0] === judge && one[1] === first && one[2] === second)?.[3] ?? null
        return isEstimate(cell) ? cell.value : null
      },
      `Correlations, ${String(judge)}`,
    ),
  )
}
