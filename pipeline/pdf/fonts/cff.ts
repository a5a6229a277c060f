import { ByteReader, type FontProgram, NO_PROGRAM } from './program.ts'
import { CFF_STANDARD_STRINGS } from './standard-names.ts'

/** Operators of the top dictionary, from Adobe's technical note 5176. */
const CHARSET = 15
const ENCODING = 16
const CHAR_STRINGS = 17
const ROS = 0x0c00 + 30

/** Glyph names of a CFF program; none for CID fonts, which number their glyphs. Also takes an OpenType file around it. */
export function readCff(bytes: Uint8Array): FontProgram {
  const cff = new ByteReader(unwrapped(bytes))
  const nameIndex = readIndex(cff, cff.u8(2))
  const dictIndex = readIndex(cff, nameIndex.end)
  const strings = readIndex(cff, dictIndex.end)
  const [from, to] = dictIndex.items[0] ?? [0, 0]
  const top = readDict(cff, from, to)
  const charStrings = top.get(CHAR_STRINGS)?.[0]
  if (charStrings === undefined || top.has(ROS)) return NO_PROGRAM
  const count = cff.u16(charStrings)
  const name = (sid: number): string => {
    const [start, end] = strings.items[sid - CFF_STANDARD_STRINGS.length] ?? [0, 0]
    return CFF_STANDARD_STRINGS[sid] ?? cff.text(start, end)
  }
  const names = readCharset(cff, top.get(CHARSET)?.[0] ?? 0, count).map(name)
  return { names, encoding: readEncoding(cff, top.get(ENCODING)?.[0] ?? 0, names), unicode: new Map() }
}

/** The CFF table of an OpenType file, or the bytes as they are. */
function unwrapped(bytes: Uint8Array): Uint8Array {
  const file = new ByteReader(bytes)
  if (file.text(0, 4) !== 'OTTO') return bytes
  for (let table = 0; table < file.u16(4); table++) {
    const at = 12 + 16 * table
    if (file.text(at, at + 4) === 'CFF ') return bytes.subarray(file.u32(at + 8), file.u32(at + 8) + file.u32(at + 12))
  }
  return bytes
}

interface Index {
  readonly items: readonly (readonly [from: number, to: number])[]
  readonly end: number
}

function readIndex(cff: ByteReader, at: number): Index {
  const count = cff.u16(at)
  if (count === 0) return { items: [], end: at + 2 }
  const size = cff.u8(at + 2)
  const offset = (entry: number): number => {
    let value = 0
    for (let byte = 0; byte < size; byte++) value = value * 256 + cff.u8(at + 3 + entry * size + byte)
    return value
  }
  const base = at + 2 + (count + 1) * size
  const items = Array.from({ length: count }, (_, entry) => [base + offset(entry), base + offset(entry + 1)] as const)
  return { items, end: base + offset(count) }
}

/** Operator → operands; two-byte operators are 0x0c00 + their second byte. Real numbers are skipped: nobody here asks for one. */
function readDict(cff: ByteReader, from: number, to: number): Map<number, number[]> {
  const found = new Map<number, number[]>()
  let operands: number[] = []
  for (let at = from; at < to; ) {
    const byte = cff.u8(at++)
    if (byte <= 21) {
      found.set(byte === 12 ? 0x0c00 + cff.u8(at++) : byte, operands)
      operands = []
    } else if (byte === 28) {
      operands.push(cff.i16(at))
      at += 2
    } else if (byte === 29) {
      operands.push(cff.u32(at) | 0)
      at += 4
    } else if (byte === 30) {
      while (at < to && (cff.u8(at) & 0x0f) !== 0x0f && cff.u8(at) >> 4 !== 0x0f) at++
      at++
      operands.push(Number.NaN)
    } else if (byte <= 246) operands.push(byte - 139)
    else if (byte <= 250) operands.push((byte - 247) * 256 + cff.u8(at++) + 108)
    else operands.push(-(byte - 251) * 256 - cff.u8(at++) - 108)
  }
  return found
}

/** String ids by glyph. Offsets 0 to 2 name charsets that every reader knows; only the first is met in subsets. */
function readCharset(cff: ByteReader, at: number, count: number): number[] {
  if (at <= 2) return Array.from({ length: count }, (_, glyph) => glyph)
  const format = cff.u8(at)
  const ids = [0]
  let next = at + 1
  while (ids.length < count && next < cff.length) {
    const first = cff.u16(next)
    const more = format === 0 ? 0 : format === 1 ? cff.u8(next + 2) : cff.u16(next + 2)
    for (let id = first; id <= first + more && ids.length < count; id++) ids.push(id)
    next += format === 0 ? 2 : format === 1 ? 3 : 4
  }
  return ids
}

function readEncoding(cff: ByteReader, at: number, names: readonly string[]): Map<number, string> {
  const encoding = new Map<number, string>()
  if (at <= 1) return encoding
  const isRanges = (cff.u8(at) & 0x7f) === 1
  let glyph = 1
  for (let entry = 0; entry < cff.u8(at + 1); entry++) {
    const first = cff.u8(at + 2 + entry * (isRanges ? 2 : 1))
    const more = isRanges ? cff.u8(at + 3 + entry * 2) : 0
    for (let code = first; code <= first + more; code++) encoding.set(code, names[glyph++] ?? '')
  }
  return encoding
}
