import type { FontProgram } from './program.ts'

/** Keys of the eexec cipher and the bytes it prepends, from Adobe's Type 1 font format. */
const EEXEC_KEY = 55665
const C1 = 52845
const C2 = 22719
const RANDOM_BYTES = 4

/** Names and encoding of a Type 1 program as PDF embeds it (clear text, then the enciphered part). */
export function readType1(bytes: Uint8Array): FontProgram {
  const program = withoutSegmentHeaders(bytes)
  const start = program.indexOf('eexec')
  if (start < 0) return { names: [], encoding: new Map(), unicode: new Map() }
  const clear = program.subarray(0, start).toString('latin1')
  const names = charStringNames(decipher(enciphered(program, start + 5)))
  return { names: asFreeTypeOrders(names), encoding: builtInEncoding(clear), unicode: new Map() }
}

/** PFB files cut the program into segments with a six-byte header each; some producers embed them so. */
function withoutSegmentHeaders(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] !== 0x80) return buffer
  const parts: Buffer[] = []
  for (let at = 0; at + 6 <= buffer.length && buffer[at] === 0x80 && buffer[at + 1] !== 3; ) {
    const length = buffer.readUInt32LE(at + 2)
    parts.push(buffer.subarray(at + 6, at + 6 + length))
    at += 6 + length
  }
  return Buffer.concat(parts)
}

/** The enciphered bytes after `eexec`, binary or as hexadecimal digits. */
function enciphered(program: Buffer, from: number): Buffer {
  let at = from
  while ([0x20, 0x0a, 0x0d, 0x09].includes(program[at] ?? 0)) at++
  const head = program.subarray(at, at + 4).toString('latin1')
  if (!/^[0-9a-fA-F]{4}$/.test(head)) return program.subarray(at)
  return Buffer.from(program.subarray(at).toString('latin1').replace(/\s+/g, ''), 'hex')
}

function decipher(cipher: Buffer): Buffer {
  const plain = Buffer.alloc(cipher.length)
  let key = EEXEC_KEY
  for (let at = 0; at < cipher.length; at++) {
    const byte = cipher[at] ?? 0
    plain[at] = byte ^ (key >> 8)
    key = ((byte + key) * C1 + C2) & 0xffff
  }
  return plain.subarray(RANDOM_BYTES)
}

/** `/name 123 RD <123 bytes> ND`: the names are read, the outlines skipped. */
function charStringNames(plain: Buffer): string[] {
  const from = plain.indexOf('/CharStrings')
  if (from < 0) return []
  const names: string[] = []
  let at = from + '/CharStrings'.length
  while (at < plain.length) {
    const slash = plain.indexOf('/', at)
    if (slash < 0) break
    const entry = /^\/(\S+) +(\d+) +\S+ /.exec(plain.subarray(slash, slash + 160).toString('latin1'))
    if (!entry) break
    names.push(entry[1] ?? '')
    at = slash + entry[0].length + Number(entry[2])
  }
  return names
}

/** FreeType, which numbers the glyphs for us, puts `.notdef` first by exchanging it with what stood there. */
function asFreeTypeOrders(names: readonly string[]): string[] {
  const at = names.indexOf('.notdef')
  const first = names[0]
  if (first === undefined || at === 0) return [...names]
  if (at < 0) return ['.notdef', ...names.slice(1), first]
  return names.map((name, index) => (index === 0 ? '.notdef' : index === at ? first : name))
}

/** `dup 65 /A put` lines; a font with StandardEncoding has none. */
function builtInEncoding(clear: string): Map<number, string> {
  const encoding = new Map<number, string>()
  for (const [, code = '', name = ''] of clear.matchAll(/dup\s+(\d+|8#[0-7]+)\s*\/(\S+)\s+put/g)) {
    encoding.set(code.startsWith('8#') ? Number.parseInt(code.slice(2), 8) : Number(code), name)
  }
  return encoding
}
