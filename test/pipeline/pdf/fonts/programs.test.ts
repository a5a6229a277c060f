import { describe, expect, it } from 'vitest'
import { readCff } from '../../../../pipeline/pdf/fonts/cff.ts'
import { readTrueType } from '../../../../pipeline/pdf/fonts/truetype.ts'
import { readType1 } from '../../../../pipeline/pdf/fonts/type1.ts'

/** The eexec cipher, forward. */
function encipher(plain: Buffer): Buffer {
  let key = 55665
  return Buffer.from(
    plain.map((byte) => {
      const cipher = byte ^ (key >> 8)
      key = ((cipher + key) * 52845 + 22719) & 0xffff
      return cipher
    }),
  )
}

const CLEAR = '%!PS-AdobeFont-1.0: T\n/Encoding 256 array\ndup 0 /parenleftbig put\ndup 8#101 /A put\nreadonly def\ncurrentfile eexec\n'
const PRIVATE = 'xxxxdup /Private 1 dict /CharStrings 3 dict dup begin\n/parenleftbig 4 RD ab/c ND\n/.notdef 1 RD z ND\n/A 2 -| yy |-\nend'

describe('readType1', () => {
  it('reads glyph names past outlines that contain a slash, in the order in which FreeType numbers them', () => {
    const font = readType1(Buffer.concat([Buffer.from(CLEAR), encipher(Buffer.from(PRIVATE))]))
    expect(font.names).toEqual(['.notdef', 'parenleftbig', 'A'])
    expect([...font.encoding]).toEqual([
      [0, 'parenleftbig'],
      [65, 'A'],
    ])
  })

  it('reads the same from hexadecimal digits', () => {
    const hex = encipher(Buffer.from(PRIVATE)).toString('hex').replace(/.{64}/g, '$&\n')
    expect(readType1(Buffer.from(CLEAR + hex)).names).toEqual(['.notdef', 'parenleftbig', 'A'])
  })

  it('gives no names for bytes that are no font', () => {
    expect(readType1(Buffer.from('not a font at all')).names).toEqual([])
  })
})

const u16 = (value: number): number[] => [value >> 8, value & 255]
const index = (...items: readonly (readonly number[])[]): number[] => {
  if (items.length === 0) return [0, 0]
  let offset = 1
  const offsets = [1, ...items.map((item) => (offset += item.length))]
  return [...u16(items.length), 1, ...offsets, ...items.flat()]
}
const bytes = (text: string): number[] => [...Buffer.from(text)]
const integer = (value: number): number[] => [28, ...u16(value)]

function tinyCff(extra: readonly number[] = []): Uint8Array {
  const build = (charset: number, charStrings: number): number[] => [
    ...[1, 0, 4, 1],
    ...index(bytes('T')),
    ...index([...extra, ...integer(charset), 15, ...integer(charStrings), 17]),
    ...index(bytes('summationdisplay')),
    ...index(),
  ]
  const at = build(0, 0).length
  return Uint8Array.from([...build(at, at + 5), 0, ...u16(391), ...u16(34), ...index([14], [14], [14])])
}

describe('readCff', () => {
  it('reads own and standard names through the charset', () => {
    expect(readCff(tinyCff()).names).toEqual(['.notdef', 'summationdisplay', 'A'])
  })

  it('gives no names for a CID font, whose charset holds numbers', () => {
    expect(readCff(tinyCff([...integer(391), ...integer(391), ...integer(0), 12, 30])).names).toEqual([])
  })

  it('survives a file cut off anywhere', () => {
    const whole = tinyCff()
    for (let length = 0; length < whole.length; length++) expect(() => readCff(whole.subarray(0, length))).not.toThrow()
  })
})

describe('readTrueType', () => {
  const table = (tag: string, at: number, length: number): number[] => [...bytes(tag), 0, 0, 0, 0, 0, 0, ...u16(at), 0, 0, ...u16(length)]
  const post = [...[0, 2, 0, 0], ...new Array(28).fill(0), ...u16(3), ...u16(0), ...u16(258), ...u16(36), 3, ...bytes('bar')]
  const cmap = [
    ...[0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12],
    ...[0, 4, 0, 32, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0],
    ...[0x03, 0xb1, 0xff, 0xff, 0, 0, 0x03, 0xb1, 0xff, 0xff],
    ...[...u16((2 - 0x3b1) & 0xffff), 0, 1, 0, 0, 0, 0],
  ]
  const font = [0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, ...table('post', 44, post.length), ...table('cmap', 44 + post.length, cmap.length)]

  it('reads names from post and letters from cmap', () => {
    const { names, unicode } = readTrueType(Uint8Array.from([...font, ...post, ...cmap]))
    expect(names).toEqual(['.notdef', 'bar', 'A'])
    expect([...unicode]).toEqual([[2, 0x3b1]])
  })
})
