import type { Diagram, Item, ItemEquation } from '../../../schemas/item.ts'
import type { ReadImage } from '../../../schemas/render.ts'
import { escapeHtml, latexFault, toHtml, typeset } from '../markdown.ts'

/** Where an item's card stands in the page; ids hold characters that an address must not. */
export const anchor = (item: Pick<Item, 'id'>): string => `item-${encodeURIComponent(item.id).replaceAll('%', '.')}`

/** An item as a card: everything that the release says about it. */
export async function itemCard(item: Item, image: ReadImage): Promise<string> {
  const { source, question, review, provenance } = item
  const parts = question.parts.length > 0 ? `<span class="chip">${question.parts.length} parts</span>` : ''
  const sure = `<span class="chip" title="confidence">${Math.round(provenance.confidence * 100)} %</span>`
  const more = source.pages.slice(1).map((page) => `<a class="chip" href="#${pageAnchor(source.document, page)}">also page ${page}</a>`)
  return `<article id="${anchor(item)}" data-subject="${escapeHtml(item.subject)}">
<h3><a href="#${anchor(item)}">${escapeHtml(source.number)}</a> <span class="chip ${review.status}">${review.status}</span> ${parts} ${sure} ${more.join(' ')} <code>${escapeHtml(item.id)}</code></h3>
<div class="text">${toHtml(question.text)}</div>
${await shots(item.diagrams, image)}${await solution(item, image)}${await equations(item.equations, image)}${doubts(item)}${topics(item)}
</article>`
}

export const pageAnchor = (document: string, page: number): string => `page-${encodeURIComponent(document).replaceAll('%', '.')}-${page}`

async function shots(diagrams: readonly Diagram[], image: ReadImage): Promise<string> {
  if (diagrams.length === 0) return ''
  const figures = diagrams.map(async (diagram) => {
    const picture = await inline(diagram.sha256, image, diagram.label ?? 'diagram', Math.round(diagram.width / 2))
    const name = [diagram.label, diagram.caption, diagram.type]
      .filter((text) => text !== null && text !== '')
      .map((text) => escapeHtml(text ?? ''))
    return `<figure class="shot">${picture}<figcaption>${name.join(' · ')}</figcaption></figure>`
  })
  return `<div class="shots">${(await Promise.all(figures)).join('')}</div>`
}

async function solution({ solution }: Item, image: ReadImage): Promise<string> {
  if (solution === null) return ''
  const pictures = await Promise.all(solution.files.map((file) => inline(digestIn(file), image, 'solution as printed')))
  const answers = solution.answers.map(({ part, text }) => `<li>${part === null ? '' : `(${escapeHtml(part)}) `}${toHtml(text)}</li>`)
  const list = answers.length > 0 ? `<ul class="text">${answers.join('')}</ul>` : ''
  return `<details><summary>Solution${solution.pages.length > 0 ? `, page ${solution.pages.join(', ')}` : ''}</summary>
<div class="text">${toHtml(solution.text)}</div>${list}${pictures.map((picture) => `<div class="shot">${picture}</div>`).join('')}</details>`
}

async function equations(all: readonly ItemEquation[], image: ReadImage): Promise<string> {
  const displays = all.filter(({ display }) => display)
  if (displays.length === 0) return ''
  const rows = await Promise.all(
    displays.map(async (equation) => {
      const crop = equation.file === null ? '' : await inline(digestIn(equation.file), image, equation.latex ?? 'formula')
      const how = `${equation.method}, ${Math.round(equation.confidence * 100)} %${equation.tag === null ? '' : `, (${escapeHtml(equation.tag)})`}`
      return `<tr><td>${crop}</td><td>${readFormula(equation.latex)}</td><td>${how}</td></tr>`
    }),
  )
  return `<details><summary>${displays.length} display ${displays.length === 1 ? 'equation' : 'equations'}, as printed and as read</summary><table>${rows.join('')}</table></details>`
}

const readFormula = (latex: string | null): string => {
  if (latex === null) return '<span class="raw">not read</span>'
  return latexFault(latex, true) === undefined ? typeset({ latex, display: true }) : `<span class="raw">${escapeHtml(latex)}</span>`
}

function doubts({ provenance }: Item): string {
  const lines = provenance.problems.filter(({ severity }) => severity !== 'notice').map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  return lines.length === 0 ? '' : `<ul class="doubts">${lines.join('')}</ul>`
}

const topics = ({ topics: all }: Item): string =>
  all.length === 0
    ? ''
    : `<div class="topics">${all.map(({ name, by }) => `<span class="chip" title="by ${escapeHtml(by)}">${escapeHtml(name)}</span>`).join('')}</div>`

const digestIn = (file: string): string => file.replace(/^images\//, '').replace(/\.png$/, '')

/** A picture inside the page, or a line that says that it is not there. */
async function inline(sha256: string, image: ReadImage, alt: string, width?: number): Promise<string> {
  const bytes = await image(sha256)
  if (bytes === undefined) return `<div class="gone">picture not in this release: ${sha256.slice(0, 12)}…</div>`
  const size = width === undefined ? '' : ` width="${width}"`
  return `<img alt="${escapeHtml(alt)}"${size} loading="lazy" src="data:image/png;base64,${Buffer.from(bytes).toString('base64')}">`
}
