import { isUnit } from '../../equations/units.ts'

/** A number with its unit, as a side of an equation or a sentence states it. */
export interface Value {
  readonly value: number
  readonly unit: string | null
}

const SPACE = String.raw`(?:\\[,;:! ]|~|\s|\{\})`
const SIGN = '[-−–+]?'
const DIGITS = String.raw`(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?!\d)|\d+)`
const DECIMAL = String.raw`(?:${DIGITS}(?:\.\d*)?|\.\d+)`
const POWER = String.raw`10\s*\^\s*(?:\{\s*([-−–]?\d+)\s*\}|(\d))`
/** Mantissa, and the exponent of ten in braces or bare; or a power of ten alone. */
const NUMBER = String.raw`(${SIGN})${SPACE}*(?:(${DECIMAL})(?:${SPACE}*(?:\\times|\\cdot|×|·)${SPACE}*${POWER})?|${POWER})`

/** "(T)", "(\text{compression})": in which sense a value is meant. */
const SENSE = String.raw`(?:${SPACE}*\(${SPACE}*(?:[A-Za-z]|\\(?:mathrm|text)\{[^{}]*\})${SPACE}*\))?`
const UPRIGHT = String.raw`\\(?:mathrm|text|textrm|rm)\s*\{(?:[^{}]|\{[^{}]*\})*\}`
const UNIT_SIGN = String.raw`(?:${UPRIGHT}|${SPACE}|\^\s*(?:\{\s*(?:[-−]?\d+|\\circ)\s*\}|\d|\\circ)|\\%|[%°′″Ωµμ/·⋅]|\\(?:cdot|circ|degree|Omega|mu)(?![A-Za-z]))`
const FRACTION_OF_UNITS = String.raw`\\frac\s*\{(${UNIT_SIGN}+)\}\s*\{(${UNIT_SIGN}+)\}`

const STATED = new RegExp(`^${NUMBER}((?:${UNIT_SIGN})*)(?:${FRACTION_OF_UNITS})?${SENSE}${SPACE}*[.,;]?$`, 'u')
const FRACTION = new RegExp(String.raw`^(${SIGN})${SPACE}*\\[dt]?frac\s*\{(\d+)\}\s*\{(\d+)\}${SPACE}*[.,;]?$`, 'u')
const UNITS_ALONE = new RegExp(`^(?:${UNIT_SIGN})+$`, 'u')

/** The value that a side of an equation is; undefined where letters of a formula stand in it, as in `4ma`. */
export function valueIn(latex: string): Value | undefined {
  const fraction = FRACTION.exec(latex)
  if (fraction) {
    const [, sign = '', over, under] = fraction
    return finite(signed(sign) * (Number(over) / Number(under)), null)
  }
  const found = STATED.exec(latex)
  if (!found) return undefined
  const [, sign = '', mantissa, braced, bare, alone, aloneBare, unit = '', over, under] = found
  const number = Number((mantissa ?? '1').replace(/\{,\}|\\,|,/g, ''))
  const exponent = Number((braced ?? bare ?? alone ?? aloneBare ?? '0').replace(/[−–]/g, '-'))
  const printed = over === undefined ? toUnit(unit) : `${toUnit(over)}/${toUnit(under ?? '')}`
  return finite(signed(sign) * Number(`${number}e${exponent}`), printed === '' ? null : printed)
}

/** The unit that a formula is, "\mathrm{kN}", behind a number of the text; undefined where it is more. */
export const unitIn = (latex: string): string | undefined => {
  const unit = UNITS_ALONE.test(latex) ? toUnit(latex) : ''
  return unit === '' ? undefined : unit
}

/** A number as people type it, without its unit: "−1,250.5", "3 × 10^-6". */
export const TYPED_NUMBER = String.raw`[-−–+]?\s?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?(?:\.\d+)?(?:\s*[×·]\s*10\s*\^?\s*[-−–]?\d+)?`

/** What a typed number is; undefined for a lone sign. */
export function typedNumber(text: string): number | undefined {
  const [, mantissa = '', exponent = '0'] = /^([^×·]*)(?:[×·]\s*10\s*\^?\s*(\S+))?$/u.exec(text.trim()) ?? []
  const plain = (part: string): string => part.replace(/[−–]/g, '-').replace(/[,\s]/g, '')
  const value = Number(`${plain(mantissa)}e${plain(exponent)}`)
  return /\d/.test(mantissa) && Number.isFinite(value) ? value : undefined
}

const finite = (value: number, unit: string | null): Value | undefined => (Number.isFinite(value) ? { value, unit } : undefined)

const signed = (sign: string): number => (/[-−–]/.test(sign) ? -1 : 1)

/** Units as people type them: "\mathrm{kg/m^3}" → "kg/m^3". */
const toUnit = (latex: string): string =>
  latex
    .replace(/\^\s*\{?\s*\\circ\s*\}?|\\(?:circ|degree)(?![A-Za-z])/g, '°')
    .replace(/\\(?:mathrm|text|textrm|rm)\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
    .replace(/\\cdot\s*/g, '·')
    .replace(/\\Omega/g, 'Ω')
    .replace(/\\mu\s*/g, 'µ')
    .replace(/\\[,;:! ]|~/g, ' ')
    .replace(/\\%/g, '%')
    .replace(/\^\s*\{\s*([-−]?\d+)\s*\}/g, '^$1')
    .replace(/\s*([·⋅/])\s*/g, '$1')
    .trim()
    .replace(/[.,;]$/, '')

const WORD = String.raw`[A-Za-zµμΩ°%]+(?:[²³]|\^?-?\d)?`
/** What may be a unit at the beginning of a text, "kN·m", "W/m²". */
const TYPED_UNIT = new RegExp(String.raw`^\s?(${WORD}(?:[·⋅*/.-]${WORD})*)(?![\p{L}\d])`, 'u')
const SPELLED =
  /^(?:degrees|radians|met(?:er|re)s?|kilomet(?:er|re)s|millimet(?:er|re)s|centimet(?:er|re)s|seconds?|minutes?|hours?|days?|years?|feet|foot|inch|inches|pounds?|newtons?|joules?|watts?|kilowatts?|pascals?|kelvins?|volts?|amperes?|amps|ohms?|percent|revolutions)$/

/** The unit that a text begins with, and its length; undefined where a word stands there. */
export function typedUnit(text: string): { readonly unit: string; readonly length: number } | undefined {
  const [all = '', unit = ''] = TYPED_UNIT.exec(text) ?? []
  const names = unit.split(/[·⋅*/.-]/).map((name) => name.replace(/[²³]$|\^?-?\d$/, ''))
  return unit !== '' && names.every((name) => name === '%' || name === '°' || isUnit(name) || SPELLED.test(name))
    ? { unit, length: all.length }
    : undefined
}
