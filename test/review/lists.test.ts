import { beforeEach, describe, expect, it } from 'vitest'
import { listQueue, neighbours, queueItems } from '../../review/queue.ts'
import type { Review } from '../../review/store/open.ts'
import type { Item } from '../../schemas/item.ts'
import { QueueFilter } from '../../schemas/review.ts'
import { ENGINES, emptyReview } from './engines.ts'
import { item, withText } from './fixtures.ts'

const ALL = { name: 'nobody', seesAll: true }

describe.each(ENGINES)('lists on $engine', ({ url }) => {
  const ifThere = it.skipIf(url === undefined)
  let review: Review
  beforeEach(async () => {
    if (url === undefined) return
    review = await emptyReview(url)
    return () => review.close()
  })
  const at = (number: string, page: number, left: number, top: number): Item => {
    const one = item(number)
    return { ...one, question: { ...one.question, spans: [{ page, bbox: [left, top, left + 200, top + 50] }] } }
  }
  const numbers = async (query: Record<string, string>) =>
    (await listQueue(review, QueueFilter.parse({ order: 'document', ...query }), ALL)).rows.map(({ number }) => number)

  ifThere('find words inside words, whatever case and signs they have, and nothing that only looks alike', async () => {
    await queueItems(review, [withText(item('5-1'), 'Steam in a "closed" 50% nozzle_a'), withText(item('5-2'), 'STEAMERS; nozzles')])
    expect(await numbers({ search: 'team' })).toEqual(['5-1', '5-2'])
    expect(await numbers({ search: 'Steamer' })).toEqual(['5-2'])
    expect(await numbers({ search: 'a "closed" 50%' })).toEqual(['5-1'])
    expect(await numbers({ search: 'nozzle_' })).toEqual(['5-1'])
    expect(await numbers({ search: 'in' })).toEqual(['5-1'])
    expect(await numbers({ search: 'steam nozzle' })).toEqual([])
  })

  ifThere('find what a text says now, not what it said before', async () => {
    await queueItems(review, [withText(item('5-1'), 'Water flows.'), item('5-2')])
    await queueItems(review, [withText(item('5-1'), 'Mercury rises.'), item('5-2')])
    expect(await numbers({ search: 'water flows.' })).toEqual([])
    expect(await numbers({ search: 'mercury' })).toEqual(['5-1'])
    await review.db.deleteFrom('texts').where('item', '=', item('5-1').id).execute()
    expect(await numbers({ search: 'mercury' })).toEqual([])
  })

  ifThere('go down one column and then the next', async () => {
    await queueItems(review, [at('5-4', 2, 50, 60), at('5-3', 1, 320, 60), at('5-2', 1, 54, 400), at('5-1', 1, 50, 100)])
    expect(await numbers({})).toEqual(['5-1', '5-2', '5-3', '5-4'])
  })

  ifThere('show the neighbours of an item on both sides, itself among them', async () => {
    await queueItems(review, [
      ...[1, 2, 3, 4, 5, 6].map((page) => at(`5-${page}`, page, 50, 60)),
      { ...item('5-0'), id: 'thermodynamics/other/5-0', source: { ...item('5-0').source, document: 'other' } },
    ])
    const around = async (number: string, limit: number) => (await neighbours(review, item(number).id, ALL, limit)).map((row) => row.number)
    expect(await around('5-3', 4)).toEqual(['5-1', '5-2', '5-3', '5-4', '5-5'])
    expect(await around('5-1', 4)).toEqual(['5-1', '5-2', '5-3'])
    expect(await around('no-such', 4)).toEqual([])
  })

  ifThere('take items by who read them, and by a reason that few have', async () => {
    await queueItems(review, [item('5-1'), { ...item('5-2'), solution: null, diagrams: [] }])
    await review.db.updateTable('items').set({ second_by: 'r2' }).where('number', '=', '5-1').execute()
    expect(await numbers({ reviewer: 'r2' })).toEqual(['5-1'])
    expect(await numbers({ reviewer: 'r9' })).toEqual([])
    expect(await numbers({ reason: 'no-solution' })).toEqual(['5-2'])
    expect(await numbers({ diagram: '0' })).toEqual(['5-2'])
    expect(await numbers({ diagram: '1' })).toEqual(['5-1'])
  })
})
