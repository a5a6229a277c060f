import type * as mupdf from 'mupdf'
import type { Box } from '../../schemas/geometry.ts'
import type { Drawing, PageImage } from '../../schemas/layout.ts'
import type { FontDescriptor } from './fonts/descriptor.ts'
import type { Matrix } from './matrix.ts'

/** A glyph as painted, before anything is made of it. All lengths in page space. */
export interface RawGlyph {
  /** Pointer of mupdf's font; stable while the page is being read. */
  readonly font: number
  /** Index in the font program; for Type 3 fonts the character code. */
  readonly gid: number
  /** Letters that the PDF's own tables give for it; U+FFFD when they give none. */
  text: string
  readonly trm: Matrix
  readonly advance: number
  readonly colour: string | undefined
  readonly order: number
  /** Ends of the clip in force, to tell what cannot be seen. */
  readonly clip: Box | undefined
}

/** Everything that one page paints, in painting order. */
export interface PageMarks {
  readonly width: number
  readonly height: number
  readonly fonts: Map<number, mupdf.Font>
  /** What the file says of fonts that have no program. */
  readonly descriptors?: ReadonlyMap<number, FontDescriptor>
  readonly glyphs: RawGlyph[]
  /** Text set in rendering mode 3: an OCR layer or a hidden stamp. */
  readonly hidden: RawGlyph[]
  readonly drawings: Drawing[]
  readonly images: PageImage[]
  /** What the engine says of a page that it could read only in part. */
  readonly damage?: string
}
