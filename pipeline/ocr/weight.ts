import type { OcrLine, OcrWord } from './engine.ts'
import type { Bitmap } from './raster.ts'

/** How much thicker than the page's usual strokes those of bold type are; words of one face differ by less than a seventh. */
const BOLD = 1.22
/** Strokes that a word must show before its weight is believed. */
const MIN_RUNS = 12

/** Signs of formulas, whose bars and small type say nothing about the weight of letters. */
const FORMULA = /[=+<>±×·−]/

/** Words set in bold, by the thickness of their strokes beside that of most words on the page. */
export function boldWords(page: Bitmap, lines: readonly OcrLine[]): Set<OcrWord> {
  const weighed = lines.flatMap((line) =>
    line.words.flatMap((word) => {
      const thickness = isFormula(word) ? undefined : strokeOf(page, word)
      return thickness === undefined ? [] : [{ word, share: thickness / line.height }]
    }),
  )
  const shares = weighed.map(({ share }) => share).sort((a, b) => a - b)
  const usual = shares[Math.floor(shares.length / 2)] ?? 0
  return new Set(weighed.filter(({ share }) => share >= BOLD * usual).map(({ word }) => word))
}

const isFormula = ({ symbols }: OcrWord): boolean => symbols.some(({ text, script }) => script !== undefined || FORMULA.test(text))

/** Pixels across a word's strokes, as the median of level runs of ink: bars are few, stems are many. */
function strokeOf({ ink, width, height }: Bitmap, { symbols }: OcrWord): number | undefined {
  const runs: number[] = []
  for (const { left, top, right, bottom } of symbols) {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
      let run = 0
      for (let x = Math.max(0, left); x <= Math.min(width, right); x++) {
        if (x < right && ink[y * width + x] === 1) run++
        else if (run > 0) {
          runs.push(run)
          run = 0
        }
      }
    }
  }
  if (runs.length < MIN_RUNS) return undefined
  runs.sort((a, b) => a - b)
  // Halfway between the two middle counts: whole pixels alone would jump from one weight to the next.
  const middle = runs[Math.floor(runs.length / 2)] ?? 0
  const below = runs.filter((run) => run < middle).length
  const same = runs.filter((run) => run === middle).length
  return middle - 0.5 + (runs.length / 2 - below) / Math.max(1, same)
}
