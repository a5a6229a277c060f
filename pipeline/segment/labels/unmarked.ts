import { positionAt, settingAt } from '../facts.ts'
import { markAt } from '../marks.ts'
import { toSequences } from './choose.ts'
import type { Evidence } from './evidence.ts'
import type { Candidate } from './labels.ts'
import { isNotice } from './notices.ts'

/** Pages of a sheet on which a list that asks nothing, or a text without a number, may be problems; a longer text holds theory. */
const MAX_PAGES = 3
/** Letters of a line of running text; names, dates and titles have fewer. */
const RUNNING = 30

/** Confidence in what is taken for problems because nothing in the document says what is one. */
export const UNMARKED = 0.7

/** Before a question that bears no number: "Q:". */
const SHORT_WORD = 'q'

/** Questions that a word opens; else what a short sheet holds on which nothing is known for a problem: its list, or all of it as one. */
export function unmarkedProblems(known: Evidence): readonly Candidate[] {
  const worded = wordedProblems(known)
  if (worded.length > 1) return worded
  if (new Set(known.lines.map(({ page }) => page)).size > MAX_PAGES) return []
  const list = listOfSheet(known)
  return list.length > 0 ? list : [loneProblem(known)].filter((lone) => lone !== undefined)
}

/**
 * Questions that a word opens and no number: "Problem. A block …", "Q: What is …", or the heading "Problem" under a title. They are counted
 * as they stand.
 */
function wordedProblems({ lines, headings, patterns }: Evidence): readonly Candidate[] {
  const words = [...patterns.words.problem, SHORT_WORD]
  const heads = new Set(headings.map(({ at }) => at))
  const found = lines.flatMap((line, at) => {
    const [all = '', word = '', stop = ''] = /^(\p{L}+(?:\s\p{L}+)?)\s?([.:—–])?(?=\s|$)/u.exec(line.text) ?? []
    const isWord = words.includes(word.toLowerCase()) && !line.inTable
    const isHeading = heads.has(at) && all.length === line.text.length
    const isMarked = isHeading || (stop !== '' && (word.length > SHORT_WORD.length || stop !== '–'))
    return isWord && isMarked ? [{ at, word: word.toLowerCase(), end: positionAt(line, all.length), setting: settingAt(line, 0) }] : []
  })
  const [first] = found
  return found
    .filter(({ word, setting }) => word === first?.word && setting.bold === first.setting.bold)
    .map((one, index) => ({ ...UNNUMBERED, ...one, number: String(index + 1), values: [index + 1] }))
}

/**
 * The numbered list that a short sheet consists of, though nothing in it asks: "1. y = x²". It counts from one without a gap, is no outline
 * of headings, and leaves less text before it than it holds.
 */
function listOfSheet(known: Evidence): readonly Candidate[] {
  const { lines, headings } = known
  const heads = new Set(headings.map(({ at }) => at))
  const [longest] = toSequences({ ...known, candidates: known.candidates.filter(({ at }) => !heads.has(at)) })
    .map(({ labels, unitSteps }) => ({ labels, unitSteps, first: labels[0] }))
    .filter(({ labels, unitSteps, first }) => first?.values.at(-1) === 1 && unitSteps === labels.length - 1)
    .filter(({ labels, first }) => first !== undefined && first.at < lines.length / 2 && !isNotice(labels, known))
    .sort((a, b) => b.labels.length - a.labels.length)
  return longest?.labels ?? []
}

/**
 * The one problem of a sheet that numbers none: a quiz or a homework by its title, or a text that is solved below, in which something is
 * asked. It begins with the first running text, and is called 1.
 */
function loneProblem({ lines, headings, patterns }: Evidence): Candidate | undefined {
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
  return { ...UNNUMBERED, at, number: '1', values: [1], word: '', end: 0, setting: settingAt(first, 0) }
}

const UNNUMBERED = { suffix: '', numberFrom: 0, isSmall: false, shape: '', style: '' } as const
