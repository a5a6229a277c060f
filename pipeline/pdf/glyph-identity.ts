import type * as mupdf from 'mupdf'
import { fontFacts, plainFontName } from './font-facts.ts'
import { codedName, webSign } from './fonts/coded-signs.ts'
import { readGlyphName, readPlainName } from './fonts/glyph-names.ts'
import { isPicturePiece, slantedLine } from './fonts/picture-lines.ts'
import { type FontRecord, fontRecords, isNamed } from './fonts/programs.ts'
import { unshifted } from './fonts/shifted-text.ts'
import { companionSign } from './fonts/text-companion.ts'
import { hasAdvances } from './fonts/type3.ts'
import { measure } from './glyph-ink.ts'
import { signOfShape } from './glyph-shape.ts'
import type { PageMarks, RawGlyph } from './marks.ts'
import type { OpenPdf } from './open.ts'

export interface Identity {
  /** Unicode; U+FFFD when not known. */
  readonly text: string
  /** The font's own name for the glyph, or "#" and its number, where the text alone loses something. */
  readonly code: string | undefined
  /** No sign at all, but a piece of a drawing. */
  readonly isDrawn?: true
}

/**
 * What each glyph of a page stands for. The font program's names come first where they are mathematical (TeX's own names say what a
 * ToUnicode table often leaves out or gets wrong); then the PDF's tables, as mupdf reads them; then the program's `cmap`; in fonts for
 * formulas at last what the glyph looks like.
 */
export function identities(pdf: OpenPdf, page: number, marks: PageMarks): (glyph: RawGlyph) => Identity {
  const fonts = new Map<number, GlyphNamer>()
  return (glyph) => {
    let namer = fonts.get(glyph.font)
    if (!namer) {
      const font = marks.fonts.get(glyph.font)
      const isMath = font !== undefined && fontFacts(font, marks.descriptors?.get(glyph.font)).math
      namer = new GlyphNamer(recordsOf(pdf, page, marks, glyph.font), font, isMath)
      fonts.set(glyph.font, namer)
    }
    return namer.identity(glyph)
  }
}

/** Dictionaries of the page that may be this font: several share a name when a font is used with several encodings. */
export function recordsOf(pdf: OpenPdf, page: number, marks: Pick<PageMarks, 'fonts' | 'glyphs'>, font: number): readonly FontRecord[] {
  const held = marks.fonts.get(font)
  const name = held?.getName() ?? ''
  const named = fontRecords(pdf)
    .onPage(page)
    .filter((record) => isNamed(record, name))
  if (!held || !named.some(({ type3 }) => type3)) return named
  const codes = new Set(marks.glyphs.filter((glyph) => glyph.font === font).map(({ gid }) => gid))
  return named.filter(({ type3 }) => !type3 || hasAdvances(type3, codes, (code) => held.advanceGlyph(code)))
}

/** Selectors by which some tables tell sizes of a delimiter apart: they choose a shape, not a character. */
const VARIATION = /[\ufe00-\ufe0f]/g

const LETTERED_PARENTHESES: ReadonlyMap<string, string> = new Map([
  ['\u24a7', '('],
  ['\u24ad', ')'],
])

/** One font's glyphs, each looked up once a page. */
class GlyphNamer {
  private readonly known = new Map<string, Identity>()
  private readonly records: readonly FontRecord[]
  private readonly font: mupdf.Font | undefined
  /** A font for formulas. */
  private readonly isMath: boolean

  constructor(records: readonly FontRecord[], font: mupdf.Font | undefined, isMath: boolean) {
    this.records = records
    this.font = font
    this.isMath = isMath
  }

  identity(glyph: RawGlyph): Identity {
    const key = `${glyph.gid} ${glyph.text}`
    const known = this.known.get(key)
    if (known) return known
    const identity = this.lookUp(glyph)
    this.known.set(key, identity)
    return identity
  }

  private lookUp({ gid, text: given }: RawGlyph): Identity {
    const { font } = this
    const read = given.length > 1 && font ? unshifted(given, () => measure(font, gid)) : given
    const text = this.asParenthesis(read.length > 1 ? read.replace(VARIATION, '') : read)
    const webbed = webSign(plainFontName(font?.getName() ?? ''), given)
    if (webbed !== undefined) return { text: webbed, code: undefined }
    const own = this.name(gid)
    const coded = codedName(plainFontName(this.records[0]?.name ?? ''), text, own)
    if (isPicturePiece(this.records[0]?.name ?? '', own)) return { text: '', code: own, isDrawn: true }
    const name = coded ?? own
    const named = name === undefined ? undefined : readGlyphName(name)
    const isKnown =
      coded === undefined && ![...text].some(isMeaningless) && !isMixed(text) && !this.isGuess(gid, text, name) && !this.isBitmap
    const isBetter =
      named && (named.more || isMisread(text, named.text) || isCutShort(text, named.text) || this.isTexVariant(text, named.text))
    if (named && (!isKnown || isBetter)) {
      return { text: named.text.normalize('NFC'), code: named.more ? name : undefined }
    }
    const sign = isKnown ? undefined : this.companion(gid)
    if (sign !== undefined) return { text: sign, code: undefined }
    const plain = isKnown || name === undefined ? undefined : readPlainName(name)
    if (plain !== undefined) return { text: plain, code: undefined }
    if (isKnown || (this.isBitmap && name === undefined)) return { text: text.normalize('NFC'), code: undefined }
    const listed = this.unicode(gid)
    if (listed !== undefined) return { text: listed, code: undefined }
    return { text: this.slant(name) ?? this.seen(gid) ?? '\uFFFD', code: name ?? `#${gid}` }
  }

  private slant(name: string | undefined): string | undefined {
    return this.records[0] && slantedLine(this.records[0].name, name)
  }

  /** What an unnamed glyph of a font for formulas looks like. */
  private seen(gid: number): string | undefined {
    return this.font && this.isMath && !this.isBitmap ? signOfShape(this.font, gid) : undefined
  }

  /** A sign of a bitmap font in TeX's text companion encoding. */
  private companion(gid: number): string | undefined {
    const [record] = this.records
    return record?.isType3 && !record.hasToUnicode && this.records.length === 1 ? companionSign(gid, record.encoding.keys()) : undefined
  }

  private name(gid: number): string | undefined {
    for (const record of this.records) {
      const name = record.isType3 ? record.encoding.get(gid) : record.program.names[gid]
      if (name !== undefined && name !== '' && name !== '.notdef') return name
    }
    return undefined
  }

  /** A Type 3 glyph that the font's map leaves out and whose name says nothing comes with its code for a letter, which means nothing. */
  private isGuess(gid: number, text: string, name: string | undefined): boolean {
    if (text !== String.fromCharCode(gid) || (name !== undefined && (readGlyphName(name) ?? readPlainName(name)) !== undefined))
      return false
    return this.records.length > 0 && this.records.every(({ type3 }) => type3?.mapped?.has(gid) === false)
  }

  /**
   * TeX calls the straight phi `phi` and the curly one `phi1`; the Adobe Glyph List, by which names are read where a font has no map, has it
   * the other way round, as its Symbol font does.
   */
  private isTexVariant(text: string, named: string): boolean {
    if (text === named || text.normalize('NFKC') !== named.normalize('NFKC') || !/^\p{Script=Greek}$/u.test(named)) return false
    return this.records.every(({ name, hasToUnicode }) => !hasToUnicode && !/symbol/i.test(name))
  }

  /** Makers of mathematical fonts call parentheses `lparen` and `rparen`, which are letters in brackets in the Adobe Glyph List. */
  private asParenthesis(text: string): string {
    const meant = LETTERED_PARENTHESES.get(text)
    return meant !== undefined && this.records.some(({ name }) => /math/i.test(name)) ? meant : text
  }

  /** A bitmap's code says what it is by the encoding of its own font, which no map in the file was made from. */
  private get isBitmap(): boolean {
    return this.records.some(({ bitmap }) => bitmap !== undefined)
  }

  private unicode(gid: number): string | undefined {
    for (const { program } of this.records) {
      const code = program.unicode.get(gid)
      if (code !== undefined && !isMeaningless(String.fromCodePoint(code))) return String.fromCodePoint(code)
    }
    return undefined
  }
}

/**
 * A mathematical name beats a table that maps the glyph to a letter of another script or to a bare letter: `lscript` is no "l", `epsilon1`
 * no "1". Tables that give the same symbol from another block (Δ and ∆) are left alone: what the text means does not change.
 */
const isMisread = (text: string, named: string): boolean =>
  text.normalize('NFKC') !== named.normalize('NFKC') && /^[\p{Script=Latin}\d\s]*$/u.test(text) && !/^[\p{Script=Latin}\d]*$/u.test(named)

/** Some tables give a ligature its first letter only; its name spells all of them. */
const isCutShort = (text: string, named: string): boolean => named.length > text.length && named.startsWith(text)

/** A letter and a pictogram in one glyph: what is left of an icon's name in a damaged table. */
const isMixed = (text: string): boolean => text.length > 1 && /\p{L}/u.test(text) && /\p{So}/u.test(text)

/** Controls, private use and the replacement character say nothing about what the reader sees. */
const isMeaningless = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return code < 32 || (code >= 0x7f && code < 0xa0) || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
}
