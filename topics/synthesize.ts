import { z } from 'zod'
import { type AskModel, askFor } from '../schemas/model.ts'
import { type Problem, ProblemError } from '../schemas/problem.ts'
import { type Topic, TopicList } from '../schemas/topics.ts'
import { LIST_SIZE } from './list.ts'
import { fold, ratio, ratioAtMost } from './ratio.ts'
import { DEFAULT_CUTOFF } from './validate.ts'

/** Raise when a wording below changes. */
const PROMPT_VERSION = 1

/** Characters of question statements in one call: some 75 000 tokens, which leaves room in every model that is worth asking. */
const CHUNK = 300_000

/** How often a list of the wrong length is sent back. */
const CORRECTIONS = 2

/** Tokens. Sixty topics with six keywords each, with room for the thinking that some servers count in. */
const MAX_TOKENS = 16_384

const Proposal = z.strictObject({
  topics: z.array(
    z.strictObject({
      name: z.string().min(1).describe('as a course syllabus would print it, two to six words'),
      keywords: z.array(z.string()).describe('three to eight phrases that problems on this topic use'),
    }),
  ),
})
type Proposed = z.infer<typeof Proposal>['topics'][number]

export interface SynthesisRequest {
  readonly subject: string
  /** Statements of all questions of the subject. */
  readonly questions: readonly string[]
  readonly model: string
  readonly ask: AskModel
  /** The list that the new one replaces: topics that stay keep their id and what people added to them. */
  readonly previous?: TopicList
  /** Two names at least this similar are one topic. */
  readonly cutoff?: number
}

/** How a new list differs from the one before it. */
export interface ListChange {
  readonly added: readonly Topic[]
  readonly removed: readonly Topic[]
  readonly renamed: readonly { readonly id: string; readonly from: string; readonly to: string }[]
}

export interface Synthesis {
  readonly list: TopicList
  readonly change: ListChange
  readonly problems: readonly Problem[]
}

const SYSTEM = [
  'You write the master list of topics of a university engineering course from the problems that its textbooks set.',
  'Topics are general: concepts, laws, methods and devices as a syllabus lists them, never single problems, numbers or objects of a story.',
  'They do not overlap, together they cover all the problems, and each is needed by some problem.',
].join(' ')

/**
 * Writes the master list of a subject from all its questions: in chunks that are merged when they do not fit one call, without
 * near-duplicates, of `LIST_SIZE` topics. Throws ProblemError when the model cannot be asked or does not reach that size.
 */
export async function synthesizeTopics(request: SynthesisRequest): Promise<Synthesis> {
  const { subject, questions, model, cutoff = DEFAULT_CUTOFF } = request
  if (questions.length === 0) throw nothingToRead(subject)
  const chunks = chunksOf(questions)
  const drafts = await allDrafts(
    chunks.map((chunk, index) =>
      propose(
        request,
        `${wanted(subject)} These are its problems${chunks.length > 1 ? ` (part ${index + 1} of ${chunks.length})` : ''}:\n\n${chunk}`,
      ),
    ),
  )
  const [only = []] = drafts
  const draft =
    drafts.length === 1
      ? only
      : await propose(
          request,
          `${wanted(subject)} Merge these lists, each written from a part of the problems:\n\n${drafts.map(asList).join('\n\n')}`,
        )
  const topics = await ofRightLength(request, distinct(draft, cutoff), cutoff)
  const list = TopicList.parse({ subject, by: model, topics: withIds(topics, request.previous, cutoff) })
  return { list, change: changeOf(request.previous, list), problems: [] }
}

/** All parts are asked before one that failed is spoken of: their answers are kept. What failed comes before what is only late. */
async function allDrafts(asked: readonly Promise<Proposed[]>[]): Promise<Proposed[][]> {
  const settled = await Promise.allSettled(asked)
  const reasons = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  if (reasons.length > 0) throw reasons.find((reason) => !isLate(reason)) ?? reasons[0]
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Whether there only is no answer yet, which a client says with a notice. */
export const isLate = (error: unknown): boolean => error instanceof ProblemError && error.problem.severity === 'notice'

const wanted = (subject: string): string =>
  `Write the master list of the course “${subject}”: ${LIST_SIZE.least} to ${LIST_SIZE.most} topics.`

const asList = (topics: readonly Proposed[]): string => topics.map(({ name }) => `- ${name}`).join('\n')

async function propose({ ask, model, subject }: SynthesisRequest, prompt: string): Promise<Proposed[]> {
  const call = {
    model,
    system: SYSTEM,
    prompt,
    temperature: 0,
    maxTokens: MAX_TOKENS,
    purpose: `topics.synthesize/${PROMPT_VERSION}`,
    about: { item: `topics/${subject}` },
  }
  return (await askFor(ask, call, Proposal)).topics
}

/** Whole statements, joined up to the size of a chunk; a statement longer than that stands alone. */
function chunksOf(questions: readonly string[]): string[] {
  const chunks: string[] = []
  let chunk = ''
  for (const question of questions) {
    if (chunk !== '' && chunk.length + question.length > CHUNK) {
      chunks.push(chunk)
      chunk = ''
    }
    chunk += `${chunk === '' ? '' : '\n\n---\n\n'}${question}`
  }
  return [...chunks, chunk]
}

/** Whether two folded names are so similar that they are one topic. */
const areOne = (a: string, b: string, cutoff: number): boolean => ratioAtMost(a, b) >= cutoff && ratio(a, b) >= cutoff

/** Without names that are too similar to one before them, or empty. */
function distinct(topics: readonly Proposed[], cutoff: number): Proposed[] {
  const kept: Proposed[] = []
  for (const topic of topics) {
    const folded = fold(topic.name)
    if (folded === '' || kept.some(({ name }) => areOne(fold(name), folded, cutoff))) continue
    kept.push({ name: topic.name.trim().replace(/\s+/gu, ' '), keywords: topic.keywords.filter((keyword) => keyword.trim() !== '') })
  }
  return kept
}

async function ofRightLength(request: SynthesisRequest, first: Proposed[], cutoff: number): Promise<Proposed[]> {
  let topics = first
  for (let round = 0; round < CORRECTIONS && !isRightLength(topics); round++) {
    const fault =
      topics.length < LIST_SIZE.least ? 'too few: split broad topics and add what is missing' : 'too many: merge what belongs together'
    topics = distinct(
      await propose(
        request,
        `${wanted(request.subject)} This list has ${topics.length} distinct topics, ${fault}. Write the whole list anew.\n\n${asList(topics)}`,
      ),
      cutoff,
    )
  }
  if (isRightLength(topics)) return topics
  throw new ProblemError({
    code: 'topic-list-invalid',
    message: `${request.model} wrote ${topics.length} distinct topics for ${request.subject} instead of ${LIST_SIZE.least} to ${LIST_SIZE.most}, after ${CORRECTIONS} corrections.`,
    hint: 'Try another model, or start from the built-in list and edit it.',
    place: { stage: 'topics' },
  })
}

const isRightLength = ({ length }: readonly unknown[]): boolean => length >= LIST_SIZE.least && length <= LIST_SIZE.most

/** "Mohr's circle" → "mohrs-circle". */
const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]|\p{M}/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '') || 'topic'

/** A topic that was there before keeps its id and gets what people had added to it; ids stay unique. */
function withIds(topics: readonly Proposed[], previous: TopicList | undefined, cutoff: number): Topic[] {
  const before = previous?.topics ?? []
  const same = pairs(before, topics, cutoff)
  const taken = new Set([...same.values()].map(({ id }) => id))
  const named = topics.map((topic) => {
    const old = same.get(topic)
    const id = old?.id ?? unused(slug(topic.name), taken)
    taken.add(id)
    return { id, name: topic.name, keywords: [...new Set([...(old?.keywords ?? []), ...topic.keywords])], implies: old?.implies ?? [] }
  })
  return named.map((topic) => ({ ...topic, implies: topic.implies.filter((id) => taken.has(id)) }))
}

function unused(wish: string, taken: ReadonlySet<string>): string {
  let id = wish
  for (let count = 2; taken.has(id); count++) id = `${wish}-${count}`
  return id
}

/** Which new topic is which old one: the most similar pairs first, each topic once, none below the cut-off. */
function pairs(before: readonly Topic[], topics: readonly Proposed[], cutoff: number): Map<Proposed, Topic> {
  const candidates = topics
    .flatMap((topic) => before.map((old) => ({ topic, old, similarity: ratio(fold(old.name), fold(topic.name)) })))
    .filter(({ similarity }) => similarity >= cutoff)
    .toSorted((a, b) => b.similarity - a.similarity)
  const found = new Map<Proposed, Topic>()
  const used = new Set<Topic>()
  for (const { topic, old } of candidates) {
    if (found.has(topic) || used.has(old)) continue
    found.set(topic, old)
    used.add(old)
  }
  return found
}

/** What came, went and was reworded between two lists of a subject. */
export function changeOf(previous: TopicList | undefined, list: TopicList): ListChange {
  const before = new Map((previous?.topics ?? []).map((topic) => [topic.id, topic]))
  const now = new Set(list.topics.map(({ id }) => id))
  return {
    added: list.topics.filter(({ id }) => !before.has(id)),
    removed: [...before.values()].filter(({ id }) => !now.has(id)),
    renamed: list.topics.flatMap(({ id, name }) => {
      const old = before.get(id)
      return old && old.name !== name ? [{ id, from: old.name, to: name }] : []
    }),
  }
}

const nothingToRead = (subject: string): ProblemError =>
  new ProblemError({
    code: 'topic-list-invalid',
    message: `There are no questions of ${subject} to write topics from.`,
    hint: 'Extract its documents first, or use the built-in list.',
    place: { stage: 'topics' },
  })
