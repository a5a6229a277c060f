import { moveDiagram, moveEquation, setPartBoxes, setQuestionBoxes, setSolutionBoxes } from '../redraw.ts'
import { type Spot, solutionFile } from '../sources.ts'
import type { Work } from '../use-item.ts'
import { diagramMark, equationMark, type Mark, partMark, questionMark, solutionMark } from './mark.ts'

/** Every box of an item, tied to its field; all of them can be moved unless the item is only looked at. Small ones come last, and lie on top. */
export function marksOf(work: Work, fixed: boolean): Mark[] {
  const { item } = work
  const { question, diagrams, equations, solution } = item
  const marks: Mark[] = [
    ...question.spans.map((spot, box) => ({
      id: questionMark(box),
      kind: 'question' as const,
      file: 'document' as const,
      spot,
      label: `question${box > 0 ? ', continued' : ''}`,
      onMoved: (to: Spot) => setQuestionBoxes(work, question.spans.with(box, to)),
    })),
    ...(solution?.spans ?? []).map((spot, box, spans) => ({
      id: solutionMark(box),
      kind: 'solution' as const,
      file: solutionFile(item),
      spot,
      label: `solution${box > 0 ? ', continued' : ''}`,
      onMoved: (to: Spot) => setSolutionBoxes(work, spans.with(box, to)),
    })),
    ...question.parts.flatMap(({ label, spans = [] }, part) =>
      spans.map((spot, box) => ({
        id: partMark(part, box),
        kind: 'part' as const,
        file: 'document' as const,
        spot,
        label: `part ${label}`,
        onMoved: (to: Spot) => setPartBoxes(work, part, spans.with(box, to)),
      })),
    ),
    ...diagrams.map((diagram, index) => ({
      id: diagramMark(index),
      kind: 'diagram' as const,
      file: 'document' as const,
      spot: diagram,
      label: diagram.label ?? `diagram ${index + 1}`,
      onMoved: (to: Spot) => moveDiagram(work, index, to),
    })),
    ...equations.map((equation, index) => ({
      id: equationMark(index),
      kind: 'equation' as const,
      file: 'document' as const,
      spot: equation,
      label: equation.tag ? `(${equation.tag})` : 'formula',
      onMoved: (to: Spot) => moveEquation(work, index, to),
    })),
  ]
  return fixed ? marks.map(({ onMoved: _, ...mark }) => mark) : marks
}
