import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { META_CHECKS, STAGE_TAGS, type StageTag } from '../../schemas/judge.ts'
import { type Mark, Rating, type StudyCase, StudyEvent } from '../../schemas/study.ts'
import { type Log, openLog, readLog } from '../runs/log.ts'
import { randomFrom, shuffled } from '../stats/random.ts'
import type { Study } from './plan.ts'

/** Where a participant is. */
export type Step =
  | {
      readonly kind: 'mark' | 'rate'
      readonly studyCase: StudyCase
      readonly propagatedIsA: boolean
      readonly done: number
      readonly total: number
    }
  | { readonly kind: 'finished' }
  | { readonly kind: 'withdrawn' }

/**
 * The study’s memory: events on the disk, and who is where. Blindness is kept here: a case can be rated only once it is marked, and marks
 * never change.
 */
export class Desk {
  readonly study: Study
  private readonly now: () => Date
  private readonly events: StudyEvent[]
  private readonly log: Log<StudyEvent>

  private constructor(study: Study, now: () => Date, events: StudyEvent[], log: Log<StudyEvent>) {
    this.study = study
    this.now = now
    this.events = events
    this.log = log
  }

  static async open(study: Study, now: () => Date): Promise<Desk> {
    const file = join(study.folder, 'events.jsonl')
    const events = await readLog(file, StudyEvent)
    return new Desk(study, now, events, await openLog<StudyEvent>(file))
  }

  /** Lets a participant in: cases that the fewest have been given come first, in an order drawn by seed and turn. */
  async join(): Promise<string> {
    const participant = randomBytes(12).toString('base64url')
    const turn = this.events.filter(({ type }) => type === 'joined').length
    await this.add({ type: 'joined', participant, at: this.stamp(), cases: assignment(this.study, this.events, turn) })
    return participant
  }

  /** Undefined for a code that nobody was given. */
  step(participant: string): Step | undefined {
    const joined = this.events.find((event) => event.type === 'joined' && event.participant === participant)
    if (joined?.type !== 'joined') return undefined
    const own = this.events.filter((event) => event.participant === participant)
    if (own.some(({ type }) => type === 'withdrew')) return { kind: 'withdrawn' }
    const did = (type: 'marked' | 'rated', id: string): boolean => own.some((event) => event.type === type && event.case === id)
    const next = joined.cases.find(({ id }) => !did('rated', id))
    const studyCase = next && this.study.cases.get(next.id)
    if (!next || !studyCase) return { kind: 'finished' }
    const done = joined.cases.filter(({ id }) => did('rated', id)).length
    return {
      kind: did('marked', next.id) ? 'rate' : 'mark',
      studyCase,
      propagatedIsA: next.propagatedIsA,
      done,
      total: joined.cases.length,
    }
  }

  /** Stores blinded marks. False when it is not this case’s turn to be marked, or a stage is left out. */
  async mark(participant: string, id: string, marks: Partial<Record<StageTag, Mark>>): Promise<boolean> {
    const step = this.step(participant)
    if (step?.kind !== 'mark' || step.studyCase.id !== id) return false
    if (markable(step.studyCase).some((tag) => marks[tag] === undefined)) return false
    await this.add({ type: 'marked', participant, at: this.stamp(), case: id, marks })
    return true
  }

  /** Stores ratings. False when it is not this case’s turn to be rated, or a rating is left out. */
  async rate(participant: string, id: string, form: RatingForm): Promise<boolean> {
    const step = this.step(participant)
    if (step?.kind !== 'rate' || step.studyCase.id !== id) return false
    const { stages, meta } = rateable(step.studyCase)
    if (stages.some((tag) => form.stages[tag] === undefined) || meta.some((check) => form.meta[check] === undefined)) return false
    const preferred = form.preferred === 'neither' ? 'neither' : (form.preferred === 'A') === step.propagatedIsA ? 'propagated' : 'plain'
    await this.add({ type: 'rated', participant, at: this.stamp(), case: id, ...form, preferred })
    return true
  }

  async withdraw(participant: string): Promise<void> {
    if (this.step(participant) && this.step(participant)?.kind !== 'withdrawn')
      await this.add({ type: 'withdrew', participant, at: this.stamp() })
  }

  close(): Promise<void> {
    return this.log.close()
  }

  private stamp(): string {
    return this.now().toISOString()
  }

  private async add(event: StudyEvent): Promise<void> {
    // Known at once, so that a second click finds it; forgotten again if it never reached the disk.
    this.events.push(event)
    try {
      await this.log.append(event)
    } catch (error) {
      this.events.splice(this.events.indexOf(event), 1)
      throw error
    }
  }
}

export interface RatingForm {
  readonly stages: Partial<Record<StageTag, Rating>>
  readonly meta: Partial<Record<(typeof META_CHECKS)[number], Rating>>
  readonly final: Rating
  readonly preferred: 'A' | 'B' | 'neither'
  readonly comment: string
}

/** Stages that were written, and so can be right or wrong. */
export const markable = ({ stages }: StudyCase): StageTag[] => STAGE_TAGS.filter((tag) => stages[tag] !== undefined)

/** Stages and checks with a score that can be rated. */
export const rateable = ({ results, meta }: StudyCase): { stages: StageTag[]; meta: (typeof META_CHECKS)[number][] } => ({
  stages: STAGE_TAGS.filter((tag) => results[tag].state === 'scored'),
  meta: META_CHECKS.filter((check) => meta[check].state === 'scored'),
})

/** Which cases the next participant gets, and on which side the propagated score stands in each. Pure: seed, turn and log decide. */
export function assignment({ plan, cases }: Study, events: readonly StudyEvent[], turn: number): { id: string; propagatedIsA: boolean }[] {
  const given = new Map([...cases.keys()].map((id) => [id, 0]))
  const withdrawn = new Set(events.filter(({ type }) => type === 'withdrew').map(({ participant }) => participant))
  for (const event of events)
    if (event.type === 'joined' && !withdrawn.has(event.participant))
      for (const { id } of event.cases) given.set(id, (given.get(id) ?? 0) + 1)
  const random = randomFrom(`${plan.seed} participant ${turn}`)
  return shuffled([...cases.keys()], random)
    .toSorted((a, b) => (given.get(a) ?? 0) - (given.get(b) ?? 0))
    .slice(0, plan.casesEach)
    .map((id) => ({ id, propagatedIsA: random() < 0.5 }))
}

/** Reads a form field as a rating; undefined if it is none. */
export const ratingOf = (text: unknown): Rating | undefined => {
  const parsed = typeof text === 'string' && /^[+-]?[0-2]$/.test(text) ? Rating.safeParse(Number(text)) : undefined
  return parsed?.success ? parsed.data : undefined
}
