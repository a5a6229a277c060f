import type { Answer } from '../../schemas/item.ts'
import { plainMath, type Reading, readingOf, readingsIn } from './number.ts'
import { readUnit, type UnitReading } from './unit.ts'

/** Characters. A unit is short; what is longer is a sentence. */
const MAX_UNIT_LENGTH = 24

/** A final value as a solution or an answer key states it. */
export interface Claim {
  readonly part: string | null
  /** What stands before the equals sign, plain. */
  readonly quantity: string
  readonly reading: Reading
  readonly unit: UnitReading
  readonly text: string
}

const PART = /^[\s>*_#•+|-]*(?:part\s*\(?([a-z]|[ivx]{1,4})\)?(?![a-z])|\(?([a-z]|[ivx]{1,4})\))(?:\*\*|__)?[\s:.|*-]*/i
/** Several parts on one line: "(a) 2 m, (b) 3 m". */
const INLINE_PART = /(?<=\S)\s+(?=(?:\*\*)?\([a-z]\)\s)/g
const BULLET = /^\s*(?:[-*•]\s+|\d+[.)]\s+)/

/**
 * Reads what a FINAL_ANSWER says: one claim a line or clause, from the last number after the last equals sign, so that
 * `v = Q/A = 2.5 m/s` claims 2.5 m/s. Lines without a number claim nothing.
 */
export function claimsIn(text: string): readonly Claim[] {
  const before = remembered.get(text)
  if (before) return before
  const claims = readClaims(text)
  if (remembered.size >= REMEMBERED_TEXTS) remembered.clear()
  remembered.set(text, claims)
  return claims
}

/** A report reads the same few texts of a solution under every way of scoring: reading them once saves minutes. */
const remembered = new Map<string, readonly Claim[]>()
const REMEMBERED_TEXTS = 4000

function readClaims(text: string): Claim[] {
  const claims: Claim[] = []
  let part: string | null = null
  for (const line of text.split('\n').flatMap((row) => row.split(INLINE_PART))) {
    const labelled = PART.exec(line)
    if (labelled) part = (labelled[1] ?? labelled[2] ?? '').toLowerCase()
    const rest = line.slice(labelled?.[0].length ?? 0).replace(BULLET, '')
    for (const clause of clausesOf(plainMath(rest))) {
      const claim = claimOf(clause, part)
      if (claim) claims.push(claim)
    }
  }
  return claims
}

/** `T = 300 K, p = 2 bar; Q = 5 kJ` are three; a comma inside a vector or a number is none. */
function clausesOf(plain: string): string[] {
  const equals = [...plain.matchAll(/[=≈]/g)].length
  if (equals < 2) return plain.split(/;\s+/)
  return plain.split(/;\s+|,\s+(?=[^,;]*[=≈])|\s+and\s+(?=[^,;]*[=≈])/)
}

function claimOf(plain: string, part: string | null): Claim | undefined {
  const sides = plain.split(/[=≈]|:\s/)
  const stated = sides.findLastIndex((side) => readingsIn(side).length > 0)
  const side = sides[stated]
  if (side === undefined) return undefined
  const found =
    sides.length > 1 ? readingsIn(side)[0] : (readingsIn(side).find(({ end }) => unitAt(side, end).kind === 'known') ?? readingsIn(side)[0])
  if (!found) return undefined
  const name = stated > 0 ? sides[0] : side.slice(0, found.start)
  return { part, quantity: (name ?? '').trim(), reading: found.reading, unit: unitAt(side, found.end), text: plain.trim() }
}

/** The longest run after the number that reads as a unit. */
function unitAt(plain: string, end: number): UnitReading {
  const after = plain.slice(end, end + MAX_UNIT_LENGTH).replace(/^[\s()[\]]*(?=[A-Za-zµΩÅ°%(1])/, '')
  const candidates = [...after.matchAll(/[\s,;.()[\]]|$/g)].map(({ index }) => after.slice(0, index).trim()).filter((text) => text !== '')
  for (const candidate of candidates.toReversed()) {
    const unit = readUnit(candidate)
    if (unit.kind === 'known') return unit
  }
  return { kind: 'none' }
}

/** The answer key's claims: those that are sure, by their value and unit, or read from their text. */
export function keyClaims(answers: readonly Answer[]): Claim[] {
  return answers
    .filter(({ sure }) => sure)
    .flatMap((answer) => {
      const reading = readingOf(answer.value)
      if (reading) return [{ part: answer.part, quantity: answer.quantity ?? '', reading, unit: readUnit(answer.unit), text: answer.text }]
      return claimsIn(answer.text).map((claim) => ({
        ...claim,
        part: answer.part ?? claim.part,
        quantity: answer.quantity ?? claim.quantity,
      }))
    })
}
