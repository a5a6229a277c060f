/** Writes schemas/json/ and docs/data-model.md from the zod schemas. With --check it only says what is out of date. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatedFiles } from './schema-files.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const files = await generatedFiles(root)
const folder = join(root, 'schemas/json')
const isCheck = process.argv.includes('--check')

await mkdir(folder, { recursive: true })
const stale: string[] = []
for (const [path, text] of files) {
  const old = await readFile(join(root, path), 'utf8').catch(() => undefined)
  if (old === text) continue
  stale.push(path)
  if (!isCheck) await writeFile(join(root, path), text)
}
for (const name of await readdir(folder)) {
  const path = `schemas/json/${name}`
  if (files.has(path)) continue
  stale.push(path)
  if (!isCheck) await rm(join(root, path))
}
console.log(stale.length === 0 ? 'Everything is up to date.' : `${isCheck ? 'Out of date' : 'Written'}: ${stale.join(', ')}`)
if (isCheck && stale.length > 0) process.exitCode = 1
