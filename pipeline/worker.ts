/** Runs in a worker thread of `pool.ts`: everything that needs the PDF open. */
import { readFile } from 'node:fs/promises'
import { type Note, type Problem, ProblemError } from '../schemas/problem.ts'
import { unreadable } from './file-hash.ts'
import { readLayout } from './layout/scanned.ts'
import { packPage } from './page-codec.ts'
import { type OpenPdf, openPdf } from './pdf/open.ts'
import { cropPng, pagePng } from './pdf/render.ts'
import { cutPages } from './pdf/split.ts'
import { cropSvg } from './pdf/vector.ts'
import type { Cut, PdfFile, Reply, TaskName, Tasks } from './tasks.ts'

/** Files. Two: a book and its solution manual; more would multiply memory by threads. */
const MAX_OPEN = 2

/** Most recently used last. */
const open = new Map<string, Promise<OpenPdf>>()

type Answer<Name extends TaskName> = Promise<Reply<Tasks[Name]['value']>>

export const inspect = ({ file }: Tasks['inspect']['request']): Answer<'inspect'> => reply(async () => (await opened(file)).source)

export const readPage = ({ file, page }: Tasks['readPage']['request']): Answer<'readPage'> =>
  reply(async () => {
    const problems: Problem[] = []
    const note: Note = (problem) => problems.push(problem)
    return { bytes: packPage(await readLayout(await opened(file), page, note)), problems }
  })

export const cutPage = ({ file, page, boxes, dpi, turned }: Tasks['cutPage']['request']): Answer<'cutPage'> =>
  reply(async () => {
    const pdf = await opened(file)
    const cuts: Cut[] = []
    for (const box of boxes) {
      const cut = await reply<Cut>(() => cropPng(pdf, page, box, dpi, turned))
      cuts.push('value' in cut ? cut.value : cut)
    }
    return cuts
  })

export const drawPage = ({ file, page, dpi }: Tasks['drawPage']['request']): Answer<'drawPage'> =>
  reply(async () => pagePng(await opened(file), page, dpi))

export const drawSvg = ({ file, page, box }: Tasks['drawSvg']['request']): Answer<'drawSvg'> =>
  reply(async () => cropSvg(await opened(file), page, box))

export const cutOut = ({ file, from, to }: Tasks['cutOut']['request']): Answer<'cutOut'> =>
  reply(async () => cutPages(await opened(file), from, to))

/** Turns expected failures into answers. Anything else goes out as an exception, and ends the thread if its memory is in doubt. */
async function reply<T>(work: () => Promise<T>): Promise<Reply<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem }
    if (error instanceof WebAssembly.RuntimeError) endThread()
    throw error
  }
}

/**
 * After a trap in WebAssembly the engine's heap may be in any state, so this thread must not read another page. `process.exit` ends only
 * the thread here; the pool starts a fresh one and asks again.
 */
const endThread = (): void => {
  setImmediate(() => process.exit(1))
}

function opened(file: PdfFile): Promise<OpenPdf> {
  const key = JSON.stringify([file.path, file.password])
  const pdf = open.get(key) ?? load(file)
  open.delete(key)
  open.set(key, pdf)
  pdf.catch(() => open.delete(key))
  for (const [oldest, other] of open) {
    if (open.size <= MAX_OPEN) break
    open.delete(oldest)
    other.then((unused) => unused.close()).catch(() => undefined) // it never opened, and whoever asked was told so
  }
  return pdf
}

const load = async ({ path, name, password }: PdfFile): Promise<OpenPdf> => openPdf(await bytesOf(path), { file: name, password })

const bytesOf = (path: string): Promise<Uint8Array> =>
  readFile(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
