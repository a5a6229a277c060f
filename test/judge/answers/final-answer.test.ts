import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimsIn } from '../../../judge/answers/claims.ts'
import { bandOf, compare, relativeError } from '../../../judge/answers/compare.ts'
import { type AnswerKey, readFinalAnswer } from '../../../judge/answers/final-answer.ts'
import { readUnit } from '../../../judge/answers/unit.ts'
import type { Answer } from '../../../schemas/item.ts'
import type { PredictedValue, StageError } from '../../../schemas/judge.ts'

const listed = (given: Partial<PredictedValue>): PredictedValue => ({
  quantity: 'v',
  predicted: 12.4,
  ground_truth: 12.4,
  unit_predicted: 'm/s',
  unit_expected: 'm/s',
  ...given,
})
const keyed = (answers: Answer[], text = ''): AnswerKey => ({ answers, text })
const key = (value: number, unit: string, part: string | null = null): Answer => ({
  part,
  quantity: null,
  value,
  unit,
  text: `${value} ${unit}`,
  sure: true,
})
const errorsOf = (value: Partial<PredictedValue>, errors: StageError[] = []): string[] =>
  readFinalAnswer('v = 12.4 m/s', [listed(value)], errors, keyed([])).counted.map(({ criterion, severity }) => `${criterion} ${severity}`)

describe('bands', () => {
  it('are correct within 5 %, moderate within 10 %, major above, ends included', () => {
    expect([0, 0.05, 0.0500001, 0.1, 0.1000001, 2].map(bandOf)).toEqual(['correct', 'correct', 'moderate', 'moderate', 'major', 'major'])
    expect(bandOf(relativeError({ kind: 'scalar', value: 1.05 }, { kind: 'scalar', value: 1 }))).toBe('correct')
    expect(bandOf(relativeError({ kind: 'scalar', value: 1.1 }, { kind: 'scalar', value: 1 }))).toBe('moderate')
  })

  it('do not depend on the unit in which either is written', () => {
    const factors = [
      ['m', 1],
      ['mm', 1e-3],
      ['ft', 0.3048],
      ['km', 1e3],
    ] as const
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.constantFrom(...factors),
        fc.constantFrom(...factors),
        (ratio, [from, size], [to, other]) => {
          const result = compare(
            { reading: { kind: 'scalar', value: (ratio * 3) / size }, unit: readUnit(from) },
            { reading: { kind: 'scalar', value: 3 / other }, unit: readUnit(to) },
          )
          expect(result.kind === 'compared' ? result.relativeError : Number.NaN).toBeCloseTo(Math.abs(ratio - 1), 9)
        },
      ),
    )
  })

  it.each([
    ['a range that holds the value', { kind: 'scalar', value: 11 }, { kind: 'range', low: 10, high: 12 }, 0],
    ['a range that does not', { kind: 'scalar', value: 9 }, { kind: 'range', low: 10, high: 12 }, 0.1],
    ['a range given for a value', { kind: 'range', low: 9, high: 10 }, { kind: 'scalar', value: 10 }, 0.1],
    ['a vector', { kind: 'vector', components: [3, 4.5] }, { kind: 'vector', components: [3, 4] }, 0.1],
    ['a vector with a zero left out', { kind: 'vector', components: [3, 4, 0] }, { kind: 'vector', components: [3, 4] }, 0],
    ['a vector turned round', { kind: 'vector', components: [-3, -4] }, { kind: 'vector', components: [3, 4] }, 2],
    ['a number given for a vector', { kind: 'scalar', value: 5 }, { kind: 'vector', components: [3, 4] }, Number.POSITIVE_INFINITY],
    ['zero against zero', { kind: 'scalar', value: 0 }, { kind: 'scalar', value: 0 }, 0],
    ['something against zero', { kind: 'scalar', value: 0.1 }, { kind: 'scalar', value: 0 }, Number.POSITIVE_INFINITY],
    ['the wrong sign', { kind: 'scalar', value: -2 }, { kind: 'scalar', value: 2 }, 2],
  ] as const)('compare %s', (_, given, reference, expected) => {
    expect(relativeError(given, reference)).toBeCloseTo(expected, 12)
  })

  it('take a temperature of 0 °C on the absolute scale', () => {
    const celsius = (value: number) => ({ reading: { kind: 'scalar' as const, value }, unit: readUnit('°C') })
    expect(compare(celsius(1), celsius(0))).toMatchObject({ band: 'correct' })
    expect(compare(celsius(100), celsius(0))).toMatchObject({ band: 'major' })
  })
})

describe('claimsIn', () => {
  it.each([
    ['(a) $v_2 = 2.5\\,\\mathrm{m/s}$\n(b) Q = 3.2 × 10³ kJ', ['a v_2', 'b Q']],
    ['v = Q/A = 2.5 m/s, p = 3 kPa', ['null v', 'null p']],
    ['(a) 2 m (b) 3 m', ['a ', 'b ']],
    ['- Heat transfer rate: 5.2 kW (out of the system)', ['null Heat transfer rate']],
    ['| (a) | 12.4 m/s |\n| (b) | 3 kPa |', ['a ', 'b ']],
    ['**Part a:** 12.4 m/s\nPart (b): v = 3 kPa', ['a ', 'b v']],
    ['(i) 2 m\n(ii) 3 m', ['i ', 'ii ']],
    ['Particle speed: 3 m/s', ['null Particle speed']],
    ['The flow is laminar.', []],
  ])('reads %j', (text, expected) => {
    expect(claimsIn(text).map(({ part, quantity }) => `${part} ${quantity}`)).toEqual(expected)
  })

  it('takes the last number after the last equals sign, with its unit', () => {
    expect(claimsIn('F = 2 × 3 = 6 kN (compression)')).toMatchObject([{ reading: { value: 6 }, unit: { expression: 'kN^1' } }])
    expect(claimsIn('The force is approximately 1,250 N to the left')).toMatchObject([
      { reading: { value: 1250 }, unit: { expression: 'N^1' } },
    ])
  })
})

describe('readFinalAnswer', () => {
  it('finds nothing wrong with a value that is right, in whatever unit', () => {
    expect(errorsOf({})).toEqual([])
    expect(errorsOf({ predicted: 44.64, unit_predicted: 'km/h' })).toEqual([])
    expect(errorsOf({ predicted: '1.24 × 10¹' })).toEqual([])
  })

  it.each([
    [13, []],
    [13.3, ['numerical_value moderate']],
    [14, ['numerical_value major']],
    [-12.4, ['numerical_value major']],
  ])('puts %d against 12.4 into its band', (predicted, expected) => {
    expect(errorsOf({ predicted })).toEqual(expected)
  })

  it('adds a missing unit, a missing part and a unit of another kind as errors of their own', () => {
    expect(errorsOf({ unit_predicted: '' })).toEqual(['missing_unit moderate'])
    expect(errorsOf({ predicted: null })).toEqual(['missing_part major'])
    expect(errorsOf({ unit_predicted: 'kg' })).toEqual(['numerical_value major'])
    expect(errorsOf({ unit_predicted: '', unit_expected: '', ground_truth: 12.4 })).toEqual([])
  })

  it('counts nothing twice that the judge lists as well', () => {
    const error = (criterion: string): StageError => ({ description: '', criterion, severity: 'major' })
    expect(errorsOf({ predicted: 14 }, [error('numerical_value')])).toEqual(['numerical_value major'])
    expect(errorsOf({ unit_predicted: '' }, [error('missing_unit')])).toEqual(['missing_unit major'])
    expect(errorsOf({ predicted: null }, [error('missing_part')])).toEqual(['missing_part major'])
    expect(errorsOf({}, [error('impossible')])).toEqual(['impossible major'])
    expect(errorsOf({ predicted: null }, [error('missing_unit')])).toEqual(['missing_unit major', 'missing_part major'])
    expect(errorsOf({ predicted: null }, [error('particle_model')])).toEqual(['particle_model major', 'missing_part major'])
  })

  it('counts what the judge says about numbers when it lists no values', () => {
    const error: StageError = { description: '', criterion: 'numerical_value', severity: 'moderate' }
    expect(readFinalAnswer('It rises.', [], [error], keyed([])).counted).toEqual([error])
  })

  it('keeps both readings and flags where ours comes to another band', () => {
    const { values, flags, counted } = readFinalAnswer('v = 14 m/s', [listed({ predicted: 12.4 })], [], keyed([key(12.4, 'm/s')]))
    expect(values).toMatchObject([{ judge: { band: 'correct' }, ours: { band: 'major', read: 'v = 14 m/s' } }])
    expect(flags.map(({ kind }) => kind)).toEqual(['value-not-in-solution', 'readings-differ'])
    expect(counted).toEqual([])
  })

  it('flags nothing where both agree, though written in different units', () => {
    const { values, flags } = readFinalAnswer(
      '(a) v = 44.6 km/h',
      [listed({ predicted: 44.6, unit_predicted: 'km/h' })],
      [],
      keyed([key(12.4, 'm/s', 'a')]),
    )
    expect(values).toMatchObject([{ judge: { band: 'correct' }, ours: { band: 'correct' } }])
    expect(flags).toEqual([])
  })

  it('flags a ground truth that is not in the key, and leaves our own reading out', () => {
    const { values, flags } = readFinalAnswer('v = 12.4 m/s', [listed({})], [], keyed([key(99, 'm/s')]))
    expect(values).toMatchObject([{ ours: null }])
    expect(flags).toMatchObject([{ kind: 'reference-not-in-key' }])
  })

  it('looks the judge’s ground truth up in the text of the reference where the key has no answers', () => {
    const reference = 'With $A = 2\\,\\mathrm{m^2}$ we get\n\n$$v=\\frac{Q}{A}=12.4\\,\\mathrm{m/s}$$'
    const right = readFinalAnswer('v = 44.64 km/h', [listed({ predicted: 44.64, unit_predicted: 'km/h' })], [], keyed([], reference))
    expect(right).toMatchObject({ values: [{ ours: { band: 'correct' } }], flags: [] })
    const wrong = readFinalAnswer('v = 14 m/s', [listed({})], [], keyed([], reference))
    expect(wrong.flags.map(({ kind }) => kind)).toEqual(['value-not-in-solution', 'readings-differ'])
    const invented = readFinalAnswer('v = 12.4 m/s', [listed({ ground_truth: 50 })], [], keyed([], reference))
    expect(invented.flags.map(({ kind }) => kind)).toEqual(['reference-not-in-key'])
  })

  it('finds the claim of each part', () => {
    const answers = [key(1, 'm', 'a'), key(2, 'm', 'b')]
    const given = [
      listed({ quantity: 'a', predicted: 1, ground_truth: 1, unit_predicted: 'm', unit_expected: 'm' }),
      listed({ quantity: 'b', predicted: 3, ground_truth: 2, unit_predicted: 'm', unit_expected: 'm' }),
    ]
    const { values, flags } = readFinalAnswer('(b) 3 m\n(a) 100 cm', given, [], keyed(answers))
    expect(values.map(({ ours }) => ours?.band)).toEqual(['correct', 'major'])
    expect(flags).toEqual([])
  })

  it('compares numbers as they stand where a unit cannot be read, and says so', () => {
    const { values, flags } = readFinalAnswer('12.4 flips', [listed({ unit_predicted: 'flips', unit_expected: 'flops' })], [], keyed([]))
    expect(values).toMatchObject([{ judge: { band: 'correct' } }])
    expect(flags).toMatchObject([{ kind: 'unit-unknown' }])
  })
})
