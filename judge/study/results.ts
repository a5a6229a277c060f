import { join } from 'node:path'
import { META_CHECKS, STAGE_TAGS, type StageTag } from '../../schemas/judge.ts'
import { type Rating, type StudyCase, StudyEvent } from '../../schemas/study.ts'
import { toHtml } from '../report/html.ts'
import { type Cell, type Table, toCsv } from '../report/table.ts'
import { readLog, writeWhole } from '../runs/log.ts'
import { FULL } from '../score/penalties.ts'
import { bootstrap, meanOf } from '../stats/bootstrap.ts'
import { kappa } from '../stats/kappa.ts'
import { pearson } from '../stats/moments.ts'
import { readStudy, type Study } from './plan.ts'

export interface StudyResultsOptions {
  readonly study: string
  readonly out: string
}

/** One automatic score beside what a participant makes of it. */
interface RatedScore {
  readonly part: string
  readonly group: 'stage' | 'check' | 'total'
  readonly auto: number
  readonly human: number
}

/** `human = clip(auto + δ, 0, 10)`. */
export const humanScore = (auto: number, delta: Rating): number => Math.min(FULL, Math.max(0, auto + delta))

/** Analyses a study, finished or not. Throws ProblemError `run-invalid`. */
export async function studyResults({
  study: folder,
  out,
}: StudyResultsOptions): Promise<{ tables: readonly Table[]; files: readonly string[]; participants: number; withdrawn: number }> {
  const study = await readStudy(folder)
  const all = await readLog(join(folder, 'events.jsonl'), StudyEvent)
  const withdrawn = new Set(all.filter(({ type }) => type === 'withdrew').map(({ participant }) => participant))
  const events = all.filter(({ participant }) => !withdrawn.has(participant))
  const participants = new Set(events.filter(({ type }) => type === 'rated').map(({ participant }) => participant)).size
  const { seed } = study.plan
  const tables = [ratingTable(ratedScores(study, events), seed), markTable(study, events, seed), preferenceTable(events, seed)]
  const page = toHtml({
    title: `${study.plan.title}: results`,
    lead: `${participants} participants with ratings, ${withdrawn.size} withdrew and are left out. Brackets hold bootstrap 95 % intervals, seed “${seed}”.`,
    warning: study.plan.scripted ? 'The judged runs came from a script or a recording: these results say nothing about any model.' : null,
    sections: tables.map((table) => ({ table, pictures: [] })),
  })
  await writeWhole(join(out, 'study.html'), page)
  await writeWhole(
    join(out, 'study-results.json'),
    `${JSON.stringify({ participants, withdrawn: withdrawn.size, seed, tables }, undefined, 2)}\n`,
  )
  for (const table of tables) await writeWhole(join(out, `${table.id}.csv`), toCsv(table))
  return {
    tables,
    participants,
    withdrawn: withdrawn.size,
    files: ['study.html', 'study-results.json', ...tables.map(({ id }) => `${id}.csv`)].map((file) => join(out, file)),
  }
}

/** Every rating that was given, as a pair of scores. */
function ratedScores({ cases }: Pick<Study, 'cases'>, events: readonly StudyEvent[]): RatedScore[] {
  return events.flatMap((event) => {
    const studyCase = event.type === 'rated' ? cases.get(event.case) : undefined
    if (event.type !== 'rated' || !studyCase) return []
    const pair = (part: string, group: RatedScore['group'], auto: number | null, delta: Rating | undefined): RatedScore[] =>
      auto === null || delta === undefined ? [] : [{ part, group, auto, human: humanScore(auto, delta) }]
    return [
      ...STAGE_TAGS.flatMap((tag) => pair(tag, 'stage', rawOf(studyCase, tag), event.stages[tag])),
      ...META_CHECKS.flatMap((check) => {
        const result = studyCase.meta[check]
        return pair(check, 'check', result.state === 'scored' ? result.score : null, event.meta[check])
      }),
      ...pair('total', 'total', studyCase.final, event.final),
    ]
  })
}

function rawOf({ results }: StudyCase, tag: StageTag): number | null {
  const result = results[tag]
  return result.state === 'scored' ? result.raw : null
}

/** Correlation, error and exact agreement, by stage, by check, for the total and over all ratings of stages and checks. */
function ratingTable(rated: readonly RatedScore[], seed: string): Table {
  const parts: { name: string; own: readonly RatedScore[] }[] = [
    { name: 'all stages and checks', own: rated.filter(({ group }) => group !== 'total') },
    { name: 'all stages', own: rated.filter(({ group }) => group === 'stage') },
    { name: 'all checks', own: rated.filter(({ group }) => group === 'check') },
    ...[...STAGE_TAGS, ...META_CHECKS, 'total'].map((name) => ({ name, own: rated.filter(({ part }) => part === name) })),
  ]
  const rows = parts.map(({ name, own }): Cell[] => [
    name,
    bootstrap(own, (cases) => pearson(cases.map(({ auto, human }) => [auto, human] as const)), `${seed} r ${name}`),
    meanOf(
      own.map(({ auto, human }) => Math.abs(auto - human)),
      `${seed} mae ${name}`,
    ),
    meanOf(
      own.map(({ auto, human }) => human - auto),
      `${seed} bias ${name}`,
    ),
    meanOf(
      own.map(({ auto, human }) => (auto === human ? 1 : 0)),
      `${seed} exact ${name}`,
    ),
  ])
  return {
    id: 'study-ratings',
    title: 'Automatic scores and people',
    note: 'A person’s score is the automatic one plus the rating (+2 much too low … −2 much too high), clipped to 0–10. Raters see the automatic score, so these figures are kinder to it than blind grades would be. Exact: share of ratings that leave the score as it is.',
    columns: ['score', 'Pearson r', 'mean absolute error', 'people minus judge', 'exact agreement'],
    rows,
  }
}

/** Blinded marks against the judge: a stage is right for the judge if nothing was taken off. */
function markTable({ cases }: Pick<Study, 'cases'>, events: readonly StudyEvent[], seed: string): Table {
  const marks = events.flatMap((event) =>
    event.type === 'marked'
      ? STAGE_TAGS.flatMap((stage) => {
          const studyCase = cases.get(event.case)
          const raw = studyCase ? rawOf(studyCase, stage) : null
          const mark = event.marks[stage]
          return raw === null || mark === undefined || mark === 'cannot-tell'
            ? []
            : [{ stage, raw, pair: [mark, raw === FULL ? 'right' : 'wrong'] as const }]
        })
      : [],
  )
  const rows = ['all stages', ...STAGE_TAGS].map((stage): Cell[] => {
    const own = marks.filter((mark) => stage === 'all stages' || mark.stage === stage)
    const raws = (mark: string): number[] => own.filter(({ pair }) => pair[0] === mark).map(({ raw }) => raw)
    return [
      stage,
      meanOf(
        own.map(({ pair: [person, judge] }) => (person === judge ? 1 : 0)),
        `${seed} marks ${stage}`,
      ),
      bootstrap(own, (drawn) => kappa(drawn.map(({ pair }) => pair)), `${seed} kappa ${stage}`),
      meanOf(raws('right'), `${seed} right ${stage}`),
      meanOf(raws('wrong'), `${seed} wrong ${stage}`),
    ]
  })
  return {
    id: 'study-marks',
    title: 'Blinded marks',
    note: 'Marks given before any score was shown. For the judge, a stage is right if nothing was taken off. “Cannot tell” is left out.',
    columns: ['stage', 'same verdict', 'Cohen’s kappa', 'raw score where marked right', 'raw score where marked wrong'],
    rows,
  }
}

/** Which of the two ways to add the stages up people prefer, sides having been drawn by lot. */
function preferenceTable(events: readonly StudyEvent[], seed: string): Table {
  const choices = events.flatMap((event) => (event.type === 'rated' ? [event.preferred] : []))
  return {
    id: 'study-preference',
    title: 'Propagated against plain mean',
    note: 'Share of ratings that prefer each, without being told which is which.',
    columns: ['preferred', 'share'],
    rows: (['propagated', 'plain', 'neither'] as const).map((name): Cell[] => [
      name,
      meanOf(
        choices.map((choice) => (choice === name ? 1 : 0)),
        `${seed} preferred ${name}`,
      ),
    ]),
  }
}
