import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engvqa } from './run-cli.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const COMMANDS = [
  ['init'],
  ['add'],
  ['list'],
  ['extract'],
  ['show'],
  ['topics', 'assign'],
  ['topics', 'synthesize'],
  ['refine'],
  ['review'],
  ['review', 'backup'],
  ['review', 'restore'],
  ['review', 'export'],
  ['review', 'import'],
  ['review', 'invite'],
  ['release'],
  ['verify'],
  ['diff'],
  ['canary'],
  ['stats'],
  ['hydrate'],
  ['publish'],
  ['errors'],
  ['agreement'],
  ['study', 'create'],
  ['study', 'serve'],
  ['study', 'results'],
  ['solve'],
  ['judge'],
  ['report'],
  ['judgement'],
  ['doctor'],
]

describe('every command', () => {
  it.each(COMMANDS.map((words) => [words.join(' '), words]))('engvqa %s has help with an example, --json and --quiet', async (_, words) => {
    const { code, out } = await engvqa(folder, [...words, '--help'])
    expect(code).toBe(0)
    for (const part of [/Examples?.*:\n +engvqa /, /--json/, /--quiet/]) expect(out).toMatch(part)
  })

  it('is in the list of the main help', async () => {
    const { out } = await engvqa(folder, ['--help'])
    for (const [name] of COMMANDS) expect(out).toMatch(new RegExp(`^ +${name}`, 'm'))
  })
})

describe('wrong use', () => {
  it.each([
    ['an unknown command', ['frobnicate']],
    ['an unknown option', ['init', 'x', '--colour']],
    ['a missing argument', ['init']],
    ['a missing option', ['add', 'x.pdf']],
    ['a port that is none', ['review', '--port', 'abc']],
    ['a port beyond the last', ['review', '--port', '99999']],
    ['a resolution beyond what engvqa.yaml takes', ['extract', 'x.pdf', '--out', 'o', '--dpi', '601']],
    ['a list of pages that is none', ['extract', 'x.pdf', '--out', 'o', '--pages', '9-2']],
    ['a number of threads that is none', ['extract', 'x.pdf', '--out', 'o', '--jobs', '0']],
    ['a PDF without a place for the result', ['extract', 'x.pdf']],
  ])('ends with 2 for %s, and says what to do', async (_, args) => {
    const { code, err, out } = await engvqa(folder, args)
    expect(code).toBe(2)
    expect(err.length).toBeGreaterThan(10)
    expect(out).toBe('')
  })
})

describe('a workspace', () => {
  it('is made by init, found by the others, and not made twice', async () => {
    expect(await engvqa(folder, ['init', 'Set One', '--json'])).toMatchObject({ code: 0, out: expect.stringContaining('engvqa.yaml') })
    expect(await readFile(join(folder, 'Set One', 'engvqa.yaml'), 'utf8')).toContain('name: set-one')
    const again = await engvqa(folder, ['init', 'Set One'])
    expect(again).toMatchObject({ code: 3, err: expect.stringContaining('→') })
  })

  it('is asked for where a command needs one', async () => {
    for (const args of [['extract'], ['stats'], ['release'], ['topics', 'assign']]) {
      const { code, err } = await engvqa(folder, args)
      expect([code, err]).toEqual([3, expect.stringContaining('engvqa init')])
    }
  })

  it('with a typing error in its manifest is refused in two plain lines with the line number', async () => {
    await engvqa(folder, ['init', '.'])
    await writeFile(join(folder, 'documents.yaml'), 'documents:\n  - id: a\n    fle: a.pdf\n    file: a.pdf\n    subject: dynamics\n')
    const { code, err } = await engvqa(folder, ['extract'])
    expect(code).toBe(3)
    expect(err).toBe('documents.yaml, line 3: “documents.0.fle” is not a known setting.\n  → Did you mean “file”?\n')
  })
})

describe('doctor', () => {
  it('lists what is there and how to get the rest, never a key', async () => {
    const { code, out } = await engvqa(folder, ['doctor'], { env: { GEMINI_API_KEY: 'very-secret' } })
    expect(code).toBe(0)
    expect(out).toMatch(/✓ Node/)
    expect(out).toMatch(/✓ mupdf/)
    expect(out).toMatch(/✓ GEMINI_API_KEY/)
    expect(out).toMatch(/– OPENAI_API_KEY[\s\S]*→/)
    expect(out).not.toContain('very-secret')
  })

  it('says when the workspace around it is broken', async () => {
    await writeFile(join(folder, 'engvqa.yaml'), 'nam: x\n')
    expect(await engvqa(folder, ['doctor', '--json'])).toMatchObject({ code: 1, out: expect.stringContaining('line 1') })
  })
})

describe('verify', () => {
  it('names the path that was given when there is no release', async () => {
    await engvqa(folder, ['init', '.'])
    const { code, err } = await engvqa(folder, ['verify', '/nonexistent/there'])
    expect(code).toBe(3)
    expect(err).toContain('/nonexistent/there')
    expect(err).not.toContain(join(folder, 'releases'))
    expect((await engvqa(folder, ['verify', '9.9.9'])).err).toContain(join(folder, 'releases', '9.9.9'))
  })
})
