import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { generatedFiles } from '../../scripts/schema-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the published JSON Schemas and the data model page', () => {
  it('are what `npm run schemas` would write now', async () => {
    const files = await generatedFiles(root)
    const stale: string[] = []
    for (const [path, text] of files) if ((await readFile(join(root, path), 'utf8').catch(() => '')) !== text) stale.push(path)
    expect(stale).toEqual([])
  })

  it('hold no schema that is no longer there', async () => {
    const files = await generatedFiles(root)
    const published = (await readdir(join(root, 'schemas/json'))).map((name) => `schemas/json/${name}`)
    expect(published.filter((path) => !files.has(path))).toEqual([])
  })

  it('say what every field of an item means or of what type it is', async () => {
    const page = await readFile(join(root, 'docs/data-model.md'), 'utf8')
    expect(page).toMatch(/### Item\n[\s\S]*?\| `question` \| `object` \|/)
    expect(page).toContain('| `bbox` | `[number, number, number, number]` | [left, top, right, bottom] in points')
  })
})
