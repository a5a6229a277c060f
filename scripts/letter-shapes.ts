#!/usr/bin/env tsx
// Writes pipeline/ocr/letter-shapes.ts: how figures, letters and signs look in print, to know those by that the recogniser does not.
//   npx tsx scripts/letter-shapes.ts FONT.otf … > pipeline/ocr/letter-shapes.ts
//   npx tsx scripts/letter-shapes.ts --check FONT.otf …     says how well each font's figures are known by the others'
// Reads upright, italic and mathematical fonts. Only measurements of what they print go into the table.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { distanceOf, letterShape } from '../pipeline/ocr/letter-shape.ts'
import { drawnGlyph, openFont } from '../pipeline/pdf/glyph-shape.ts'
import { type Labelled, printMisread, tableOf } from './shape-table.ts'

const FIGURES = [...'0123456789']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const GREEK = [...'αβγδεζηθικλμνξοπρςστυφχψω']
const SIGNS = [...'ΓΔΘΛΞΠΣΦΨΩ∞∂∇√∫∑+×±°≈∼′()[]*/']
/** Strokes that are taken for a 1: an upright I or l stands for a figure where figures are looked for. i and j are two pieces each. */
const STROKES = /^[Iijl]$/
/** Pixels to the em. */
const EM = 40
/** As `distanceOf` measures: how much further off all others must be from a shape that the table can do without. */
const FURTHER = 0.025

/** Mathematical alphabets: the code of the italic form, and the letter that it stands for. */
const ITALIC: readonly (readonly [code: number, text: string])[] = [
  ...LETTERS.flatMap((text, at) => (text === 'h' ? [[0x210e, text] as const] : [[0x1d434 + at, text] as const])),
  ...GREEK.map((text, at) => [0x1d6fc + at, text] as const),
  [0x1d716, 'ε'],
  [0x1d717, 'θ'],
  [0x1d719, 'φ'],
]
const UPRIGHT = (texts: readonly string[]): (readonly [number, string])[] => texts.map((text) => [text.codePointAt(0) ?? 0, text])

function labelled(file: string): Labelled[] {
  const font = openFont(basename(file), readFileSync(file))
  const isMath = font.encodeCharacter(0x1d465) !== 0
  const isItalic = /ital|obliq|slant/i.test(file)
  const wanted = isMath
    ? [...ITALIC, ...UPRIGHT([...FIGURES, ...GREEK.filter((text) => text !== 'ο'), ...SIGNS])]
    : UPRIGHT([...FIGURES, ...LETTERS.filter((text) => isItalic || !STROKES.test(text))])
  return wanted.flatMap(([code, text]) => {
    const gid = font.encodeCharacter(code)
    const drawn = gid === 0 || /^[ij]$/.test(text) ? undefined : drawnGlyph(font, gid, EM)
    if (!drawn) return []
    const values = Float32Array.from(drawn.pixels, (pixel) => 1 - pixel / 255)
    return [{ ...letterShape({ ...drawn, values }, drawn.box), font: basename(file), text }]
  })
}

const [option, ...rest] = process.argv.slice(2)
const all = (option === '--check' ? rest : [option ?? '', ...rest]).flatMap(labelled)
if (option === '--check') {
  printMisread(
    all.filter(({ text }) => /\d/.test(text)),
    all,
    distanceOf,
  )
} else {
  console.log(`// Written by scripts/letter-shapes.ts; do not edit.

/** Shapes of figures, letters and signs in ${new Set(all.map(({ font }) => font)).size} fonts; \`letter-shape.ts\` reads them. */
export const LETTER_SHAPES = \`
${tableOf(all, distanceOf, FURTHER)}
\``)
}
