/** Builds small PDFs by hand, so that a test knows exactly what stands where. */

/** A page of a handmade PDF. Fonts: F Helvetica, B Helvetica-Bold, T Times-Roman, I Times-Italic, S Symbol. */
export interface TinyPage {
  /** Content stream in PDF space: origin at the bottom left, y up; one byte a character. */
  readonly content: string
  readonly width?: number
  readonly height?: number
  /** Instead of one from the origin to `width` and `height`: "-50 0 150 200". */
  readonly mediaBox?: string
  readonly rotate?: number
  /** Further entries of the page dictionary, for example "/CropBox [10 10 90 90]". */
  readonly entries?: string
  /** Further entries of the font dictionary, for example `/G ${extraObject()} 0 R`. */
  readonly fonts?: string
  /** Entries of the XObject dictionary, for example `/Im ${extraObject()} 0 R`. */
  readonly xobjects?: string
  /** Further entries of the resource dictionary. */
  readonly resources?: string
}

/** A stream object: its dictionary without /Length, and its bytes. */
export interface TinyStream {
  readonly dictionary: string
  readonly data: Uint8Array | string
}

const FONTS = { F: 'Helvetica', B: 'Helvetica-Bold', T: 'Times-Roman', I: 'Times-Italic', S: 'Symbol' } as const
const FIRST_FONT = 3
const FIRST_EXTRA = FIRST_FONT + Object.keys(FONTS).length

/** Number of an extra object, to refer to it by. */
export const extraObject = (index = 0): number => FIRST_EXTRA + index

/** A PDF whose geometry is known exactly, because it is written here. Pages refer to `extras` by `extraObject`. */
export function tinyPdf(pages: string | readonly (TinyPage | string)[], extras: readonly (TinyStream | string)[] = []): Uint8Array {
  const list = typeof pages === 'string' ? [pages] : pages
  const first = FIRST_EXTRA + extras.length
  const kids = list.map((_, at) => `${first + 2 * at} 0 R`).join(' ')
  return assemble([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${list.length}>>`,
    ...Object.entries(FONTS).map(([key, name]) => `<</Type/Font/Subtype/Type1/BaseFont/${name}${encoding(key)}>>`),
    ...extras,
    ...list.flatMap((page, at) => pageObjects(typeof page === 'string' ? { content: page } : page, first + 2 * at)),
  ])
}

const encoding = (key: string): string => (key === 'S' ? '' : '/Encoding/WinAnsiEncoding')

function pageObjects(page: TinyPage, number: number): (TinyStream | string)[] {
  const { content, width = 200, height = 200, mediaBox = `0 0 ${width} ${height}`, rotate, entries = '' } = page
  const turned = rotate === undefined ? '' : `/Rotate ${rotate}`
  const fonts = Object.keys(FONTS).map((key, at) => `/${key} ${FIRST_FONT + at} 0 R`)
  const resources = `/Font<<${fonts.join('')}${page.fonts ?? ''}>>/XObject<<${page.xobjects ?? ''}>>${page.resources ?? ''}`
  return [
    `<</Type/Page/Parent 2 0 R/MediaBox[${mediaBox}]${turned}${entries}/Resources<<${resources}>>/Contents ${number + 1} 0 R>>`,
    { dictionary: '', data: content },
  ]
}

/** Numbers the objects from 1 and writes the file around them. */
function assemble(objects: readonly (TinyStream | string)[]): Uint8Array {
  const chunks: Buffer[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
    chunks.push(bytes)
    length += bytes.length
  }
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  for (const [at, object] of objects.entries()) {
    offsets.push(length)
    write(`${at + 1} 0 obj\n`)
    if (typeof object === 'string') write(object)
    else {
      write(`<<${object.dictionary}/Length ${object.data.length}>>\nstream\n`)
      write(object.data)
      write('\nendstream')
    }
    write('\nendobj\n')
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(chunks)
}

/** One line of text at a baseline, in PDF space (y up). */
export const show = (text: string, x: number, y: number, { font = 'F', size = 10 }: { font?: string; size?: number } = {}): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET\n`

/** A raw carriage return in a string would be read as a line feed. */
const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&').replaceAll('\r', '\\r')
