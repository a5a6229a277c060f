import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openerOf, openPage } from '../../cli/open-page.ts'

describe('the browser', () => {
  it('is opened where somebody sits at a screen', () => {
    expect(openerOf({ terminal: true, env: { DISPLAY: ':0' } }, 'linux')).toEqual(['xdg-open'])
    expect(openerOf({ terminal: true, env: { WAYLAND_DISPLAY: 'wayland-0' } }, 'linux')).toEqual(['xdg-open'])
    expect(openerOf({ terminal: true, env: {} }, 'darwin')).toEqual(['open'])
  })

  it('is left alone without a terminal, a screen or a known way', () => {
    expect(openerOf({ terminal: false, env: { DISPLAY: ':0' } }, 'linux')).toBeUndefined()
    expect(openerOf({ terminal: true, env: { DISPLAY: '' } }, 'linux')).toBeUndefined()
    expect(openerOf({ terminal: true, env: {} }, 'aix')).toBeUndefined()
  })
})

describe('a link with a secret', () => {
  const link = 'http://127.0.0.1:4780/start?token=s3cret&x="'
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'open-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('reaches the browser in a file for its owner alone, never as an argument', async () => {
    const [file, seen, script] = [join(folder, 'open.html'), join(folder, 'seen'), join(folder, 'browser.mjs')]
    await writeFile(
      script,
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(seen)}, process.argv.slice(2).join(' '))\n`,
    )
    const tidy = await openPage(link, file, [process.execPath, script])
    await vi.waitFor(async () => expect(await readFile(seen, 'utf8')).toBe(file), { timeout: 5000 })
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await readFile(file, 'utf8')).toContain('url=http://127.0.0.1:4780/start?token=s3cret&amp;x=&quot;"')
    await tidy()
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('may find no browser: that is no failure', async () => {
    const tidy = await openPage(link, join(folder, 'open.html'), [join(folder, 'no-such-program')])
    await tidy()
  })
})
