import { LRUCache } from 'lru-cache'
import type { Source } from '../schemas/document.ts'
import type { PageLayout } from '../schemas/layout.ts'
import { type Note, type Problem, ProblemError, sentenceOf } from '../schemas/problem.ts'
import { crop } from './crops.ts'
import type { FileSetup, PageCache } from './file-setup.ts'
import { endsRun, isAboutFile, type Keep } from './keep.ts'
import { PAGE_CODEC_VERSION, packPage, unpackPage } from './page-codec.ts'
import { UnsettledError } from './pool.ts'
import type { FileWork, PageReader } from './stage.ts'
import { EngineError } from './text-engine.ts'

/** Glyphs of pages held ready. At about 400 bytes each this is 200 MB, some 200 dense pages. */
const CACHED_GLYPHS = 500_000

/** Counts for a page besides its glyphs, so that pages without text take room too. */
const PAGE_WEIGHT = 100

/** One cache for a whole run, whatever number of documents is under way. */
export const createPageCache = (): PageCache =>
  new LRUCache<string, PageLayout>({
    maxSize: CACHED_GLYPHS,
    maxEntrySize: CACHED_GLYPHS,
    sizeCalculation: ({ glyphs, drawings }) => PAGE_WEIGHT + glyphs.length + drawings.length,
  })

/** Everything that can be had from one file, through the store and the worker threads. */
export interface FileReader {
  readonly work: (note: Note, unsettled: () => void) => FileWork
  readonly pages: (note: Note, unsettled: () => void, furniture: Furniture) => PageReader
}

/** Page → lines that repeat over pages. */
export type Furniture = ReadonlyMap<number, ReadonlySet<number>>

export function createFileReader(setup: FileSetup): FileReader {
  return {
    work: (note, unsettled) => ({
      inspect: (): Promise<Source> => setup.pool.run('inspect', { file: setup.file }, setup.signal),
      readPages: (pages) => {
        setup.engine?.want(pages)
        return readInOrder(setup, pages, note, unsettled)
      },
    }),
    pages: (note, unsettled, furniture) => ({
      page: async (page) => withFurniture((await pageOf(setup, page)).layout, furniture.get(page)),
      crop: (requests) => crop(setup, requests, note, unsettled, async (page) => (await pageOf(setup, page)).layout),
    }),
  }
}

const withFurniture = (layout: PageLayout, marked: ReadonlySet<number> | undefined): PageLayout =>
  marked ? { ...layout, lines: layout.lines.map((line, index) => (marked.has(index) ? { ...line, furniture: true } : line)) } : layout

async function* readInOrder(
  setup: FileSetup,
  pages: readonly number[],
  note: Note,
  unsettled: () => void,
): AsyncGenerator<PageLayout, void, undefined> {
  const under: Promise<ReadResult>[] = []
  let next = 0
  const startMore = () => {
    while (next < pages.length && under.length < setup.ahead) {
      const result = attemptPage(setup, pages[next++] ?? 0)
      result.catch(() => undefined) // told when its turn comes; by then the run may have ended for the same reason
      under.push(result)
    }
  }
  startMore()
  for (let first = under.shift(); first; first = under.shift()) {
    startMore()
    const result = await first
    for (const problem of result.problems) note(problem)
    if (result.unsettled) unsettled()
    if (result.layout) yield result.layout
  }
}

interface ReadResult {
  readonly layout?: PageLayout
  readonly problems: readonly Problem[]
  readonly unsettled: boolean
}

/** Never rejects but for what ends the run or concerns every page: a page that fails becomes a problem. */
async function attemptPage(setup: FileSetup, page: number): Promise<ReadResult> {
  try {
    return { ...(await pageOf(setup, page)), unsettled: false }
  } catch (error) {
    if (endsRun(error) || isAboutFile(error) || error instanceof EngineError) return await Promise.reject(error)
    return { problems: [pageProblem(error, page)], unsettled: error instanceof UnsettledError || !(error instanceof ProblemError) }
  }
}

const pageProblem = (error: unknown, page: number): Problem =>
  error instanceof ProblemError
    ? { ...error.problem, place: { ...error.problem.place, page } }
    : {
        code: 'page-unreadable',
        severity: 'error',
        message: `The page could not be read: ${sentenceOf(error)}`,
        hint: 'Please report the file; the other pages are not affected.',
        place: { page },
      }

interface KnownPage {
  readonly layout: PageLayout
  readonly problems: readonly Problem[]
}

/** A page from the cache, the store or the file, in this order; kept in the store as soon as it is read. */
async function pageOf(setup: FileSetup, page: number): Promise<KnownPage> {
  const engine = setup.engine && { engine: setup.engine.key }
  const key = setup.keep.key({ page, sha256: setup.sha256, version: setup.layoutVersion, codec: PAGE_CODEC_VERSION, ...engine })
  const cached = setup.cache.get(key)
  if (cached) return { layout: cached, problems: [] }
  const stored = await recallPage(setup.keep, key)
  const known = stored ?? (await readAndKeep(setup, key, page))
  setup.cache.set(key, known.layout)
  return known
}

async function readAndKeep(setup: FileSetup, key: string, page: number): Promise<KnownPage> {
  const { bytes, problems } = await setup.pool.run('readPage', { file: setup.file, page }, setup.signal)
  const own = unpackPage(bytes)
  if (!own) throw new Error(`Page ${page} came back from its thread in a shape that cannot be read.`)
  const all = [...problems]
  const layout = setup.engine ? await setup.engine.read(own, (problem) => all.push(problem)) : own
  await setup.keep.putResult(key, Buffer.concat([Buffer.from(`${JSON.stringify(all)}\n`), layout === own ? bytes : packPage(layout)]))
  return { layout, problems: all }
}

async function recallPage(keep: Keep, key: string): Promise<KnownPage | undefined> {
  const stored = await keep.result(key)
  if (!stored) return undefined
  const end = stored.indexOf('\n')
  const layout = unpackPage(stored.subarray(end + 1))
  return layout && { layout, problems: JSON.parse(stored.subarray(0, end).toString('utf8')) as Problem[] } // written by `readAndKeep`, checked by the store
}
