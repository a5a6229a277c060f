import { type Box, overlapX, overlapY, unionAll } from '../../schemas/geometry.ts'
import { type Atom, axisOf } from './model.ts'

export const centre = (box: Box): number => (box.left + box.right) / 2

/** Replaces parts by the atom made of them, at the first part's place. */
export function replaced(atoms: readonly Atom[], parts: readonly Atom[], made: Atom): Atom[] {
  const used = new Set(parts)
  return [...atoms.filter((atom) => !used.has(atom)), made].sort((a, b) => a.box.left - b.box.left)
}

export function around(boxes: readonly Box[]): Box {
  const box = unionAll(boxes)
  if (!box) throw new Error('Nothing has no box.')
  return box
}

/** Baseline of the largest type; undefined when everything is centred on the axis. */
export function levelOf(atoms: readonly Atom[]): number | undefined {
  const standing = atoms.filter((atom) => atom.baseline !== undefined)
  const largest = Math.max(...standing.map((atom) => atom.em))
  return standing.find((atom) => atom.em > 0.9 * largest)?.baseline
}

/** What the distance of two axes counts beside the white between two boxes. */
const AXES = 0.2

/** Points between a sign and a script that may hang on it; of two signs that are as near, the one whose line it is nearer to. */
export const distanceTo = (host: Atom, script: Atom): number =>
  Math.max(0, -overlapX(host.box, script.box)) +
  Math.max(0, -overlapY(host.box, script.box)) +
  AXES * Math.abs(axisOf(host) - axisOf(script))
