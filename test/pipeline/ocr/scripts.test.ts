import { afterAll, describe, expect, it } from 'vitest'
import { readLayout } from '../../../pipeline/layout/scanned.ts'
import { stopOcr } from '../../../pipeline/ocr/engine.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { type Line, lineText, type PageLayout } from '../../../schemas/layout.ts'
import { scanOf } from '../fakes/scans.ts'
import { tinyPdf } from '../tiny-pdf.ts'

afterAll(stopOcr)

/** Ten-point Times; what stands in braces is set smaller, after "^" raised and after "_" lowered. */
function typeset(rows: readonly string[]): Uint8Array {
  const piece = (text: string): string => {
    const level = text.startsWith('^') ? 3.6 : text.startsWith('_') ? -1.5 : 0
    const shown = level === 0 ? text : text.slice(2, -1)
    return `/G ${level === 0 ? 10 : 7} Tf ${level} Ts (${shown.replace(/[()\\]/g, '\\$&').replaceAll('−', '-')}) Tj`
  }
  const row = (text: string, at: number): string => {
    const pieces = text.split(/([\^_]\{[^}]*\})/).filter((one) => one !== '')
    return `BT 20 ${127 - 16 * at} Td ${pieces.map(piece).join(' ')} ET\n`
  }
  const fonts = '/G <</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>'
  return tinyPdf([{ content: rows.map(row).join(''), width: 260, height: 150, fonts }])
}

async function scanned(rows: readonly string[]): Promise<PageLayout> {
  const pdf = openPdf(scanOf(typeset(rows)), { file: 'scan.pdf' })
  try {
    return await readLayout(pdf, 1, () => undefined)
  } finally {
    pdf.close()
  }
}

/** A line with what stands above or below it in braces. */
function marked(layout: PageLayout, line: Line): string {
  const glyphs = line.glyphs.flatMap((index) => layout.glyphs[index] ?? [])
  const text = glyphs
    .map(({ text: sign, y, size }) => {
      const up = line.baseline - y
      return size > 0.9 * line.size ? sign : up > 0 ? `^{${sign}}` : `_{${sign}}`
    })
    .join('')
  return text.replace(/\}\^\{|\}_\{|\s/g, '')
}

const unspaced = (text: string): string => text.replaceAll(' ', '')

describe('small figures of a scanned line', () => {
  it('are read above and below it, with their minus signs and points', { timeout: 60_000 }, async () => {
    const rows = [
      'The bar has an area of 800 mm^{2} and a volume',
      'of 13.6 m^{3} when it is heated at 11.7 K^{−1} until',
      'the pressure V^{1.3} is constant and h_{1} = 191.8 kJ',
      'or h_{4} = 2882.0 and h_{56} = 3399.5 in all states.',
      'The strain of the gauge is 20.9 x 10^{−6} at the end.',
    ]
    const layout = await scanned(rows)
    expect(layout.lines.map((line) => marked(layout, line))).toEqual(rows.map(unspaced))
  })

  it('are not seen in question marks, quotes, letters that hang and commas', { timeout: 60_000 }, async () => {
    const rows = [
      "Does the rod's angle equal that of the quay, pulley",
      'and "jig"; or do any by-products change it?',
      'Which gauge, 9 or 7, shows the largest reading?',
    ]
    const layout = await scanned(rows)
    expect(layout.lines.map((line) => marked(layout, line).replace(/[’‘]/g, "'").replace(/[“”]/g, '"'))).toEqual(rows.map(unspaced))
  })

  it('leave letters below a line to the recogniser', { timeout: 60_000 }, async () => {
    const layout = await scanned([
      'The work lost in the pump is W_{lost} and the heat',
      'of the gas in the fill pipe is Q_{gas} in each cycle.',
    ])
    const text = layout.lines.map((line) => lineText(layout, line)).join(' ')
    expect(text).not.toMatch(/\d/)
  })
})
