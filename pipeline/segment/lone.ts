import { type LineFact, settingAt } from './facts.ts'
import type { Heading } from './headings.ts'
import type { Candidate } from './labels.ts'
import { markAt } from './marks.ts'
import type { Patterns } from './patterns.ts'

/** Pages of a sheet that may hold one problem without a number; a longer text without numbers is no problem. */
const MAX_PAGES = 3
/** Letters of a line of running text; names, dates and titles have fewer. */
const RUNNING = 30

/**
 * The one problem of a sheet that numbers none: a quiz or a homework by its title, or a text that is solved below, in which something is
 * asked. It begins with the first running text, and is called 1.
 */
export function loneProblem(lines: readonly LineFact[], headings: readonly Heading[], patterns: Patterns): Candidate | undefined {
  if (new Set(lines.map(({ page }) => page)).size > MAX_PAGES) return undefined
  const solved = lines.findIndex((line) => markAt(line, patterns)?.kind === 'solution')
  const isAnnounced = headings.some(({ kind, at }) => kind === 'problems' && (solved < 0 || at < solved))
  if (!isAnnounced && solved < 0) return undefined
  const to = solved < 0 ? lines.length : solved
  const heads = new Set(headings.map(({ at }) => at))
  const at = lines.findIndex(({ text, inTable }, index) => !heads.has(index) && !inTable && (text.match(/\p{L}/gu)?.length ?? 0) >= RUNNING)
  const first = lines[at]
  if (!first || at >= to) return undefined
  const text = lines.slice(at, to).map((line) => line.text)
  if (!patterns.asks.test(text.join(' '))) return undefined
  return {
    at,
    number: '1',
    values: [1],
    suffix: '',
    word: '',
    numberFrom: 0,
    end: 0,
    setting: settingAt(first, 0),
    isSmall: false,
    shape: '',
    style: '',
  }
}
