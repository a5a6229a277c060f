import { type Box, overlapX, union, unionAll } from '../../../schemas/geometry.ts'
import type { DisjointSets } from '../../disjoint-sets.ts'
import type { Run } from '../segments.ts'
import type { Fractions } from './fractions.ts'
import { SCRIPT_SIZE } from './scripts.ts'
import { isElastic, isSmallRadical, isTall } from './tall.ts'

/** Em above the baseline at which fraction bars and big operators are centred, in TeX's and in OpenType maths fonts. */
const AXIS = 0.25
/** Em of white between a bar or tall symbol and its neighbours in the line: a quad is the widest space inside one formula part. */
const NEIGHBOUR_GAP = 1.2

/** Part of a line that its axis holds together: a plain run, a fraction, an operator or delimiter. */
interface Atom {
  readonly member: number
  readonly box: Box
  readonly axis: number
  readonly em: number
  /** Plain runs alone never join: the white between them was found too wide. */
  readonly isMaths: boolean
  /** A delimiter that Word and OpenOffice enlarge by setting it in larger type: its size says nothing. */
  readonly isElastic: boolean
  readonly side: number
}

/** Fractions, big operators, radicals and enlarged delimiters join what stands beside them on the same axis. */
export function joinAlongAxis(runs: readonly Run[], fractions: Fractions, sets: DisjointSets): void {
  const groups = new Map(sets.groups().flatMap((members) => members.map((member) => [member, members] as const)))
  const atoms = [
    ...fractions.all.map((_, number) => fractionAtom(fractions, number, runs)),
    ...runs.map((run, member) => runAtom(run, member, groups.get(member) ?? [], runs, fractions.sideOf(member))),
  ].sort((a, b) => a.axis - b.axis)
  atoms.forEach((atom, at) => {
    const reach = Math.max(6, 0.25 * atom.em, 0.18 * (atom.box.bottom - atom.box.top))
    for (let next = at + 1; next < atoms.length; next++) {
      const other = atoms[next]
      if (!other || other.axis - atom.axis > reach) break
      if (areNeighbours(atom, other)) sets.join(atom.member, other.member)
    }
  })
}

function fractionAtom(fractions: Fractions, number: number, runs: readonly Run[]): Atom {
  const fraction = fractions.all[number]
  if (!fraction) throw new RangeError(`There is no fraction ${number}.`)
  const members = [...fraction.over, ...fraction.under]
  const parts = members.flatMap((index) => runs[index] ?? [])
  return {
    member: members[0] ?? 0,
    box: unionAll([fraction.bar, ...parts.map((run) => run.box)]) ?? fraction.bar,
    axis: (fraction.bar.top + fraction.bar.bottom) / 2,
    em: parts.reduce((largest, run) => Math.max(largest, run.size), 0),
    isMaths: true,
    isElastic: false,
    side: fractions.sideAround(number),
  }
}

/** A run with the scripts and limits that already belong to it. */
function runAtom(run: Run, member: number, group: readonly number[], runs: readonly Run[], side: number): Atom {
  const elastic = isElastic(run)
  if (isTall(run) || elastic) {
    const pieces = group
      .flatMap((index) => runs[index] ?? [])
      .filter((piece) => piece === run || (isTall(piece) && overlapX(piece.box, run.box) > 0))
    const box = unionAll(pieces.map((piece) => piece.box)) ?? run.box
    // A small radical reaches down to the baseline of what it covers; larger ones are centred on the axis like every enlarged symbol.
    const axis = isSmallRadical(run) ? box.bottom - AXIS * run.size : (box.top + box.bottom) / 2
    return { member, box, axis, em: run.size, isMaths: true, isElastic: elastic, side }
  }
  let box = run.box
  for (const index of group) {
    const script = runs[index]
    if (script && script.size < SCRIPT_SIZE * run.size && script.baseline !== run.baseline) box = union(box, script.box)
  }
  return {
    member,
    box: { ...box, top: run.box.top, bottom: run.box.bottom },
    axis: run.baseline - AXIS * run.size,
    em: run.size,
    isMaths: false,
    isElastic: elastic,
    side,
  }
}

function areNeighbours(a: Atom, b: Atom): boolean {
  if ((!a.isMaths && !b.isMaths) || a.side !== b.side) return false
  const small = Math.min(a.em, b.em)
  const em = a.isElastic || b.isElastic ? small : Math.max(a.em, b.em)
  // A fraction set small in a line is still as large as script type: half the size of what it stands beside.
  if (small < 0.5 * em) return false
  const tall = Math.max(a.isMaths ? a.box.bottom - a.box.top : 0, b.isMaths ? b.box.bottom - b.box.top : 0)
  const tolerance = Math.max(0.15 * em, a.isMaths && b.isMaths ? 0.12 * tall : Math.min(0.1 * tall, 0.3 * em))
  return Math.abs(a.axis - b.axis) <= tolerance && -overlapX(a.box, b.box) < NEIGHBOUR_GAP * em
}
