import { z } from 'zod'
import { SubjectId } from './document.ts'
import { Item } from './item.ts'
import { Problem } from './problem.ts'

export const TopicId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A topic id is lower-case words joined by "-", for example steady-flow-energy.')
  .describe('stable; stays when the name is reworded')

/** One entry of a master list. */
export const Topic = z
  .strictObject({
    id: TopicId,
    name: z.string().trim().min(1).describe('as a syllabus prints it; labels are compared with this'),
    keywords: z
      .array(z.string().trim().min(1))
      .default([])
      .describe(
        'phrases that a question or its solution uses when the topic is needed; `$…$` is a symbol as LaTeX; read by the embedded assigner',
      ),
    implies: z
      .array(TopicId)
      .default([])
      .describe('topics that a question about this one nearly always needs too; read by the embedded assigner'),
  })
  .meta({ id: 'Topic', title: 'A topic' })
export type Topic = z.infer<typeof Topic>

/** topics/<subject>.yaml: the vocabulary of one subject. The order counts: it settles ties. */
export const TopicList = z
  .strictObject({
    subject: SubjectId,
    by: z.string().describe('"hand" or the model that wrote it'),
    topics: z.array(Topic).min(1),
  })
  .superRefine(({ topics }, context) => {
    const ids = new Set(topics.map(({ id }) => id))
    const names = new Set<string>()
    const seen = new Set<string>()
    for (const [index, { id, name, implies }] of topics.entries()) {
      const issue = (field: string, message: string): void => context.addIssue({ code: 'custom', path: ['topics', index, field], message })
      if (seen.has(id)) issue('id', `The id "${id}" is used twice.`)
      if (names.has(name.toLowerCase())) issue('name', `The name "${name}" is used twice.`)
      for (const other of implies) if (!ids.has(other)) issue('implies', `No topic has the id "${other}".`)
      seen.add(id)
      names.add(name.toLowerCase())
    }
  })
  .meta({ id: 'TopicList', title: 'topics/<subject>.yaml' })
export type TopicList = z.infer<typeof TopicList>

/** A label that a model returned and the validator did not accept; kept, so that invented labels can be counted. */
export const DiscardedLabel = z
  .strictObject({
    item: z.string().describe('item id'),
    label: z.string().describe('as the model wrote it'),
    by: z.string().describe('the model'),
    nearest: z.string().nullable().describe('id of the most similar listed topic'),
    ratio: z.number().min(0).max(1).describe('Ratcliff/Obershelp similarity to it'),
  })
  .meta({ id: 'DiscardedLabel', title: 'A label that is not in the master list' })
export type DiscardedLabel = z.infer<typeof DiscardedLabel>

/** What the validator made of one model’s labels for one item. */
export const LabelRecord = z
  .strictObject({
    item: z.string().describe('item id'),
    by: z.string().describe('the model'),
    kept: z.int().min(0).describe('labels that stand for a listed topic'),
    discarded: z.array(DiscardedLabel),
  })
  .meta({ id: 'LabelRecord', title: 'A model’s labels for an item' })
export type LabelRecord = z.infer<typeof LabelRecord>

/** .engvqa/topics/labels.json: the last answer of every model about every item. */
export const LabelRecords = z
  .strictObject({ records: z.array(LabelRecord) })
  .meta({ id: 'LabelRecords', title: 'Labels that models gave, and what became of them' })
export type LabelRecords = z.infer<typeof LabelRecords>

/** What an assignment run leaves behind. */
export const TopicAssignment = z
  .strictObject({
    items: z.array(Item),
    records: z.array(LabelRecord).describe('one for every item that a model has answered about'),
    discarded: z.array(DiscardedLabel),
    problems: z.array(Problem),
  })
  .meta({ id: 'TopicAssignment', title: 'Assigned topics' })
export type TopicAssignment = z.infer<typeof TopicAssignment>
