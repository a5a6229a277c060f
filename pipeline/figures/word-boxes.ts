import { type Box, height, overlapY, width } from '../../schemas/geometry.ts'
import type { Drawing, Line } from '../../schemas/layout.ts'
import { clusters, hullOf } from './clusters.ts'

/** Points. Rules that meet leave at most this much white at their corners. */
const CORNER = 1.5
/** Em. A box, a disc or a tint around a number or a word is at most this high. */
const MAX_HEIGHT = 2.5
/** Em by which it stands out beyond the ends of the line, its padding. */
const PADDING = 1
/** Share of the line's height that it takes up. */
const LEVEL = 0.6
/** Glyphs of a number or word that is a line by itself. */
const SHORT = 8

/**
 * What is painted around a number or a word within running text: boxes and discs in which problems are numbered, tints of key words. `prose`
 * are the lines of running text. A box with a whole sentence in it may be one of a chart.
 */
export function wordBoxes(drawings: readonly Drawing[], prose: readonly Line[], em: number): Set<Drawing> {
  const found = new Set<Drawing>()
  const isAroundWord = (box: Box): boolean => height(box) <= MAX_HEIGHT * em && prose.some((line) => runsThrough(line, box, em))
  const flat = drawings.filter(({ box }) => height(box) <= MAX_HEIGHT * em)
  for (const drawing of flat)
    if (height(drawing.box) > em / 2 && width(drawing.box) > em / 2 && isAroundWord(drawing.box)) found.add(drawing)
  const rules = flat.filter(({ shape }) => shape === 'horizontal' || shape === 'vertical')
  for (const group of clusters(
    rules.map(({ box }) => box),
    CORNER,
  )) {
    const members = group.flatMap((index) => rules[index] ?? [])
    const isFrame = members.some(({ shape }) => shape === 'horizontal') && members.filter(({ shape }) => shape === 'vertical').length > 1
    if (isFrame && isAroundWord(hullOf(members.map(({ box }) => box)))) for (const member of members) found.add(member)
  }
  return found
}

/** Whether a line goes on past a box around its beginning, its end or something within it, or is a number and nothing else. */
function runsThrough({ box: line, glyphs, angle }: Line, box: Box, em: number): boolean {
  if (angle !== undefined || overlapY(line, box) < LEVEL * height(line)) return false
  const isWithin = box.left > line.left - PADDING * em && box.right < line.right + PADDING * em
  const goesOn = line.right > box.right + em || line.left < box.left - em
  return isWithin && (goesOn || glyphs.length <= SHORT)
}
