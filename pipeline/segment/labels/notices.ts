import { zoneAt } from '../zones.ts'
import type { Evidence } from './evidence.ts'
import { byStyle, type Candidate } from './labels.ts'

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

/**
 * Candidates without the lists that tell how to work, where the problems follow: else the numbers of problems go on from those of the
 * instructions, and the first problems are lost. Instructions earn no points, where each problem does.
 */
export function withoutInstructions(known: Evidence): readonly Candidate[] {
  const lists = [...byStyle(known.candidates).values()].flatMap(runsOf).filter(([first]) => first?.values.join() === '1')
  const scored = lists.filter((list) => list.filter((label) => hasScore(label, known)).length > list.length / 2)
  const isFollowed = (list: readonly Candidate[], others: readonly (readonly Candidate[])[]): boolean =>
    others.some(([first]) => (first?.at ?? 0) > (list.at(-1)?.at ?? 0))
  const notices = lists.filter((list) => isNotice(list, known))
  const problems = lists.filter((list) => !notices.includes(list))
  const instructions = lists.filter((list) => {
    if (notices.includes(list)) return isFollowed(list, problems)
    const isUnscored = list.length > 1 && list[0]?.word === '' && !list.some((label) => hasScore(label, known))
    return isUnscored && isFollowed(list, scored)
  })
  const left = new Set(instructions.flat())
  return known.candidates.filter((candidate) => !left.has(candidate))
}

/** Whether points stand behind a label, at its line's end or beside it. */
function hasScore({ at, end }: Candidate, { lines, patterns }: Evidence): boolean {
  const line = lines[at]
  if (!line) return false
  const rest = line.text.slice(line.offsets[end] ?? line.text.length)
  const last = /[[(][^[\]()]*[\])]\s*$/u.exec(rest)?.[0] ?? ''
  return [rest, last].some((text) => /\d/.test(patterns.points.exec(text)?.[0] ?? ''))
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
