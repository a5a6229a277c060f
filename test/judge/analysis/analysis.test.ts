import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { agreement, errorTable, type GradedSolution, gapTable, graderTable, textTable } from '../../../judge/analysis/agreement.ts'
import { categoryOf, mistakesOf } from '../../../judge/analysis/categories.ts'
import { bySubject, diagramShare, errors, together } from '../../../judge/analysis/errors.ts'
import { spread, vectorsOf } from '../../../judge/analysis/texts.ts'
import { type Judgement, STAGE_TAGS, type StageError, type StageTag } from '../../../schemas/judge.ts'
import { sampleRuns } from '../sample-runs.ts'

const fault = (criterion: string): StageError => ({ description: `about ${criterion}`, criterion, severity: 'minor' })

/** As much of a judgement as the analysis reads. */
function judged(subject: string, topics: string[], faults: Partial<Record<StageTag, StageError[]>>): Judgement {
  const stages = Object.fromEntries(
    STAGE_TAGS.map((tag) => [
      tag,
      {
        state: 'scored',
        raw: 10,
        penalty: 0,
        cap: null,
        errors: faults[tag] ?? [],
        fatal: [],
        setAside: [],
        values: [],
        justification: '',
        flags: [],
      },
    ]),
  )
  return { subject, topics, stages } as unknown as Judgement // the analysis reads these three only
}

const three = [
  judged('dynamics', ['energy'], {
    VISUAL_INTERPRETATION: [fault('loads')],
    ALGEBRAIC_ACCURACY: [fault('arithmetic'), fault('unit conversion')],
  }),
  judged('dynamics', ['energy', 'friction'], { ALGEBRAIC_ACCURACY: [fault('arithmetic')] }),
  judged('thermodynamics', ['cycles'], {}),
]

describe('error categories', () => {
  it('follow the criterion before the stage', () => {
    expect(categoryOf('ALGEBRAIC_ACCURACY', fault('arithmetic'))).toBe('calculation slip')
    expect(categoryOf('ALGEBRAIC_ACCURACY', fault('unit_conversion'))).toBe('units and dimensions')
    expect(categoryOf('FINAL_ANSWER', fault('missing_part'))).toBe('part unanswered')
    expect(categoryOf('FINAL_ANSWER', fault('numerical_value'))).toBe('wrong final value')
  })

  it('are counted by subject, in errors and in share of solutions', () => {
    const rows = bySubject(three, 's').rows
    expect(rows.find(([subject, category]) => subject === 'dynamics' && category === 'calculation slip')).toMatchObject([
      'dynamics',
      'calculation slip',
      2,
      { value: 1, n: 2 },
    ])
    expect(rows.find(([subject, category]) => subject === 'all' && category === 'diagram misread')?.[3]).toMatchObject({ value: 1 / 3 })
  })

  it('are found together only where they are', () => {
    expect(together(three).rows.map(([one, other, both]) => [one, other, both])).toEqual([
      ['diagram misread', 'units and dimensions', 1],
      ['diagram misread', 'calculation slip', 1],
      ['units and dimensions', 'calculation slip', 1],
    ])
    expect(together([]).rows).toEqual([])
  })

  it('tell by topic what share comes from the diagram, where there are enough solutions', () => {
    const rows = diagramShare(three, 's').rows
    expect(rows.find(([topic]) => topic === 'energy')).toMatchObject(['energy', 2, 4, { value: 0.25 }])
    expect(rows.find(([topic]) => topic === 'friction')).toEqual(['friction', 1, 1, null])
  })

  it('hold nothing for what was not judged', () => {
    expect(mistakesOf({ stages: Object.fromEntries(STAGE_TAGS.map((tag) => [tag, { state: 'absent' }])) as Judgement['stages'] })).toEqual(
      [],
    )
  })
})

const graded = (kind: 'person' | 'model', score: number, grades: number[], text = 'some words'): GradedSolution => ({
  kind,
  judge: 'j',
  score,
  grades,
  text,
  mistakes: [text],
})

describe('agreement with graders', () => {
  const solutions = [
    graded('person', 8, [6, 6]),
    graded('person', 5, [4]),
    graded('person', 3, [6, 4]),
    graded('model', 9, [9]),
    graded('model', 7, [6]),
  ]

  it('is the mean squared error on each kind of solution, and the gap between them', () => {
    const rows = errorTable(solutions, 's').rows
    expect(rows.map((row) => [row[1], (row[2] as { value: number }).value])).toEqual([
      ['by people', 3],
      ['by models', 0.5],
    ])
    expect(gapTable(solutions, 's').rows[0]?.[1]).toMatchObject({ value: 2.5, n: 5 })
  })

  it('stands beside how far graders are from each other, where there is more than one', () => {
    expect(graderTable(solutions, 's').rows).toMatchObject([['by people', 2, { value: 2 }, { n: 2 }]])
  })

  it('compares the length and spread of texts', () => {
    const rows = textTable(
      [
        graded('person', 1, [1], 'one two'),
        graded('person', 1, [1], 'three four five six'),
        graded('model', 1, [1], 'same words'),
        graded('model', 1, [1], 'same words'),
      ],
      's',
    ).rows
    expect(rows.slice(0, 2)).toMatchObject([
      ['solutions', 'by people', 2, { value: 3 }, { value: 1 }],
      ['solutions', 'by models', 2, { value: 2 }, { value: expect.closeTo(0, 12) }],
    ])
  })
})

describe('spread', () => {
  it('is 0 for equal texts, 1 without a common word, and between them otherwise', () => {
    expect(spread(vectorsOf(['a b', 'a b', 'a b']))).toBeCloseTo(0, 12)
    expect(spread(vectorsOf(['a b', 'c d']))).toBeCloseTo(1, 12)
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-d]( [a-d]){0,5}$/), { minLength: 2, maxLength: 8 }), (texts) => {
        const value = spread(vectorsOf(texts)) ?? -1
        expect(value).toBeGreaterThanOrEqual(-1e-9)
        expect(value).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  it('does not exist for a single text', () => {
    expect(spread(vectorsOf(['a b']))).toBeNull()
  })
})

describe('on runs', () => {
  let folder: string
  let sample: Awaited<ReturnType<typeof sampleRuns>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engvqa-analysis-'))
    sample = await sampleRuns(folder)
    return () => rm(folder, { recursive: true, force: true })
  })

  it('writes the error analysis as page, JSON and tables', async () => {
    const { tables, files } = await errors({ ...sample, out: join(folder, 'errors') })
    expect(tables.map(({ rows }) => rows.length > 0)).toEqual([true, true, true, true])
    for (const file of files) expect((await readFile(file, 'utf8')).length).toBeGreaterThan(50)
  })

  it('matches grades to judged solutions, and counts those without a partner', async () => {
    const grades = join(folder, 'grades.jsonl')
    const line = (item: string, solver: string) => `${JSON.stringify({ item, solver, grader: 'g1', score: 3, outOf: 5 })}\n`
    await writeFile(
      grades,
      line('fluid-mechanics/book/1', 'solver-a') + line('fluid-mechanics/book/3', 'solver-b') + line('fluid-mechanics/book/99', 'solver-a'),
    )
    const found = await agreement({ ...sample, grades, out: join(folder, 'agreement') })
    expect(found).toMatchObject({ ungraded: 22, unmatched: 1 })
    expect(found.tables[0]?.rows[0]?.[2]).toMatchObject({ n: 2 })
  })

  it('says so when no grade belongs to a solution', async () => {
    const grades = join(folder, 'none.jsonl')
    await writeFile(grades, '')
    await expect(agreement({ ...sample, grades, out: folder })).rejects.toMatchObject({ problem: { code: 'solution-unknown' } })
  })
})
