import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '../../cli/models/connect.ts'
import { PAPER_INPUT_TOKENS } from '../../judge/report/figures.ts'
import { report } from '../../judge/report/report.ts'
import { isEstimate } from '../../judge/report/table.ts'
import { judge } from '../../judge/runs/judge.ts'
import { billedTokens } from '../../judge/runs/run.ts'
import { solve } from '../../judge/runs/solve.ts'
import { ModelSettings } from '../../schemas/model.ts'
import { diagram, Pictures } from '../corpus/release/sample.ts'
import { loopback } from './loopback.ts'
import { emptyFolder, errorOf, faultless, NOW, solutionText, stageAnswer, tinyRelease } from './scripted.ts'

const asking = (folder: string, url: string) =>
  connect({
    settings: ModelSettings.parse({ provider: 'openai' }),
    environment: { OPENAI_BASE_URL: url },
    folder,
    signal: new AbortController().signal,
  })

/** About as long as a worked solution of a textbook. */
const LONG_TEXT =
  'From the steady-flow energy equation with $\\dot Q = 0$, $h_1 + V_1^2/2 = h_2 + V_2^2/2$, so that the exit velocity follows. '.repeat(45)

describe('solver and judge over a server on loopback', () => {
  it('reproduce the score that the script’s errors add up to, through the project’s own client', async () => {
    const folder = await emptyFolder()
    const release = await tinyRelease(folder, ['1'])
    const server = await loopback((task) => {
      if (task === 'SOLVE') return solutionText(['LOGICAL_REASONING'], 'Δp = 11.5 kPa')
      if (task === 'EQUATION_SELECTION') return stageAnswer({ errors: [errorOf('minor')], governing_equation_correct: true })
      if (task === 'FINAL_ANSWER')
        return stageAnswer({
          predicted_values: [{ quantity: 'loss', predicted: 11500, ground_truth: 12.4, unit_predicted: 'Pa', unit_expected: 'kPa' }],
        })
      if (task === 'VERBOSITY') return '{"verbosity_score": 7, "filler": ["x"], "justification": "wordy"}'
      return faultless(task)
    })
    const { askFully } = await asking(folder, server.url)
    const [solutions, out] = [join(folder, 's'), join(folder, 'j')]
    expect(await solve({ release, out: solutions, settings: { model: 'solver' }, ask: askFully, now: NOW })).toMatchObject({
      done: 1,
      problems: [],
    })
    const { judgements } = await judge({ release, solutions, out, settings: { model: 'judge', temperature: 0.2 }, ask: askFully, now: NOW })
    // PC 10, AS 10, VI 10, ES 8, LR absent, AA 10·(.8+0)/2 = 4, PI 4, FA 6 (7.26 % off) · .4 = 2.4
    const expected = ((10 + 10 + 10 + 8 + 0 + 4 + 4 + 2.4) / 8 - 2) * (1 - 0.1 * 3)
    expect(Math.abs((judgements[0]?.score.final ?? Number.NaN) - expected)).toBeLessThan(1e-9)
    expect(server.asked).toHaveLength(11)
  })

  it('bill at most a quarter of the published input tokens for the same eleven judgements', async () => {
    const folder = await emptyFolder()
    const pictures = new Pictures()
    const [figure, first, second] = await Promise.all([pictures.add(1), pictures.add(2), pictures.add(3)])
    const release = await tinyRelease(
      folder,
      ['1'],
      () => ({
        diagrams: [diagram(figure)],
        solution: { text: LONG_TEXT, pages: [2, 3], spans: [], files: [first.file, second.file], answers: [] },
      }),
      pictures,
    )
    const server = await loopback((task) =>
      task === 'SOLVE' ? solutionText().replaceAll('What ', LONG_TEXT.slice(0, 700)) : faultless(task),
    )
    const { askFully } = await asking(folder, server.url)
    const [solutions, out] = [join(folder, 's'), join(folder, 'j')]
    await solve({ release, out: solutions, settings: { model: 'solver' }, ask: askFully, now: NOW })
    const { judgements, usage } = await judge({
      release,
      solutions,
      out,
      settings: { model: 'judge' },
      ask: askFully,
      now: NOW,
      scripted: true,
    })
    expect(judgements[0]?.usage.calls).toBe(11)
    // The questions themselves are as large as the published ones: what is saved is saved by the order in which they are put.
    expect(usage.inputTokens).toBeGreaterThan(0.8 * PAPER_INPUT_TOKENS)
    expect(billedTokens(usage)).toBeLessThan(0.25 * PAPER_INPUT_TOKENS)
    const { tables } = await report({ release, runs: [out], out: join(folder, 'report') })
    const row = tables.find(({ id }) => id === 'cost')?.rows[0] ?? []
    expect(row.filter(isEstimate).map(({ value }) => value)).toContain(billedTokens(usage))
    expect(row.at(-1)).toBeCloseTo(billedTokens(usage) / PAPER_INPUT_TOKENS, 12)
  })

  it('count in a dry run what they would ask, and write nothing', async () => {
    const folder = await emptyFolder()
    const release = await tinyRelease(folder, ['1', '2'])
    const dry = await connect({
      settings: ModelSettings.parse({ provider: 'openai' }),
      environment: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
      folder,
      signal: new AbortController().signal,
      dryRun: true,
    })
    const out = join(folder, 's')
    await solve({ release, out, settings: { model: 'solver' }, ask: dry.askFully, now: NOW, dryRun: true })
    expect(dry.estimate()).toMatchObject({ calls: 2 })
    const solutions = join(folder, 'solved')
    const solver = await loopback(() => solutionText())
    await solve({ release, out: solutions, settings: { model: 'solver' }, ask: (await asking(folder, solver.url)).askFully, now: NOW })
    const counted = await judge({
      release,
      solutions,
      out: join(folder, 'j'),
      settings: { model: 'judge' },
      ask: dry.askFully,
      now: NOW,
      dryRun: true,
    })
    expect(counted).toMatchObject({ problems: [], usage: { calls: 0 } })
    expect(dry.estimate()).toMatchObject({ calls: 2 + 2 * 11 })
    await expect(report({ release, runs: [out], out })).rejects.toMatchObject({ problem: { code: 'run-invalid' } })
  })
})
