import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

function page(content: string): PageLayout {
  const pdf = openPdf(tinyPdf([{ content, width: 400, height: 200 }]), { file: 'tiny.pdf' })
  try {
    return layoutPage(pdf, 1, () => undefined)
  } finally {
    pdf.close()
  }
}

const texts = (content: string): string[] => {
  const laid = page(content)
  return laid.lines.map((line) => lineText(laid, line))
}

// Word processors put formulas into a line as objects, a point or so off its baseline.
describe('a formula set as an object a little off the baseline', () => {
  const before = show('Find the speed', 40, 100)

  it('stands in one line with the words beside it', () => {
    expect(texts(before + show('v', 109.3, 101.6, { font: 'I' }) + show('at once.', 116.8, 100))).toEqual(['Find the speed v at once.'])
  })

  it('brings its index along', () => {
    const object = show('h', 109.3, 101.6, { font: 'I' }) + show('1', 114.5, 99.5, { font: 'I', size: 6 })
    expect(texts(before + object + show('.', 118.5, 100))).toEqual(['Find the speed h1.'])
  })

  it('is crossed by a stroke that a browser sets lower and in larger type, and by no slash beside it', () => {
    const formula = show('a =', 109.3, 100, { font: 'I', size: 10 }) + show('b', 125, 100, { font: 'I' })
    const stroke = (x: number): string => show('/', x, 97.6, { size: 12.1 })
    expect(texts(before + formula + stroke(117))).toHaveLength(1)
    expect(texts(before + formula + stroke(150))).toHaveLength(2)
  })

  it('stands in one line with words in smaller type that are level with it', () => {
    const formula = show('v =', 109.3, 100.8, { font: 'I', size: 12.1 }) + show('3 m', 129.5, 100, { size: 12.1 })
    expect(texts(before + formula)).toEqual(['Find the speed v = 3 m'])
    // Further off, smaller type is a label or a script.
    expect(texts(before + show('v =', 109.3, 102, { font: 'I', size: 12.1 })).length).toBe(2)
  })

  it('is no part of a line in the next column', () => {
    expect(texts(before + show('Other column', 125, 101.6)).length).toBe(2)
  })

  it('is told from the line above, which is further off', () => {
    expect(texts(before + show('Line above', 109.3, 104)).length).toBe(2)
  })
})

it('takes the size of a line from its letters, not from brackets that are enlarged by their type size', () => {
  const brackets = show('(', 60, 92, { font: 'S', size: 30 }) + show(')', 84, 92, { font: 'S', size: 30 })
  const fraction = `${show('ab', 72, 106, { font: 'I' })}${show('cd', 72, 92, { font: 'I' })}0.6 w 71 103 m 84 103 l S\n`
  const [line] = page(show('T =', 40, 100, { font: 'I' }) + brackets + fraction).lines
  expect(line?.size).toBe(10)
})

it('takes a power in the line below a radical for no limit of it', () => {
  const first = show('Speed', 40, 100) + show('\xd6', 80, 100, { font: 'S', size: 12 }) + show('2a', 88, 100, { font: 'I' })
  const second = show('Force of 10', 28, 87.5) + show('6', 81, 93, { size: 6 }) + show('N or', 88, 87.5)
  expect(texts(first + second)).toHaveLength(2)
})
