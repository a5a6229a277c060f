import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { STAGE_TAGS } from '../../schemas/judge.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { StudyCase, StudyPlan } from '../../schemas/study.ts'
import { judgementOf, rawStages } from '../assemble.ts'
import { FLAT } from '../graph.ts'
import { loadRuns } from '../report/load.ts'
import { FULL_VARIANT } from '../report/variants.ts'
import { readJson, readLog, toLines, writeWhole } from '../runs/log.ts'
import { imageName } from '../runs/run.ts'
import { propagate } from '../score/propagate.ts'
import { mean } from '../stats/moments.ts'
import { randomFrom, shuffled } from '../stats/random.ts'
import { parseTaggedSolution } from '../tags.ts'

export interface StudyOptions {
  readonly release: string
  readonly runs: readonly string[]
  /** Folder of the study: study.json, cases.jsonl, events.jsonl. */
  readonly out: string
  readonly title: string
  readonly consent: string
  readonly contact: string
  readonly casesEach: number
  readonly seed: string
  /** Judged solutions in the study, chosen by seed; all if there are fewer. */
  readonly cases?: number
}

/**
 * Sets a study up from judged solutions that have a score. What participants will see is copied, so that a later run changes nothing under
 * them. Throws ProblemError `study-exists`, and `solution-unknown` when nothing has a score.
 */
export async function createStudy(options: StudyOptions): Promise<{ plan: StudyPlan; cases: readonly StudyCase[] }> {
  if (await readJson(join(options.out, 'study.json'), StudyPlan)) throw exists(options.out)
  const { release, runs } = await loadRuns(options.release, options.runs)
  const all = runs.flatMap(({ evidence }) => evidence.flatMap((one) => caseOf(one, options.seed)))
  if (all.length === 0) throw nothingJudged()
  const random = randomFrom(`${options.seed} cases`)
  const cases = shuffled(
    all.toSorted((a, b) => (a.judgement < b.judgement ? -1 : 1)),
    random,
  ).slice(0, options.cases ?? all.length)
  const plan: StudyPlan = {
    title: options.title,
    consent: options.consent,
    contact: options.contact,
    seed: options.seed,
    casesEach: Math.min(options.casesEach, cases.length),
    release: { name: release.manifest.name, version: release.manifest.version },
    scripted: runs.some(({ info }) => info.scripted),
  }
  await writeWhole(join(options.out, 'cases.jsonl'), toLines(cases))
  await writeWhole(join(options.out, 'study.json'), `${JSON.stringify(plan, undefined, 2)}\n`)
  return { plan, cases }
}

function caseOf(evidence: Parameters<typeof judgementOf>[0], seed: string): StudyCase[] {
  const { item, solution } = evidence
  const { id, stages, meta, score } = judgementOf(evidence, FULL_VARIANT.scoring)
  if (score.final === null || score.base === null || meta === null) return []
  const plain = propagate(rawStages(stages), FLAT)
  return [
    {
      id: createHash('sha256').update(`${seed} ${id}`).digest('hex').slice(0, 12),
      judgement: id,
      question: item.question.text,
      diagrams: item.diagrams.map(({ sha256 }) => sha256),
      reference: item.solution && { text: item.solution.text, images: item.solution.files.map(imageName) },
      stages: parseTaggedSolution(solution.text).stages,
      results: stages,
      meta,
      propagated: score.base,
      plain: mean(STAGE_TAGS.map((tag) => plain[tag] ?? 0)),
      final: score.final,
    },
  ]
}

export interface Study {
  readonly folder: string
  readonly plan: StudyPlan
  readonly cases: ReadonlyMap<string, StudyCase>
}

/** Reads a study. Throws ProblemError `run-invalid` if the folder holds none. */
export async function readStudy(folder: string): Promise<Study> {
  const plan = await readJson(join(folder, 'study.json'), StudyPlan)
  if (!plan)
    throw new ProblemError({
      code: 'run-invalid',
      message: `${folder} holds no study.`,
      hint: 'Set one up with engvqa study create.',
      place: {},
    })
  const cases = await readLog(join(folder, 'cases.jsonl'), StudyCase)
  return { folder, plan, cases: new Map(cases.map((one) => [one.id, one])) }
}

const exists = (folder: string): ProblemError =>
  new ProblemError({
    code: 'study-exists',
    message: `${folder} holds a study already.`,
    hint: 'Its answers are kept: choose another folder.',
    place: {},
  })

const nothingJudged = (): ProblemError =>
  new ProblemError({
    code: 'solution-unknown',
    message: 'None of the runs holds a solution with a score.',
    hint: 'Run engvqa judge with the method engjudge until it reports no unscored ones.',
    place: {},
  })
