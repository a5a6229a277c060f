import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { chooseDocuments, distinctIdsOf, documentIdOf, toPageList } from '../../corpus/documents.ts'
import { openStore } from '../../corpus/store.ts'
import { findWorkspace, noWorkspace, readWorkspace, type Workspace } from '../../corpus/workspace.ts'
import type { Pool } from '../../pipeline/pool.ts'
import type { DocumentJob, DocumentResult } from '../../pipeline/run.ts'
import type { Queued } from '../../review/queue.ts'
import type { Item } from '../../schemas/item.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { CropDpi, LayoutEngine } from '../../schemas/workspace.ts'
import { assignTopics } from '../../topics/assign.ts'
import { counted } from '../counted.ts'
import type { DefineCommand } from '../define.ts'
import { engineLine, engineOf, keepEngineRecord, priceDocuments } from '../engine.ts'
import { writeExport } from '../export.ts'
import { extractAll, pageRenderer, svgCutter, toJob, withPool } from '../extraction.ts'
import { isLost, keepCandidates } from '../keep-candidates.ts'
import type { AdobeAccounts } from '../models/transactions.ts'
import { type MoneyOptions, moneyOptions } from '../money-options.ts'
import { toCount, toNatural } from '../option-values.ts'
import { PASSWORD_HELP, Passwords, repeated } from '../passwords.ts'
import { enqueue } from '../review-queue.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { readStarts } from '../starts.ts'
import { summaryRows, summaryTable } from '../summary.ts'
import { listsFor } from '../topic-lists.ts'

/** Subject of a PDF that belongs to no workspace and is not said to belong to one. */
const NO_SUBJECT = 'other'

export interface ExtractOptions extends MoneyOptions {
  readonly out?: string
  readonly solutions?: string
  readonly items?: 'problems' | 'examples'
  readonly pages?: string
  readonly password?: readonly string[]
  readonly jobs?: number
  readonly dpi?: number
  readonly subject?: string
  readonly licence?: string
  readonly preview?: boolean
  readonly svg?: boolean
  readonly engine?: LayoutEngine
  readonly transactions?: number
}

export const extractCommand: DefineCommand = (parent, does) => {
  options(parent.command('extract'))
    .addHelpText(
      'after',
      `
Examples:
  engvqa extract                                        all documents of the workspace
  engvqa extract thermo-a dyn-a                         those two
  engvqa extract book.pdf --out out --solutions sol.pdf one PDF, without a workspace`,
    )
    .action(does<[string[], ExtractOptions]>((session, files, chosen) => extract(session, files, chosen)))
}

const options = (command: Command): Command =>
  moneyOptions(command)
    .description('find problems, diagrams, equations and solutions in PDFs')
    .argument('[file...]', 'documents of the workspace, or PDFs together with --out; all documents when left out')
    .option('--out <dir>', 'write items.jsonl, problems.jsonl and images/ there')
    .option('--solutions <file>', 'a separate solution manual, for a single PDF')
    .addOption(new Option('--items <kind>', 'which numbered things become items').choices(['problems', 'examples']))
    .option('--pages <list>', 'only these pages, for example 3-40 or 1,4-7')
    .option('--password <password>', PASSWORD_HELP, repeated)
    .option('--jobs <n>', 'worker threads; one a core when left out', toCount)
    .option('--dpi <n>', 'resolution of crops, dots an inch', toDpi)
    .addOption(
      new Option('--engine <name>', 'who reads the text of pages; engvqa.yaml decides when left out').choices(LayoutEngine.options),
    )
    .option('--transactions <n>', 'document transactions that adobe may be paid for', toNatural)
    .option('--subject <id>', 'subject of a single PDF, for its topics')
    .option('--licence <id>', 'licence of a single PDF')
    .option('--preview', 'with --out: write preview.html too')
    .option('--svg', 'with --out: write diagrams that are drawn of lines and letters as SVG too, beside their PNG')

function toDpi(text: string): number {
  const { success, data } = CropDpi.safeParse(text.trim() === '' ? text : Number(text))
  if (!success) throw new InvalidArgumentError(`It must be a whole number from ${CropDpi.minValue} to ${CropDpi.maxValue}.`)
  return data
}

/** Extracts in a workspace, or single PDFs into `--out`. */
async function extract(session: Session, files: readonly string[], chosen: ExtractOptions): Promise<ExitCode> {
  if (chosen.pages !== undefined) toPageList(chosen.pages) // refused before any work is done
  const folder = await findWorkspace(session.cwd)
  const workspace = folder === undefined ? undefined : await readWorkspace(folder)
  const known = new Set(workspace?.documents.flatMap(({ id, file }) => [id, file]))
  const isInside = workspace !== undefined && !(chosen.out !== undefined && files.length > 0 && files.some((file) => !known.has(file)))
  if (isInside) return inWorkspace(session, workspace, files, chosen)
  if (chosen.out !== undefined && files.length > 0) {
    const price = workspace?.config.extraction.adobeTransaction
    return singly(session, files, { ...chosen, out: chosen.out }, price)
  }
  throw files.length > 0 ? withoutOut(files) : noWorkspace(session.cwd)
}

const withoutOut = (files: readonly string[]): ProblemError =>
  new ProblemError({
    code: 'usage',
    message: 'There is no workspace here, and no --out says where the result should go.',
    hint: `Run \`engvqa extract ${files.join(' ')} --out DIR\`.`,
    place: {},
  })

async function singly(
  session: Session,
  files: readonly string[],
  chosen: ExtractOptions & { readonly out: string },
  price: number | undefined,
): Promise<ExitCode> {
  if (chosen.solutions !== undefined && files.length > 1) {
    throw new ProblemError({ code: 'usage', message: '--solutions goes with one PDF.', hint: 'Run the command once for each.', place: {} })
  }
  const out = resolve(session.cwd, chosen.out)
  const store = await openStore(join(out, '.engvqa', 'store'))
  const paths = [...new Set(files.map((file) => resolve(session.cwd, file)))] // one named twice is read once
  const ids = distinctIdsOf(paths)
  const jobs = paths.map((path, at) => toSingleJob(session, path, ids[at] ?? documentIdOf(path), chosen, paths))
  return withPool(chosen.jobs, async (pool) => {
    const engine = await engineOf(session, out, pool, { ...chosen, name: chosen.engine ?? 'local', price })
    const settings = { store, pool, engine, dpi: chosen.dpi ?? 200 }
    if (chosen.dryRun) return priceDocuments(session, jobs, settings)
    const results = await extractAll(session, jobs, settings)
    await keepEngineRecord(out, engine, jobs, results)
    const items = await withTopics(
      results.flatMap((result) => result.items),
      chosen.subject,
    )
    const problems = results.flatMap((result) => result.problems)
    if (results.every(isLost)) return nothing(session, results, problems, chosen.out)
    await writeExport({ folder: out, items, problems, store, ...drawers(session, pool, jobs, chosen) })
    return report(session, results, problems, join(chosen.out, 'problems.jsonl'), {
      text: [`${counted(items.length, 'item')} in ${join(chosen.out, 'items.jsonl')}`, ...engineLine(engine)].join('\n'),
      accounts: engine?.accounts(),
    })
  })
}

function toSingleJob(session: Session, file: string, id: string, chosen: ExtractOptions, files: readonly string[]): DocumentJob {
  const solutions = chosen.solutions === undefined ? undefined : resolve(session.cwd, chosen.solutions)
  const passwords = new Passwords(session, chosen.password, [
    { id, file },
    ...[...files, solutions ?? file].map((other) => ({ file: other })),
  ])
  const password = passwords.of({ id, file })
  return {
    id,
    file,
    subject: chosen.subject ?? NO_SUBJECT,
    licence: chosen.licence ?? 'unknown',
    items: chosen.items ?? 'problems',
    pages: chosen.pages === undefined ? undefined : toPageList(chosen.pages),
    solutions,
    password,
    solutionsPassword: solutions === undefined ? undefined : passwords.of({ file: solutions }, password),
  }
}

/** What of the pages is to be drawn for an export. */
const drawers = ({ signal }: Session, pool: Pool, jobs: readonly DocumentJob[], { preview, svg }: ExtractOptions) => ({
  renderPage: preview ? pageRenderer(pool, jobs, signal) : undefined,
  drawSvg: svg ? svgCutter(pool, jobs, signal) : undefined,
})

/** Topics by the embedded method, where the subject is known. */
async function withTopics(items: readonly Item[], subject: string | undefined): Promise<readonly Item[]> {
  if (subject === undefined || items.length === 0) return items
  const { lists } = await listsFor(items)
  return (await assignTopics(items, lists, { by: 'embedded' })).items
}

async function inWorkspace(session: Session, workspace: Workspace, names: readonly string[], chosen: ExtractOptions): Promise<ExitCode> {
  if (chosen.solutions !== undefined) {
    throw new ProblemError({
      code: 'usage',
      message: 'In a workspace the solution manual stands in documents.yaml.',
      hint: 'Write `solutions: FILE` into the document’s entry.',
      place: {},
    })
  }
  const entries = chooseDocuments(workspace.documents, names)
  if (entries.length === 0) {
    throw new ProblemError({
      code: 'document-unknown',
      message: 'documents.yaml lists no documents.',
      hint: 'Add one with `engvqa add FILE --subject S`.',
      place: {},
    })
  }
  const store = await openStore(workspace.storeFolder)
  const starts = await readStarts(workspace.folder)
  const jobs = entries.map((entry) => toJob(session, workspace, entry, { ...chosen, starts: starts[entry.id] }))
  return withPool(chosen.jobs ?? workspace.config.extraction.jobs, async (pool) => {
    const { extraction } = workspace.config
    const { engine: name = extraction.engine, dpi = extraction.dpi } = chosen
    const engine = await engineOf(session, workspace.folder, pool, { ...chosen, name, price: extraction.adobeTransaction })
    const settings = { store, pool, engine, dpi }
    if (chosen.dryRun) return priceDocuments(session, jobs, settings)
    const results = await extractAll(session, jobs, settings)
    await keepEngineRecord(workspace.folder, engine, jobs, results)
    const topics = await keepCandidates(workspace, results, chosen.pages !== undefined)
    const queued = await enqueue(session, workspace, topics.kept, topics.whole)
    const problems = [...results.flatMap((result) => result.problems), ...topics.problems]
    if (chosen.out !== undefined) {
      const drawn = drawers(session, pool, jobs, chosen)
      await writeExport({ folder: resolve(session.cwd, chosen.out), items: topics.items, problems, store, ...drawn })
    }
    if (results.every(isLost)) return nothing(session, results, problems, '.engvqa/candidates')
    const lines = [...queueLines(topics.kept.length, queued), ...topics.untouched.map(untouchedLine), ...engineLine(engine)].join('\n')
    return report(session, results, problems, '.engvqa/candidates', { text: lines, accounts: engine?.accounts() })
  })
}

/** What the extraction has made of the queue, and of the decisions in it. */
const queueLines = (items: number, { added, changed, unchanged, gone, moved }: Queued): string[] => [
  `${counted(items, 'item')}: ${added} new in the review queue, ${changed} changed, ${unchanged} unchanged.`,
  ...(moved.length > 0 ? [`Decisions that no longer hold: ${moved.length}, listed in the review under “Moved by a rerun”.`] : []),
  ...(gone > 0 ? [`Items that were not found again: ${gone}, kept in the review under “No longer found”.`] : []),
]

const untouchedLine = (document: string): string =>
  `${document}: only a part was read, so its items from the extraction before stay as they are. --out DIR writes the part.`

/** Nothing came of any document: people are told why, and machines get the same value as from a success. */
function nothing(session: Session, results: readonly DocumentResult[], problems: readonly Problem[], where: string): ExitCode {
  tell(session, problems, where)
  if (session.json) show(session, '', { documents: summaryRows(results), problems })
  return 3
}

function report(
  session: Session,
  results: readonly DocumentResult[],
  problems: readonly Problem[],
  where: string,
  { text, accounts }: { readonly text: string; readonly accounts: AdobeAccounts | undefined },
): ExitCode {
  const rows = summaryRows(results)
  tell(session, problems, where)
  if (!session.quiet || session.json) show(session, `${summaryTable(rows)}\n\n${text}`, { documents: rows, problems, accounts })
  const code = exitCodeOf(problems)
  const isSilent = session.quiet && !problems.some(({ severity }) => severity === 'error')
  if (code !== 0 && isSilent) session.err(`${problems.filter(({ severity }) => severity === 'warning').length} to look at in ${where}.\n`)
  return code
}
