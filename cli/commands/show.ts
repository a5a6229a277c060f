import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { writeAtomically } from '../../corpus/atomic.ts'
import { chooseDocuments, documentIdOf } from '../../corpus/documents.ts'
import { openStore } from '../../corpus/store.ts'
import { findWorkspace, readWorkspace } from '../../corpus/workspace.ts'
import { type DocumentJob, type Inspection, inspectDocument } from '../../pipeline/run.ts'
import type { LayerName } from '../../pipeline/stage.ts'
import { stages } from '../../pipeline/stages.ts'
import type { Overlay } from '../../schemas/figure.ts'
import type { Righted } from '../../schemas/geometry.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { LayoutEngine } from '../../schemas/workspace.ts'
import type { DefineCommand } from '../define.ts'
import { pagePngWithBoxes, pageSvg, uprightPage } from '../draw.ts'
import { engineOfKept } from '../engine.ts'
import { pageRenderer, toJob, withPool } from '../extraction.ts'
import { PASSWORD_HELP, Passwords, repeated } from '../passwords.ts'
import { type ExitCode, show as print, type Session } from '../session.ts'
import { readStarts } from '../starts.ts'

/** Dots an inch of the page picture. */
const DPI = 110

interface ShowOptions {
  readonly page?: number
  readonly out?: string
  readonly password?: readonly string[]
  readonly run?: string
}

export const showCommand: DefineCommand = (parent, does) => {
  parent
    .command('show')
    .description('draw what a stage saw on a page, or print a judgement whole')
    .argument('<document>', 'a document of the workspace, or a PDF; or the word judgement')
    .argument('<stage>', `one of ${STAGES.join(', ')}; or the id of the judgement or of its item`)
    .option('--page <n>', 'page; the first one on which the stage saw something when left out', pageNumber)
    .option('--out <file>', 'picture to write, .svg or .png; <document>-<stage>-<page>.svg when left out')
    .option('--password <password>', PASSWORD_HELP, repeated)
    .option('--run <dir>', 'of a judgement: the folder that `judge` wrote; searched for when left out')
    .addHelpText(
      'after',
      '\nExamples:\n  engvqa show thermo-a figures --page 3 --out page3.png\n  engvqa show judgement thermodynamics/thermo-a/5-131',
    )
    .action(
      does<[string, string, ShowOptions]>(async (session, document, stage, options) =>
        document === 'judgement' && !STAGES.includes(stage)
          ? (await import('./show-judgement.ts')).printJudgement(session, options.run, stage)
          : draw(session, document, stage, options),
      ),
    )
}

const STAGES: readonly string[] = stages.stages.map(({ adds }) => adds)

function pageNumber(text: string): number {
  const page = Number(text)
  if (!Number.isInteger(page) || page < 1) throw new InvalidArgumentError('Pages are counted from 1.')
  return page
}

async function draw(session: Session, document: string, stage: string, options: ShowOptions): Promise<ExitCode> {
  const { job, storeFolder, dpi, folder, engineName } = await find(session, document, options.password)
  return withPool<ExitCode>(undefined, async (pool) => {
    const engine = await engineOfKept(session, folder, pool, engineName)
    const setup = { chain: stages, store: await openStore(storeFolder), pool, dpi, engine, signal: session.signal }
    const found = await inspectDocument(job, stage as LayerName, setup) // an unknown name is refused with the list of names
    const { pages } = await found.layer('ingest')
    const overlays = await found.overlays()
    const page = options.page ?? overlays[0]?.page ?? 1
    const size = pages[page - 1]
    if (!size) throw wrongPage(page, pages.length)
    const asFiled = { png: await pageRenderer(pool, [job], session.signal)(job.id, page, DPI), width: size.width, height: size.height }
    const righted = await rightedPage(found, page)
    const own = overlays.filter((overlay) => overlay.page === page)
    const { page: drawn, overlays: boxes } = righted ? await uprightPage(asFiled, own, righted) : { page: asFiled, overlays: own }
    const target = resolve(session.cwd, options.out ?? `${job.id}-${stage}-${page}.svg`)
    await writeAtomically(target, extname(target) === '.png' ? await pagePngWithBoxes(drawn, boxes) : pageSvg(drawn, boxes))
    print(session, `${relative(session.cwd, target)}: ${boxes.length} boxes on page ${page}.`, {
      file: target,
      page,
      overlays: own satisfies Overlay[],
    })
    return 0
  })
}

/** The page as it was read, if it lies sideways or upside down in its file and that is known by this stage. */
async function rightedPage(found: Inspection, page: number): Promise<Righted | undefined> {
  if (!found.has('layout') || !(await found.layer('layout')).pages.includes(page)) return undefined
  const read = await (await found.pages(() => undefined)).page(page)
  return read.turned === undefined ? undefined : read
}

const wrongPage = (page: number, pages: number): ProblemError =>
  new ProblemError({ code: 'page-out-of-range', message: `There is no page ${page}.`, hint: `The PDF has ${pages} pages.`, place: {} })

async function find(
  session: Session,
  document: string,
  password: readonly string[] | undefined,
): Promise<{ job: DocumentJob; storeFolder: string; dpi: number; folder: string; engineName: LayoutEngine }> {
  const folder = await findWorkspace(session.cwd)
  const isPdf = document.toLowerCase().endsWith('.pdf') && (await readable(resolve(session.cwd, document)))
  if (folder !== undefined) {
    const workspace = await readWorkspace(folder)
    const known = workspace.documents.some(({ id, file }) => id === document || file === document)
    const [entry] = known || !isPdf ? chooseDocuments(workspace.documents, [document]) : []
    if (entry) {
      const { dpi, engine } = workspace.config.extraction
      const starts = (await readStarts(folder))[entry.id]
      return {
        job: toJob(session, workspace, entry, { password, starts }),
        storeFolder: workspace.storeFolder,
        dpi,
        folder,
        engineName: engine,
      }
    }
  }
  return {
    job: {
      id: documentIdOf(document),
      file: resolve(session.cwd, document),
      subject: 'other',
      licence: 'unknown',
      items: 'problems',
      password: new Passwords(session, password, [{ file: document }]).of({ file: document }),
    },
    storeFolder: join(tmpdir(), 'engvqa-show'),
    dpi: 200,
    folder: session.cwd,
    engineName: 'local',
  }
}

const readable = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  )
