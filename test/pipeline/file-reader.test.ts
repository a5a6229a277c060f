import { describe, expect, it } from 'vitest'
import { createFileReader, createPageCache } from '../../pipeline/file-reader.ts'
import type { Pool } from '../../pipeline/pool.ts'
import { type Problem, type ProblemCode, ProblemError } from '../../schemas/problem.ts'

/** A file whose every page fails with one code. */
const failing = (code: ProblemCode) => {
  const run: Pool['run'] = () => Promise.reject(new ProblemError({ code, message: 'No.', hint: 'Try.', place: {} }))
  const pool: Pool = { run, threads: 1, close: async () => undefined }
  const keep = {
    key: (parts: unknown) => JSON.stringify(parts),
    result: async () => undefined,
    putResult: async () => undefined,
    hasBlob: async () => false,
    putBlob: async () => '',
  }
  const file = { path: '/books/a.pdf', name: 'a.pdf' }
  const signal = new AbortController().signal
  return createFileReader({ file, sha256: '0', dpi: 72, layoutVersion: 1, ahead: 2, pool, keep, cache: createPageCache(), signal })
}

const read = async (code: ProblemCode): Promise<Problem[]> => {
  const problems: Problem[] = []
  const work = failing(code).work(
    (problem) => problems.push(problem),
    () => undefined,
  )
  for await (const _ of work.readPages([1, 2, 3])) throw new Error('No page can be read.')
  return problems
}

describe('a page that fails', () => {
  it('becomes a problem of that page, and the others are tried', async () => {
    expect((await read('page-damaged')).map(({ place }) => place.page)).toEqual([1, 2, 3])
  })

  it.each(['file-unreadable', 'file-missing', 'pdf-wrong-password'] as const)(
    'ends the document when the file itself is the trouble: %s',
    async (code) => {
      await expect(read(code)).rejects.toMatchObject({ problem: { code, place: {} } })
    },
  )
})
