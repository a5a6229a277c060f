import { asShown, type BBox, fromBBox, type Righted, toBBox } from '../../schemas/geometry.ts'
import type { Item, Span } from '../../schemas/item.ts'

/** Pages of a file that were righted before they were read. */
type Turned = ReadonlyMap<number, Righted>

/**
 * An item with its boxes on the pages as shown, and the turns of its pages: stages see righted pages, but whoever opens the file does not.
 * Boxes of the solution are of `solutions`, the pages of the file that it stands in.
 */
export function itemInPlace(item: Item, document: Turned, solutions: Turned): Item {
  if (document.size === 0 && solutions.size === 0) return item
  const { question, diagrams, equations, solution, source } = item
  const moved = {
    ...item,
    question: {
      ...question,
      spans: question.spans.map((span) => inPlace(span, document)),
      parts: question.parts.map((part) => (part.spans ? { ...part, spans: part.spans.map((span) => inPlace(span, document)) } : part)),
    },
    diagrams: diagrams.map((diagram) => inPlace(diagram, document)),
    equations: equations.map((equation) => inPlace(equation, document)),
    solution: solution && { ...solution, spans: solution.spans.map((span) => inPlace(span, solutions)) },
  }
  const own = turnsOf([...question.spans, ...diagrams, ...equations], document, 'document')
  const turned = [...own, ...turnsOf(solution?.spans ?? [], solutions, source.solutionsSha256 === null ? 'document' : 'solutions')]
  const once = turned.filter(({ of, page }, at) => turned.findIndex((other) => other.of === of && other.page === page) === at)
  return once.length === 0 ? moved : { ...moved, source: { ...source, turned: once } }
}

function inPlace<Thing extends { readonly page: number; readonly bbox: BBox }>(thing: Thing, turned: Turned): Thing {
  const righted = turned.get(thing.page)
  return righted ? { ...thing, bbox: toBBox(asShown(fromBBox(thing.bbox), righted)) } : thing
}

const turnsOf = (
  spans: readonly Pick<Span, 'page'>[],
  pages: Turned,
  of: 'document' | 'solutions',
): NonNullable<Item['source']['turned']> =>
  spans.flatMap(({ page }) => {
    const degrees = pages.get(page)?.turned
    return degrees === undefined ? [] : [{ of, page, degrees }]
  })
