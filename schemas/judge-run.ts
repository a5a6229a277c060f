import { z } from 'zod'
import { CallTask } from './judge.ts'
import { ModelUsage } from './model.ts'
import { Problem } from './problem.ts'

export const CallRecord = z
  .strictObject({
    id: z.string().describe('item # task # beginning of the prompt’s hash # attempt'),
    item: z.string(),
    task: CallTask,
    attempt: z.int().min(1),
    at: z.iso.datetime(),
    model: z.string(),
    config: z.record(z.string(), z.unknown()).describe('temperature, top_p, max_tokens, seed'),
    prompt_hash: z.string().describe('sha256 of the whole question and its settings, without what a further attempt adds'),
    prompt_version: z.string(),
    judged_hash: z
      .string()
      .describe('sha256 of the text that was judged: scores follow it, so that runs stay readable when prompts change'),
    input: z.strictObject({
      system: z.string(),
      shared: z.string(),
      prompt: z.string(),
      images: z.array(z.string()).describe('sha256 of each image that was sent, in order'),
    }),
    output: z.strictObject({ completion: z.string(), stop_reason: z.enum(['stop', 'max_tokens', 'content_filter', 'error']) }),
    usage: ModelUsage.nullable(),
    working_time: z.number().describe('seconds'),
    stored: z.boolean().describe('answered from the store of earlier answers; nothing was sent or billed'),
    error: Problem.nullable(),
  })
  .meta({ id: 'CallRecord', title: 'A logged model call' })
export type CallRecord = z.infer<typeof CallRecord>

export const GenerationSettings = z.strictObject({
  model: z.string(),
  temperature: z.number().min(0).optional(),
  topP: z.number().min(0).max(1).optional(),
  maxTokens: z.int().min(1).optional(),
  seed: z.int().optional(),
  thinkingTokens: z.int().min(0).optional(),
})
export type GenerationSettings = z.infer<typeof GenerationSettings>

export const SolutionRecord = z
  .strictObject({
    item: z.string(),
    by: z.strictObject({ kind: z.enum(['model', 'person']), name: z.string() }),
    text: z.string(),
    state: z.enum(['whole', 'cut-off', 'refused', 'failed']),
    at: z.iso.datetime(),
  })
  .meta({ id: 'SolutionRecord', title: 'A solution to an item' })
export type SolutionRecord = z.infer<typeof SolutionRecord>

export const RunInfo = z
  .strictObject({
    kind: z.enum(['solve', 'judge']),
    release: z.strictObject({ name: z.string(), version: z.string(), sha256: z.string().describe('of all item ids and texts, in order') }),
    settings: GenerationSettings,
    solver: z.string(),
    promptVersion: z.string(),
    startedAt: z.iso.datetime(),
    scripted: z.boolean().default(false).describe('answers came from a script or a recording, so figures say nothing about a model'),
  })
  .meta({ id: 'RunInfo', title: 'A run of solver or judge' })
export type RunInfo = z.infer<typeof RunInfo>

export const Grade = z
  .strictObject({
    item: z.string(),
    solver: z.string().describe('`by.name` of the solution'),
    grader: z.string().describe('a chosen name; no personal data'),
    score: z.number().min(0),
    outOf: z.number().positive().default(10).describe('points for a faultless solution'),
  })
  .refine(({ score, outOf }) => score <= outOf, { error: 'A grade is at most `outOf`.' })
  .meta({ id: 'Grade', title: 'A person’s grade of a solution' })
export type Grade = z.infer<typeof Grade>
