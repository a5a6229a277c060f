import { z } from 'zod'
import type { Item } from '../../schemas/item.ts'
import { askFor, type ModelImage } from '../../schemas/model.ts'
import type { Problem } from '../../schemas/problem.ts'
import { type RefineModel, RULES } from './model.ts'

/** Raise when the wording changes. */
const VERIFY_VERSION = 2

const MAX_TOKENS = 4096

const Fault = z.strictObject({
  kind: z.enum(['text', 'diagram', 'equation', 'solution']),
  index: z.int().min(0).nullable().describe('which diagram or equation, counted from 0; null for text and solution'),
  quote: z.string().describe('the faulty words or signs as they stand in what was read; empty when something is missing'),
  what: z.string().describe('what is wrong, one sentence'),
  grading: z.boolean().describe('whether somebody who solves the item as it was read could be graded differently because of it'),
})
export type Fault = z.infer<typeof Fault>

const Faults = z.strictObject({ faults: z.array(Fault).describe('empty when everything that was read agrees with the pictures') })

/** What an item is compared with. */
export interface ItemPictures {
  /** Where the question stands on its pages. */
  readonly pages: readonly ModelImage[]
  readonly diagrams: readonly ModelImage[]
  /** The solution as printed. */
  readonly solution: readonly ModelImage[]
}

/**
 * Compares an item with the pictures of its pages. A fault whose quote does not stand in the item is set aside as unfounded: it cannot be
 * acted on. Throws ProblemError when the model cannot be asked.
 */
export async function verifyItem(
  item: Item,
  pictures: ItemPictures,
  { ask, model }: Pick<RefineModel, 'ask' | 'model'>,
): Promise<{ faults: Fault[]; unfounded: Fault[] }> {
  const { faults } = await askFor(
    ask,
    {
      model,
      system: RULES,
      prompt: promptOf(item, pictures),
      images: [...pictures.pages, ...pictures.diagrams, ...pictures.solution],
      temperature: 0,
      maxTokens: MAX_TOKENS,
      purpose: `refine.verify/${VERIFY_VERSION}`,
      about: { document: item.source.document, item: item.id },
    },
    Faults,
  )
  const isFounded = (fault: Fault): boolean => standsIn(item, fault)
  return { faults: faults.filter(isFounded), unfounded: faults.filter((fault) => !isFounded(fault)) }
}

const promptOf = ({ question, equations, solution, source }: Item, pictures: ItemPictures): string =>
  [
    `The first ${pictures.pages.length} pictures show where problem ${source.number} stands; the next ${pictures.diagrams.length} are the diagrams that were cut out for it.`,
    pictures.solution.length === 0 ? '' : `The last ${pictures.solution.length} pictures show its solution as printed.`,
    'List where what was read differs from the pictures: wrong or missing words, numerals, units and signs; a diagram that is cut off, belongs elsewhere or is missing; a formula that says something else.',
    'The printed number of the problem and captions are left out on purpose; notation of LaTeX is no fault.',
    `Question as read:\n${question.text}`,
    equations.length === 0
      ? ''
      : `Formulas as read:\n${equations.map(({ latex }, index) => `[${index}] ${latex ?? '(not read)'}`).join('\n')}`,
    solution === null || pictures.solution.length === 0 ? '' : `Solution as read:\n${solution.text}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')

function standsIn({ question, diagrams, equations, solution }: Item, { kind, index, quote }: Fault): boolean {
  if (kind === 'diagram') return index === null || index < diagrams.length
  if (kind === 'equation') return index === null || index < equations.length
  return quote === '' || (kind === 'solution' ? (solution?.text ?? '') : question.text).includes(quote)
}

/** A fault as reviewers see it. One that could change a grade holds the item back. */
export const faultProblem = (item: Item, { kind, index, quote, what, grading }: Fault, model: string): Problem => ({
  code: grading ? 'item-held-back' : 'fault-found',
  severity: grading ? 'error' : 'warning',
  message: `${model} finds a fault in the ${kind}${index === null ? '' : ` ${index}`}: ${what}${quote === '' ? '' : ` (“${quote}”)`}`,
  hint: grading ? 'It could change how an answer is graded: compare with the page before approving.' : 'Compare with the page.',
  place: { document: item.source.document, stage: 'refine', item: item.id },
})
