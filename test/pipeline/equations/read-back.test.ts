import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { Checker } from '../../../pipeline/equations/check.ts'
import { type Found, formulasOf } from '../../../pipeline/equations/formulas.ts'
import { PageRules } from '../../../pipeline/equations/page-rules.ts'
import { marksOfRows } from '../../../pipeline/equations/read-back.ts'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'

const fixture = (name: string): URL => new URL(`fixtures/${name}`, import.meta.url)

interface Reading {
  readonly source: string
  readonly reads: string
}

/** A few formulas in four old families, more in families whose signs are built of other parts, and in one whose large signs have no names. */
const formulas: Reading[] = JSON.parse(await readFile(fixture('formulas.json'), 'utf8'))
const bank: Reading[] = JSON.parse(await readFile(fixture('bank.json'), 'utf8'))
const unnamed: Reading[] = JSON.parse(await readFile(fixture('unnamed.json'), 'utf8'))
const FAMILIES = [
  ...['cm', 'times', 'palatino', 'utopia'].map((family) => ({ family, wanted: formulas })),
  ...['kp', 'pagella', 'stix', 'libertinus'].map((family) => ({ family, wanted: bank })),
  { family: 'xcharter', wanted: unnamed },
]

/** Each document is read once. */
const read = new Map<string, Promise<Found[]>>()

function readFormulas(name: string): Promise<Found[]> {
  const found = read.get(name) ?? formulasIn(name)
  read.set(name, found)
  return found
}

/** Formulas of a whole document, every line of it taken as text of one question. */
async function formulasIn(name: string): Promise<Found[]> {
  const pdf = openPdf(await readFile(fixture(name)), { file: name })
  try {
    return pdf.source.pages.flatMap(({ page: number }) => {
      const page = layoutPage(pdf, number, () => undefined)
      const passage = page.lines.map((line, index) => ({ page: number, line: index, from: 0, to: line.glyphs.length }))
      return formulasOf(passage, new Map([[number, page]]), new PageRules(), 12)
    })
  } finally {
    pdf.close()
  }
}

/** Thin spaces are a matter of each font's kerning. */
const withoutThinSpaces = (latex: string): string => latex.replace(/\\,/g, '').replace(/(\\[a-zA-Z]+) (?![a-zA-Z])/g, '$1')

describe.each(FAMILIES)('formulas set in $family', ({ family, wanted }) => {
  it('come back as the LaTeX that they were set from', async () => {
    const found = (await readFormulas(`${family}.pdf`)).filter(({ display }) => display)
    expect(found.map(({ latex }) => withoutThinSpaces(latex))).toEqual(wanted.map(({ reads }) => withoutThinSpaces(reads)))
  })

  it('show the glyphs of the page when they are set again', async () => {
    const checker = new Checker()
    for (const { latex, rows, display } of await readFormulas(`${family}.pdf`)) {
      expect(checker.check(latex, marksOfRows(rows), display)).toMatchObject({ parses: true, agreement: 1 })
    }
  })

  it('leave the sentences between them alone', async () => {
    expect((await readFormulas(`${family}.pdf`)).filter(({ display }) => !display)).toEqual([])
  })
})
