import type { Box } from '../schemas/geometry.ts'

/** Points. Pieces of one rule meet or leave at most this much white. */
const MEET = 2

/** Upright rules whole again: producers draw a long one in pieces, one under the other. `aside` is by how many points they may be off one line. */
export function joinUpright(rules: readonly Box[], aside: number): Box[] {
  const joined: { left: number; right: number; top: number; bottom: number }[] = []
  for (const rule of [...rules].sort((a, b) => a.top - b.top)) {
    const above = joined.find((one) => Math.abs(one.left - rule.left) < aside && rule.top - one.bottom < MEET)
    if (above) above.bottom = Math.max(above.bottom, rule.bottom)
    else joined.push({ ...rule })
  }
  return joined
}

/** The same of level rules, side by side. */
export const joinLevel = (rules: readonly Box[], aside: number): Box[] => joinUpright(rules.map(turned), aside).map(turned)

const turned = ({ left, right, top, bottom }: Box): Box => ({ left: top, right: bottom, top: left, bottom: right })
