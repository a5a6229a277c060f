import { describe, expect, it } from 'vitest'
import type { OcrLine } from '../../../pipeline/ocr/engine.ts'
import { withOldStyleFigures } from '../../../pipeline/ocr/old-style-figures.ts'

/** A line of words, where they stand being of no account. */
const line = (text: string): OcrLine => ({
  baseline: 10,
  height: 10,
  words: text.split(' ').map((word) => ({
    confidence: 0.9,
    symbols: [...word].map((letter) => ({ text: letter, left: 0, top: 0, right: 5, bottom: 10 })),
  })),
})
const mended = (...lines: readonly string[]): string[] =>
  withOldStyleFigures(lines.map(line)).map(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')).join(' '))

describe('old-style figures on a scan', () => {
  it('are figures in the numbers that line after line begins with, and where these are named', () => {
    expect(
      mended('s—12 A hose', '*s—13 Air enters', '“. s—14 The tank in Fig. Ps—14 holds', 's—1sE A fan', 'does so at 3 m/s and 2o kPa'),
    ).toEqual(['5—12 A hose', '*5—13 Air enters', '“. 5—14 The tank in Fig. P5—14 holds', '5—15E A fan', 'does so at 3 m/s and 2o kPa'])
  })

  it('are not seen in units or in a name that comes once', () => {
    const lines = ['The rate is 20', 's-1 at the least', 'in words of solo-1 and so on']
    expect(mended(...lines)).toEqual(lines)
  })
})
