import { type LineFact, positionAt } from './facts.ts'
import { isScore, type Patterns } from './language/patterns.ts'
import type { Mark } from './marks.ts'

/** Share of its column from which on a line stands at the right. */
const FAR_RIGHT = 0.6
/** Says that a problem is hard, needs calculus, or can be checked; or unfolds its solution. */
const SIGN = /^[√∫⋆★☆*†‡▾▿▼▸⌄]$/u
/** A sign of the same behind a paragraph's last words, with white before it. */
const SIGNS = /\s(?:[√∫⋆★☆]\s?){1,3}$/u

/**
 * The position in a line where its text ends: what stands behind it at the right, a sign or the place of the solution ("▷ Solution, p. 541"),
 * is none of it.
 */
export function textEnd(line: LineFact, { solutionPlace }: Patterns): number {
  const place = solutionPlace.exec(line.text)
  if (place) return positionAt(line, place.index)
  const signs = SIGNS.exec(line.text)
  const from = signs ? positionAt(line, signs.index + 1) : line.offsets.length
  return signs && (line.wide.includes(from) || isAtEdge(line)) ? from : line.offsets.length
}

/** On the row of another line, as the second half of a heading whose number stands apart. */
export const isOnRow = (label: LineFact, line: LineFact | undefined): boolean =>
  line !== undefined && line.page === label.page && Math.abs(line.baseline - label.baseline) < 0.3 * label.size

/** A score by itself: "(12 points)", "/4 p.", or a number in square brackets or a sign at the right of the text, where no formula stands; or "OR" between two problems. */
export const isMarginScore = (line: LineFact, before: LineFact | undefined, patterns: Patterns): boolean =>
  isScore(line.text, patterns) ||
  patterns.alternative.test(line.text) ||
  (patterns.bareScore.test(line.text) && isAtEdge(line) && isAtRight(line, before)) ||
  (SIGN.test(line.text) && isAtEdge(line) && isAtRight(line, before)) ||
  (/^\[\d{1,3}\]$/.test(line.text) && isAtRight(line, before))

/** "(10)" at the right edge on the row of a label: no formula stands there that it could number. */
export const isLabelScore = (line: LineFact, label: LineFact): boolean =>
  /^\(\d{1,3}\)$/.test(line.text) && isAtRight(line, label) && isAtEdge(line)

/** "Ans." at the right edge, behind the value that it points out: it opens nothing, unless a colon says so. */
export const isTrailing = (mark: Mark, line: LineFact, before: LineFact | undefined): boolean =>
  mark.from === 0 && mark.to >= line.offsets.length - 1 && !line.text.endsWith(':') && isOnRow(line, before) && isAtEdge(line)

const isAtEdge = (line: LineFact): boolean => line.columnRight - line.box.right < line.size

/** Behind text on its row, or on a row of its own at the column's right edge. */
const isAtRight = (line: LineFact, before: LineFact | undefined): boolean =>
  before !== undefined && isOnRow(before, line)
    ? before.settings.every(({ math }) => !math)
    : isAtEdge(line) && line.indent > FAR_RIGHT * (line.columnRight - line.box.left + line.indent)
