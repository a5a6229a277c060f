import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Report, report } from '../../../judge/report/report.ts'
import { dotPlot, escaped } from '../../../judge/report/svg.ts'
import { isEstimate, type Table, toCsv } from '../../../judge/report/table.ts'
import { sampleRuns } from '../sample-runs.ts'
import { emptyFolder } from '../scripted.ts'

const rowsOf = (made: Report, id: string): Table['rows'] => made.tables.find((table) => table.id === id)?.rows ?? []

describe('report', () => {
  let folder: string
  let sample: Awaited<ReturnType<typeof sampleRuns>>
  let made: Report
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engvqa-report-'))
    sample = await sampleRuns(folder)
    made = await report({ ...sample, out: join(folder, 'report') })
    return () => rm(folder, { recursive: true, force: true })
  })

  it('gives every mean by subject and solver an interval that holds it', () => {
    const rows = rowsOf(made, 'scores')
    expect(rows.map(([solver, , subject]) => `${String(solver)} ${String(subject)}`)).toEqual([
      'solver-a all',
      'solver-a dynamics',
      'solver-a fluid-mechanics',
      'solver-b all',
      'solver-b dynamics',
      'solver-b fluid-mechanics',
    ])
    for (const [, , , score] of rows) {
      if (!isEstimate(score ?? null)) throw new Error('a score without interval')
      const { value, low, high, n } = score as Exclude<typeof score, string | number | null | undefined> // checked above
      expect(low ?? 99).toBeLessThanOrEqual(value ?? -1)
      expect(high ?? -1).toBeGreaterThanOrEqual(value ?? 99)
      expect(n).toBeGreaterThan(0)
    }
  })

  it('compares the solvers with a paired test, and finds the one that errs more', () => {
    const [row] = rowsOf(made, 'comparisons')
    expect(row?.slice(0, 4)).toEqual(['solvers', 'judge-a', 'solver-a', 'solver-b'])
    expect(row?.[4]).toMatchObject({ n: 12 })
    expect(row?.[5]).toBeLessThan(0.01)
  })

  it('holds all baselines, ablations and topologies, the full method first with no difference from itself', () => {
    const rows = rowsOf(made, 'variants').filter(([solver]) => solver === 'solver-b')
    expect(rows.map(([, , variant]) => variant)).toEqual([
      'EngJudge',
      'without propagation',
      'without whole-solution checks',
      'without missing-stage penalty',
      'topology: chain',
      'topology: flat',
      'single pass',
      'single pass + propagation',
    ])
    expect(rows[0]?.[4]).toMatchObject({ value: 0 })
    expect(rows[1]?.[4]).toMatchObject({ n: 12 })
  })

  it('shows the final answers over which the two readings differ only where they do', () => {
    expect(rowsOf(made, 'disputed-answers')).toEqual([])
  })

  it('makes the same files again from the same runs and seed', async () => {
    const again = await report({ ...sample, out: join(folder, 'again') })
    for (const [index, file] of made.files.entries())
      expect(await readFile(again.files[index] ?? '', 'utf8')).toBe(await readFile(file, 'utf8'))
  })

  it('says on the page that scripted answers say nothing about a model, and needs nothing from elsewhere', async () => {
    const page = await readFile(join(folder, 'report', 'report.html'), 'utf8')
    expect(page).toContain('came from a script or a recording')
    expect(page).not.toMatch(/(?:src|href)="(?!#)/)
    expect(page).not.toContain('<script')
  })

  it('tells two runs of the same judge on the same solver apart', async () => {
    const [run = ''] = sample.runs
    const copy = join(folder, 'copy')
    await cp(run, copy, { recursive: true })
    const both = await report({ release: sample.release, runs: [run, copy], out: join(folder, 'both') })
    expect(new Set(rowsOf(both, 'scores').map(([, judge]) => judge))).toEqual(new Set(['judge-a [judged-solver-a]', 'judge-a [copy]']))
    expect(rowsOf(both, 'comparisons')).toMatchObject([
      ['judges', 'solver-a', 'judge-a [judged-solver-a]', 'judge-a [copy]', { value: 0 }, null],
    ])
    expect(rowsOf(both, 'variants')).toHaveLength(16)
  })

  it('refuses solutions for judgements', async () => {
    await expect(
      report({ release: sample.release, runs: [join(folder, 'solutions-solver-a')], out: join(folder, 'no') }),
    ).rejects.toMatchObject({
      problem: { code: 'run-mismatch' },
    })
  })

  it('refuses a folder that is no run', async () => {
    const empty = await emptyFolder()
    await expect(report({ release: sample.release, runs: [empty], out: empty })).rejects.toMatchObject({ problem: { code: 'run-invalid' } })
  })
})

describe('toCsv', () => {
  it('spreads an interval over columns, quotes what needs it, and disarms formulas', () => {
    const csv = toCsv({
      id: 't',
      title: '',
      note: '',
      columns: ['a', 'b'],
      rows: [
        ['x,"y"', { value: 1, low: 0, high: 2, n: 3 }],
        ['=SUM(A1)', null],
      ],
    })
    expect(csv).toBe('a,b,b low,b high,b n\r\n"x,""y""",1,0,2,3\r\n\'=SUM(A1),,,,\r\n')
  })
})

it('lets nothing through to the page unescaped', () => {
  const hostile = '<script>alert(1)</script>"\'&'
  expect(dotPlot([{ label: hostile, dots: [] }], [0, 1], [hostile, 'b'], hostile)).not.toContain('<script')
  expect(escaped(hostile)).not.toMatch(/[<>"']/)
})
