import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { z } from 'zod'
import type { Problem } from '../../schemas/problem.ts'
import { ReleasedItem, type ReleaseFile, type ReleaseManifest, WithheldImage } from '../../schemas/release.ts'
import { errorCode } from '../atomic.ts'
import { digestOf } from './folder.ts'
import { imagesOf } from './images.ts'
import { itemUpgrade, type Stored } from './migrations.ts'
import { isBlank, pngSize } from './png.ts'
import { parseJson, readLines, readManifest } from './read.ts'
import { itemChecker, type Pictures, type Report } from './verify-item.ts'

/** Files read at once. */
const AT_ONCE = 16

export interface VerifyReport {
  readonly manifest: ReleaseManifest
  readonly items: number
  /** Shipped pictures. */
  readonly images: number
  /** What is wrong; empty for a sound release. */
  readonly faults: readonly Problem[]
  /** What a person should look at, without the release being wrong. */
  readonly doubts: readonly Problem[]
}

interface VerifyOptions {
  readonly progress?: ((done: number, total: number) => void) | undefined
}

/**
 * Checks a release and reports every fault: files against their checksums, items against the schema, pictures against the items that use
 * them, formulas against KaTeX, pages against the sources, Parquet and Croissant against items.jsonl. Throws ProblemError
 * `release-invalid` or `release-too-new` only when there is no manifest to check against.
 */
export async function verifyRelease(folder: string, { progress }: VerifyOptions = {}): Promise<VerifyReport> {
  const manifest = await readManifest(folder)
  const found: Problem[] = []
  const reportOn =
    (item?: string): Report =>
    (code, severity, message) =>
      found.push({ code, severity, message, hint: HINT, place: { stage: 'verify', ...(item === undefined ? {} : { item }) } })
  const report = reportOn()
  const total = manifest.files.length + manifest.items
  const shipped = await checkFiles(folder, manifest, report, (done) => progress?.(done, total))
  const pictures = { shipped, withheld: await readWithheld(folder, manifest, report) }
  const rows = await checkItems(folder, manifest, pictures, reportOn, (done) => progress?.(manifest.files.length + done, total))
  await checkTables(folder, manifest, rows.ids, report)
  await checkCroissant(folder, manifest, report)
  checkCounts(manifest, rows, pictures, report)
  return {
    manifest,
    items: rows.count,
    images: shipped.size,
    faults: found.filter(({ severity }) => severity === 'error'),
    doubts: found.filter(({ severity }) => severity !== 'error'),
  }
}

const HINT = 'Get the release again, or make it anew: a release is never repaired by hand.'

/** Every file against the manifest; gives the shipped pictures with their sizes. */
async function checkFiles(
  folder: string,
  manifest: ReleaseManifest,
  report: Report,
  progress: (done: number) => void,
): Promise<Map<string, { width: number; height: number }>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const there = new Set(entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')))
  const listed = new Set(manifest.files.map(({ path }) => path))
  for (const path of there)
    if (path !== 'manifest.json' && !listed.has(path)) report('release-invalid', 'error', `${path} is not in the manifest.`)
  const sizes = new Map<string, { width: number; height: number }>()
  for (let at = 0; at < manifest.files.length; at += AT_ONCE) {
    await Promise.all(
      manifest.files.slice(at, at + AT_ONCE).map(async (file) => {
        if (!there.has(file.path)) return report('release-invalid', 'error', `${file.path} is missing.`)
        if (file.path.startsWith('images/')) return checkPicture(folder, file, sizes, report)
        checkDigest(file, await digestOf(join(folder, file.path)), report)
      }),
    )
    progress(Math.min(manifest.files.length, at + AT_ONCE))
  }
  return sizes
}

function checkDigest({ path, sha256, bytes }: ReleaseFile, found: { sha256: string; bytes: number }, report: Report): void {
  if (found.bytes !== bytes) report('release-invalid', 'error', `${path} has ${found.bytes} bytes instead of ${bytes}.`)
  else if (found.sha256 !== sha256)
    report('release-invalid', 'error', `${path} is not what the manifest says: its sha256 is ${found.sha256}.`)
}

async function checkPicture(
  folder: string,
  file: ReleaseFile,
  sizes: Map<string, { width: number; height: number }>,
  report: Report,
): Promise<void> {
  const content = await readFile(join(folder, file.path))
  const sha256 = createHash('sha256').update(content).digest('hex')
  checkDigest(file, { sha256, bytes: content.length }, report)
  if (file.path !== `images/${file.sha256}.png`) report('release-invalid', 'error', `${file.path} is not named by its content.`)
  const size = pngSize(content)
  if (size === undefined) return report('image-differs', 'error', `${file.path} is not a PNG.`)
  sizes.set(file.path, size)
  const blank = await isBlank(content).catch(() => undefined) // damaged pixels: said below
  if (blank === undefined) report('image-differs', 'error', `${file.path} cannot be decoded.`)
  else if (blank) report('crop-blank', 'error', `${file.path} is blank.`)
}

const WithheldLine = WithheldImage.extend({ canary: z.uuid() })

async function readWithheld(folder: string, manifest: ReleaseManifest, report: Report): Promise<Set<string>> {
  const withheld = new Set<string>()
  if (!manifest.files.some(({ path }) => path === 'withheld-images.jsonl')) return withheld
  for await (const [number, value] of parsedLines(folder, 'withheld-images.jsonl', report)) {
    const parsed = WithheldLine.safeParse(value)
    if (parsed.success) withheld.add(parsed.data.file)
    else report('release-invalid', 'error', `Line ${number} of withheld-images.jsonl: ${parsed.error.issues[0]?.message}`)
  }
  return withheld
}

/** Lines of a file as JSON objects; what is none is reported and left out, and so is a file that is not there. */
async function* parsedLines(folder: string, name: string, report: Report): AsyncGenerator<[number, Stored]> {
  let number = 0
  try {
    for await (const line of readLines(join(folder, name))) {
      number += 1
      let value: Stored
      try {
        value = parseJson(line, `line ${number} of ${name}`)
      } catch (error) {
        report('release-invalid', 'error', error instanceof Error ? error.message : String(error))
        continue
      }
      yield [number, value]
    }
  } catch (error) {
    report('release-invalid', 'error', error instanceof Error ? error.message : String(error))
  }
}

interface Rows {
  readonly count: number
  /** Ids by subject and split. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>
  readonly used: ReadonlySet<string>
}

async function checkItems(
  folder: string,
  manifest: ReleaseManifest,
  pictures: Pictures,
  reportOn: (item?: string) => Report,
  progress: (done: number) => void,
): Promise<Rows> {
  const stored = parseJson(await readFile(join(folder, 'manifest.json'), 'utf8'), 'manifest.json')
  const upgrade = itemUpgrade(stored.format, manifest)
  const check = itemChecker(manifest, pictures)
  const ids = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const used = new Set<string>()
  let count = 0
  for await (const [line, value] of parsedLines(folder, 'items.jsonl', reportOn())) {
    count += 1
    const parsed = ReleasedItem.safeParse(upgrade(value))
    if (!parsed.success) {
      for (const issue of parsed.error.issues)
        reportOn()('release-invalid', 'error', `Line ${line} of items.jsonl: ${issue.path.join('.')}: ${issue.message}`)
      continue
    }
    const item = parsed.data
    if (seen.size === seen.add(item.id).size) reportOn(item.id)('duplicate-item', 'error', 'The id is used twice.')
    const table = `${item.subject}/${item.split}`
    ids.set(table, (ids.get(table) ?? new Set()).add(item.id))
    for (const file of imagesOf(item)) used.add(file)
    check(item, reportOn(item.id))
    progress(count)
  }
  return { count, ids, used }
}

/** Each Parquet file holds exactly the items of its subject and split. Releases of format 1 had none. */
async function checkTables(
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
    if (errorCode(error) !== 'ENOENT')
      report('release-invalid', 'error', `${path} cannot be read as Parquet: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

const CroissantFiles = z.object({ distribution: z.array(z.object({ '@id': z.string(), sha256: z.string().optional() })) })

/** Checksums in croissant.json are those of the manifest. */
async function checkCroissant(folder: string, manifest: ReleaseManifest, report: Report): Promise<void> {
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

function checkCounts(manifest: ReleaseManifest, { count, ids, used }: Rows, { shipped, withheld }: Pictures, report: Report): void {
  if (count !== manifest.items) report('release-invalid', 'error', `items.jsonl holds ${count} items, the manifest says ${manifest.items}.`)
  const countOf = (side: 0 | 1, name: string) =>
    [...ids].filter(([key]) => key.split('/')[side] === name).reduce((sum, [, set]) => sum + set.size, 0)
  const counts = [
    ...Object.entries(manifest.subjects).map(([name, said]) => ({ name, said, is: countOf(0, name) })),
    ...Object.entries(manifest.splits).map(([name, said]) => ({ name, said, is: countOf(1, name) })),
  ]
  for (const { name, said, is } of counts)
    if (said !== is) report('release-invalid', 'error', `There are ${is} items in ${name}, the manifest says ${said}.`)
  if (withheld.size !== manifest.withheldImages)
    report('release-invalid', 'error', `${withheld.size} pictures are described as withheld, the manifest says ${manifest.withheldImages}.`)
  for (const path of [...shipped.keys(), ...withheld]) if (!used.has(path)) report('image-unused', 'error', `${path} belongs to no item.`)
}
