import { beforeEach, describe, expect, it } from 'vitest'
import { backup, restore } from '../../review/backup.ts'
import { approveBulk, bulkPlan, planBulk } from '../../review/bulk.ts'
import { claim } from '../../review/claims.ts'
import { reviewedItems } from '../../review/exchange.ts'
import { countQueue, listQueue, queueItems } from '../../review/queue.ts'
import { restructure } from '../../review/restructure.ts'
import type { Review } from '../../review/store/open.ts'
import { writePolicy } from '../../review/store/settings.ts'
import { submit, undo } from '../../review/submit.ts'
import { reviewSummary } from '../../review/summary.ts'
import { QueueFilter, ReviewPolicy } from '../../schemas/review.ts'
import { clock, collect, collectEvents, inMemory, item, withText } from './fixtures.ts'

const ann = { name: 'ann', role: 'reviewer' } as const
const cat = { name: 'cat', role: 'curator' } as const
const pending = QueueFilter.parse({ status: 'pending' })
const NOBODY = { name: 'nobody', seesAll: true }

let review: Review
let time: ReturnType<typeof clock>

beforeEach(async () => {
  time = clock()
  review = await inMemory(time.now)
  await writePolicy(review.db, ReviewPolicy.parse({ secondShare: 0, unsureBelow: 0 }))
  return () => review.close()
})

const released = async () => new Map((await collect(reviewedItems(review))).map((one) => [one.source.number, one]))

async function decide(id: string, who: { name: string; role: 'reviewer' | 'curator' }, change: Partial<Parameters<typeof submit>[1]> = {}) {
  const reading = change.reading ?? 'first'
  const { token } = await claim(review, id, reading, who)
  const { revision } = await review.db.selectFrom('items').select('revision').where('id', '=', id).executeTakeFirstOrThrow()
  time.pass(1)
  return submit(review, { item: id, reading, token, base: revision, edits: [], decision: 'approved', seconds: 30, ...change }, who)
}

describe('putting problems together anew', () => {
  it('adds a missed problem beside its neighbours, under an id of its own', async () => {
    await queueItems(review, [item('5-1')])
    const draw = {
      kind: 'add',
      document: 'thermo-a',
      number: '5-1',
      text: 'Missed.',
      spans: [{ page: 2, bbox: [10, 10, 200, 90] }],
      diagrams: [],
    } as const
    const change = {
      ...draw,
      spans: draw.spans.map((span) => ({ ...span, bbox: [...span.bbox] as [number, number, number, number] })),
      diagrams: [],
    }
    const [id] = await restructure(review, change, ann)
    expect(id).toBe('thermodynamics/thermo-a/p2/5-1')
    const made = (await collect(reviewedItems(review))).find((one) => one.id === id)
    expect(made).toMatchObject({
      subject: 'thermodynamics',
      source: { pages: [2], sha256: item('5-1').source.sha256 },
      provenance: { engine: 'person' },
    })
    await undo(review, id ?? '', ann)
    expect(await countQueue(review, pending, NOBODY)).toBe(1)
  })

  it('refuses a problem in a document that nobody has extracted', async () => {
    await expect(
      restructure(
        review,
        { kind: 'add', document: 'other', number: '1', text: '', spans: [{ page: 1, bbox: [0, 0, 1, 1] }], diagrams: [] },
        ann,
      ),
    ).rejects.toMatchObject({
      problem: { code: 'review-invalid' },
    })
  })

  it('splits one item into two and puts them together again by undo', async () => {
    const whole = withText(item('5-1'), 'First question. Second question.')
    const parts = ['First', 'Second'].map((text, index) => ({ label: 'ab'[index] ?? '', text }))
    await queueItems(review, [{ ...whole, question: { ...whole.question, parts } }])
    const span = { page: 1, bbox: [72, 90, 300, 200] as [number, number, number, number] }
    await restructure(
      review,
      {
        kind: 'split',
        item: item('5-1').id,
        stays: { text: 'First question.', spans: [span], diagrams: [] },
        leaves: { number: '5-2', text: 'Second question.', spans: [span], diagrams: [0] },
      },
      ann,
    )
    const after = await released()
    expect(after.get('5-1')).toMatchObject({ question: { text: 'First question.', parts: [{ label: 'a' }] }, diagrams: [] })
    expect(after.get('5-2')).toMatchObject({
      question: { text: 'Second question.', parts: [{ label: 'b' }] },
      diagrams: [{ label: 'Fig. 1' }],
    })
    await undo(review, item('5-1').id, ann)
    expect([...(await released()).values()]).toMatchObject([
      { question: { text: 'First question. Second question.' }, diagrams: [{ label: 'Fig. 1' }] },
    ])
  })

  it('merges two items, leaving one out with the reason', async () => {
    await queueItems(review, [withText(item('5-1'), 'One.'), withText(item('5-2'), 'Two.')])
    await restructure(review, { kind: 'merge', item: item('5-2').id, into: item('5-1').id }, ann)
    const after = await released()
    expect(after.get('5-1')).toMatchObject({ question: { text: 'One.\n\nTwo.' }, diagrams: [{ label: 'Fig. 1' }] })
    expect(after.get('5-2')?.review.status).toBe('rejected')
    expect((await reviewSummary(review)).rejections).toEqual({ merged: 1 })
  })

  it('moves a diagram to another problem, and not one that is not there', async () => {
    await queueItems(review, [item('5-1'), { ...item('5-2'), diagrams: [] }])
    const move = { kind: 'move-diagram', item: item('5-1').id, index: 0, to: item('5-2').id } as const
    await restructure(review, move, ann)
    const after = await released()
    expect([after.get('5-1')?.diagrams.length, after.get('5-2')?.diagrams.length]).toEqual([0, 1])
    await expect(restructure(review, move, ann)).rejects.toMatchObject({ problem: { code: 'review-invalid' } })
  })

  it('leaves items alone that somebody else is reading', async () => {
    await queueItems(review, [item('5-1'), item('5-2')])
    await claim(review, item('5-1').id, 'first', cat)
    await expect(restructure(review, { kind: 'merge', item: item('5-1').id, into: item('5-2').id }, ann)).rejects.toMatchObject({
      problem: { code: 'review-conflict' },
    })
    expect(await collectEvents(review)).toEqual([])
  })
})

describe('approving in bulk', () => {
  beforeEach(() =>
    queueItems(
      review,
      Array.from({ length: 12 }, (_, index) => item(`5-${index + 10}`)),
    ),
  )

  it('waits until a sample has been read and approved as it is', async () => {
    const plan = await planBulk(review, pending, cat)
    expect(plan.sample).toHaveLength(5)
    await expect(approveBulk(review, plan.id, cat)).rejects.toMatchObject({ problem: { code: 'review-refused' } })
    for (const { id } of plan.sample) await decide(id, cat)
    expect((await bulkPlan(review, plan.id)).sample.every(({ passed }) => passed)).toBe(true)
    const held = (await listQueue(review, pending, NOBODY)).rows[0]?.id ?? ''
    await claim(review, held, 'first', ann)
    expect(await approveBulk(review, plan.id, cat)).toEqual({ approved: 6 })
    expect((await listQueue(review, pending, NOBODY)).rows).toMatchObject([{ id: held }])
  })

  it('is refused when an item of the sample needed a change', async () => {
    const plan = await planBulk(review, pending, cat)
    const [one, ...rest] = plan.sample
    await decide(one?.id ?? '', cat, { edits: [{ path: 'question.text', after: 'Better.' }] })
    for (const { id } of rest) await decide(id, cat)
    await expect(approveBulk(review, plan.id, cat)).rejects.toMatchObject({
      problem: { message: expect.stringContaining('1 of them needed a change') },
    })
  })

  it('is for curators', async () => {
    await expect(planBulk(review, pending, ann)).rejects.toMatchObject({ problem: { code: 'review-refused' } })
  })
})

describe('a backup', () => {
  it('brings everything back into an empty database, and nothing into one in use', async () => {
    await queueItems(review, [item('5-1'), item('5-2')])
    await decide(item('5-1').id, ann)
    const lines = await collect(backup(review))
    const other = await inMemory(time.now)
    expect(await restore(other, lines)).toBeGreaterThan(5)
    expect(await collect(backup(other))).toEqual(lines)
    expect(await collect(reviewedItems(other))).toEqual(await collect(reviewedItems(review)))
    await expect(restore(other, lines)).rejects.toMatchObject({ problem: { code: 'review-refused' } })
    await other.close()
  })

  it('restores nothing when it is cut off or damaged', async () => {
    await queueItems(review, [item('5-1'), item('5-2')])
    const lines = await collect(backup(review))
    for (const damaged of [
      lines.slice(0, -1),
      lines.slice(0, -2),
      lines.toSpliced(2, 1),
      ['{"format":"other"}'],
      lines.with(3, '{"table":"sessions","row":{}}'),
    ]) {
      const other = await inMemory(time.now)
      await expect(restore(other, damaged)).rejects.toMatchObject({ problem: { code: 'review-invalid' } })
      expect(await countQueue(other, QueueFilter.parse({}), NOBODY)).toBe(0)
      await other.close()
    }
  })
})

describe('what the dataset card says', () => {
  it('names protocol, readers, counts and agreement', async () => {
    await writePolicy(review.db, ReviewPolicy.parse({ secondShare: 1, protocol: 'Read the page first.' }))
    await queueItems(review, [item('5-1'), item('5-2')])
    await decide(item('5-1').id, ann)
    await decide(item('5-1').id, cat, { reading: 'second' })
    const summary = await reviewSummary(review)
    expect(summary).toMatchObject({
      protocol: 'Read the page first.',
      statuses: { approved: 1, pending: 1 },
      secondReadings: { agreed: 1, wanted: 1 },
      readers: [
        { name: 'ann', decisions: 1 },
        { name: 'cat', decisions: 1 },
      ],
    })
    expect(summary.agreement.find(({ field }) => field === 'question text')).toMatchObject({ value: 0, items: 1 })
  })
})
