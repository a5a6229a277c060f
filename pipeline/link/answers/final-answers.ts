import type { Answer } from '../../../schemas/item.ts'
import type { Words } from '../../segment/language/word-kinds.ts'
import { bareValue, type Statement, statementsIn } from './statements.ts'

/** Characters of a key's entry that states nothing but its answer. */
const SHORT = 80

/** The words of the text's language that state a value and join two. */
export type AnswerWords = Pick<Words, 'states' | 'and' | 'stop'>

interface PartText {
  readonly label: string | null
  readonly text: string
}

/**
 * Final answers that a solution states: for each part that the question `asked` the last quantity that is said to be a number, or the last
 * ones where "and" joins them; what else looks like parts, "between (1) and (2)", names points. Sure only where the text is an entry of an
 * answer key or states one number; a person confirms the rest.
 */
export function finalAnswers(
  text: string,
  parts: readonly { readonly label: string; readonly text: string }[],
  words: AnswerWords,
  asked: readonly { readonly label: string }[] = parts,
): Answer[] {
  const own = parts.filter(({ label }) => asked.some((part) => part.label === label))
  const pieces: PartText[] = own.length > 0 ? own : [{ label: null, text }]
  return pieces.flatMap(({ label, text: piece }) => answersIn(piece, words).map((answer) => ({ part: label, ...answer })))
}

function answersIn(text: string, words: AnswerWords): Omit<Answer, 'part'>[] {
  const plain = text.replace(/\s+/g, ' ').trim()
  const statements = statementsIn(plain, words)
  if (statements.length > 0) {
    return lastTogether(statements, plain, words).map(({ quantity, value, unit, text: stated }) => ({
      quantity,
      value: Number(value.toPrecision(12)),
      unit,
      text: stated,
      sure: statements.length === 1,
    }))
  }
  const bare = bareValue(plain)
  if (bare) return [{ quantity: null, ...bare, text: plain, sure: true }]
  const isEntry = plain !== '' && plain.length <= SHORT && !/[.?!]\s/.test(plain)
  return isEntry ? [{ quantity: null, value: null, unit: null, text: plain, sure: false }] : []
}

/** The last statement, and those before it that "and" joins to it: "$R_A=5\,\mathrm{kN}$ and $R_B=7\,\mathrm{kN}$". */
function lastTogether(statements: readonly Statement[], text: string, { and }: AnswerWords): Statement[] {
  const joint = new RegExp(String.raw`^[\s,]*(?:${and.join('|')})\s+$`, 'iu')
  let first = statements.length - 1
  while (first > 0 && joint.test(text.slice(statements[first - 1]?.to, statements[first]?.from))) first--
  return statements.slice(first)
}
