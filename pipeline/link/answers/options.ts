import type { Answer } from '../../../schemas/item.ts'
import { type AnswerWords, finalAnswers } from './final-answers.ts'

/** What may be chosen in a multiple-choice question. */
export interface Option {
  readonly label: string
  readonly text: string
}

/** A lettered line: "A. 25 cm", "(B) 25 cm". */
const LETTERED = /^\s*\(?([A-H])[.)]\s+(.+)$/gm

/** The letter with which an entry of an answer key begins, or of which it consists: "B. 25 cm", "(B)", "B". */
const CHOSEN = /^\(?([A-H])(?:[.):]+(?:\s+|$)|$)/

/**
 * Lettered choices, each on a line of its own, at least two from A on. A letter that is left out or comes twice is kept as it was read:
 * the checks of items tell people.
 */
export function optionsOf(text: string): Option[] {
  const found = [...text.matchAll(LETTERED)].map(([, label = '', own = '']) => ({ label, text: own.trim() }))
  return found.length >= 2 && found[0]?.label === 'A' ? found : []
}

/** What a solution says is to be chosen, as stated; what it states at its end where it names no option. Sure where the option is one. */
export function chosenAnswers(solution: string, options: readonly Option[], words: AnswerWords): Answer[] {
  const text = solution.trim()
  const letter = CHOSEN.exec(text)
  const own = letter ? text.slice(letter[0].length).trim() : text
  const named = options.find(({ label, text: other }) => (letter ? label === letter[1] : sameText(other, text)))
  if (!letter && !named) return finalAnswers(solution, [], words)
  const [stated] = finalAnswers(named?.text ?? own, [], words)
  const agrees = named !== undefined && (own === '' || sameText(own, named.text))
  return [{ part: null, quantity: stated?.quantity ?? null, value: stated?.value ?? null, unit: stated?.unit ?? null, text, sure: agrees }]
}

/** Spaces, dollar signs and full stops aside. */
const sameText = (one: string, other: string): boolean => bare(one) === bare(other)
const bare = (text: string): string => text.replace(/[\s$]|\.$/g, '').toLowerCase()
