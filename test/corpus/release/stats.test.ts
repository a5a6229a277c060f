import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bootstrapMean } from '../../../corpus/release/stats/bootstrap.ts'
import { statsPlots } from '../../../corpus/release/stats/plots.ts'
import { statsReport } from '../../../corpus/release/stats/report.ts'
import { releaseStats } from '../../../corpus/release/stats/stats.ts'
import { statsMarkdown, statsTable } from '../../../corpus/release/stats/table.ts'
import { diagram, item } from './sample.ts'

const topics = (...names: string[]) => names.map((name) => ({ id: name, name, by: 'embedded' }))
const drawn = (type: string | null) =>
  diagram({ file: `images/${'a'.repeat(64)}.png`, sha256: 'a'.repeat(64), width: 1, height: 1 }, { type })

const items = [
  item('1', { topics: topics('A', 'B', 'C'), diagrams: [drawn('flow schematic')] }),
  item('2', { topics: topics('A'), diagrams: [drawn('flow schematic'), drawn(null)] }),
  item('3', { subject: 'dynamics', topics: topics('A', 'D'), solution: null }),
]
const stats = releaseStats({ name: 'tiny', version: '1.0.0', items, topicsListed: { 'fluid-mechanics': 59, dynamics: 54 } })

describe('releaseStats', () => {
  it('counts what the paper’s table counts, by subject and in total', () => {
    expect(stats.subjects).toMatchObject([
      {
        subject: 'dynamics',
        questions: 1,
        topicsPerQuestion: { mean: 2 },
        topicsListed: 54,
        topicsUsed: 2,
        diagrams: 0,
        diagramTypes: [],
        solutions: 0,
      },
      {
        subject: 'fluid-mechanics',
        questions: 2,
        topicsPerQuestion: { mean: 2 },
        topicsListed: 59,
        topicsUsed: 3,
        diagrams: 3,
        diagramTypes: [
          { name: 'flow schematic', count: 2 },
          { name: 'untyped (vector)', count: 1 },
        ],
        solutions: 2,
      },
    ])
    expect(stats.total).toMatchObject({ subject: 'total', questions: 3, topicsListed: 113, topicsUsed: 5, diagrams: 3, solutions: 2 })
  })

  it('does not know the sum of lists of which one is unknown, and has no mean of nothing', () => {
    expect(releaseStats({ name: 'x', items, topicsListed: { dynamics: 54 } }).total.topicsListed).toBeNull()
    expect(releaseStats({ name: 'x', items: [], topicsListed: {} }).total.topicsPerQuestion).toBeNull()
  })

  it('counts a withheld solution as one', () => {
    const withheld = [{ ...item('1', { solution: null }), withheldSolution: 'a'.repeat(64) }]
    expect(releaseStats({ name: 'x', items: withheld, topicsListed: {} }).total.solutions).toBe(1)
  })
})

describe('bootstrapMean', () => {
  it('gives an interval around the mean, the same each time, within the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 }), (values) => {
        const interval = bootstrapMean(values, 300, 'seed')
        if (!interval) throw new Error('There are values.')
        expect(interval).toEqual(bootstrapMean(values, 300, 'seed'))
        expect(interval.low).toBeLessThanOrEqual(interval.mean + 1e-9)
        expect(interval.high).toBeGreaterThanOrEqual(interval.mean - 1e-9)
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(interval.high).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      }),
      { numRuns: 40, seed: 3 },
    )
  })

  it('is as wide as theory says for many values, and nothing for none', () => {
    const values = Array.from({ length: 400 }, (_, index) => index % 10) // standard deviation 2.872
    const { low, high } = bootstrapMean(values, 2000, 'seed') ?? { low: 0, high: 0 }
    expect(high - low).toBeCloseTo((2 * 1.96 * 2.872) / 20, 1)
    expect(bootstrapMean([], 100, 'seed')).toBeUndefined()
  })
})

describe('the table', () => {
  it('stands in columns in a terminal', () => {
    const lines = statsTable(stats).split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[3]).toMatch(/^fluid-mechanics +2 +2\.00 \[1\.00, 3\.00\] +59 +3 +3 +flow schematic 2, untyped \(vector\) 1 +2$/)
  })

  it('is Markdown that has as many cells in every row', () => {
    const rows = statsMarkdown(stats).trim().split('\n')
    expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1)
    expect(rows.at(-1)).toContain('| total | 3 |')
  })
})

describe('the report', () => {
  it('draws every plot, with the topics’ names, and loads nothing', async () => {
    const plots = await statsPlots(items)
    expect(plots.map(({ name }) => name)).toEqual([
      'topics-per-question',
      'topic-frequencies',
      'topic-pairs',
      'diagram-kinds',
      'length',
      'confidence',
    ])
    for (const { svg } of plots) expect(svg).toMatch(/^<svg[\s\S]*<path[\s\S]*<\/svg>$/)
    expect(plots[1]?.svg).toContain('>D</text>')
    const html = statsReport(stats, plots)
    expect(html.match(/<svg/g)).toHaveLength(6)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|src="http|href="http/)
    expect(await statsPlots(items)).toEqual(plots)
  })

  it('escapes names from items', async () => {
    const hostile = [item('1', { topics: topics('<script>alert(1)</script>') })]
    const html = statsReport(releaseStats({ name: 'x', items: hostile, topicsListed: {} }), await statsPlots(hostile))
    expect(html).not.toContain('<script')
  })
})
