// Copies what the compiled code reads at run time and tsc does not emit: topic lists, tables of data, the published JSON Schemas.
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const ROOMS = ['schemas', 'corpus', 'pipeline', 'topics', 'review', 'judge', 'bench', 'cli']

/** Kinds of files that product code may read beside itself. */
const ASSETS = new Set(['.yaml', '.yml', '.json', '.css', '.html', '.svg', '.txt', '.bin', '.gz', '.ttf', '.otf', '.woff2'])

/** Source of the browser page: vite builds it. */
const ELSEWHERE = new Set([join('review', 'web')])

for (const room of ROOMS.filter((name) => existsSync(join(root, name)))) {
  for (const entry of readdirSync(join(root, room), { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const path = from.slice(root.length + 1)
    if (!entry.isFile() || !ASSETS.has(extname(entry.name)) || [...ELSEWHERE].some((folder) => path.startsWith(folder))) continue
    cpSync(from, join(root, 'dist', path))
  }
}
