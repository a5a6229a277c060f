import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ReleaseFile, ReleaseManifest } from '../../schemas/release.ts'
import { digestOf } from './folder.ts'
import { isBlank, pngSize } from './png.ts'
import type { Report } from './verify-item.ts'

/** Files read at once. */
const AT_ONCE = 16

/**
 * Every file against the manifest; gives the shipped pictures with their sizes. Withheld pictures may be there too, cut from the user's own
 * PDF, if they are what their name says.
 */
export async function checkFiles(
  folder: string,
  manifest: ReleaseManifest,
  withheld: ReadonlySet<string>,
  report: Report,
  progress: (done: number) => void,
): Promise<Map<string, { width: number; height: number }>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const there = new Set(entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')))
  const listed = new Set(manifest.files.map(({ path }) => path))
  for (const path of there) {
    if (path === 'manifest.json' || listed.has(path)) continue
    if (withheld.has(path)) await checkHydrated(folder, path, report)
    else report('release-invalid', 'error', `${path} is not in the manifest.`)
  }
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

async function checkHydrated(folder: string, path: string, report: Report): Promise<void> {
  const { sha256 } = await digestOf(join(folder, path))
  if (path !== `images/${sha256}.png`) report('image-differs', 'error', `${path} is not the picture that was withheld.`)
}
