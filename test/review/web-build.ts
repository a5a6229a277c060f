import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the page as it is now into a folder of its own. */
export async function buildWeb(): Promise<{ folder: string; drop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'review-page-'))
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production' // a test runner sets another one, which would give the page of developers
  await build({
    configFile: fileURLToPath(new URL('../../review/web/vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder },
  })
  if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV
  return { folder, drop: () => rmSync(folder, { recursive: true, force: true }) }
}
