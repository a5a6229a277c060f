import { describe, expect, it } from 'vitest'
import { withBullets } from '../../../pipeline/ocr/bullets.ts'
import type { OcrLine } from '../../../pipeline/ocr/engine.ts'
import type { Bitmap } from '../../../pipeline/ocr/raster.ts'

const WIDTH = 200

/** Ink by a rule over pixels. */
function page(isInk: (x: number, y: number) => boolean): Bitmap {
  const ink = new Uint8Array(WIDTH * 60)
  for (let y = 0; y < 60; y++) for (let x = 0; x < WIDTH; x++) if (isInk(x, y)) ink[y * WIDTH + x] = 1
  return { ink, width: WIDTH, height: 60 }
}

const away = (x: number, y: number): number => Math.hypot(x - 19.5, y - 29.5)
const disc = page((x, y) => away(x, y) < 7)
const ring = page((x, y) => away(x, y) < 10 && away(x, y) > 6)
const speck = page((x, y) => away(x, y) < 2)

/** One word a text; the letters of the first share the place of the sign. */
const line = (...words: readonly string[]): OcrLine => ({
  baseline: 40,
  height: 42,
  words: words.map((text, at) => ({
    confidence: 0.9,
    symbols: [...text].map((letter, index) => ({
      text: letter,
      left: at === 0 && index === 0 ? 8 : 40 + 50 * at + 12 * index,
      top: 18,
      right: at === 0 && index === 0 ? 32 : 50 + 50 * at + 12 * index,
      bottom: 42,
    })),
  })),
})
const read = (bitmap: Bitmap, ...words: readonly string[]): string =>
  withBullets([line(...words)], bitmap)
    .flatMap((own) => own.words.map(({ symbols }) => symbols.map(({ text }) => text).join('')))
    .join(' ')

describe('a bullet at the start of a scanned line', () => {
  it('is a filled disc, whatever letter it was taken for', () => {
    expect(read(disc, 'e', 'Find')).toBe('• Find')
    expect(read(disc, '«13-7.', 'Find')).toBe('•13-7. Find')
  })

  it('is none where the ink is that of a letter, a speck, or part of a word', () => {
    expect(read(ring, 'e', 'Find')).toBe('e Find')
    expect(read(speck, 'e', 'Find')).toBe('e Find')
    expect(read(disc, 'each', 'wheel')).toBe('each wheel')
  })
})
