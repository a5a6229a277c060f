import { z } from 'zod'

/** A mean with its uncertainty. */
export const Interval = z
  .strictObject({
    mean: z.number(),
    low: z.number().describe('lower end of the bootstrap 95 % interval'),
    high: z.number(),
  })
  .meta({ id: 'Interval', title: 'A mean with its bootstrap interval' })
export type Interval = z.infer<typeof Interval>

const Counted = z.strictObject({ name: z.string(), count: z.int().min(0) })

export const SubjectStats = z
  .strictObject({
    subject: z.string().describe('subject id, or "total"'),
    questions: z.int().min(0),
    documents: z.int().min(0),
    topicsPerQuestion: Interval.nullable().describe('null where there is no question'),
    topicsListed: z.int().min(0).nullable().describe('topics in the master list; null where nobody said'),
    topicsUsed: z.int().min(0),
    diagrams: z.int().min(0),
    diagramTypes: z
      .array(Counted)
      .describe('what diagrams show, as review says; how they are drawn where it does not; most frequent first'),
    solutions: z.int().min(0).describe('items with a reference solution, withheld ones included'),
    words: Interval.nullable().describe('words of a question'),
  })
  .meta({ id: 'SubjectStats', title: 'One line of the statistics' })
export type SubjectStats = z.infer<typeof SubjectStats>

export const ReleaseStats = z
  .strictObject({
    name: z.string(),
    version: z.string().nullable().describe('null for items that are not released'),
    samples: z.int().min(1).describe('bootstrap samples'),
    seed: z.string(),
    subjects: z.array(SubjectStats),
    total: SubjectStats,
  })
  .meta({ id: 'ReleaseStats', title: 'Statistics of a release' })
export type ReleaseStats = z.infer<typeof ReleaseStats>
