import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { stopOcr } from '../../../pipeline/ocr/engine.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { ProblemError } from '../../../schemas/problem.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { extraObject, show, type TinyStream, tinyPdf } from '../tiny-pdf.ts'
import { readPage } from './read-page.ts'

afterAll(stopOcr)

function codeOf(bytes: Uint8Array): string {
  try {
    openPdf(bytes, { file: 'hard.pdf' }).close()
    return 'opened'
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code
    throw error
  }
}

describe('an encrypted file', () => {
  const page = Buffer.from(tinyPdf([show('fine', 20, 100)])).toString('latin1')
  const encrypted = (how: string): Buffer => Buffer.from(page.replace('/Root 1 0 R', `/Root 1 0 R/Encrypt ${how}/ID[(one)(two)]`), 'latin1')

  it('is read where its user password is empty', async () => {
    const { lines } = await readPage(await readFile(new URL('../../fixtures/empty-password.pdf', import.meta.url)))
    expect(lines.length).toBeGreaterThan(0)
  })

  it.each([
    ['of a kind that nobody knows', '<</Filter/Standard/V 9/R 9/O(x)/U(y)/P -4>>'],
    ['by a program of its own', '<</Filter/FooBar/V 1>>'],
    ['for certain people', '<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 1/Recipients[(x)]>>'],
  ])('%s is refused as such, and never read as empty', (_, how) => {
    expect(codeOf(encrypted(how))).toBe('pdf-encrypted')
  })
})

describe('a picture that cannot be decoded', () => {
  const broken = (filter: string): TinyStream => ({
    dictionary: `/Type/XObject/Subtype/Image/Width 200/Height 200/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/${filter}`,
    data: 'this is no picture',
  })
  const filters = ['JBIG2Decode', 'JPXDecode', 'DCTDecode', 'FlateDecode', 'LZWDecode', 'CCITTFaxDecode']
  const whole = (filter: string): Uint8Array =>
    tinyPdf([{ content: 'q 200 0 0 200 0 0 cm /Im Do Q', xobjects: `/Im ${extraObject()} 0 R` }], [broken(filter)])
  const part = (filter: string): Uint8Array => {
    const text = show('Some text stands above the picture.', 10, 150)
    return tinyPdf([{ content: `q 60 0 0 60 20 20 cm /Im Do Q ${text}`, xobjects: `/Im ${extraObject()} 0 R` }], [broken(filter)])
  }

  it.each(filters)('is told where it is the whole page, in place of an empty page: %s', { timeout: 60_000 }, async (filter) => {
    const { layout, codes } = await readPage(whole(filter))
    expect(layout.lines).toEqual([])
    expect(codes).toEqual(['page-damaged'])
  })

  it.each(filters.slice(0, 5))('is told where it is part of a page, and gives no picture of one colour: %s', async (filter) => {
    const { figures, problems, pages } = await runFigures(part(filter))
    expect(pages[0]?.lines).toHaveLength(1)
    expect(figures.filter(({ crop }) => crop !== null)).toEqual([])
    expect(problems.map(({ code }) => code)).toEqual(['page-damaged'])
  })
})
