import { describe, expect, it } from 'vitest'
import type { OcrLine, OcrWord } from '../../../pipeline/ocr/engine.ts'
import type { Bitmap } from '../../../pipeline/ocr/raster.ts'
import { boldWords } from '../../../pipeline/ocr/weight.ts'

const WIDTH = 800

/** A line of words of upright strokes, `thick` pixels each, one stroke a letter; figures after "^" are small. */
function lineOf(words: readonly (readonly [text: string, thick: number])[]): { page: Bitmap; line: OcrLine } {
  const ink = new Uint8Array(WIDTH * 60)
  let pen = 10
  const read = words.map(([text, thick]): OcrWord => {
    const symbols = [...text.matchAll(/\^?./g)].map(([letter]) => {
      const symbol = {
        text: letter.slice(-1),
        left: pen,
        right: pen + 14,
        top: 15,
        bottom: 45,
        ...(letter.length > 1 ? { script: 30 } : {}),
      }
      for (let y = 15; y < 45; y++) ink.fill(1, y * WIDTH + pen + 4, y * WIDTH + pen + 4 + thick)
      pen += 16
      return symbol
    })
    pen += 10
    return { confidence: 0.9, symbols }
  })
  return { page: { ink, width: WIDTH, height: 60 }, line: { words: read, baseline: 45, height: 40 } }
}

const bold = (...words: (readonly [text: string, thick: number])[]): string[] => {
  const { page, line } = lineOf(words)
  return [...boldWords(page, [line])].map(({ symbols }) => symbols.map(({ text }) => text).join(''))
}

describe('bold words of a scan', () => {
  it('have thicker strokes than most', () => {
    expect(bold(['Solution', 6], ['the', 4], ['load', 4], ['is', 4])).toEqual(['Solution'])
  })

  it('are no formulas, whose weight cannot be told', () => {
    expect(bold(['H^2O', 6], ['x=3', 6], ['the', 4], ['load', 4], ['acts', 4], ['here', 4], ['too', 4])).toEqual([])
  })
})
