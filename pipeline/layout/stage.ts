import { lineText } from '../../schemas/layout.ts'
import type { Stage } from '../stage.ts'
import { DocumentSummary } from './document.ts'

/** Pages into glyphs, lines in reading order, drawings and pictures. */
export const layout: Stage<'ingest', 'layout'> = {
  adds: 'layout',
  needs: ['ingest'],
  version: 2,
  uses: ['pages'],
  async run({ ingest }, { file, options, progress }) {
    if (!file) throw new Error('layout reads the file itself; the runner must hand it over.')
    const wanted = options.pages ?? ingest.pages.map(({ page }) => page)
    const summary = new DocumentSummary()
    let done = 0
    for await (const page of file.readPages(wanted)) {
      summary.add(page)
      progress(++done, wanted.length)
    }
    return summary.toLayout()
  },
  async draw({ pages }, reader) {
    const overlays = []
    for (const number of pages) {
      const page = await reader.page(number)
      for (const line of page.lines) {
        overlays.push({
          page: number,
          box: line.box,
          label: `${line.band}.${line.column} ${lineText(page, line).slice(0, 40)}`,
          kind: line.furniture ? 'furniture' : 'line',
        })
      }
    }
    return overlays
  },
}
