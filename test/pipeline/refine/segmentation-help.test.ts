import { describe, expect, it } from 'vitest'
import { missedStarts, unsurePages } from '../../../pipeline/refine/segmentation-help.ts'
import type { ModelCall } from '../../../schemas/model.ts'
import { ProblemError } from '../../../schemas/problem.ts'
import type { SegmentedProblem } from '../../../schemas/segment.ts'
import { aPage } from './a-page.ts'

const problem = (number: string, page: number, line = 0, chapter?: string): SegmentedProblem => ({
  number,
  ...(chapter === undefined ? {} : { chapter }),
  title: [],
  label: [{ page, line, from: 0, to: 1 }],
  text: [],
  stem: [],
  parts: [],
  region: [],
  confidence: 1,
})
const pages = {
  readable: [1, 2, 3],
  pages: { page: async (page: number) => aPage(page, [`${page} A car.`, 'It stops.', 'A wheel rolls.']), crop: async () => [] },
}
const answering = (...answers: (string[] | ProblemError)[]) => {
  const calls: ModelCall[] = []
  const ask = async (call: ModelCall): Promise<string> => {
    const answer = answers[calls.length]
    calls.push(call)
    if (answer instanceof ProblemError) throw answer
    return JSON.stringify({ starts: answer ?? [] })
  }
  return { calls, help: { ask, model: 'm-1' } }
}

describe('unsurePages', () => {
  it('are those between numbers that leap or repeat', () => {
    const problems = [problem('5-1', 1), problem('5-2', 1), problem('5-4', 3), problem('5-4', 4)]
    expect(unsurePages({ problems }, [1, 2, 3, 4])).toEqual([
      [1, 2, 3],
      [3, 4],
    ])
  })

  it('are none where the numbers count on, a chapter begins, or the leap is too wide to be a gap', () => {
    expect(unsurePages({ problems: [problem('1', 1), problem('2', 1), problem('1', 2, 0, '2')] }, [1, 2])).toEqual([])
    expect(unsurePages({ problems: [problem('1', 1), problem('90', 40)] }, [1, 40])).toEqual([])
  })

  it('are the first ones where nothing was found', () => {
    expect(unsurePages({ problems: [] }, [1, 2])).toEqual([[1, 2]])
    expect(unsurePages({ problems: [] }, [])).toEqual([])
  })
})

describe('missedStarts', () => {
  it('gives the lines that were not known, by their ids, and turns down whatever else is said', async () => {
    const { calls, help } = answering(['1.0', '2.2', 'A new problem about a car'])
    const found = await missedStarts({ problems: [problem('1', 1), problem('3', 3)] }, pages, help, 'book')
    expect(found.starts).toEqual(['2.2'])
    expect(found.problems).toMatchObject([{ code: 'correction-rejected', severity: 'notice' }])
    expect(calls).toHaveLength(1)
    expect(calls[0]?.prompt).toContain('[2.2] A wheel rolls.')
  })

  it('asks nothing where the numbering is sure', async () => {
    const { calls, help } = answering()
    expect(await missedStarts({ problems: [problem('1', 1), problem('2', 3)] }, pages, help, 'book')).toEqual({ starts: [], problems: [] })
    expect(calls).toHaveLength(0)
  })

  it('keeps a failure as a problem, and asks no further when asking is over', async () => {
    const over = new ProblemError({ code: 'budget-reached', message: 'No more.', hint: '', place: {} })
    const { calls, help } = answering(over, ['2.2'])
    const problems = [problem('1', 1), problem('3', 2), problem('5', 3)]
    const found = await missedStarts({ problems }, pages, help, 'book')
    expect(found).toMatchObject({ starts: [], problems: [{ code: 'budget-reached', place: { document: 'book' } }] })
    expect(calls).toHaveLength(1)
  })
})
