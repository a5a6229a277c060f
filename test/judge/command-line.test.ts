import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLog } from '../../judge/runs/log.ts'
import { Judgement } from '../../schemas/judge.ts'
import { engvqa } from '../cli/run-cli.ts'
import { loopback } from './loopback.ts'
import { emptyFolder, errorOf, faultless, solutionText, stageAnswer, tinyRelease } from './scripted.ts'

/** A judge with known errors: what each costs is in the test. */
function answer(task: string): string {
  if (task === 'SOLVE') return solutionText(['PHYSICAL_INTERPRETATION'], 'Δp = 13.4 kPa')
  if (task === 'ASSUMPTIONS') return stageAnswer({ errors: [errorOf('minor'), errorOf('minor')] })
  if (task === 'VISUAL_INTERPRETATION')
    return stageAnswer({ fatal_errors: [{ type: 'governing_equation_incorrect', description: '', score_cap: 3 }] })
  if (task === 'EQUATION_SELECTION') return stageAnswer({ errors: [errorOf('moderate')], governing_equation_correct: true })
  if (task === 'FINAL_ANSWER')
    return stageAnswer({
      predicted_values: [{ quantity: 'loss', predicted: '13.4', ground_truth: '1.24 × 10⁴', unit_predicted: 'kPa', unit_expected: 'Pa' }],
    })
  if (task === 'COVERAGE') return '{"coverage_score": 6, "missing": ["b"], "justification": ""}'
  if (task === 'PHYSICAL_SANITY') return '{"sanity_fail": true, "violations": ["T < 0 K"], "justification": ""}'
  if (task === 'SINGLE_PASS')
    return `{"scores": {${['PROBLEM_CHARACTERIZATION', 'ASSUMPTIONS', 'VISUAL_INTERPRETATION', 'EQUATION_SELECTION', 'LOGICAL_REASONING', 'ALGEBRAIC_ACCURACY', 'PHYSICAL_INTERPRETATION', 'FINAL_ANSWER'].map((tag) => `"${tag}": 7.5`).join()}}, "justification": ""}`
  return faultless(task)
}

describe('the command line, from release to report', () => {
  it('reproduces scores worked out by hand to 1e-9, by every method and topology', async () => {
    const folder = await emptyFolder()
    const release = await tinyRelease(folder, ['1'])
    const server = await loopback(answer)
    const run = (...args: string[]) => engvqa(folder, args, { env: { OPENAI_BASE_URL: server.url } })
    expect(await run('solve', release, '--model', 'solver', '--out', 'solutions')).toMatchObject({ code: 0 })
    const scoreOf = async (...more: string[]): Promise<number> => {
      const result = await run('judge', release, '--solutions', 'solutions', '--model', 'judge', '--out', 'judged', ...more)
      expect(result, result.err).toMatchObject({ code: 0 })
      const [judgement] = await readLog(join(folder, 'judged', 'judgements.jsonl'), Judgement)
      return judgement?.score.final ?? Number.NaN
    }
    // Raw: PC 10, AS 10−2−2 = 6, VI capped at 3, ES 10−4 = 6, LR 10, AA 10, PI absent, FA 6 (13.4 against 12.4 kPa is 8.06 % off).
    const raw = { pc: 10, as: 6, vi: 3, es: 6, lr: 10, aa: 10, fa: 6 }
    const vi = raw.vi * ((1 + 0.6) / 2)
    const es = raw.es * ((0.6 + vi / 10) / 2)
    const lr = raw.lr * ((0.6 + es / 10) / 2)
    const aa = raw.aa * ((es + lr) / 20)
    const fa = raw.fa * (aa / 10)
    const dag = (raw.pc + raw.as + vi + es + lr + aa + 0 + fa) / 8
    const flat = (10 + 6 + 3 + 6 + 10 + 10 + 0 + 6) / 8
    const off = (1 - 0.4) * 1 * 0.9
    const chain = (10 + 6 + 1.8 + 1.08 + 1.08 + 1.08 + 0 + 0) / 8
    const expected: [number, string[]][] = [
      [(dag - 2) * off, []],
      [(flat - 2) * off, ['--topology', 'flat']],
      [(chain - 2) * off, ['--topology', 'chain']],
      [(flat - 2) * off, ['--without', 'propagation']],
      [dag - 2, ['--without', 'meta']],
      [dag * off, ['--without', 'missing-stage']],
      [(7 * 7.5) / 8, ['--method', 'single-pass']],
    ]
    for (const [value, args] of expected) expect(Math.abs((await scoreOf(...args)) - value), args.join(' ')).toBeLessThan(1e-9)
    expect(server.asked.map(({ task }) => task).filter((task) => task !== 'SOLVE')).toHaveLength(7 + 3 + 1)
  })

  it('makes the report, and shows one judgement whole', async () => {
    const folder = await emptyFolder()
    const release = await tinyRelease(folder, ['1', '2'])
    const server = await loopback(answer)
    const run = (...args: string[]) => engvqa(folder, args, { env: { OPENAI_BASE_URL: server.url } })
    await run('solve', release, '--model', 'solver', '--out', 'solutions')
    await run('judge', release, '--solutions', 'solutions', '--model', 'judge', '--out', 'judged')
    expect(await run('report', release, 'judged', '--out', 'report')).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'report', 'scores.csv'), 'utf8')).toContain('fluid-mechanics')
    const shown = await run('judgement', 'judged', 'fluid-mechanics/book/1')
    expect(shown.out).toContain('governing_equation_incorrect')
    expect(shown.out).toContain('numerical_value')
  })

  it('ends with a problem, not with a zero, when a stage cannot be read', async () => {
    const folder = await emptyFolder()
    const release = await tinyRelease(folder, ['1'])
    const server = await loopback((task) => (task === 'ASSUMPTIONS' ? 'I refuse to use JSON.' : answer(task)))
    const run = (...args: string[]) => engvqa(folder, args, { env: { OPENAI_BASE_URL: server.url } })
    await run('solve', release, '--model', 'solver', '--out', 'solutions')
    const judged = await run('judge', release, '--solutions', 'solutions', '--model', 'judge', '--out', 'judged')
    expect(judged.code).not.toBe(0)
    expect(judged.err).toContain('ASSUMPTIONS (not-json)')
  })
})
