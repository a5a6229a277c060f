import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { show, tinyPdf } from '../pipeline/tiny-pdf.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder = ''

/** What npm would install beside the package: everything in the lock file that is not for development, and nothing else. */
async function productionPackages(): Promise<string[]> {
  const lock: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.lastIndexOf('node_modules/') === 0 && !dev)
    .map(([path]) => path)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'))
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }).replace(
      /^[^[]*/,
      '',
    ),
  )
  await mkdir(join(folder, 'node_modules/engvqa'), { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', join(folder, 'node_modules/engvqa')])
  for (const path of await productionPackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await symlink(join(root, path), join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the package from its tarball, in an empty folder, with its own dependencies only', () => {
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [join(folder, 'node_modules/engvqa/dist/cli/main.js'), ...args], { cwd: folder, encoding: 'utf8' })

  it('extracts a PDF', async () => {
    const question = '1. A beam of length 2.5 m carries a load of 10 kN. Find the reaction.'
    await writeFile(
      join(folder, 'sheet.pdf'),
      tinyPdf([`${show(question, 20, 150, { size: 5 })}\n${show('2. Find its deflection.', 20, 120, { size: 5 })}`]),
    )
    run('extract', 'sheet.pdf', '--out', 'result')
    const [first] = (await readFile(join(folder, 'result/items.jsonl'), 'utf8')).split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({ source: { document: 'sheet', number: '1' }, question: { text: question.slice(3) } })
  })

  it('makes a workspace and finds the topic lists that it brings along', () => {
    run('init', 'ws')
    expect(run('doctor')).toContain('✓ better-sqlite3')
  })

  it('holds code, schemas, docs and licence, but neither tests nor sources', async () => {
    const inside = (await readdir(join(folder, 'node_modules/engvqa'))).toSorted()
    expect(inside).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json', 'schemas'])
    expect(await readdir(join(folder, 'node_modules/engvqa/schemas/json'))).toContain('Item.json')
    expect(await readdir(join(folder, 'node_modules/engvqa/dist/topics/lists'))).toContain('dynamics.yaml')
    expect(await readdir(join(folder, 'node_modules/engvqa/dist/review/web'))).toContain('index.html')
  })
})
