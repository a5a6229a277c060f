import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explain } from '../../cli/session.ts'
import { diskProblem, makeFolder, writing } from '../../corpus/atomic.ts'
import { writeCandidates } from '../../corpus/candidates.ts'
import { createWorkspace, readWorkspace } from '../../corpus/workspace.ts'

let folder = ''
let blocked = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomic-'))
  blocked = join(folder, 'file')
  await writeFile(blocked, '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const failing = (code: string, more: object = {}) => Object.assign(new Error(`${code}: told by the system`), { code, ...more })
const unwritable = { problem: { code: 'store-unwritable' } }

describe('a refusal of the disk', () => {
  it.each([
    ['EACCES', 'store-unwritable'],
    ['EROFS', 'store-unwritable'],
    ['ENOTDIR', 'store-unwritable'],
    ['ENOSPC', 'disk-full'],
  ])('is a problem that a person can do something about: %s', async (code, problem) => {
    const act = () => Promise.reject(failing(code))
    await expect(writing('there', act)).rejects.toMatchObject({ problem: { code: problem, message: expect.stringContaining('there') } })
    expect(diskProblem(failing(code, { path: '/x/y', syscall: 'mkdir' }))?.problem).toMatchObject({ code: problem })
    expect(explain(failing(code, { path: '/x/y', syscall: 'mkdir' }))).not.toContain('bug')
  })

  it('is told from a bug', () => {
    expect(diskProblem(new Error('EACCES'))).toBeUndefined()
    expect(explain(failing('ERR_INVALID_ARG_TYPE'))).toContain('bug')
  })

  it('does not stand for a lack of writing where something was to be read', () => {
    expect(diskProblem(failing('EACCES', { path: '/x', syscall: 'open' }))?.problem.message).toBe('/x cannot be opened (EACCES).')
  })

  it('is told where folders are made', async () => {
    await expect(makeFolder(join(blocked, 'a'))).rejects.toMatchObject(unwritable)
    const left = { document: 'a', pages: 0, pagesOfFile: 0, seconds: 0, items: [], problems: [] }
    await expect(writeCandidates(blocked, left)).rejects.toMatchObject(unwritable)
    await writeCandidates(folder, left)
    expect(await readFile(join(folder, '.engvqa/candidates/a.json'), 'utf8')).toContain('"document":"a"')
  })

  it.each(['documents.yaml', 'engvqa.yaml'])('is told of a %s that cannot be read', async (name) => {
    const workspace = join(folder, 'workspace')
    await createWorkspace(workspace, 'set')
    await rm(join(workspace, name))
    await mkdir(join(workspace, name))
    await expect(readWorkspace(workspace)).rejects.toMatchObject({
      problem: { code: 'store-unwritable', message: `${join(workspace, name)} cannot be opened (EISDIR).` },
    })
  })
})
