import type { SourceFile } from '../../../schemas/review.ts'
import type { Spot } from '../sources.ts'

/** A box over the page that belongs to a field of the item. */
export interface Mark {
  readonly id: string
  readonly kind: 'question' | 'part' | 'diagram' | 'equation' | 'solution'
  readonly file: SourceFile
  readonly spot: Spot
  readonly label: string
  /** Absent for a box that cannot be moved. */
  readonly onMoved?: (spot: Spot) => void
}

/** What a box that is about to be drawn will become, and on the pages of which file. */
export type Drawing = { readonly what: string; readonly file: SourceFile; readonly onDrawn: (spot: Spot) => void } | null

export const questionMark = (box: number): string => `question-${box}`
export const partMark = (part: number, box: number): string => `part-${part}-${box}`
export const diagramMark = (index: number): string => `diagram-${index}`
export const equationMark = (index: number): string => `equation-${index}`
export const solutionMark = (box: number): string => `solution-${box}`

/** The field that a box belongs to: question and solution have all their boxes in one field, a part, a diagram or a formula is one. */
export function fieldOfMark(id: string): string {
  const [kind = '', index] = id.split('-')
  return kind === 'question' || kind === 'solution' ? kind : `${kind}-${index}`
}

/** Whether the active box is one of this field. */
export const isActive = (active: string | null, field: string): boolean => active !== null && fieldOfMark(active) === field
