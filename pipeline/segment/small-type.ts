import { width } from '../../schemas/geometry.ts'
import type { LineFact } from './facts.ts'
import type { Candidate } from './labels/labels.ts'
import type { Patterns } from './language/patterns.ts'
import { openingMark } from './marks.ts'

/** Share of the body's size under which problems are set in type of their own, and from which on a line is set like the body again. */
const SMALLER = 0.95
const BODY = 0.98
/** Share of the problems that are so: in a book that sets its problems small, a larger paragraph is theory. */
const MOST = 0.8
/** Share of its column that a line of running text fills, and lines that make a paragraph. */
const PROSE = 0.6
const LINES = 2

/** Size of what a label opens: a bold line alone may be smaller than the text below it, and says nothing about it. */
function textSize(at: number, lines: readonly LineFact[], bodySize: number): number {
  const [line, next] = [lines[at], lines[at + 1]]
  return (line?.bold && next && !next.bold && next.page === line.page ? next : line)?.size ?? bodySize
}

/**
 * Lines where a paragraph in the body's size begins after problems that are set smaller: theory goes on without any heading. A solution
 * may be set larger than its question, if its word says so.
 */
export function bodyStarts(labels: readonly Candidate[], lines: readonly LineFact[], bodySize: number, patterns: Patterns): number[] {
  const small = labels.filter(({ at }) => textSize(at, lines, bodySize) < SMALLER * bodySize)
  if (labels.length === 0 || small.length < MOST * labels.length) return []
  const isBody = (line: LineFact | undefined): boolean =>
    line !== undefined && line.size >= BODY * bodySize && width(line.box) > PROSE * (line.columnRight - line.box.left + line.indent)
  return small.flatMap((label) => {
    const next = labels.find(({ at }) => at > label.at)?.at ?? lines.length
    for (let at = label.at + 1; at < next; at++) {
      const line = lines[at]
      if (!line || (line.size >= BODY * bodySize && openingMark(line, patterns))) return []
      if (lines.slice(at, at + LINES).every(isBody) && at + LINES <= next) return [at]
    }
    return []
  })
}
