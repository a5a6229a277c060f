import { z } from 'zod'
import { Sha256 } from './document.ts'
import { MetaCheck, MetaResult, StageResult, StageTag } from './judge.ts'

/** What a participant says about one stage before seeing any score. */
export const Mark = z.enum(['right', 'wrong', 'cannot-tell'])
export type Mark = z.infer<typeof Mark>

/** How the automatic score looks to a participant: +2 much too low … −2 much too high. The person’s own score is `clip(auto + δ, 0, 10)`. */
export const Rating = z.int().min(-2).max(2)
export type Rating = z.infer<typeof Rating>

/** A judged solution as participants see it, with nothing in it that tells who solved or judged it. */
export const StudyCase = z
  .strictObject({
    id: z.string().describe('says nothing about item, solver or judge'),
    judgement: z.string().describe('id of the judgement; never shown'),
    question: z.string(),
    diagrams: z.array(Sha256),
    reference: z.strictObject({ text: z.string(), images: z.array(Sha256) }).nullable(),
    stages: z.partialRecord(StageTag, z.string()),
    results: z.record(StageTag, StageResult),
    meta: z.record(MetaCheck, MetaResult),
    propagated: z.number().describe('mean of the propagated stages'),
    plain: z.number().describe('mean of the raw stages'),
    final: z.number(),
  })
  .meta({ id: 'StudyCase', title: 'A judged solution in a study' })
export type StudyCase = z.infer<typeof StudyCase>

/** `study.json`: what the study is. */
export const StudyPlan = z
  .strictObject({
    title: z.string(),
    consent: z.string().describe('what participants agree to, Markdown'),
    contact: z.string(),
    seed: z.string(),
    casesEach: z.int().min(1).describe('cases a participant is given'),
    release: z.strictObject({ name: z.string(), version: z.string() }),
    scripted: z.boolean(),
  })
  .meta({ id: 'StudyPlan', title: 'study.json' })
export type StudyPlan = z.infer<typeof StudyPlan>

const Participant = z.string().describe('a random code; nothing else is known about a participant')
const at = z.iso.datetime()

/** What happened in a study, appended and never changed. */
export const StudyEvent = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('joined'),
      participant: Participant,
      at,
      cases: z.array(z.strictObject({ id: z.string(), propagatedIsA: z.boolean() })),
    }),
    z.strictObject({ type: z.literal('marked'), participant: Participant, at, case: z.string(), marks: z.partialRecord(StageTag, Mark) }),
    z.strictObject({
      type: z.literal('rated'),
      participant: Participant,
      at,
      case: z.string(),
      stages: z.partialRecord(StageTag, Rating),
      meta: z.partialRecord(MetaCheck, Rating),
      final: Rating,
      preferred: z.enum(['propagated', 'plain', 'neither']),
      comment: z.string().max(2000),
    }),
    z.strictObject({ type: z.literal('withdrew'), participant: Participant, at }),
  ])
  .meta({ id: 'StudyEvent', title: 'An event of a study' })
export type StudyEvent = z.infer<typeof StudyEvent>
