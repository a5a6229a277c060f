import { type FatalType, type Judgement, STAGE_TAGS, type StageError, type StageTag } from '../../schemas/judge.ts'

/** What kind of mistake an error is, whichever stage it turned up in. */
export const CATEGORIES = [
  'diagram misread',
  'problem or model misjudged',
  'unjustified assumption',
  'wrong governing equation',
  'boundary conditions',
  'units and dimensions',
  'reasoning gap',
  'calculation slip',
  'misinterpreted result',
  'wrong final value',
  'part unanswered',
  'impossible result',
] as const
export type Category = (typeof CATEGORIES)[number]

const BY_STAGE: Readonly<Record<StageTag, Category>> = {
  PROBLEM_CHARACTERIZATION: 'problem or model misjudged',
  ASSUMPTIONS: 'unjustified assumption',
  VISUAL_INTERPRETATION: 'diagram misread',
  EQUATION_SELECTION: 'wrong governing equation',
  LOGICAL_REASONING: 'reasoning gap',
  ALGEBRAIC_ACCURACY: 'calculation slip',
  PHYSICAL_INTERPRETATION: 'misinterpreted result',
  FINAL_ANSWER: 'wrong final value',
}

const BY_FATAL: Readonly<Record<FatalType, Category>> = {
  governing_equation_incorrect: 'wrong governing equation',
  physical_model_invalid: 'problem or model misjudged',
  dimensionally_inconsistent: 'units and dimensions',
  boundary_conditions_invalid: 'boundary conditions',
  physically_impossible_result: 'impossible result',
}

/** What a criterion says, first match first, before the stage decides. */
const BY_CRITERION: readonly (readonly [RegExp, Category])[] = [
  [/unit|dimension(?:al|ally)/i, 'units and dimensions'],
  [/boundary|support condition/i, 'boundary conditions'],
  [/missing.?part|unanswered/i, 'part unanswered'],
  [/impossible/i, 'impossible result'],
  [/diagram|figure|visual/i, 'diagram misread'],
]

export interface Mistake {
  readonly stage: StageTag
  readonly category: Category
  readonly severity: StageError['severity'] | 'fatal'
  readonly description: string
}

export function categoryOf(stage: StageTag, { criterion }: Pick<StageError, 'criterion'>): Category {
  return BY_CRITERION.find(([pattern]) => pattern.test(criterion))?.[1] ?? BY_STAGE[stage]
}

/** All mistakes of a solution that counted, fatal ones included. */
export const mistakesOf = ({ stages }: Pick<Judgement, 'stages'>): Mistake[] =>
  STAGE_TAGS.flatMap((stage): Mistake[] => {
    const result = stages[stage]
    if (result.state !== 'scored') return []
    return [
      ...result.errors.map(
        (error): Mistake => ({ stage, category: categoryOf(stage, error), severity: error.severity, description: error.description }),
      ),
      ...result.fatal.map(({ type, description }): Mistake => ({ stage, category: BY_FATAL[type], severity: 'fatal', description })),
    ]
  })
