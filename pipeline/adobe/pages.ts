import type { Font, PageLayout } from '../../schemas/layout.ts'
import type { Note } from '../../schemas/problem.ts'
import type { PlacedGlyph, PlacedText } from '../layout/glyphs.ts'
import { arrange, type Surroundings } from '../layout/page.ts'
import { type Matrix, transformBox } from '../pdf/matrix.ts'
import { type PdfRect, toPageSpace } from '../pdf/page-space.ts'
import type { AdobeElement, StructuredData } from './structured-data.ts'

/** Em. Adobe's character boxes reach down to the font's descent; this is where the baseline runs in most text fonts. */
const DESCENT = 0.21

/** Em. Part of a character box above the baseline that letters paint. */
const ASCENT = 0.7

/** Points, where an element says nothing of its size. */
const USUAL_SIZE = 10

/** From this weight on a font is bold. */
const BOLD = 600

/** Fonts that only set formulas. */
const MATH_FONT = /^(?:CM(?:MI|SY|EX|R)\d|MSAM|MSBM|Symbol|MT-?Extra|CambriaMath|Euclid|STIX.*Math|LatinModernMath|.*MathJax)/i

/** Reads one page, counted from 1; undefined when Adobe says nothing of it. */
export type AdobePages = (page: number, surroundings: Surroundings, note: Note) => PageLayout | undefined

/**
 * Page layouts from what Adobe read, so that all later stages run unchanged. Adobe tells letters and fonts; drawings and pictures, which it
 * does not tell one by one, come from the file itself (`surroundings`).
 */
export function pagesFromAdobe(data: StructuredData): AdobePages {
  const texts = new Map<number, AdobeElement[]>()
  for (const element of data.elements.flatMap(pieces)) {
    if (element.Page === undefined || element.Text === undefined) continue
    const others = texts.get(element.Page)
    if (others) others.push(element)
    else texts.set(element.Page, [element])
  }
  const known = new Map(data.pages.map((told) => [told.page_number + 1, told]))
  return (page, surroundings, note) => {
    const told = known.get(page)
    if (!told) return undefined
    const { page_number, width, height, rotation = 0, boxes, is_scanned } = told
    const crop = boxes?.CropBox ?? boxes?.MediaBox ?? ([0, 0, width, height] as const)
    const elements = texts.get(page_number) ?? []
    const text = placeText(elements, toPageSpace(crop, rotation), page, note)
    return arrange(page, surroundings, text, text.glyphs.length === 0 ? 'none' : is_scanned ? 'ocr' : 'text')
  }
}

/** An element in several fonts or on several pages is its kids; any other is itself. */
const pieces = (element: AdobeElement): AdobeElement[] =>
  element.Kids && element.Kids.length > 0 ? element.Kids.flatMap(pieces) : [element]

function placeText(elements: readonly AdobeElement[], toPage: Matrix, page: number, note: Note): PlacedText {
  const fonts: Font[] = []
  const indexByName = new Map<string, number>()
  const glyphs: PlacedGlyph[] = []
  let guessed = 0
  for (const element of elements) {
    const facts = fontOf(element)
    const font = indexByName.get(facts.name) ?? fonts.push(facts) - 1
    indexByName.set(facts.name, font)
    const { characters, bounds, sure } = boxed(element)
    if (!sure) guessed++
    for (const [at, text] of characters.entries()) {
      const rect = bounds[at]
      if (rect) glyphs.push(place(text, rect, font, element, toPage, glyphs.length))
    }
  }
  if (guessed > 0) note(uncertain(guessed, page))
  return { fonts, glyphs }
}

/** Characters with their boxes. Adobe may or may not count the white space at the end; without boxes, the element's own is shared out. */
function boxed({ Text = '', CharBounds = [], Bounds }: AdobeElement): { characters: string[]; bounds: readonly PdfRect[]; sure: boolean } {
  const all = [...Text]
  const trimmed = [...Text.trimEnd()]
  if (CharBounds.length === all.length) return { characters: all, bounds: CharBounds, sure: true }
  if (CharBounds.length === trimmed.length) return { characters: trimmed, bounds: CharBounds, sure: true }
  const solid = all.filter((character) => character.trim() !== '')
  if (CharBounds.length === solid.length) return { characters: solid, bounds: CharBounds, sure: true }
  if (!Bounds) return { characters: [], bounds: [], sure: false }
  const [left, bottom, right, top] = Bounds
  const step = (right - left) / Math.max(1, trimmed.length)
  return {
    characters: trimmed,
    bounds: trimmed.map((_, at): PdfRect => [left + at * step, bottom, left + (at + 1) * step, top]),
    sure: false,
  }
}

function place(
  text: string,
  [left, bottom, right, top]: PdfRect,
  font: number,
  { TextSize = USUAL_SIZE, Rotation = 0 }: AdobeElement,
  toPage: Matrix,
  order: number,
): PlacedGlyph {
  const baseline = bottom + DESCENT * TextSize
  const box = transformBox(toPage, left, bottom, Math.max(right, left + 0.01), Math.max(top, bottom + 0.01))
  const ink = transformBox(
    toPage,
    left,
    baseline,
    Math.max(right, left + 0.01),
    Math.min(Math.max(top, baseline + 0.01), baseline + ASCENT * TextSize),
  )
  const level = Math.abs(toPage[1]) < 0.5
  return {
    text: text.normalize('NFC'),
    font,
    size: TextSize,
    x: level ? box.left : ink.left,
    y: level ? ink.bottom : box.bottom,
    advance: level ? box.right - box.left : box.bottom - box.top,
    ink,
    ...(Rotation % 360 === 0 ? {} : { angle: Rotation }),
    order,
    blank: text.trim() === '',
  }
}

function fontOf({ Font: told }: AdobeElement): Font {
  const name = (told?.name ?? 'unknown').replace(/^[A-Z]{6}\+/, '')
  return {
    name,
    bold: (told?.weight ?? 400) >= BOLD || /bold|black|heavy/i.test(name),
    italic: told?.italic === true || /italic|oblique/i.test(name),
    serif: !/sans|arial|helvetica|gothic|verdana|calibri/i.test(`${name} ${told?.family_name ?? ''}`),
    mono: told?.monospaced === true,
    math: MATH_FONT.test(name),
  }
}

const uncertain = (count: number, page: number): Parameters<Note>[0] => ({
  code: 'page-garbled',
  severity: 'warning',
  message: `Adobe gave no place for the single letters of ${count} pieces of text; they are spread evenly.`,
  hint: 'Formulas in them may come out wrong; compare with the page, or use the local engine for this document.',
  place: { page },
})
