import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readLog } from '../../judge/runs/log.ts'
import { CallRecord, RunInfo } from '../../schemas/judge-run.ts'
import { emptyFolder, faultless, solutionText, tinyRelease } from '../judge/scripted.ts'
import { batchServer } from './models/batch-server.ts'
import { geminiSays, json, openaiSays, type Reply, type Seen, serve } from './models/server.ts'
import { engvqa } from './run-cli.ts'

const taskOf = ({ text }: Seen): string => /TASK: (\w+)/.exec(text)?.[1] ?? ''
const answering: Reply = (response, seen) => {
  const task = taskOf(seen)
  json(openaiSays(task === 'SOLVE' ? solutionText() : faultless(task)))(response, seen)
}
const refusing: Reply = json(openaiSays('', { finish_reason: 'content_filter' }))

const setUp = async (...replies: Reply[]) => {
  const folder = await emptyFolder()
  const release = await tinyRelease(folder, ['1', '2'])
  const server = await serve(...replies)
  const run = (...args: string[]) => engvqa(folder, args, { env: { OPENAI_BASE_URL: `${server.url}/v1` } })
  const solve = (...more: string[]) => run('solve', release, '--model', 'solver', '--out', 'runs/flash', ...more)
  const judge = (...more: string[]) =>
    run('judge', release, '--solutions', 'runs/flash', '--model', 'judge', '--out', 'runs/judged', ...more)
  return { folder, release, server, run, solve, judge }
}

describe('solve and judge', () => {
  it('send and write nothing on a dry run, and say what it would be', async () => {
    const { folder, server, solve, judge } = await setUp(answering)
    const dry = await solve('--dry-run')
    expect(dry, dry.err).toMatchObject({ code: 0, out: expect.stringContaining('2 calls would be sent') })
    expect(dry.out).not.toContain('solved')
    expect(server.seen).toHaveLength(0)
    expect(await readdir(folder)).not.toContain('runs')
    await solve()
    const judging = await judge('--dry-run')
    expect(judging, judging.err).toMatchObject({ code: 0, out: expect.stringContaining('22 calls would be sent') })
    expect(await readdir(join(folder, 'runs'))).toEqual(['flash'])
    await server.close()
  })

  it('ask again what was refused when the command is repeated, and nothing that has an answer', async () => {
    const { server, solve } = await setUp(answering, refusing, answering)
    expect(await solve('--concurrency', '1')).toMatchObject({ code: 1, out: expect.stringContaining('1 of 2 solved') })
    const again = await solve('--concurrency', '1')
    expect(again, again.err).toMatchObject({ code: 0, out: expect.stringContaining('2 of 2 solved, 1 of them earlier') })
    expect(server.seen).toHaveLength(3)
    await solve()
    expect(server.seen).toHaveLength(3)
    await server.close()
  })

  it('hand on token limit and thinking budget, and record them', async () => {
    const { folder, server, solve } = await setUp(answering)
    await solve('--max-tokens', '500', '--thinking', '100')
    expect(JSON.stringify(server.seen[0]?.json)).toContain('500')
    const [call] = await readLog(join(folder, 'runs/flash/calls.jsonl'), CallRecord)
    expect(call?.config).toMatchObject({ max_tokens: 500, reasoning_tokens: 100 })
    for (const wrong of [
      ['--max-tokens', '0'],
      ['--thinking', '1.5'],
      ['--only', '('],
    ])
      expect((await solve(...wrong)).code, wrong.join(' ')).toBe(2)
    await server.close()
  })

  it('mark a run of recorded answers as scripted, and no other', async () => {
    const { folder, server, solve } = await setUp(answering)
    const infoOf = async () => RunInfo.parse(JSON.parse(await readFile(join(folder, 'runs/flash/run.json'), 'utf8')))
    await writeFile(join(folder, 'documents.yaml'), 'documents: []\n')
    const config = (provider: string) => `name: tiny\nsubjects: [fluid-mechanics]\nmodels: { provider: ${provider} }\n`
    await writeFile(join(folder, 'engvqa.yaml'), config('auto'))
    expect((await solve()).code).toBe(0)
    expect((await infoOf()).scripted).toBe(false)
    await rm(join(folder, 'runs'), { recursive: true })
    await writeFile(join(folder, 'engvqa.yaml'), config('replay'))
    const replayed = await solve()
    expect(replayed, replayed.err).toMatchObject({ code: 0 })
    expect((await infoOf()).scripted).toBe(true)
    expect(server.seen).toHaveLength(2)
    await server.close()
  })
})

describe('solve and judge --batch', () => {
  const setUpBatch = async (answer: (task: string, count: number) => string) => {
    const asked: string[] = []
    const { reply, jobs } = batchServer((_, request) => {
      const task = /TASK: (\w+)/.exec(JSON.stringify(request))?.[1] ?? ''
      return { response: geminiSays(answer(task, asked.push(task))) }
    })
    const folder = await emptyFolder()
    const release = await tinyRelease(folder, ['1', '2'])
    const server = await serve(reply)
    onTestFinished(() => server.close())
    const run = (...args: string[]) => engvqa(folder, args, { env: { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url } })
    const model = ['--model', 'gemini-2.5-flash', '--batch']
    return {
      folder,
      jobs,
      solve: (...more: string[]) => run('solve', release, ...model, '--out', 'runs/s', ...more),
      judge: (...more: string[]) => run('judge', release, '--solutions', 'runs/s', ...model, '--out', 'runs/j', ...more),
    }
  }
  const keysIn = (job: unknown): number => JSON.stringify(job).match(/"key"/g)?.length ?? 0
  const tidy = (task: string): string => (task === 'SOLVE' ? solutionText() : faultless(task))

  it('put all their calls into one job each, at half the price, and ask nothing twice', async () => {
    const { folder, jobs, solve, judge } = await setUpBatch(tidy)
    const dry = JSON.parse((await solve('--dry-run', '--json')).out)
    expect(dry.estimate.costAtMost).toBeCloseTo(0.5 * (dry.estimate.inputTokens * 0.3 + dry.estimate.outputTokensAtMost * 2.5) * 1e-6, 9)
    expect(jobs).toHaveLength(0)
    expect(await solve()).toMatchObject({ code: 0, out: expect.stringContaining('2 of 2 solved, 0 of them earlier') })
    const judged = await judge('--json')
    expect(judged, judged.err).toMatchObject({ code: 0 })
    expect(JSON.parse(judged.out)).toMatchObject({
      done: 2,
      kept: 0,
      usage: { calls: 22 },
      accounts: { total: { calls: 22 }, byDocument: { book: { calls: 22 } } },
    })
    expect(jobs.map(keysIn)).toEqual([2, 22])
    const calls = await readLog(join(folder, 'runs/j/calls.jsonl'), CallRecord)
    expect(calls.map(({ attempt, stored }) => ({ attempt, stored }))).toEqual(Array(22).fill({ attempt: 1, stored: false }))
    expect(await judge()).toMatchObject({ code: 0, out: expect.stringContaining('2 of 2 judged, 2 of them earlier') })
    expect(jobs).toHaveLength(2)
  })

  it('ask again in a further round what cannot be used, and come to an end', async () => {
    const { folder, jobs, solve, judge } = await setUpBatch((task) => (task === 'COVERAGE' ? 'I think it covers all.' : tidy(task)))
    await solve()
    const judged = await judge('--json')
    expect(JSON.parse(judged.out)).toMatchObject({ done: 0, problems: [{ code: 'judge-unscored' }, { code: 'judge-unscored' }] })
    const coverage = (await readLog(join(folder, 'runs/j/calls.jsonl'), CallRecord)).filter(({ task }) => task === 'COVERAGE')
    expect(coverage.map(({ attempt }) => attempt).toSorted()).toEqual([1, 1, 2, 2])
    expect(jobs.slice(1).map(keysIn)[0]).toBe(22)
    expect(jobs.slice(2).every((job) => keysIn(job) === 2)).toBe(true)
  })

  it('solve what the budget has room for, say why they stop, and go on from there', async () => {
    const { jobs, solve } = await setUpBatch(tidy)
    const one = JSON.parse((await solve('--dry-run', '--json', '--only', '1$')).out).estimate.costAtMost
    const part = await solve('--budget', String(1.5 * one))
    expect(part, part.err).toMatchObject({ code: 1, out: expect.stringContaining('1 of 2 solved'), err: expect.stringContaining('budget') })
    expect(await solve()).toMatchObject({ code: 0, out: expect.stringContaining('2 of 2 solved, 1 of them earlier') })
    expect(jobs.map(keysIn)).toEqual([1, 1])
  })
})

describe('show judgement', () => {
  it('finds the run by itself, and asks for it where several have the id', async () => {
    const { server, run, solve, judge } = await setUp(answering)
    await solve()
    await judge()
    const shown = await run('show', 'judgement', 'fluid-mechanics/book/1')
    expect(shown, shown.err).toMatchObject({ code: 0, out: expect.stringContaining('--- solution ---') })
    expect(shown.out).toBe((await run('judgement', 'runs/judged', 'fluid-mechanics/book/1')).out)
    await judge('--out', 'runs/judged-again')
    const two = await run('show', 'judgement', 'fluid-mechanics/book/1')
    expect(two).toMatchObject({ code: 3, err: expect.stringContaining('several runs') })
    expect(await run('show', 'judgement', 'fluid-mechanics/book/1', '--run', 'runs/judged')).toMatchObject({ code: 0 })
    expect(await run('show', 'judgement', 'nowhere')).toMatchObject({ code: 3, err: expect.stringContaining('No run here') })
    await server.close()
  })
})
