import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listQueue, queueItems } from '../../../review/queue.ts'
import { migrate, migrations } from '../../../review/store/migrations.ts'
import { openReview } from '../../../review/store/open.ts'
import { QueueFilter } from '../../../schemas/review.ts'
import { item } from '../fixtures.ts'

const NOBODY = { name: 'nobody', seesAll: true }
const all = QueueFilter.parse({})

describe('the review database on disk', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'review-db-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  it('is still there after closing', async () => {
    const file = join(folder, 'a', 'review.db')
    const first = await openReview(file)
    await queueItems(first, [item('5-1')])
    await first.close()
    const again = await openReview(file)
    expect((await listQueue(again, all, NOBODY)).rows).toHaveLength(1)
    await again.close()
  })

  it('keeps the old version whole when a migration fails half-way', async () => {
    const review = await openReview(join(folder, 'b.db'))
    await queueItems(review, [item('5-1')])
    const broken = {
      to: 99,
      why: 'a test',
      up: async (tx: Parameters<(typeof migrations)[0]['up']>[0]) => {
        await sql`drop table items`.execute(tx)
        throw new Error('power cut')
      },
    }
    await expect(migrate(review.db as never, 'sqlite', [...migrations, broken])).rejects.toThrow('power cut')
    expect((await listQueue(review, all, NOBODY)).rows).toHaveLength(1)
    await review.close()
  })

  it('refuses a database that a newer program wrote, and one that is none', async () => {
    const file = join(folder, 'c.db')
    const review = await openReview(file)
    await sql`insert into schema_version (version) values (999)`.execute(review.db)
    await review.close()
    await expect(openReview(file)).rejects.toMatchObject({
      problem: { code: 'review-unavailable', message: expect.stringContaining('999') },
    })
    const garbage = join(folder, 'garbage.db')
    writeFileSync(garbage, 'this is no database, and long enough to be looked at as one '.repeat(20))
    await expect(openReview(garbage)).rejects.toMatchObject({
      problem: { code: 'review-unavailable', hint: expect.stringMatching(/this file.*review restore/) },
    })
    await expect(openReview('postgres://someone:secret@127.0.0.1:1/x')).rejects.toSatisfy(
      (error: Error) => !error.message.includes('secret'),
    )
  })
})
