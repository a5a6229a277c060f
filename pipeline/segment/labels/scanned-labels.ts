import { grouped } from '../../grouped.ts'
import type { LineFact } from '../facts.ts'
import { type Candidate, styleOf } from './labels.ts'

/**
 * Share by which measured sizes of one label differ: what is within 18 % of the body counts as of its size on one page, and may be measured
 * as a quarter larger on the next.
 */
const SAME_SIZE = 0.25

/**
 * Gives labels of scanned pages that are written alike one size and one weight: both are measured from few letters, page by page, and a sequence
 * must not break where one comes out a step larger or bolder. The weight is that of most of them, the size the largest, for what is hardly
 * larger than the body is taken for body.
 */
export function withSettledType(candidates: readonly Candidate[], lines: readonly LineFact[]): Candidate[] {
  const scanned = candidates.filter(({ at }) => lines[at]?.recognised)
  if (scanned.length === 0) return [...candidates]
  const settled = new Map<Candidate, Candidate>()
  for (const alike of grouped(scanned, ({ shape }) => shape).values())
    for (const sized of ofOneSize(alike)) {
      const size = sized.at(-1)?.setting.size ?? 0
      const bold = sized.filter(({ setting }) => setting.bold).length >= sized.length / 2
      for (const label of sized) {
        const setting = { ...label.setting, bold, size }
        settled.set(label, { ...label, setting, style: styleOf({ ...label, setting }) })
      }
    }
  return candidates.map((candidate) => settled.get(candidate) ?? candidate)
}

/** Labels in groups whose sizes lie close together, smallest first. */
function ofOneSize(labels: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = []
  for (const label of [...labels].sort((a, b) => a.setting.size - b.setting.size)) {
    const group = groups.at(-1)
    const smallest = group?.[0]?.setting.size ?? 0
    if (group && label.setting.size <= (1 + SAME_SIZE) * smallest) group.push(label)
    else groups.push([label])
  }
  return groups
}
