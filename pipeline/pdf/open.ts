import { createHash } from 'node:crypto'
import * as mupdf from 'mupdf'
import type { Source } from '../../schemas/document.ts'
import { ProblemError } from '../../schemas/problem.ts'
import './engine-log.ts' // before anything is opened: the engine writes to standard output otherwise

/** Bytes in which the header may hide: Acrobat accepts junk before `%PDF-` up to here. */
const HEADER_WINDOW = 1024

/** An open PDF. Who opens it closes it. */
export interface OpenPdf {
  readonly source: Source
  readonly document: mupdf.PDFDocument
  readonly bytes: Uint8Array
  close(): void
}

export interface OpenOptions {
  /** Base name, for messages and `Source.file`. */
  readonly file: string
  /** User or owner password; the empty one is tried first. */
  readonly password?: string | undefined
}

/**
 * Opens a PDF from memory and reads the facts about its pages.
 *
 * @throws ProblemError `file-empty`, `file-not-pdf`, `pdf-damaged`, `pdf-encrypted`, `pdf-wrong-password` or `pdf-no-pages`.
 */
export function openPdf(bytes: Uint8Array, { file, password }: OpenOptions): OpenPdf {
  const place = { document: file, stage: 'ingest' }
  if (bytes.length === 0) {
    throw new ProblemError({ code: 'file-empty', message: 'The file is empty.', hint: 'Download or copy it again.', place })
  }
  if (!hasPdfHeader(bytes)) {
    throw new ProblemError({
      code: 'file-not-pdf',
      message: 'The file is not a PDF: it has no %PDF- header.',
      hint: 'Open it in a viewer; if it is an HTML page or an image, get the PDF itself.',
      place,
    })
  }
  const document = parse(bytes, file)
  try {
    const encrypted = document.needsPassword() || isEncrypted(document)
    unlock(document, password, file)
    return { source: facts(document, bytes, file, encrypted), document, bytes, close: () => document.destroy() }
  } catch (cause) {
    document.destroy()
    throw cause
  }
}

const hasPdfHeader = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, HEADER_WINDOW)).includes('%PDF-')

function parse(bytes: Uint8Array, file: string): mupdf.PDFDocument {
  try {
    const document = mupdf.Document.openDocument(bytes, 'application/pdf')
    if (document instanceof mupdf.PDFDocument) return document
    throw new Error('mupdf opened something other than a PDF.')
  } catch (cause) {
    throw isAboutEncryption(cause) ? locked(file, cause) : damaged(file, cause)
  }
}

const isAboutEncryption = (cause: unknown): boolean =>
  cause instanceof Error && /encrypt|crypt filter|security handler/i.test(cause.message)

const locked = (file: string, cause: unknown): ProblemError =>
  new ProblemError(
    {
      code: 'pdf-encrypted',
      message: 'The file is encrypted in a way that cannot be undone here: for certain people or by a program of its own.',
      hint: 'Ask the publisher for an open copy, or save one with the program that can open it.',
      place: { document: file, stage: 'ingest' },
    },
    { cause },
  )

const damaged = (file: string, cause: unknown): ProblemError =>
  new ProblemError(
    {
      code: 'pdf-damaged',
      message: 'The PDF is damaged beyond repair: no pages can be read from it.',
      hint: 'Get a fresh copy, or rewrite it with `qpdf in.pdf out.pdf` and try that.',
      place: { document: file, stage: 'ingest' },
    },
    { cause },
  )

const isEncrypted = (document: mupdf.PDFDocument): boolean => !document.getTrailer().get('Encrypt').isNull()

function unlock(document: mupdf.PDFDocument, password: string | undefined, file: string): void {
  if (!document.needsPassword()) return
  const place = { document: file, stage: 'ingest' }
  if (document.authenticatePassword('') !== 0) return
  if (password === undefined) {
    throw new ProblemError({
      code: 'pdf-encrypted',
      message: 'The file asks for a password.',
      hint: 'Give it with --password or in ENGVQA_PDF_PASSWORD, or ask the publisher for an open copy.',
      place,
    })
  }
  if (document.authenticatePassword(password) === 0) {
    throw new ProblemError({
      code: 'pdf-wrong-password',
      message: 'The password does not open the file.',
      hint: 'Check it for typing errors and upper case.',
      place,
    })
  }
}

function facts(document: mupdf.PDFDocument, bytes: Uint8Array, file: string, encrypted: boolean): Source {
  const count = pageCount(document, file)
  if (count === 0) {
    throw new ProblemError({
      code: 'pdf-no-pages',
      message: 'The PDF has no pages.',
      hint: 'Get a fresh copy; this one was cut off or made by mistake.',
      place: { document: file, stage: 'ingest' },
    })
  }
  const pages = Array.from({ length: count }, (_, index) => pageFacts(document, index))
  const title = document.getMetaData('info:Title')
  const producer = document.getMetaData('info:Producer')
  return {
    file,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    encrypted,
    repaired: document.wasRepaired(),
    pages,
    ...(title ? { title } : {}),
    ...(producer ? { producer } : {}),
  }
}

function pageCount(document: mupdf.PDFDocument, file: string): number {
  try {
    return document.countPages()
  } catch (cause) {
    throw damaged(file, cause)
  }
}

/** A page that cannot be loaded keeps its place with A4 size; layout then reports it as unreadable. */
function pageFacts(document: mupdf.PDFDocument, index: number): Source['pages'][number] {
  try {
    const object = document.findPage(index)
    const page = document.loadPage(index)
    const [left, top, right, bottom] = page.getBounds()
    page.destroy()
    return { page: index + 1, width: right - left || 1, height: bottom - top || 1, rotation: quarterTurns(object) }
  } catch {
    return { page: index + 1, width: 595, height: 842, rotation: 0 }
  }
}

function quarterTurns(page: mupdf.PDFObject): 0 | 90 | 180 | 270 {
  const rotate = page.getInheritable('Rotate')
  const turned = rotate.isNumber() ? ((rotate.asNumber() % 360) + 360) % 360 : 0
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0
}
