import type { Fragment } from '../../schemas/segment.ts'
import { fragment } from './cut.ts'
import type { LineFact } from './facts.ts'
import { type Candidate, parseNumber } from './labels.ts'
import type { Patterns } from './patterns.ts'

/** Problems that one text introduces, at most; a longer range is the heading of a chapter's set. */
const MAX_SHARING = 12

/** A text for several problems: "Problems 5–7 refer to …". */
export interface Stem {
  /** Lines [from, to). */
  readonly from: number
  readonly to: number
  readonly text: Fragment[]
  readonly labels: readonly Candidate[]
}

/** Texts that introduce several problems; each stands right before the first of them. */
export function findStems(lines: readonly LineFact[], labels: readonly Candidate[], patterns: Patterns): Stem[] {
  const stems: Stem[] = []
  labels.forEach((label, at) => {
    const before = labels[at - 1]?.at ?? -1
    for (let from = label.at - 1; from > before; from--) {
      const line = lines[from]
      if (!line) break
      const match = patterns.shared.exec(line.text)
      const sharing = match ? sharingIn(match[1] ?? '', match[2] ?? '', label, labels.slice(at)) : []
      if (sharing.length < 2) continue
      const text = lines.slice(from, label.at).map((own) => fragment(own, 0, own.offsets.length))
      stems.push({ from, to: label.at, text, labels: sharing })
      break
    }
  })
  return stems
}

/** Labels of a printed range that begins at this one. */
function sharingIn(first: string, last: string, label: Candidate, following: readonly Candidate[]): Candidate[] {
  const start = parseNumber(first)
  const end = parseNumber(last)
  // Labels may carry a letter that the text leaves out: "Problems 5–7" before "Q5".
  const isFirst =
    start?.prefix === '' ? start.values.join() === label.values.join() : start?.printed.toUpperCase() === label.number.toUpperCase()
  if (!start || !end || !isFirst) return []
  const from = start.values.at(-1) ?? 0
  const to = end.values.at(-1) ?? 0
  if (to <= from || to - from >= MAX_SHARING) return []
  return following.slice(0, MAX_SHARING).filter((one) => {
    const value = one.values.at(-1) ?? 0
    return one.values.slice(0, -1).join() === label.values.slice(0, -1).join() && value >= from && value <= to
  })
}
