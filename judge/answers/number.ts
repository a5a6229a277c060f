/** A value as written: one number, a range, or a vector. */
export type Reading =
  | { readonly kind: 'scalar'; readonly value: number }
  | { readonly kind: 'range'; readonly low: number; readonly high: number }
  | { readonly kind: 'vector'; readonly components: readonly number[] }

/** A reading with where it stands in the text and what follows it. */
export interface Found {
  readonly reading: Reading
  readonly start: number
  readonly end: number
}

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)`
const MANTISSA = String.raw`[+-]?(?:${DIGITS}(?:\.\d*)?|\.\d+)`
const EXPONENT = String.raw`(?:[eE][+-]?\d+|\s*(?:\*|x)\s*10\s*\^?\s*\(?\s*[+-]?\d+\s*\)?)`
const NUMBER = String.raw`(?:[+-]?10\s*\^\s*\(?\s*[+-]?\d+\s*\)?|${MANTISSA}${EXPONENT}?)`
/** A fraction of two plain numbers, `5/8`, but not the beginning of `2/s`. */
const FRACTION = String.raw`[+-]?\d+\s*/\s*\d+(?![\d.])`
const NOT_AFTER = '(?<![A-Za-z0-9_.^])'
const ONE = `${NOT_AFTER}(?:${FRACTION}|${NUMBER})`

const RANGE = new RegExp(String.raw`(${ONE})\s*(?:–|\bto\b|\.\.\.?|(?<=\d)-(?=\d))\s*(${NUMBER})`, 'y')
const UNIT_VECTOR = String.raw`\s*\*?\s*([ijk])(?![A-Za-z])`
const COMPONENTS = new RegExp(String.raw`[+-]?\s*(?:${NUMBER})?${UNIT_VECTOR}(?:\s*[+-]\s*(?:${NUMBER})?${UNIT_VECTOR})*`, 'y')
const TUPLE = new RegExp(String.raw`[(<[⟨]\s*(${NUMBER}(?:\s*[,;]\s*${NUMBER})+)\s*[)>\]⟩]`, 'y')
const SCALAR = new RegExp(ONE, 'y')

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * Rewrites what numbers and units look like in LaTeX, Markdown and print into plain characters: minus signs, `\times`, superscripts,
 * `\frac`, thin spaces, `\mathrm` and the like. Words are left alone.
 */
export function plainMath(text: string): string {
  return text
    .replaceAll(/\\(?:d|t)?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, (_, over: string, under: string) =>
      /^[\d.\s]+$/.test(over + under) ? `${over.trim()}/${under.trim()}` : `(${over})/(${under})`,
    )
    .replaceAll(/\\(?:mathrm|text|textrm|mathbf|mathit|operatorname|rm|boldsymbol|bm|vec|hat|mathsf|si|unit)\s*\{([^{}]*)\}/g, '$1')
    .replaceAll(/\\[,;:!\s]|\\(?:quad|qquad|left|right|displaystyle|rm|mathrm)(?![A-Za-z])/g, ' ')
    .replaceAll(/[~\u00A0\u2009\u202F\u2007]/g, ' ')
    .replaceAll(/\\(?:times|cdot)(?![A-Za-z])/g, '*')
    .replaceAll(/[×✕⋅·∙•]/g, '*')
    .replaceAll(/[−‒﹣－]/g, '-')
    .replaceAll(/\^\s*\{?\s*\\(?:circ|degree)\s*\}?|\\(?:degree|circ)(?![A-Za-z])|º|˚/g, '°')
    .replaceAll(/\\(?:approx|simeq|cong)(?![A-Za-z])/g, '≈')
    .replaceAll(/\\(?:mu|upmu)(?![A-Za-z])/g, 'µ')
    .replaceAll(/\\(?:Omega|ohm)(?![A-Za-z])/g, 'Ω')
    .replaceAll(/\\(?:pm|mp)(?![A-Za-z])/g, '±')
    .replaceAll(/\\(?:le|ge|leq|geq|to|rightarrow)(?![A-Za-z])/g, ' ')
    .replaceAll(/\\%/g, '%')
    .replaceAll(/\^\s*\{([^{}]*)\}/g, '^($1)')
    .replaceAll(/(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, minus: string, digits: string) => {
      const plain = [...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('')
      return `^(${minus === '' ? '' : '-'}${plain})`
    })
    .replaceAll(/(\d)\s(?=\d{3}(?:\D|$))/g, '$1')
    .replaceAll(/(\d)\{,\}(?=\d{3})/g, '$1,')
    .replaceAll(/[$`]|\*\*|\\[()[\]]/g, ' ')
    .replaceAll(/\\boxed\s*|[{}]/g, '')
    .replaceAll(/î|[iı]\u0302/g, 'i')
    .replaceAll(/ĵ|j\u0302/g, 'j')
    .replaceAll(/k\u0302/g, 'k')
}

/** Reads one plain number; undefined if the text is anything else. */
function plainNumber(text: string): number | undefined {
  const compact = text.replaceAll(/\s+/g, '')
  const fraction = /^([+-]?\d+)\/(\d+)$/.exec(compact)
  if (fraction) return Number(fraction[1]) / Number(fraction[2])
  const power = /^(?:(.+?)[*x])?([+-]?)10\^?\(?([+-]?\d+)\)?$/.exec(compact)
  if (power && /[*x^]/.test(compact)) {
    const mantissa = power[1] === undefined ? 1 : plainNumber(power[1])
    return mantissa === undefined ? undefined : Number(`${power[2] === '-' ? -mantissa : mantissa}e${Number(power[3])}`)
  }
  const value = Number(compact.replaceAll(/,(?=\d{3})/g, ''))
  return compact === '' || Number.isNaN(value) ? undefined : value
}

/** All readings of a text, left to right, longest form first. The text must have gone through `plainMath`. */
export function readingsIn(plain: string): Found[] {
  const found: Found[] = []
  let at = 0
  while (at < plain.length) {
    const here = readingAt(plain, at)
    if (here === undefined) at++
    else {
      found.push(here)
      at = here.end
    }
  }
  return found
}

function readingAt(plain: string, at: number): Found | undefined {
  return vectorAt(plain, at) ?? rangeAt(plain, at) ?? scalarAt(plain, at)
}

function match(pattern: RegExp, plain: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(plain)
}

function vectorAt(plain: string, at: number): Found | undefined {
  const tuple = match(TUPLE, plain, at)
  if (tuple) {
    const components = (tuple[1] ?? '').split(/[,;](?!\d{3}(?:\D|$))/).map((part) => plainNumber(part))
    if (components.every((value) => value !== undefined))
      return { reading: { kind: 'vector', components }, start: at, end: at + tuple[0].length }
  }
  if (/[A-Za-z\d]/.test(plain[at - 1] ?? '')) return undefined
  const sum = match(COMPONENTS, plain, at)
  if (!sum || !/\d/.test(sum[0])) return undefined
  const components = [0, 0, 0]
  for (const term of sum[0].matchAll(new RegExp(String.raw`([+-]?)\s*(${NUMBER})?${UNIT_VECTOR}`, 'g'))) {
    const size = term[2] === undefined ? 1 : plainNumber(term[2])
    const axis = 'ijk'.indexOf(term[3] ?? '')
    if (size === undefined || axis < 0) return undefined
    components[axis] = (components[axis] ?? 0) + (term[1] === '-' ? -size : size)
  }
  return { reading: { kind: 'vector', components }, start: at, end: at + sum[0].length }
}

function rangeAt(plain: string, at: number): Found | undefined {
  const range = match(RANGE, plain, at)
  const low = range && plainNumber(range[1] ?? '')
  const high = range && plainNumber(range[2] ?? '')
  if (range == null || low == null || high == null || low > high) return undefined
  return { reading: { kind: 'range', low, high }, start: at, end: at + range[0].length }
}

function scalarAt(plain: string, at: number): Found | undefined {
  const one = match(SCALAR, plain, at)
  const value = one && plainNumber(one[0])
  if (one == null || value == null) return undefined
  const spread = /^\s*±\s*[\d.]+(?:[eE][+-]?\d+)?/.exec(plain.slice(at + one[0].length))?.[0] ?? ''
  return { reading: { kind: 'scalar', value }, start: at, end: at + one[0].length + spread.length }
}

/** What a judge or an answer key gives as a value: a number, a list, or text such as "2.5 × 10³" or "10–12". */
export function readingOf(said: number | string | readonly number[] | null): Reading | undefined {
  if (said === null) return undefined
  if (typeof said === 'number') return Number.isFinite(said) ? { kind: 'scalar', value: said } : undefined
  if (typeof said !== 'string') return said.length > 0 ? { kind: 'vector', components: said } : undefined
  return readingsIn(plainMath(said))[0]?.reading
}
