import type { Fragment, Passage } from '../../../schemas/segment.ts'
import type { StemmedChunk } from '../assemble.ts'
import { type LineFact, type LineOf, positionAt, textIn } from '../facts.ts'

/** Problems that end so, at least, and their share of all problems: once in a while a sentence ends with a remark in brackets. */
const MIN_PROBLEMS = 3
const MIN_SHARE = 0.2
/** Lines that the answers to one problem take. */
const MAX_LINES = 4

/** What stands in brackets behind the last sentence: figures, quantities, "x = 3 m", one a part perhaps. */
const VALUE = String.raw`(?:\(\p{Ll}\)\s*)?(?:\P{L}{0,3}\d|\S.{0,24}[=≈~])`
const ANSWER = new RegExp(String.raw`^\s*${VALUE}`, 'u')
/** "[6]", "[12]": a score, or a reference. */
const BARE_INTEGER = /^\s*\d+\s*$/u

/**
 * Takes the answers out of questions that state them in square brackets at their end, "Find the time. [73 s]", with no word before them:
 * the document has a habit of it, or the brackets are left alone.
 */
export function withBracketedAnswers(chunks: readonly StemmedChunk[], lineOf: LineOf): StemmedChunk[] {
  const found = chunks.map((chunk) => (chunk.marked.length === 0 ? lastBracket(chunk.question, lineOf) : undefined))
  const count = found.filter((one) => one !== undefined).length
  if (count < MIN_PROBLEMS || count < MIN_SHARE * chunks.length) return [...chunks]
  return chunks.map((chunk, at) => {
    const parted = found[at]
    return parted ? { ...chunk, question: parted.question, marked: [{ kind: 'answer', label: [], text: parted.answer }] } : chunk
  })
}

interface Parted {
  readonly question: Passage
  /** Without its brackets. */
  readonly answer: Passage
}

/** The bracket at the end of the question, or of its page: labels of a figure overleaf may follow. */
function lastBracket(question: Passage, lineOf: LineOf): Parted | undefined {
  const ends = question.flatMap(({ page }, at) => (page === question[at + 1]?.page ? [] : [at + 1]))
  for (const end of ends.toReversed()) {
    const found = bracketAtEnd(question.slice(0, end), lineOf)
    if (found) return { ...found, question: [...found.question, ...question.slice(end)] }
  }
  return undefined
}

/** The last sentence's end and the bracket after it, if that is all that follows and states values. */
function bracketAtEnd(question: Passage, lineOf: LineOf): Parted | undefined {
  let text = ''
  for (let at = question.length - 1; at >= 0 && at >= question.length - MAX_LINES; at--) {
    const piece = question[at]
    const line = piece && lineOf(piece.page, piece.line)
    if (!piece || !line) return undefined
    const own = textIn(line, piece)
    text = `${own} ${text}`
    if (!/\]\.?\s*$/u.test(text)) return undefined
    const open = own.lastIndexOf('[')
    if (open < 0) continue
    const inside = text.slice(open + 1).replace(/\]\.?\s*$/u, '')
    const before = own.slice(0, open).trimEnd() || (at > 0 ? endOf(question[at - 1], lineOf) : '')
    if (!/[.?!)]$/u.test(before) || inside.includes(']') || BARE_INTEGER.test(inside) || !ANSWER.test(inside)) return undefined
    return parted(question, at, line, positionOf(line, piece, open), lineOf)
  }
  return undefined
}

function parted(question: Passage, at: number, line: LineFact, open: number, lineOf: LineOf): Parted {
  const piece = question[at] as Fragment
  const answer = [{ ...piece, from: open + 1 }, ...question.slice(at + 1)]
  const last = answer.at(-1) as Fragment
  const lastLine = lineOf(last.page, last.line) ?? line
  const close = positionOf(lastLine, last, textIn(lastLine, last).lastIndexOf(']'))
  return {
    question: [...question.slice(0, at), ...(open > piece.from ? [{ ...piece, to: open }] : [])],
    answer: [...answer.slice(0, -1), { ...last, to: close }].filter(({ from, to }) => to > from),
  }
}

const endOf = (piece: Fragment | undefined, lineOf: LineOf): string => {
  const line = piece && lineOf(piece.page, piece.line)
  return piece && line ? textIn(line, piece).trimEnd() : ''
}

/** Position in the line of a character of a piece's text. */
const positionOf = (line: LineFact, { from }: Fragment, character: number): number =>
  positionAt(line, (line.offsets[from] ?? 0) + character)
