import { plainMath } from './number.ts'
import { unitLibrary } from './unit-library.ts'

/** A unit as `factor · expression`; an empty expression is a pure number. */
export interface KnownUnit {
  readonly kind: 'known'
  readonly factor: number
  /** For mathjs: factors joined by ` * `. */
  readonly expression: string
}
export type UnitReading = KnownUnit | { readonly kind: 'none' } | { readonly kind: 'unknown'; readonly text: string }

/** Names that books and models write, and what the library calls them. Case matters: `mW` is not `MW`. */
const NAMES: Readonly<Record<string, string>> = {
  '°C': 'degC', '°F': 'degF', '°K': 'K', '°R': 'degR', degC: 'degC', degF: 'degF', R: 'degR', celsius: 'degC', fahrenheit: 'degF', rankine: 'degR',
  kelvin: 'K', kelvins: 'K', Btu: 'BTU', btu: 'BTU', BTU: 'BTU', Btus: 'BTU', MBtu: 'kBTU', MMBtu: 'MBTU', lbs: 'lb', pound: 'lb', pounds: 'lb', lbm: 'lb', lbf: 'lbf',
  kips: 'kip', k: 'kip', slugs: 'slug', Cal: 'kcal', P: 'poise', cP: 'cpoise', St: 'stokes', cSt: 'cstokes', Torr: 'torr', µm: 'um', micron: 'um',
  microns: 'um', Å: 'angstrom', Ω: 'ohm', kΩ: 'kohm', MΩ: 'Mohm', kts: 'knot', kn: 'knot', knots: 'knot', 'km/h': 'km/h', kmh: 'kph', sec: 's', secs: 's', second: 's', seconds: 's',
  hr: 'h', hrs: 'h', hour: 'h', hours: 'h', minutes: 'min', minute: 'min', mins: 'min', day: 'day', days: 'day', l: 'L', liter: 'L', litre: 'L', liters: 'L', litres: 'L', mL: 'mL', ml: 'mL',
  metre: 'm', metres: 'm', meter: 'm', meters: 'm', inch: 'in', inches: 'in', feet: 'ft', foot: 'ft', mile: 'mi', miles: 'mi', yards: 'yd', yard: 'yd',
  newton: 'N', newtons: 'N', joule: 'J', joules: 'J', watt: 'W', watts: 'W', pascal: 'Pa', pascals: 'Pa', kilogram: 'kg', kilograms: 'kg', gram: 'g', grams: 'g', tons: 'ton', tonnes: 'tonne', t: 'tonne',
  moles: 'mol', mole: 'mol', psia: 'psi', psig: 'psi', HP: 'hp', horsepower: 'hp', inH2O: 'inHtwoO', mH2O: 'mHtwoO', mmH2O: 'mmHtwoO', gal: 'gal', gallon: 'gal', gallons: 'gal',
} // biome-ignore format: a table

/** Angles and shares are pure numbers; a cycle is 2π radians, so that hertz, rpm and rad/s compare. */
const PURE: Readonly<Record<string, { factor: number; expression: string }>> = {
  '%': { factor: 0.01, expression: '' },
  percent: { factor: 0.01, expression: '' },
  rad: { factor: 1, expression: '' },
  radian: { factor: 1, expression: '' },
  radians: { factor: 1, expression: '' },
  '°': { factor: Math.PI / 180, expression: '' },
  deg: { factor: Math.PI / 180, expression: '' },
  degree: { factor: Math.PI / 180, expression: '' },
  degrees: { factor: Math.PI / 180, expression: '' },
  rev: { factor: 2 * Math.PI, expression: '' },
  revs: { factor: 2 * Math.PI, expression: '' },
  rpm: { factor: (2 * Math.PI) / 60, expression: 's^-1' },
  RPM: { factor: (2 * Math.PI) / 60, expression: 's^-1' },
  Hz: { factor: 2 * Math.PI, expression: 's^-1' },
  kHz: { factor: 2000 * Math.PI, expression: 's^-1' },
  MHz: { factor: 2e6 * Math.PI, expression: 's^-1' },
}

/** Second meanings, tried where the first does not fit what it is compared with: pounds of force, degrees without their sign. */
const SECOND_MEANING: Readonly<Record<string, string>> = { lb: 'lbf', C: 'degC', F: 'degF', kg: 'kgf' }

const NOTHING = /^(?:-|–|—|none|n\/?a|dimensionless|unitless|1|\(?-\)?|null|no units?)?$/i

const cache = new Map<string, UnitReading>()

/**
 * Reads a unit as printed: `kJ/kg·K`, `W/(m²·°C)`, `ft-lbf`, `m s^{-2}`, `N·m per rad`. After a slash every factor belongs below it, as books
 * mean it. Missing and "dimensionless" are `none`; what cannot be read is `unknown`, with its text.
 */
export function readUnit(text: string | null | undefined): UnitReading {
  const given = (text ?? '').trim()
  const before = cache.get(given)
  if (before) return before
  const read = NOTHING.test(given) ? ({ kind: 'none' } as const) : (parseUnit(given) ?? ({ kind: 'unknown', text: given } as const))
  cache.set(given, read)
  return read
}

function parseUnit(given: string): KnownUnit | undefined {
  const plain = plainMath(given)
    .replaceAll(/μ/g, 'µ')
    .replaceAll(/°\s+(?=[CFKR]\b)/g, '°')
    .replaceAll(/\bdeg(?:rees?)?[ _]?([CFKR])\b/gi, (_, scale: string) => `°${scale.toUpperCase()}`)
    .replaceAll(/\b(?:square|sq\.?)\s+(\w+)/g, '$1^2')
    .replaceAll(/\bcubic\s+(\w+)/g, '$1^3')
    .replaceAll(/\bper\b/g, '/')
    .replaceAll(/√\s*\(?(\w+)\)?|\\sqrt\{(\w+)\}/g, (_, bare: string, braced: string) => `*${bare ?? braced}^(1/2)`)
    .replaceAll(/\b(m|in)m?\s*Hg\b/g, (whole) => whole.replaceAll(/\s/g, ''))
    .replaceAll(/\bK(?=(?:Pa|N|J|W|g|m)\b)/g, 'k')
    .replaceAll(/(?<=[A-Za-z)])[-–](?=[A-Za-z(])/g, '*')
    .replaceAll(/[.,;:]+\s*$/g, '')
  const tokens = plain.match(/[A-Za-zµΩÅ°%]+(?:2O)?|\^\s*\(?\s*[+-]?\d+(?:\.\d+)?(?:\/\d+)?\s*\)?|[+-]?\d+(?:\.\d+)?|[*/()]/g) ?? []
  if (tokens.join('').replaceAll(/\s/g, '') !== plain.replaceAll(/\s/g, '')) return undefined
  return productOf(tokens)
}

/** Factors with their exponents; `below` is −1 from a slash on, within its brackets. */
function productOf(tokens: readonly string[]): KnownUnit | undefined {
  let factor = 1
  const parts: string[] = []
  const signs = [1]
  let below = 1
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    const sign = (signs.at(-1) ?? 1) * below
    if (token === '/') below = -1
    else if (token === '(') {
      signs.push(sign)
      below = 1
    } else if (token === ')') {
      if (signs.length > 1) signs.pop()
      below = (signs.at(-1) ?? 1) < 0 ? 1 : below
    } else if (/^[\d+-]/.test(token)) {
      if (token !== '1') return undefined
    } else if (token !== '*') {
      const power = tokens[index + 1]?.startsWith('^') ? exponent(tokens[++index] ?? '') : 1
      const known = factorOf(token)
      if (known === undefined || power === undefined) return undefined
      factor *= known.factor ** (power * sign)
      if (known.expression !== '') parts.push(raised(known.expression, power * sign))
    }
  }
  return { kind: 'known', factor, expression: parts.join(' * ') }
}

const raised = (expression: string, power: number): string => {
  const inverse = /^(.*)\^-1$/.exec(expression)
  return inverse ? `${inverse[1]}^${-power}` : `${expression}^${power}`
}

function exponent(token: string): number | undefined {
  const [over, under] = token.replaceAll(/[\s^()]/g, '').split('/')
  const value = Number(over) / Number(under ?? 1)
  return Number.isFinite(value) ? value : undefined
}

function factorOf(token: string): { factor: number; expression: string } | undefined {
  const pure = Object.hasOwn(PURE, token) ? PURE[token] : undefined
  if (pure) return pure
  const lower = token.toLowerCase()
  const names = [Object.hasOwn(NAMES, token) ? NAMES[token] : undefined, token, lower.length > 3 ? (NAMES[lower] ?? lower) : undefined]
  const name = names.find((candidate) => candidate !== undefined && isUnit(candidate))
  return name === undefined ? undefined : { factor: 1, expression: name }
}

function isUnit(name: string): boolean {
  try {
    unitLibrary().unit(1, name)
    return true
  } catch {
    return false // the library's way to say that it does not know the word
  }
}

export type Converted = { readonly kind: 'value'; readonly value: number } | { readonly kind: 'incompatible' }

/**
 * `value` of one unit in another. Temperatures alone are converted with their offsets, within products as differences. Pounds are taken
 * as force, and C and F as degrees, where the first meaning does not fit.
 */
export function convert(value: number, from: KnownUnit, to: KnownUnit): Converted {
  for (const [source, target] of meanings(from, to)) {
    const converted = convertExactly(value, source, target)
    if (converted !== undefined) return { kind: 'value', value: converted }
  }
  return { kind: 'incompatible' }
}

function convertExactly(value: number, from: KnownUnit, to: KnownUnit): number | undefined {
  if (from.expression === to.expression) return (value * from.factor) / to.factor
  if (from.expression === '' || to.expression === '') return undefined
  try {
    return (
      unitLibrary()
        .unit(value * from.factor, bare(from.expression))
        .toNumber(bare(to.expression)) / to.factor
    )
  } catch {
    return undefined // the library throws where dimensions differ
  }
}

/** `degC^1` would be a product to the library, which knows offsets of single units only. */
const bare = (expression: string): string => (expression.includes(' * ') ? expression : expression.replace(/\^1$/, ''))

function meanings(from: KnownUnit, to: KnownUnit): [KnownUnit, KnownUnit][] {
  const other = (unit: KnownUnit): KnownUnit => ({
    ...unit,
    expression: unit.expression.replaceAll(/[A-Za-z]+/g, (name) =>
      Object.hasOwn(SECOND_MEANING, name) ? (SECOND_MEANING[name] ?? name) : name,
    ),
  })
  return [
    [from, to],
    [other(from), to],
    [from, other(to)],
    [other(from), other(to)],
  ]
}

/** Whether this unit is a temperature by itself, where a relative error only makes sense on an absolute scale if the reference is 0. */
export const isTemperature = (unit: KnownUnit): boolean => /^(?:deg[CFR]|K)\^1$/.test(unit.expression)

export const KELVIN: KnownUnit = { kind: 'known', factor: 1, expression: 'K^1' }
