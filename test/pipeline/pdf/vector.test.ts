import { describe, expect, it } from 'vitest'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { cropSvg } from '../../../pipeline/pdf/vector.ts'
import { extraObject, show, type TinyPage, tinyPdf } from '../tiny-pdf.ts'

const BOX = { left: 20, top: 20, right: 120, bottom: 100 }
const picture = {
  dictionary: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
  data: '\x80',
}

function cut(page: TinyPage): string {
  const pdf = openPdf(tinyPdf([page], [picture]), { file: 'tiny.pdf' })
  try {
    return cropSvg(pdf, 1, BOX)
  } finally {
    pdf.close()
  }
}

const paths = (svg: string): number => (svg.match(/<(?:path|use)\b(?![^>]*id=)/g) ?? []).length

describe('the SVG of a box', () => {
  it('holds its lines and letters at their places, in points from its corner', () => {
    const svg = cut({ content: `${show('A', 30, 150)}\n1 w 30 110 80 60 re S` })
    expect(svg).toContain('viewBox="0 0 100 80"')
    expect(paths(svg)).toBe(2)
    expect(svg).not.toMatch(/<text|<script|<image|href="(?!#)/)
  })

  it('leaves out what lies outside', () => {
    const svg = cut({ content: `1 w 30 110 80 60 re S\n${show('far away', 20, 20)}\n150 20 10 10 re S` })
    expect(paths(svg)).toBe(1)
  })

  it('is none where a picture is painted, but is one where the picture lies elsewhere', () => {
    const xobjects = `/Im ${extraObject()} 0 R`
    expect(cut({ content: 'q 50 0 0 50 40 120 cm /Im Do Q', xobjects })).toBe('raster')
    expect(cut({ content: 'q 10 0 0 10 150 20 cm /Im Do Q 1 w 30 110 80 60 re S', xobjects })).toContain('<svg')
  })

  it('keeps clips and what follows them', () => {
    const svg = cut({ content: 'q 30 110 20 20 re W n 0 0 200 200 re f Q 1 w 60 110 20 20 re S' })
    expect(svg).toContain('clip-path')
    expect(paths(svg)).toBeGreaterThanOrEqual(2)
  })
})
