import type { OcrLine } from './engine.ts'
import { withFormulaLetters } from './formula-letters.ts'
import { lineInk } from './line-ink.ts'
import { lineMeasure, usualHeight } from './line-measure.ts'
import { withOperators } from './operators.ts'
import type { Bitmap, Grey } from './raster.ts'
import { withScripts } from './scripts.ts'

/**
 * Lines with what a recogniser of plain text cannot know: exponents and indices, signs of operation, Greek letters.
 *
 * @param page the ink of `picture`, which is what was read, in the pixels of `lines`
 */
export function lookedAtAgain(lines: readonly OcrLine[], page: Bitmap, picture: Grey): OcrLine[] {
  const usual = usualHeight(lines)
  return lines.map((line) => {
    const measure = lineMeasure(line, usual)
    if (measure.high <= 0 || line.words.every(({ symbols }) => symbols.length === 0)) return line
    const ink = lineInk(line, measure, page, picture)
    // What stands above and below the line is told by its letters' feet: the recogniser's baseline is off where a fraction is near.
    return { ...withOperators(withFormulaLetters(withScripts(line, ink), ink), ink), baseline: measure.foot }
  })
}
