#!/usr/bin/env tsx
// Writes pipeline/pdf/fonts/sign-shapes.ts: how brackets, radicals and operators of mathematical fonts look, to know unnamed ones by.
//   npx tsx scripts/sign-shapes.ts FONT.otf … > pipeline/pdf/fonts/sign-shapes.ts
//   npx tsx scripts/sign-shapes.ts --check FONT.otf …     says how well each font's signs are known by the others'
// Needs OpenType fonts with glyph names: those of TeX's unicode-math. Only measurements of what they print go into the table.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readCff } from '../pipeline/pdf/fonts/cff.ts'
import { readGlyphName, readPlainName } from '../pipeline/pdf/fonts/glyph-names.ts'
import { distanceOf, openFont, shapeOf } from '../pipeline/pdf/glyph-shape.ts'
import { type Labelled, printMisread, tableOf } from './shape-table.ts'

/** Signs that fonts hold in several sizes; ends of braces and parentheses that are built up; strokes, which are all alike. */
const WANTED = new Set('()[]{}|‖⟨⟩⌈⌉⌊⌋√∑∏∐∫∬∭∮⋃⋂⨁⨂⋀⋁⎛⎝⎞⎠⎧⎨⎩⎫⎬⎭')
const STROKES = new Set('⎜⎟⎪⏐⎮⎢⎥')
/** Glyphs that only look like the sign they are named after: parts of it, and mirror images. */
const PARTS = /\.(ex|ext|tp|bt|top|bot|mid|up|dn|rtlm.*)$/
/** As `distanceOf` measures: how much further off all others must be from a shape that the table can do without. */
const FURTHER = 0.02

function labelled(file: string): Labelled[] {
  const bytes = readFileSync(file)
  const font = openFont(basename(file), bytes)
  return readCff(table(bytes, 'CFF ')).names.flatMap((name, gid) => {
    const text = name ? (readGlyphName(name)?.text ?? readPlainName(name)) : undefined
    if (!text || !(WANTED.has(text) || STROKES.has(text)) || (WANTED.has(text) && !/[⎛-⎭]/u.test(text) && PARTS.test(name))) return []
    const shape = shapeOf(font, gid)
    return shape ? [{ ...shape, font: basename(file), text: STROKES.has(text) ? '|' : text }] : []
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

const [option, ...rest] = process.argv.slice(2)
const all = (option === '--check' ? rest : [option ?? '', ...rest]).flatMap(labelled)
if (option === '--check') {
  printMisread(all, all, distanceOf)
} else {
  console.log(`// Written by scripts/sign-shapes.ts; do not edit.

/** Shapes of signs in ${new Set(all.map(({ font }) => font)).size} mathematical fonts; \`glyph-shape.ts\` reads them. */
export const SIGN_SHAPES = \`
${tableOf(all, distanceOf, FURTHER)}
\``)
}
