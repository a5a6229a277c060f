import { afterAll, describe, expect, it } from 'vitest'
import { readLayout } from '../../../pipeline/layout/scanned.ts'
import { stopOcr } from '../../../pipeline/ocr/engine.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { scanOf } from '../fakes/scans.ts'
import { tinyPdf } from '../tiny-pdf.ts'

afterAll(stopOcr)

/** Codes of Symbol, and of Times in WinAnsi, which are written in octal. */
const SYMBOL: Readonly<Record<string, string>> = { ρ: 'r', μ: 'm', σ: 's' }
const TIMES: Readonly<Record<string, string>> = { '×': '\\327', '·': '\\267', '°': '\\260' }

async function scanned(rows: readonly string[]): Promise<string[]> {
  const shown = (text: string): string =>
    [...text]
      .map((letter) =>
        SYMBOL[letter] ? `/S 10 Tf (${SYMBOL[letter]}) Tj` : `/T 10 Tf (${TIMES[letter] ?? letter.replace(/[()]/, '\\$&')}) Tj`,
      )
      .join(' ')
  const content = rows.map((row, at) => `BT 20 ${127 - 16 * at} Td ${shown(row)} ET\n`).join('')
  const font = (name: string, more = ''): string => `<</Type/Font/Subtype/Type1/BaseFont/${name}${more}>>`
  const fonts = `/S ${font('Symbol')} /T ${font('Times-Roman', '/Encoding/WinAnsiEncoding')}`
  const pdf = openPdf(scanOf(tinyPdf([{ content, width: 290, height: 150, fonts }])), { file: 'scan.pdf' })
  try {
    const layout = await readLayout(pdf, 1, () => undefined)
    return layout.lines.map((line) => lineText(layout, line).replaceAll(' ', ''))
  } finally {
    pdf.close()
  }
}

const unspaced = (rows: readonly string[]): string[] => rows.map((row) => row.replaceAll(' ', ''))

describe('a second look at a scanned line', () => {
  it('knows Greek letters by their shape', { timeout: 60_000 }, async () => {
    const rows = [
      'The oil has the density ρ = 848 and the',
      'viscosity μ = 1.2 at all times, and the stress',
      'in the bar is σ = 25 MPa at its end.',
    ]
    expect(await scanned(rows)).toEqual(unspaced(rows))
  })

  it('leaves Latin letters of formulas, units and short words as they are', { timeout: 60_000 }, async () => {
    const rows = [
      'If a = 3 m, x = 4 m and w = 12 kN, is p or u',
      'larger than v at A, B or T, and by how much?',
      '(a) Find n, r and y. (b) Plot Q over z up to 6 m.',
    ]
    expect(await scanned(rows)).toEqual(unspaced(rows))
  })

  it('knows dots and crosses of multiplication from hyphens, points and letters', { timeout: 60_000 }, async () => {
    const rows = ['A plate of 3 × 4 m takes 20 N · m in a two-step', 'test at 0.71 kJ/kg · K, as in Fig. 5-12 (x = 3.5).']
    expect(await scanned(rows)).toEqual(unspaced(rows))
  })
})
