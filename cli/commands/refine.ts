import { readCandidates } from '../../corpus/candidates.ts'
import { chooseDocuments } from '../../corpus/documents.ts'
import { openStore, type Store } from '../../corpus/store.ts'
import type { Workspace } from '../../corpus/workspace.ts'
import type { Pool } from '../../pipeline/pool.ts'
import { missedStarts } from '../../pipeline/refine/segmentation-help.ts'
import { type DocumentPages, refineWithModel } from '../../pipeline/refine/with-model.ts'
import { inspectDocument } from '../../pipeline/run.ts'
import { stages } from '../../pipeline/stages.ts'
import type { DocumentEntry } from '../../schemas/document.ts'
import type { Problem } from '../../schemas/problem.ts'
import { itemsOf, replaceItems } from '../candidate-items.ts'
import { counted } from '../counted.ts'
import type { DefineCommand } from '../define.ts'
import { engineOfKept } from '../engine.ts'
import { toJob, withPool } from '../extraction.ts'
import { mustHaveServer } from '../models/connect.ts'
import { askingModels, type BatchableOptions, batchableOptions, costLine } from '../models-session.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { addStarts, readStarts } from '../starts.ts'
import { currentWorkspace } from '../workspace.ts'

interface RefineOptions extends BatchableOptions {
  readonly segmentation?: boolean
  readonly model?: string
}

export const refineCommand: DefineCommand = (parent, does) => {
  batchableOptions(parent.command('refine'))
    .description('have a model compare extracted items with their pages: transcribe, correct minimally, verify')
    .argument('[document...]', 'documents of the workspace; all when left out')
    .option('--model <name>', 'the model; models.extraction of engvqa.yaml when left out')
    .option('--segmentation', 'instead: ask where problems begin on pages whose numbering leaves doubt; `extract` then uses it')
    .addHelpText('after', '\nExamples:\n  engvqa refine thermo-a --budget 1\n  engvqa refine thermo-a --segmentation')
    .action(
      does<[string[], RefineOptions]>((session, names, options) =>
        options.segmentation ? findStarts(session, names, options) : refine(session, names, options),
      ),
    )
}

async function refine(session: Session, names: readonly string[], options: RefineOptions): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const candidates = await readCandidates(workspace.folder)
  const chosen = chooseDocuments(workspace.documents, names).flatMap(({ id }) => candidates.get(id) ?? [])
  const items = itemsOf(chosen)
  const { models } = workspace.config
  const model = options.model ?? models.extraction
  if (!options.dryRun) mustHaveServer(model, models, session.env) // told once, before any page is read, not with every item
  const store = await openStore(workspace.storeFolder)
  const noted: Problem[] = []
  const { done: refined, books } = await withPool(workspace.config.extraction.jobs, (pool) => {
    const pagesOf = pagesByDocument(session, workspace, store, pool, noted)
    return askingModels(session, workspace.folder, models, options, (asking) =>
      refineWithModel(items, pagesOf, {
        ...asking,
        model,
        picture: async ({ sha256 }) => {
          const bytes = await store.blob(sha256)
          return bytes && { mime: 'image/png', base64: bytes.toString('base64') }
        },
      }),
    )
  })
  if (!options.dryRun) await replaceItems(session, workspace, chosen, refined.items)
  const problems = [...noted, ...refined.problems]
  tell(session, problems, 'the JSON that --json prints')
  const changed = refined.items.filter((item, at) => item.question.text !== items[at]?.question.text).length
  const sum = `${counted(items.length, 'item')} compared with their pages, ${counted(changed, 'text')} changed.`
  show(session, [...(books.estimate() ? [] : [sum]), costLine(books) ?? ''].join('\n'), {
    items: items.length,
    changed,
    problems,
    accounts: books.accounts(),
    estimate: books.estimate(),
  })
  return exitCodeOf(problems)
}

/** Asks for beginnings that the numbering misses, and keeps them for the next extraction. */
async function findStarts(session: Session, names: readonly string[], options: RefineOptions): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const store = await openStore(workspace.storeFolder)
  const { extraction, models } = workspace.config
  const known = await readStarts(workspace.folder)
  const documents = chooseDocuments(workspace.documents, names)
  const noted: Problem[] = []
  const model = options.model ?? models.extraction
  if (!options.dryRun) mustHaveServer(model, models, session.env)
  const { done, books } = await withPool(extraction.jobs, async (pool) => {
    const engine = await engineOfKept(session, workspace.folder, pool, extraction.engine)
    const setup = { chain: stages, store, pool, dpi: extraction.dpi, signal: session.signal, engine }
    const read = async (entry: DocumentEntry) => {
      const found = await inspectDocument(toJob(session, workspace, entry, { starts: known[entry.id] }), 'segment', setup)
      const pages = { readable: (await found.layer('layout')).pages, pages: await found.pages((problem) => noted.push(problem)) }
      return { document: entry.id, segmentation: await found.layer('segment'), pages }
    }
    const all = await Promise.all(documents.map(read))
    return askingModels(session, workspace.folder, models, options, async ({ ask }) => {
      const found: { document: string; starts: string[]; problems: Problem[] }[] = []
      for (const { document, segmentation, pages } of all)
        found.push({ document, ...(await missedStarts(segmentation, pages, { ask, model }, document)) })
      return found
    })
  })
  const starts = Object.fromEntries(done.filter((found) => found.starts.length > 0).map((found) => [found.document, found.starts]))
  if (!options.dryRun) await addStarts(workspace.folder, starts)
  const problems = [...noted, ...done.flatMap((found) => found.problems)]
  tell(session, problems, 'the JSON that --json prints')
  const count = Object.values(starts).flat().length
  const text =
    count === 0
      ? 'No further beginning was found.'
      : `${count} lines may begin problems that were missed. Run \`engvqa extract\` to use them.`
  show(session, [text, costLine(books) ?? ''].join('\n'), { starts, problems, accounts: books.accounts(), estimate: books.estimate() })
  return exitCodeOf(problems)
}

/** Pages of a document, opened once for all its items. */
function pagesByDocument(
  session: Session,
  workspace: Workspace,
  store: Store,
  pool: Pool,
  noted: Problem[],
): (document: string) => Promise<DocumentPages> {
  const open = new Map<string, Promise<DocumentPages>>()
  const start = async (document: string): Promise<DocumentPages> => {
    const [entry] = chooseDocuments(workspace.documents, [document])
    if (!entry) throw new Error(`chooseDocuments gave nothing for ${document}.`)
    const { dpi, engine } = workspace.config.extraction
    const setup = {
      chain: stages,
      store,
      pool,
      dpi,
      signal: session.signal,
      engine: await engineOfKept(session, workspace.folder, pool, engine),
    }
    const found = await inspectDocument(toJob(session, workspace, entry), 'layout', setup)
    return { readable: (await found.layer('layout')).pages, pages: await found.pages((problem) => noted.push(problem)) }
  }
  return (document) => {
    const pages = open.get(document) ?? start(document)
    open.set(document, pages)
    return pages
  }
}
