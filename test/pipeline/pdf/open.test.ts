import { describe, expect, it } from 'vitest'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { ProblemError } from '../../../schemas/problem.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

function codeOf(bytes: Uint8Array, password?: string): string {
  try {
    openPdf(bytes, { file: 'a.pdf', password }).close()
    return 'opened'
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code
    throw error
  }
}

const good = tinyPdf([show('fine', 20, 100)])

describe('opening a file', () => {
  it('tells the facts about its pages', () => {
    const pdf = openPdf(tinyPdf([show('a', 20, 100), { content: '', width: 300, height: 100, rotate: 90 }]), { file: 'a.pdf' })
    expect(pdf.source).toMatchObject({
      file: 'a.pdf',
      encrypted: false,
      repaired: false,
      pages: [
        { page: 1, width: 200, height: 200, rotation: 0 },
        { page: 2, width: 100, height: 300, rotation: 90 },
      ],
    })
    pdf.close()
  })

  it.each([
    ['an empty file', new Uint8Array(), 'file-empty'],
    ['a web page', Buffer.from('<!doctype html><p>Not found'), 'file-not-pdf'],
    ['a header and nothing else', Buffer.from('%PDF-1.7\n'), 'pdf-damaged'],
    ['a catalogue without pages', tinyPdf([]), 'pdf-no-pages'],
  ])('says what is wrong with %s', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code)
  })

  it('rebuilds a damaged cross-reference table and says so', () => {
    const broken = Buffer.from(
      Buffer.from(good)
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n99999'),
      'latin1',
    )
    const pdf = openPdf(broken, { file: 'a.pdf' })
    expect(pdf.source.repaired).toBe(true)
    expect(pdf.source.pages).toHaveLength(1)
    pdf.close()
  })

  it('reads what is left of a file that was cut off', () => {
    expect(codeOf(good.subarray(0, good.length - 120))).toBe('opened')
  })

  it('takes junk before the header', () => {
    expect(codeOf(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), good]))).toBe('opened')
  })
})
