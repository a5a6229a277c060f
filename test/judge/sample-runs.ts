import { join } from 'node:path'
import { judge } from '../../judge/runs/judge.ts'
import { solve } from '../../judge/runs/solve.ts'
import { below, type Random, randomFrom } from '../../judge/stats/random.ts'
import { Severity } from '../../schemas/judge.ts'
import { errorOf, faultless, NOW, type Script, scripted, solutionText, stageAnswer, tinyRelease } from './scripted.ts'

const JUDGE = { model: 'judge-a', temperature: 0.2 }

/** Two solvers judged by one judge on twelve items of two subjects, with errors drawn by seed; the second solver errs more. */
export async function sampleRuns(folder: string): Promise<{ release: string; runs: string[] }> {
  const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1))
  const release = await tinyRelease(folder, numbers, (number) =>
    Number(number) % 2 === 0
      ? { id: `dynamics/book/${number}`, subject: 'dynamics', topics: [{ id: 'work-energy', name: 'Work and energy', by: 'embedded' }] }
      : {},
  )
  const runs: string[] = []
  for (const [solver, errorRate] of [
    ['solver-a', 0.15],
    ['solver-b', 0.45],
  ] as const) {
    const solutions = join(folder, `solutions-${solver}`)
    const final = solver === 'solver-a' ? 'Δp = 12.4 kPa' : 'Δp = 13.4 kPa'
    await solve({
      release,
      out: solutions,
      settings: { model: solver },
      ask: scripted(() => solutionText(solver === 'solver-b' ? ['PHYSICAL_INTERPRETATION'] : [], final)).ask,
      now: NOW,
    })
    const out = join(folder, `judged-${solver}`)
    const random = randomFrom(solver)
    for (const method of ['engjudge', 'single-pass'] as const)
      await judge({
        release,
        solutions,
        out,
        settings: JUDGE,
        ask: scripted(erring(random, errorRate)).ask,
        now: NOW,
        method,
        concurrency: 1,
        scripted: true,
      })
    runs.push(out)
  }
  return { release, runs }
}

const erring =
  (random: Random, rate: number): Script =>
  (task, { prompt }) => {
    if (task === 'SINGLE_PASS')
      return JSON.stringify({
        scores: Object.fromEntries([...prompt.matchAll(/^- (\w+):/gm)].map(([, tag]) => [tag, 10 - below(random, 4)])),
        justification: '',
      })
    if (task === 'COVERAGE') return JSON.stringify({ coverage_score: 10 - below(random, 3), missing: [], justification: '' })
    if (task === 'PHYSICAL_SANITY' || task === 'VERBOSITY' || random() > rate) return faultless(task)
    const severity = Severity.options[below(random, 3)] ?? 'minor'
    const extra = task === 'EQUATION_SELECTION' ? { governing_equation_correct: random() < 0.8 } : {}
    const value = {
      quantity: 'loss',
      predicted: /= ([\d.]+) kPa/.exec(prompt)?.[1] ?? '',
      ground_truth: 12.4,
      unit_predicted: 'kPa',
      unit_expected: 'kPa',
    }
    if (task === 'FINAL_ANSWER') return stageAnswer({ predicted_values: [value] })
    return stageAnswer({ errors: [errorOf(severity, random() < 0.5 ? 'units' : 'other')], ...extra })
  }
