/**
 * A few small calls to the real services, for whoever has keys; nothing here runs in CI:
 *   GEMINI_API_KEY=… npm run live
 *   OPENAI_BASE_URL=http://localhost:11434/v1 npm run live -- --model qwen2.5vl:7b
 * Costs well under a cent, and never more than --budget (default $0.05). Exits with 1 if a check fails.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { z } from 'zod'
import { connect } from '../cli/models/connect.ts'
import { dollars } from '../cli/models/ledger.ts'
import { askFor, type ModelCall, ModelSettings } from '../schemas/model.ts'
import { ProblemError } from '../schemas/problem.ts'
import { labelsByModel } from '../topics/by-model.ts'
import { readLabelled } from '../topics/labelled.ts'
import { loadTopicList } from '../topics/list.ts'
import { measureLabels } from '../topics/measure-labels.ts'

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'gemini-2.5-flash' },
    budget: { type: 'string', default: '0.05' },
    questions: { type: 'string', default: '3' },
  },
})
const { model } = values
const folder = await mkdtemp(join(tmpdir(), 'engvqa-live-'))
const open = (settings: Partial<z.input<typeof ModelSettings>> = {}) =>
  connect({
    settings: ModelSettings.parse(settings),
    environment: process.env,
    folder,
    signal: new AbortController().signal,
    budget: Number(values.budget),
  })

const Sum = z.strictObject({ sum: z.int() })
const seven = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><rect width="200" height="120" fill="white"/><text x="70" y="90" font-size="90">7</text></svg>',
  ),
)
  .png()
  .toBuffer()
const common: Pick<ModelCall, 'model' | 'temperature' | 'maxTokens'> = { model, temperature: 0, maxTokens: 2048 }

const connection = await open()
const checks: readonly [string, () => Promise<boolean>][] = [
  ['an answer that fits its schema', async () => (await askFor(connection.ask, { ...common, prompt: 'Add 19 and 23.' }, Sum)).sum === 42],
  [
    'a picture is seen',
    async () =>
      (
        await askFor(
          connection.ask,
          {
            ...common,
            prompt: 'Which digit does the picture show? Give it as the sum.',
            images: [{ mime: 'image/png', base64: seven.toString('base64') }],
          },
          Sum,
        )
      ).sum === 7,
  ],
  [
    'an answer in pieces',
    async () =>
      (await (await open({ stream: true })).ask({ ...common, prompt: 'Write the word ready and nothing else.' }))
        .toLowerCase()
        .includes('ready'),
  ],
  [
    'an answer that is cut off is known to be',
    async () =>
      (await connection.askFully({ ...common, prompt: 'Count from 1 to 500 in words.', maxTokens: 16, thinkingTokens: 0 })).finish ===
      'cut-off',
  ],
  [
    'an unknown model is a problem',
    async () =>
      (await codeOf((await open()).ask({ ...common, model: `${model}-that-does-not-exist`, prompt: 'Hello' }))) === 'model-unavailable',
  ],
  ['topics of labelled questions', topicsAgree],
]

async function codeOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'answered'
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code
    throw error
  }
}

/** Precision and recall of the model on the first few labelled questions of each subject, without diagrams. */
async function topicsAgree(): Promise<boolean> {
  const questions = await readLabelled()
  const few = [...new Set(questions.map(({ subject }) => subject))].flatMap((subject) =>
    questions.filter((question) => question.subject === subject).slice(0, Number(values.questions)),
  )
  const result = await measureLabels(few, async (question) => {
    const { list } = await loadTopicList(question.subject)
    return (
      await labelsByModel(
        { id: `${question.document}/${question.number}`, text: question.evidence.question, document: question.document, diagrams: [] },
        list,
        { model, ask: connection.ask, picture: async () => undefined },
      )
    ).labels
  })
  console.log(
    `    precision ${result.precision.toFixed(2)}, recall ${result.recall.toFixed(2)}, discarded ${result.discarded} labels, ${result.assignedPerQuestion.toFixed(1)} topics a question`,
  )
  return result.precision > 0.5
}

let failed = 0
for (const [name, check] of checks) {
  const started = performance.now()
  const outcome = await check().then(
    (passed) => (passed ? 'ok' : 'FAILED'),
    (error: unknown) => `FAILED: ${error instanceof Error ? error.message : String(error)}`,
  )
  if (outcome !== 'ok') failed++
  console.log(`${outcome.padEnd(8)} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}
console.log(`${checks.length - failed} passed, ${failed} failed, ${dollars(connection.accounts().total.cost)}`)
await rm(folder, { recursive: true })
process.exitCode = failed > 0 ? 1 : 0
