import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Problem, ProblemError, sentenceOf } from '../../schemas/problem.ts'
import { ReleasedItem, type ReleaseManifest, WithheldImage } from '../../schemas/release.ts'
import { imagesOf } from './images.ts'
import { itemUpgrade, type Stored } from './migrations.ts'
import { parseJson, readLines, readManifest } from './read.ts'
import { checkFiles } from './verify-files.ts'
import { itemChecker, type Pictures, type Report } from './verify-item.ts'
import { checkCroissant, checkTables } from './verify-tables.ts'

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
    (code, severity, message, hint = HINT) =>
      found.push({ code, severity, message, hint, place: { stage: 'verify', ...(item === undefined ? {} : { item }) } })
  const report = reportOn()
  const total = manifest.files.length + manifest.items
  const withheld = await readWithheld(folder, manifest, report)
  const shipped = await checkFiles(folder, manifest, withheld, report, (done) => progress?.(done, total))
  const pictures = { shipped, withheld }
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
        reportError(error, report)
        continue
      }
      yield [number, value]
    }
  } catch (error) {
    reportError(error, report)
  }
}

/** A line or file that cannot be read, with its own advice where it has some. */
const reportError = (error: unknown, report: Report): void =>
  report('release-invalid', 'error', sentenceOf(error), error instanceof ProblemError ? error.problem.hint : HINT)

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
