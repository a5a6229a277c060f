import type { ValueBand } from '../../schemas/judge.ts'
import type { Reading } from './number.ts'
import { convert, isTemperature, KELVIN, type KnownUnit, type UnitReading } from './unit.ts'

/** Relative error up to which a value is correct, and up to which it is a moderate error. */
const CORRECT_WITHIN = 0.05
const MODERATE_WITHIN = 0.1
/** Relative. 1.05 against 1 is within 5 %, though in binary it is a hair above. */
const ROUNDING = 1e-9

export const bandOf = (relativeError: number): ValueBand =>
  relativeError <= CORRECT_WITHIN + ROUNDING ? 'correct' : relativeError <= MODERATE_WITHIN + ROUNDING ? 'moderate' : 'major'

export type Comparison =
  | { readonly kind: 'compared'; readonly relativeError: number; readonly band: ValueBand; readonly unitMissing: boolean }
  | { readonly kind: 'unit-incompatible' }
  | { readonly kind: 'unit-unknown' }

export interface Quantity {
  readonly reading: Reading
  readonly unit: UnitReading
}

/**
 * How far `given` is from `reference`: `|p − g| / |g|`, in the unit of the reference. A given value without a unit is compared as if it had the
 * reference's, and said to lack it. A range holds every value in it; vectors compare by the length of their difference.
 */
export function compare(given: Quantity, reference: Quantity): Comparison {
  if (given.unit.kind === 'unknown' || reference.unit.kind === 'unknown') {
    const same = given.unit.kind === 'unknown' && reference.unit.kind === 'unknown' && given.unit.text === reference.unit.text
    return same ? compared(relativeError(given.reading, reference.reading), false) : { kind: 'unit-unknown' }
  }
  const target = reference.unit.kind === 'known' ? reference.unit : PLAIN
  const unitMissing = given.unit.kind === 'none' && target.expression !== ''
  const source = unitMissing || given.unit.kind === 'none' ? (unitMissing ? target : PLAIN) : given.unit
  const zero = reference.reading.kind === 'scalar' && reference.reading.value === 0 && isTemperature(target)
  const scale = zero ? KELVIN : target
  const there = reread(given.reading, source, scale)
  const here = reread(reference.reading, target, scale)
  return there && here ? compared(relativeError(there, here), unitMissing) : { kind: 'unit-incompatible' }
}

const PLAIN: KnownUnit = { kind: 'known', factor: 1, expression: '' }

const compared = (error: number, unitMissing: boolean): Comparison => ({
  kind: 'compared',
  relativeError: error,
  band: bandOf(error),
  unitMissing,
})

function reread(reading: Reading, from: KnownUnit, to: KnownUnit): Reading | undefined {
  const one = (value: number): number | undefined => {
    const converted = convert(value, from, to)
    return converted.kind === 'value' ? converted.value : undefined
  }
  if (reading.kind === 'scalar') {
    const value = one(reading.value)
    return value === undefined ? undefined : { kind: 'scalar', value }
  }
  if (reading.kind === 'range') {
    const low = one(reading.low)
    const high = one(reading.high)
    return low === undefined || high === undefined ? undefined : { kind: 'range', low, high }
  }
  const components = reading.components.map(one)
  return components.every((value) => value !== undefined) ? { kind: 'vector', components } : undefined
}

/** Infinite where the reference is 0 and the given value is not, or where one is a vector and the other is not. */
export function relativeError(given: Reading, reference: Reading): number {
  if (given.kind === 'vector' || reference.kind === 'vector') return vectorError(given, reference)
  const [low, high] = given.kind === 'range' ? [given.low, given.high] : [given.value, given.value]
  if (reference.kind === 'scalar') return Math.max(gap(low, reference.value), gap(high, reference.value))
  if (given.kind === 'range') return Math.max(gap(low, reference.low), gap(high, reference.high))
  if (low >= reference.low && low <= reference.high) return 0
  return Math.min(gap(low, reference.low), gap(low, reference.high))
}

const gap = (value: number, reference: number): number => {
  const off = Math.abs(value - reference)
  return off === 0 ? 0 : reference === 0 ? Number.POSITIVE_INFINITY : off / Math.abs(reference)
}

function vectorError(given: Reading, reference: Reading): number {
  if (given.kind !== 'vector' || reference.kind !== 'vector') return Number.POSITIVE_INFINITY
  const size = Math.max(given.components.length, reference.components.length)
  const at = ({ components }: { components: readonly number[] }, index: number): number => components[index] ?? 0
  const axes = Array.from({ length: size }, (_, index) => index)
  return gap(Math.hypot(...axes.map((i) => at(given, i) - at(reference, i))), 0) === 0
    ? 0
    : Math.hypot(...axes.map((i) => at(given, i) - at(reference, i))) / Math.hypot(...axes.map((i) => at(reference, i)))
}
