import { type Box, overlapX, union } from '../../../schemas/geometry.ts'
import type { DisjointSets } from '../../disjoint-sets.ts'
import type { Run } from '../segments.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import { isTall } from './tall.ts'

/** Em. Word processors put formulas into a line as objects, up to this far off its baseline; lines of text are at least three times as far apart. */
export const OBJECT_SHIFT = 0.25
/** Em. White between an object and the words beside it: a word space and the object's margin. Gutters of columns are wider. */
const OBJECT_GAP = 0.6
/** Em. Italic ink may stick out over its neighbour. */
const OVERHANG = 0.15
/** Type smaller than this share of its neighbour is a script, which follows rules of its own. */
const SAME_SIZE = 0.88
/** Browsers set formulas in larger type, the text beside them this share of it at least (KaTeX: 1 to 1.21). */
const TEXT_SIZE = 0.75
/** Em. What stands as level as this is no script: the least shift of one is 0.15. */
const LEVEL = 0.1

/** Full-size type right beside other full-size type, a little above or below it, is in one line with it. */
export function joinObjects(runs: readonly Run[], near: Neighbourhood, sets: DisjointSets, sideOf: (run: number) => number): void {
  const boxes = boxesWithScripts(runs, sets)
  runs.forEach((run, index) => {
    if (isTall(run)) return
    for (const { index: other, run: beside } of near.between(
      run.baseline - run.size,
      run.baseline + (OBJECT_SHIFT / TEXT_SIZE) * run.size,
    )) {
      if (other <= index || isTall(beside) || sideOf(other) !== sideOf(index)) continue
      if (areBeside({ run, box: boxes[index] ?? run.box }, { run: beside, box: boxes[other] ?? beside.box })) sets.join(index, other)
    }
  })
}

/** Each run's box with the scripts that hang on it. */
function boxesWithScripts(runs: readonly Run[], sets: DisjointSets): Box[] {
  const boxes = runs.map(({ box }) => box)
  for (const group of sets.groups()) {
    for (const index of group) {
      const run = runs[index]
      const scripts = run ? group.flatMap((other) => (isScriptOf(runs[other], run) ? (runs[other]?.box ?? []) : [])) : []
      if (run) boxes[index] = scripts.reduce(union, run.box)
    }
  }
  return boxes
}

const isScriptOf = (script: Run | undefined, run: Run): boolean =>
  script !== undefined &&
  script.size < SAME_SIZE * run.size &&
  script.box.left > run.box.left &&
  script.box.left - run.box.right < OVERHANG * run.size

interface Placed {
  readonly run: Run
  /** With its scripts. */
  readonly box: Box
}

function areBeside(a: Placed, b: Placed): boolean {
  const em = Math.max(a.run.size, b.run.size)
  const shift = Math.abs(a.run.baseline - b.run.baseline)
  if (isStroke(a.run) || isStroke(b.run)) return shift < OBJECT_SHIFT * em && overlapX(a.box, b.box) > 0
  if (Math.min(a.run.size, b.run.size) < (shift < LEVEL * em ? TEXT_SIZE : SAME_SIZE) * em || shift > OBJECT_SHIFT * em) return false
  const white = Math.max(whiteAround(a, b), whiteAround(b, a))
  return white < OBJECT_GAP * em && white > -OVERHANG * em
}

/** The stroke of "≠" and "∉", which browsers set as a sign of its own over another. */
const isStroke = ({ glyphs }: Run): boolean => glyphs.length === 1 && STROKES.includes(glyphs[0]?.text ?? '')
const STROKES = ['/', '\u0338']

/** Points between an object and the nearest ink of a run, which may go on after it; negative where ink runs into ink. */
const whiteAround = (object: Placed, { run, box }: Placed): number =>
  overlapX(object.box, box) <= 0 ? -overlapX(object.box, box) : Math.min(...run.glyphs.map(({ ink }) => -overlapX(ink, object.box)))
