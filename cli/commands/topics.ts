import { join } from 'node:path'
import { readCandidates } from '../../corpus/candidates.ts'
import { digestOfImage } from '../../corpus/release/images.ts'
import { openStore, type Store } from '../../corpus/store.ts'
import type { Workspace } from '../../corpus/workspace.ts'
import type { Item } from '../../schemas/item.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import type { TopicAssignment, TopicList } from '../../schemas/topics.ts'
import { assignTopics } from '../../topics/assign.ts'
import { loadTopicList, writeTopicList } from '../../topics/list.ts'
import { migrateTopics } from '../../topics/migrate.ts'
import { isLate, type ListChange, type Synthesis, type SynthesisRequest, synthesizeTopics } from '../../topics/synthesize.ts'
import { itemsOf, replaceItems } from '../candidate-items.ts'
import { counted } from '../counted.ts'
import type { DefineCommand } from '../define.ts'
import { keepLabelRecords } from '../label-records.ts'
import { askingModels, type BatchableOptions, type Books, batchableOptions, costLine } from '../models-session.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { figures, table, words } from '../table.ts'
import { listsFor } from '../topic-lists.ts'
import { currentWorkspace } from '../workspace.ts'

interface AssignChoice extends BatchableOptions {
  /** `true` for --model without a name. */
  readonly model?: string | true
}

interface SynthesisChoice extends BatchableOptions {
  readonly model?: string | true
  readonly subject: string
}

export const topicsCommand: DefineCommand = (parent, does) => {
  const topics = parent.command('topics').description('master topic lists, and which topics an item needs')
  batchableOptions(topics.command('assign'))
    .description('assign topics to every extracted item')
    .option('--model [name]', '"embedded", or a model; engvqa.yaml decides when left out')
    .addHelpText('after', '\nExamples:\n  engvqa topics assign --model embedded\n  engvqa topics assign --model gemini-2.5-flash --dry-run')
    .action(does<[AssignChoice]>((session, options) => assign(session, options)))
  batchableOptions(topics.command('synthesize'))
    .description('have a model write the master list of a subject from all its questions')
    .requiredOption('--subject <id>', 'for example dynamics')
    .option('--model [name]', 'the model; models.topics of engvqa.yaml when left out')
    .addHelpText('after', '\nExample:\n  engvqa topics synthesize --subject dynamics --budget 1')
    .action(does<[SynthesisChoice]>((session, options) => synthesize(session, options)))
  topics
    .command('migrate')
    .description('carry assigned topics over to master lists that were edited since')
    .addHelpText('after', '\nExample:\n  engvqa topics migrate')
    .action(does<[]>((session) => migrate(session)))
}

async function assign(session: Session, options: AssignChoice): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const candidates = await readCandidates(workspace.folder)
  const items = itemsOf(candidates.values())
  const { lists, problems } = await listsFor(items, workspace.topicsFolder)
  const { assigned, books } = await assignBy(session, workspace, items, lists, options)
  if (!options.dryRun) {
    await replaceItems(session, workspace, candidates.values(), assigned.items)
    await keepLabelRecords(workspace.folder, assigned.records)
  }
  const all: Problem[] = [...problems, ...assigned.problems]
  tell(session, all, 'the JSON that --json prints')
  const isInVain = books !== undefined && !options.dryRun && assigned.records.length === 0
  const outcome = isInVain ? 'No model answered: every item keeps the topics that it had.' : topicTable(workspace, assigned.items)
  const text = [outcome, costLine(books)].filter((part) => part !== undefined).join('\n\n')
  show(session, text, {
    items: assigned.items.length,
    discarded: assigned.discarded,
    problems: all,
    accounts: books?.accounts(),
    estimate: books?.estimate(),
  })
  return isInVain ? 3 : exitCodeOf(all)
}

/** Assigns by the embedded method or by a model; `books` only where a model was asked. */
async function assignBy(
  session: Session,
  { config, folder, storeFolder }: Workspace,
  items: readonly Item[],
  lists: ReadonlyMap<string, TopicList>,
  options: AssignChoice,
): Promise<{ assigned: TopicAssignment; books: Books | undefined }> {
  const { cutoff } = config.topics
  const model = options.model === true ? config.models.topics : (options.model ?? config.topics.model)
  if (model === 'embedded') return { assigned: await assignTopics(items, lists, { by: 'embedded', cutoff }), books: undefined }
  const store = await openStore(storeFolder)
  const { done, books } = await askingModels(session, folder, config.models, options, ({ ask }) =>
    assignTopics(items, lists, { by: { model, ask, picture: (file) => pictureOf(store, file) }, cutoff }),
  )
  return { assigned: done, books }
}

async function pictureOf(store: Store, file: string): Promise<{ mime: string; base64: string } | undefined> {
  const bytes = await store.blob(digestOfImage(file))
  return bytes && { mime: 'image/png', base64: bytes.toString('base64') }
}

async function synthesize(session: Session, options: SynthesisChoice): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const { subject } = options
  const candidates = await readCandidates(workspace.folder)
  const items = itemsOf(candidates.values()).filter((item) => item.subject === subject)
  const questions = items.map((item) => item.question.text)
  const model = typeof options.model === 'string' ? options.model : workspace.config.models.topics
  const previous = await previousList(subject, workspace)
  const { cutoff } = workspace.config.topics
  const request = { subject, questions, model, cutoff, ...(previous ? { previous } : {}) }
  const { done: made, books } = await askingModels(session, workspace.folder, workspace.config.models, options, ({ ask }) =>
    unlessLate({ ...request, ask }),
  )
  if (!made) {
    show(session, costLine(books) ?? '', books.estimate())
    return 0
  }
  const file = join(workspace.topicsFolder, `${subject}.yaml`)
  await writeTopicList(file, made.list)
  const migrated = migrateTopics(items, made.list, cutoff)
  await replaceItems(session, workspace, candidates.values(), migrated.items)
  const problems = [...made.problems, ...migrated.problems]
  tell(session, problems, 'the JSON that --json prints')
  const text = [`${file}: ${made.list.topics.length} topics.`, ...changeLines(made.change), costLine(books)].join('\n')
  show(session, text, { file, change: made.change, problems, accounts: books.accounts() })
  return exitCodeOf(problems)
}

/** A synthesis; undefined while an answer that it needs is not there: a dry run, or the round of a batch. */
const unlessLate = (request: SynthesisRequest): Promise<Synthesis | undefined> =>
  synthesizeTopics(request).catch((error: unknown) => {
    if (isLate(error)) return undefined
    throw error
  })

/** What came, went and was reworded, a line each. */
const changeLines = ({ added, removed, renamed }: ListChange): string[] => [
  `${added.length} new, ${removed.length} gone, ${renamed.length} renamed`,
  ...added.map(({ name }) => `+ ${name}`),
  ...removed.map(({ name }) => `- ${name}`),
  ...renamed.map(({ from, to }) => `~ ${from} → ${to}`),
]

/** Carries assigned topics over to lists that people have edited since. */
async function migrate(session: Session): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const candidates = await readCandidates(workspace.folder)
  const before = itemsOf(candidates.values())
  const { lists, problems } = await listsFor(before, workspace.topicsFolder)
  let items = before
  for (const list of lists.values()) {
    const moved = migrateTopics(items, list, workspace.config.topics.cutoff)
    items = moved.items
    problems.push(...moved.problems)
  }
  await replaceItems(session, workspace, candidates.values(), items)
  tell(session, problems, 'the JSON that --json prints')
  const changed = items.filter((item, at) => JSON.stringify(item.topics) !== JSON.stringify(before[at]?.topics)).length
  show(session, `${counted(items.length, 'item')}, the topics of ${changed} changed.`, { items: items.length, changed, problems })
  return exitCodeOf(problems)
}

/** The list that a new one replaces; none where the subject never had one. */
async function previousList(subject: string, workspace: Workspace): Promise<TopicList | undefined> {
  try {
    return (await loadTopicList(subject, workspace.topicsFolder)).list
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'topic-list-missing') return undefined
    throw error
  }
}

function topicTable({ config }: Workspace, items: readonly Item[]): string {
  const rows = config.subjects.flatMap((subject) => {
    const mine = items.filter((item) => item.subject === subject)
    const count = mine.reduce((total, { topics }) => total + topics.length, 0)
    return mine.length === 0 ? [] : [[subject, String(mine.length), (count / mine.length).toFixed(2)]]
  })
  return table([words('subject'), figures('items'), figures('topics an item')], rows)
}
