import { overlapX, overlapY } from '../../schemas/geometry.ts'
import type { Caption } from './captions.ts'
import { hullOf } from './clusters.ts'
import { type Draft, isNearCaption, type Scene } from './scene.ts'

/** Share of its height that captions of one row have in common. */
const ONE_ROW = 0.5

/**
 * Parts drawings that stand so close side by side that their ink is taken for one, where a caption of its own stands under or over each:
 * at the white nearest to the middle between the captions.
 */
export function partByCaptions(scene: Pick<Scene, 'captions' | 'em'>, draft: Draft): Draft[] {
  const { captions, em } = scene
  const own = captions.filter((caption) => isNearCaption(caption, draft.box, em)).sort((a, b) => a.box.left - b.box.left)
  for (const [at, left] of own.entries()) {
    const right = own[at + 1]
    const cut = right && areBeside(left, right) ? whiteBetween(draft, left, right) : undefined
    if (cut === undefined) continue
    const sides = [draft.ink.filter(({ box }) => box.right <= cut), draft.ink.filter(({ box }) => box.left >= cut)]
    const [first, second] = sides.map((ink): Draft => ({ box: hullOf(ink.map(({ box }) => box)), ink, labels: [] }))
    return first && second ? [first, ...partByCaptions(scene, second)] : [draft]
  }
  return [draft]
}

/** Whether captions stand in one row. */
export const areBeside = (a: Caption, b: Caption): boolean =>
  overlapX(a.box, b.box) <= 0 && overlapY(a.box, b.box) > ONE_ROW * Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)

/** Where no ink stands between the middles of two captions; the place nearest to the middle of both. */
function whiteBetween({ ink }: Draft, left: Caption, right: Caption): number | undefined {
  const [from, to] = [(left.box.left + left.box.right) / 2, (right.box.left + right.box.right) / 2]
  const wanted = (from + to) / 2
  const spans = ink.map(({ box }) => box).sort((a, b) => a.left - b.left)
  let reached = Number.NEGATIVE_INFINITY
  let best: number | undefined
  for (const box of spans) {
    const cut = (reached + box.left) / 2
    if (box.left > reached && cut > from && cut < to && Math.abs(cut - wanted) < Math.abs((best ?? Number.POSITIVE_INFINITY) - wanted))
      best = cut
    reached = Math.max(reached, box.right)
  }
  return best
}
