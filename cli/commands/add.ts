import { access } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { addDocument, documentIdOf, mustBeNew } from '../../corpus/documents.ts'
import { openStore } from '../../corpus/store.ts'
import { findWorkspace, noWorkspace, readWorkspace, type Workspace } from '../../corpus/workspace.ts'
import { type Inspection, inspectDocument } from '../../pipeline/run.ts'
import { stages } from '../../pipeline/stages.ts'
import { DocumentEntry } from '../../schemas/document.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import type { DefineCommand } from '../define.ts'
import { toJob, withPool } from '../extraction.ts'
import { PASSWORD_HELP, repeated } from '../passwords.ts'
import { progressView } from '../progress.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'

interface AddOptions {
  readonly subject: string
  readonly solutions?: string
  readonly licence?: string
  readonly mayRedistribute?: boolean
  readonly id?: string
  readonly title?: string
  readonly origin?: string
  readonly items?: 'problems' | 'examples'
  readonly pages?: string
  readonly password?: readonly string[]
}

export const addCommand: DefineCommand = (parent, does) => {
  parent
    .command('add')
    .description('add a PDF to the workspace: check it, hash it, show what it holds, write its entry')
    .argument('<file>', 'the PDF')
    .requiredOption('--subject <id>', 'for example dynamics or fluid-mechanics')
    .option('--solutions <file>', 'a separate solution manual')
    .option('--licence <id>', 'SPDX identifier, for example CC-BY-4.0')
    .option('--may-redistribute', 'its text and pictures may be given away in a release')
    .option('--id <id>', 'name of the document; the file’s name when left out')
    .option('--title <text>', 'title of the source')
    .option('--origin <text>', 'where it comes from: an address or a citation')
    .option('--items <kind>', 'problems or examples: which numbered things become items')
    .option('--pages <list>', 'only these pages, for example 3-40')
    .option('--password <password>', `${PASSWORD_HELP}; not written to disk`, repeated)
    .addHelpText('after', '\nExample:\n  engvqa add thermo-a.pdf --subject thermodynamics --solutions thermo-a-sol.pdf --licence CC0-1.0')
    .action(does<[string, AddOptions]>((session, file, options) => add(session, file, options)))
}

async function add(session: Session, file: string, options: AddOptions): Promise<ExitCode> {
  const folder = await findWorkspace(session.cwd)
  if (folder === undefined) throw noWorkspace(session.cwd)
  const workspace = await readWorkspace(folder)
  const draft = await toEntry(session, workspace, file, options)
  mustBeNew(workspace.documents, draft.id) // before the file is read, which takes minutes for a book
  const found = await withPool(workspace.config.extraction.jobs, (pool) => detect(session, workspace, draft, options.password, pool))
  tell(session, found.problems, 'the next extraction')
  if (!found.has('ingest') || found.sha256 === undefined) {
    if (session.json) show(session, '', { entry: null, found: {}, problems: found.problems })
    return 3 // nothing is written for a file that cannot be opened
  }
  const entry = { ...draft, sha256: found.sha256 }
  const facts = await describe(found)
  await addDocument(folder, entry)
  show(session, [`Added ${entry.id}.`, ...facts.map(([name, value]) => `  ${name.padEnd(11)} ${value}`)].join('\n'), {
    entry,
    found: Object.fromEntries(facts),
    problems: found.problems,
  })
  return exitCodeOf(found.problems.filter(isAboutDocument))
}

/** Doubts about a page or an item are for the extraction and the review: they say nothing against the entry. */
export const isAboutDocument = ({ place }: Problem): boolean => place.page === undefined && place.item === undefined

async function toEntry(session: Session, workspace: Workspace, file: string, options: AddOptions): Promise<DocumentEntry> {
  const inside = (path: string): string => {
    const way = relative(workspace.folder, resolve(session.cwd, path))
    return isAbsolute(way) ? path : way
  }
  if (options.solutions !== undefined) await mustExist(resolve(session.cwd, options.solutions))
  const hints = { ...(options.items ? { items: options.items } : {}), ...(options.pages ? { pages: options.pages } : {}) }
  const parsed = DocumentEntry.safeParse({
    id: options.id ?? documentIdOf(file),
    file: inside(file),
    subject: options.subject,
    solutions: options.solutions && inside(options.solutions),
    title: options.title,
    origin: options.origin,
    licence: options.licence,
    mayRedistribute: options.mayRedistribute,
    hints: Object.keys(hints).length > 0 ? hints : undefined,
  })
  if (!parsed.success) throw wrongUse(parsed.error.issues[0]?.message ?? 'The entry is not valid.', 'See `engvqa add --help`.')
  if (!workspace.config.subjects.includes(options.subject)) {
    throw wrongUse(
      `The workspace has no subject “${options.subject}”.`,
      `Use one of ${workspace.config.subjects.join(', ')}, or add it to engvqa.yaml.`,
    )
  }
  return JSON.parse(JSON.stringify(parsed.data)) as DocumentEntry // drops keys that are undefined, which YAML would spell out
}

async function mustExist(path: string): Promise<void> {
  await access(path).catch((cause: unknown) => {
    throw new ProblemError(
      { code: 'file-missing', message: `${path} is not there.`, hint: 'Check the path after --solutions.', place: {} },
      { cause },
    )
  })
}

const wrongUse = (message: string, hint: string): ProblemError => new ProblemError({ code: 'usage', message, hint, place: {} })

async function detect(
  session: Session,
  workspace: Workspace,
  entry: DocumentEntry,
  password: readonly string[] | undefined,
  pool: Parameters<Parameters<typeof withPool>[1]>[0],
): Promise<Inspection> {
  const view = progressView(session)
  const setup = {
    chain: stages,
    store: await openStore(workspace.storeFolder),
    pool,
    dpi: workspace.config.extraction.dpi,
    signal: session.signal,
    onProgress: view.update,
  }
  try {
    return await inspectDocument(
      toJob(session, { ...workspace, documents: [entry] }, entry, { password }),
      stages.stages.at(-1)?.adds ?? 'ingest',
      setup,
    )
  } finally {
    view.close()
  }
}

/** What the PDF turned out to hold, as names and values for people. */
async function describe(found: Inspection): Promise<[string, string][]> {
  const facts: [string, string][] = []
  const { pages, encrypted } = await found.layer('ingest')
  facts.push(['pages', `${pages.length}${encrypted ? ', encrypted' : ''}`])
  if (found.has('layout')) {
    const { bodySize, bodyFont } = await found.layer('layout')
    facts.push(['body text', `${bodySize} pt ${bodyFont}`])
  }
  if (found.has('segment')) {
    const { numbering, problems, solutions } = await found.layer('segment')
    facts.push(['numbering', problems.length > 0 ? `${numbering} (${problems.length} found)` : 'none found'])
    facts.push(['columns', columnsOf(problems.map(({ region }) => region))])
    const where = [...new Set(solutions.map((solution) => solution.where))]
    facts.push(['solutions', solutions.length > 0 ? `${solutions.length}, ${where.join(' and ')}` : 'none in this file'])
  }
  if (found.has('figures')) {
    const figures = await found.layer('figures')
    const kinds = Object.entries(countBy(figures.map(({ kind }) => kind))).map(([kind, count]) => `${count} ${kind}`)
    facts.push(['figures', kinds.join(', ') || 'none found'])
  }
  return facts
}

/** Two problems side by side on one page mean columns. */
function columnsOf(
  regions: readonly (readonly { readonly page: number; readonly box: { readonly left: number; readonly right: number } }[])[],
): string {
  const boxes = regions.flat()
  const isBeside = boxes.some((a) => boxes.some((b) => a.page === b.page && a.box.right <= b.box.left))
  return boxes.length === 0 ? 'unknown' : isBeside ? 'more than one' : 'one'
}

const countBy = (kinds: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
