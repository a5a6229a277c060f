import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../corpus/atomic.ts'
import { ModelCall } from '../../schemas/model.ts'

/** Calls by the key under which their answers are stored. */
export type Calls = readonly (readonly [string, ModelCall])[]

/** A job that was handed in, as it lies on disk until its answers are collected. */
export const JobRecord = z.strictObject({
  name: z.string().nullable().describe('of the job at the server; null when it is not known whether it was created'),
  title: z.string().describe('display name, made from what is asked: finds a job whose name was never written down'),
  model: z.string(),
  at: z.iso.datetime(),
  collected: z.boolean(),
  calls: z.array(z.strictObject({ key: z.string(), call: ModelCall })).describe('pictures left out; only what reading an answer needs'),
})
export type JobRecord = z.infer<typeof JobRecord>

/** The same calls again, after a job in which they all failed, are another job with another title. */
export function recordOf(calls: Calls, records: readonly JobRecord[]): JobRecord {
  const name = `engvqa-${createHash('sha256')
    .update(calls.map(([key]) => key).join())
    .digest('hex')
    .slice(0, 32)}`
  const before = records.filter(({ title, collected }) => collected && title.startsWith(name)).length
  return {
    name: null,
    title: `${name}-${before + 1}`,
    model: calls[0]?.[1].model ?? '',
    at: new Date().toISOString(),
    collected: false,
    calls: calls.map(([key, { images: _, shared: __, ...call }]) => ({ key, call })),
  }
}

export const writeRecord = (folder: string, record: JobRecord): Promise<void> =>
  writeAtomically(path.join(folder, `${record.title}.json`), `${JSON.stringify(record)}\n`)

export async function readRecords(folder: string): Promise<JobRecord[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const texts = await Promise.all(
    names.filter((name) => /^engvqa-.*\.json$/.test(name)).map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  return texts.map((text) => JobRecord.parse(JSON.parse(text))).toSorted((a, b) => (a.at < b.at ? -1 : 1))
}
