import type { LineFact } from '../facts.ts'
import type { Patterns } from '../language/patterns.ts'
import { bareCandidateAt, type Candidate, countedOn } from './labels.ts'

/** Em by which labels of one sequence are off one another: "9" and "10" are set flush left, flush right or centred. */
const ALIGNED = 1

/**
 * Solutions whose number stands bare where the numbers before and after it stand: beside a first line too short to be told from the cell of a
 * table, it was not taken for a label by itself.
 */
export function withMissing(labels: readonly Candidate[], lines: readonly LineFact[], patterns: Patterns): Candidate[] {
  return labels.flatMap((label, at) => {
    const next = labels[at + 1]
    return next ? [label, ...between(label, next, lines, patterns)] : [label]
  })
}

function between(label: Candidate, next: Candidate, lines: readonly LineFact[], patterns: Patterns): Candidate[] {
  const found: Candidate[] = []
  let last = label
  for (let at = label.at + 1; at < next.at && isGap(last, next); at++) {
    const line = lines[at]
    if (!line || line.inTable || !isSetLike(line, lines[label.at])) continue
    const bare = bareCandidateAt(line, at, patterns)
    if (bare?.setting.size !== label.setting.size || bare.values.join() !== countedOn(last).join()) continue
    found.push(bare)
    last = bare
  }
  return isGap(last, next) ? [] : found
}

/** A label without a word, and at least one number missing before the next. */
const isGap = (label: Candidate, next: Candidate): boolean =>
  label.word === '' && next.word === '' && label.values.length === next.values.length && countedOn(label).join() !== next.values.join()

const isSetLike = (line: LineFact, label: LineFact | undefined): boolean =>
  label !== undefined && line.bold === label.bold && Math.abs(line.box.left - label.box.left) < ALIGNED * line.size
