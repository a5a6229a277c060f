import { z } from 'zod'

/** One question to a language model, complete: everything that could change the answer is in it. */
export const ModelCall = z
  .strictObject({
    model: z.string(),
    system: z.string().optional(),
    prompt: z.string(),
    images: z.array(z.strictObject({ mime: z.string(), base64: z.string() })).optional(),
    answer: z.record(z.string(), z.unknown()).optional().describe('JSON Schema that the answer must fit'),
    temperature: z.number().min(0).optional(),
    maxTokens: z.int().min(1).optional(),
    seed: z.int().optional(),
  })
  .meta({ id: 'ModelCall', title: 'A question to a language model' })
export type ModelCall = z.infer<typeof ModelCall>

/** The one way any part of this project talks to a language model. Throws ProblemError. */
export type AskModel = (call: ModelCall) => Promise<string>
