import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type OpenPdf, openPdf } from '../../../pipeline/pdf/open.ts'
import { cropPng } from '../../../pipeline/pdf/render.ts'
import type { Box } from '../../../schemas/geometry.ts'
import { extraObject, type TinyPage, type TinyStream, tinyPdf } from '../tiny-pdf.ts'

/** Steps by which a channel may be off: colour conversion and lossy coding. */
const TOLERANCE = 24
const WHOLE: Box = { left: 0, top: 0, right: 100, bottom: 100 }
const AT_20 = 'q 60 0 0 60 20 20 cm /Im Do Q'
const gray = (width: number, height: number, more = ''): string =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8${more}`

interface Drawn {
  /** Colour of the pixel at a point of the crop, 72 dots an inch. */
  readonly at: (x: number, y: number) => number[]
  readonly width: number
  readonly height: number
  readonly channels: number
}

async function crop(page: Partial<TinyPage>, extras: (TinyStream | string)[], box = WHOLE): Promise<Drawn> {
  const bytes = tinyPdf([{ content: AT_20, width: 100, height: 100, xobjects: `/Im ${extraObject()} 0 R`, ...page }], extras)
  const pdf = openPdf(bytes, { file: 'tiny.pdf' })
  const cut = await cropPng(pdf, 1, box, 72)
  pdf.close()
  if (cut === 'blank') throw new Error('The crop came out blank.')
  const { channels = 0 } = await sharp(cut.png).metadata()
  const { data, info } = await sharp(cut.png).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  return { at, width: cut.width, height: cut.height, channels }
}

function isColour(is: number[], wanted: readonly number[]): void {
  for (const [channel, value] of wanted.entries())
    expect(Math.abs((is[channel] ?? -1) - value), `${is} is not about ${wanted}`).toBeLessThanOrEqual(TOLERANCE)
}
const WHITE = [255, 255, 255]
const BLACK = [0, 0, 0]

describe('cropPng', () => {
  it('puts a picture with a soft mask on white', async () => {
    const mask = { dictionary: gray(2, 1), data: '\x00\xff' }
    const picture = { dictionary: gray(2, 1, `/SMask ${extraObject(1)} 0 R`), data: '\x00\x00' }
    const { at } = await crop({}, [picture, mask])
    isColour(at(30, 50), WHITE)
    isColour(at(70, 50), BLACK)
  })

  it('applies a soft mask of the graphics state', async () => {
    const group = '/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency/CS/DeviceGray>>'
    const mask = { dictionary: group, data: '1 g 50 0 50 100 re f' }
    const state = `/ExtGState<</G <</SMask<</S/Luminosity/G ${extraObject()} 0 R>>>>>>`
    const { at } = await crop({ content: '/G gs 0 g 0 0 100 100 re f', resources: state, xobjects: '' }, [mask])
    isColour(at(25, 50), WHITE)
    isColour(at(75, 50), BLACK)
  })

  it('turns CMYK ink into the colours seen on paper', async () => {
    const picture = {
      dictionary: '/Type/XObject/Subtype/Image/Width 2/Height 1/ColorSpace/DeviceCMYK/BitsPerComponent 8',
      data: '\x00\xff\xff\x00\x00\x00\x00\x00',
    }
    const { at } = await crop({}, [picture])
    const [red = 0, green = 0, blue = 0] = at(30, 50)
    expect(red).toBeGreaterThan(200)
    expect(Math.max(green, blue)).toBeLessThan(80)
    isColour(at(70, 50), WHITE)
  })

  it('honours an inverting Decode array', async () => {
    const bits = (decode: string) => ({
      dictionary: `/Type/XObject/Subtype/Image/Width 8/Height 1/ColorSpace/DeviceGray/BitsPerComponent 1${decode}`,
      data: '\x0f',
    })
    isColour((await crop({}, [bits('')])).at(30, 50), BLACK)
    isColour((await crop({}, [bits('/Decode[1 0]')])).at(30, 50), WHITE)
    isColour((await crop({}, [bits('/Decode[1 0]')])).at(70, 50), BLACK)
  })

  it('decodes JBIG2', async () => {
    const { at } = await crop({}, [await jbig2Picture()])
    isColour(at(30, 50), BLACK)
    isColour(at(70, 50), WHITE)
  })

  it('decodes JPEG 2000', async () => {
    const data = await readFile(new URL('../../fixtures/images/two-colours.jp2', import.meta.url))
    const { at } = await crop({}, [{ dictionary: '/Type/XObject/Subtype/Image/Width 16/Height 16/Filter/JPXDecode', data }])
    isColour(at(30, 50), [200, 0, 0])
    isColour(at(70, 50), [0, 0, 200])
  })

  it('draws inline images, forms and annotations', async () => {
    const inline = 'q 20 0 0 20 10 70 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x40 EI Q\n'
    const form = { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Matrix[2 0 0 2 0 0]', data: '1 0 0 rg 0 0 10 10 re f' }
    const look = { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 20 20]', data: '0 0 1 rg 0 0 20 20 re f' }
    const annotation = `/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[70 10 90 30]/AP<</N ${extraObject(1)} 0 R>>>>]`
    const { at } = await crop({ content: `${inline}q 1 0 0 1 10 10 cm /Im Do Q`, entries: annotation }, [form, look])
    isColour(at(20, 20), [64, 64, 64])
    isColour(at(20, 80), [255, 0, 0])
    isColour(at(80, 80), [0, 0, 255])
    isColour(at(50, 50), WHITE)
  })

  it('cuts where the box lies on the page as shown, whatever boxes and rotation the file has', async () => {
    // A mark of 10 points at the top left of the page as shown.
    const entries = '/CropBox[-50 200 50 300]/Rotate 90'
    const pdf = { content: '0 0 1 rg -50 200 10 10 re f', mediaBox: '-100 150 100 400', entries, xobjects: '' }
    const box = { left: 0, top: 0, right: 20, bottom: 20 }
    const { at, width, height } = await crop(pdf, [], box)
    expect([width, height]).toEqual([20, 20])
    isColour(at(5, 5), [0, 0, 255])
    isColour(at(15, 15), WHITE)
  })

  it('keeps what a clip hides out of the crop', async () => {
    const { at } = await crop({ content: '0 0 50 100 re W n 0 g 0 0 100 100 re f', xobjects: '' }, [])
    isColour(at(25, 50), BLACK)
    isColour(at(75, 50), WHITE)
  })

  it('says that a crop is blank instead of giving a white picture', async () => {
    const pdf = openPdf(tinyPdf([{ content: '1 g 0 0 100 100 re f', width: 100, height: 100 }]), { file: 'tiny.pdf' })
    expect(await cropPng(pdf, 1, WHOLE, 72)).toBe('blank')
    pdf.close()
  })

  it('cuts the same picture to the byte alone and after others, of this page and of the next', async () => {
    const [ring, bar] = ['5 w 50 20 m 90 30 80 90 20 70 c S', '0 40 100 20 re f'].map((content) => ({ content, width: 100, height: 100 }))
    const bytes = tinyPdf([ring, bar].flatMap((page) => page ?? []))
    const cut = async (pdf: OpenPdf, page: number, box: Box) => {
      const picture = await cropPng(pdf, page, box, 200)
      if (picture === 'blank') throw new Error('The crop came out blank.')
      return Buffer.from(picture.png)
    }
    const [first, second] = [openPdf(bytes, { file: 'tiny.pdf' }), openPdf(bytes, { file: 'tiny.pdf' })]
    const alone = await cut(first, 1, WHOLE)
    await cut(second, 1, { left: 10, top: 10, right: 90, bottom: 60 })
    const next = await cut(second, 2, WHOLE)
    expect(next.equals(alone)).toBe(false)
    expect((await cut(second, 1, WHOLE)).equals(alone)).toBe(true)
    expect((await cut(first, 2, WHOLE)).equals(next)).toBe(true)
    first.close()
    second.close()
  })

  it('stores one channel where there is no colour, three where there is', async () => {
    expect((await crop({}, [{ dictionary: gray(1, 1), data: '\x40' }])).channels).toBe(1)
    const coloured = {
      dictionary: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8',
      data: '\xff\x00\x00',
    }
    expect((await crop({}, [coloured])).channels).toBe(3)
  })
})

/** 16 × 16 pixels, the left half black: one generic region, coded as a fax line by line (MMR), which sharp can write. */
async function jbig2Picture(): Promise<TinyStream> {
  const pixels = Uint8Array.from({ length: 256 }, (_, at) => (at % 16 < 8 ? 255 : 0)) // a fax counts ink, sharp light
  const tiff = await sharp(pixels, { raw: { width: 16, height: 16, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const fax = stripOf(tiff)
  const region = Buffer.concat([u32(16), u32(16), u32(0), u32(0), Buffer.from([0]), Buffer.from([1]), fax])
  const page = Buffer.concat([u32(16), u32(16), u32(0), u32(0), Buffer.from([0]), Buffer.from([0, 0])])
  const data = Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
  return {
    dictionary: '/Type/XObject/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode',
    data,
  }
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** JBIG2 segment header for page 1, no references. */
const segment = (number: number, type: number, data: Buffer): Buffer =>
  Buffer.concat([u32(number), Buffer.from([type, 0, 1]), u32(data.length), data])

/** The first strip of a TIFF, in bytes whose leading bit comes first. */
function stripOf(tiff: Buffer): Buffer {
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = long(4)
  const entry = (tag: number): number | undefined => {
    for (let at = 0; at < u16(directory); at++) {
      const place = directory + 2 + 12 * at
      if (u16(place) === tag) return u16(place + 2) === 3 ? u16(place + 8) : long(place + 8)
    }
    return undefined
  }
  const [offset = 0, length = 0] = [entry(273), entry(279)]
  return tiff.subarray(offset, offset + length)
}
