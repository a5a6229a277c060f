import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

function read(content: string): string[] {
  const pdf = openPdf(tinyPdf([{ content, width: 320, height: 400 }]), { file: 'tiny.pdf' })
  try {
    const page = layoutPage(pdf, 1, () => undefined)
    return page.lines.map((line) => lineText(page, line))
  } finally {
    pdf.close()
  }
}

const column = (name: string, x: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => show(`${name} column of text, line ${at}`, x, 360 - 14 * at))

describe('a line too long for its column', () => {
  const long = 'A = (b + c + d + e + f)(g + h + i + j + k + l + m)'

  it('keeps its letters apart from those of the next column that it is painted over', () => {
    const left = column('left', 10, 8)
    left[3] = show(long, 10, 360 - 14 * 3)
    const found = read([...left, ...column('right', 170, 8)].join('\n'))
    expect(found).toContain(long)
    expect(found).toContain('right column of text, line 3')
    expect(found.indexOf(long)).toBe(3)
    expect(found).toHaveLength(16)
  })

  it('keeps them apart too where the baselines differ by less than a script', () => {
    const left = column('left', 10, 8)
    left[3] = show(long, 10, 360 - 14 * 3 - 2)
    const found = read([...left, ...column('right', 170, 8)].join('\n'))
    expect(found).toContain(long)
    expect(found).toContain('right column of text, line 3')
  })

  it('leaves pages alone whose lines are painted in pieces', () => {
    const found = read([show('10 kg', 100, 300), show('20 kg', 100, 280), show('mass', 10, 300), show('load', 10, 280)].join('\n'))
    expect(found.join(' ')).toBe('mass 10 kg load 20 kg')
  })
})
