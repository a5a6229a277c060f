import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Item } from '../../schemas/item.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { ReleaseManifest } from '../../schemas/release.ts'
import { digestOf } from './folder.ts'
import { imagesOf } from './images.ts'
import { readLines, readManifest } from './read.ts'

export interface VerifyReport {
  readonly manifest: ReleaseManifest
  readonly items: number
  readonly images: number
  /** Every fault; empty for a sound release. */
  readonly faults: readonly Problem[]
}

/** Checks a release and reports every fault. Throws ProblemError `release-invalid` only when there is no manifest to check against. */
export async function verifyRelease(folder: string): Promise<VerifyReport> {
  const manifest = await readManifest(folder)
  const faults: Problem[] = []
  const fault = (message: string, item?: string) =>
    faults.push({
      code: 'release-invalid',
      severity: 'error',
      message,
      hint: 'Get the release again, or make it anew: a release is never repaired by hand.',
      place: { stage: 'verify', ...(item === undefined ? {} : { item }) },
    })
  await checkFiles(folder, manifest, fault)
  const used = new Set<string>()
  const items = await checkItems(folder, manifest, used, fault)
  const images = manifest.files.filter(({ path }) => path.startsWith('images/')).map(({ path }) => path)
  for (const path of images) if (!used.has(path)) fault(`${path} belongs to no item.`)
  return { manifest, items, images: images.length, faults }
}

async function checkFiles(folder: string, manifest: ReleaseManifest, fault: (message: string) => void): Promise<void> {
  const listed = new Map(manifest.files.map((file) => [file.path, file]))
  const there = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = new Set(there.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)))
  for (const path of paths) if (path !== 'manifest.json' && !listed.has(path)) fault(`${path} is not in the manifest.`)
  for (const { path, sha256, bytes } of listed.values()) {
    if (!paths.has(path)) {
      fault(`${path} is missing.`)
      continue
    }
    const found = await digestOf(join(folder, path))
    if (found.bytes !== bytes) fault(`${path} has ${found.bytes} bytes instead of ${bytes}.`)
    else if (found.sha256 !== sha256) fault(`${path} is not what the manifest says: its sha256 is ${found.sha256}.`)
  }
}

async function checkItems(
  folder: string,
  manifest: ReleaseManifest,
  used: Set<string>,
  fault: (message: string, item?: string) => void,
): Promise<number> {
  const images = new Set(manifest.files.map(({ path }) => path))
  const seen = new Set<string>()
  let count = 0
  for await (const line of readLines(join(folder, 'items.jsonl'))) {
    count += 1
    const parsed = Item.safeParse(JSON.parse(line))
    if (!parsed.success) {
      for (const issue of parsed.error.issues) fault(`Line ${count} of items.jsonl: ${issue.path.join('.')}: ${issue.message}`)
      continue
    }
    const item = parsed.data
    if (seen.has(item.id)) fault('The id is used twice.', item.id)
    seen.add(item.id)
    for (const file of imagesOf(item)) {
      used.add(file)
      if (!images.has(file)) fault(`${file} is used but not in the release.`, item.id)
    }
  }
  if (count !== manifest.items) fault(`items.jsonl holds ${count} items, the manifest says ${manifest.items}.`)
  return count
}
