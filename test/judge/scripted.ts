import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writeRelease } from '../../corpus/release/write.ts'
import type { Item } from '../../schemas/item.ts'
import { META_CHECKS, STAGE_TAGS, type StageTag } from '../../schemas/judge.ts'
import type { AskModelFully, ModelCall } from '../../schemas/model.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { diagram, item, Pictures, releaseInput } from '../corpus/release/sample.ts'

export const NOW = (): Date => new Date('2026-05-06T07:08:09Z')

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'engvqa-judge-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A release of a few items, each with a diagram, written as releases are. */
export async function tinyRelease(
  folder: string,
  numbers: readonly string[],
  over: (number: string) => Partial<Item> = () => ({}),
  pictures = new Pictures(),
): Promise<string> {
  const items = await Promise.all(
    numbers.map(async (number, index) => item(number, { diagrams: [diagram(await pictures.add(index))], ...over(number) })),
  )
  const written = await writeRelease(releaseInput(join(folder, 'releases'), items, { image: pictures.read }))
  return written.folder
}

const taskOf = ({ prompt }: ModelCall): string => /^TASK: (\w+)/.exec(prompt)?.[1] ?? ''

export type Script = (task: string, call: ModelCall) => string | { cutOff: string } | ProblemError

/** A model that follows a script, and counts tokens as a server with a prefix cache does: four characters a token, an image 258. */
export function scripted(script: Script): { ask: AskModelFully; calls: ModelCall[] } {
  const calls: ModelCall[] = []
  const seen = new Set<string>()
  const ask: AskModelFully = async (call) => {
    calls.push(call)
    const answer = script(taskOf(call), call)
    if (answer instanceof ProblemError) throw answer
    const prefix = JSON.stringify([call.model, call.system, call.shared])
    const prefixTokens =
      Math.ceil(((call.system ?? '').length + (call.shared?.text ?? '').length) / 4) + 258 * (call.shared?.images?.length ?? 0)
    const cachedTokens = seen.has(prefix) ? prefixTokens : 0
    seen.add(prefix)
    const text = typeof answer === 'string' ? answer : answer.cutOff
    const inputTokens = prefixTokens + Math.ceil(call.prompt.length / 4)
    return {
      text,
      finish: typeof answer === 'string' ? 'complete' : 'cut-off',
      usage: { inputTokens, cachedTokens, cacheWriteTokens: 0, outputTokens: Math.ceil(text.length / 4) },
      seconds: 0.5,
      stored: false,
    }
  }
  return { ask, calls }
}

export const solutionText = (without: readonly StageTag[] = [], final = 'Δp = 12.4 kPa'): string =>
  STAGE_TAGS.filter((tag) => !without.includes(tag))
    .map((tag) => `###### ${tag} ######\n${tag === 'FINAL_ANSWER' ? final : `What ${tag} says.`}\n###### END_STEP ######`)
    .join('\n')

/** A judge’s answer without any fault. */
export function faultless(task: string): string {
  if (task === META_CHECKS[0]) return '{"coverage_score": 10, "missing": [], "justification": "all"}'
  if (task === META_CHECKS[1]) return '{"verbosity_score": 10, "filler": [], "justification": "brief"}'
  if (task === META_CHECKS[2]) return '{"sanity_fail": false, "violations": [], "justification": "possible"}'
  return stageAnswer({
    ...(task === 'EQUATION_SELECTION' ? { governing_equation_correct: true } : {}),
    ...(task === 'FINAL_ANSWER' ? { predicted_values: [] } : {}),
  })
}

export const stageAnswer = (given: Record<string, unknown>): string =>
  JSON.stringify({ errors: [], fatal_errors: [], justification: 'as seen', ...given })

export const errorOf = (severity: string, criterion = 'other'): Record<string, unknown> => ({
  description: `a ${severity} fault`,
  criterion,
  severity,
  penalty: 0,
})

export const problem = (code: 'model-refused' | 'model-failed' | 'budget-reached'): ProblemError =>
  new ProblemError({ code, message: `The model says ${code}.`, hint: 'Nothing to do in a test.', place: {} })
