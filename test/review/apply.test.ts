import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, sha256 } from '../../corpus/store.ts'
import { applyReview, review } from '../../review/apply.ts'
import { contentOf, essence, revisionOf } from '../../review/content.ts'
import type { Item } from '../../schemas/item.ts'
import type { EditPath, Reading, ReviewEvent } from '../../schemas/review.ts'
import { withField, withUnknownField } from '../../schemas/review-fields.ts'
import { item, withConfidence, withText } from './fixtures.ts'

const machine = item('5-1')

let counter = 0
const stamp = () => {
  counter += 1
  return { id: `00000000000000000000-${String(counter).padStart(6, '0')}`, at: new Date(Date.UTC(2026, 0, 5, 9, 0, counter)).toISOString() }
}

const edit = (path: EditPath, after: unknown, { by = 'r1', reading = 'first' as Reading, act = `edit-${counter}` } = {}): ReviewEvent => ({
  ...stamp(),
  act,
  item: machine.id,
  by,
  reading,
  kind: 'edit',
  path,
  before: null,
  after: after as never, // a JSON value by construction
  base: revisionOf(machine),
})

const decide = (
  on: Item,
  { by = 'r1', reading = 'first' as Reading, decision = 'approved' as const, act = `decide-${counter}` } = {},
): ReviewEvent => ({
  ...stamp(),
  act,
  item: machine.id,
  by,
  reading,
  kind: 'decide',
  decision,
  base: revisionOf(machine),
  content: contentOf(on),
  seconds: 5,
})

const undo = (act: string): ReviewEvent => ({
  ...stamp(),
  act: `undo-${counter}`,
  item: machine.id,
  by: 'r1',
  reading: 'first',
  kind: 'undo',
  undone: act,
})

describe('the review log over an item', () => {
  it('leaves an item alone that nobody has touched', () => {
    expect(applyReview(machine, [])).toEqual(machine)
  })

  it('applies edits, names the changed fields and the reader', () => {
    const better = withText(machine, 'Steam flows.')
    const result = applyReview(machine, [edit('question.text', 'Steam flows.'), decide(better)])
    expect(result.question.text).toBe('Steam flows.')
    expect(result.review).toMatchObject({ status: 'approved', by: ['r1'], changed: ['question.text'] })
  })

  it('leaves the events of other items out', () => {
    expect(applyReview(item('5-2'), [edit('question.text', 'Steam flows.')])).toEqual(item('5-2'))
  })

  it('takes options in and out, and an open question is the same as before there were any', () => {
    const options = [
      { label: 'A', text: '20 cm' },
      { label: 'B', text: '25 cm' },
    ]
    const offered = withField(machine, 'question.options', options)
    expect(offered.question.options).toEqual(options)
    expect(contentOf(offered)).not.toBe(contentOf(machine))
    expect(withField(offered, 'question.options', [])).toEqual(machine)
    expect(applyReview(machine, [edit('question.options', options)]).question.options).toEqual(options)
    expect(() => withUnknownField(machine, 'question.options', [{ label: 'A' }])).toThrow()
  })

  it('keeps what was decided on before options could be edited', () => {
    const before = [
      'source.number',
      'source.chapter',
      'question.text',
      'question.parts',
      'question.spans',
      'diagrams',
      'equations',
      'solution',
      'topics',
    ] as const
    expect(contentOf(machine)).toBe(sha256(canonical(before.map((path) => essence(machine, path)))))
  })

  it('keeps what was decided on before parts had boxes', () => {
    const bare = withField(machine, 'question.parts', [{ label: 'a', text: 'Find it.' }])
    const boxed = withField(machine, 'question.parts', [{ label: 'a', text: 'Find it.', spans: [{ page: 1, bbox: [72, 90, 300, 110] }] }])
    expect(review(boxed, [decide(bare)])).toMatchObject({ status: 'approved', moved: false, item: { review: { changed: [] } } })
    expect(review(withField(bare, 'question.parts', []), [decide(bare)])).toMatchObject({ status: 'pending', moved: true })
  })

  it('forgets what was undone, and only that', () => {
    const kept = edit('source.number', '5-1a', { act: 'one' })
    const gone = edit('question.text', 'Nonsense', { act: 'two' })
    const result = applyReview(machine, [kept, gone, undo('two')])
    expect(result.source.number).toBe('5-1a')
    expect(result.question.text).toBe(machine.question.text)
  })

  it('keeps people’s edits over a rerun, and says that an approval no longer holds where something else moved', () => {
    const better = withField(machine, 'source.number', '5-1a')
    const events = [edit('source.number', '5-1a'), decide(better)]
    const rerun = withText(machine, 'Another reading of the page.')
    const { item: result, status, moved } = review(rerun, events)
    expect(result.source.number).toBe('5-1a')
    expect(result.question.text).toBe('Another reading of the page.')
    expect({ status, moved }).toEqual({ status: 'pending', moved: true })
  })

  it('keeps an approval where the rerun changed only what no reader sees', () => {
    const events = [decide(machine)]
    expect(review(withConfidence(machine, 0.3), events)).toMatchObject({ status: 'approved', moved: false })
  })

  it('keeps an approval where the rerun changed a field that an edit covers', () => {
    const events = [edit('question.text', 'Steam flows.'), decide(withText(machine, 'Steam flows.'))]
    expect(review(withText(machine, 'Water floes.'), events)).toMatchObject({ status: 'approved', moved: false })
  })

  it('gives the same result whatever order the events arrive in', () => {
    const events = [
      edit('question.text', 'A'),
      edit('question.text', 'B'),
      edit('source.chapter', '5'),
      decide(withText(machine, 'B')),
      edit('question.text', 'C'),
    ]
    const expected = applyReview(machine, events)
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(applyReview(machine, shuffled)).toEqual(expected)
      }),
    )
  })
})

describe('two readings', () => {
  it('agree when both let the same content in', () => {
    expect(review(machine, [decide(machine), decide(machine, { by: 'r2', reading: 'second' })])).toMatchObject({
      status: 'approved',
      second: 'agreed',
    })
  })

  it('differ when the second reader left other content, and wait for an adjudicator', () => {
    const other = withText(machine, 'Oil flows.')
    const events = [
      decide(machine),
      edit('question.text', 'Oil flows.', { by: 'r2', reading: 'second' }),
      decide(other, { by: 'r2', reading: 'second' }),
    ]
    const open = review(machine, events)
    expect(open).toMatchObject({ status: 'discuss', second: 'differs' })
    expect(open.item.question.text).toBe(machine.question.text)
    const final = [edit('question.text', 'Oil flows.', { by: 'boss', reading: 'final' }), decide(other, { by: 'boss', reading: 'final' })]
    const settled = review(machine, [...events, ...final])
    expect(settled).toMatchObject({ status: 'approved', second: 'settled' })
    expect(settled.item).toMatchObject({ question: { text: 'Oil flows.' }, review: { by: ['r1', 'r2', 'boss'] } })
  })
})

describe('a field', () => {
  it('takes what fits', () => {
    expect(withUnknownField(machine, 'topics', []).topics).toEqual([])
  })

  it('refuses what does not', () => {
    expect(() => withUnknownField(machine, 'diagrams', [{ page: 1 }])).toThrow()
    expect(() => withUnknownField(machine, 'question.text', 7)).toThrow()
  })

  it('moves the pages of the item along with its spans', () => {
    const moved = withField(machine, 'question.spans', [{ page: 4, bbox: [1, 1, 2, 2] }])
    expect(moved.source.pages).toEqual([1, 4])
  })
})
