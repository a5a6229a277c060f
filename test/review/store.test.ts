import { beforeEach, describe, expect, it } from 'vitest'
import { backup, restore } from '../../review/backup.ts'
import { claim, claimNext } from '../../review/claims.ts'
import { draftOf, lateDrafts } from '../../review/drafts.ts'
import { exportEvents, importEvents, reviewedItems } from '../../review/exchange.ts'
import { countQueue, listQueue, queueItems } from '../../review/queue.ts'
import type { Review } from '../../review/store/open.ts'
import { writePolicy } from '../../review/store/settings.ts'
import { flag, submit, undo } from '../../review/submit.ts'
import type { Item } from '../../schemas/item.ts'
import { QueueFilter, ReviewPolicy } from '../../schemas/review.ts'
import { ENGINES, emptyReview, NO_SECONDS } from './engines.ts'
import { clock, collect, inMemory, item, withConfidence, withText } from './fixtures.ts'

const NOBODY = { name: 'nobody', seesAll: true }
const r1 = { name: 'r1', role: 'reviewer' } as const
const r2 = { name: 'r2', role: 'reviewer' } as const
const boss = { name: 'boss', role: 'adjudicator' } as const
const all = QueueFilter.parse({})

describe.each(ENGINES)('the review store on $engine', ({ url }) => {
  const ifThere = it.skipIf(url === undefined)
  let review: Review
  let time: ReturnType<typeof clock>

  beforeEach(async () => {
    if (url === undefined) return
    time = clock()
    review = await emptyReview(url, time.now)
    return () => review.close()
  })

  const work = async (
    id: string,
    who: { name: string; role: 'reviewer' | 'adjudicator' },
    change: Partial<Parameters<typeof submit>[1]> = {},
  ) => {
    const reading = change.reading ?? 'first'
    const lease = await claim(review, id, reading, who)
    const base = (await review.db.selectFrom('items').select('revision').where('id', '=', id).executeTakeFirstOrThrow()).revision
    return submit(review, { item: id, reading, token: lease.token, base, edits: [], decision: 'approved', seconds: 3, ...change }, who)
  }
  const statuses = async () =>
    Object.fromEntries((await listQueue(review, all, NOBODY)).rows.map(({ id, status }) => [id.split('/').at(-1), status]))

  ifThere('lists the least certain items first, a page at a time', async () => {
    const items = [0.9, 0.2, 0.5, 0.7].map((confidence, index) => withConfidence(item(`5-${index}`), confidence))
    await queueItems(review, items)
    const first = await listQueue(review, all, NOBODY, { limit: 3 })
    expect(first.rows.map(({ confidence }) => confidence)).toEqual([0.2, 0.5, 0.7])
    const rest = await listQueue(review, all, NOBODY, { limit: 3, after: first.next })
    expect(rest.rows.map(({ confidence }) => confidence)).toEqual([0.9])
    expect(rest.next).toBeNull()
  })

  ifThere('filters by what is asked and counts alike', async () => {
    const bare: Item = { ...item('5-2'), diagrams: [], solution: null }
    await queueItems(review, [item('5-1'), withText(bare, 'A 100% pure gas_flow')])
    const ids = async (query: Record<string, string>) => {
      const filter = QueueFilter.parse(query)
      const rows = (await listQueue(review, filter, NOBODY)).rows.map(({ number }) => number)
      expect(await countQueue(review, filter, NOBODY)).toBe(rows.length)
      return rows
    }
    expect(await ids({ diagram: '0' })).toEqual(['5-2'])
    expect(await ids({ reason: 'no-solution' })).toEqual(['5-2'])
    expect(await ids({ search: '0% PURE' })).toEqual(['5-2'])
    expect(await ids({ search: 's_f' })).toEqual(['5-2'])
    expect(await ids({ search: '%' })).toEqual(['5-2'])
    expect(await ids({ document: 'other' })).toEqual([])
    expect(await ids({ order: 'document' })).toEqual(['5-1', '5-2'])
  })

  ifThere('queues twice without doing anything twice', async () => {
    expect(await queueItems(review, [item('5-1'), item('5-2')])).toMatchObject({ added: 2, changed: 0 })
    expect(await queueItems(review, [item('5-1'), item('5-2')])).toMatchObject({ added: 0, changed: 0, unchanged: 2, gone: 0 })
  })

  ifThere('keeps people’s work over a rerun and shows what moved under it', async () => {
    await queueItems(review, [item('5-1'), item('5-2'), item('5-3')])
    await work(item('5-1').id, r1, { edits: [{ path: 'question.text', after: 'Steam flows.' }] })
    await work(item('5-2').id, r1)
    const again = await queueItems(review, [withText(item('5-1'), 'Vapour flows.'), withText(item('5-2'), 'Oil flows.')])
    expect(again).toMatchObject({ changed: 2, gone: 1, moved: [item('5-2').id] })
    expect(await statuses()).toEqual({ '5-1': 'corrected', '5-2': 'pending', '5-3': 'pending' })
    const released = await collect(reviewedItems(review))
    expect(released.map(({ question }) => question.text).slice(0, 2)).toEqual(['Steam flows.', 'Oil flows.'])
    const rows = (await listQueue(review, all, NOBODY)).rows
    expect(rows.find(({ number }) => number === '5-2')?.reasons).toContain('moved')
    expect(rows.find(({ number }) => number === '5-3')?.reasons).toContain('gone')
  })

  ifThere('gives an item to one of two people who ask at once', async () => {
    await queueItems(review, [item('5-1')])
    const both = await Promise.allSettled([claim(review, item('5-1').id, 'first', r1), claim(review, item('5-1').id, 'first', r2)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { problem: { code: 'review-conflict' } } })
  })

  ifThere('gives two people different next items, and nothing when nothing is left', async () => {
    await queueItems(review, [item('5-1'), item('5-2')])
    const pending = QueueFilter.parse({ status: 'pending' })
    const taken = await Promise.all([claimNext(review, pending, 'first', r1), claimNext(review, pending, 'first', r2)])
    expect(new Set(taken.map((lease) => lease?.item)).size).toBe(2)
    expect(await claimNext(review, pending, 'first', boss)).toBeUndefined()
  })

  ifThere('lets a claim run out', async () => {
    await queueItems(review, [item('5-1')])
    await claim(review, item('5-1').id, 'first', r1)
    time.pass(21)
    expect(await claim(review, item('5-1').id, 'first', r2)).toMatchObject({ item: item('5-1').id })
  })

  ifThere('keeps a late submission as a draft, tells both and overwrites nothing', async () => {
    await queueItems(review, [item('5-1')])
    const id = item('5-1').id
    const lease = await claim(review, id, 'first', r1)
    const base = (await review.db.selectFrom('items').select('revision').executeTakeFirstOrThrow()).revision
    time.pass(21)
    await work(id, r2, { decision: 'rejected', reason: 'duplicate' })
    const late = {
      item: id,
      reading: 'first',
      token: lease.token,
      base,
      edits: [{ path: 'question.text', after: 'Late.' }],
      decision: 'approved',
      seconds: 9,
    } as const
    await expect(submit(review, { ...late, edits: [...late.edits] }, r1)).rejects.toMatchObject({ problem: { code: 'review-conflict' } })
    expect(await statuses()).toEqual({ '5-1': 'rejected' })
    expect(await draftOf(review.db, id, 'r1')).toMatchObject({ late: true, content: { edits: [{ after: 'Late.' }] } })
    expect(await lateDrafts(review.db, id, 'r2')).toMatchObject([{ by: 'r1' }])
  })

  ifThere('takes a late submission when nobody else took over', async () => {
    await queueItems(review, [item('5-1')])
    const lease = await claim(review, item('5-1').id, 'first', r1)
    const base = (await review.db.selectFrom('items').select('revision').executeTakeFirstOrThrow()).revision
    time.pass(60)
    await submit(
      review,
      { item: item('5-1').id, reading: 'first', token: lease.token, base, edits: [], decision: 'approved', seconds: 1 },
      r1,
    )
    expect(await statuses()).toEqual({ '5-1': 'approved' })
  })

  ifThere('refuses a rejection without a reason, a value that does not fit, and an item that is not there', async () => {
    await queueItems(review, [item('5-1')])
    await expect(work(item('5-1').id, r1, { decision: 'rejected' })).rejects.toMatchObject({ problem: { code: 'review-invalid' } })
    await expect(work(item('5-1').id, r1, { edits: [{ path: 'topics', after: 'no list' }] })).rejects.toMatchObject({
      problem: { code: 'review-invalid' },
    })
    await expect(claim(review, 'no/such/item', 'first', r1)).rejects.toMatchObject({ problem: { code: 'review-unknown-item' } })
    expect(await collect(exportEvents(review))).toEqual([])
  })

  ifThere('undoes a person’s last act, and not somebody else’s', async () => {
    await queueItems(review, [item('5-1')])
    await work(item('5-1').id, r1)
    await expect(undo(review, item('5-1').id, r2)).rejects.toMatchObject({ problem: { code: 'review-invalid' } })
    await undo(review, item('5-1').id, r1)
    expect(await statuses()).toEqual({ '5-1': 'pending' })
    expect(await collect(exportEvents(review))).toHaveLength(2)
  })

  ifThere('asks for a blind second reading by another person and lets a third one settle it', async () => {
    await writePolicy(review.db, ReviewPolicy.parse({ secondShare: 1 }))
    await queueItems(review, [item('5-1')])
    const id = item('5-1').id
    await work(id, r1)
    const second = QueueFilter.parse({ second: 'wanted' })
    expect(await countQueue(review, second, { name: 'r1', seesAll: false })).toBe(0)
    const seen = (await listQueue(review, second, { name: 'r2', seesAll: false })).rows
    expect(seen).toMatchObject([{ id, status: 'pending', by: [] }])
    await expect(claim(review, id, 'second', r1)).rejects.toMatchObject({ problem: { code: 'review-refused' } })
    await work(id, r2, { reading: 'second', edits: [{ path: 'source.number', after: '5-1E' }] })
    expect(await statuses()).toEqual({ '5-1': 'discuss' })
    await expect(claim(review, id, 'final', r1)).rejects.toMatchObject({ problem: { code: 'review-refused' } })
    await work(id, boss, { reading: 'final', edits: [{ path: 'source.number', after: '5-1E' }] })
    const [released] = await collect(reviewedItems(review))
    expect(released).toMatchObject({ source: { number: '5-1E' }, review: { status: 'corrected', by: ['r1', 'r2', 'boss'] } })
  })

  ifThere('refuses a second reading that nobody asked for', async () => {
    await queueItems(review, [item('5-1')])
    await work(item('5-1').id, r1)
    await expect(claim(review, item('5-1').id, 'second', r2)).rejects.toMatchObject({ problem: { code: 'review-refused' } })
  })

  ifThere('raises and lowers a flag', async () => {
    await queueItems(review, [item('5-1')])
    await flag(review, item('5-1').id, true, 'look at the units', r1)
    expect((await listQueue(review, QueueFilter.parse({ reason: 'flagged' }), NOBODY)).rows).toHaveLength(1)
    await flag(review, item('5-1').id, false, '', r2)
    expect((await listQueue(review, QueueFilter.parse({ reason: 'flagged' }), NOBODY)).rows).toHaveLength(0)
  })

  ifThere('carries the log into another database, where it gives the same release', async () => {
    await queueItems(review, [item('5-1'), item('5-2')])
    await work(item('5-1').id, r1, { edits: [{ path: 'question.text', after: 'Steam flows.' }] })
    await work(item('5-2').id, r2, { decision: 'rejected', reason: 'one-step' })
    const log = await collect(exportEvents(review))
    const other = await inMemory(time.now)
    await writePolicy(other.db, NO_SECONDS)
    await queueItems(other, [item('5-1'), item('5-2')])
    expect(await importEvents(other, log)).toEqual({ added: 3, known: 0 })
    expect(await importEvents(other, log)).toEqual({ added: 0, known: 3 })
    expect(await collect(reviewedItems(other))).toEqual(await collect(reviewedItems(review)))
    await other.close()
  })

  ifThere('can be backed up and restored into the other engine', async () => {
    await queueItems(review, [item('5-1'), item('5-2')])
    await work(item('5-1').id, r1, { edits: [{ path: 'question.text', after: 'Steam flows.' }] })
    const lines = await collect(backup(review))
    const other = await inMemory(time.now)
    await restore(other, lines)
    expect(await collect(reviewedItems(other))).toEqual(await collect(reviewedItems(review)))
    await other.close()
  })

  ifThere('imports nothing from a log with a line that is no event', async () => {
    await queueItems(review, [item('5-1')])
    await work(item('5-1').id, r1)
    const log = await collect(exportEvents(review))
    await expect(importEvents(review, [...log, '{"kind":"edit"}'])).rejects.toMatchObject({
      problem: { code: 'review-invalid', message: expect.stringContaining('Line 2') },
    })
  })
})
