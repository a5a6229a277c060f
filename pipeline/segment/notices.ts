import type { Evidence } from './evidence.ts'
import type { Candidate } from './labels.ts'
import { zoneAt } from './zones.ts'

/** Lines above a list in which the sentence or heading that introduces it stands. */
const INTRO_LINES = 3

/**
 * Leaves out lists that tell how to work: rules of an exam, steps of a laboratory, aims of a lesson. Only beside other labels: a sheet
 * whose one list stands below "Instructions: answer all questions" is not empty.
 */
export function withoutNotices(labels: readonly Candidate[], known: Evidence): Candidate[] {
  const kept = runsOf(labels)
    .filter((run) => !isNotice(run, known))
    .flat()
  return kept.length > 0 ? kept : [...labels]
}

/** Stretches in which numbers count on; each beginning anew is a list of its own. */
function runsOf(labels: readonly Candidate[]): Candidate[][] {
  const runs: Candidate[][] = []
  for (const label of labels) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const goesOn = before?.shape === label.shape && (before.values.at(-1) ?? 0) < (label.values.at(-1) ?? 0)
    if (run && goesOn) run.push(label)
    else runs.push([label])
  }
  return runs
}

/** A list without words of its own, introduced by a heading or by a line that ends in a colon and speaks of rules, aims or the like. */
export function isNotice([first]: readonly Candidate[], { lines, zones, patterns }: Evidence): boolean {
  if (first?.word !== '' || first.values.length > 1) return false
  const before = lines[first.at - 1]
  if (!before) return false
  const heading = zoneAt(zones, first.at)?.heading
  if (heading && first.at - heading.at <= INTRO_LINES && patterns.notice.test(heading.text)) return true
  const isIntro = before.bold || /:$/.test(before.text)
  const sentence = lines
    .slice(Math.max(0, first.at - INTRO_LINES), first.at)
    .map(({ text }) => text)
    .join(' ')
    .split(/[.?!]\s+(?=\p{Lu})/u)
    .at(-1)
  return isIntro && patterns.notice.test(sentence ?? '')
}
