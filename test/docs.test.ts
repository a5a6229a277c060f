import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseManifest } from '../corpus/manifest.ts'
import { stages } from '../pipeline/stages.ts'
import { DocumentsFile } from '../schemas/document.ts'
import { WorkspaceConfig } from '../schemas/workspace.ts'
import { engvqa } from './cli/run-cli.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')

/** Help of a command, or of the part of it that the second word names. */
async function helpOf([name = '', part = '']: readonly string[]) {
  const help = await engvqa(root, [name, '--help'])
  const parts = help.out.split('\nCommands:\n')[1] ?? ''
  return new RegExp(`^  ${part.replace(/\W/g, '\\$&')} `, 'm').test(parts) ? engvqa(root, [name, part, '--help']) : help
}

/** Code blocks of a language. */
const blocks = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].filter(([, name]) => name === language).map(([, , code = '']) => code)

describe('docs/stages.md', () => {
  it('documents every stage, in order, with what it needs', async () => {
    const rows = [...(await read('docs/stages.md')).matchAll(/^\| `(\w+)` \| (.+?) \|/gm)].map(([, name, needs = '']) => ({
      name,
      needs: [...needs.matchAll(/`(\w+)`/g)].map(([, layer]) => layer),
    }))
    expect(rows).toEqual(stages.stages.map(({ adds, needs }) => ({ name: adds, needs: [...needs] })))
  })
})

describe('docs/quickstart.md', () => {
  it('shows manifests that are valid', async () => {
    const [documents = '', config = ''] = blocks(await read('docs/quickstart.md'), 'yaml')
    expect(parseManifest(DocumentsFile, documents.replace('0c5b…', 'a'.repeat(64)), 'documents.yaml').value.documents).toHaveLength(1)
    expect(parseManifest(WorkspaceConfig, config, 'engvqa.yaml').value.name).toBe('my-set')
  })
})

describe('the pages for people', () => {
  it('name only commands and options that exist', async () => {
    const pages = ['README.md', ...(await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
    const wrong: string[] = []
    for (const page of pages) {
      for (const line of blocks(await read(page), 'sh')
        .join('\n')
        .split('\n')) {
        for (const [, command = ''] of line.matchAll(/(?:^|\s)(?:npx )?engvqa ([a-z][^#&|]*)/g)) {
          const words = command.trim().split(/\s+/)
          const help = await helpOf(words)
          const unknown = words
            .filter((word) => word.startsWith('--'))
            .map((word) => word.replace(/=.*/, ''))
            .filter((option) => !help.out.includes(option))
          if (help.code !== 0 || unknown.length > 0) wrong.push(`${page}: engvqa ${command.trim()} (${unknown.join(', ')})`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('link only to files that are there', async () => {
    const missing: string[] = []
    for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/quickstart.md', 'docs/stages.md', 'docs/known-failures.md']) {
      const folder = page.startsWith('docs/') ? 'docs' : '.'
      for (const [, target = ''] of (await read(page)).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
        await readFile(join(root, folder, target)).catch(() => missing.push(`${page} → ${target}`))
      }
    }
    expect(missing).toEqual([])
  })
})
