import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { studyApp } from '../../../judge/study/app.ts'
import { assignment, Desk, markable, ratingOf } from '../../../judge/study/desk.ts'
import { createStudy, readStudy, type StudyOptions } from '../../../judge/study/plan.ts'
import { humanScore, studyResults } from '../../../judge/study/results.ts'
import { serveStudy } from '../../../judge/study/serve.ts'
import { META_CHECKS } from '../../../schemas/judge.ts'
import type { StudyCase, StudyEvent } from '../../../schemas/study.ts'
import { sampleRuns } from '../sample-runs.ts'
import { emptyFolder, NOW } from '../scripted.ts'

let folder: string
let sample: Awaited<ReturnType<typeof sampleRuns>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engvqa-study-'))
  sample = await sampleRuns(folder)
  return () => rm(folder, { recursive: true, force: true })
})

async function fresh(over: Partial<StudyOptions> = {}): Promise<{ out: string; desk: Desk; app: Hono }> {
  const out = await emptyFolder()
  await createStudy({
    ...sample,
    out,
    title: 'A study',
    consent: 'You *agree*. <script>alert(1)</script>',
    contact: 'me@example.org',
    casesEach: 2,
    seed: 's',
    ...over,
  })
  const desk = await Desk.open(await readStudy(out), NOW)
  return { out, desk, app: studyApp({ desk, image: async () => new Uint8Array([1]) }) }
}

const get = (app: Hono, path: string) => app.request(`http://localhost${path}`, { headers: { host: 'localhost' } })
const post = (app: Hono, path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(`http://localhost${path}`, {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })

async function join1(app: Hono): Promise<string> {
  const response = await post(app, '/join', { consent: 'yes' })
  return response.headers.get('location') ?? ''
}

const current = (desk: Desk, path: string): StudyCase => {
  const step = desk.step(path.slice(3))
  if (step?.kind !== 'mark' && step?.kind !== 'rate') throw new Error('no case is open')
  return step.studyCase
}
const marksFor = (studyCase: StudyCase, mark = 'right') => Object.fromEntries(markable(studyCase).map((tag) => [tag, mark]))
const ratingsFor = (studyCase: StudyCase, rating: string, preferred = 'A') => ({
  ...Object.fromEntries([...markable(studyCase), ...META_CHECKS, 'final'].map((name) => [name, rating])),
  preferred,
  comment: 'fine',
})

describe('the study', () => {
  it('asks for consent first, and lets nobody in without it', async () => {
    const { app } = await fresh()
    const page = await (await get(app, '/')).text()
    expect(page).toContain('<em>agree</em>')
    expect(page).not.toContain('<script>alert')
    expect((await post(app, '/join', {})).headers.get('location')).toBe('/')
    expect(await join1(app)).toMatch(/^\/p\/[\w-]{16}$/)
  })

  it('shows neither score nor reason nor who solved before the marks are stored, and both scores afterwards', async () => {
    const { app, desk } = await fresh()
    const path = await join1(app)
    const studyCase = current(desk, path)
    const before = await (await get(app, path)).text()
    expect(before).not.toMatch(/too low|as seen|solver-|judge-a/)
    expect((await post(app, `${path}/cases/${studyCase.id}/marks`, marksFor(studyCase))).status).toBe(303)
    const after = await (await get(app, path)).text()
    expect(after).toContain('much too low')
    expect(after).toContain('as seen')
    expect(after).not.toMatch(/solver-|judge-a/)
  })

  it('stores no marks with a stage left out, none twice, and no ratings before marks', async () => {
    const { app, desk, out } = await fresh()
    const path = await join1(app)
    const studyCase = current(desk, path)
    const marks = marksFor(studyCase)
    const [first = ''] = Object.keys(marks)
    expect((await post(app, `${path}/cases/${studyCase.id}/ratings`, ratingsFor(studyCase, '0'))).status).toBe(409)
    expect((await post(app, `${path}/cases/${studyCase.id}/marks`, { ...marks, [first]: '' })).status).toBe(409)
    expect((await post(app, `${path}/cases/${studyCase.id}/marks`, marks)).status).toBe(303)
    expect((await post(app, `${path}/cases/${studyCase.id}/marks`, marksFor(studyCase, 'wrong'))).status).toBe(409)
    const events = (await readFile(join(out, 'events.jsonl'), 'utf8')).trim().split('\n')
    expect(events).toHaveLength(2)
    expect(events[1]).not.toContain('wrong')
  })

  it('goes on where a participant left off, after the server was started again', async () => {
    const { app, desk, out } = await fresh()
    const path = await join1(app)
    const studyCase = current(desk, path)
    await post(app, `${path}/cases/${studyCase.id}/marks`, marksFor(studyCase))
    await desk.close()
    const again = await Desk.open(await readStudy(out), NOW)
    expect(again.step(path.slice(3))).toMatchObject({ kind: 'rate', studyCase: { id: studyCase.id } })
    expect(again.step('nobody-at-all-xx')).toBeUndefined()
  })

  it('thanks a participant who is through, and stores which sum was preferred, whatever side it stood on', async () => {
    const { app, desk, out } = await fresh()
    const path = await join1(app)
    for (let round = 0; round < 2; round++) {
      const studyCase = current(desk, path)
      const step = desk.step(path.slice(3))
      const propagatedIsA = step?.kind === 'mark' && step.propagatedIsA
      await post(app, `${path}/cases/${studyCase.id}/marks`, marksFor(studyCase))
      await post(app, `${path}/cases/${studyCase.id}/ratings`, ratingsFor(studyCase, '0', propagatedIsA ? 'A' : 'B'))
    }
    expect(await (await get(app, path)).text()).toContain('Thank you')
    const preferred = (await readFile(join(out, 'events.jsonl'), 'utf8')).match(/"preferred":"\w+"/g)
    expect(preferred).toEqual(['"preferred":"propagated"', '"preferred":"propagated"'])
  })

  it('leaves out a participant who withdraws', async () => {
    const { app, desk, out } = await fresh()
    const [one, other] = [await join1(app), await join1(app)]
    for (const path of [one, other]) {
      const studyCase = current(desk, path)
      await post(app, `${path}/cases/${studyCase.id}/marks`, marksFor(studyCase))
      await post(app, `${path}/cases/${studyCase.id}/ratings`, ratingsFor(studyCase, '1'))
    }
    await post(app, `${one}/withdraw`, {})
    expect(await (await get(app, one)).text()).toContain('will be left out')
    expect(await studyResults({ study: out, out: join(out, 'results') })).toMatchObject({ participants: 1, withdrawn: 1 })
  })

  it('turns away other host names, forms from elsewhere, unknown images and unknown links', async () => {
    const { app } = await fresh()
    expect((await app.request('http://evil.example/', { headers: { host: 'evil.example' } })).status).toBe(403)
    expect((await post(app, '/join', { consent: 'yes' }, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(app, '/join', { consent: 'yes' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get(app, `/image/${'0'.repeat(64)}`)).status).toBe(404)
    expect((await get(app, '/katex/fonts/..%2f..%2fpackage.json')).status).toBe(404)
    expect((await get(app, '/p/AAAAAAAAAAAAAAAA')).status).toBe(404)
    expect((await get(app, '/')).headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('serves its style, its formulas’ fonts and the images of its cases', async () => {
    const { app, desk } = await fresh()
    const [first] = desk.study.cases.values()
    expect((await get(app, `/image/${first?.diagrams[0]}`)).status).toBe(200)
    for (const path of ['/study.css', '/keep.js', '/katex/katex.min.css', '/katex/fonts/KaTeX_Main-Regular.woff2'])
      expect((await get(app, path)).status).toBe(200)
  })

  it('refuses to set up over a study that is there', async () => {
    const { out } = await fresh()
    await expect(createStudy({ ...sample, out, title: '', consent: '', contact: '', casesEach: 1, seed: 's' })).rejects.toMatchObject({
      problem: { code: 'study-exists' },
    })
  })

  it('answers on loopback', async () => {
    const { out, desk } = await fresh()
    await desk.close()
    const server = await serveStudy({ study: out, release: sample.release, now: NOW })
    expect((await fetch(server.url)).status).toBe(200)
    await server.close()
    await expect(serveStudy({ study: out, release: sample.release, now: NOW, host: '0.0.0.0' })).rejects.toMatchObject({
      problem: { code: 'usage' },
    })
  })

  it('answers to its public name when it has one', async () => {
    const { desk } = await fresh()
    const app = studyApp({ desk, image: async () => undefined, publicUrl: 'https://study.example.org' })
    expect((await app.request('http://study.example.org/', { headers: { host: 'study.example.org' } })).status).toBe(200)
    expect((await app.request('http://other.example.org/', { headers: { host: 'other.example.org' } })).status).toBe(403)
  })
})

describe('assignment', () => {
  it('gives the same cases for the same seed and turn, and spreads them evenly', async () => {
    const { desk } = await fresh({ casesEach: 5 })
    const events: StudyEvent[] = []
    for (let turn = 0; turn < 24; turn++) {
      const cases = assignment(desk.study, events, turn)
      expect(assignment(desk.study, events, turn)).toEqual(cases)
      expect(new Set(cases.map(({ id }) => id)).size).toBe(5)
      events.push({ type: 'joined', participant: `p${turn}`, at: NOW().toISOString(), cases })
    }
    const given = events.flatMap((event) => (event.type === 'joined' ? event.cases : []))
    const counts = [...desk.study.cases.keys()].map((id) => given.filter((one) => one.id === id).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    const left = given.filter(({ propagatedIsA }) => propagatedIsA).length
    expect(Math.abs(left - 60)).toBeLessThan(30)
  })
})

describe('studyResults', () => {
  it('turns ratings into scores by the rule of the study', () => {
    expect([humanScore(9, 2), humanScore(1, -2), humanScore(5, 1)]).toEqual([10, 0, 6])
    expect([ratingOf('+2'), ratingOf('-1'), ratingOf('3'), ratingOf(''), ratingOf(undefined)]).toEqual([
      2,
      -1,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('gives correlation, error and exact agreement as worked out by hand', async () => {
    const { out, desk } = await fresh()
    await desk.close()
    const [one, other] = [...desk.study.cases.values()].toSorted((a, b) => a.final - b.final)
    if (!one || !other) throw new Error('two cases are needed')
    const rated = (studyCase: StudyCase, final: 1 | 0): StudyEvent[] => [
      { type: 'marked', participant: 'p', at: NOW().toISOString(), case: studyCase.id, marks: { ASSUMPTIONS: 'right' } },
      {
        type: 'rated',
        participant: 'p',
        at: NOW().toISOString(),
        case: studyCase.id,
        stages: {},
        meta: { COVERAGE: 0 },
        final,
        preferred: 'plain',
        comment: '',
      },
    ]
    await writeFile(join(out, 'events.jsonl'), [...rated(one, 1), ...rated(other, 0)].map((event) => `${JSON.stringify(event)}\n`).join(''))
    const { tables } = await studyResults({ study: out, out: join(out, 'results') })
    const total = tables[0]?.rows.find(([name]) => name === 'total')
    expect(total?.[2]).toMatchObject({ value: 0.5, n: 2 })
    expect(total?.[4]).toMatchObject({ value: 0.5 })
    expect(tables[1]?.rows[0]?.[1]).toMatchObject({ n: 2 })
    expect(tables[2]?.rows.map(([, share]) => (share as { value: number }).value)).toEqual([0, 1, 0])
  })
})
