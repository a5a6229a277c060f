import { describe, expect, it } from 'vitest'
import { releasable } from '../../../corpus/release/releasable.ts'
import type { Item } from '../../../schemas/item.ts'
import { item } from './sample.ts'

const LISTED = [{ id: 'beams', subject: 'mechanics-of-materials' }] as const

const approved = (over: Partial<Item> = {}): Item => {
  const own = item('1')
  return { ...own, subject: 'mechanics-of-materials', source: { ...own.source, document: 'beams' }, ...over }
}

describe('what is not released', () => {
  it('is nothing of what documents.yaml holds under its subject', () => {
    expect(releasable([approved()], LISTED)).toEqual({ items: [approved()], problems: [] })
  })

  it('are items of a document that is gone, and says how to keep them', () => {
    const { items, problems } = releasable([approved()], [])
    expect(items).toEqual([])
    expect(problems).toMatchObject([{ code: 'item-held-back', severity: 'warning', hint: expect.stringContaining('documents.yaml') }])
  })

  it('are items of a document whose subject was changed: their successors are released', () => {
    const { items, problems } = releasable([approved()], [{ id: 'beams', subject: 'dynamics' }])
    expect(items).toEqual([])
    expect(problems).toMatchObject([{ code: 'item-held-back', place: { document: 'beams', item: approved().id } }])
  })

  it('are corrected items whose LaTeX does not typeset', () => {
    const review = { ...approved().review, status: 'corrected' as const }
    const broken = approved({ review, question: { ...approved().question, text: 'Find $\\frac{1}{$.' } })
    expect(releasable([broken], LISTED)).toMatchObject({ items: [], problems: [{ code: 'equation-unparsable' }] })
    const sound = approved({ review, question: { ...approved().question, text: 'Find $\\frac{1}{2}$.' } })
    expect(releasable([sound], LISTED)).toEqual({ items: [sound], problems: [] })
  })
})
