import { type Box, unionAll } from '../../schemas/geometry.ts'
import type { Drawing, Glyph, PageLayout } from '../../schemas/layout.ts'
import { grouped } from '../grouped.ts'
import { type PaintedAcross, paintedAcross } from '../painted-across.ts'
import type { Sign } from './model.ts'
import { roleOf } from './symbols.ts'

/** Points. Edges of one painted sign coincide; producers round to hundredths. */
const SAME_EDGE = 0.3

/** Points. Brackets of one pair are equally tall, give or take this much. */
const SAME_HEIGHT = 1.5
/** Points. Strokes of delimiters are no wider. */
const MAX_STROKE = 2
/** A delimiter that is painted is at least so many times as tall as wide. */
const SLENDER = 4

/** Em. White between a bar and a script on it. */
const NEAR_END = 0.3
/** Share of a tall bar's height that the type size of its script stays under: 0.7 em beside two lines. */
const SCRIPT_SHARE = 0.45

/** Width over height of an arrow over a letter. Triangles and dots are less flat, wide ones stretch over several letters. */
const MIN_FLAT = 1.8
const MAX_FLAT = 3.5
/** Em. From the middle of a leaning letter to that of its arrow, and between the ink of both. */
const OVER_LETTER = 0.25
const NEAR_LETTER = 0.2

/** A sign that is painted as a path where others set a glyph: browsers draw large radicals and delimiters so. */
export interface PaintedSign {
  readonly text: string
  readonly box: Box
  /** Where the ink stands that it belongs to: under the bar of a radical, between two brackets. */
  readonly content?: Box
}

/** Painted signs of each page; forgotten with the page. */
const known = new WeakMap<PageLayout, readonly PaintedSign[]>()

/** Signs among the drawings of a page: several outlines of one fill, of which one is the sign’s straight part. */
export function paintedSigns(page: PageLayout): readonly PaintedSign[] {
  const found = known.get(page) ?? findSigns(page)
  known.set(page, found)
  return found
}

function findSigns(page: PageLayout): PaintedSign[] {
  const fills = page.drawings.filter(({ kind }) => kind === 'fill')
  const byOrder = [...grouped(fills, ({ order }) => order).values()]
  const groups = byOrder.filter((group) => group.length === 2)
  const delimiters = groups.flatMap((group) => delimiterOf(group) ?? [])
  const pairs = paired(delimiters)
  const bars = delimiters.filter(({ text, box }) => text === '|' && !pairs.some((sign) => sign.box === box) && carriesScript(page, box))
  const single = byOrder.flatMap((group) => (group.length === 1 ? group : []))
  return [
    ...groups.flatMap((group) => radicalOf(group) ?? groupExtension(group)),
    ...pairs,
    ...bars.map((bar) => ({ ...bar, content: beforeBar(bar.box) })),
    ...arrowsOver(page, single),
    ...paintedAcross(fills).map((sign) => ({ text: sign.text, box: sign.box, content: contentOf(page, sign) })),
  ]
}

/** Em. Between a painted arrow or brace and the ink that it covers or embraces. */
const COVERED = 0.6

/** What a brace embraces or an arrow covers; beside an arrow over nothing but small type stand the two things that it leads from and to. */
function contentOf(page: PageLayout, { text, box }: PaintedAcross): Box {
  const above = text === '⏟'
  const covered = page.glyphs.filter(({ ink, size }) => {
    const gap = above ? box.top - ink.bottom : ink.top - box.bottom
    const centre = (ink.left + ink.right) / 2
    return centre > box.left && centre < box.right && gap > -COVERED * size && gap < COVERED * size && size > MIN_COVERED * height(box)
  })
  const content = unionAll(covered.map(({ ink }) => ink))
  return content ?? { ...box, left: box.left - BESIDE_ARROW * height(box), right: box.right + BESIDE_ARROW * height(box) }
}
/** Heights of a painted sign that type is large beside it: arrows are 0.52 em tall, braces 0.55 em, and labels are set in 0.7 em. */
const MIN_COVERED = 1.6
/** Heights of a painted arrow: space around a relation, and half a letter. */
const BESIDE_ARROW = 2

/** Flat outlines over a letter of a formula: arrows, as browsers draw them, which have set accents of one letter as glyphs otherwise. */
function arrowsOver(page: PageLayout, drawings: readonly Drawing[]): PaintedSign[] {
  const flat = drawings.filter(
    ({ shape, box }) => shape === 'path' && width(box) > MIN_FLAT * height(box) && width(box) < MAX_FLAT * height(box),
  )
  if (flat.length === 0) return []
  const letters = page.glyphs.filter(({ text, font }) => page.fonts[font]?.math && /^\p{L}$/u.test(text))
  return flat.flatMap(({ box }) => {
    const letter = letters.find((glyph) => isUnderArrow(glyph, box))
    return letter ? [{ text: '\u20d7', box, content: letter.ink }] : []
  })
}

function isUnderArrow({ ink, size }: Glyph, arrow: Box): boolean {
  const gap = ink.top - arrow.bottom
  const isCentred = Math.abs(ink.left + ink.right - arrow.left - arrow.right) < 2 * OVER_LETTER * size
  return isCentred && gap > 0 && gap < NEAR_LETTER * size && width(arrow) < size
}

/** The whole outline, and a bar that is its upper right end. */
function radicalOf(group: readonly Drawing[]): PaintedSign | undefined {
  const [bar, whole] = group.map(({ box }) => box).sort((a, b) => height(a) - height(b))
  if (!whole || !bar || height(bar) > MAX_STROKE || width(bar) < SLENDER * height(bar)) return undefined
  const isUpperRight = Math.abs(whole.top - bar.top) < SAME_EDGE && Math.abs(whole.right - bar.right) < SAME_EDGE
  if (!isUpperRight || bar.left <= whole.left || bar.bottom >= whole.bottom) return undefined
  return { text: '√', box: { ...whole, right: bar.left }, content: { ...whole, left: bar.left } }
}

/** The straight part between tips of a brace; only tips that it touches make it one. */
function groupExtension(group: readonly Drawing[]): PaintedSign[] {
  const [first, second] = group
  if (first?.shape !== 'vertical' || second?.shape !== 'vertical' || width(first.box) > MAX_STROKE) return []
  return Math.abs(first.box.left - second.box.left) < SAME_EDGE && Math.abs(first.box.top - second.box.top) < SAME_EDGE
    ? [{ text: '⎪', box: first.box }]
    : []
}

/** The whole outline, and its stem at one side; of a bar, all of it. */
function delimiterOf(group: readonly Drawing[]): PaintedSign | undefined {
  const [whole, stem] = group.map(({ box }) => box).sort((a, b) => width(b) - width(a))
  if (!whole || !stem || group.some(({ shape }) => shape === 'horizontal') || width(stem) > MAX_STROKE) return undefined
  if (group.every(({ shape }) => shape === 'path') && isBar(whole, stem)) return { text: '|', box: whole }
  if (width(stem) > 0.5 * width(whole) || !isSlender(whole)) return undefined
  if (Math.abs(whole.top - stem.top) > SAME_HEIGHT || Math.abs(whole.bottom - stem.bottom) > SAME_HEIGHT) return undefined
  if (Math.abs(whole.left - stem.left) < SAME_EDGE) return { text: '[', box: whole }
  return Math.abs(whole.right - stem.right) < SAME_EDGE ? { text: ']', box: whole } : undefined
}

/** A bar with rounded ends has two outlines that hardly differ. */
const isBar = (a: Box, b: Box): boolean =>
  width(a) < MAX_STROKE &&
  Math.abs(a.left - b.left) < SAME_EDGE &&
  Math.abs(a.right - b.right) < SAME_EDGE &&
  isAsTall(a, b) &&
  isSlender(a)

/** A bracket alone may be part of a drawing; two that face one another hold a matrix, two bars a determinant. */
function paired(delimiters: readonly PaintedSign[]): PaintedSign[] {
  const opened: PaintedSign[] = []
  return [...delimiters]
    .sort((a, b) => a.box.left - b.box.left)
    .flatMap((sign) => {
      const at = opened.findLastIndex(({ text, box }) => sign.text === CLOSES[text] && isAsTall(box, sign.box))
      const open = opened[at]
      if (!open) {
        opened.push(sign)
        return []
      }
      opened.splice(at, 1) // others may be those of another line of the page
      const content = { ...open.box, left: open.box.right, right: sign.box.left }
      return [
        { ...open, content },
        { ...sign, content },
      ]
    })
}

/** A bar without another says where what stands before it is evaluated: small type at its upper or lower end tells. */
const carriesScript = (page: PageLayout, bar: Box): boolean =>
  page.glyphs.some(({ ink, size }) => {
    const isBeside = ink.left > bar.left && ink.left - bar.right < NEAR_END * size
    const isAtEnd = [bar.top, bar.bottom].some((end) => ink.top < end + size && ink.bottom > end - size)
    return isBeside && isAtEnd && size < SCRIPT_SHARE * height(bar)
  })

/** Half as wide as the bar is tall there is ink of what it evaluates. */
const beforeBar = (bar: Box): Box => ({ ...bar, left: bar.left - height(bar) / 2, right: bar.left })

const CLOSES: Readonly<Record<string, string>> = { '[': ']', '|': '|' }

const isAsTall = (a: Box, b: Box): boolean => Math.abs(a.top - b.top) < SAME_HEIGHT && Math.abs(a.bottom - b.bottom) < SAME_HEIGHT

const isSlender = (box: Box): boolean => box.bottom - box.top > SLENDER * width(box)

const height = (box: Box): number => box.bottom - box.top
const width = (box: Box): number => box.right - box.left

/** A painted sign among the signs of a row; it has no glyphs of its own. */
export const signOf = ({ text, box }: PaintedSign, em: number): Sign => ({
  kind: 'sign',
  text,
  role: roleOf(text),
  face: 'upright',
  isMath: true,
  font: -1,
  isTall: true,
  isUnknown: false,
  box,
  em,
  baseline: undefined,
  glyphs: [],
  from: box.left,
  to: box.right,
})
