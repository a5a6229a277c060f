import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engvqa } from './run-cli.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failure-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The one value on stdout. */
const json = async (...args: string[]) => {
  const { code, out, err } = await engvqa(folder, [...args, '--json'])
  return { code, err, value: JSON.parse(out) }
}

describe('a failure with --json', () => {
  it('is one value on stdout with the code, what happened and what to do, and two lines on stderr', async () => {
    const { code, err, value } = await json('stats')
    expect(code).toBe(3)
    expect(value).toEqual({
      error: { code: 'workspace-missing', message: expect.any(String), hint: expect.stringContaining('engvqa init'), place: {} },
    })
    expect(err).toContain(value.error.message)
  })

  it('says “usage” for a command line that cannot be understood', async () => {
    for (const args of [
      ['init', 'x', '--colour'],
      ['frobnicate'],
      ['extract', 'x.pdf', '--out', 'o', '--dpi', '601'],
      ['extract', 'x.pdf'],
    ])
      expect(await json(...args), args.join(' ')).toMatchObject({ code: 2, value: { error: { code: 'usage' } } })
  })

  it('lists the problems where every document failed', async () => {
    await writeFile(join(folder, 'bad.pdf'), 'no PDF')
    const { code, value } = await json('extract', 'bad.pdf', '--out', 'result')
    expect(code).toBe(3)
    expect(value).toMatchObject({ documents: [{ document: 'bad', problems: 0 }], problems: [{ code: 'file-not-pdf' }] })
    await engvqa(folder, ['init', '.'])
    expect(await json('add', 'bad.pdf', '--subject', 'dynamics')).toMatchObject({
      code: 3,
      value: { entry: null, problems: [{ code: 'file-not-pdf' }] },
    })
  })

  it('writes nothing to stdout without --json, and no error where nothing failed', async () => {
    expect(await engvqa(folder, ['stats'])).toMatchObject({ code: 3, out: '' })
    expect(await engvqa(folder, ['stats', '--json', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('Usage') })
  })
})

describe('--out', () => {
  it('is looked at before any work, by commands that write into a folder and by those that write a file', async () => {
    await engvqa(folder, ['init', '.'])
    await writeFile(join(folder, 'taken'), 'a file')
    await mkdir(join(folder, 'there'))
    for (const args of [['stats'], ['errors', '1.0.0', 'run'], ['report', '1.0.0', 'run'], ['extract', 'no.pdf']])
      expect(await engvqa(folder, [...args, '--out', 'taken'])).toMatchObject({
        code: 3,
        err: expect.stringMatching(/^taken is a file\.\n/),
      })
    for (const args of [
      ['show', 'no', 'segment'],
      ['review', 'backup'],
      ['review', 'export'],
    ])
      expect(await engvqa(folder, [...args, '--out', 'there'])).toMatchObject({
        code: 3,
        err: expect.stringMatching(/^there is a folder\.\n {2}→ Name a file/),
      })
  })
})
