import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, writeAtomically, writing } from '../corpus/atomic.ts'
import { digestOfImage, imagesOf } from '../corpus/release/images.ts'
import { renderPreview } from '../corpus/release/preview/preview.ts'
import type { Store } from '../corpus/store.ts'
import { fromBBox } from '../schemas/geometry.ts'
import type { Item } from '../schemas/item.ts'
import type { Problem } from '../schemas/problem.ts'
import type { RenderPage } from '../schemas/render.ts'
import { counted } from './counted.ts'
import type { DrawSvg } from './extraction.ts'

/** What `engvqa extract --out` writes. */
export interface Export {
  readonly folder: string
  readonly items: readonly Item[]
  readonly problems: readonly Problem[]
  readonly store: Store
  /** Draws pages for preview.html; without it none is written. */
  readonly renderPage?: RenderPage | undefined
  /** Cuts drawings out as SVG; without it none is written. */
  readonly drawSvg?: DrawSvg | undefined
}

/**
 * Writes items.jsonl, problems.jsonl, images/ and, if pages can be drawn, preview.html. Pictures that no item needs any more go away. The SVG
 * of a diagram lies beside its PNG, under the same name.
 * Throws ProblemError `disk-full` or `store-unwritable`.
 */
export async function writeExport({ folder, items, problems, store, renderPage, drawSvg }: Export): Promise<void> {
  const images = join(folder, 'images')
  await makeFolder(images)
  const wanted = new Set(items.flatMap(imagesOf).map(digestOfImage))
  const there = new Set((await readdir(images)).filter((name) => /^[0-9a-f]{64}\.png$/.test(name)).map((name) => name.slice(0, 64)))
  for (const digest of wanted) if (!there.has(digest)) await copy(store, digest, images)
  for (const digest of there) if (!wanted.has(digest)) await remove(join(images, `${digest}.png`))
  await writeDrawings(images, items, drawSvg)
  await writeAtomically(join(folder, 'items.jsonl'), toLines(items))
  await writeAtomically(join(folder, 'problems.jsonl'), toLines(problems))
  if (renderPage) {
    const preview = {
      title: 'Extracted items',
      subtitle: `${counted(items.length, 'item')}, not reviewed`,
      items,
      image: (sha256: string) => store.blob(sha256),
      renderPage,
    }
    await writeAtomically(join(folder, 'preview.html'), await renderPreview(preview))
  }
}

/** SVGs of the diagrams, where they are drawn at all; those of an earlier export go away. */
async function writeDrawings(folder: string, items: readonly Item[], drawSvg: DrawSvg | undefined): Promise<void> {
  const written = new Set<string>()
  for (const { source, diagrams } of drawSvg ? items : []) {
    for (const { sha256, page, bbox } of diagrams) {
      const svg = written.has(sha256) || source.turned !== undefined ? undefined : await drawSvg?.(source.document, page, fromBBox(bbox))
      if (svg === undefined) continue
      await writeAtomically(join(folder, `${sha256}.svg`), svg)
      written.add(sha256)
    }
  }
  const there = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.svg$/.test(name))
  for (const name of there) if (!written.has(name.slice(0, 64))) await remove(join(folder, name))
}

const remove = (path: string): Promise<void> => writing(path, () => rm(path))

async function copy(store: Store, digest: string, folder: string): Promise<void> {
  const bytes = await store.blob(digest)
  if (!bytes) throw new Error(`The picture ${digest} is not in the store, though an item that was just made needs it.`)
  await writeAtomically(join(folder, `${digest}.png`), bytes)
}

const toLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')
