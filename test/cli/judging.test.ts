import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLog } from '../../judge/runs/log.ts'
import { CallRecord, RunInfo } from '../../schemas/judge-run.ts'
import { emptyFolder, faultless, solutionText, tinyRelease } from '../judge/scripted.ts'
import { json, openaiSays, type Reply, type Seen, serve } from './models/server.ts'
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
