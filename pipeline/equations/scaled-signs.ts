import type { Box } from '../../schemas/geometry.ts'
import type { Sign } from './model.ts'
import { isRadicalOf } from './radicals.ts'
import { asAccent } from './symbols.ts'

/** Ordinary type, brackets of text fonts included, is no taller than this many em. */
const TALL = 1.14
/** A sign set larger than the letters of its row by this factor was stretched; titles differ from their formulas by less. */
const STRETCHED = 1.15
/** Type smaller than this share of the row's is a script. */
const SCRIPT_SIZE = 0.86
/** Em. Formulas pasted into a line as objects stand off its baseline by up to this much; scripts are smaller, halves of fractions further off. */
const OFF_LINE = 0.3
/** Em. Tall ones, with roots of fractions, by up to this much: then only type as large as the words tells. */
const FAR_OFF_LINE = 0.5
/** Share of the usual size that such type has. */
const SAME_SIZE = 0.95
/** Em. Type on one baseline: producers round to a hundredth of a point, Word to a twentieth. */
const LEVEL = 0.05
/** Em. From the line to the bar of a fraction in it, and from the bar to the middle of its halves, there is no more. */
const FRACTION = 1.3
/** Signs that are primes and nothing else. */
const PRIME = /^[′″‴]$/
/** Em. From a letter to its primes there is no more: LibreOffice leaves 0.15 to 0.2, a word space is 0.25. */
const PRIME_GAP = 0.23
/** Em. Size and rise of a superscript; fonts agree within a tenth. */
const PRIME_SIZE = 0.7
const PRIME_RISE = 0.36
/** Letters in words that tell where the line of text runs. */
const MIN_LETTERS = 3
/** Em. White between letters of a word stays under this. */
const LETTER_GAP = 0.1
/** Share of full-size letters on the baseline of running text; in a display, parts of fractions may stand on more of them than the line does. */
const ON_LINE = 0.6

/**
 * Word processors stretch delimiters, radicals and large operators by setting them in larger type. Their em then says nothing about the
 * formula around them, so they get that of its letters.
 */
export function atTextSize(signs: readonly Sign[]): Sign[] {
  const usual = usualSize(signs)
  if (usual === undefined) return [...signs]
  return signs.map((sign) => {
    if (!isStretchable(sign) || sign.em < STRETCHED * usual) return sign
    const isTall = sign.box.bottom - sign.box.top > TALL * usual
    return { ...sign, em: usual, isTall, baseline: isTall || sign.role === 'operator' ? undefined : sign.baseline }
  })
}

/**
 * Word processors set primes as characters of their own, in full type on the line behind a letter. They are raised and made small, as they
 * look; behind a figure they are minutes or feet.
 */
export function withRaisedPrimes(signs: readonly Sign[]): Sign[] {
  return signs.map((sign) => {
    if (!PRIME.test(sign.text) || sign.baseline === undefined) return sign
    const { em, baseline } = sign
    const isHost = (other: Sign): boolean =>
      /^\p{L}$/u.test(other.text) &&
      (other.isMath || other.face !== 'upright') &&
      other.baseline !== undefined &&
      Math.abs(other.baseline - baseline) < LEVEL * em &&
      Math.abs(other.em - em) < LEVEL * em &&
      sign.from > other.from &&
      sign.from - other.to < PRIME_GAP * em
    return signs.some(isHost) ? { ...sign, em: PRIME_SIZE * em, baseline: baseline - PRIME_RISE * em } : sign
  })
}

const isStretchable = ({ role }: Sign): boolean =>
  role === 'open' || role === 'close' || role === 'fence' || role === 'radical' || role === 'operator'

/** Em size of the largest letters and figures: scripts may outnumber what they hang on. */
function usualSize(signs: readonly Sign[]): number | undefined {
  let largest: number | undefined
  for (const { text, em } of signs) if (em > (largest ?? 0) && /^[\p{L}\p{N}]/u.test(text)) largest = em
  return largest
}

const most = (counts: ReadonlyMap<number, number>): number | undefined =>
  [...counts].reduce<readonly [number, number] | undefined>((best, entry) => (best && best[1] >= entry[1] ? best : entry), undefined)?.[0]

/** Signs and rules of one row. */
export interface RowMarks {
  readonly signs: readonly Sign[]
  readonly rules: readonly Box[]
}

/**
 * Formulas that word processors put into a line as objects stand a little above or below its baseline, with all that is in them. They are
 * moved onto it: full-size signs that are off by less than a script would be, the scripts on them, and fractions with their bars.
 */
export function onOneLine({ signs, rules }: RowMarks): RowMarks {
  const usual = usualSize(signs)
  if (usual === undefined) return { signs, rules }
  const outside = outsideFractions(signs, rules, usual)
  const line = baselineOf(outside, usual)
  if (line === undefined) return { signs, rules }
  const objects = objectsOf(outside, line, usual)
  if (objects.length === 0) return { signs, rules }
  const isOfRoot = (rule: Box): boolean => signs.some((sign) => isRadicalOf(sign, rule))
  const isNear = (rule: Box): boolean => Math.abs(rule.top - line) < FRACTION * usual
  const objectOf = (box: Box): PlacedObject | undefined => objects.find(({ left, right }) => middle(box) > left && middle(box) < right)
  const isInFraction = ({ box }: Sign): boolean =>
    rules.some(
      (rule) =>
        isNear(rule) &&
        middle(box) > rule.left &&
        middle(box) < rule.right &&
        Math.abs(box.top + box.bottom - 2 * rule.top) < 2 * FRACTION * usual,
    )
  return {
    signs: signs.map((sign) => {
      const object = objects.find(({ members }) => members.has(sign)) ?? (isInFraction(sign) ? objectOf(sign.box) : undefined)
      return moved(sign, -(object?.off ?? 0))
    }),
    rules: rules.map((rule) => shifted(rule, -((isNear(rule) || isOfRoot(rule) ? objectOf(rule) : undefined)?.off ?? 0))),
  }
}

/** Parts of fractions say nothing about the line, however many they are. A bar with nothing on one side belongs to a root or to another line. */
function outsideFractions(signs: readonly Sign[], rules: readonly Box[], usual: number): Sign[] {
  const inside = rules.flatMap((rule) => {
    const near = signs.filter(
      ({ box }) => isIn(box, rule) && Math.abs(box.top + box.bottom - rule.top - rule.bottom) < 2 * FRACTION * usual,
    )
    const over = near.filter(({ box }) => box.top + box.bottom < rule.top + rule.bottom)
    return over.length > 0 && over.length < near.length ? near : []
  })
  const parts = new Set(inside)
  return signs.filter((sign) => !parts.has(sign))
}

const isIn = (box: Box, rule: Box): boolean => middle(box) > rule.left && middle(box) < rule.right

/** A stretch of signs between ones that stand on the line. */
interface PlacedObject {
  /** Points that its full-size signs stand below the line. */
  readonly off: number
  /** Full-size signs near the line, and the small ones that hang on them. */
  readonly members: Set<Sign>
  readonly left: number
  /** Where the next sign stands that is on the line. */
  right: number
}

/** Stretches that begin off the line and go on until a sign stands nearer to the line than to their own. */
function objectsOf(signs: readonly Sign[], line: number, usual: number): PlacedObject[] {
  const found: PlacedObject[] = []
  let current: PlacedObject | undefined
  let end = Number.NEGATIVE_INFINITY
  for (const sign of signs) {
    const off = offLine(sign, line, usual)
    if (off !== undefined) {
      if (current && Math.abs(off) < Math.abs(off - current.off)) {
        current.right = sign.box.left
        current = undefined
      }
      if (!current && Math.abs(off) > LEVEL * usual) {
        current = { off, members: new Set(), left: end, right: Number.POSITIVE_INFINITY }
        found.push(current)
      }
      end = sign.box.right
    }
    if (current && (off !== undefined || sign.em <= SCRIPT_SIZE * usual || sign.baseline === undefined || asAccent(sign.text)))
      current.members.add(sign)
  }
  return found
}

/** Points that a full-size sign near the line stands below it; undefined for others, and for accents and braces, which stand on no line. */
function offLine({ text, baseline, em }: Sign, line: number, usual: number): number | undefined {
  const isFloating = asAccent(text) !== undefined || /^[⏟⏞]$/.test(text)
  const far = em > SAME_SIZE * usual ? FAR_OFF_LINE : OFF_LINE
  if (baseline === undefined || isFloating || em < SCRIPT_SIZE * usual || Math.abs(baseline - line) > far * usual) return undefined
  return baseline - line
}

const middle = (box: Box): number => (box.left + box.right) / 2

/** The baseline of the words, or where there are none that of most full-size letters. */
function baselineOf(signs: readonly Sign[], usual: number): number | undefined {
  const letters = signs.filter(
    ({ text, em, baseline }) => baseline !== undefined && em > SCRIPT_SIZE * usual && /^[\p{L}\p{N}]/u.test(text),
  )
  const words = letters.filter((sign, at) => [letters[at - 1], letters[at + 1]].some((other) => other && areOneWord(sign, other)))
  const inWords = countBaselines(words, usual)
  if (words.length >= MIN_LETTERS) return most(inWords)
  const counts = countBaselines(letters, usual)
  const line = most(counts)
  return line !== undefined && (counts.get(line) ?? 0) > ON_LINE * letters.length ? line : undefined
}

const areOneWord = (a: Sign, b: Sign): boolean => {
  const [left, right] = a.from < b.from ? [a, b] : [b, a]
  return !a.isMath && a.font === b.font && a.baseline === b.baseline && /^\p{L}/u.test(a.text) && right.from - left.to < LETTER_GAP * a.em
}

function countBaselines(signs: readonly Sign[], usual: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { baseline } of signs) {
    if (baseline === undefined) continue
    const key = [...counts.keys()].find((other) => Math.abs(other - baseline) < LEVEL * usual) ?? baseline
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

const moved = (sign: Sign, by: number): Sign => ({
  ...sign,
  box: shifted(sign.box, by),
  ...(sign.baseline === undefined ? {} : { baseline: sign.baseline + by }),
})

const shifted = (box: Box, by: number): Box => ({ ...box, top: box.top + by, bottom: box.bottom + by })
