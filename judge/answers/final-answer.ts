import type { Answer } from '../../schemas/item.ts'
import type { ComparedValue, Flag, PredictedValue, StageError, ValueBand } from '../../schemas/judge.ts'
import { type Claim, claimsIn, keyClaims } from './claims.ts'
import { compare, type Quantity } from './compare.ts'
import { plainMath, readingOf, readingsIn } from './number.ts'
import { readUnit, type UnitReading } from './unit.ts'

/** Relative. Judges round what they copy: within this, two numbers are one. */
const SAME_NUMBER = 0.006

/** What the release knows about the right answer. */
export interface AnswerKey {
  readonly answers: readonly Answer[]
  /** The reference solution. */
  readonly text: string
}

/** What the FINAL_ANSWER stage adds to the judge's list of errors. */
export interface FinalAnswerReading {
  readonly counted: StageError[]
  readonly setAside: StageError[]
  readonly values: ComparedValue[]
  readonly flags: Flag[]
}

/** Criteria of errors that are counted from the values themselves, when there are any. */
const ABOUT_NUMBERS = /numer|relative.?error|(?:final|value).?(?:value|accuracy)|^value$/i
const ABOUT_UNITS = /unit/i
const ABOUT_PARTS = /(?:^|[^a-z])parts?(?:[^a-z]|$)|missing|unanswered|complet/i

/**
 * Final values compared by number and unit. The bands of the values that the judge listed are computed here, after conversion of units;
 * what the judge says about the same numbers in its own errors is set aside, so that nothing is counted twice. Our own reading of the
 * solution and of the answer key stands beside it, and is flagged where it comes to another band.
 */
export function readFinalAnswer(
  text: string,
  listed: readonly PredictedValue[],
  errors: readonly StageError[],
  key: AnswerKey,
): FinalAnswerReading {
  const saysUnits = errors.some(({ criterion }) => ABOUT_UNITS.test(criterion))
  const saysParts = errors.some(({ criterion }) => ABOUT_PARTS.test(criterion) && !ABOUT_UNITS.test(criterion))
  const own = ownReadings(text, referencesIn(key, listed))
  const flags: Flag[] = []
  const derived: StageError[] = []
  const values = listed.map((value) => {
    const judged = judgedValue(value, flags)
    const ours = own.find(({ reference }) => isReference(reference, value))
    if (judged.missing && !saysParts) derived.push(error('missing_part', 'major', `${value.quantity}: no value given`))
    if (judged.band === 'moderate' || judged.band === 'major')
      derived.push(error('numerical_value', judged.band, describe(value, judged.relativeError)))
    if (judged.unitMissing && !saysUnits) derived.push(error('missing_unit', 'moderate', `${value.quantity}: no unit given`))
    flags.push(...doubts(value, judged, ours, text, key))
    return {
      quantity: value.quantity,
      judge: { band: judged.band, relativeError: finite(judged.relativeError) },
      ours: ours ? { band: ours.band, relativeError: finite(ours.relativeError), read: ours.read, reference: ours.reference.text } : null,
    }
  })
  const double = (one: StageError): boolean => listed.length > 0 && ABOUT_NUMBERS.test(one.criterion)
  const setAside = errors.filter(double)
  if (setAside.length > 0)
    flags.push({ kind: 'counted-twice', message: `${setAside.length} errors about numbers are counted from the values instead.` })
  return { counted: [...errors.filter((one) => !double(one)), ...derived], setAside, values, flags }
}

const error = (criterion: string, severity: 'moderate' | 'major', description: string): StageError => ({ criterion, severity, description })
const finite = (value: number | null): number | null => (value === null || !Number.isFinite(value) ? null : value)
const describe = ({ quantity, predicted, ground_truth }: PredictedValue, off: number | null): string =>
  `${quantity}: ${String(predicted)} instead of ${String(ground_truth)}${off === null || !Number.isFinite(off) ? '' : `, off by ${(off * 100).toFixed(1)} %`}`

interface Judged {
  readonly band: ValueBand | null
  readonly relativeError: number | null
  readonly unitMissing: boolean
  readonly missing: boolean
}

function judgedValue(value: PredictedValue, flags: Flag[]): Judged {
  const reference = readingOf(value.ground_truth)
  const given = readingOf(value.predicted)
  if (value.predicted === null || value.predicted === '') return { band: null, relativeError: null, unitMissing: false, missing: true }
  if (!reference || !given) {
    flags.push({
      kind: 'value-unreadable',
      message: `${value.quantity}: “${String(value.predicted)}” against “${String(value.ground_truth)}” is not a number.`,
    })
    return { band: null, relativeError: null, unitMissing: false, missing: false }
  }
  const result = compare(
    { reading: given, unit: readUnit(value.unit_predicted) },
    { reading: reference, unit: readUnit(value.unit_expected) },
  )
  if (result.kind === 'compared') return { ...result, missing: false }
  flags.push({ kind: result.kind, message: `${value.quantity}: “${value.unit_predicted ?? ''}” against “${value.unit_expected ?? ''}”.` })
  if (result.kind === 'unit-incompatible') return { band: 'major', relativeError: null, unitMissing: false, missing: false }
  // A unit that we cannot read is the judge's word: numbers compare as they stand.
  const plain = compare({ reading: given, unit: NO_UNIT }, { reading: reference, unit: NO_UNIT })
  return plain.kind === 'compared'
    ? { ...plain, unitMissing: false, missing: false }
    : { band: null, relativeError: null, unitMissing: false, missing: false }
}

const NO_UNIT: UnitReading = { kind: 'none' }

interface OwnReading {
  readonly reference: Claim
  readonly band: ValueBand | null
  readonly relativeError: number | null
  readonly read: string
}

/**
 * What the solution is compared with: the sure answers of the key. Where there are none, the values that the judge took from the reference are
 * looked up in its text, the last that fits because results come last.
 */
function referencesIn({ answers, text }: AnswerKey, listed: readonly PredictedValue[]): Claim[] {
  const sure = keyClaims(answers)
  if (sure.length > 0) return sure
  const stated = claimsIn(text)
  const found = listed.map((value) => stated.findLast((claim) => isReference(claim, value)))
  return [...new Set(found.filter((claim) => claim !== undefined))]
}

/** Our own reading: each reference with the claim of the solution that answers it, where that is beyond doubt. */
function ownReadings(text: string, references: readonly Claim[]): OwnReading[] {
  const claims = claimsIn(text)
  return references.map((reference) => {
    const peers = references.filter(({ part }) => part === reference.part)
    const claim = claimFor(reference, peers, claims)
    const result = claim && compare(claim, reference)
    const known = result?.kind === 'compared' ? result : undefined
    const band = known?.band ?? (result?.kind === 'unit-incompatible' ? 'major' : null)
    return { reference, band, relativeError: known?.relativeError ?? null, read: claim?.text ?? '' }
  })
}

function claimFor(reference: Claim, peers: readonly Claim[], claims: readonly Claim[]): Claim | undefined {
  const candidates = claims.filter(
    ({ part }) => reference.part === null || part === reference.part || claims.every((claim) => claim.part === null),
  )
  const named = candidates.filter(({ quantity }) => sameName(quantity, reference.quantity))
  if (named.length === 1) return named[0]
  if (candidates.length === 1 && peers.length === 1) return candidates[0]
  return candidates.length === peers.length ? candidates[peers.indexOf(reference)] : undefined
}

const sameName = (a: string, b: string): boolean => {
  const [first, second] = [a, b].map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return first !== undefined && first !== '' && first === second
}

/** Whether the judge's ground truth is this answer of the key. */
function isReference(reference: Claim, value: PredictedValue): boolean {
  const truth = readingOf(value.ground_truth)
  return truth !== undefined && isSame({ reading: truth, unit: readUnit(value.unit_expected) }, reference)
}

function isSame(one: Quantity, other: Quantity): boolean {
  const result = compare(one, other)
  return result.kind === 'compared' && result.relativeError <= SAME_NUMBER
}

function doubts(value: PredictedValue, judged: Judged, ours: OwnReading | undefined, text: string, key: AnswerKey): Flag[] {
  const flags: Flag[] = []
  const given = readingOf(value.predicted)
  if (given && !standsIn(text, given, value.unit_predicted))
    flags.push({
      kind: 'value-not-in-solution',
      message: `${value.quantity}: ${String(value.predicted)} does not stand in the final answer.`,
    })
  if (!ours && isUnheardOf(value, key))
    flags.push({
      kind: 'reference-not-in-key',
      message: `${value.quantity}: ${String(value.ground_truth)} does not stand in the reference.`,
    })
  if (ours?.band != null && judged.band !== null && ours.band !== judged.band)
    flags.push({
      kind: 'readings-differ',
      message: `${value.quantity}: the judge’s values are ${judged.band}, “${ours.read}” reads as ${ours.band}.`,
    })
  return flags
}

/** Whether the judge’s ground truth is neither among the sure answers, if there are any, nor else in the text of the reference. */
function isUnheardOf({ ground_truth, unit_expected }: PredictedValue, { answers, text }: AnswerKey): boolean {
  const truth = readingOf(ground_truth)
  if (!truth || text === '') return truth !== undefined && keyClaims(answers).length > 0
  return keyClaims(answers).length > 0 || !standsIn(text, truth, unit_expected)
}

/** Whether the number stands in the text, as written or converted by the judge. */
function standsIn(text: string, given: NonNullable<ReturnType<typeof readingOf>>, unit: string | null | undefined): boolean {
  const plain = plainMath(text)
  const near = (value: Quantity['reading']): boolean => isSame({ reading: given, unit: NO_UNIT }, { reading: value, unit: NO_UNIT })
  return (
    readingsIn(plain).some(({ reading }) => near(reading)) ||
    claimsIn(text).some((claim) => isSame({ reading: given, unit: readUnit(unit) }, claim))
  )
}
