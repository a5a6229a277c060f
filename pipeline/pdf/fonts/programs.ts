import type * as mupdf from 'mupdf'
import type { OpenPdf } from '../open.ts'
import { type BitmapFont, bitmapFont } from './bitmap-font.ts'
import { readCff } from './cff.ts'
import { readGlyphName, readPlainName } from './glyph-names.ts'
import { type FontProgram, NO_PROGRAM } from './program.ts'
import { readTrueType } from './truetype.ts'
import { readType1 } from './type1.ts'
import { type Type3Facts, type3Facts } from './type3.ts'

/** mupdf keeps a font's name in 32 bytes, so longer ones can only be compared up to here. */
const NAME_LENGTH = 31

/** Font dictionaries are looked for this deep in forms inside forms: real files nest three or four. */
const MAX_DEPTH = 6

/** A font of the file: what its dictionary and its program say. */
export interface FontRecord {
  readonly name: string
  readonly program: FontProgram
  /** Glyph names by character code: the program's own encoding, then the dictionary's differences. */
  readonly encoding: ReadonlyMap<number, string>
  readonly isType3: boolean
  readonly hasToUnicode: boolean
  /** Of a Type 3 font only: it has no program, and often no name to know it by. */
  readonly type3?: Type3Facts
  /** The font of TeX that it is a bitmap of, where it has no name of its own. */
  readonly bitmap?: BitmapFont
}

/** Fonts of one document, each program parsed once however many pages and dictionaries use it. */
export class FontRecords {
  private readonly programs = new Map<number, FontProgram>()
  private readonly records = new Map<number, FontRecord>()
  private readonly byPage = new Map<number, FontRecord[]>()
  private readonly visited = new Map<number, FontRecord[]>()
  private readonly document: mupdf.PDFDocument

  constructor(document: mupdf.PDFDocument) {
    this.document = document
  }

  /** Fonts that a page can use, those of its forms included. `page` counts from 1. */
  onPage(page: number): readonly FontRecord[] {
    const known = this.byPage.get(page)
    if (known) return known
    const found = this.ofResources(this.document.findPage(page - 1).getInheritable('Resources'), 0)
    this.byPage.set(page, found)
    return found
  }

  private ofResources(resources: mupdf.PDFObject, depth: number): FontRecord[] {
    if (!resources.isDictionary() || depth > MAX_DEPTH) return []
    const key = resources.isIndirect() ? resources.asIndirect() : 0
    const known = this.visited.get(key)
    if (key !== 0 && known) return known
    const found: FontRecord[] = []
    if (key !== 0) this.visited.set(key, found)
    resources.get('Font').forEach((font) => {
      const record = this.record(font)
      if (record) found.push(record)
    })
    for (const kind of ['XObject', 'Pattern'] as const) {
      resources.get(kind).forEach((form) => {
        found.push(...this.ofResources(form.get('Resources'), depth + 1))
      })
    }
    return found
  }

  private record(font: mupdf.PDFObject): FontRecord | undefined {
    if (!font.isDictionary()) return undefined
    const key = font.isIndirect() ? font.asIndirect() : 0
    const known = this.records.get(key)
    if (known) return known
    const isType3 = nameOf(font.get('Subtype')) === 'Type3'
    const descendant = font.get('DescendantFonts').isArray() ? font.get('DescendantFonts').get(0) : font
    const program = this.program(descendant.get('FontDescriptor'))
    const type3 = isType3 ? type3Facts(font) : undefined
    const bitmap = type3 && !font.get('FontDescriptor').isDictionary() ? bitmapFont(type3) : undefined
    const encoding = encodingOf(font.get('Encoding'), program)
    const record: FontRecord = {
      name: isType3 ? nameOf(font.get('Name')) || `Type3 (${key} 0 R)` : nameOf(descendant.get('BaseFont')), // as the engine names it
      program,
      encoding: bitmap ? withNames(encoding, bitmap) : encoding,
      isType3,
      hasToUnicode: !font.get('ToUnicode').isNull(),
      ...(type3 ? { type3 } : {}),
      ...(bitmap ? { bitmap } : {}),
    }
    if (key !== 0) this.records.set(key, record)
    return record
  }

  private program(descriptor: mupdf.PDFObject): FontProgram {
    if (!descriptor.isDictionary()) return NO_PROGRAM
    for (const [key, read] of READERS) {
      const file = descriptor.get(key)
      if (!file.isStream()) continue
      const id = file.isIndirect() ? file.asIndirect() : 0
      const known = this.programs.get(id)
      if (known) return known
      const program = parsed(file, read)
      if (id !== 0) this.programs.set(id, program)
      return program
    }
    return NO_PROGRAM
  }
}

/** FontFile3 holds CFF, bare or wrapped; a wrapped TrueType has no CFF table and yields its `post` names instead. */
const READERS: readonly (readonly [key: string, read: (bytes: Uint8Array) => FontProgram])[] = [
  ['FontFile', readType1],
  ['FontFile3', readCff],
  ['FontFile2', readTrueType],
]

/** A damaged program yields no names: the glyphs are then what the dictionary says, or unknown. */
function parsed(file: mupdf.PDFObject, read: (bytes: Uint8Array) => FontProgram): FontProgram {
  try {
    const buffer = file.readStream()
    const bytes = Uint8Array.from(buffer.asUint8Array())
    buffer.destroy()
    return read(bytes)
  } catch {
    return NO_PROGRAM
  }
}

const nameOf = (object: mupdf.PDFObject): string => (object.isName() ? object.asName() : '')

function encodingOf(encoding: mupdf.PDFObject, program: FontProgram): Map<number, string> {
  const names = new Map(program.encoding)
  const differences = encoding.isDictionary() ? encoding.get('Differences') : undefined
  if (!differences?.isArray()) return names
  let code = 0
  differences.forEach((entry) => {
    if (entry.isNumber()) code = entry.asNumber()
    else if (entry.isName()) names.set(code++, entry.asName())
  })
  return names
}

/** Bitmaps are called by their numbers at most ("a65"); their font knows them by name. */
const withNames = (encoding: ReadonlyMap<number, string>, { names }: BitmapFont): Map<number, string> =>
  new Map([...names, ...[...encoding].filter(([code, name]) => !names.has(code) || isSaying(name))])

const isSaying = (name: string): boolean => (readGlyphName(name) ?? readPlainName(name)) !== undefined

const known = new WeakMap<OpenPdf, FontRecords>()

/** The fonts of an open document; the same object for as long as it is open. */
export function fontRecords(pdf: OpenPdf): FontRecords {
  let records = known.get(pdf)
  if (!records) {
    records = new FontRecords(pdf.document)
    known.set(pdf, records)
  }
  return records
}

/** Whether mupdf's name of a font, which may be cut off, is this one. */
export const isNamed = (record: FontRecord, name: string): boolean => record.name.slice(0, NAME_LENGTH) === name.slice(0, NAME_LENGTH)
