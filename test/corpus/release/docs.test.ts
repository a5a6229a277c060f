import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../../corpus/release/migrations.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import { diagram, item, Pictures, releaseInput } from './sample.ts'

let folder: string
let page: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-'))
  page = await readFile(new URL('../../../docs/releases.md', import.meta.url), 'utf8')
})
afterAll(() => rm(folder, { recursive: true }))

it('documents every file of a release, and none that there is not', async () => {
  const pictures = new Pictures()
  const open = item('1', { diagrams: [diagram(await pictures.add(1))] })
  const closed = item('2', { document: 'closed', diagrams: [diagram(await pictures.add(2))] })
  const input = releaseInput(folder, [open, closed], { image: pictures.read, keepDuplicates: true })
  const sources = input.sources.map((source) => ({ ...source, mayRedistribute: source.id !== 'closed' }))
  const { manifest } = await writeRelease({ ...input, sources })
  const kinds = [...manifest.files.map(({ path }) => path), 'manifest.json'].map((path) =>
    path.replace(/^images\/.*/, 'images/').replace(/^data\/[a-z-]+\/[a-z]+-/, 'data/<subject>/<split>-'),
  )
  const documented = [...page.matchAll(/^\| `([^`]+)` \| .+ \| .+ \|$/gm)].map(([, path]) => path)
  expect(documented.toSorted()).toEqual([...new Set(kinds)].toSorted())
})

it('documents every format and why it came', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| [\d.]+ \| (.+) \|$/gm)].map(([, format, why]) => [Number(format), why])
  expect(rows.slice(1)).toEqual(migrations.map(({ to, why }) => [to, why]))
})
