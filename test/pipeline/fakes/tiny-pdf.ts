/** Builds small PDFs by hand, so that a test knows exactly what stands where. */

export interface TinyPage {
  /** Content stream in PDF space: origin at the bottom left. Fonts /F (Helvetica), /B (bold), /T (Times), /M (Symbol). */
  readonly content: string
  /** `/Name value` entries of the XObject dictionary, for example `/Im 10 0 R`. */
  readonly xobjects?: string
  /** Fonts instead of the usual ones. */
  readonly font?: string
  /** Further entries of the resource dictionary. */
  readonly resources?: string
  /** Further entries of the page dictionary, for example `/Rotate 90`. */
  readonly entries?: string
  /** Instead of one from the origin to `width` and `height`. */
  readonly mediaBox?: string
  readonly width?: number
  readonly height?: number
}

/** A stream object: its dictionary without /Length, and its bytes. */
export interface TinyStream {
  readonly dictionary: string
  readonly data: Uint8Array | string
}

const FONTS = '/Font<</F 3 0 R/B 4 0 R/T 5 0 R/M 6 0 R>>'

/** Number of the first extra object: five are taken by catalog, pages and fonts, and every page takes two. */
export const extraObject = (pages: number, index = 0): number => 7 + 2 * pages + index

/** @param extras streams (or plain objects as text) that pages refer to by `extraObject` */
export function tinyPdf(pages: string | readonly TinyPage[], extras: readonly (TinyStream | string)[] = []): Uint8Array {
  const list: readonly TinyPage[] = typeof pages === 'string' ? [{ content: pages }] : pages
  const kids = list.map((_, at) => `${7 + 2 * at} 0 R`).join(' ')
  const font = (name: string): string => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`
  const objects: (TinyStream | string)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${list.length}>>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    font('Times-Roman'),
    '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>',
  ]
  for (const [at, page] of list.entries()) {
    const {
      width = 200,
      height = 200,
      content,
      xobjects = '',
      resources = '',
      entries = '',
      font: fonts = FONTS,
      mediaBox = `0 0 ${width} ${height}`,
    } = page
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[${mediaBox}]/Contents ${8 + 2 * at} 0 R${entries}` +
        `/Resources<<${fonts}/XObject<<${xobjects}>>${resources}>>>>`,
      { dictionary: '', data: content },
    )
  }
  return assemble([...objects, ...extras])
}

function assemble(objects: readonly (TinyStream | string)[]): Uint8Array {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = chunks[0]?.length ?? 0
  const write = (part: Buffer): void => {
    chunks.push(part)
    length += part.length
  }
  for (const [at, object] of objects.entries()) {
    offsets.push(length)
    write(Buffer.from(`${at + 1} 0 obj\n`))
    if (typeof object === 'string') write(Buffer.from(object, 'latin1'))
    else {
      const data = typeof object.data === 'string' ? Buffer.from(object.data, 'latin1') : Buffer.from(object.data)
      write(Buffer.from(`<<${object.dictionary}/Length ${data.length}>>\nstream\n`, 'latin1'))
      write(data)
      write(Buffer.from('\nendstream'))
    }
    write(Buffer.from('\nendobj\n'))
  }
  const start = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`))
  write(Buffer.from(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(chunks)
}

/** A line of text: `size` points of font /F unless another is named, its baseline `y` points above the page's foot. */
export const textAt = (x: number, y: number, text: string, size = 10, font = 'F'): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET\n`
