#!/usr/bin/env tsx
// Writes pipeline/pdf/fonts/sign-shapes.ts: how brackets, radicals and operators of mathematical fonts look, to know unnamed ones by.
//   npx tsx scripts/sign-shapes.ts FONT.otf … > pipeline/pdf/fonts/sign-shapes.ts
//   npx tsx scripts/sign-shapes.ts --check FONT.otf …     says how well each font's signs are known by the others'
// Needs OpenType fonts with glyph names: those of TeX's unicode-math. Only measurements of what they print go into the table.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readCff } from '../pipeline/pdf/fonts/cff.ts'
import { readGlyphName, readPlainName } from '../pipeline/pdf/fonts/glyph-names.ts'
import { distanceOf, openFont, type Shape, shapeOf } from '../pipeline/pdf/glyph-shape.ts'

/** Signs that fonts hold in several sizes; ends of braces and parentheses that are built up; strokes, which are all alike. */
const WANTED = new Set('()[]{}|‖⟨⟩⌈⌉⌊⌋√∑∏∐∫∬∭∮⋃⋂⨁⨂⋀⋁⎛⎝⎞⎠⎧⎨⎩⎫⎬⎭')
const STROKES = new Set('⎜⎟⎪⏐⎮⎢⎥')
/** Glyphs that only look like the sign they are named after: parts of it, and mirror images. */
const PARTS = /\.(ex|ext|tp|bt|top|bot|mid|up|dn|rtlm.*)$/
/** As `distanceOf` measures: a shape that is nearer to one of its kind, and further from all others by as much, adds nothing. */
const SAME = 0.1
const FURTHER = 0.02

interface Labelled extends Shape {
  readonly font: string
  readonly name: string
  readonly text: string
}

function labelled(file: string): Labelled[] {
  const bytes = readFileSync(file)
  const font = openFont(basename(file), bytes)
  return readCff(table(bytes, 'CFF ')).names.flatMap((name, gid) => {
    const text = name ? (readGlyphName(name)?.text ?? readPlainName(name)) : undefined
    if (!text || !(WANTED.has(text) || STROKES.has(text)) || (WANTED.has(text) && !/[⎛-⎭]/u.test(text) && PARTS.test(name))) return []
    const shape = shapeOf(font, gid)
    return shape ? [{ ...shape, font: basename(file), name, text: STROKES.has(text) ? '|' : text }] : []
  })
}

function table(bytes: Buffer, tag: string): Uint8Array {
  for (let entry = 0; entry < bytes.readUInt16BE(4); entry++) {
    const at = 12 + 16 * entry
    const from = bytes.readUInt32BE(at + 8)
    if (bytes.toString('latin1', at, at + 4) === tag) return bytes.subarray(from, from + bytes.readUInt32BE(at + 12))
  }
  throw new Error(`No table ${tag}.`)
}

const hex = ({ cells }: Shape): string =>
  Array.from({ length: cells.length / 2 }, (_, at) => (4 * (cells[2 * at] ?? 0) + (cells[2 * at + 1] ?? 0)).toString(16)).join('')

const nearest = (shape: Shape, others: readonly Labelled[]): [string, number][] => {
  const best = new Map<string, number>()
  for (const other of others) best.set(other.text, Math.min(best.get(other.text) ?? 1, distanceOf(other, shape)))
  return [...best].sort((a, b) => a[1] - b[1])
}

const [option, ...rest] = process.argv.slice(2)
const all = (option === '--check' ? rest : [option ?? '', ...rest]).flatMap(labelled)
if (option === '--check') {
  for (const shape of all) {
    const [first, second] = nearest(
      shape,
      all.filter(({ font }) => font !== shape.font),
    )
    if (first?.[0] !== shape.text)
      console.log(shape.font, shape.name, shape.text, 'looks like', first?.[0], first?.[1].toFixed(3), second?.[1].toFixed(3))
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
    return [text, ...own.map((shape) => `${Math.round(100 * shape.ratio)} ${hex(shape)}`)].join(' ')
  })
  console.log(`// Written by scripts/sign-shapes.ts; do not edit.

/** Shapes of signs in ${new Set(all.map(({ font }) => font)).size} mathematical fonts; \`glyph-shape.ts\` reads them. */
export const SIGN_SHAPES = \`
${lines.join('\n')}
\``)
}
