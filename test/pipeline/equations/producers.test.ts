import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { formulasOf } from '../../../pipeline/equations/formulas.ts'
import { PageRules } from '../../../pipeline/equations/page-rules.ts'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'

/** Formulas of the one page, every line of it taken as text of one question; white around signs is each producer's own. */
async function formulas(name: string): Promise<{ inline: string[]; display: string[] }> {
  const file = `${name}.pdf`
  const pdf = openPdf(await readFile(new URL(`fixtures/producers/${file}`, import.meta.url)), { file })
  try {
    const page = layoutPage(pdf, 1, () => undefined)
    const passage = page.lines.map((line, index) => ({ page: 1, line: index, from: 0, to: line.glyphs.length }))
    const found = formulasOf(passage, new Map([[1, page]]), new PageRules(), 12)
    const read = (isDisplay: boolean): string[] => found.filter(({ display }) => display === isDisplay).map(({ latex }) => bare(latex))
    return { inline: read(false), display: read(true) }
  } finally {
    pdf.close()
  }
}

/** Without spaces that mean nothing, and with brackets of one size. */
const bare = (latex: string): string =>
  latex
    .replace(/\\,/g, ' ')
    .replace(/\\(?:left|right)(?![a-z])/g, '')
    .replace(/(?<!\\[a-zA-Z]+) +| +(?![a-zA-Z])/g, '')

describe.each(['mathjax', 'mathml', 'katex', 'libreoffice'])('a page with formulas by %s', (producer) => {
  it('keeps its displays, built-up radicals and brackets included', async () => {
    const { display } = await formulas(producer)
    expect(display).toEqual([
      String.raw`F_x=\rho A(V-U)^2(1-\cos\theta)`,
      String.raw`Q=\frac{\pi D^2}{4}\sqrt{\frac{2gh(\rho_m/\rho-1)}{1-(d/D)^4}}`,
    ])
  })

  it('keeps single letters, accents and functions in their sentences', async () => {
    const { inline } = await formulas(producer)
    expect(inline).toEqual(['A', 'm', String.raw`\mu_k`, String.raw`\dot{y}`, 'c(T)=a+bT'])
  })
})
