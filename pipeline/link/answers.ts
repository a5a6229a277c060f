import type { Answer } from '../../schemas/item.ts'

/** Characters of a key's entry that states nothing but its answer. */
const SHORT = 80

const NUMBER = String.raw`[-−–+]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?`
const POWER = String.raw`(?:\s*(?:\\times|×|\\cdot|·)\s*10\s*\^?\s*\{?\s*([-−–]?\d+)\s*\}?)?(?![\d.]*\s*(?:\\[,;: ])?\s*[\uE003(+\-−=/])`
const UNIT = String.raw`((?:\\(?:mathrm|text|rm)\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\\%|%|°\s?[CFK]?|\^\{?\\circ\}?(?:\\mathrm\{[CFK]\})?|[A-Za-zµμΩ°%]+(?:[·⋅./*-]?[A-Za-zµμΩ]+|\^\{?-?\d\}?|[²³])*)?)`
/** "= 12.4 m/s", "\approx 3.1\times10^{4}\,\mathrm{Pa}", "is 4 N": what is stated last is the answer. */
const STATED = new RegExp(
  String.raw`(?:([\uE003A-Za-zΑ-ω\\][^=≈\s]{0,24})\s*)?(?:=|≈|\\approx|\\simeq|\bis\b|\bof\b)\s*(${NUMBER})${POWER}(?:\\[,;: ]|~|\s|\{\})*${UNIT}`,
  'gu',
)

/** Before a letter that stands for a quantity: "4ma" is no number with a unit. Such letters only occur in formulas. */
const VARIABLE = '\uE003'

/** Formulas as text, their variables marked. */
const withoutDollars = (text: string): string =>
  text.replace(/(?<!\\)(\${1,2})((?:\\\$|[^$])+?)\1/g, (_, _dollars, math: string) => ` ${markVariables(math)} `)

const markVariables = (math: string): string =>
  math.replace(/\\(?:mathrm|text|rm)\s*\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|[A-Za-z]/g, (part) =>
    /^[A-Za-z]$/.test(part) || /^\\(?:frac|sqrt|left|pi|alpha|beta|rho|theta|omega|mu|tau|sigma)$/.test(part) ? VARIABLE + part : part,
  )

const unmarked = (text: string): string => text.replaceAll(VARIABLE, '')

interface PartText {
  readonly label: string | null
  readonly text: string
}

/**
 * Final answers that a solution states: for each part that the question `asked` the last quantity that is said to be equal to a number; what
 * else looks like parts, "between (1) and (2)", names points. Sure only where the text is an entry of an answer key or states one number; a
 * person confirms the rest.
 */
export function finalAnswers(
  text: string,
  parts: readonly { readonly label: string; readonly text: string }[],
  asked: readonly { readonly label: string }[] = parts,
): Answer[] {
  const own = parts.filter(({ label }) => asked.some((part) => part.label === label))
  const pieces: PartText[] = own.length > 0 ? own : [{ label: null, text }]
  return pieces.flatMap(({ label, text: piece }) => {
    const found = answerIn(piece)
    return found ? [{ part: label, ...found }] : []
  })
}

function answerIn(text: string): Omit<Answer, 'part'> | undefined {
  const plain = withoutDollars(text).replace(/\s+/g, ' ').trim()
  const stated = [...plain.matchAll(STATED)].filter(([, , number = '']) => /\d/.test(number))
  const last = stated.at(-1)
  if (last) return toAnswer(last[0], last[1], last[2] ?? '', last[3], last[4] ?? '', stated.length === 1)
  const bare = new RegExp(`^(${NUMBER})${POWER}(?:\\\\[,;: ]|~|\\s)*${UNIT}[.;]?$`, 'u').exec(plain)
  if (bare && /\d/.test(bare[1] ?? '')) return toAnswer(plain, undefined, bare[1] ?? '', bare[2], bare[3] ?? '', true)
  return plain !== '' && plain.length <= SHORT && !/[.?!]\s/.test(plain)
    ? { quantity: null, value: null, unit: null, text: unmarked(plain), sure: false }
    : undefined
}

function toAnswer(
  text: string,
  quantity: string | undefined,
  number: string,
  power: string | undefined,
  unit: string,
  sure: boolean,
): Omit<Answer, 'part'> {
  const mantissa = Number(number.replace(/[−–]/g, '-').replace(/[,\s]/g, ''))
  const value = power === undefined ? mantissa : mantissa * 10 ** Number(power.replace(/[−–]/g, '-'))
  const plainUnit = toUnit(unit)
  return {
    quantity: quantity === undefined ? null : unmarked(quantity).trim(),
    value: Number.isFinite(value) ? Number(value.toPrecision(12)) : null,
    unit: plainUnit === '' ? null : plainUnit,
    text: unmarked(text).trim(),
    sure: sure && Number.isFinite(value),
  }
}

/** Units as people type them: "\mathrm{kg/m^3}" → "kg/m^3". */
const toUnit = (latex: string): string =>
  latex
    .replace(/\^\{?\\circ\}?/g, '°')
    .replace(/\\(?:mathrm|text|rm)\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
    .replace(/\\cdot\s*/g, '·')
    .replace(/\\[,;: ]/g, ' ')
    .replace(/\\%/g, '%')
    .replace(/\^\{(-?\d+)\}/g, '^$1')
    .trim()
