import type { Item } from '../../schemas/item.ts'
import { formulasOf } from './rich-text.tsx'
import { canTypeset } from './typeset.ts'

/** The LaTeX of an item that does not typeset, each once: a reader of the release would see its source. */
export function unreadableFormulas({ question, equations, solution }: Item): string[] {
  const texts = [question.text, ...question.parts.map(({ text }) => text), ...(question.options ?? []).map(({ text }) => text)]
  if (solution?.text) texts.push(solution.text)
  const formulas = [
    ...texts.flatMap(formulasOf),
    ...equations.flatMap(({ latex, display }) => (latex === null ? [] : [{ latex, display }])),
  ]
  return [...new Set(formulas.filter(({ latex, display }) => !canTypeset(latex, display)).map(({ latex }) => latex))]
}
