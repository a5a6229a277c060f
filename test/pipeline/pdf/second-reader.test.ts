import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'

/** Letters and figures, compatibility forms folded: what two readers must agree on, whatever they make of spaces and symbols. */
const counts = (text: string): Map<string, number> => {
  const found = new Map<string, number>()
  for (const [letter] of text.normalize('NFKD').matchAll(/[A-Za-z0-9]/g)) found.set(letter, (found.get(letter) ?? 0) + 1)
  return found
}

async function byPdfJs(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await task.destroy()
  return pages
}

const read = (name: string): Uint8Array => readFileSync(new URL(`../../../sample/${name}`, import.meta.url))

// Files without TeX's extension fonts: PDF.js takes their character codes for letters.
describe('letters and figures of a page', () => {
  it.each(['dyn-a.pdf', 'thermo-a.pdf', 'thermo-a-sol.pdf', 'machine-design-hw04.pdf'])(
    'are those that PDF.js reads, not one more or less: %s',
    async (name) => {
      const bytes = read(name)
      const theirs = await byPdfJs(bytes)
      const pdf = openPdf(bytes, { file: name })
      const ours = theirs.map((_, at) =>
        layoutPage(pdf, at + 1, () => undefined)
          .glyphs.map(({ text }) => text)
          .join(' '),
      )
      pdf.close()
      expect(ours.map(counts)).toEqual(theirs.map(counts))
    },
  )
})
