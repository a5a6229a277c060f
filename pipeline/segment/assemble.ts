import type { Passage, SegmentedProblem, SegmentedSolution } from '../../schemas/segment.ts'
import { type Chunk, regionOf } from './cut.ts'
import type { LineFact } from './facts.ts'
import type { Stem } from './stems.ts'

/** What a label opens, with the stem that it shares with others. */
export type StemmedChunk = Chunk & { readonly stem: Stem | undefined }

/** A chunk for each number of its label: one text may be for several. */
export const eachNumber = (chunk: StemmedChunk): StemmedChunk[] =>
  [chunk.label.number, ...(chunk.label.also ?? [])].map((number) => ({ ...chunk, label: { ...chunk.label, number } }))

/** Finds the parts of a passage. */
export type PartsOf = (passage: Passage) => SegmentedProblem['parts']

/** A cut-out problem with its parts; `confidence` that it is one. */
export function toProblem(
  chunk: StemmedChunk,
  lines: readonly LineFact[],
  chapter: string | undefined,
  partsOf: PartsOf,
  confidence: number,
): SegmentedProblem {
  const { label, question, title, labelPassage } = chunk
  const used = new Set([...question, ...title, ...labelPassage].map(({ page, line }) => `${page}.${line}`))
  return {
    number: label.number,
    ...(chapter === undefined ? {} : { chapter }),
    title,
    label: labelPassage,
    text: question,
    stem: chunk.stem?.text ?? [],
    parts: partsOf(question),
    region: regionOf(lines.slice(label.at, chunk.to).filter(({ page, line }) => used.has(`${page}.${line}`))),
    confidence,
  }
}

/** Solutions, answers and hints that stand behind their question. */
export function inlineSolutions(
  chunk: Chunk,
  lines: readonly LineFact[],
  chapter: string | undefined,
  partsOf: PartsOf,
): SegmentedSolution[] {
  return chunk.marked.map(({ kind, label, text }) =>
    solution(chunk, lines, chapter, { kind, where: 'inline', label, text, question: [], parts: partsOf(text) }),
  )
}

/** A solution out of a section or file of solutions; what stands before its first mark repeats the question. */
export function sectionSolution(
  chunk: Chunk,
  lines: readonly LineFact[],
  chapter: string | undefined,
  where: 'section' | 'file',
  partsOf: PartsOf,
): SegmentedSolution {
  const marks = chunk.marked.filter(({ kind }) => kind !== 'hint')
  const label = chunk.labelPassage
  if (marks.length === 0) {
    const text = chunk.question
    return solution(chunk, lines, chapter, { kind: 'solution', where, label, text, question: [], parts: partsOf(text) })
  }
  const text = marks.flatMap((mark, at) => (at === 0 ? mark.text : [...mark.label, ...mark.text]))
  return solution(chunk, lines, chapter, {
    kind: marks[0]?.kind ?? 'solution',
    where,
    label,
    text,
    question: chunk.question,
    parts: partsOf(text),
  })
}

function solution(
  chunk: Chunk,
  lines: readonly LineFact[],
  chapter: string | undefined,
  rest: Pick<SegmentedSolution, 'kind' | 'where' | 'label' | 'text' | 'question' | 'parts'>,
): SegmentedSolution {
  const used = new Set(rest.text.map(({ page, line }) => `${page}.${line}`))
  return {
    number: chunk.label.number,
    ...(chapter === undefined ? {} : { chapter }),
    ...rest,
    region: regionOf(lines.slice(chunk.label.at, chunk.to).filter(({ page, line }) => used.has(`${page}.${line}`))),
  }
}
