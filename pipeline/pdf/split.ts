import * as mupdf from 'mupdf'
import type { OpenPdf } from './open.ts'

/** Pages `from` to `to` (counted from 1, both included) as a PDF of their own, for services that take a book only in parts. */
export function cutPages({ document }: OpenPdf, from: number, to: number): Uint8Array {
  const part = new mupdf.PDFDocument()
  try {
    for (let page = from; page <= to; page++) part.graftPage(-1, document, page - 1)
    return part.saveToBuffer('garbage=compact,compress').asUint8Array().slice()
  } finally {
    part.destroy()
  }
}
