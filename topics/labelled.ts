import { readFile } from 'node:fs/promises'
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
