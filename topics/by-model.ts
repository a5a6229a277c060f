import { z } from 'zod'
import type { Item } from '../schemas/item.ts'
import { type AskModel, askFor, type ModelImage, type SharedContext } from '../schemas/model.ts'
import type { Problem } from '../schemas/problem.ts'
import type { TopicList } from '../schemas/topics.ts'

/** Raise when the wording changes: it is part of what is recorded with each answer. */
const PROMPT_VERSION = 1

/** Labels are chosen, not composed. */
const TEMPERATURE = 0

/** Tokens. Sixty names of eight tokens, with room for the thinking that some servers count in. */
const MAX_TOKENS = 8192

/** Bytes of a diagram by its path; undefined when it is not there. */
export type PictureOf = (file: string) => Promise<ModelImage | undefined>

const Labels = z.strictObject({
  topics: z.array(z.string()).describe('names of listed topics, spelled exactly as in the list'),
})

const SYSTEM = [
  'You index problems of an engineering textbook by topic.',
  'You get the master list of topics of one course, then one problem with its diagrams.',
  'Name every listed topic whose concept, law, method or formula a student needs to set the problem up or to solve it, also when the problem does not mention it by name.',
  'Leave out topics that are merely related. Copy names letter by letter from the list; never invent, merge, translate or number them.',
].join(' ')

/** The part that all calls of a subject have in common, byte for byte, so that servers can keep it. */
const shared = ({ subject, topics }: TopicList): SharedContext => ({
  text: `Master list of topics of the course “${subject}”:\n${topics.map(({ name }) => `- ${name}`).join('\n')}\n`,
})

/** The part of an item that the model is shown. */
export interface Question {
  readonly id: string
  readonly document: string
  readonly text: string
  /** Paths of its diagrams. */
  readonly diagrams: readonly string[]
}

export const questionOf = ({ id, source, question, diagrams }: Item): Question => ({
  id,
  document: source.document,
  text: question.text,
  diagrams: diagrams.map(({ file }) => file),
})

/** What a model says a question needs, as it says it; nothing is checked here. Throws ProblemError. */
export async function labelsByModel(
  { id, document, text, diagrams }: Question,
  list: TopicList,
  { model, ask, picture }: { readonly model: string; readonly ask: AskModel; readonly picture: PictureOf },
): Promise<{ labels: string[]; problems: Problem[] }> {
  const pictures = await Promise.all(diagrams.map((file) => picture(file)))
  const images = pictures.filter((image) => image !== undefined)
  const { topics } = await askFor(
    ask,
    {
      model,
      system: SYSTEM,
      shared: shared(list),
      prompt: `Problem:\n${text}\n${images.length > 0 ? `\nIts diagrams are attached (${images.length}).\n` : ''}`,
      ...(images.length > 0 ? { images } : {}),
      temperature: TEMPERATURE,
      maxTokens: MAX_TOKENS,
      purpose: `topics.assign/${PROMPT_VERSION}`,
      about: { document, item: id },
    },
    Labels,
  )
  const missing = diagrams.filter((_, index) => pictures[index] === undefined)
  return { labels: topics, problems: missing.map((file) => pictureMissing(id, file)) }
}

const pictureMissing = (id: string, file: string): Problem => ({
  code: 'diagram-missing',
  severity: 'warning',
  message: `The diagram ${file} is not there, so the model chose topics without it.`,
  hint: 'Extract the document again, then assign its topics again.',
  place: { stage: 'topics', item: id },
})
