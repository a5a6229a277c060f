import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveReview } from '../../../review/server/serve.ts'
import { soleServer } from '../../../review/server/sole.ts'
import { openReview } from '../../../review/store/open.ts'
import { paperSources } from '../server-fixture.ts'

describe('a database in SQLite', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sole-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  it('is served by one server at a time; the next is told where that one runs', async () => {
    const file = join(folder, 'review.db')
    const [ours, theirs] = [await openReview(file), await openReview(file)]
    const serve = (review: typeof ours) => serveReview(review, paperSources(), { alone: { name: 'ann' }, web: '/nonexistent' })
    const first = await serve(ours)
    await expect(serve(theirs)).rejects.toMatchObject({
      problem: { code: 'review-unavailable', message: expect.stringContaining(first.url), hint: expect.stringContaining('Ctrl-C') },
    })
    await first.close()
    const second = await serve(theirs)
    await second.close()
    await Promise.all([ours.close(), theirs.close()])
  })

  it('is free again when a server could not start', async () => {
    const review = await openReview(join(folder, 'port.db'))
    const options = { alone: { name: 'ann' }, web: '/nonexistent' }
    await expect(serveReview(review, paperSources(), { ...options, host: '0.0.0.0' })).rejects.toMatchObject({ problem: { code: 'usage' } })
    await (await serveReview(review, paperSources(), options)).close()
    await review.close()
  })

  it('is free again when its server was killed', async () => {
    const file = join(folder, 'killed.db')
    const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./sole-child.ts', import.meta.url)), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    expect(() => soleServer(file)).toThrow('open already at http://127.0.0.1:4780')
    child.kill('SIGKILL')
    await once(child, 'exit')
    soleServer(file).release()
  })
})
