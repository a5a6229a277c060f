import { solutionFile } from '../sources.ts'
import type { Work } from '../use-item.ts'
import { diagramMark, recut } from './diagrams.tsx'
import { equationMark } from './equations.tsx'
import type { Mark } from './page-view.tsx'

/** Every box of an item, tied to its field. Questions and diagrams can be moved; a moved diagram is cut anew. */
export function marksOf(work: Work, fixed: boolean): Mark[] {
  const { item } = work
  const questions = item.question.spans.map(
    (span, index): Mark => ({
      id: `question-${index}`,
      kind: 'question',
      file: 'document',
      spot: span,
      label: `question${index > 0 ? ', continued' : ''}`,
      ...(!fixed && { onMoved: (bbox) => work.set('question.spans', item.question.spans.with(index, { ...span, bbox })) }),
    }),
  )
  const diagrams = item.diagrams.map(
    (diagram, index): Mark => ({
      id: diagramMark(index),
      kind: 'diagram',
      file: 'document',
      spot: diagram,
      label: diagram.label ?? `diagram ${index + 1}`,
      ...(!fixed && { onMoved: (bbox) => recut(work, index, { page: diagram.page, bbox }) }),
    }),
  )
  const equations = item.equations.map(
    (equation, index): Mark => ({
      id: equationMark(index),
      kind: 'equation',
      file: 'document',
      spot: equation,
      label: equation.tag ? `(${equation.tag})` : 'formula',
    }),
  )
  const solutions = (item.solution?.spans ?? []).map(
    (spot, index): Mark => ({
      id: `solution-${index}`,
      kind: 'solution',
      file: solutionFile(item),
      spot,
      label: 'solution',
    }),
  )
  return [...questions, ...solutions, ...diagrams, ...equations]
}
