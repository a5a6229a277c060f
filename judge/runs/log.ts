import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { ProblemError } from '../../schemas/problem.ts'

/** Appends records to a file of JSON lines, each on the disk before the next thing happens. */
export interface Log<T> {
  append(record: T): Promise<void>
  close(): Promise<void>
}

/** Opens a log for appending. A last line that a crash cut off is ended, so that it stays one unreadable line and spoils no other. */
export async function openLog<T>(file: string): Promise<Log<T>> {
  await mkdir(dirname(file), { recursive: true })
  const before = await readOrEmpty(file)
  const handle = await open(file, 'a')
  if (before !== '' && !before.endsWith('\n')) await handle.write('\n')
  let last: Promise<unknown> = Promise.resolve()
  return {
    append(record) {
      const written = last.then(async () => {
        await handle.write(`${JSON.stringify(record)}\n`)
        await handle.datasync()
      })
      last = written.catch(() => undefined) // the caller of this append hears of it; the next one still gets its turn
      return written
    },
    async close() {
      await last
      await handle.close()
    },
  }
}

/** A log that keeps nothing, for a run that only counts. */
export const noLog = <T>(): Log<T> => ({ append: async () => undefined, close: async () => undefined })

/**
 * Reads a file of JSON lines; none if there is no file. A line that is not JSON is what a crash left of a record: it is skipped, and what it
 * held is done again. Throws ProblemError `run-invalid` for JSON of another shape.
 */
export async function readLog<T>(file: string, shape: z.ZodType<T>): Promise<T[]> {
  const records: T[] = []
  for (const [index, line] of (await readOrEmpty(file)).split('\n').entries()) {
    const json = jsonOf(line)
    if (json === undefined) continue
    const parsed = shape.safeParse(json)
    if (parsed.success) records.push(parsed.data)
    else
      throw invalid(
        `Line ${index + 1} of ${file} does not fit: ${parsed.error.issues[0]?.path.join('.') ?? ''}: ${parsed.error.issues[0]?.message ?? ''}`,
      )
  }
  return records
}

/** Reads one JSON file; undefined if there is none. Throws ProblemError `run-invalid`. */
export async function readJson<T>(file: string, shape: z.ZodType<T>): Promise<T | undefined> {
  const text = await readOrEmpty(file)
  if (text === '') return undefined
  const parsed = shape.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw invalid(`${file} does not fit: ${parsed.error.issues[0]?.message ?? ''}`)
}

/** Writes a file whole or not at all. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.part`, text)
  await rename(`${file}.part`, file)
}

export const toLines = (records: readonly unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

async function readOrEmpty(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // says that it is not JSON
  }
}

const invalid = (message: string): ProblemError =>
  new ProblemError({
    code: 'run-invalid',
    message,
    hint: 'It was edited or written by another version; choose another --out folder.',
    place: {},
  })
