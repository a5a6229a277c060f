import type { Words } from '../../segment/language/word-kinds.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { TYPED_NUMBER, typedNumber, typedUnit, unitIn, type Value, valueIn } from './values.ts'

/** What a text says a quantity is. */
export interface Statement extends Value {
  /** The name of the quantity, LaTeX or a word; null where it has none. */
  readonly quantity: string | null
  /** Markdown: the name and the value, without what stands between them. */
  readonly text: string
  /** Where it stands in the text, characters. */
  readonly from: number
  readonly to: number
}

/** The words of the text's language that state a value. */
type Stating = Pick<Words, 'states' | 'stop'>

/** A stretch of text without formulas, or one formula. */
interface Piece {
  readonly isMath: boolean
  readonly body: string
  readonly from: number
  readonly to: number
}

/** Characters of a chain that is shown whole; of a longer one without a name its value alone. */
const SHOWN = 120

/** Letters with scripts, accents and bars, a product, difference or quotient of such: no figure outside a script, no fraction, no root. */
const NAME =
  /^(?:[A-Za-zΑ-ω'′|()/+−-]|\\(?!(?:d?frac|sqrt|int|sum|times|cdot|ln|log|sin|cos|tan|exp)(?![A-Za-z]))[A-Za-z]+(?![A-Za-z])|\\[,;:!|{} ]|[_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z\d*'′])|[{}]|\s)+$/u

/** Everything that a text of Markdown states, in reading order: "$v=Q/A=2.5\,\mathrm{m/s}$", "the force is 4 kN". */
export function statementsIn(text: string, words: Stating): Statement[] {
  const pieces = piecesOf(text)
  const stating = patternsOf(words)
  return pieces.flatMap((piece, at) =>
    piece.isMath ? ofFormula(piece, pieces[at - 1], pieces[at + 1], stating) : ofProse(piece, pieces[at + 1], stating),
  )
}

/** The value that a text is and nothing else, as an entry of an answer key: "39.5 g", "$50\,\mathrm{cm^3}$". */
export function bareValue(text: string): Value | undefined {
  const [first, next, ...others] = piecesOf(text.trim())
  if (!first || others.length > 0) return undefined
  const isEnd = (rest: string): boolean => /^[\s.;]*$/.test(rest)
  if (first.isMath) {
    const found = valueIn(first.body)
    const unit = next && typedUnit(next.body)
    if (!found || !isEnd(next?.body.slice(unit?.length ?? 0) ?? '')) return undefined
    return { ...found, unit: found.unit ?? unit?.unit ?? null }
  }
  const [printed = ''] = new RegExp(`^${TYPED_NUMBER}`, 'u').exec(first.body) ?? []
  const value = typedNumber(printed)
  if (value === undefined) return undefined
  const after = unitAfter(first.body.slice(printed.length), next)
  return isEnd(after.rest) ? { value, unit: after.unit } : undefined
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  const prose = (to: number): void => {
    if (to > from) pieces.push({ isMath: false, body: text.slice(from, to), from, to })
  }
  for (const found of text.matchAll(/(?<!\\)(\${1,2})((?:\\\$|[^$])+?)\1/g)) {
    prose(found.index)
    from = found.index + found[0].length
    pieces.push({ isMath: true, body: found[2] ?? '', from: found.index, to: from })
  }
  prose(text.length)
  return pieces
}

/** What says that a value follows, at the end of a text, and with the value. */
interface Patterns {
  readonly atEnd: RegExp
  readonly withValue: RegExp
}

/** The patterns of a language; every formula of a book asks for them. */
function patternsOf(words: Stating): Patterns {
  const ready = compiled.get(words) ?? compile(words)
  compiled.set(words, ready)
  return ready
}

const compiled = new WeakMap<Stating, Patterns>()

/** A word that may name a quantity, and what says that a value follows: a sign, or a word of the language. */
function compile({ states, stop }: Stating): Patterns {
  const name = String.raw`(?<=^|[\s(,;:])(?!(?:${stop.join('|')})\s)([\p{L}][\p{L}\d_'’-]*)\s*`
  const stating = `(?:${name})?(?:=|≈${states.map((word) => String.raw`|(?<!\p{L})${word}(?!\p{L})`).join('')})\\s*`
  return {
    atEnd: new RegExp(`${stating}$`, 'u'),
    withValue: new RegExp(String.raw`${stating}(${TYPED_NUMBER})(?![\d.]*\s*[(+=/−-])`, 'gu'),
  }
}

function ofFormula(piece: Piece, before: Piece | undefined, after: Piece | undefined, stating: Patterns): Statement[] {
  const said = stating.atEnd.exec(before?.body ?? '')
  const clauses = clausesOf(piece.body)
  let above: string | null = null
  return clauses.flatMap((clause, at) => {
    const own = clause[0]?.latex ?? ''
    const name = own === '' ? above : nameIn(own)
    above = name
    const isLast = at === clauses.length - 1
    const found = statedBy(clause, at === 0 && said !== null)
    if (!found) return []
    const unit = found.unit ?? (isLast && found.isEnd ? typedUnit(after?.body ?? '')?.unit : undefined) ?? null
    const typed = found.unit === null && unit !== null ? ` ${unit}` : ''
    const quantity = name ?? (at === 0 ? (said?.[1] ?? null) : null)
    return [
      {
        quantity,
        value: found.value,
        unit,
        text: `$${shown(clause, found.at, name)}$${typed}`,
        from: piece.from,
        to: piece.to + typed.length,
      },
    ]
  })
}

/** The last side of a chain that is a value; its first only where the text before states it. */
function statedBy(clause: Clause, isSaid: boolean): (Value & { at: number; isEnd: boolean }) | undefined {
  for (let at = clause.length - 1; at >= (isSaid ? 0 : 1); at--) {
    const found = valueIn(clause[at]?.latex ?? '')
    if (found) return { ...found, at, isEnd: at === clause.length - 1 }
  }
  return undefined
}

/** A chain as its name and value; one without a name whole, or, where that is long or begins in the text, as its value. */
function shown(clause: Clause, at: number, name: string | null): string {
  const value = (clause[at]?.latex ?? '').replace(/[.,;\s]+$/, '')
  const between = clause.slice(1, at + 1).map(({ relation }) => relation)
  const strict = between.findLast((relation) => !/^(?:=|≈|\\(?:approx|simeq|cong))$/.test(relation)) ?? between.at(-1) ?? ''
  if (at === 0) return value
  if (name !== null) return `${name}${spaced(strict)}${value}`
  const whole = clause
    .slice(0, at + 1)
    .map(({ relation, latex }) => `${spaced(relation)}${latex}`)
    .join('')
    .replace(/[.,;\s]+$/, '')
  return whole.length <= SHOWN && clause[0]?.latex !== '' ? whole : value
}

/** A command must not run into the letter behind it. */
const spaced = (relation: string): string => (relation.startsWith('\\') ? `${relation} ` : relation)

const nameIn = (latex: string): string | null => (NAME.test(latex) ? latex : null)

function ofProse(piece: Piece, after: Piece | undefined, stating: Patterns): Statement[] {
  return [...piece.body.matchAll(stating.withValue)].flatMap((match) => {
    const [all, word, number = ''] = match
    const value = typedNumber(number)
    if (value === undefined) return []
    const end = match.index + all.length
    const { unit, printed } = unitAfter(piece.body.slice(end), after)
    return [
      {
        quantity: word ?? null,
        value,
        unit,
        text: `${all}${printed}`.trim(),
        from: piece.from + match.index,
        to: piece.from + end + printed.length,
      },
    ]
  })
}

/** The unit right behind a number of the text, typed or a formula of its own. */
function unitAfter(text: string, next: Piece | undefined): { unit: string | null; printed: string; rest: string } {
  const typed = typedUnit(text)
  if (typed) return { unit: typed.unit, printed: text.slice(0, typed.length), rest: `${text.slice(typed.length)}${next?.body ?? ''}` }
  const set = next?.isMath && text.trim() === '' ? unitIn(next.body) : undefined
  return set === undefined
    ? { unit: null, printed: '', rest: `${text}${next?.body ?? ''}` }
    : { unit: set, printed: `${text}$${next?.body}$`, rest: '' }
}
