import { overlapX } from '../../../schemas/geometry.ts'
import type { DisjointSets } from '../../disjoint-sets.ts'
import type { Run } from '../segments.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import { SCRIPT_SIZE } from './scripts.ts'
import { isTall } from './tall.ts'

/** Operators that are words and take what stands under them: TeX's list. */
const WORD_OPERATORS = /(?:lim|liminf|limsup|max|min|sup|inf|det|gcd|Pr|argmax|argmin)$/
/** Tall signs that are no operators: small type over or under them belongs to another line. */
const WITHOUT_LIMITS = /^[√()[\]{}|∣‖⟨⟩]$/u
/** Em of white between an operator and its limit. */
const LIMIT_GAP = 0.4
/** Em of ink above which a mark is no accent. */
const ACCENT_HEIGHT = 0.45

/** Small type right over or under an operator ("∑", "lim") and accents that float over their letter join it. */
export function joinLimitsAndAccents(runs: readonly Run[], near: Neighbourhood, sets: DisjointSets, sideOf: (run: number) => number): void {
  const scripts = scriptsOf(runs, sets)
  runs.forEach((small, index) => {
    const accent = isAccent(small)
    for (const { index: other, run } of near.between(small.box.top - 0.5 * small.size, small.box.bottom + 0.5 * small.size)) {
      if (other === index || sideOf(other) !== sideOf(index) || sets.find(other) === sets.find(index)) continue
      if (accent ? isUnderAccent(small, run) : small.size < SCRIPT_SIZE * run.size && isLimitOf(small, run, scripts.has(small)))
        sets.join(index, other)
    }
  })
}

/** Small type that hangs on a base: between two rows of text it may stand right under a word of the upper one, "Pr" over "Re" and its power. */
const scriptsOf = (runs: readonly Run[], sets: DisjointSets): Set<Run> =>
  new Set(
    sets.groups().flatMap((group) => {
      const own = group.flatMap((index) => runs[index] ?? [])
      const base = Math.max(...own.map(({ size }) => size))
      return own.filter(({ size }) => size < SCRIPT_SIZE * base)
    }),
  )

/** All of its ink floats above where letters without ascenders end. */
const isAccent = ({ glyphs, box, size, baseline }: Run): boolean =>
  glyphs.length <= 2 && box.bottom - box.top < ACCENT_HEIGHT * size && box.bottom < baseline - 0.35 * size

const isUnderAccent = (accent: Run, run: Run): boolean =>
  Math.abs(accent.baseline - run.baseline) < 0.75 * run.size &&
  run.glyphs.some((glyph) => {
    const middle = (accent.box.left + accent.box.right) / 2
    const isOver = middle > glyph.ink.left - 0.15 * run.size && middle < glyph.ink.right + 0.25 * run.size
    return isOver && Math.abs(glyph.ink.top - accent.box.bottom) < 0.3 * run.size
  })

function isLimitOf(small: Run, run: Run, isScript: boolean): boolean {
  const white = Math.max(small.box.top - run.box.bottom, run.box.top - small.box.bottom)
  if (run.glyphs.every(({ text }) => WITHOUT_LIMITS.test(text))) return false
  if (isTall(run)) {
    const narrower = Math.min(small.box.right - small.box.left, run.box.right - run.box.left)
    return overlapX(small.box, run.box) > 0.5 * narrower && white > -0.35 * run.size && white < LIMIT_GAP * run.size
  }
  if (isScript) return false
  const under = run.glyphs.filter((glyph) => glyph.ink.right > small.box.left && glyph.ink.left < small.box.right)
  const isWord = WORD_OPERATORS.test(under.map((glyph) => glyph.text).join('')) && white < LIMIT_GAP * run.size
  return isWord && small.box.top > run.baseline - 0.1 * run.size
}
