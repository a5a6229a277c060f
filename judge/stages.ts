import type { FatalType, StageTag } from '../schemas/judge.ts'

/** What a stage asks of the solver, what the judge looks at, and which fatal errors may be reported in it. */
export interface StageRule {
  readonly tag: StageTag
  readonly short: string
  readonly asks: string
  readonly looksAt: string
  readonly fatal: readonly FatalType[]
}

/** The eight stages in order. `fatal` follows the list in the description of EngJudge. */
export const STAGE_RULES: readonly StageRule[] = [
  {
    tag: 'PROBLEM_CHARACTERIZATION',
    short: 'PC',
    asks: 'In one or two sentences: what type of problem this is and what has to be found.',
    looksAt:
      'domain and sub-topic; steady or transient; number of dimensions; laws that apply; which quantities are known and unknown; geometry',
    fatal: ['governing_equation_incorrect', 'physical_model_invalid'],
  },
  {
    tag: 'ASSUMPTIONS',
    short: 'AS',
    asks: 'Two to four key assumptions, each with a one-line justification.',
    looksAt: 'validity and justification of each assumption; completeness; consistency with the statement of the problem',
    fatal: ['physical_model_invalid', 'boundary_conditions_invalid'],
  },
  {
    tag: 'VISUAL_INTERPRETATION',
    short: 'VI',
    asks: 'What you read off the diagram: dimensions, boundary conditions, materials.',
    looksAt: 'dimensions; geometric relations; loads and supports; direction of flow; materials; coordinates',
    fatal: ['physical_model_invalid', 'governing_equation_incorrect'],
  },
  {
    tag: 'EQUATION_SELECTION',
    short: 'ES',
    asks: 'The governing equations, and why each applies.',
    looksAt: 'the right governing equation in the right form and coordinates; boundary conditions; simplifications and their justification',
    fatal: ['governing_equation_incorrect', 'dimensionally_inconsistent', 'boundary_conditions_invalid'],
  },
  {
    tag: 'LOGICAL_REASONING',
    short: 'LR',
    asks: 'The line of argument that leads from the equations to the solution.',
    looksAt: 'each claim follows from those before it; no leaps; causality and proportionality the right way round',
    fatal: [],
  },
  {
    tag: 'ALGEBRAIC_ACCURACY',
    short: 'AA',
    asks: 'The derivation: conversion to SI units, substitution, intermediate results with 3–4 significant figures.',
    looksAt: 'values and constants; unit conversion; arithmetic; signs; integrals; the path of the derivation',
    fatal: ['dimensionally_inconsistent', 'boundary_conditions_invalid'],
  },
  {
    tag: 'PHYSICAL_INTERPRETATION',
    short: 'PI',
    asks: 'What the result means, and whether its magnitude is reasonable.',
    looksAt: 'meaning of the result; trends; magnitude; limiting cases',
    fatal: [],
  },
  {
    tag: 'FINAL_ANSWER',
    short: 'FA',
    asks: 'The numbers with their units, labelled (a), (b), … where there are parts.',
    looksAt: 'numbers; units; all parts answered; whether the values are possible',
    fatal: ['physically_impossible_result'],
  },
]

const BY_TAG = new Map(STAGE_RULES.map((rule) => [rule.tag, rule]))

export function stageRule(tag: StageTag): StageRule {
  const rule = BY_TAG.get(tag)
  if (!rule) throw new Error(`no rule for stage ${tag}`)
  return rule
}
