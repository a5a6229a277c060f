import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { reviewedItems } from '../../review/exchange.ts'
import { queueItems } from '../../review/queue.ts'
import { allEvents } from '../../review/store/log.ts'
import { openReview } from '../../review/store/open.ts'
import { writePolicy } from '../../review/store/settings.ts'
import { ReviewPolicy } from '../../schemas/review.ts'
import { collect, item } from './fixtures.ts'

/** Decisions after which the process is killed, in the middle of the next one. */
const ENOUGH = 12

it('keeps every decision that was acknowledged, each once and whole, when the process is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kill-'))
  const file = join(folder, 'review.db')
  const before = await openReview(file)
  await writePolicy(before.db, ReviewPolicy.parse({ secondShare: 0, unsureBelow: 0 }))
  await queueItems(
    before,
    Array.from({ length: 400 }, (_, index) => item(`5-${index}`)),
  )
  await before.close()

  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./kill-child.ts', import.meta.url)), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line)
    if (acknowledged.length === ENOUGH) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')

  const after = await openReview(file)
  const decided = (await collect(allEvents(after.db))).filter(({ kind }) => kind === 'decide').map((event) => event.item)
  expect(decided).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(decided).size).toBe(decided.length)
  expect(decided.length).toBeLessThan(400)
  const corrected = (await collect(reviewedItems(after))).filter(({ review }) => review.status === 'corrected')
  expect(corrected.map(({ id }) => id).toSorted()).toEqual(decided.toSorted())
  expect(corrected.every(({ id, question }) => question.text === `Read again: ${id}`)).toBe(true)
  await after.close()
  await rm(folder, { recursive: true })
})
