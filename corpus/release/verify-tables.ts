import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { z } from 'zod'
import { sentenceOf } from '../../schemas/problem.ts'
import type { ReleaseManifest } from '../../schemas/release.ts'
import { errorCode } from '../atomic.ts'
import type { Report } from './verify-item.ts'

/** Each Parquet file holds exactly the items of its subject and split. Releases of format 1 had none. */
export async function checkTables(
  folder: string,
  manifest: ReleaseManifest,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  report: Report,
): Promise<void> {
  const tables = manifest.files.filter(({ path }) => path.endsWith('.parquet'))
  if (tables.length === 0) return
  const found = new Map<string, string[]>()
  for (const { path } of tables) {
    const key = path.replace(/^data\//, '').replace(/-\d{5}-of-\d{5}\.parquet$/, '')
    found.set(key, [...(found.get(key) ?? []), ...(await idsIn(join(folder, path), report))])
  }
  for (const key of new Set([...found.keys(), ...ids.keys()])) {
    const [inTable, inItems] = [found.get(key) ?? [], ids.get(key) ?? new Set()]
    if (inTable.length === inItems.size && inTable.every((id) => inItems.has(id))) continue
    report(
      'release-invalid',
      'error',
      `The Parquet files of ${key} do not hold the items that items.jsonl has: ${inTable.length} instead of ${inItems.size}.`,
    )
  }
}

async function idsIn(path: string, report: Report): Promise<string[]> {
  try {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), columns: ['id'] })
    return rows.map(({ id }) => String(id))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') report('release-invalid', 'error', `${path} cannot be read as Parquet: ${sentenceOf(error)}`)
    return []
  }
}

const CroissantFiles = z.object({ distribution: z.array(z.object({ '@id': z.string(), sha256: z.string().optional() })) })

/** Checksums in croissant.json are those of the manifest. */
export async function checkCroissant(folder: string, manifest: ReleaseManifest, report: Report): Promise<void> {
  if (!manifest.files.some(({ path }) => path === 'croissant.json')) return
  const text = await readFile(join(folder, 'croissant.json'), 'utf8').catch(() => undefined) // missing: reported with the files
  if (text === undefined) return
  const parsed = CroissantFiles.safeParse(jsonOr(text))
  if (!parsed.success) return report('release-invalid', 'error', 'croissant.json has no list of files.')
  const digests = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]))
  for (const { '@id': path, sha256 } of parsed.data.distribution) {
    if (sha256 !== undefined && digests.get(path) !== sha256)
      report('release-invalid', 'error', `croissant.json has another sha256 of ${path} than the manifest.`)
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // which no schema accepts
  }
}
