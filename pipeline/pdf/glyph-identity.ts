import type { PageMarks, RawGlyph } from './marks.ts'
import type { OpenPdf } from './open.ts'

export interface Identity {
  /** Unicode; U+FFFD when not known. */
  readonly text: string
  /** The font's own name for the glyph, or "#" and its number, where the text alone loses something. */
  readonly code: string | undefined
}

/** What each glyph of a page stands for, by the PDF's own tables. */
export function identities(_pdf: OpenPdf, _page: number, _marks: PageMarks): (glyph: RawGlyph) => Identity {
  return (glyph) => {
    const text = [...glyph.text].some(isMeaningless) ? '\uFFFD' : glyph.text.normalize('NFC')
    return { text, code: text.includes('\uFFFD') ? `#${glyph.gid}` : undefined }
  }
}

/** Controls, private use and the replacement character say nothing about what the reader sees. */
const isMeaningless = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return code < 32 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
}
