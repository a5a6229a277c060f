import type { Identity } from './glyph-identity.ts'
import { borrowed } from './lent.ts'
import type { PageMarks, RawGlyph } from './marks.ts'
import type { OpenPdf } from './open.ts'

/** Points. Origins of one glyph, as two devices of the engine give them. */
const SAME_ORIGIN = 0.1

/**
 * Names glyphs that no table of their font does by the text that the file says stands in their place (`/ActualText`): old-style figures, small
 * capitals and ligatures of browsers and of typesetting programs. Only pages with such glyphs are read a second time.
 */
export function withActualText(
  identity: (glyph: RawGlyph) => Identity,
  pdf: OpenPdf,
  page: number,
  marks: PageMarks,
): (glyph: RawGlyph) => Identity {
  let texts: ReadonlyMap<RawGlyph, string> | undefined
  return (glyph) => {
    const known = identity(glyph)
    if (known.text !== '\uFFFD') return known
    texts ??= actualTexts(pdf, page, marks)
    const text = texts.get(glyph)
    // Where the file says nothing, both devices guess alike.
    return text === undefined || text === glyph.text ? known : { text: text.normalize('NFC'), code: undefined }
  }
}

/** Glyph → what a reader of the file is told to take for it. A text longer than its glyph goes to the glyph that it begins at. */
function actualTexts(pdf: OpenPdf, page: number, marks: PageMarks): Map<RawGlyph, string> {
  const cells = new Map<string, RawGlyph[]>()
  for (const glyph of marks.glyphs) {
    const key = cellKey(glyph.trm[4], glyph.trm[5])
    const cell = cells.get(key)
    if (cell) cell.push(glyph)
    else cells.set(key, [glyph])
  }
  const found = new Map<RawGlyph, string>()
  const characters = charactersOf(pdf, page).map(({ text, x, y }) => ({ text, glyph: glyphAt(cells, x, y) }))
  let last: RawGlyph | undefined
  characters.forEach(({ text, glyph }, at) => {
    // The second letter of two for one glyph stands where the glyph ends, and so where the next one begins.
    const isSecond = glyph === undefined || glyph === characters[at + 1]?.glyph
    if (!isSecond) last = glyph
    if (last && !isMeaningless(text)) found.set(last, (isSecond ? (found.get(last) ?? '') : '') + text)
  })
  return found
}

const cellKey = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`

function glyphAt(cells: ReadonlyMap<string, readonly RawGlyph[]>, x: number, y: number): RawGlyph | undefined {
  for (const dx of [0, -SAME_ORIGIN, SAME_ORIGIN]) {
    for (const dy of [0, -SAME_ORIGIN, SAME_ORIGIN]) {
      const near = cells
        .get(cellKey(x + dx, y + dy))
        ?.find(({ trm }) => Math.abs(trm[4] - x) < SAME_ORIGIN && Math.abs(trm[5] - y) < SAME_ORIGIN)
      if (near) return near
    }
  }
  return undefined
}

/** The page's characters as the engine's text extraction gives them, which follows `/ActualText`, in page space. */
function charactersOf(pdf: OpenPdf, page: number): { text: string; x: number; y: number }[] {
  const loaded = pdf.document.loadPage(page - 1)
  try {
    const [left, top] = loaded.getBounds()
    const structured = loaded.toStructuredText('preserve-whitespace')
    const found: { text: string; x: number; y: number }[] = []
    try {
      structured.walk({
        onChar: (text, [x, y], font) => {
          borrowed(font)
          found.push({ text, x: x - left, y: y - top })
        },
      })
    } finally {
      structured.destroy()
    }
    return found
  } finally {
    loaded.destroy()
  }
}

/** Nothing, or what the engine makes of letters beyond the first plane: it cuts mathematical alphabets short, into Hangul. */
const isMeaningless = (text: string): boolean => text === '\uFFFD' || /^[\p{Cc}\p{Cs}\p{Co}\uD400-\uD7FF]*$/u.test(text)
