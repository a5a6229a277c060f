import type { BBox } from '../../../schemas/geometry.ts'
import type { Item } from '../../../schemas/item.ts'
import { ProblemError } from '../../../schemas/problem.ts'
import type { RenderPage } from '../../../schemas/render.ts'
import { escapeHtml } from '../markdown.ts'
import { pngSize } from '../png.ts'
import { anchor, pageAnchor } from './item.ts'

/** Dots an inch. A page at half a screen's width stays readable and weighs 100 to 200 kB. */
const PAGE_DPI = 100

const POINTS_PER_INCH = 72

/** Bytes of page pictures that a file may still take. A book of scans weighs ten times one of text. */
export interface PageBudget {
  left: number
}

/** A page of a source with the boxes of the items on it. */
export async function sheet(
  document: string,
  page: number,
  items: readonly Item[],
  render: RenderPage | undefined,
  budget: PageBudget,
): Promise<string> {
  const picture = await drawn(document, page, render, budget)
  const body = picture instanceof Uint8Array ? withBoxes(picture, page, items) : `<div class="blank">${escapeHtml(picture)}</div>`
  return `<figure class="page" id="${pageAnchor(document, page)}"><div class="sheet">${body}</div><figcaption>${escapeHtml(document)}, page ${page}</figcaption></figure>`
}

/** The page as PNG, or why there is none. The renderer's bytes go in as they are: packing them again would differ between machines. */
async function drawn(document: string, page: number, render: RenderPage | undefined, budget: PageBudget): Promise<Uint8Array | string> {
  if (render === undefined) return 'The page is not drawn: the source file was not at hand.'
  if (budget.left <= 0) return 'The page is not drawn, to keep this file from growing too large.'
  try {
    const png = await render(document, page, PAGE_DPI)
    budget.left -= png.length
    return png
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.message
    throw error
  }
}

function withBoxes(png: Uint8Array, page: number, items: readonly Item[]): string {
  const size = pngSize(png)
  if (size === undefined) throw new Error(`Page ${page} was drawn, but not as PNG.`)
  const points = { width: (size.width / PAGE_DPI) * POINTS_PER_INCH, height: (size.height / PAGE_DPI) * POINTS_PER_INCH }
  const boxes = items.flatMap((item) => boxesOf(item, page).map(({ kind, bbox, label }) => box(item, kind, bbox, label, points)))
  return `<img alt="page ${page}" width="${size.width}" height="${size.height}" loading="lazy" src="data:image/png;base64,${Buffer.from(png).toString('base64')}">${boxes.join('')}`
}

interface Marked {
  readonly kind: 'question' | 'diagram' | 'equation' | 'solution'
  readonly bbox: BBox
  readonly label: string
}

/** What of an item stands on a page, large things first so that small ones stay on top. */
function boxesOf({ question, diagrams, equations, solution, source }: Item, page: number): Marked[] {
  const here = <T extends { page: number; bbox: BBox }>(all: readonly T[]) => all.filter((thing) => thing.page === page)
  const inThisFile = solution !== null && source.solutionsSha256 === null ? solution.spans : []
  return [
    ...here(inThisFile).map(({ bbox }): Marked => ({ kind: 'solution', bbox, label: `${source.number} solution` })),
    ...here(question.spans).map(({ bbox }): Marked => ({ kind: 'question', bbox, label: source.number })),
    ...here(diagrams).map(({ bbox, label }): Marked => ({ kind: 'diagram', bbox, label: label ?? '' })),
    ...here(equations.filter(({ display }) => display)).map(({ bbox }): Marked => ({ kind: 'equation', bbox, label: '' })),
  ]
}

function box(item: Item, kind: string, [left, top, right, bottom]: BBox, label: string, points: { width: number; height: number }): string {
  const share = (value: number, of: number) => `${((100 * value) / of).toFixed(2)}%`
  const place = `left:${share(left, points.width)};top:${share(top, points.height)};width:${share(right - left, points.width)};height:${share(bottom - top, points.height)}`
  const name = label === '' ? '' : `<b>${escapeHtml(label)}</b>`
  return `<a class="box ${kind}" href="#${anchor(item)}" style="${place}" aria-label="${kind} of ${escapeHtml(item.source.number)}">${name}</a>`
}
