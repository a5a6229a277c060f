import type { Glyph, PageLayout } from '../../../schemas/layout.ts'

/** Points: every letter is as wide as half its size; lines stand 20 apart from 50 down. */
const SIZE = 10
const FIRST = 50
const LEADING = 20

/** A page of plain lines, whose geometry is known: line n has its baseline at 50 + 20 n and starts 50 from the left. "^" raises the next letter. */
export function aPage(page: number, lines: readonly string[], source: PageLayout['source'] = 'text'): PageLayout {
  const glyphs: Glyph[] = []
  const made = lines.map((text, row) => {
    const baseline = FIRST + LEADING * row
    const from = glyphs.length
    let x = 50
    let space = false
    let raised = false
    for (const letter of text) {
      if (letter === '^') {
        raised = true
        continue
      }
      const size = raised ? SIZE * 0.7 : SIZE
      const y = raised ? baseline - 4 : baseline
      if (letter !== ' ') {
        const ink = { left: x, top: y - size * 0.7, right: x + size / 2, bottom: y }
        glyphs.push({ text: letter, font: 0, size, x, y, advance: size / 2, ink, gap: space ? size / 2 : 0, space })
      }
      x += size / 2
      space = letter === ' '
      raised = false
    }
    const indices = Array.from({ length: glyphs.length - from }, (_, index) => from + index)
    return {
      glyphs: indices,
      box: { left: 50, top: baseline - 8, right: x, bottom: baseline + 2 },
      baseline,
      size: SIZE,
      column: 0,
      band: 0,
      furniture: false,
    }
  })
  const font = { name: 'F', bold: false, italic: false, serif: true, mono: false, math: false }
  return { page, width: 600, height: 800, source, fonts: [font], glyphs, lines: made, drawings: [], images: [] }
}
