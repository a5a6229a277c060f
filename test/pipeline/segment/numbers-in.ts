import { type Rows, segmentBook, typeset } from '../fakes/book.ts'

/** The numbers of the problems that are found on these pages. */
export async function numbersIn(...pages: readonly Rows[]): Promise<string[]> {
  const { found } = await segmentBook(typeset(...pages))
  return found.problems.map(({ number }) => number)
}

export const ask = 'Determine the speed of the block at the foot of the plane.'

/** Labelled paragraphs of two lines, apart from one another. */
export const labelled = (labels: readonly string[], font: 'F' | 'B' = 'F'): Rows =>
  labels.flatMap((label): Rows => [{ text: `${label} A block slides down a plane of steel.`, font, down: 20 }, ask])
