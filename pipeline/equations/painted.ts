import type { Box } from '../../schemas/geometry.ts'
import type { Drawing, PageLayout } from '../../schemas/layout.ts'
import type { Sign } from './model.ts'
import { roleOf } from './symbols.ts'

/** Points. Edges of one painted sign coincide; producers round to hundredths. */
const SAME_EDGE = 0.3

/** A sign that is painted as a path where others set a glyph: browsers draw large radicals so. */
export interface PaintedSign {
  readonly text: string
  readonly box: Box
  /** The bar of a radical. */
  readonly rule?: Box
}

/** Signs among the drawings of a page: several outlines of one fill, of which one is the sign’s straight part. */
export function paintedSigns(page: PageLayout): PaintedSign[] {
  const byOrder = new Map<number, Drawing[]>()
  for (const drawing of page.drawings) {
    if (drawing.kind !== 'fill') continue
    const group = byOrder.get(drawing.order)
    if (group) group.push(drawing)
    else byOrder.set(drawing.order, [drawing])
  }
  return [...byOrder.values()].flatMap((group) => (group.length === 2 ? (radicalOf(group) ?? []) : []))
}

/** The whole outline, and a bar that is its upper right end. */
function radicalOf(group: readonly Drawing[]): PaintedSign | undefined {
  const whole = group.find(({ shape }) => shape === 'path')?.box
  const bar = group.find(({ shape }) => shape === 'horizontal')?.box
  if (!whole || !bar) return undefined
  const isUpperRight = Math.abs(whole.top - bar.top) < SAME_EDGE && Math.abs(whole.right - bar.right) < SAME_EDGE
  if (!isUpperRight || bar.left <= whole.left || bar.bottom >= whole.bottom) return undefined
  return { text: '√', box: { ...whole, right: bar.left }, rule: bar }
}

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
