import { describe, expect, it, vi } from 'vitest'
import type { RefineModel } from '../../../pipeline/refine/model.ts'
import { chooseStarts } from '../../../pipeline/refine/starts.ts'
import { refineWithModel } from '../../../pipeline/refine/with-model.ts'
import { Item } from '../../../schemas/item.ts'
import type { PageLayout } from '../../../schemas/layout.ts'
import type { ModelCall } from '../../../schemas/model.ts'
import { ProblemError } from '../../../schemas/problem.ts'
import { aDiagram, anEquation, anItem } from '../../an-item.ts'
import { aPage } from './a-page.ts'

const LINES = ['A crate of 80 kg is hauled at v = 3 m/s.', 'F = m a = 240 N']

/** A model that answers by what it is asked for; remembers the calls. */
const aModel = (answers: Record<string, unknown>): RefineModel & { calls: ModelCall[] } => {
  const calls: ModelCall[] = []
  return {
    model: 'm-1',
    calls,
    ask: async (call) => {
      calls.push(call)
      const [purpose = ''] = (call.purpose ?? '').split('/')
      return JSON.stringify(answers[purpose] ?? { faults: [] })
    },
    picture: async ({ sha256 }) => ({ mime: 'image/png', base64: sha256.slice(0, 4) }),
  }
}
const documentOf = (page: PageLayout) => async () => ({
  readable: [page.page],
  pages: {
    page: async () => page,
    crop: async (requests: readonly unknown[]) => requests.map(() => ({ sha256: 'c'.repeat(64), width: 1, height: 1 })),
  },
})
const refine = async (item: Item, help: RefineModel, source: PageLayout['source'] = 'text') => {
  const { items, problems } = await refineWithModel([item], documentOf(aPage(1, LINES, source)), help)
  const [refined] = items
  if (!refined) throw new Error('The item is gone.')
  return { item: Item.parse(refined), problems, codes: problems.map(({ code }) => code) }
}
const text = 'A crate of 80 kg is hauled at $v=3\\,\\mathrm{m/s}$.\n\n$$F=ma=240\\,\\mathrm{N}$$'

describe('refineWithModel', () => {
  it('shows the model the places on the page and the diagrams, and changes nothing when it finds no fault', async () => {
    const help = aModel({})
    const before = anItem(text, { diagrams: [aDiagram('Fig. 1')] })
    const { item, problems } = await refine(before, help)
    expect(problems).toEqual([])
    expect(item).toEqual({ ...before, provenance: { ...before.provenance, models: ['m-1'] } })
    expect(help.calls.map(({ purpose }) => purpose)).toEqual(['refine.verify/2'])
    expect(help.calls[0]?.images).toHaveLength(2)
    expect(help.calls[0]?.about).toEqual({ document: 'sheet', item: item.id })
  })

  it('shows the solution as printed with the solution as read, and finds the fault in it', async () => {
    const fault = { kind: 'solution', index: null, quote: 'F = 240 N', what: 'The page has 24 N.', grading: true }
    const help = aModel({ 'refine.verify': { faults: [fault] } })
    const solution = { text: 'F = 240 N', pages: [2], spans: [], files: [`images/${'d'.repeat(64)}.png`], answers: [] }
    const { codes } = await refine(anItem(text, { solution }), help)
    expect(codes).toContain('item-held-back')
    expect(help.calls[0]?.images?.map(({ base64 }) => base64)).toEqual(['cccc', 'dddd'])
    expect(help.calls[0]?.prompt).toContain('The last 1 pictures show its solution')
    const unseen = aModel({})
    await refine(anItem(text, { solution: { ...solution, files: [] } }), unseen)
    expect(unseen.calls[0]?.prompt).not.toContain('Solution as read')
  })

  it('transcribes a formula that was not read, if it parses and all of it is on the page', async () => {
    const { item, codes } = await refine(
      anItem(text, { equations: [anEquation(null)] }),
      aModel({ 'refine.transcribe': { latex: 'F=ma=240\\,\\mathrm{N}' } }),
    )
    expect(item.equations[0]).toMatchObject({ latex: 'F=ma=240\\,\\mathrm{N}', method: 'model' })
    expect(item.provenance.edits).toMatchObject([{ field: 'equations.0.latex', before: '', after: 'F=ma=240\\,\\mathrm{N}', by: 'm-1' }])
    expect(codes).toEqual([])
  })

  it('puts a transcribed formula where its letters stand in the text, and records that', async () => {
    const bbox: [number, number, number, number] = [49, 62, 130, 72]
    const question = {
      ...anItem('').question,
      text: 'Hauled with F = m a = 240 N up.',
      parts: [{ label: 'a', text: 'F = m a = 240 N up' }],
    }
    const { item } = await refine(
      anItem('', { question, equations: [{ ...anEquation(null), bbox }] }),
      aModel({ 'refine.transcribe': { latex: 'F=ma=240\\,\\mathrm{N}' } }),
    )
    const formula = anEquation(null).display ? '$$F=ma=240\\,\\mathrm{N}$$' : '$F=ma=240\\,\\mathrm{N}$'
    expect(item.question.text).toBe(`Hauled with ${formula} up.`)
    expect(item.question.parts[0]?.text).toBe(`${formula} up`)
    expect(item.provenance.edits?.[1]).toMatchObject({ field: 'question.text', before: 'F = m a = 240 N', after: formula })
  })

  it.each([
    ['a numeral that is not on the page', 'F=ma=250\\,\\mathrm{N}', /not on the page: 250/],
    ['LaTeX that does not parse', 'F=\\frac{a', /does not parse/],
  ])('turns down %s and says so', async (_, latex, message) => {
    const { item, problems } = await refine(anItem(text, { equations: [anEquation(null)] }), aModel({ 'refine.transcribe': { latex } }))
    expect(item.equations[0]).toMatchObject({ latex: null, method: 'none' })
    expect(item.provenance.edits).toBeUndefined()
    expect(problems).toMatchObject([{ code: 'correction-rejected', message: expect.stringMatching(message) }, { code: 'equation-unread' }])
  })

  it('does not ask about formulas that were read well, nor correct text that the file itself holds', async () => {
    const help = aModel({})
    await refine(anItem(text, { equations: [anEquation('F=ma', 0.98)] }), help)
    expect(help.calls).toHaveLength(1)
  })

  it('puts better LaTeX where the doubtful one stood', async () => {
    const { item } = await refine(
      anItem('Use $$F=m\\alpha=240$$ here.', { equations: [anEquation('F=m\\alpha=240', 0.3)] }),
      aModel({ 'refine.transcribe': { latex: 'F=ma=240' } }),
    )
    expect(item.question.text).toBe('Use $$F=ma=240$$ here.')
  })

  it('exchanges whole formulas only: a letter in a word stays', async () => {
    const equations = [anEquation('a', 0.3)]
    const { item } = await refine(anItem('a crate has $a_1$ and $a$', { equations }), aModel({ 'refine.transcribe': { latex: 'm' } }))
    expect(item.question.text).toBe('a crate has $a_1$ and $m$')
  })

  it('corrects misread characters of a scan, in the part that has them, and records each edit', async () => {
    const question = {
      ...anItem('').question,
      text: 'A crate of 80 kg is hau1ed at 3 m/s.\n\n(a) How far is it hau1ed?\n\n(b) Is it hau1ed?',
      parts: [
        { label: 'a', text: 'How far is it hau1ed?' },
        { label: 'b', text: 'Is it hau1ed?' },
      ],
    }
    const edits = [
      { block: 'b2', find: 'hau1ed', replace: 'hauled', reason: 'l read as 1' },
      { block: 'b1', find: '80 kg', replace: '90 kg', reason: 'wrong' },
    ]
    const { item, codes } = await refine(anItem('', { question }), aModel({ 'refine.correct': { edits } }), 'ocr')
    expect(item.question.text).toBe('A crate of 80 kg is hau1ed at 3 m/s.\n\n(a) How far is it hauled?\n\n(b) Is it hau1ed?')
    expect(item.question.parts.map((part) => part.text)).toEqual(['How far is it hauled?', 'Is it hau1ed?'])
    expect(item.provenance.edits).toEqual([{ field: 'question.text', before: 'hau1ed', after: 'hauled', reason: 'l read as 1', by: 'm-1' }])
    expect(codes).toContain('correction-rejected')
  })

  it('holds an item back whose fault could change a grade, and only notes the others', async () => {
    const fault = { kind: 'text', index: null, quote: '80 kg', what: 'The page says 60 kg.', grading: true }
    const held = await refine(anItem(text), aModel({ 'refine.verify': { faults: [fault] } }))
    expect(held.problems).toMatchObject([{ code: 'item-held-back', severity: 'error', message: expect.stringContaining('60 kg') }])
    expect(held.item.provenance.confidence).toBe(0)
    const noted = await refine(anItem(text), aModel({ 'refine.verify': { faults: [{ ...fault, grading: false }] } }))
    expect(noted.codes).toEqual(['fault-found'])
    expect(noted.item.provenance.confidence).toBeGreaterThan(0.5)
  })

  it('sets aside a finding that quotes what does not stand in the item', async () => {
    const fault = { kind: 'text', index: null, quote: '99 kg', what: 'Wrong.', grading: true }
    const { codes, item } = await refine(
      anItem(text),
      aModel({ 'refine.verify': { faults: [fault, { ...fault, kind: 'diagram', index: 4 }] } }),
    )
    expect(codes).toEqual(['correction-rejected', 'correction-rejected'])
    expect(item.provenance.confidence).toBe(1)
  })

  it('judges anew when run again, instead of piling doubts up', async () => {
    const once = await refine(anItem('Find $a now. 80 3'), aModel({}))
    const twice = await refine(once.item, aModel({}))
    expect(twice.item).toEqual(once.item)
  })

  it('leaves the item as it was when the model fails, and stops asking when it is no use', async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ ...anItem(text), id: `i-${index}` }))
    const failing = (code: 'model-failed' | 'budget-reached') =>
      vi.fn(() => Promise.reject(new ProblemError({ code, message: 'No.', hint: 'Wait.', place: {} })))
    const once = failing('model-failed')
    const all = await refineWithModel(items, documentOf(aPage(1, LINES)), { ...aModel({}), ask: once })
    expect(all.items).toEqual(items)
    expect(once).toHaveBeenCalledTimes(20)
    const never = failing('budget-reached')
    const stopped = await refineWithModel(items, documentOf(aPage(1, LINES)), { ...aModel({}), ask: never })
    expect(never.mock.calls.length).toBeLessThan(10)
    expect(stopped.problems).toHaveLength(20)
  })
})

describe('passes of an item', () => {
  it('go on when one of them fails, and the failure is no doubt about the item', async () => {
    const help = aModel({})
    const ask: RefineModel['ask'] = async (call) => {
      if (!call.purpose?.startsWith('refine.transcribe')) return help.ask(call)
      throw new ProblemError({ code: 'model-failed', message: 'Cut off.', hint: 'Ask less.', place: {} })
    }
    const { item, codes } = await refine(anItem(text, { equations: [anEquation(null)] }), { ...help, ask })
    expect(codes).toEqual(['model-failed', 'equation-unread'])
    expect(item.provenance.models).toEqual(['m-1'])
    expect(item.provenance.problems.map(({ code }) => code)).toEqual(['equation-unread'])
    expect(help.calls.map(({ purpose }) => purpose)).toEqual(['refine.verify/2'])
  })
})

describe('chooseStarts', () => {
  const blocks = [
    { id: 'p1.1', text: '1 A car' },
    { id: 'p1.2', text: '(a) How far?' },
    { id: 'p1.3', text: '2 A wheel' },
  ]
  it('takes ids in reading order, each once, and turns down whatever is no id', async () => {
    const help = aModel({ 'segment.starts': { starts: ['p1.3', '[p1.1]', 'p1.3', '3 A new problem'] } })
    expect(await chooseStarts(blocks, [], help, {})).toEqual({ starts: ['p1.1', 'p1.3'], rejected: ['3 A new problem'] })
    expect(help.calls[0]?.prompt).toContain('[p1.2] (a) How far?')
    expect(help.calls[0]?.images).toBeUndefined()
  })
})
