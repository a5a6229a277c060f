import { ProblemError } from '../schemas/problem.ts'

/** Somebody else has the item, or was faster. */
export const conflict = (
  item: string,
  message: string,
  hint = 'Go on with the next item; what you typed is kept as your draft.',
): ProblemError => new ProblemError({ code: 'review-conflict', message, hint, place: { item } })

/** The person may not do this. */
export const refused = (message: string, hint: string, item?: string): ProblemError =>
  new ProblemError({ code: 'review-refused', message, hint, place: item === undefined ? {} : { item } })

/** What was sent makes no sense. */
export const invalid = (message: string, hint: string, item?: string, cause?: unknown): ProblemError =>
  new ProblemError({ code: 'review-invalid', message, hint, place: item === undefined ? {} : { item } }, { cause })

export const unknownItem = (item: string): ProblemError =>
  new ProblemError({
    code: 'review-unknown-item',
    message: `There is no item ${item.slice(0, 200)} in the queue.`,
    hint: 'Reload the queue; a rerun of the extraction may have renamed it.',
    place: { item },
  })
