import { area, type Box, height, union, width } from '../../schemas/geometry.ts'
import type { Drawing, Font } from '../../schemas/layout.ts'
import { clusters, hullOf } from '../figures/clusters.ts'
import { grouped } from '../grouped.ts'
import { paintedAcross } from '../painted-across.ts'
import type { PageMarks } from '../pdf/marks.ts'
import type { PlacedGlyph, PlacedText } from './glyphs.ts'

/** Em. A painted letter is no larger. */
const MAX_LETTER = 1.6
/** Em. The least height of a letter: smaller shapes are dots and dashes. */
const MIN_LETTER = 0.3
/** Em. Brackets, integrals and sums may be taller. */
const MAX_TALL = 6
/** Em. Bars of fractions and radicals are thinner, and no longer. */
const MAX_BAR = 0.12
const MAX_BAR_LENGTH = 30
/** Em. White that connects the marks of one diagram; a formula keeps at least as far from it. */
const CONNECTED = 1
/** Em. White within one formula: around a relation, twice a thick space (5/18) less what lies in it. */
const WITHIN = 0.5
/** White between a numerator and its bar (0.41 em in TeX) is that much less than within a row. */
const FLAT = 1.15
/** Em. Longer rules and rectangles are frames and separators, which may stand near a formula. */
const FRAME = 10
/** Letters from which the size of a page's type can be told. */
const MIN_LETTERS = 40
/** Em. A lone shape before the first word of its line, with this much white after it, is the mark of a list item. */
const AFTER_BULLET = 0.35
/** Em. From a formula to the word beside it in its line: a wide word space. */
const BESIDE = 1.2

/** Em. Lines of text are further apart. */
const LINE = 0.9
/** Em. Text of the same column stands this near on one side or the other. */
const COLUMN = 8
/** Points. The outline of a letter is no wider. */
const HAIRLINE = 0.5

/** A font for what is painted, not set. */
const OUTLINES: Font = { name: '', bold: false, italic: false, serif: false, mono: false, math: true }

interface Shape {
  readonly box: Box
  readonly drawings: readonly Drawing[]
  readonly isLetter: boolean
  /** May be part of a formula. */
  readonly isType: boolean
}

/**
 * Formulas may be painted as paths, letter by letter: nothing says what they are, but where they stand can be known. Each becomes one glyph
 * without a meaning in its line, so that nothing is lost from the sentence, and its marks are no drawing.
 */
export function withOutlinedFormulas<Marks extends Pick<PageMarks, 'drawings' | 'images'>>(
  marks: Marks,
  text: PlacedText,
): { marks: Marks; text: PlacedText } {
  if (!marks.drawings.some(isOutline)) return { marks, text }
  const em = usualSize(text)
  // arrows and braces belong to a formula that is set
  const across = new Set(paintedAcross(marks.drawings).flatMap(({ drawings }) => drawings))
  const painted = { ...marks, drawings: marks.drawings.filter((drawing) => !across.has(drawing)) }
  const found = em === undefined ? [] : formulas(painted, text, em)
  if (em === undefined || found.length === 0) return { marks, text }
  const used = new Set(found.flatMap(({ drawings }) => drawings))
  const font = text.fonts.length
  const glyphs = found.map(({ box }): PlacedGlyph => {
    const y = neighbour(box, text, em)?.y ?? (box.top + box.bottom) / 2 + 0.25 * em
    const order = 0
    return { text: '\uFFFD', code: 'outlines', font, size: em, x: box.left, y, advance: width(box), ink: box, order, blank: false }
  })
  return {
    marks: { ...marks, drawings: marks.drawings.filter((drawing) => !used.has(drawing)) },
    text: { fonts: [...text.fonts, OUTLINES], glyphs: [...text.glyphs, ...glyphs] },
  }
}

/** A letter that is painted is a filled path; without one there is no formula. */
const isOutline = ({ kind, shape }: Drawing): boolean => kind === 'fill' && shape === 'path'

/** Em size of most letters. */
function usualSize({ glyphs }: PlacedText): number | undefined {
  const sizes = new Map<number, number>()
  for (const { text, size, angle } of glyphs) {
    const rounded = Math.round(size * 10) / 10
    if (angle === undefined && /^\p{L}/u.test(text)) sizes.set(rounded, (sizes.get(rounded) ?? 0) + 1)
  }
  const [best] = [...sizes].sort((a, b) => b[1] - a[1])
  return best && best[1] >= MIN_LETTERS ? best[0] : undefined
}

function formulas({ drawings, images }: Pick<PageMarks, 'drawings' | 'images'>, text: PlacedText, em: number): Shape[] {
  const shapes = shapesOf(drawings, em).filter(({ isType, box }) => isType || !isFrame(box, em))
  const blocked: Shape[] = images
    .filter(({ background }) => !background)
    .map(({ box }) => ({ box, drawings: [], isLetter: false, isType: false }))
  const all = [...shapes, ...blocked]
  const boxes = all.map(({ box }) => box)
  const alone = clusters(boxes, CONNECTED * em)
    .map((group) => group.flatMap((index) => all[index] ?? []))
    .filter((group) => group.every(({ isType }) => isType))
    .flat()
  return clusters(
    alone.map(({ box }) => ({ ...box, top: box.top * FLAT, bottom: box.bottom * FLAT })),
    WITHIN * em,
  )
    .flatMap((group) =>
      byLine(
        group.flatMap((index) => alone[index] ?? []),
        text,
        em,
      ),
    )
    .filter((group) => group.some(({ isLetter }) => isLetter) && areOneColour(group))
    .map((group) => ({
      box: hullOf(group.map(({ box }) => box)),
      drawings: group.flatMap((shape) => shape.drawings),
      isLetter: true,
      isType: true,
    }))
    .filter((formula) => !isBullet(formula, text, em) && !holdsText(formula.box, text))
}

/** Outlines painted in one go are one letter; so is a fill whose outline is stroked right after it. */
function shapesOf(drawings: readonly Drawing[], em: number): Shape[] {
  const shapes: Shape[] = []
  for (const group of grouped(drawings, ({ order }) => order).values()) {
    const shape = shapeOf(group, em)
    const last = shapes.at(-1)
    if (last && isOutlineOf(shape, last)) shapes[shapes.length - 1] = { ...last, drawings: [...last.drawings, ...group] }
    else shapes.push(shape)
  }
  return shapes
}

function shapeOf(group: readonly Drawing[], em: number): Shape {
  const box = group.map((drawing) => drawing.box).reduce(union)
  const isFill = group.every(({ kind }) => kind === 'fill')
  const isPath = isFill && group.some(isOutline)
  const isNarrow = width(box) < MAX_LETTER * em
  const isSmall = isNarrow && height(box) < MAX_LETTER * em
  const isTall = (isPath ? isNarrow : isFill && width(box) < MAX_BAR * em) && height(box) < MAX_TALL * em
  const isBar = isFill && height(box) < MAX_BAR * em && width(box) < MAX_BAR_LENGTH * em
  // a minus sign or a dot is no letter, but may stand among letters
  return {
    box,
    drawings: group,
    isLetter: isPath && isSmall && height(box) > MIN_LETTER * em,
    isType: isTall || isBar || (isFill && isSmall),
  }
}

const isOutlineOf = (stroke: Shape, fill: Shape): boolean =>
  stroke.drawings.every(({ kind }) => kind === 'stroke') &&
  fill.drawings.every(({ kind }) => kind === 'fill') &&
  (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(stroke.box[side] - fill.box[side]) < HAIRLINE)

/** Formulas of two lines of text may touch; each shape then goes to the line whose baseline it stands nearest to. */
function byLine(shapes: readonly Shape[], { glyphs }: PlacedText, em: number): Shape[][] {
  const { left, right, top, bottom } = hullOf(shapes.map(({ box }) => box))
  const beside = glyphs.filter(
    ({ text, blank, ink, y }) =>
      !blank &&
      /\p{L}/u.test(text) &&
      y > top + MIN_LETTER * em &&
      y < bottom + MIN_LETTER * em &&
      ink.right > left - COLUMN * em &&
      ink.left < right + COLUMN * em,
  )
  const lines = [...new Set(beside.map(({ y }) => Math.round(y)))]
    .sort((a, b) => a - b)
    .filter((y, at, all) => at === 0 || y - (all[at - 1] ?? y) > LINE * em)
  if (lines.length < 2) return [[...shapes]]
  const nearest = ({ box }: Shape): number => lines.reduce((best, y) => (Math.abs(y - box.bottom) < Math.abs(best - box.bottom) ? y : best))
  return lines.map((line) => shapes.filter((shape) => nearest(shape) === line)).filter((group) => group.length > 0)
}

const isFrame = (box: Box, em: number): boolean =>
  Math.max(width(box), height(box)) > FRAME * em && (Math.min(width(box), height(box)) < em || area(box) > (FRAME * em) ** 2)

const areOneColour = (shapes: readonly Shape[]): boolean =>
  new Set(shapes.flatMap(({ drawings }) => drawings.map(({ colour }) => colour ?? '#000000'))).size === 1

function isBullet({ box, drawings }: Shape, { glyphs }: PlacedText, em: number): boolean {
  const isOne = new Set(drawings.map(({ order }) => order)).size === 1
  if (!isOne) return false
  const level = glyphs.filter(({ blank, y }) => !blank && y > box.top && y < box.bottom + 0.5 * em)
  const before = level.some(({ ink }) => ink.right <= box.left && box.left - ink.right < 3 * em)
  const white = Math.min(...level.map(({ ink }) => (ink.left >= box.right ? ink.left - box.right : Number.POSITIVE_INFINITY)))
  return !before && white > AFTER_BULLET * em
}

/** Letters stand among the shapes: they are marks on text, or a chart. */
const holdsText = (box: Box, { glyphs }: PlacedText): boolean =>
  glyphs.some(({ ink, blank }) => {
    const [x, y] = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2]
    return !blank && x > box.left && x < box.right && y > box.top && y < box.bottom
  })

/** The letter of the line that a formula stands in: the nearest whose baseline runs through it or right under it. */
function neighbour(box: Box, { glyphs }: PlacedText, em: number): PlacedGlyph | undefined {
  const white = ({ ink }: PlacedGlyph): number => Math.max(ink.left - box.right, box.left - ink.right)
  return glyphs
    .filter(
      (glyph) =>
        !glyph.blank &&
        /[\p{L}\p{N}]/u.test(glyph.text) &&
        glyph.y > box.top &&
        glyph.y < box.bottom + 0.35 * em &&
        white(glyph) < BESIDE * em,
    )
    .sort((a, b) => white(a) - white(b))[0]
}
