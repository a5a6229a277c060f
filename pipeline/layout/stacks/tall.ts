import { overlapX } from '../../../schemas/geometry.ts'
import type { DisjointSets } from '../../disjoint-sets.ts'
import { hangsFree, type Run } from '../segments.ts'
import type { Neighbourhood } from './neighbourhood.ts'

/** Em. Ink taller than this is a big operator or an enlarged delimiter, whose origin says nothing about the baseline. */
const TALL = 1.3
/** Em. Height of a radical sign for text, line and depth; the next larger one has 1.2. */
const TEXT_HEIGHT = 1.1
/** Em of overlap or white between the parts of one brace. */
const PIECE_GAP = 0.3

/** A radical sign of about text height. It is painted hanging from its bar, so that its origin is above what it covers. */
export const isSmallRadical = (run: Run): boolean =>
  run.glyphs.length === 1 && run.glyphs[0]?.text === '√' && run.box.bottom - run.box.top <= TEXT_HEIGHT * run.size

/** Its origin says nothing about the line it stands in: enlarged symbols, and radical signs, which hang from their bar. */
export const isTall = (run: Run): boolean =>
  run.box.bottom - run.box.top > TALL * run.size || (run.glyphs.length === 1 && run.glyphs[0] !== undefined && hangsFree(run.glyphs[0]))

/** Parts of one large brace or bracket: same place, one under the other. */
export function joinPieces(runs: readonly Run[], near: Neighbourhood, sets: DisjointSets): void {
  runs.forEach((run, index) => {
    if (run.glyphs.length > 1 || !isTall(run)) return
    const reach = PIECE_GAP * run.size
    for (const { index: other, run: lower } of near.between(run.box.bottom - reach, run.box.bottom + reach)) {
      if (other === index || lower.glyphs.length > 1 || !isTall(lower)) continue
      if (overlapX(run.box, lower.box) > 0 && Math.abs(lower.box.top - run.box.bottom) < reach) sets.join(index, other)
    }
  })
}

const ELASTIC = /^[|∣‖()[\]{}⟨⟩∫∑∏√]$/u

/** Delimiters, an operator or a radical alone: word processors enlarge them by setting them in larger type, so their size says nothing. */
export const isElastic = (run: Run): boolean => run.glyphs.every(({ text }) => ELASTIC.test(text))
