/** What a font program itself says about its glyphs. */
export interface FontProgram {
  /** Glyph names by index in the program, "" where it has none. */
  readonly names: readonly string[]
  /** The program's own encoding: glyph name by character code; only Type 1 and CFF have one. */
  readonly encoding: ReadonlyMap<number, string>
  /** Unicode by glyph index, from a TrueType `cmap`. */
  readonly unicode: ReadonlyMap<number, number>
}

export const NO_PROGRAM: FontProgram = { names: [], encoding: new Map(), unicode: new Map() }

/** Big-endian reads that return 0 past the end: a cut-off font then yields fewer names, not an exception. */
export class ByteReader {
  private readonly view: DataView
  readonly length: number

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.length = bytes.byteLength
  }

  u8(at: number): number {
    return at >= 0 && at < this.length ? this.view.getUint8(at) : 0
  }

  u16(at: number): number {
    return (this.u8(at) << 8) | this.u8(at + 1)
  }

  i16(at: number): number {
    return (this.u16(at) << 16) >> 16
  }

  u32(at: number): number {
    return this.u16(at) * 65536 + this.u16(at + 2)
  }

  /** Latin-1 text. */
  text(from: number, to: number): string {
    let out = ''
    for (let at = from; at < Math.min(to, this.length); at++) out += String.fromCharCode(this.u8(at))
    return out
  }
}
