import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeAtomically, writeProblem } from '../../corpus/atomic.ts'
import { canonical, keyOf, openStore, sha256 } from '../../corpus/store.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fileOf = async (kind: string, name: string) => join(folder, 'v1', kind, name.slice(0, 2), name)

describe('a store', () => {
  it('gives back what was put in, results by key and pictures by content', async () => {
    const store = await openStore(folder)
    const key = keyOf({ stage: 'layout', version: 1 })
    await store.putResult(key, '{"a":1}')
    const digest = await store.putBlob(Buffer.from('picture'))
    expect((await store.result(key))?.toString()).toBe('{"a":1}')
    expect(digest).toBe(sha256('picture'))
    expect((await store.blob(digest))?.toString()).toBe('picture')
    expect(await store.hasResult(key)).toBe(true)
  })

  it('has nothing under a key that was never written', async () => {
    const store = await openStore(folder)
    expect(await store.result(keyOf('nothing'))).toBeUndefined()
    expect(await store.blob(sha256('nothing'))).toBeUndefined()
    expect(await store.hasBlob(sha256('nothing'))).toBe(false)
  })

  it('does not believe a result that was cut short or altered', async () => {
    const store = await openStore(folder)
    const [short, altered] = [keyOf('short'), keyOf('altered')]
    await store.putResult(short, 'some text that is long enough')
    await store.putResult(altered, 'some text')
    await truncate(await fileOf('results', short), 80)
    const path = await fileOf('results', altered)
    await writeFile(path, (await readFile(path, 'utf8')).replace('some', 'same'))
    expect(await store.result(short)).toBeUndefined()
    expect(await store.result(altered)).toBeUndefined()
  })

  it('does not believe a picture whose content is not what its name says', async () => {
    const store = await openStore(folder)
    const digest = await store.putBlob(Buffer.from('picture'))
    await writeFile(store.blobPath(digest), 'pict')
    expect(await store.blob(digest)).toBeUndefined()
    expect(await store.hasBlob(digest)).toBe(false)
    await store.putBlob(Buffer.from('picture'))
    expect((await store.blob(digest))?.toString()).toBe('picture')
  })

  it('sweeps away what a dead writer left, and nothing that is fresh', async () => {
    const store = await openStore(folder)
    const tmp = join(folder, 'v1', 'tmp')
    await writeFile(join(tmp, '.old.part'), 'half')
    await writeFile(join(tmp, '.new.part'), 'half')
    await utimes(join(tmp, '.old.part'), new Date(0), new Date(0))
    await openStore(store.folder)
    expect(await readdir(tmp)).toEqual(['.new.part'])
  })

  it('keeps everything finished and nothing half-done when its process is killed', async () => {
    const script = `
      import { openStore, keyOf } from ${JSON.stringify(new URL('../../corpus/store.ts', import.meta.url).href)}
      const store = await openStore(process.argv[1])
      for (let n = 0; ; n++) { await store.putResult(keyOf(n), String(n).repeat(200_000)); console.log(n) }`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('\n20\n')) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const store = await openStore(folder)
    const finished = said.trim().split('\n').map(Number)
    expect(finished.length).toBeGreaterThan(20)
    for (const n of finished) expect((await store.result(keyOf(n)))?.length).toBe(String(n).length * 200_000)
    const next = await store.result(keyOf(finished.length))
    expect(next === undefined || next.length === String(finished.length).length * 200_000).toBe(true)
  })
})

describe('writing', () => {
  it('says that the disk is full, and leaves the old file as it was', async () => {
    const error = writeProblem('x', Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    expect(error).toMatchObject({ problem: { code: 'disk-full' } })
    const path = join(folder, 'a')
    await writeAtomically(path, 'old')
    await writeFile(join(folder, 'blocked'), 'a file where a folder should be')
    await expect(writeAtomically(join(folder, 'blocked', 'b'), 'new')).rejects.toMatchObject({ problem: { code: 'store-unwritable' } })
    expect(await readFile(path, 'utf8')).toBe('old')
    expect((await readdir(folder)).toSorted()).toEqual(['a', 'blocked'])
  })

  // root may write anywhere, so this looks through the eyes of an ordinary user where it can
  it.runIf(process.getuid?.() !== 0)('says that a folder is not writable', async () => {
    await chmod(folder, 0o500)
    await expect(openStore(join(folder, 'store'))).rejects.toMatchObject({ problem: { code: 'store-unwritable' } })
    await chmod(folder, 0o700)
  })

  it('leaves an error that it does not know alone', () => {
    const odd = new Error('odd')
    expect(writeProblem('x', odd)).toBe(odd)
  })
})

describe('a key', () => {
  it('does not depend on the order in which properties were written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed())
        expect(keyOf(turned)).toBe(keyOf(value))
      }),
      { numRuns: 50 },
    )
  })

  it('depends on every value', () => {
    expect(keyOf({ a: 1, b: [1, 2] })).not.toBe(keyOf({ a: 1, b: [2, 1] }))
    expect(canonical({ b: 1, a: { d: 1, c: 2 } })).toBe('{"a":{"c":2,"d":1},"b":1}')
  })
})
