import { z } from 'zod'

/** The eight stages of a solution, in the order in which a solver writes them. */
export const STAGE_TAGS = [
  'PROBLEM_CHARACTERIZATION',
  'ASSUMPTIONS',
  'VISUAL_INTERPRETATION',
  'EQUATION_SELECTION',
  'LOGICAL_REASONING',
  'ALGEBRAIC_ACCURACY',
  'PHYSICAL_INTERPRETATION',
  'FINAL_ANSWER',
] as const
export const StageTag = z.enum(STAGE_TAGS)
export type StageTag = z.infer<typeof StageTag>

/** The three checks of a whole solution. */
export const META_CHECKS = ['COVERAGE', 'VERBOSITY', 'PHYSICAL_SANITY'] as const
export const MetaCheck = z.enum(META_CHECKS)
export type MetaCheck = z.infer<typeof MetaCheck>

export const Severity = z.enum(['minor', 'moderate', 'major', 'critical'])
export type Severity = z.infer<typeof Severity>

export const FatalType = z.enum([
  'governing_equation_incorrect',
  'physical_model_invalid',
  'dimensionally_inconsistent',
  'boundary_conditions_invalid',
  'physically_impossible_result',
])
export type FatalType = z.infer<typeof FatalType>

/** Models write `Major`, `major ` and `GOVERNING_EQUATION_INCORRECT`; spelling is forgiven, other words are not. */
const spelled = <Word extends z.ZodEnum>(words: Word) =>
  z.preprocess(
    (given) =>
      typeof given === 'string'
        ? given
            .trim()
            .toLowerCase()
            .replaceAll(/[\s-]+/g, '_')
        : given,
    words,
  )

export const StageError = z
  .object({
    description: z.string(),
    criterion: z.string().default('').describe('which of the stage’s criteria it breaks; in FINAL_ANSWER one of the names in the prompt'),
    severity: spelled(Severity),
    penalty: z.number().nullish().describe('kept as said; what counts is the severity'),
  })
  .meta({ id: 'StageError', title: 'An error that a judge found in a stage' })
export type StageError = z.infer<typeof StageError>

export const FatalError = z
  .object({
    type: spelled(FatalType),
    description: z.string().default(''),
    score_cap: z.number().nullish().describe('kept as said; what counts is the type'),
  })
  .meta({ id: 'FatalError', title: 'An error that caps a stage' })
export type FatalError = z.infer<typeof FatalError>

const Said = z.union([z.number(), z.string(), z.array(z.number())]).nullable()

export const PredictedValue = z
  .object({
    quantity: z.string().default(''),
    predicted: Said.describe('null when the solution does not give it'),
    ground_truth: Said,
    unit_predicted: z.string().nullish().describe('empty or null when none is written'),
    unit_expected: z.string().nullish(),
  })
  .meta({ id: 'PredictedValue', title: 'A final value beside its reference, as the judge read them' })
export type PredictedValue = z.infer<typeof PredictedValue>

const errors = { errors: z.array(StageError), fatal_errors: z.array(FatalError).default([]) }
/** Always last: whatever an answer lacks at its end, then, it is not an error that would count. */
const justification = { justification: z.string().default('') }

/** What a judge answers about one stage. The extra fields belong to EQUATION_SELECTION and FINAL_ANSWER. */
export const StageAnswer = z.object({ ...errors, ...justification })
export type StageAnswer = z.infer<typeof StageAnswer>
export const EquationAnswer = z.object({ ...errors, governing_equation_correct: z.boolean(), ...justification })
export const FinalAnswer = z.object({ ...errors, predicted_values: z.array(PredictedValue), ...justification })
export const AnyStageAnswer = StageAnswer.extend({
  governing_equation_correct: z.boolean().optional(),
  predicted_values: z.array(PredictedValue).optional(),
})
export type AnyStageAnswer = z.infer<typeof AnyStageAnswer>

const TenPoints = z.number().min(0).max(10)
export const CoverageAnswer = z.object({
  coverage_score: TenPoints,
  missing: z.array(z.string()).default([]),
  justification: z.string().default(''),
})
export const VerbosityAnswer = z.object({
  verbosity_score: TenPoints,
  filler: z.array(z.string()).default([]),
  justification: z.string().default(''),
})
export const SanityAnswer = z.object({
  sanity_fail: z.boolean(),
  violations: z.array(z.string()).default([]),
  justification: z.string().default(''),
})

/** What the baseline answers: all eight stages in one call, a score each. */
export const SinglePassAnswer = z.object({
  scores: z.object({
    PROBLEM_CHARACTERIZATION: TenPoints,
    ASSUMPTIONS: TenPoints,
    VISUAL_INTERPRETATION: TenPoints,
    EQUATION_SELECTION: TenPoints,
    LOGICAL_REASONING: TenPoints,
    ALGEBRAIC_ACCURACY: TenPoints,
    PHYSICAL_INTERPRETATION: TenPoints,
    FINAL_ANSWER: TenPoints,
  }),
  justification: z.string().default(''),
})
export type SinglePassAnswer = z.infer<typeof SinglePassAnswer>

/** Why an answer could not be used. Unscored is not zero. */
export const UnscoredWhy = z.enum(['refused', 'cut-off', 'not-json', 'wrong-shape', 'failed', 'not-asked'])
export type UnscoredWhy = z.infer<typeof UnscoredWhy>

export const Method = z.enum(['engjudge', 'single-pass', 'single-pass-dp'])
export type Method = z.infer<typeof Method>
export const Ablation = z.enum(['propagation', 'meta', 'missing-stage'])
export type Ablation = z.infer<typeof Ablation>

/** Stage → the stages it rests on. Acyclic; a stage that is not named has no parents. */
export const StageGraph = z.partialRecord(StageTag, z.array(StageTag)).meta({ id: 'StageGraph', title: 'Which stage rests on which' })
export type StageGraph = z.infer<typeof StageGraph>

/** Which call this is within an item: a stage, a check, the baseline’s one call, or the solver’s. */
export const CallTask = z.union([StageTag, MetaCheck, z.enum(['SINGLE_PASS', 'SOLVE'])])
export type CallTask = z.infer<typeof CallTask>

/**
 * One model call, whole, as a line of `calls.jsonl`. Names follow Inspect’s model events where they fit
 * (`model`, `config`, `input`, `output`, `usage`, `working_time`).
 */
/** How answers are generated; recorded with everything that was. */
/** A solution to one item, by a model or a person, as a line of `solutions.jsonl`. */
/** `run.json` of a folder with solutions or judgements: what was run on what. */
/** A doubt about one judgement that a person should look at; none of them changes a score by itself. */
export const Flag = z.strictObject({
  kind: z.enum([
    'penalty-contradicts-severity',
    'cap-contradicts-type',
    'fatal-not-of-this-stage',
    'counted-twice',
    'unit-incompatible',
    'unit-unknown',
    'value-unreadable',
    'value-not-in-solution',
    'reference-not-in-key',
    'readings-differ',
    'stage-repeated',
  ]),
  message: z.string(),
})
export type Flag = z.infer<typeof Flag>

const ValueBand = z.enum(['correct', 'moderate', 'major'])
export type ValueBand = z.infer<typeof ValueBand>

/** One final value compared: what the judge listed, how far it is off, and what we read ourselves. */
export const ComparedValue = z.strictObject({
  quantity: z.string(),
  judge: z.strictObject({ band: ValueBand.nullable(), relativeError: z.number().nullable() }),
  ours: z
    .strictObject({ band: ValueBand.nullable(), relativeError: z.number().nullable(), read: z.string(), reference: z.string() })
    .nullable(),
})
export type ComparedValue = z.infer<typeof ComparedValue>

export const StageResult = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('absent') }),
  z.strictObject({ state: z.literal('unscored'), why: UnscoredWhy, answer: z.string() }),
  z.strictObject({
    state: z.literal('scored'),
    raw: TenPoints.describe('Y: after penalties and caps'),
    penalty: z.number().min(0).describe('sum that was taken off'),
    cap: z.number().nullable(),
    errors: z.array(StageError).describe('those that counted, ours included'),
    fatal: z.array(FatalError),
    setAside: z.array(StageError).describe('listed by the judge, but counted elsewhere'),
    values: z.array(ComparedValue),
    justification: z.string(),
    flags: z.array(Flag),
  }),
])
export type StageResult = z.infer<typeof StageResult>
export type ScoredStage = Extract<StageResult, { state: 'scored' }>

export const MetaResult = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('unscored'), why: UnscoredWhy, answer: z.string() }),
  z.strictObject({
    state: z.literal('scored'),
    score: TenPoints.describe('PHYSICAL_SANITY: 10 when it passes, 0 when it fails'),
    found: z.array(z.string()),
    justification: z.string(),
  }),
])
export type MetaResult = z.infer<typeof MetaResult>

/** Everything between the stages and the one score. Null where something is unscored. */
export const Score = z.strictObject({
  propagated: z.record(StageTag, z.number().nullable()),
  base: z.number().nullable(),
  missing: z.int().min(0).describe('absent stages'),
  missingPenalty: z.number(),
  blend: z.number().nullable(),
  coverage: z.number().nullable().describe('share taken off, at most 0.5'),
  verbosity: z.number().nullable().describe('share taken off, at most 0.5'),
  sanityFail: z.boolean().nullable(),
  final: TenPoints.nullable(),
})
export type Score = z.infer<typeof Score>

/** One solution judged by one model, as a line of `judgements.jsonl`. A pure function of the calls. */
export const Judgement = z
  .strictObject({
    id: z.string().describe('item @ solver @ judge'),
    item: z.string(),
    subject: z.string(),
    topics: z.array(z.string()),
    solver: z.strictObject({ kind: z.enum(['model', 'person']), name: z.string() }),
    judge: z.string(),
    method: Method,
    topology: z.string().describe('dag, chain, flat, or the name of a file'),
    without: z.array(Ablation),
    stages: z.record(StageTag, StageResult),
    meta: z.record(MetaCheck, MetaResult).nullable().describe('null for methods without whole-solution checks'),
    score: Score,
    usage: z.strictObject({
      calls: z.int(),
      seconds: z.number(),
      inputTokens: z.int(),
      cachedTokens: z.int(),
      cacheWriteTokens: z.int(),
      outputTokens: z.int(),
      unknown: z.int().describe('calls whose server did not say'),
    }),
  })
  .meta({ id: 'Judgement', title: 'A judged solution' })
export type Judgement = z.infer<typeof Judgement>

/** A person’s grade of a solution, as a line of `grades.jsonl`. */
