import type { Crop } from '../../schemas/figure.ts'
import type { AskModel, ModelImage } from '../../schemas/model.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'

/** A model and the means to show it pictures; handed in by whoever runs the pipeline. */
export interface RefineModel {
  readonly model: string
  readonly ask: AskModel
  /** Answers may come later (a notice says so): what builds on one that is not there yet is left for the next round. */
  readonly later?: boolean
  /** Bytes of a crop; undefined when they are not there. */
  readonly picture: (crop: Pick<Crop, 'sha256'>) => Promise<ModelImage | undefined>
}

/** What every pass is told: it reads, it does not write. */
export const RULES = [
  'You compare what was read off a textbook page with the picture of that page.',
  'The picture is the truth. Never solve, complete, reword, translate or improve anything.',
  'Never write a numeral, unit or symbol that is not printed in the picture.',
].join(' ')

/** After one of these nothing further is asked: it would fail in the same way, or must not be paid for. */
const STOPS = new Set(['model-unavailable', 'budget-reached', 'interrupted'])

export const endsAsking = (error: ProblemError): boolean => STOPS.has(error.problem.code)

/** Whether an answer is only on its way. */
export const isAwaited = ({ later = false }: Pick<RefineModel, 'later'>, failures: readonly Problem[]): boolean =>
  later && failures.some(({ code, severity }) => code === 'model-failed' && severity === 'notice')

/** Runs one pass. A failed answer is kept as a problem and costs the item only this pass; what ends all asking, and bugs, are thrown on. */
export async function attempt<T>(pass: () => Promise<T>, failures: Problem[]): Promise<T | undefined> {
  try {
    return await pass()
  } catch (error) {
    if (!(error instanceof ProblemError) || endsAsking(error)) throw error
    failures.push(error.problem)
    return undefined
  }
}
