import type * as mupdf from 'mupdf'

/** What a font's descriptor says of the typeface. */
export interface FontDescriptor {
  readonly name: string
  readonly italic: boolean
  readonly bold: boolean
  readonly serif: boolean
  readonly mono: boolean
}

/** The engine names a Type 3 font by its object: it has no program to take a name from. */
const TYPE_3 = /^Type3 \((\d+) 0 R\)$/

/** Bits of `Flags`, by the PDF standard. */
const FLAG = { mono: 1, serif: 1 << 1, italic: 1 << 6, bold: 1 << 18 } as const

/** CSS weights from which a face is bold. */
const BOLD_WEIGHT = 600

/** The descriptor of a Type 3 font: browsers set fonts so that may not be embedded, and still say which they are. Undefined for others. */
export function type3Descriptor(document: mupdf.PDFDocument, font: mupdf.Font): FontDescriptor | undefined {
  const object = TYPE_3.exec(font.getName())?.[1]
  if (object === undefined) return undefined
  const descriptor = document.newIndirect(Number(object)).resolve().get('FontDescriptor')
  const name = descriptor.isDictionary() ? descriptor.get('FontName') : undefined
  if (!name?.isName()) return undefined
  const flags = numberOf(descriptor.get('Flags')) ?? 0
  const angle = numberOf(descriptor.get('ItalicAngle')) ?? 0
  return {
    name: name.asName(),
    italic: (flags & FLAG.italic) !== 0 || angle !== 0,
    bold: (flags & FLAG.bold) !== 0 || (numberOf(descriptor.get('FontWeight')) ?? 0) >= BOLD_WEIGHT,
    serif: (flags & FLAG.serif) !== 0,
    mono: (flags & FLAG.mono) !== 0,
  }
}

const numberOf = (object: mupdf.PDFObject): number | undefined => (object.isNumber() ? object.asNumber() : undefined)
