import { describe, expect, it } from 'vitest'
import type { OcrLine, OcrSymbol } from '../../../pipeline/ocr/engine.ts'
import { placeScan } from '../../../pipeline/ocr/place.ts'

const FOOT = 100
/** Letters 30 pixels high on the line; figures after "^" stand small above it. */
function line(text: string): OcrLine {
  const symbols = [...text.matchAll(/\^?./g)].map(([letter], at): OcrSymbol => {
    const box = { left: 20 * at, right: 20 * at + 16 }
    return letter.startsWith('^')
      ? { text: letter.slice(1), ...box, top: FOOT - 38, bottom: FOOT - 18, script: FOOT - 18 }
      : { text: letter, ...box, top: FOOT - 30, bottom: FOOT }
  })
  return { words: [{ confidence: 0.9, symbols }], baseline: FOOT, height: 42 }
}

const sizes = (...texts: string[]) =>
  placeScan({ lines: texts.map(line), bold: new Set(), scale: 0.24, drawings: [], width: 600, height: 800, turn: 0, skew: 0 })
    .filter(({ blank }) => !blank)
    .map(({ text, size, line: of }) => ({ text, size, of }))

describe('letters placed off a scan', () => {
  it('have the size of their line, which its exponents do not make smaller', () => {
    const placed = sizes('BODYTEXT', 'T^2^3^2^3^2')
    expect(placed.find(({ text, of }) => text === 'T' && of === 1)?.size).toBe(
      placed.find(({ text, of }) => text === 'T' && of === 0)?.size,
    )
    expect(placed.find(({ text }) => text === '2')?.size).toBeLessThan(placed[0]?.size ?? 0)
  })
})
