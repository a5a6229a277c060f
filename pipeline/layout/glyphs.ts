import type { Box } from '../../schemas/geometry.ts'
import { contains, shareInside } from '../../schemas/geometry.ts'
import type { Drawing, Font, Glyph, PageImage } from '../../schemas/layout.ts'
import { isPaperWhite } from '../pdf/colour.ts'
import { fontFacts, weighed } from '../pdf/font-facts.ts'
import type { Identity } from '../pdf/glyph-identity.ts'
import { InkMeter } from '../pdf/glyph-ink.ts'
import type { PageMarks, RawGlyph } from '../pdf/marks.ts'

/** Share of an em within which the same glyph painted again is an overprint (fake bold), not a doubled letter. */
const OVERPRINT = 0.12

/** Width in points that a glyph without ink is given, so that it has a box. */
const NO_INK = 0.01

/** Latin ligatures with a code point of their own: a reader types their letters. */
const LIGATURES = /[\uFB00-\uFB06]/g

/** Many files call every hyphen soft. One that is painted is seen; one that is not has no ink and goes with the spaces. */
const PAINTED_SOFT_HYPHEN = /\u00AD/g

/** Degrees within which a baseline counts as level. */
const LEVEL = 0.5

/** Share of its ink that must be under later paint for a glyph to count as covered. */
const COVERED = 0.9

/** A glyph on its way into lines: spaces are still there, because they tell where words end. */
export interface PlacedGlyph extends Omit<Glyph, 'gap' | 'space'> {
  readonly order: number
  readonly blank: boolean
}

export interface PlacedText {
  readonly fonts: Font[]
  readonly glyphs: PlacedGlyph[]
}

/** Places raw glyphs in page space: measures ink, drops what cannot be seen, collapses overprints. In painting order. */
export function placeGlyphs(
  marks: PageMarks,
  raw: readonly RawGlyph[],
  identity: (glyph: RawGlyph) => Identity,
  seen: boolean,
): PlacedText {
  const fonts: Font[] = []
  const fontIndex = new Map<number, number>()
  const meter = new InkMeter()
  const covers = seen ? coveringPaint(marks) : []
  const dark = seen ? marks.drawings.filter((drawing) => drawing.kind !== 'stroke' && !isPaperWhite(drawing.colour)) : []
  const glyphs: PlacedGlyph[] = []
  for (const glyph of raw) {
    const font = marks.fonts.get(glyph.font)
    if (!font) continue
    let index = fontIndex.get(glyph.font)
    if (index === undefined) {
      index = fonts.push(fontFacts(font, marks.descriptors?.get(glyph.font))) - 1
      fontIndex.set(glyph.font, index)
    }
    const placed = place(glyph, index, meter.ink(glyph.font, font, glyph.gid, glyph.trm), identity(glyph))
    if (seen && !isVisible(placed, glyph, marks, covers, dark)) continue
    glyphs.push(placed)
  }
  return { fonts: weighed(fonts), glyphs: withoutOverprints(glyphs) }
}

function place(raw: RawGlyph, font: number, ink: Box | undefined, { text, code }: Identity): PlacedGlyph {
  const [a, b, c, d, x, y] = raw.trm
  const angle = (Math.atan2(-b, a) * 180) / Math.PI
  const placed: PlacedGlyph = {
    text: text.replace(LIGATURES, (ligature) => ligature.normalize('NFKC')).replace(PAINTED_SOFT_HYPHEN, '-'),
    font,
    size: Math.hypot(c, d),
    x,
    y,
    advance: raw.advance,
    ink: ink ?? { left: x, top: y - NO_INK, right: x + NO_INK, bottom: y },
    order: raw.order,
    blank: ink === undefined || /^\s*$/u.test(text),
  }
  // Not by spreading: books have millions of glyphs, and the engine reads objects that grew one by one far faster.
  if (code !== undefined) placed.code = code
  if (Math.abs(angle) > LEVEL) placed.angle = angle
  if (raw.colour) placed.colour = raw.colour
  return placed
}

/** Opaque paint that hides text painted before it. */
const coveringPaint = (marks: PageMarks): (Drawing | PageImage)[] => [
  ...marks.drawings.filter((drawing) => drawing.kind === 'fill' && drawing.shape === 'rectangle'),
  ...marks.images,
]

function isVisible(
  glyph: PlacedGlyph,
  raw: RawGlyph,
  marks: PageMarks,
  covers: readonly (Drawing | PageImage)[],
  dark: readonly Drawing[],
): boolean {
  const { ink } = glyph
  if (ink.right < 0 || ink.bottom < 0 || ink.left > marks.width || ink.top > marks.height) return false
  if (raw.clip && !glyph.blank && shareInside(ink, raw.clip) < 1 - COVERED) return false
  if (isPaperWhite(glyph.colour)) {
    const backed = dark.some((drawing) => drawing.order < raw.order && contains(drawing.box, ink, 1))
    if (!backed && !marks.images.some((image) => image.order < raw.order && contains(image.box, ink, 1))) return false
  }
  return !covers.some((cover) => cover.order > raw.order && shareInside(ink, cover.box) > COVERED)
}

/** Bold faked by painting a glyph two to four times, a hair apart, is one glyph. */
function withoutOverprints(glyphs: readonly PlacedGlyph[]): PlacedGlyph[] {
  const cells = new Map<number, PlacedGlyph[]>()
  return glyphs.filter((glyph) => {
    const reach = OVERPRINT * glyph.size
    const [right, bottom] = [cellOf(glyph.x + reach), cellOf(glyph.y + reach)]
    for (let column = cellOf(glyph.x - reach); column <= right; column++) {
      for (let row = cellOf(glyph.y - reach); row <= bottom; row++) {
        if (cells.get(cellKey(column, row))?.some((other) => isOverprint(glyph, other, reach))) return false
      }
    }
    const key = cellKey(cellOf(glyph.x), cellOf(glyph.y))
    const cell = cells.get(key)
    if (cell) cell.push(glyph)
    else cells.set(key, [glyph])
    return true
  })
}

/** Points. Side of the squares by which neighbours are looked up: most glyphs have all that is in reach in one or two of them. */
const CELL = 4
const cellOf = (length: number): number => Math.floor(length / CELL)

/** Pages are at most 14,400 pt wide, far below 2^16 cells. */
const cellKey = (column: number, row: number): number => column * 65536 + row

const isOverprint = (glyph: PlacedGlyph, other: PlacedGlyph, reach: number): boolean =>
  other.text === glyph.text &&
  Math.abs(other.x - glyph.x) < reach &&
  Math.abs(other.y - glyph.y) < reach &&
  Math.abs(other.size - glyph.size) < 0.01 * glyph.size &&
  Math.min(other.ink.right, glyph.ink.right) - Math.max(other.ink.left, glyph.ink.left) > 0.5 * (glyph.ink.right - glyph.ink.left)
