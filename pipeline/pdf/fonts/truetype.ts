import { ByteReader, type FontProgram } from './program.ts'
import { MAC_GLYPH_NAMES } from './standard-names.ts'

/** Glyph names (`post`) and Unicode (`cmap`) of a TrueType or OpenType file. */
export function readTrueType(bytes: Uint8Array): FontProgram {
  const file = new ByteReader(bytes)
  return { names: postNames(file), encoding: new Map(), unicode: cmapUnicode(file) }
}

function table(file: ByteReader, tag: string): { at: number; length: number } | undefined {
  for (let entry = 0; entry < file.u16(4); entry++) {
    const at = 12 + 16 * entry
    if (file.text(at, at + 4) === tag) return { at: file.u32(at + 8), length: file.u32(at + 12) }
  }
  return undefined
}

function postNames(file: ByteReader): string[] {
  const post = table(file, 'post')
  if (!post || file.u32(post.at) !== 0x00020000) return []
  const count = file.u16(post.at + 32)
  const own: string[] = []
  for (let at = post.at + 34 + 2 * count; at < post.at + post.length; at += 1 + file.u8(at))
    own.push(file.text(at + 1, at + 1 + file.u8(at)))
  return Array.from({ length: count }, (_, glyph) => {
    const index = file.u16(post.at + 34 + 2 * glyph)
    return MAC_GLYPH_NAMES[index] ?? own[index - MAC_GLYPH_NAMES.length] ?? ''
  })
}

/** Glyph → Unicode from the first Unicode subtable. Symbol tables map private codes and are left out. */
function cmapUnicode(file: ByteReader): Map<number, number> {
  const unicode = new Map<number, number>()
  const cmap = table(file, 'cmap')
  if (!cmap) return unicode
  for (let entry = 0; entry < file.u16(cmap.at + 2); entry++) {
    const at = cmap.at + 4 + 8 * entry
    const platform = file.u16(at)
    const kind = file.u16(at + 2)
    if (platform !== 0 && !(platform === 3 && (kind === 1 || kind === 10))) continue
    const subtable = cmap.at + file.u32(at + 4)
    const keep = (glyph: number, code: number): void => {
      if (glyph !== 0 && !unicode.has(glyph)) unicode.set(glyph, code)
    }
    if (file.u16(subtable) === 4) readSegments(file, subtable, keep)
    else if (file.u16(subtable) === 12) readGroups(file, subtable, keep)
  }
  return unicode
}

function readSegments(file: ByteReader, at: number, keep: (glyph: number, code: number) => void): void {
  const count = file.u16(at + 6) / 2
  for (let segment = 0; segment < count; segment++) {
    const end = file.u16(at + 14 + 2 * segment)
    const start = file.u16(at + 16 + 2 * count + 2 * segment)
    const delta = file.u16(at + 16 + 4 * count + 2 * segment)
    const rangeAt = at + 16 + 6 * count + 2 * segment
    const range = file.u16(rangeAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code : file.u16(rangeAt + range + 2 * (code - start))
      if (range === 0 || glyph !== 0) keep((glyph + delta) & 0xffff, code)
    }
  }
}

/** No font has more glyphs than this in one group; a damaged count must not keep us busy. */
const MAX_GROUP = 0x10000

function readGroups(file: ByteReader, at: number, keep: (glyph: number, code: number) => void): void {
  const groups = Math.min(file.u32(at + 12), MAX_GROUP)
  for (let group = 0; group < groups; group++) {
    const entry = at + 16 + 12 * group
    const start = file.u32(entry)
    const end = Math.min(file.u32(entry + 4), start + MAX_GROUP)
    for (let code = start; code <= end; code++) keep(file.u32(entry + 8) + code - start, code)
  }
}
