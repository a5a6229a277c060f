import type { AnyStageAnswer, FatalError, FatalType, Flag, Severity, StageError, StageTag } from '../../schemas/judge.ts'
import { stageRule } from '../stages.ts'

/** Points that a stage starts with. */
export const FULL = 10

/** Points. What an error of each severity costs. */
export const PENALTY: Readonly<Record<Severity, number>> = { minor: 2, moderate: 4, major: 7, critical: 10 }

/** Points. The most a stage can have left once this fatal error is in it. */
const CAP: Readonly<Record<FatalType, number>> = {
  governing_equation_incorrect: 3,
  physical_model_invalid: 4,
  dimensionally_inconsistent: 2,
  boundary_conditions_invalid: 4,
  physically_impossible_result: 2,
}

/** A wrong governing equation leaves nothing where choosing it was the task. */
export const capOf = (type: FatalType, tag: StageTag): number =>
  type === 'governing_equation_incorrect' && tag === 'EQUATION_SELECTION' ? 0 : CAP[type]

export interface StagePoints {
  readonly raw: number
  readonly penalty: number
  readonly cap: number | null
}

/** `Y = max(0, 10 − Σ penalties)`, then the lowest cap. Order does not matter. */
export function stagePoints(severities: readonly Severity[], caps: readonly number[]): StagePoints {
  const penalty = severities.reduce((sum, severity) => sum + PENALTY[severity], 0)
  const cap = caps.length === 0 ? null : Math.min(...caps)
  return { raw: Math.min(Math.max(0, FULL - penalty), cap ?? FULL), penalty, cap }
}

/** Fatal errors that this stage may report, with their caps; the others are set aside and flagged. */
export function fatalErrors(tag: StageTag, answer: AnyStageAnswer): { counted: FatalError[]; caps: number[]; flags: Flag[] } {
  const allowed = stageRule(tag).fatal
  const counted = answer.fatal_errors.filter(({ type }) => allowed.includes(type))
  const flags: Flag[] = answer.fatal_errors
    .filter(({ type }) => !allowed.includes(type))
    .map(({ type }) => ({ kind: 'fatal-not-of-this-stage', message: `${type} cannot be reported in ${tag}; it does not count here.` }))
  for (const { type, score_cap } of counted) {
    if (score_cap != null && score_cap !== capOf(type, tag))
      flags.push({ kind: 'cap-contradicts-type', message: `${type} caps at ${capOf(type, tag)}, the judge wrote ${score_cap}.` })
  }
  const caps = counted.map(({ type }) => capOf(type, tag))
  if (answer.governing_equation_correct === false) caps.push(0)
  return { counted, caps, flags }
}

/** Where a penalty contradicts its severity, the severity counts; the contradiction is kept as a flag. */
export const contradictions = (errors: readonly StageError[]): Flag[] =>
  errors
    .filter(({ penalty, severity }) => penalty != null && Math.abs(penalty) !== PENALTY[severity])
    .map(({ penalty, severity, description }) => ({
      kind: 'penalty-contradicts-severity',
      message: `“${description}” is ${severity} (${PENALTY[severity]} points), the judge wrote ${penalty}.`,
    }))
