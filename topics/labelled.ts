import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { SubjectId } from '../schemas/document.ts'
import { TopicId } from '../schemas/topics.ts'
import type { Evidence } from './embedded.ts'

const Labels = z.record(z.string(), z.record(z.string(), z.array(TopicId).min(1)))

const Questions = z.strictObject({
  licence: z.string(),
  questions: z.array(
    z.strictObject({
      document: z.string(),
      number: z.string(),
      subject: SubjectId,
      question: z.string(),
      captions: z.array(z.string()),
      solution: z.string(),
    }),
  ),
})

const RecordedAnswers = z.strictObject({
  licence: z.string(),
  model: z.string(),
  date: z.iso.date(),
  purpose: z.string().describe('prompt and version'),
  how: z.string(),
  answers: z
    .record(z.string(), z.record(z.string(), z.array(z.string())))
    .describe('document → printed number → labels as the model gave them'),
})
export type RecordedAnswers = z.infer<typeof RecordedAnswers>

/** Document → its problems in order: the printed number, then topic ids. */
const HeldOut = z.record(z.string(), z.array(z.array(z.string()).min(1)))

/** The part of a gold file that is read here. */
const Gold = z.object({
  source: z.object({ subject: SubjectId }),
  problems: z.array(z.object({ number: z.string(), text: z.string(), solution: z.object({ text: z.string() }).nullish() })),
})

/** A question with the topics that a person gave it. */
export interface LabelledQuestion {
  readonly document: string
  readonly number: string
  readonly subject: string
  readonly evidence: Evidence
  /** Topic ids of the built-in list of the subject. */
  readonly topics: readonly string[]
}

const read = (name: string): Promise<string> => readFile(new URL(`./labelled/${name}`, import.meta.url), 'utf8')

/** The hand-labelled synthetic problems (CC0); docs/topics.md says how they were labelled. */
export async function readLabelled(): Promise<LabelledQuestion[]> {
  const labels = Labels.parse(parse(await read('labels.yaml')))
  const { questions } = Questions.parse(JSON.parse(await read('questions.json')))
  return questions.map(({ document, number, subject, ...evidence }) => {
    const topics = labels[document]?.[number]
    if (!topics) throw new Error(`topics/labelled: ${document} ${number} has no labels.`)
    return { document, number, subject, evidence, topics }
  })
}

/** What a language model answered about the same problems, as it came: before any validation. */
export const readRecordedAnswers = async (): Promise<RecordedAnswers> =>
  RecordedAnswers.parse(JSON.parse(await read('recorded-answers.json')))

/** The held-out problems, whose text stands in gold files `<document>.gold.json` under `folder`. A gold file that is not there is an error. */
export async function readHeldOut(folder: string): Promise<LabelledQuestion[]> {
  const labels = HeldOut.parse(parse(await read('held-out.yaml')))
  const questions: LabelledQuestion[] = []
  for (const [document, rows] of Object.entries(labels)) {
    const { source, problems } = Gold.parse(JSON.parse(await readFile(path.join(folder, `${document}.gold.json`), 'utf8')))
    let next = 0
    for (const [number = '', ...topics] of rows) {
      const at = problems.findIndex((problem, index) => index >= next && problem.number === number)
      const problem = problems[at]
      if (!problem) throw new Error(`${document}.gold.json has no problem ${number} where the labels have one.`)
      next = at + 1
      questions.push({
        document,
        number,
        subject: source.subject,
        evidence: { question: problem.text, captions: [], solution: problem.solution?.text ?? '' },
        topics,
      })
    }
  }
  return questions
}
