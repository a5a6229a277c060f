import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'

/** What the unnamed glyphs of a document were taken for. */
async function unnamed(path: string): Promise<Set<string>> {
  const pdf = openPdf(await readFile(new URL(path, import.meta.url)), { file: path })
  try {
    const glyphs = pdf.source.pages.flatMap(({ page }) => layoutPage(pdf, page, () => undefined).glyphs)
    return new Set(glyphs.flatMap(({ text, code }) => (code?.startsWith('#') ? [text] : [])))
  } finally {
    pdf.close()
  }
}

describe('signs without a name', () => {
  it('are known by their shape, in fonts that no shape was taken from', async () => {
    expect(await unnamed('../equations/fixtures/xcharter.pdf')).toEqual(new Set([...'[]{}|√∑∏∫∬∭∮⋃⋂']))
  })
})
