import { createHash } from 'node:crypto'
import type { Item } from '../../../schemas/item.ts'
import type { ReadImage, RenderPage } from '../../../schemas/render.ts'
import { escapeHtml } from '../markdown.ts'
import { katexStyle } from './fonts.ts'
import { itemCard } from './item.ts'
import { script } from './script.ts'
import { type PageBudget, sheet } from './sheet.ts'
import { style } from './style.ts'

/** Items. More make a file that no browser opens gladly; a larger set is shown as an even sample, and the page says so. */
const MOST_ITEMS = 600

/** Bytes of page pictures in the file, before base64. */
const MOST_PAGE_BYTES = 80_000_000

export interface PreviewInput {
  readonly title: string
  /** Beside the title: version, date, licence. */
  readonly subtitle: string
  /** Said loudly above everything, for example that items are not reviewed. */
  readonly notice?: string | undefined
  /** Goes in as a comment, so that copies of the page can be found. */
  readonly canary?: string | undefined
  readonly items: readonly Item[]
  readonly image: ReadImage
  /** Without it the page pictures are left out. */
  readonly renderPage?: RenderPage | undefined
}

/**
 * One HTML file that shows every item with its diagrams and typeset math beside the page that it came from, and that loads nothing else.
 * Everything from an item is escaped, and a content policy forbids whatever would still slip through.
 */
export async function renderPreview(input: PreviewInput): Promise<string> {
  const items = evenSample(input.items, MOST_ITEMS)
  const sections: string[] = []
  const budget = { left: MOST_PAGE_BYTES }
  for (const [document, mine] of byDocument(items)) sections.push(await section(document, mine, input, budget))
  const body = sections.join('\n')
  const notices = [input.notice, items.length < input.items.length ? sampleNotice(items.length, input.items.length) : undefined]
  return page(input, items, body, await katexStyle(body), notices)
}

const sampleNotice = (shown: number, all: number): string =>
  `This page shows ${shown} of ${all} items, evenly spread over the sources. All of them are in items.jsonl and in the Parquet files.`

/** At most `most` of them, evenly spread, in order. */
export const evenSample = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : all.filter((_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length))

function byDocument(items: readonly Item[]): Map<string, Item[]> {
  const documents = new Map<string, Item[]>()
  for (const item of items) {
    const mine = documents.get(item.source.document)
    if (mine) mine.push(item)
    else documents.set(item.source.document, [item])
  }
  return documents
}

/** One source: a spread for every page that an item touches, its items beside the page on which they begin. */
async function section(document: string, items: readonly Item[], { image, renderPage }: PreviewInput, budget: PageBudget): Promise<string> {
  const pages = [...new Set(items.flatMap((item) => [...item.source.pages, ...item.diagrams.map(({ page }) => page)]))].toSorted(
    (a, b) => a - b,
  )
  const spreads: string[] = []
  for (const page of pages) {
    const cards: string[] = []
    for (const item of items) if (item.source.pages[0] === page) cards.push(await itemCard(item, image))
    spreads.push(`<div class="spread">${await sheet(document, page, items, renderPage, budget)}<div>${cards.join('\n')}</div></div>`)
  }
  const licence = items[0]?.source.licence ?? 'unknown'
  return `<section><h2>${escapeHtml(document)}</h2><p>${items.length} ${items.length === 1 ? 'item' : 'items'} on ${pages.length} pages · licence ${escapeHtml(licence)}</p>\n${spreads.join('\n')}</section>`
}

function page(input: PreviewInput, items: readonly Item[], body: string, katex: string, notices: readonly (string | undefined)[]): string {
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  const subjects = [...new Set(items.map(({ subject }) => subject))].toSorted()
  const options = subjects.map((subject) => `<option>${escapeHtml(subject)}</option>`)
  const loud = notices.filter((notice) => notice !== undefined).map((notice) => `<p class="notice">${escapeHtml(notice)}</p>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="robots" content="noindex">
<title>${escapeHtml(input.title)}</title>
${input.canary === undefined ? '' : `<!-- canary ${escapeHtml(input.canary)} -->\n`}<style>${katex}</style><style>${style}</style></head><body>
<header><div><h1>${escapeHtml(input.title)}</h1><p>${escapeHtml(input.subtitle)}</p><p id="count" aria-live="polite"></p>
<div class="tools"><input id="find" type="search" placeholder="Find in items  ( / )" aria-label="Find in items"><select id="subject" aria-label="Subject"><option value="">all subjects</option>${options.join('')}</select></div></div></header>
<main>${loud.join('')}<div class="legend"><span class="question"><i></i>question</span><span class="diagram"><i></i>diagram</span><span class="equation"><i></i>display equation</span><span class="solution"><i></i>solution</span><span>j and k step from item to item</span></div>
${body}</main><script>${script}</script></body></html>
`
}
