/** A page of a handmade PDF: content stream and page entries. Fonts: F Helvetica, B Helvetica-Bold, T Times-Roman, I Times-Italic, S Symbol. */
export interface TinyPage {
  readonly content: string
  readonly width?: number
  readonly height?: number
  readonly rotate?: number
  /** Further entries of the page dictionary, for example "/CropBox [10 10 90 90]". */
  readonly entries?: string
}

const FONTS = { F: 'Helvetica', B: 'Helvetica-Bold', T: 'Times-Roman', I: 'Times-Italic', S: 'Symbol' } as const

/** A PDF whose geometry is known exactly, because it is written here. `extra` objects are numbered from 20. */
export function tinyPdf(pages: readonly (TinyPage | string)[], extra: readonly string[] = [], resources = ''): Uint8Array {
  const fonts = Object.entries(FONTS).map(
    ([key, name], at) =>
      [`${3 + at} 0 obj << /Type /Font /Subtype /Type1 /BaseFont /${name} ${encoding(key)} >> endobj`, `/${key} ${3 + at} 0 R`] as const,
  )
  const first = 20 + extra.length
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')
  const objects = [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    `2 0 obj << /Type /Pages /Kids [${kids}] /Count ${pages.length} >> endobj`,
    ...fonts.map(([object]) => object),
    ...extra.map((body, at) => `${20 + at} 0 obj ${body} endobj`),
    ...pages.flatMap((page, at) =>
      pageObjects(
        typeof page === 'string' ? { content: page } : page,
        first + 2 * at,
        `/Font << ${fonts.map(([, use]) => use).join(' ')} >> ${resources}`,
      ),
    ),
  ]
  return assemble(objects)
}

const encoding = (key: string): string => (key === 'S' ? '' : '/Encoding /WinAnsiEncoding')

function pageObjects({ content, width = 200, height = 200, rotate, entries = '' }: TinyPage, number: number, resources: string): string[] {
  const turned = rotate === undefined ? '' : `/Rotate ${rotate}`
  return [
    `${number} 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${turned} ${entries} /Resources << ${resources} >> /Contents ${number + 1} 0 R >> endobj`,
    `${number + 1} 0 obj << /Length ${Buffer.byteLength(content, 'latin1')} >> stream\n${content}\nendstream endobj`,
  ]
}

function assemble(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n'
  const offsets = new Map<number, number>()
  for (const object of objects) {
    offsets.set(Number.parseInt(object, 10), file.length)
    file += `${object}\n`
  }
  const size = Math.max(...offsets.keys()) + 1
  const start = file.length
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number)
    return offset === undefined ? '0000000000 65535 f ' : `${String(offset).padStart(10, '0')} 00000 n `
  })
  file += `xref\n0 ${size}\n${rows.join('\n')}\ntrailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** One line of text at a baseline, in PDF space (y up). */
export const show = (
  text: string,
  x: number,
  y: number,
  { font = 'F', size = 10 }: { font?: keyof typeof FONTS; size?: number } = {},
): string => `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
