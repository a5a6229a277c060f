import { readCandidates, writeCandidates } from '../../corpus/candidates.ts'
import { openStore } from '../../corpus/store.ts'
import type { Workspace } from '../../corpus/workspace.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { type AssignOptions, assignTopics } from '../../topics/assign.ts'
import type { DefineCommand } from '../define.ts'
import { enqueue } from '../review-queue.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { table } from '../table.ts'
import { listsFor } from '../topic-lists.ts'
import { currentWorkspace } from '../workspace.ts'

interface AssignChoice {
  readonly model?: string
}

export const topicsCommand: DefineCommand = (parent, does) => {
  const topics = parent.command('topics').description('master topic lists, and which topics an item needs')
  topics
    .command('assign')
    .description('assign topics to every extracted item')
    .option('--model <name>', '"embedded" or a model; engvqa.yaml decides when left out')
    .addHelpText('after', '\nExample:\n  engvqa topics assign --model embedded')
    .action(does<[AssignChoice]>((session, options) => assign(session, options)))
}

async function assign(session: Session, { model }: AssignChoice): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  await openStore(workspace.storeFolder)
  const candidates = await readCandidates(workspace.folder)
  const items = [...candidates.values()].flatMap((found) => found.items)
  if (items.length === 0) {
    throw new ProblemError({
      code: 'no-problems-found',
      message: 'There are no items to assign topics to.',
      hint: 'Run `engvqa extract` first.',
      place: {},
    })
  }
  const { lists, problems } = await listsFor(items, workspace.topicsFolder)
  const assigned = await assignTopics(items, lists, {
    by: assigner(model ?? workspace.config.topics.model),
    cutoff: workspace.config.topics.cutoff,
  })
  const byId = new Map(assigned.items.map((item) => [item.id, item]))
  for (const found of candidates.values()) {
    await writeCandidates(workspace.folder, { ...found, items: found.items.map((item) => byId.get(item.id) ?? item) })
  }
  await enqueue(session, workspace, assigned.items)
  const all = [...problems, ...assigned.problems]
  tell(session, all, 'this list')
  show(session, topicTable(workspace, assigned.items), { items: assigned.items.length, discarded: assigned.discarded, problems: all })
  return exitCodeOf(all)
}

function assigner(model: string): AssignOptions['by'] {
  if (model === 'embedded') return 'embedded'
  throw new ProblemError({
    code: 'model-unavailable',
    message: `No model “${model}” is set up.`,
    hint: 'Use --model embedded, which needs no key; `engvqa doctor` lists what is usable.',
    place: { stage: 'topics' },
  })
}

function topicTable({ config }: Workspace, items: readonly { readonly subject: string; readonly topics: readonly unknown[] }[]): string {
  const rows = config.subjects.flatMap((subject) => {
    const mine = items.filter((item) => item.subject === subject)
    const count = mine.reduce((total, { topics }) => total + topics.length, 0)
    return mine.length === 0 ? [] : [[subject, String(mine.length), (count / mine.length).toFixed(2)]]
  })
  return table(
    [
      { title: 'subject', align: 'left' },
      { title: 'items', align: 'right' },
      { title: 'topics an item', align: 'right' },
    ],
    rows,
  )
}
