import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { type Line, lineText, type PageLayout } from '../../../schemas/layout.ts'
import { show, type TinyPage, tinyPdf } from '../tiny-pdf.ts'

function read(page: TinyPage | string, number = 1): PageLayout {
  const pdf = openPdf(tinyPdf([page]), { file: 'tiny.pdf' })
  try {
    return layoutPage(pdf, number, () => undefined)
  } finally {
    pdf.close()
  }
}

const texts = (page: PageLayout): string[] => page.lines.map((line) => lineText(page, line))
const first = (page: PageLayout): Line => {
  const line = page.lines[0]
  if (!line) throw new Error('The page has no line.')
  return line
}

describe('lines', () => {
  it('are read from their places, whatever order they are painted in', () => {
    const page = read([show('third', 20, 140), show('first', 20, 180), show('second', 20, 160)].join('\n'))
    expect(texts(page)).toEqual(['first', 'second', 'third'])
  })

  it('have boxes in points from the top left', () => {
    const line = first(read(show('HH', 20, 150)))
    expect(line.baseline).toBeCloseTo(50, 1)
    expect(line.box.left).toBeGreaterThan(20)
    expect(line.box.left).toBeLessThan(22)
    expect(line.box.bottom).toBeCloseTo(50, 0)
    expect(line.box.top).toBeCloseTo(42.8, 0)
  })

  it('find word gaps that are only kerning', () => {
    const page = read('BT /F 10 Tf 20 150 Td [(We) -300 (provide) -300 (gaps)] TJ ET')
    expect(texts(page)).toEqual(['We provide gaps'])
  })

  it('do not take tight kerning for a gap', () => {
    expect(texts(read('BT /F 10 Tf 20 150 Td [(T) 70 (ower) -40 (s)] TJ ET'))).toEqual(['Towers'])
  })

  it('part words set so tight that the line would be too long otherwise, even if they are few', () => {
    const words = [show('and', 20, 150), show('find', 38.4, 150), show('this', 56.3, 150), show('time', 73.6, 150), show('for', 94.2, 150)]
    expect(texts(read(words.join('\n')))).toEqual(['and find this time for'])
  })

  it('part the words of a heading in a narrow face', () => {
    expect(texts(read([show('Sample', 20, 150), show('solution', 55.64, 150)].join('\n')))).toEqual(['Sample solution'])
  })

  it('join tracked capitals into words', () => {
    expect(texts(read('BT /F 10 Tf 2.2 Tc 10 150 Td (CERTIFICATE) Tj 0 Tc ET'))).toEqual(['CERTIFICATE'])
  })

  it('collapse bold that is faked by painting twice', () => {
    expect(texts(read([show('Down', 20, 150), show('Down', 20.3, 150)].join('\n')))).toEqual(['Down'])
  })

  it('keep real double letters', () => {
    expect(texts(read(show('illness book', 20, 150)))).toEqual(['illness book'])
  })

  it('hold their superscripts and subscripts', () => {
    const page = read(
      [
        show('10', 20, 150),
        show('-6', 31.4, 153.6, { size: 7 }),
        show('m', 40, 150),
        show('2', 48.4, 148.5, { size: 7 }),
        show('next line below', 20, 138),
      ].join('\n'),
    )
    expect(texts(page)).toEqual(['10-6 m2', 'next line below'])
  })

  it('hold a raised degree sign that stands apart from what precedes it', () => {
    const page = read([show('kJ/kg by', 20, 150), show('o', 62, 154, { size: 7 }), show('C and more', 66.2, 150)].join('\n'))
    expect(texts(page)).toEqual(['kJ/kg by oC and more'])
  })

  it('hold an inline fraction, numerator before denominator', () => {
    const page = read(
      [
        show('take', 20, 150),
        show('a', 45, 154.5, { size: 7 }),
        '0.4 w 44.5 152.6 m 50 152.6 l S',
        show('b', 45, 145.6, { size: 7 }),
        show('of it', 53, 150),
      ].join('\n'),
    )
    expect(texts(page)).toEqual(['take ab of it'])
  })

  it('part an exponent from a numerator that stands at its height', () => {
    const content = [
      show('6 x 10', 20, 150),
      show('6', 47.6, 153.9, { size: 7 }),
      show('lb', 57, 153.9, { size: 7 }),
      '0.4 w 56.7 152.6 m 62.7 152.6 l S',
      show('in', 57.5, 145.6, { size: 7 }),
      show('and', 66, 150),
    ]
    expect(texts(read(content.join('\n')))).toEqual(['6 x 106 lbin and'])
  })

  it('part the numerators of two fractions side by side', () => {
    const content = [
      show('v =', 20, 150),
      show('1', 46, 157),
      show('dw', 56, 157),
      '0.4 w 42 152.6 m 52.5 152.6 l S 55 152.6 m 69 152.6 l S',
      show('ab', 42, 143.5),
      show('du', 56, 143.5),
      show('+ c', 74, 150),
    ]
    expect(texts(read(content.join('\n')))).toEqual(['v = 1ab dwdu + c'])
  })

  it('leave table rows above and below a rule apart', () => {
    const page = read(
      [show('Stream', 20, 154), show('kg/s', 100, 154), '0.4 w 18 151 m 140 151 l S', show('Oil', 20, 142), show('2.2', 100, 142)].join(
        '\n',
      ),
    )
    expect(texts(page)).toEqual(['Stream', 'kg/s', 'Oil', '2.2'])
  })
})

describe('what cannot be seen', () => {
  it('leaves out white text on white paper', () => {
    expect(texts(read(['1 g', show('stamp', 20, 150), '0 g', show('real', 20, 130)].join('\n')))).toEqual(['real'])
  })

  it('keeps white text on a dark bar', () => {
    expect(texts(read(['0 g 10 140 120 30 re f 1 g', show('Heading', 20, 150)].join('\n')))).toEqual(['Heading'])
  })

  it('leaves out text that is painted over', () => {
    expect(texts(read([show('old', 20, 150), '1 g 10 140 100 30 re f 0 g', show('new', 20, 152)].join('\n')))).toEqual(['new'])
  })

  it('leaves out invisible text beside visible text', () => {
    const page = read([show('A page with enough visible text to be read', 5, 150), 'BT 3 Tr /F 10 Tf 5 100 Td (hidden) Tj ET'].join('\n'))
    expect(texts(page)).toEqual(['A page with enough visible text to be read'])
  })

  it('reads an invisible layer where there is nothing else, as on a scan with OCR', () => {
    const page = read('BT 3 Tr /F 10 Tf 5 100 Td (a line that an OCR program laid under the scan) Tj ET')
    expect(page.source).toBe('hidden-text')
    expect(texts(page)).toEqual(['a line that an OCR program laid under the scan'])
  })

  it('leaves out what a clip cuts away', () => {
    expect(texts(read(['q 0 0 100 100 re W n', show('outside', 20, 150), show('inside', 20, 50), 'Q'].join('\n')))).toEqual(['inside'])
  })
})

describe('a damaged page', () => {
  const problemsOf = (bytes: Uint8Array): string[] => {
    const codes: string[] = []
    const pdf = openPdf(bytes, { file: 'tiny.pdf' })
    layoutPage(pdf, 1, ({ code }) => codes.push(code))
    pdf.close()
    return codes
  }
  const sound = tinyPdf([show('whole', 20, 150)])

  it('is reported when its content breaks off, though the engine reads on', () => {
    const garbage = Buffer.from(Buffer.from(sound).toString('latin1').replace('<</Length', '<</Filter/FlateDecode/Length'), 'latin1')
    expect(problemsOf(garbage)).toEqual(['page-damaged'])
  })

  it('is reported when its content is missing', () => {
    const missing = Buffer.from(
      Buffer.from(sound)
        .toString('latin1')
        .replace(/\/Contents \d+ 0 R/, '/Contents 99 0 R'),
      'latin1',
    )
    expect(problemsOf(missing)).toEqual(['page-damaged'])
  })

  it('is none that is sound', () => {
    expect(problemsOf(sound)).toEqual([])
  })
})

describe('the page', () => {
  const word = show('turned', 20, 150)

  it.each([
    [90, { x: 150, y: 20 }],
    [180, { x: 180, y: 150 }],
    [270, { x: 50, y: 180 }],
  ])('applies /Rotate %i before anything else', (rotate, corner) => {
    const page = read({ content: word, rotate })
    const { box } = first(page)
    expect(Math.min(Math.abs(box.left - corner.x), Math.abs(box.right - corner.x))).toBeLessThan(10)
    expect(Math.min(Math.abs(box.top - corner.y), Math.abs(box.bottom - corner.y))).toBeLessThan(10)
  })

  it('counts from the corner of the crop box', () => {
    const page = read({ content: word, entries: '/CropBox [10 40 190 190]' })
    expect(page.width).toBeCloseTo(180, 3)
    expect(page.height).toBeCloseTo(150, 3)
    expect(first(page).baseline).toBeCloseTo(40, 1)
  })

  it('reads the left column to its end before the right one', () => {
    const rows = [0, 1, 2, 3, 4, 5]
    const column = (x: number, name: string): string[] => rows.map((row) => show(`${name} line ${row} of running text`, x, 180 - 14 * row))
    const page = read({ content: [...column(20, 'left'), ...column(230, 'right')].join('\n'), width: 420 })
    expect(texts(page)).toEqual([
      ...rows.map((row) => `left line ${row} of running text`),
      ...rows.map((row) => `right line ${row} of running text`),
    ])
  })

  it('lets a heading over both columns split them', () => {
    const rows = [0, 1, 2, 3]
    const column = (x: number, top: number, name: string): string[] =>
      rows.map((row) => show(`${name} row ${row} of the running text`, x, top - 12 * row))
    const content = [
      ...column(20, 190, 'A'),
      ...column(230, 190, 'B'),
      show('A heading that runs over both of the columns of this page', 20, 130, { size: 14 }),
      ...column(20, 110, 'C'),
      ...column(230, 110, 'D'),
    ]
    const page = read({ content: content.join('\n'), width: 420 })
    expect(texts(page).map((text) => text.slice(0, 2).trim())).toEqual([...'AAAABBBB', 'A', ...'CCCCDDDD'])
  })
})

describe('drawings', () => {
  it('are told apart by shape', () => {
    const page = read('1 w 20 100 m 180 100 l S\n50 20 m 50 80 l S\n60 20 40 40 re S\n20 150 100 0.5 re f\n120 20 m 150 60 l S')
    expect(page.drawings.map((drawing) => drawing.shape)).toEqual(['horizontal', 'vertical', 'rectangle', 'horizontal', 'path'])
  })

  it('are rules, bars and boxes that a printer driver paints as masks of one pixel', () => {
    const mask = 'BI /IM true /W 1 /H 1 /BPC 1 /D [1 0] ID \x80 EI Q\n'
    const { drawings, images } = read(`q 100 0 0 0.5 20 150 cm ${mask}q 0.4 0 0 60 20 20 cm ${mask}1 0 0 rg q 30 0 0 30 80 20 cm ${mask}`)
    expect(images).toEqual([])
    expect(drawings.map(({ shape, colour }) => [shape, colour])).toEqual([
      ['horizontal', undefined],
      ['vertical', undefined],
      ['rectangle', '#ff0000'],
    ])
  })

  it('have exact boxes for curves, line width included', () => {
    const page = read('2 w 20 100 m 20 160 100 160 100 100 c S')
    expect(page.drawings[0]?.box.top).toBeCloseTo(200 - 145 - 1, 1)
    expect(page.drawings[0]?.box.bottom).toBeCloseTo(101, 1)
  })
})
