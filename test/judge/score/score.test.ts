import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAIN, DAG, FLAT, inOrder, readGraph } from '../../../judge/graph.ts'
import { finalScore, type MetaScores } from '../../../judge/score/final.ts'
import { capOf, contradictions, fatalErrors, PENALTY, stagePoints } from '../../../judge/score/penalties.ts'
import { propagate, type RawStage } from '../../../judge/score/propagate.ts'
import { Severity, STAGE_TAGS, type StageGraph, type StageTag } from '../../../schemas/judge.ts'

type Raw = Record<StageTag, RawStage>
const all = (points: RawStage): Raw => Object.fromEntries(STAGE_TAGS.map((tag) => [tag, points])) as Raw
const FINE: MetaScores = { coverage: 10, verbosity: 10, sanityFail: false }
const severity = fc.constantFrom(...Severity.options)
const cap = fc.constantFrom(0, 2, 3, 4)
const points = fc.integer({ min: 0, max: 10 })
const rawStages = fc.record(Object.fromEntries(STAGE_TAGS.map((tag) => [tag, points]))) as fc.Arbitrary<Record<StageTag, number>>
/** Any acyclic graph: parents come from earlier in a random order. */
const graphs: fc.Arbitrary<StageGraph> = fc
  .tuple(
    fc.shuffledSubarray([...STAGE_TAGS], { minLength: 8 }),
    fc.array(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), { minLength: 8, maxLength: 8 }),
  )
  .map(([order, picks]) => Object.fromEntries(order.map((tag, i) => [tag, order.slice(0, i).filter((_, j) => picks[i]?.[j])])))

describe('stagePoints', () => {
  it.each([
    [[], [], 10],
    [['minor'], [], 8],
    [['moderate', 'minor'], [], 4],
    [['major', 'moderate'], [], 0],
    [['critical'], [], 0],
    [['minor'], [4], 4],
    [['moderate'], [4, 2], 2],
    [['major'], [4], 3],
    [[], [0], 0],
  ] as const)('makes of %j with caps %j %d points', (severities, caps, expected) => {
    expect(stagePoints(severities, caps).raw).toBe(expected)
  })

  it('stays within 0 and 10, never rises with another error or cap, and forgets their order', () => {
    fc.assert(
      fc.property(
        fc.array(severity, { maxLength: 6 }),
        fc.array(cap, { maxLength: 3 }),
        severity,
        cap,
        (severities, caps, error, another) => {
          const { raw } = stagePoints(severities, caps)
          expect(raw).toBeGreaterThanOrEqual(0)
          expect(raw).toBeLessThanOrEqual(Math.min(10, ...caps))
          expect(stagePoints([...severities, error], caps).raw).toBeLessThanOrEqual(raw)
          expect(stagePoints(severities, [...caps, another]).raw).toBeLessThanOrEqual(raw)
          expect(stagePoints(severities.toReversed(), caps.toReversed()).raw).toBe(raw)
        },
      ),
    )
  })
})

describe('fatalErrors', () => {
  const report = (type: 'governing_equation_incorrect' | 'physically_impossible_result', score_cap?: number) => ({
    errors: [],
    justification: '',
    fatal_errors: [{ type, description: '', ...(score_cap === undefined ? {} : { score_cap }) }],
  })

  it('caps a wrong governing equation at 3, and at 0 where choosing it was the task', () => {
    expect(capOf('governing_equation_incorrect', 'PROBLEM_CHARACTERIZATION')).toBe(3)
    expect(capOf('governing_equation_incorrect', 'EQUATION_SELECTION')).toBe(0)
  })

  it('counts by type, and flags a cap that contradicts it', () => {
    expect(fatalErrors('VISUAL_INTERPRETATION', report('governing_equation_incorrect', 7))).toMatchObject({
      caps: [3],
      flags: [{ kind: 'cap-contradicts-type' }],
    })
  })

  it('sets aside a fatal error that the stage may not report', () => {
    expect(fatalErrors('LOGICAL_REASONING', report('governing_equation_incorrect', 3))).toMatchObject({
      counted: [],
      caps: [],
      flags: [{ kind: 'fatal-not-of-this-stage' }],
    })
    expect(fatalErrors('FINAL_ANSWER', report('physically_impossible_result')).caps).toEqual([2])
  })

  it('takes the flag for a wrong governing equation as a cap of 0', () => {
    expect(
      fatalErrors('EQUATION_SELECTION', { errors: [], fatal_errors: [], justification: '', governing_equation_correct: false }).caps,
    ).toEqual([0])
    expect(
      fatalErrors('EQUATION_SELECTION', { errors: [], fatal_errors: [], justification: '', governing_equation_correct: true }).caps,
    ).toEqual([])
  })
})

it('lets the severity count where a penalty contradicts it', () => {
  const error = (penalty: number) => ({ description: 'sign', criterion: 'signs', severity: 'minor' as const, penalty })
  expect(contradictions([error(2), error(-2), error(7)])).toMatchObject([{ kind: 'penalty-contradicts-severity' }])
  expect(PENALTY).toEqual({ minor: 2, moderate: 4, major: 7, critical: 10 })
})

describe('propagate', () => {
  it('follows the default graph by hand', () => {
    const raw = { ...all(10), ASSUMPTIONS: 6, ALGEBRAIC_ACCURACY: 3 }
    const scores = propagate(raw, DAG)
    // AS 6; VI 10·(1+.6)/2 = 8; ES 10·(.6+.8)/2 = 7; LR 10·(.6+.7)/2 = 6.5; AA 3·(.7+.65)/2 = 2.025; PI 6.75; FA 10·.2025
    const byHand = [10, 6, 8, 7, 6.5, 2.025, 6.75, 2.025]
    STAGE_TAGS.forEach((tag, index) => {
      expect(scores[tag]).toBeCloseTo(byHand[index] ?? Number.NaN, 12)
    })
  })

  it('has no edge from interpretation to the answer, nor from algebra to interpretation', () => {
    expect(propagate({ ...all(10), PHYSICAL_INTERPRETATION: 0 }, DAG).FINAL_ANSWER).toBe(10)
    expect(propagate({ ...all(10), ALGEBRAIC_ACCURACY: 0 }, DAG).PHYSICAL_INTERPRETATION).toBe(10)
  })

  it('counts an absent stage as 0, as a parent too', () => {
    const scores = propagate({ ...all(10), ALGEBRAIC_ACCURACY: 'absent' }, DAG)
    expect(scores.ALGEBRAIC_ACCURACY).toBe(0)
    expect(scores.FINAL_ANSWER).toBe(0)
  })

  it('leaves what rests on an unscored stage unscored, and nothing else', () => {
    const scores = propagate({ ...all(10), LOGICAL_REASONING: 'unscored' }, DAG)
    expect(STAGE_TAGS.filter((tag) => scores[tag] === null)).toEqual([
      'LOGICAL_REASONING',
      'ALGEBRAIC_ACCURACY',
      'PHYSICAL_INTERPRETATION',
      'FINAL_ANSWER',
    ])
  })

  it('multiplies along a chain, and leaves raw scores alone when flat', () => {
    expect(propagate(all(5), CHAIN).FINAL_ANSWER).toBeCloseTo(10 * 0.5 ** 8, 12)
    expect(propagate(all(5), FLAT)).toEqual(all(5))
  })

  it('never exceeds the raw score, is monotone in every stage, and forgets the order of parents', () => {
    fc.assert(
      fc.property(rawStages, graphs, fc.constantFrom(...STAGE_TAGS), (raw, graph, tag) => {
        const scores = propagate(raw, graph)
        const worse = propagate({ ...raw, [tag]: Math.max(0, raw[tag] - 1) }, graph)
        const turned = Object.fromEntries(Object.entries(graph).map(([child, parents]) => [child, parents?.toReversed()])) as StageGraph
        for (const stage of STAGE_TAGS) {
          expect(scores[stage]).toBeGreaterThanOrEqual(0)
          expect(scores[stage] ?? 0).toBeLessThanOrEqual(raw[stage] + 1e-12)
          expect(worse[stage] ?? 0).toBeLessThanOrEqual((scores[stage] ?? 0) + 1e-12)
        }
        expect(propagate(raw, turned)).toEqual(scores)
      }),
    )
  })
})

describe('graphs', () => {
  it('puts every parent before its child, for any acyclic graph', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const order = inOrder(graph)
        expect(order.toSorted()).toEqual([...STAGE_TAGS].toSorted())
        for (const [child, parents] of Object.entries(graph))
          for (const parent of parents ?? []) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(child as StageTag))
      }),
    )
  })

  it('reads a graph from YAML', () => {
    expect(readGraph('FINAL_ANSWER: [ALGEBRAIC_ACCURACY]', 'g.yaml')).toEqual({ FINAL_ANSWER: ['ALGEBRAIC_ACCURACY'] })
  })

  it.each([
    ['a cycle', 'ASSUMPTIONS: [FINAL_ANSWER]\nFINAL_ANSWER: [ASSUMPTIONS]'],
    ['a stage on itself', 'ASSUMPTIONS: [ASSUMPTIONS]'],
    ['an unknown stage', 'ASSUMPTIONS: [GUESSING]'],
    ['an unknown child', 'GUESSING: [ASSUMPTIONS]'],
    ['a list', '- ASSUMPTIONS'],
    ['broken YAML', 'ASSUMPTIONS: ['],
  ])('refuses %s', (_, yaml) => {
    expect(() => readGraph(yaml, 'g.yaml')).toThrowError(
      expect.objectContaining({ problem: expect.objectContaining({ code: 'judge-graph-invalid' }) }),
    )
  })
})

describe('finalScore', () => {
  const options = { graph: DAG, without: [] }

  it('gives a faultless solution 10', () => {
    expect(finalScore(all(10), FINE, options).final).toBe(10)
  })

  it('combines everything as by hand', () => {
    const raw: Raw = { ...all(10), ASSUMPTIONS: 6, PHYSICAL_INTERPRETATION: 'absent' }
    // AS 6, VI 8, ES 7, LR 6.5, AA 6.75, PI 0, FA 6.75, PC 10 → 51/8 = 6.375; −2; ·(1−.2)·(1−.5)·.9
    const score = finalScore(raw, { coverage: 8, verbosity: 1, sanityFail: true }, options)
    expect(score.base).toBeCloseTo(6.375, 12)
    expect(score).toMatchObject({ missing: 1, missingPenalty: 2, verbosity: 0.5, sanityFail: true })
    expect(score.coverage).toBeCloseTo(0.2, 12)
    expect(score.final).toBeCloseTo(4.375 * 0.8 * 0.5 * 0.9, 12)
  })

  it('leaves out one by one what an ablation leaves out', () => {
    const raw: Raw = { ...all(10), ASSUMPTIONS: 6, PHYSICAL_INTERPRETATION: 'absent' }
    const meta = { coverage: 8, verbosity: 10, sanityFail: false }
    expect(finalScore(raw, meta, { graph: DAG, without: ['missing-stage'] }).final).toBeCloseTo(6.375 * 0.8, 12)
    expect(finalScore(raw, meta, { graph: DAG, without: ['meta'] }).final).toBeCloseTo(4.375, 12)
    expect(finalScore(raw, meta, { graph: DAG, without: ['propagation'] }).final).toBeCloseTo((66 / 8 - 2) * 0.8, 12)
  })

  it('never goes below 0, however much is missing', () => {
    expect(finalScore(all('absent'), FINE, options).final).toBe(0)
  })

  it('is unscored while a stage or a check is unscored, and only then', () => {
    expect(finalScore({ ...all(10), FINAL_ANSWER: 'unscored' }, FINE, options).final).toBeNull()
    expect(finalScore(all(10), { ...FINE, coverage: null }, options).final).toBeNull()
    expect(finalScore(all(10), { ...FINE, sanityFail: null }, options).final).toBeNull()
    expect(finalScore(all(10), { ...FINE, coverage: null }, { graph: DAG, without: ['meta'] }).final).toBe(10)
  })

  it('stays within 0 and 10 and never rises when any part gets worse', () => {
    fc.assert(
      fc.property(
        rawStages,
        graphs,
        points,
        points,
        fc.boolean(),
        fc.constantFrom(...STAGE_TAGS),
        (raw, graph, coverage, verbosity, sanityFail, tag) => {
          const meta = { coverage, verbosity, sanityFail }
          const { final } = finalScore(raw, meta, { graph, without: [] })
          const value = final ?? Number.NaN
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(10)
          const worse = [
            finalScore({ ...raw, [tag]: Math.max(0, raw[tag] - 2) }, meta, { graph, without: [] }),
            finalScore({ ...raw, [tag]: 'absent' }, meta, { graph, without: [] }),
            finalScore(raw, { ...meta, coverage: Math.max(0, coverage - 1) }, { graph, without: [] }),
            finalScore(raw, { ...meta, verbosity: Math.max(0, verbosity - 1) }, { graph, without: [] }),
            finalScore(raw, { ...meta, sanityFail: true }, { graph, without: [] }),
          ]
          for (const score of worse) expect(score.final ?? Number.NaN).toBeLessThanOrEqual(value + 1e-12)
        },
      ),
    )
  })
})
