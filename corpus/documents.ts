import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isSeq } from 'yaml'
import { type DocumentEntry, DocumentsFile } from '../schemas/document.ts'
import { ProblemError } from '../schemas/problem.ts'
import { errorCode, writeAtomically } from './atomic.ts'
import { type Manifest, nearest, parseManifest } from './manifest.ts'

export const DOCUMENTS_FILE = 'documents.yaml'

const HEADER = `# One entry a source. Comments are kept when \`engvqa add\` writes here.
`

/** Reads documents.yaml of a workspace. Throws ProblemError `manifest-invalid` with file and line. */
export async function readDocuments(folder: string): Promise<DocumentEntry[]> {
  const { value } = await readManifest(folder)
  const seen = new Set<string>()
  for (const { id } of value.documents) {
    if (seen.has(id)) {
      throw new ProblemError({
        code: 'manifest-invalid',
        message: `${DOCUMENTS_FILE} has two documents with the id “${id}”.`,
        hint: 'Rename one of them: the id is part of every item’s id.',
        place: { document: id },
      })
    }
    seen.add(id)
  }
  return value.documents
}

async function readManifest(folder: string): Promise<Manifest<DocumentsFile>> {
  const text = await readFile(join(folder, DOCUMENTS_FILE), 'utf8').catch((cause: unknown) => {
    if (errorCode(cause) === 'ENOENT') return HEADER
    throw cause
  })
  return parseManifest(DocumentsFile, text, DOCUMENTS_FILE)
}

/** Adds an entry at the end of documents.yaml, comments kept. Throws ProblemError `document-exists`, or as `readDocuments`. */
export async function addDocument(folder: string, entry: DocumentEntry): Promise<void> {
  const { value, document } = await readManifest(folder)
  mustBeNew(value.documents, entry.id)
  const list = document.get('documents', true)
  if (isSeq(list)) {
    list.flow = false
    list.add(document.createNode(entry))
  } else document.set('documents', [entry])
  await writeAtomically(join(folder, DOCUMENTS_FILE), document.toString({ lineWidth: 0 }))
}

/** Throws ProblemError `document-exists` when one of the documents has that id. */
export function mustBeNew(documents: readonly DocumentEntry[], id: string): void {
  if (!documents.some((document) => document.id === id)) return
  throw new ProblemError({
    code: 'document-exists',
    message: `There is a document “${id}” already.`,
    hint: `Give this one another name with --id, or edit its entry in ${DOCUMENTS_FILE}.`,
    place: { document: id },
  })
}

/** The entries of those ids, in the order of the file; all when none is named. Throws ProblemError `document-unknown`. */
export function chooseDocuments(documents: readonly DocumentEntry[], names: readonly string[]): DocumentEntry[] {
  const wanted = new Set(
    names.map((name) => documents.find(({ id, file }) => id === name || file === name)?.id ?? missing(documents, name)),
  )
  return documents.filter(({ id }) => names.length === 0 || wanted.has(id))
}

function missing(documents: readonly DocumentEntry[], name: string): never {
  const ids = documents.map(({ id }) => id)
  const guess = nearest(documentIdOf(name), ids)
  throw new ProblemError({
    code: 'document-unknown',
    message: `There is no document “${name}” in ${DOCUMENTS_FILE}.`,
    hint: guess ? `Did you mean “${guess}”?` : 'Add it with `engvqa add`; `engvqa list` shows what is there.',
    place: { document: name },
  })
}

/**
 * What a document is called when nobody names it: the file's base name, with what an id may not hold replaced.
 * A name in another script would leave nothing to tell two files apart by: a checksum of the name stands in for it.
 */
export function documentIdOf(file: string): string {
  const name = basename(file)
  const bare = extname(name).toLowerCase() === '.pdf' ? name.slice(0, -4) : name
  const id = bare.replace(/[^a-zA-Z0-9._-]+/g, '-').replace(/^[^a-zA-Z0-9]+/, '')
  if (id !== '' && (/[a-zA-Z]/.test(id) || id === bare)) return id
  return `document-${createHash('sha256').update(bare.normalize()).digest('hex').slice(0, NAME_DIGITS)}`
}

/** Hexadecimal digits of a name's checksum: few enough to read, enough for the files of one folder. */
const NAME_DIGITS = 8

/** Names for several files, each other than the rest: the second “sheet” is “sheet-2”. */
export function distinctIdsOf(files: readonly string[]): string[] {
  const names = files.map(documentIdOf)
  const taken = new Set<string>()
  return names.map((name) => {
    let id = name
    for (let count = 2; taken.has(id) || (id !== name && names.includes(id)); count++) id = `${name}-${count}`
    taken.add(id)
    return id
  })
}

/** sha256 of a file, read in pieces. */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Page numbers of a list such as "3-40,52", ascending and each once. Throws ProblemError `usage`. */
export function toPageList(text: string): number[] {
  const pages = new Set<number>()
  for (const piece of text.split(',')) {
    const [, first, last] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(piece) ?? []
    const [from, to] = [Number(first), Number(last ?? first)]
    if (from >= 1 && to >= from && to > MAX_PAGES) {
      throw new ProblemError({
        code: 'usage',
        message: `“${text}” goes beyond page ${MAX_PAGES}; no PDF has that many pages.`,
        hint: 'Write pages like 3-40 or 1,4-7.',
        place: {},
      })
    }
    if (!(from >= 1 && to >= from)) {
      throw new ProblemError({
        code: 'usage',
        message: `“${text}” is not a list of pages.`,
        hint: 'Write pages like 3-40 or 1,4-7.',
        place: {},
      })
    }
    for (let page = from; page <= to; page++) pages.add(page)
  }
  return [...pages].toSorted((a, b) => a - b)
}

/** Pages. No PDF has more; keeps a typing slip such as 1-4000000000 from filling memory. */
const MAX_PAGES = 100_000
