import { z } from 'zod'
import { Box, PageNumber } from './geometry.ts'

/** Every expected failure, as a closed list: a new one is added here, with the code that notes it. */
export const ProblemCode = z.enum([
  // files
  'file-missing',
  'file-unreadable',
  'file-empty',
  'file-not-pdf',
  'file-changed',
  'pdf-damaged',
  'pdf-repaired',
  'pdf-encrypted',
  'pdf-wrong-password',
  'pdf-no-pages',
  // pages
  'page-unreadable',
  'page-damaged',
  'page-out-of-range',
  'page-without-text',
  'page-garbled',
  'glyph-unknown',
  'glyph-misread',
  'ocr-failed',
  'ocr-low-confidence',
  // problems
  'no-problems-found',
  'number-gap',
  'number-repeated',
  'number-unsure',
  'part-gap',
  'text-cut',
  'text-under-figure',
  // diagrams
  'crop-blank',
  'crop-failed',
  'diagram-missing',
  'caption-without-figure',
  'figure-unassigned',
  // equations
  'equation-unread',
  'equation-unparsable',
  'equation-uncertain',
  // checks of finished items
  'numeral-lost',
  'numeral-foreign',
  'correction-rejected',
  'fault-found',
  'item-held-back',
  // solutions
  'solution-missing',
  'solution-unmatched',
  'solutions-missing',
  // workspace
  'workspace-missing',
  'workspace-exists',
  'manifest-invalid',
  'document-unknown',
  'document-exists',
  'store-unwritable',
  'disk-full',
  'store-damaged',
  // topics
  'topic-list-missing',
  'topic-list-invalid',
  'topic-discarded',
  'topics-none',
  // models
  'model-unavailable',
  'model-refused',
  'model-failed',
  'budget-reached',
  // review and release
  'review-unavailable',
  'review-conflict',
  'review-refused',
  'review-invalid',
  'review-unknown-item',
  'release-exists',
  'release-empty',
  'release-bump-refused',
  'release-invalid',
  'release-too-new',
  'duplicate-item',
  'answers-missing',
  'part-unanswered',
  'options-wrong',
  'answer-not-an-option',
  'licence-unclear',
  'image-differs',
  'image-unused',
  'canary-found',
  'publish-failed',
  // judge
  'judge-graph-invalid',
  'judge-unscored',
  'run-invalid',
  'run-mismatch',
  'solution-unknown',
  'study-exists',
  // anything that stops one document only
  'stage-failed',
  'interrupted',
  'usage',
])
export type ProblemCode = z.infer<typeof ProblemCode>

export const Place = z
  .strictObject({
    document: z.string().optional().describe('the document id in documents.yaml, or the file name outside a workspace'),
    stage: z.string().optional(),
    page: PageNumber.optional(),
    item: z.string().optional().describe('item id or printed problem number'),
    box: Box.optional(),
  })
  .describe('where it happened: document › stage › page')
export type Place = z.infer<typeof Place>

/** An expected failure or doubt: what happened, what the reader can do about it, and where. */
export const Problem = z
  .strictObject({
    code: ProblemCode,
    severity: z
      .enum(['error', 'warning', 'notice'])
      .describe('error: something is missing from the result; warning: a person should look; notice: recorded, no effect on the exit code'),
    message: z.string().describe('what happened, one sentence'),
    hint: z.string().describe('what the reader can do about it, one sentence'),
    place: Place,
  })
  .meta({ id: 'Problem', title: 'An expected failure' })
export type Problem = z.infer<typeof Problem>

/** What a stage hands to `note`; the runner fills in document and stage. */
export type Note = (problem: Problem) => void

/** Thrown only where nothing can be returned. Anything else that is thrown is our bug and keeps its stack. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Omit<Problem, 'severity'> & Partial<Pick<Problem, 'severity'>>, options?: ErrorOptions) {
    super(`${problem.message} ${problem.hint}`, options)
    this.problem = { severity: 'error', ...problem }
  }
}

/** What an error says, as a sentence that others can stand behind; the hint of a problem is not part of it. */
export function sentenceOf(error: unknown): string {
  const said = error instanceof ProblemError ? error.problem.message : error instanceof Error ? error.message : String(error)
  const text = said.trim()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** `document › stage › page 3`, leaving out what is not known. */
export const trail = ({ document, stage, page, item }: Place): string =>
  [document, stage, page === undefined ? undefined : `page ${page}`, item].filter((part) => part !== undefined).join(' › ')
