import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { show, tinyPdf } from '../pipeline/tiny-pdf.ts'
import { geminiSays, json, serve } from './models/server.ts'
import { engvqa } from './run-cli.ts'

/** One numbered line alone proves no numbering, so nothing is found. */
const sheet = tinyPdf([
  [
    show('Some words about shafts.', 20, 180, { size: 4 }),
    show('7. A shaft of 40 mm carries a torque of 2.5 kN m.', 20, 150, { size: 4 }),
  ].join('\n'),
])

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'starts-cli-'))
  await engvqa(folder, ['init', '.', '--name', 'tiny'])
  await writeFile(join(folder, 'sheet.pdf'), sheet)
  await engvqa(folder, ['add', 'sheet.pdf', '--subject', 'mechanics-of-materials', '--licence', 'CC0-1.0', '--may-redistribute'])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('refine --segmentation asks for lines by id, and extract makes problems of those that carry a number', async () => {
  const before = JSON.parse((await engvqa(folder, ['extract', '--json'])).out)
  expect(before.problems.map(({ code }: { code: string }) => code)).toContain('no-problems-found')
  const server = await serve(json(geminiSays('{"starts":["1.0","1.1","8. An invented problem"]}')))
  const env = { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url }
  const dry = await engvqa(folder, ['refine', '--segmentation', '--model', 'gemini-2.5-flash', '--dry-run'], { env })
  expect(dry.out).toContain('1 calls would be sent')
  const found = await engvqa(folder, ['refine', '--segmentation', '--model', 'gemini-2.5-flash', '--json'], { env })
  expect(JSON.parse(found.out), found.err).toMatchObject({ starts: { sheet: ['1.0', '1.1'] }, problems: [{ code: 'correction-rejected' }] })
  expect(server.seen).toHaveLength(1)
  const after = JSON.parse((await engvqa(folder, ['extract', '--json'])).out)
  expect(after.documents).toMatchObject([{ problems: 1 }])
  expect(after.problems.map(({ message }: { message: string }) => message).join()).toContain('Problem 7 begins where a model said')
  await server.close()
})
