import { type Found, formulasOf } from '../../../pipeline/equations/formulas.ts'
import { PageRules } from '../../../pipeline/equations/page-rules.ts'
import type { Box } from '../../../schemas/geometry.ts'
import type { Drawing, Glyph, Line, PageLayout } from '../../../schemas/layout.ts'

const SIZE = 10
const shared = { bold: false, serif: true, mono: false }
const FONTS = [
  { name: 'Text', italic: false, math: false, ...shared },
  { name: 'Math-Italic', italic: true, math: true, ...shared },
  { name: 'Text-Italic', italic: true, math: false, ...shared },
  { name: 'Digits', italic: false, math: false, ...shared },
  { name: 'Text-Bold', italic: false, math: false, ...shared, bold: true },
]
/** Of words, of letters in formulas, of emphasised words, upright type that the words are not set in, and bold. */
type Face = 'text' | 'math' | 'italic' | 'digits' | 'bold'
const FACES: readonly Face[] = ['text', 'math', 'italic', 'digits', 'bold']

/** Type from one place on. Pieces that are given together in an array are one line to layout. */
export interface Piece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly ink?: Box
  readonly face?: Face
  /** Em size, points. */
  readonly size?: number
}

/** Glyphs of half an em each, words with ascenders and descenders; a piece with ink of its own stands where that says. */
function glyphs({ text, x, y, ink, face = 'text', size = SIZE }: Piece): Glyph[] {
  const advance = size / 2
  return [...text].flatMap((letter, at, all) => {
    if (letter === ' ') return []
    const left = x + advance * at
    const space = all[at - 1] === ' '
    const [up, down] = face === 'text' ? [0.7, 0.2] : [0.6, 0]
    const box = ink ?? { left: left + 0.03 * size, right: left + 0.47 * size, top: y - up * size, bottom: y + down * size }
    return [{ text: letter, font: FACES.indexOf(face), size, x: left, y, advance, ink: box, gap: space ? advance : 0, space }]
  })
}

/** A page of one column, line by line. */
export function pageOf(lines: readonly (Piece | readonly Piece[])[], drawings: readonly Drawing[] = []): PageLayout {
  const all: Glyph[] = []
  const laid = lines
    .map((line): Line => {
      const own = [line].flat().flatMap(glyphs)
      const from = all.length
      all.push(...own)
      const inks = own.map(({ ink }) => ink)
      const box = {
        left: Math.min(...inks.map(({ left }) => left)),
        right: Math.max(...inks.map(({ right }) => right)),
        top: Math.min(...inks.map(({ top }) => top)),
        bottom: Math.max(...inks.map(({ bottom }) => bottom)),
      }
      const size = Math.max(...own.map((glyph) => glyph.size))
      return { glyphs: own.map((_, at) => from + at), box, baseline: own[0]?.y ?? 0, size, column: 0, band: 0, furniture: false }
    })
    .sort((a, b) => a.box.top - b.box.top)
  return { page: 1, width: 400, height: 600, source: 'text', fonts: FONTS, glyphs: all, lines: laid, drawings: [...drawings], images: [] }
}

/** Formulas of all lines, as they are checked. */
export function found(page: PageLayout): Found[] {
  const passage = page.lines.map((line, index) => ({ page: 1, line: index, from: 0, to: line.glyphs.length }))
  return formulasOf(passage, new Map([[1, page]]), new PageRules(), 12)
}

/** Formulas of a passage that takes in the lines between two heights; wide white is a matter of these coarse pages. */
export function formulas(page: PageLayout, top = 0, bottom = 600): { display: string[]; inline: string[] } {
  const passage = page.lines.flatMap(({ box, glyphs: own }, line) =>
    box.top >= top && box.bottom <= bottom ? [{ page: 1, line, from: 0, to: own.length }] : [],
  )
  const found = formulasOf(passage, new Map([[1, page]]), new PageRules(), 12)
  const read = (isDisplay: boolean): string[] =>
    found.filter(({ display }) => display === isDisplay).map(({ latex }) => latex.replace(/\\q?quad /g, ''))
  return { display: read(true), inline: read(false) }
}

export const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })

/** A full line of text. */
export const sentence = (y: number): Piece => ({ text: 'the force in this long bar of the frame is then given by a rule', x: 40, y })

/** Letters of a formula, their baseline at y. */
export const math = (text: string, x: number, y: number, size = 10): Piece => ({ text, x, y, face: 'math', size })

/** Displays between two lines of text. */
export const displays = (pieces: readonly (Piece | readonly Piece[])[], drawings: readonly Drawing[] = []): string[] =>
  formulas(pageOf([sentence(60), sentence(180), ...pieces], drawings)).display
