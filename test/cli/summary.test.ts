import { expect, it } from 'vitest'
import { summaryRows } from '../../cli/summary.ts'
import type { Item } from '../../schemas/item.ts'
import type { Problem } from '../../schemas/problem.ts'

const doubt = (place: Problem['place'], message = 'A numeral is lost.'): Problem => ({
  code: 'numeral-lost',
  severity: 'warning',
  message,
  hint: 'Look at it.',
  place,
})

const item = (number: string, problems: Problem[]): Item =>
  ({ id: `s/d/${number}`, source: { number }, diagrams: [], equations: [], solution: null, provenance: { problems } }) as unknown as Item // what the summary reads

const toLookAt = (items: Item[], problems: Problem[]): number | undefined =>
  summaryRows([
    {
      document: 'd',
      file: 'd.pdf',
      sha256: undefined,
      pages: 1,
      pagesOfFile: 1,
      pagesOfSolutions: undefined,
      items,
      problems,
      stages: [],
      seconds: 1,
    },
  ])[0]?.toLookAt

it('counts an item once, however many doubts there are and wherever they stand', () => {
  const first = doubt({ page: 1 })
  const items = [item('1', [first, doubt({ page: 1 }, 'Another.')]), item('2', [])]
  expect(toLookAt(items, [doubt({ document: 'd', stage: 'refine', page: 1 }), doubt({ item: '1' }), doubt({ item: 's/d/1' })])).toBe(1)
})

it('counts what is beside the items, and no notice', () => {
  expect(toLookAt([item('1', [])], [doubt({ item: '1' }), doubt({ page: 9 }), { ...doubt({ page: 4 }), severity: 'notice' }])).toBe(2)
})
