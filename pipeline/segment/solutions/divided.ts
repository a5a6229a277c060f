import type { Passage } from '../../../schemas/segment.ts'
import type { StemmedChunk } from '../assemble.ts'
import { type LineOf, textOf } from '../facts.ts'
import type { Patterns } from '../language/patterns.ts'

/** Problems divided so, at least, and their share of those that no word divides: now and then a rule stands in a text. */
const MIN_PROBLEMS = 3
const MIN_SHARE = 0.5

/**
 * Takes the text below a rule for the solution of what is asked above it, as in boxes of two halves, where the document has a habit of it:
 * no word says so, but what stands below asks nothing.
 */
export function withDividedSolutions(chunks: readonly StemmedChunk[], lineOf: LineOf, patterns: Patterns): StemmedChunk[] {
  const unmarked = chunks.filter(({ marked }) => marked.length === 0)
  const asks = (passage: Passage): boolean => patterns.asks.test(`. ${textOf(passage, lineOf)}`)
  const found = new Map(unmarked.flatMap((chunk) => divided(chunk, lineOf, asks)))
  const askBelow = [...found.values()].filter(({ below }) => asks(below)).length
  if (found.size < MIN_PROBLEMS || found.size < MIN_SHARE * unmarked.length || askBelow > MIN_SHARE * found.size) return [...chunks]
  return chunks.map((chunk) => {
    const parts = found.get(chunk)
    return parts ? { ...chunk, question: parts.above, marked: [{ kind: 'solution', label: [], text: parts.below }] } : chunk
  })
}

interface Halves {
  readonly above: Passage
  readonly below: Passage
}

/** At the first rule below something asked. */
function divided(chunk: StemmedChunk, lineOf: LineOf, asks: (passage: Passage) => boolean): [StemmedChunk, Halves][] {
  const { question } = chunk
  const at = question.findIndex(
    ({ page, line, from }, index) => index > 0 && from === 0 && lineOf(page, line)?.ruledOff === true && asks(question.slice(0, index)),
  )
  return at < 0 ? [] : [[chunk, { above: question.slice(0, at), below: question.slice(at) }]]
}
