import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../corpus/atomic.ts'
import { type ModelCall, ModelUsage } from '../../schemas/model.ts'

/** How a stored call ended. Only what the model itself said is stored: a broken connection is not an answer. */
export const Outcome = z.enum(['fits', 'unfit', 'cut-off', 'refused'])
export type Outcome = z.infer<typeof Outcome>

/** A recorded answer, as it lies on disk. */
export const StoredAnswer = z.strictObject({
  key: z.string(),
  provider: z.enum(['gemini', 'openai']),
  at: z.iso.datetime(),
  asked: z.record(z.string(), z.unknown()).describe('the call; pictures by their sha256'),
  outcome: Outcome,
  text: z.string().describe('the answer that counts: mended if it had to be; for a refusal what was said'),
  raw: z.array(z.string()).describe('every answer as it came, oldest first'),
  usage: ModelUsage.nullable().describe('of all attempts together'),
  seconds: z.number(),
})
export type StoredAnswer = z.infer<typeof StoredAnswer>

export interface AnswerStore {
  get(key: string): Promise<StoredAnswer | undefined>
  put(answer: StoredAnswer): Promise<void>
}

/** All that can change an answer, pictures as hashes, in one order. What a call is about is left out: it changes nothing. */
export function askedOf({ about: _, images, shared, ...rest }: ModelCall): Record<string, unknown> {
  const hashes = (pictures: ModelCall['images']): unknown =>
    pictures?.map(({ mime, base64 }) => ({ mime, sha256: createHash('sha256').update(base64).digest('hex') }))
  return {
    ...rest,
    ...(images ? { images: hashes(images) } : {}),
    ...(shared ? { shared: { text: shared.text, ...(shared.images ? { images: hashes(shared.images) } : {}) } } : {}),
  }
}

/** The name under which an answer is stored: the hash of all that was asked, and of which kind of server. */
export const keyOf = (call: ModelCall, provider: 'gemini' | 'openai'): string =>
  createHash('sha256')
    .update(canonical({ provider, ...askedOf(call) }))
    .digest('hex')

/** JSON with sorted keys, so that equal calls have equal hashes however they were put together. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Answers in a folder, one file each, written whole or not at all. A file that cannot be believed counts as absent, so it is asked again. */
export function answersIn(folder: string): AnswerStore {
  const fileOf = (key: string): string => path.join(folder, key.slice(0, 2), `${key}.json`)
  return {
    async get(key) {
      const text = await readFile(fileOf(key), 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      })
      const stored = text === undefined ? undefined : StoredAnswer.safeParse(jsonOr(text)).data
      return stored?.key === key ? stored : undefined
    },
    put: (answer) => writeAtomically(fileOf(answer.key), `${JSON.stringify(answer, null, 1)}\n`),
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema then refuses it
  }
}
