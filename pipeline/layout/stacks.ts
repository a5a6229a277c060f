import type { Drawing } from '../../schemas/layout.ts'
import { DisjointSets } from '../disjoint-sets.ts'
import type { Run } from './segments.ts'
import { joinAlongAxis } from './stacks/axis.ts'
import { type Fraction, findFractions } from './stacks/fractions.ts'
import { joinLimitsAndAccents } from './stacks/limits.ts'
import { Neighbourhood } from './stacks/neighbourhood.ts'
import { joinObjects } from './stacks/objects.ts'
import { joinScripts } from './stacks/scripts.ts'
import { joinPieces } from './stacks/tall.ts'

/** Runs that are read as one line. */
export interface Stack {
  readonly runs: readonly number[]
  readonly fractions: readonly Fraction[]
}

/**
 * Joins runs that stand on different baselines but are read as one line: scripts, fractions, big operators with limits, accents, formulas
 * set as objects.
 * Distances are in em of the larger type; they follow from TeX's and Word's rules for setting formulas. Fractions are found first, because
 * a numerator must not be taken for a superscript of the line.
 */
export function stack(runs: readonly Run[], drawings: readonly Drawing[]): Stack[] {
  const sets = new DisjointSets(runs.length)
  const near = new Neighbourhood(runs)
  const fractions = findFractions(runs, drawings, near)
  for (const { over, under } of fractions.all) joinAll([...over, ...under], sets)
  joinPieces(runs, near, sets)
  joinScripts(runs, near, sets, fractions.sideOf)
  joinLimitsAndAccents(runs, near, sets, fractions.sideOf)
  joinAlongAxis(runs, fractions, sets)
  joinObjects(runs, near, sets, fractions.sideOf)
  return sets.groups().map((members) => {
    const own = new Set(members)
    return { runs: members, fractions: fractions.all.filter(({ over }) => [...over].every((index) => own.has(index))) }
  })
}

function joinAll(members: readonly number[], sets: DisjointSets): void {
  for (const member of members) sets.join(member, members[0] ?? member)
}

export type { Fraction }
