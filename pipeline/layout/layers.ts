import { overlapX, overlapY } from '../../schemas/geometry.ts'
import type { PlacedGlyph } from './glyphs.ts'

/** Share of the smaller glyph's width and height that two glyphs must have in common to lie on top of one another; kerned letters share less. */
const ON_TOP = 0.4
/** Scripts and the letters that they may touch differ by more in size. */
const LIKE_SIZE = 1.15
/** Em by which painting must go back up the page to have begun another column: more than any formula is high, less than any column. */
const BACK_UP = 4

/**
 * Parts the glyphs of a page where one column runs into the next: a formula too long for its column is painted over the next column's
 * text, so that place alone does not tell their letters apart, but painting order does. Each layer is read into lines by itself. In
 * painting order; one layer when no letters collide.
 */
export function paintedLayers(glyphs: readonly PlacedGlyph[]): (readonly PlacedGlyph[])[] {
  const first = glyphs.findIndex((glyph, at) => at > 0 && wayUp(glyphs[at - 1] ?? glyph, glyph) > 0)
  if (first < 0) return [glyphs]
  const cuts = new Set<number>()
  for (const [earlier, later] of collisions(glyphs, first)) {
    if ([...cuts].some((cut) => cut > earlier && cut <= later)) continue
    const cut = farthestUp(glyphs, earlier, later)
    if (cut !== undefined) cuts.add(cut)
  }
  const starts = [0, ...[...cuts].sort((a, b) => a - b)]
  return starts.map((start, index) => glyphs.slice(start, starts[index + 1]))
}

/** Where painting goes farthest up the page between two glyphs; undefined if it never goes back far. */
function farthestUp(glyphs: readonly PlacedGlyph[], earlier: number, later: number): number | undefined {
  let cut: number | undefined
  let farthest = 0
  for (let at = earlier + 1; at <= later; at++) {
    const before = glyphs[at - 1]
    const glyph = glyphs[at]
    if (!before || !glyph) continue
    const up = wayUp(before, glyph)
    if (up > farthest) {
      farthest = up
      cut = at
    }
  }
  return cut
}

/** Points by which painting goes back up from one glyph to the next; 0 where that is no further than within a formula. */
function wayUp(before: PlacedGlyph, glyph: PlacedGlyph): number {
  const up = before.y - glyph.y
  return up > BACK_UP * glyph.size ? up : 0
}

/**
 * Pairs of letters or figures of one size that lie on top of one another, as positions in painting order. The later one of each pair is
 * painted from position `first` on.
 */
function collisions(glyphs: readonly PlacedGlyph[], first: number): [number, number][] {
  const found: [number, number][] = []
  const cells = new Map<number, number[]>()
  glyphs.forEach((glyph, at) => {
    if (glyph.blank || !/^[\p{L}\p{N}]/u.test(glyph.text)) return
    const [column, row] = [Math.floor(glyph.ink.left / CELL), Math.floor(glyph.y / CELL)]
    for (let x = column - 1; x <= column + 1 && at >= first; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        for (const other of cells.get(cellAt(x, y)) ?? []) {
          const earlier = glyphs[other]
          if (earlier && isOnTop(earlier, glyph)) found.push([other, at])
        }
      }
    }
    const cell = cells.get(cellAt(column, row))
    if (cell) cell.push(at)
    else cells.set(cellAt(column, row), [at])
  })
  return found
}
/** Points. Larger than letters of running text, so that those that touch are in neighbouring cells. */
const CELL = 12
/** One number for a cell; pages are far less than 65,536 cells high. */
const cellAt = (column: number, row: number): number => column * 65_536 + row

function isOnTop(a: PlacedGlyph, b: PlacedGlyph): boolean {
  if (Math.max(a.size, b.size) > LIKE_SIZE * Math.min(a.size, b.size)) return false
  const narrower = Math.min(a.ink.right - a.ink.left, b.ink.right - b.ink.left)
  const lower = Math.min(a.ink.bottom - a.ink.top, b.ink.bottom - b.ink.top)
  return overlapX(a.ink, b.ink) > ON_TOP * narrower && overlapY(a.ink, b.ink) > ON_TOP * lower
}
