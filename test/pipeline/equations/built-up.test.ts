import { describe, expect, it } from 'vitest'
import { formulasOf } from '../../../pipeline/equations/formulas.ts'
import { PageRules } from '../../../pipeline/equations/page-rules.ts'
import type { Box } from '../../../schemas/geometry.ts'
import type { Drawing, Glyph, Line, PageLayout } from '../../../schemas/layout.ts'

const SIZE = 10
const font = { bold: false, serif: true, mono: false }

interface Piece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly ink?: Box
}

/** Glyphs of half an em each, letters of formulas in italics; a piece with ink of its own stands where that says. */
function glyphs({ text, x, y, ink }: Piece, isText: boolean): Glyph[] {
  return [...text].flatMap((letter, at, all) => {
    if (letter === ' ') return []
    const left = x + 5 * at
    const space = all[at - 1] === ' '
    const box = ink ?? { left: left + 0.3, right: left + 4.7, top: y - 6, bottom: y }
    return [{ text: letter, font: isText ? 0 : 1, size: SIZE, x: left, y, advance: 5, ink: box, gap: space ? 5 : 0, space }]
  })
}

/** A page of one column; each piece is a line, as layout leaves parts of a display. */
function pageOf(texts: readonly Piece[], formula: readonly Piece[], drawings: readonly Drawing[] = []): PageLayout {
  const all: Glyph[] = []
  const lines: Line[] = [...texts.map((piece) => glyphs(piece, true)), ...formula.map((piece) => glyphs(piece, false))]
    .map((line) => {
      const from = all.length
      all.push(...line)
      const inks = line.map(({ ink }) => ink)
      const box = {
        left: Math.min(...inks.map(({ left }) => left)),
        right: Math.max(...inks.map(({ right }) => right)),
        top: Math.min(...inks.map(({ top }) => top)),
        bottom: Math.max(...inks.map(({ bottom }) => bottom)),
      }
      return { glyphs: line.map((_, at) => from + at), box, baseline: line[0]?.y ?? 0, size: SIZE, column: 0, band: 0, furniture: false }
    })
    .sort((a, b) => a.box.top - b.box.top)
  const fonts = [
    { name: 'Text', italic: false, math: false, ...font },
    { name: 'Math-Italic', italic: true, math: true, ...font },
  ]
  return { page: 1, width: 400, height: 600, source: 'text', fonts, glyphs: all, lines, drawings: [...drawings], images: [] }
}

/** Displays of a passage that takes in the lines between two heights; wide white is a matter of these coarse pages. */
function displays(page: PageLayout, top = 0, bottom = 600): string[] {
  const passage = page.lines.flatMap(({ box, glyphs: own }, line) =>
    box.top >= top && box.bottom <= bottom ? [{ page: 1, line, from: 0, to: own.length }] : [],
  )
  const found = formulasOf(passage, new Map([[1, page]]), new PageRules(), 12)
  return found.filter(({ display }) => display).map(({ latex }) => latex.replace(/\\q?quad /g, ''))
}

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })
const fill = (shape: Drawing['shape'], order: number, at: Box): Drawing => ({ box: at, kind: 'fill', shape, order })
const sentence = (y: number): Piece => ({ text: 'the force in this long bar of the frame is then given by a rule', x: 40, y })
const texts = [sentence(60), sentence(180)]

const ROWS = [
  { text: 'a<b', x: 170, y: 106 },
  { text: 'v=', x: 140, y: 122 },
  { text: 'c<d', x: 170, y: 122 },
  { text: 'p<q', x: 170, y: 138 },
]
const part = (text: string, top: number, bottom: number, left = 160): Piece => ({
  text,
  x: left,
  y: top,
  ink: box(left, top, left + 4, bottom),
})
const CASES = 'v=\\begin{cases} a<b \\\\ c<d \\\\ p<q \\end{cases}'

describe('a brace built of parts', () => {
  it('is one brace where its parts stand in lines of their own and touch', () => {
    const parts = [part('⎧', 98, 108), part('⎪', 107, 114), part('⎨', 113, 125), part('⎪', 124, 131), part('⎩', 130, 142)]
    expect(displays(pageOf(texts, [...ROWS, ...parts]))).toEqual([CASES])
  })

  it('may be lengthened by painted strokes', () => {
    const parts = [part('⎧', 98, 106), part('⎨', 114, 125), part('⎩', 133, 142)]
    const strokes = [box(161, 106, 162, 114), box(161, 125, 162, 133)].flatMap((at, order) => [
      fill('vertical', order, at),
      fill('vertical', order, at),
    ])
    expect(displays(pageOf(texts, [...ROWS, ...parts], strokes))).toEqual([CASES])
    expect(displays(pageOf(texts, [...ROWS, ...parts]))).not.toEqual([CASES])
  })
})

describe('signs that are painted as paths', () => {
  const letters = [
    { text: 'v=', x: 160, y: 120 },
    { text: 'ab', x: 190, y: 120 },
  ]

  it('are radicals where a bar is the upper right end of the outline', () => {
    const radical = [fill('path', 1, box(180, 112, 201, 123)), fill('horizontal', 1, box(189, 112, 201, 112.5))]
    expect(displays(pageOf(texts, letters, radical))).toEqual(['v=\\sqrt{ab}'])
  })

  it('are none where the bar belongs to another path', () => {
    const bars = [fill('path', 1, box(180, 112, 201, 123)), fill('horizontal', 2, box(189, 112, 201, 112.5))]
    expect(displays(pageOf(texts, letters, bars))).toEqual(['v=\\overline{ab}'])
  })

  const cells = [
    { text: 'v=', x: 150, y: 122 },
    { text: 'a  b', x: 180, y: 114 },
    { text: 'c  d', x: 180, y: 130 },
  ]
  const open = [fill('path', 1, box(175, 104, 178, 134)), fill('path', 1, box(175, 104, 176, 134))]
  const close = [fill('path', 2, box(202, 104, 205, 134)), fill('path', 2, box(204, 104, 205, 134))]

  it('are brackets of a matrix where two face one another', () => {
    expect(displays(pageOf(texts, cells, [...open, ...close]))).toEqual(['v=\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}'])
  })

  it('are no brackets where one stands alone', () => {
    expect(displays(pageOf(texts, cells, open)).join(' ')).not.toContain('matrix')
  })
})

describe('a display in a short part of a question', () => {
  const lead = { text: 'Show that', x: 40, y: 100 }
  const formula = (x: number): Piece[] => [{ text: 'v=ab+c', x, y: 110 }]

  it('is centred in the column, not in the lines of that part', () => {
    expect(displays(pageOf([...texts, lead], formula(182)), 90, 120)).toEqual(['v=ab+c'])
  })

  it('is a line of text where it is off the middle', () => {
    expect(displays(pageOf([...texts, lead], formula(110)), 90, 120)).toEqual([])
  })
})

describe('a display set flush left', () => {
  const shortLine = (text: string): Piece => ({ text, x: 40, y: 69 })
  const formula = [{ text: 'v=ab', x: 40, y: 78 }]

  it('is known by the line before it, which breaks off though the formula would have fitted', () => {
    expect(displays(pageOf([sentence(60), shortLine('the speed is given by'), sentence(87)], formula))).toEqual(['v=ab'])
  })

  it('is none where the line before it is full', () => {
    expect(displays(pageOf([sentence(60), sentence(69), sentence(87)], formula))).toEqual([])
  })

  it('is none where the line before it ends its sentence', () => {
    expect(displays(pageOf([sentence(60), shortLine('so much for the speed.'), sentence(87)], formula))).toEqual([])
  })
})
