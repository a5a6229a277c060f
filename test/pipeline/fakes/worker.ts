/** Stands in for pipeline/worker.ts: pages of a file that is a line of JSON, with faults on demand. */
import { appendFileSync, readFileSync } from 'node:fs'
import { packPage } from '../../../pipeline/page-codec.ts'
import type { PdfFile } from '../../../pipeline/tasks.ts'
import type { PageLayout } from '../../../schemas/layout.ts'

export interface FakeFile {
  readonly pages: number
  /** Page → what happens there. */
  readonly faults?: Readonly<Record<number, 'problem' | 'crash' | 'crash-once' | 'hang' | 'bug' | 'blank'>>
}

const fileOf = ({ path }: PdfFile): FakeFile => JSON.parse(readFileSync(path, 'utf8')) as FakeFile

/** Every piece of work leaves a line, so that tests see what was done again. */
const logged = (file: PdfFile, line: string): number => {
  appendFileSync(`${file.path}.log`, `${line}\n`)
  return readFileSync(`${file.path}.log`, 'utf8')
    .split('\n')
    .filter((other) => other === line).length
}

export function inspect({ file }: { file: PdfFile }) {
  logged(file, 'inspect')
  const { pages } = fileOf(file)
  if (pages === 0)
    return { problem: { code: 'pdf-no-pages', severity: 'error', message: 'No pages.', hint: 'None.', place: { document: file.name } } }
  return {
    value: {
      file: file.name,
      sha256: 'a'.repeat(64),
      bytes: 1,
      encrypted: false,
      repaired: false,
      pages: Array.from({ length: pages }, (_, index) => ({ page: index + 1, width: 100, height: 100, rotation: 0 })),
    },
  }
}

export async function readPage({ file, page }: { file: PdfFile; page: number }) {
  const times = logged(file, `page ${page}`)
  const fault = fileOf(file).faults?.[page]
  if (fault === 'problem')
    return { problem: { code: 'page-unreadable', severity: 'error', message: 'Broken.', hint: 'None.', place: { page } } }
  if (fault === 'crash' || (fault === 'crash-once' && times === 1)) process.exit(1)
  if (fault === 'bug') throw new TypeError('bug on the page')
  if (fault === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000))
  return { value: { bytes: packPage(layoutOf(page)), problems: [] } }
}

export function cutPage({ file, page, boxes }: { file: PdfFile; page: number; boxes: readonly unknown[] }) {
  logged(file, `cut ${page}`)
  if (fileOf(file).faults?.[page] === 'blank') return { value: boxes.map(() => 'blank') }
  return { value: boxes.map((box) => ({ png: Buffer.from(`png of ${page} ${JSON.stringify(box)}`), width: 10, height: 10 })) }
}

const layoutOf = (page: number): PageLayout => ({
  page,
  width: 100,
  height: 100,
  source: 'text',
  fonts: [],
  glyphs: [],
  lines: [{ glyphs: [], box: { left: 0, top: 0, right: 9, bottom: 9 }, baseline: 9, size: 9, column: 0, band: 0, furniture: false }],
  drawings: [],
  images: [],
})
