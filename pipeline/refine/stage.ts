import type { Item } from '../../schemas/item.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { PageReader, Stage } from '../stage.ts'
import { doubtsOf, withDoubts } from './rules.ts'

/** The last stage: what can be told about every item without a model. Model passes run over its items afterwards, by `refineWithModel`. */
export const refine: Stage<'layout' | 'link', 'refine'> = {
  adds: 'refine',
  needs: ['layout', 'link'],
  version: 2,
  uses: [],
  async run({ layout, link }, { pages, note, progress, signal }) {
    const refined: Item[] = []
    for (const item of link) {
      signal.throwIfAborted()
      const doubts = doubtsOf(item, await pagesOf(item, layout.pages, pages))
      for (const problem of doubts) note(problem)
      refined.push(withDoubts(item, doubts))
      progress(refined.length, link.length)
    }
    return refined
  },
}

/** Pages of an item that could be read. */
export async function pagesOf(item: Item, readable: readonly number[], pages: Pick<PageReader, 'page'>): Promise<Map<number, PageLayout>> {
  const wanted = item.source.pages.filter((page) => readable.includes(page))
  return new Map(await Promise.all(wanted.map(async (page) => [page, await pages.page(page)] as const)))
}
