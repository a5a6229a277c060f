import type { PlacedGlyph } from './glyphs.ts'
import { cutRun, type Run } from './segments.ts'

/** Em. White between words of justified text is seldom wider; the narrowest gutters are. */
const WIDE = 0.8
/** Rows whose white lies in one strip before the strip is a gutter; fewer are chance. */
const MIN_ROWS = 4
/** Rows with white in the strip, to each row at the same heights that is printed across it. */
const ROWS_TO_CROSSING = 3
/** Glyphs on each side of a gutter; less is a label before its text, or a cell. */
const MIN_TEXT = 12
/** Points. Lines of one column begin this close to one another. */
const ALIGNED = 1.5
/** Strips of white looked at on a page, those with most rows first: columns have few gutters, tables and labels have white of their own. */
const MAX_STRIPS = 8

interface Gap {
  readonly run: Run
  /** Position of the glyph after it. */
  readonly at: number
  readonly left: number
  readonly right: number
}

/**
 * Cuts runs at gutters that are hardly wider than the space between words: where row after row has such white in one strip, it parts
 * columns. A single row cannot tell.
 */
export function cutAtGutters(runs: readonly Run[]): readonly Run[] {
  let gaps = runs.flatMap(gapsOf)
  const cuts = new Map<Run, number[]>()
  for (let tried = 0; tried < MAX_STRIPS && gaps.length > 0; tried++) {
    const rows = widestStrip(gaps)
    const attested = rows.length + edgesAt(rows, runs)
    const isGutter = attested >= MIN_ROWS && attested >= ROWS_TO_CROSSING * crossing(rows, runs)
    if (isGutter) for (const { run, at } of rows) cuts.set(run, [...(cuts.get(run) ?? []), at])
    gaps = gaps.filter((gap) => !rows.includes(gap))
  }
  return cuts.size === 0
    ? runs
    : runs.flatMap((run) =>
        cutRun(
          run,
          (cuts.get(run) ?? []).sort((a, b) => a - b),
        ),
      )
}

const gapsOf = (run: Run): Gap[] =>
  run.glyphs.flatMap((glyph, at) => {
    const before = run.glyphs[at - 1]
    const left = before ? rightOf(before) : 0
    const isAmidText = at >= MIN_TEXT && run.glyphs.length - at >= MIN_TEXT
    return before && isAmidText && glyph.ink.left - left > WIDE * run.size ? [{ run, at, left, right: glyph.ink.left }] : []
  })

const rightOf = (glyph: PlacedGlyph): number => Math.max(glyph.ink.right, glyph.x + 0.5 * glyph.advance)

const middle = ({ left, right }: Gap): number => (left + right) / 2

/** The gaps that the upright through the middle of one of them meets, where it meets most. */
function widestStrip(gaps: readonly Gap[]): Gap[] {
  let best: Gap[] = []
  for (const seed of gaps) {
    const x = middle(seed)
    const met = gaps.filter(({ left, right }) => left < x && right > x)
    if (met.length > best.length) best = met
  }
  return best
}

/** Runs that begin where the strip ends: rows of the second column that have nothing beside them at their height. */
function edgesAt(rows: readonly Gap[], runs: readonly Run[]): number {
  const right = Math.min(...rows.map((gap) => gap.right))
  return runs.filter(({ box, glyphs }) => glyphs.length >= MIN_TEXT && Math.abs(box.left - right) < ALIGNED).length
}

/** Rows between the first and the last of these that are printed across their strip. */
function crossing(rows: readonly Gap[], runs: readonly Run[]): number {
  const x = Math.max(...rows.map(({ left }) => left))
  const heights = rows.map(({ run }) => run.baseline)
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)]
  const gapped = new Set(rows.map(({ run }) => run))
  return runs.filter(
    (run) => !gapped.has(run) && run.baseline > top && run.baseline < bottom && run.box.left < x - 1 && run.box.right > x + 1,
  ).length
}
