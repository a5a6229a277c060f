import type { DocumentEntry } from '../../schemas/document.ts'
import type { Item } from '../../schemas/item.ts'
import type { Problem } from '../../schemas/problem.ts'
import { formulas, latexFault } from './markdown.ts'

export interface Releasable {
  readonly items: Item[]
  /** Why others are left out, with what to do. */
  readonly problems: Problem[]
}

/**
 * Leaves out what no reader could use: items whose document is not in documents.yaml any more or has another subject there (the decision of
 * a person outlives the entry), and items of which somebody has typed LaTeX that does not typeset.
 */
export function releasable(items: readonly Item[], documents: readonly Pick<DocumentEntry, 'id' | 'subject'>[]): Releasable {
  const subjects = new Map(documents.map(({ id, subject }) => [id, subject]))
  const problems: Problem[] = []
  const kept = items.filter((item) => {
    const problem = leftBehind(item, subjects.get(item.source.document)) ?? untypeset(item)
    if (problem) problems.push({ ...problem, place: { document: item.source.document, stage: 'release', item: item.id } })
    return problem === undefined
  })
  return { items: kept, problems }
}

type Reason = Omit<Problem, 'place'>

function leftBehind({ id, source, subject, review }: Item, today: string | undefined): Reason | undefined {
  if (today === subject || review.status === 'rejected') return undefined
  return {
    code: 'item-held-back',
    severity: 'warning',
    message:
      today === undefined
        ? `${id} is left out: documents.yaml does not hold ${source.document} any more.`
        : `${id} is left out: ${source.document} belongs to ${today} in documents.yaml.`,
    hint:
      today === undefined
        ? 'Put the document back into documents.yaml, or reject the item.'
        : 'Decide on the item that `engvqa extract` has put into the review under the new subject, and reject this one.',
  }
}

/** What machines read was set before it was kept; what people type may not be. */
function untypeset({ id, review, question, solution, equations }: Item): Reason | undefined {
  if (review.status !== 'corrected') return undefined
  const written = [question.text, solution?.text ?? ''].flatMap((text) => [...formulas(text)])
  const all = [...written, ...equations.flatMap(({ latex, display }) => (latex === null ? [] : [{ latex, display }]))]
  const broken = all.find(({ latex, display }) => latexFault(latex, display) !== undefined)
  if (!broken) return undefined
  return {
    code: 'equation-unparsable',
    severity: 'warning',
    message: `${id} is left out: its formula ${broken.latex} does not typeset.`,
    hint: 'Mend the formula in the review.',
  }
}
