import { type Box, unionAll } from '../../schemas/geometry.ts'
import type { Drawing, Font } from '../../schemas/layout.ts'
import type { PlacedGlyph } from './glyphs.ts'
import { dominant, type Run } from './segments.ts'
import { OBJECT_SHIFT } from './stacks/objects.ts'
import { isElastic } from './stacks/tall.ts'
import { type Fraction, type Stack, stack } from './stacks.ts'

/** Em. A gap between pens wider than this ends a word: narrow faces have word spaces of 0.174 em; kerning and thin space stay under 0.167. */
const WORD_GAP = 0.17
/** Em. Between a figure and a letter a thin space (0.167 em) is a word gap too: "2.5 kg". */
const UNIT_GAP = 0.1
/** Em added to the usual letter gap of tracked type. */
const BEYOND_TRACKING = 0.13

/** A line before columns are known. */
export interface RawLine {
  readonly glyphs: PlacedGlyph[]
  readonly spaces: boolean[]
  readonly gaps: number[]
  box: Box
  readonly baseline: number
  readonly size: number
  readonly angle?: number
}

/** Upright runs into lines. */
export function toLines(runs: readonly Run[], drawings: readonly Drawing[], fonts: readonly Font[]): RawLine[] {
  return stack(runs, drawings).map((stacked) => {
    const only = stacked.runs.length === 1 ? runs[stacked.runs[0] ?? -1] : undefined
    const line = only ? plainLine(only) : stackedLine(stacked, runs)
    return { ...line, size: wordSize(line, fonts) }
  })
}

/** Em size of a line's words. Formulas may be set in a larger or smaller font than the text that they stand in. */
function wordSize({ glyphs, spaces, size }: RawLine, fonts: readonly Font[]): number {
  const isLetter = (glyph: PlacedGlyph | undefined): boolean =>
    glyph !== undefined && /^\p{L}/u.test(glyph.text) && fonts[glyph.font]?.math !== true
  const letters = glyphs.filter((glyph, at) => {
    if (!isLetter(glyph)) return false
    const before = spaces[at] ? undefined : glyphs[at - 1]
    const after = spaces[at + 1] ? undefined : glyphs[at + 1]
    return [before, after].some((other) => isLetter(other) && other?.font === glyph.font && other.size === glyph.size)
  })
  return letters.length >= MIN_LETTERS ? dominant(letters, (glyph) => Math.round(glyph.size * 10) / 10) : size
}
/** Letters in words from which a line's size can be told. */
const MIN_LETTERS = 3

function plainLine(run: Run): RawLine {
  const { spaces, gaps } = wordGaps(run.glyphs, run.blankBefore)
  return { glyphs: [...run.glyphs], spaces, gaps, box: run.box, baseline: run.baseline, size: run.size }
}

/** The run that carries the line: the widest of nearly the largest type that stands on a baseline of its own. */
function mainRun(all: readonly Run[]): Run {
  const inelastic = all.filter((run) => !isElastic(run))
  const members = inelastic.length > 0 ? inelastic : all
  const largest = Math.max(...members.map((run) => run.size))
  const weight = (run: Run): number => {
    const straddles = run.box.top < run.baseline - 0.2 * run.size && run.box.bottom < run.baseline + 0.6 * run.size
    return (run.box.right - run.box.left) * (run.size > 0.88 * largest ? 1 : 0.3) * (straddles ? 1 : 0.1)
  }
  return members.reduce((best, run) => (weight(run) > weight(best) ? run : best))
}

function stackedLine(stacked: Stack, runs: readonly Run[]): RawLine {
  const members = stacked.runs.flatMap((index) => runs[index] ?? [])
  const inner = new Set(stacked.fractions.flatMap((fraction) => [...fraction.over, ...fraction.under]))
  const outside = stacked.runs.filter((index) => !inner.has(index)).flatMap((index) => runs[index] ?? [])
  const main = mainRun(outside.length > 0 ? outside : members)
  const pieces = inOrder(new Set(stacked.runs), stacked.fractions, runs)
  const { spaces, gaps } = wordGaps(
    pieces.map((piece) => piece.glyph),
    pieces.map((piece) => piece.blank),
  )
  const box = unionAll(members.map((run) => run.box))
  if (!box) throw new Error('A line has at least one run.')
  return { glyphs: pieces.map((piece) => piece.glyph), spaces, gaps, box, baseline: main.baseline, size: main.size }
}

interface Piece {
  readonly glyph: PlacedGlyph
  readonly blank: boolean
}

/** Left to right; a fraction is read whole where it begins, numerator first; a script whole after its base. */
function inOrder(indices: ReadonlySet<number>, fractions: readonly Fraction[], runs: readonly Run[]): Piece[] {
  const within = fractions.filter(
    (fraction) => [...fraction.over, ...fraction.under].every((index) => indices.has(index)) && !sameSet(fraction, indices),
  )
  const outer = within.filter(
    (fraction) =>
      !within.some((other) => other !== fraction && [...fraction.over].every((index) => other.over.has(index) || other.under.has(index))),
  )
  const inner = new Set(outer.flatMap((fraction) => [...fraction.over, ...fraction.under]))
  const units = outer.map((fraction) => ({
    left: fraction.bar.left,
    pieces: [...inOrder(fraction.over, fractions, runs), ...inOrder(fraction.under, fractions, runs)],
  }))
  const plain = [...indices].filter((index) => !inner.has(index)).flatMap((index) => runs[index] ?? [])
  const main = plain.length > 0 ? mainRun(plain) : undefined
  for (const run of plain) {
    const pieces = run.glyphs.map((glyph, at) => ({ glyph, blank: run.blankBefore[at] === true }))
    const isLevel = main !== undefined && areLevel(run, main)
    if (isLevel) units.push(...pieces.map((piece) => ({ left: piece.glyph.ink.left, pieces: [piece] })))
    else units.push({ left: run.box.left, pieces })
  }
  return units.sort((a, b) => a.left - b.left).flatMap((unit) => unit.pieces)
}

/** On one baseline, or full-size type a little off it: a formula set as an object. */
const areLevel = (run: Run, main: Run): boolean =>
  Math.abs(run.baseline - main.baseline) < (run.size > FULL_SIZE * main.size ? OBJECT_SHIFT : LEVEL) * main.size
/** Em. */
const LEVEL = 0.1
/** Share of the main type's size from which type is no script. */
const FULL_SIZE = 0.88

/** A set that is the fraction and nothing else has been opened already: its sides come next. */
const sameSet = (fraction: Fraction, indices: ReadonlySet<number>): boolean => indices === fraction.over || indices === fraction.under

/** Where words end: at painted spaces and at gaps wider than this line's letters usually have. */
export function wordGaps(glyphs: readonly PlacedGlyph[], blankBefore: readonly boolean[]): { spaces: boolean[]; gaps: number[] } {
  const wordGap = wordGapOf(glyphs)
  const spaces: boolean[] = []
  const gaps: number[] = []
  glyphs.forEach((glyph, at) => {
    const before = glyphs[at - 1]
    const gap = before ? penGap(before, glyph) : 0
    gaps.push(gap)
    spaces.push(before !== undefined && isWordGap(before, glyph, gap, blankBefore[at] === true, wordGap))
  })
  return { spaces, gaps }
}

function isWordGap(before: PlacedGlyph, glyph: PlacedGlyph, gap: number, blank: boolean, wordGap: number): boolean {
  const em = Math.max(before.size, glyph.size, 1)
  if (blank && gap > 0.05 * em) return true
  if (gap > wordGap * em) return true
  return gap > Math.min(UNIT_GAP, wordGap) * em && /\d$/.test(before.text) && /^[\p{L}°µΩ]/u.test(glyph.text) && before.size === glyph.size
}

/** Points between the end of one glyph's advance and the next; by ink where pens say nothing (scripts, stacks). */
function penGap(before: PlacedGlyph, glyph: PlacedGlyph): number {
  const level = Math.abs(before.y - glyph.y) < 0.06 * glyph.size
  const inkGap = glyph.ink.left - before.ink.right
  return level && before.advance > 0 ? Math.min(glyph.x - before.x - before.advance, inkGap + 0.12 * glyph.size) : inkGap
}

/**
 * Em from which a gap ends a word in this line. Type set tight shrinks its word space below the usual limit and tracked capitals widen
 * their letter space beyond it, so the line's own gaps decide: they fall into two groups, and the limit lies between.
 */
function wordGapOf(glyphs: readonly PlacedGlyph[]): number {
  const gaps: number[] = []
  for (let at = 1; at < glyphs.length; at++) {
    const before = glyphs[at - 1]
    const glyph = glyphs[at]
    if (!before || !glyph || before.font !== glyph.font || !/\p{L}$/u.test(before.text) || !/^\p{L}/u.test(glyph.text)) continue
    if (Math.abs(before.y - glyph.y) < 0.06 * glyph.size) gaps.push((glyph.x - before.x - before.advance) / Math.max(glyph.size, 1))
  }
  if (gaps.length < MIN_TRACKED) return WORD_GAP
  gaps.sort((a, b) => a - b)
  const letterGap = Math.max(0, gaps[Math.floor(gaps.length * 0.4)] ?? 0)
  const usual = Math.max(WORD_GAP, letterGap + BEYOND_TRACKING)
  const isWide = (gap: number): boolean => gap > letterGap + MIN_WORD_GAP
  const wide = gaps.filter(isWide)
  if (
    gaps.length < MIN_PROSE &&
    !isClearSplit(
      gaps.filter((gap) => !isWide(gap)),
      wide,
    )
  )
    return usual
  const wordSpace = wide[Math.floor(wide.length / 2)]
  return wordSpace === undefined ? usual : Math.min(usual, letterGap + 0.6 * (wordSpace - letterGap))
}

/** Few letters tell as much where nothing lies between the two groups: one line of words between formulas. Both sorted. */
const isClearSplit = (narrow: readonly number[], wide: readonly number[]): boolean =>
  wide.length > 1 && (wide[0] ?? 0) - (narrow.at(-1) ?? 0) > MIN_WORD_GAP

/** Gaps between letters of one font from which tracked type can be told, and from which a line is prose that may lower the limit. */
const MIN_TRACKED = 6
const MIN_PROSE = 20
/** Em. The tightest word space that is still seen as one; kerning opens letters by less. */
const MIN_WORD_GAP = 0.1

/** Lines whose baseline is turned: consecutive glyphs at one angle that follow one another. Rotated axis labels of plots, mostly. */
export function turnedLines(glyphs: readonly PlacedGlyph[]): RawLine[] {
  const lines: RawLine[] = []
  let current: PlacedGlyph[] = []
  let blanks: boolean[] = []
  let blank = false
  const finish = (): void => {
    const box = unionAll(current.map((glyph) => glyph.ink))
    const first = current[0]
    if (box && first) {
      const gaps = current.map((glyph, at) => along(current[at - 1], glyph))
      lines.push({
        glyphs: current,
        spaces: gaps.map((gap, at) => at > 0 && (blanks[at] === true || gap > WORD_GAP * first.size)),
        gaps,
        box,
        baseline: first.y,
        size: first.size,
        angle: first.angle ?? 0,
      })
    }
    current = []
    blanks = []
  }
  for (const glyph of glyphs) {
    if (glyph.blank) {
      blank = true
      continue
    }
    const before = current.at(-1)
    if (before && (Math.abs((before.angle ?? 0) - (glyph.angle ?? 0)) > 1 || Math.abs(along(before, glyph)) > 2 * glyph.size)) finish()
    blanks.push(current.length > 0 && blank)
    current.push(glyph)
    blank = false
  }
  finish()
  return lines
}

/** Points from the end of one glyph's advance to the next glyph's origin, straight line. */
function along(before: PlacedGlyph | undefined, glyph: PlacedGlyph): number {
  if (!before) return 0
  const radians = ((before.angle ?? 0) * Math.PI) / 180
  const endX = before.x + before.advance * Math.cos(radians)
  const endY = before.y - before.advance * Math.sin(radians)
  const distance = Math.hypot(glyph.x - endX, glyph.y - endY)
  const forward = (glyph.x - endX) * Math.cos(radians) - (glyph.y - endY) * Math.sin(radians)
  return forward < 0 ? -distance : distance
}
