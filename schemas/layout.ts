import { z } from 'zod'
import { Box, PageNumber, Turn } from './geometry.ts'

/** A typeface at work on a page. Size is a matter of each glyph, not of the font. */
export const Font = z
  .strictObject({
    name: z.string().describe('PostScript name without the subset tag, for example "CMMI10" or "TimesNewRomanPS-BoldMT"'),
    bold: z.boolean(),
    italic: z.boolean(),
    serif: z.boolean(),
    mono: z.boolean(),
    math: z.boolean().describe('a font that only sets formulas: TeX math families, Symbol, Cambria Math, MT Extra …'),
  })
  .meta({ id: 'Font', title: 'A typeface at work on a page' })
export type Font = z.infer<typeof Font>

/**
 * One mark of text. The invariant that everything else rests on: a glyph is never dropped. If what it stands for is not known, `text` is
 * U+FFFD and `code` tells what the font calls it.
 */
export const Glyph = z
  .strictObject({
    text: z.string().describe('Unicode, NFC; more than one letter for a ligature ("ffi"); U+FFFD when unknown; never private use'),
    code: z
      .string()
      .optional()
      .describe('glyph name ("parenleftbig") or "#" and the character code, only where `text` alone loses something'),
    font: z.int().min(0).describe('index into the page’s `fonts`'),
    size: z.number().describe('em size in points as shown'),
    x: z.number().describe('origin (pen position) on the baseline, points'),
    y: z.number().describe('the baseline, points from the top'),
    advance: z.number().describe('points to the next pen position along the baseline'),
    ink: Box.describe('what is really painted; a hair’s breadth wide for glyphs that paint nothing'),
    angle: z.number().optional().describe('degrees counter-clockwise that the baseline is turned; absent means upright'),
    colour: z.string().optional().describe('"#rrggbb" of the fill; absent means black'),
    gap: z.number().describe('points of white between this glyph and the one before it in its line; 0 at a line’s start'),
    space: z.boolean().describe('a word gap precedes this glyph'),
  })
  .meta({ id: 'Glyph', title: 'One mark of text' })
export type Glyph = z.infer<typeof Glyph>

/** One line of text in one column: glyphs on one baseline together with the scripts that hang on it. */
export const Line = z
  .strictObject({
    glyphs: z.array(z.int().min(0)).describe('indices into the page’s `glyphs`, left to right'),
    box: Box.describe('around the ink'),
    baseline: z.number().describe('y of the main baseline, points'),
    size: z.number().describe('em size of most of its letters, points'),
    column: z.int().min(0).describe('counted from 0, left to right within `band`'),
    band: z.int().min(0).describe('horizontal band of the page with one set of columns, counted from 0, top to bottom'),
    furniture: z.boolean().describe('running head, page number, crop mark text: repeats over pages and belongs to no text'),
    angle: z.number().optional().describe('degrees counter-clockwise; absent means upright'),
    confidence: z.number().min(0).max(1).optional().describe('of the OCR; absent for text that the file itself holds'),
  })
  .meta({ id: 'Line', title: 'A line of text' })
export type Line = z.infer<typeof Line>

/** One painted path. Curves are kept as their box only: figures need where ink is, not how it bends. */
export const Drawing = z
  .strictObject({
    box: Box.describe('around the painted ink, line width included'),
    kind: z.enum(['stroke', 'fill', 'shade']),
    shape: z
      .enum(['horizontal', 'vertical', 'rectangle', 'path'])
      .describe('a straight rule along an axis (thin filled rectangles too), an axis-parallel rectangle, or anything else'),
    colour: z.string().optional().describe('"#rrggbb"; absent means black'),
    lineWidth: z.number().optional().describe('points, for strokes'),
    order: z.int().describe('position in painting order, shared with images and glyph runs'),
  })
  .meta({ id: 'Drawing', title: 'A painted path' })
export type Drawing = z.infer<typeof Drawing>

export const PageImage = z
  .strictObject({
    box: Box.describe('where it is painted, clipped to what shows'),
    ink: Box.optional().describe('what differs from the paper in it; absent when it has no empty margin'),
    pixels: z.tuple([z.int(), z.int()]).describe('width and height of the stored picture'),
    order: z.int(),
    background: z.boolean().describe('covers the page: the scan itself or a backdrop, not a figure'),
  })
  .meta({ id: 'PageImage', title: 'A raster picture on a page' })
export type PageImage = z.infer<typeof PageImage>

/** Everything that stands on one page, in one coordinate system. */
export const PageLayout = z
  .strictObject({
    page: PageNumber,
    width: z.number().describe('points, as shown'),
    height: z.number().describe('points, as shown'),
    source: z
      .enum(['text', 'ocr', 'hidden-text', 'none'])
      .describe('where the glyphs come from: the page’s own text, our OCR, an invisible OCR layer in the file, or nowhere'),
    turned: Turn.optional().describe(
      'degrees clockwise by which a scan that lies sideways or upside down was righted; all lengths are of the righted page',
    ),
    fonts: z.array(Font),
    glyphs: z.array(Glyph),
    lines: z.array(Line).describe('in reading order'),
    drawings: z.array(Drawing),
    images: z.array(PageImage),
    panels: z
      .array(Box)
      .optional()
      .describe('small pages that the sheet holds (a handout, a double page), in reading order; absent where it is one page'),
  })
  .meta({ id: 'PageLayout', title: 'What stands on one page' })
export type PageLayout = z.infer<typeof PageLayout>

/** What the whole document has in common; stages compare against it instead of against fixed sizes. */
export const Layout = z
  .strictObject({
    pages: z.array(PageNumber).describe('the pages that were read, in order; a page that failed is missing here and has a problem'),
    bodySize: z.number().describe('em size in points in which most letters of the document are set'),
    bodyFont: z.string().describe('name of the font in which most letters are set'),
    leading: z.number().describe('usual distance between baselines of body text, points'),
    language: z.string().describe('ISO 639-1 code of the text’s main language, "und" when unsure'),
    furniture: z
      .array(z.strictObject({ page: PageNumber, lines: z.array(z.int().min(0)) }))
      .optional()
      .describe('lines that repeat over pages; the page reader marks them in `Line.furniture`'),
  })
  .meta({ id: 'Layout', title: 'What a document’s pages have in common' })
export type Layout = z.infer<typeof Layout>

/** The glyphs of a line, left to right. */
export const lineGlyphs = (page: PageLayout, line: Line): Glyph[] => line.glyphs.map((index) => glyphAt(page, index))

/** A glyph by index; an index that does not exist is our bug. */
export function glyphAt(page: PageLayout, index: number): Glyph {
  const glyph = page.glyphs[index]
  if (!glyph) throw new Error(`Page ${page.page} has no glyph ${index}.`)
  return glyph
}

/** Plain text of a line, word gaps as spaces; formulas come out flat, so use it to recognise, not to publish. */
export const lineText = (page: PageLayout, line: Line): string => {
  let text = ''
  for (const glyph of lineGlyphs(page, line)) text += glyph.space && text !== '' ? ` ${glyph.text}` : glyph.text
  return text
}

/** Lines of a page with the same key follow one another in one column. */
export const columnKey = ({ band, column }: Pick<Line, 'band' | 'column'>): string => `${band}.${column}`

/** Whether a line is upright text that belongs to the document, no running head. */
export const isRunningText = ({ furniture, angle }: Pick<Line, 'furniture' | 'angle'>): boolean => !furniture && angle === undefined

/** The font of a glyph. */
export function fontOf(page: PageLayout, glyph: Glyph): Font {
  const font = page.fonts[glyph.font]
  if (!font) throw new Error(`Page ${page.page} has no font ${glyph.font}.`)
  return font
}
