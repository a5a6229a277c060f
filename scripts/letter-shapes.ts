#!/usr/bin/env tsx
// Writes pipeline/ocr/letter-shapes.ts: how figures, letters and signs look in print, to know those by that the recogniser does not.
//   npx tsx scripts/letter-shapes.ts FONT.otf … > pipeline/ocr/letter-shapes.ts
//   npx tsx scripts/letter-shapes.ts --check FONT.otf …     says how well each font's figures are known by the others'
// Reads upright, italic and mathematical fonts. Only measurements of what they print go into the table.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { distanceOf, type LetterShape, letterShape, writtenCells } from '../pipeline/ocr/letter-shape.ts'
import { drawnGlyph, openFont } from '../pipeline/pdf/glyph-shape.ts'

const FIGURES = [...'0123456789']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const GREEK = [...'αβγδεζηθικλμνξοπρςστυφχψω']
const SIGNS = [...'ΓΔΘΛΞΠΣΦΨΩ∞∂∇√∫∑+×±°≈∼′()[]*/']
/** Strokes that are taken for a 1: an upright I or l stands for a figure where figures are looked for. i and j are two pieces each. */
const STROKES = /^[Iijl]$/
/** Pixels to the em. */
const EM = 40
/** As `distanceOf` measures: a shape that is nearer to one of its kind, and further from all others by as much, adds nothing. */
const SAME = 0.1
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

interface Labelled extends LetterShape {
  readonly font: string
  readonly text: string
}

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

const nearest = (shape: LetterShape, others: readonly Labelled[]): [string, number][] => {
  const best = new Map<string, number>()
  for (const other of others) best.set(other.text, Math.min(best.get(other.text) ?? 1, distanceOf(other, shape)))
  return [...best].sort((a, b) => a[1] - b[1])
}

const [option, ...rest] = process.argv.slice(2)
const all = (option === '--check' ? rest : [option ?? '', ...rest]).flatMap(labelled)
if (option === '--check') {
  for (const shape of all.filter(({ text }) => /\d/.test(text))) {
    const others = all.filter(({ font }) => font !== shape.font)
    const [first, second] = nearest(shape, others)
    if (first?.[0] !== shape.text)
      console.log(shape.font, shape.text, 'looks like', first?.[0], first?.[1].toFixed(3), second?.[1].toFixed(3))
  }
} else {
  const kept: Labelled[] = []
  for (const shape of all) {
    const [first, second] = nearest(shape, kept)
    const isKnown = first?.[0] === shape.text && first[1] < SAME && (second?.[1] ?? 1) - first[1] > FURTHER
    if (!isKnown) kept.push(shape)
  }
  const lines = [...new Set(kept.map(({ text }) => text))].map((text) => {
    const own = kept.filter((shape) => shape.text === text)
    return [text, ...own.map((shape) => `${Math.round(100 * shape.ratio)} ${writtenCells(shape)}`)].join(' ')
  })
  console.log(`// Written by scripts/letter-shapes.ts; do not edit.

/** Shapes of figures, letters and signs in ${new Set(all.map(({ font }) => font)).size} fonts; \`letter-shape.ts\` reads them. */
export const LETTER_SHAPES = \`
${lines.join('\n')}
\``)
}
