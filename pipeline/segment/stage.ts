import type { Overlay } from '../../schemas/figure.ts'
import type { Note } from '../../schemas/problem.ts'
import type { Segmentation, Table } from '../../schemas/segment.ts'
import type { Stage } from '../stage.ts'
import { type LineFact, lineFacts } from './facts.ts'
import { findFrames } from './frames.ts'
import { LanguageGuess } from './language/language.ts'
import { toPatterns } from './language/patterns.ts'
import { othersSpoken } from './language/spoken.ts'
import { LeadingCount } from './leading.ts'
import { findNotes } from './notes.ts'
import { type DocumentLines, segmentLines } from './segmentation.ts'
import { withAnswerTables } from './solutions/answer-tables.ts'
import { findTables } from './tables/ruled-tables.ts'
import { findUnruledTables } from './tables/unruled-tables.ts'

/** Problems, their parts and solutions, found by numbers that make sense over the whole document. */
export const segment: Stage<'layout', 'segment'> = {
  adds: 'segment',
  needs: ['layout'],
  version: 15,
  uses: ['items', 'pages', 'starts'],
  async run({ layout }, { pages, options, progress, note }): Promise<Segmentation> {
    const lines: LineFact[] = []
    const notes: Segmentation['notes'] = []
    const tables: Table[] = []
    const language = new LanguageGuess()
    const leading = new LeadingCount()
    let done = 0
    for (const number of layout.pages) {
      const page = await pages.page(number)
      leading.add(page)
      const found = findNotes(page, layout)
      const between = findTables(page)
      const onPage = [...between, ...findUnruledTables(page, new Set(between.flatMap((table) => table.lines)))]
      notes.push(...found.notes)
      tables.push(...onPage)
      const known = { frames: findFrames(page), tabled: new Set(onPage.flatMap((table) => table.lines)), notes: found.lines }
      for (const fact of lineFacts(page, layout, known)) {
        language.add(fact.text)
        lines.push(fact)
      }
      progress(++done, layout.pages.length)
    }
    const code = layout.language === 'und' ? language.result() : layout.language
    const found = segmentInLanguage(code, {
      lines,
      layout: { bodySize: layout.bodySize, leading: leading.result(layout.leading) },
      items: options.items,
      starts: new Set(options.starts),
    })
    const answered = withAnswerTables({ ...found, tables, notes }, lines)
    noteGaps(found, options.items, note)
    noteSaid(found, new Set(options.starts), note)
    return answered
  },
  draw: (layer) => overlays(layer),
}

/**
 * A short sheet may be too short to tell its language by, and a text may be in one language and its labels in another. Where the language
 * of the text finds nothing, that one is taken whose words find most.
 */
function segmentInLanguage(code: string, document: Omit<DocumentLines, 'patterns'>): Segmentation {
  const found = segmentLines({ ...document, patterns: toPatterns(code) })
  if (document.items !== 'problems' || found.problems.length > 0) return found
  const texts = document.lines.map(({ text }) => text)
  const best = othersSpoken(code, texts)
    .map((other) => segmentLines({ ...document, patterns: toPatterns(other) }))
    .reduce((most, other) => (other.problems.length > most.problems.length ? other : most), found)
  return best.problems.length > 0 ? best : segmentLines({ ...document, patterns: toPatterns(code), unmarked: true })
}

function noteGaps(found: Segmentation, items: string, note: Note): void {
  if (found.problems.length > 0 || items === 'solutions') return
  note({
    code: 'no-problems-found',
    severity: 'warning',
    message: `No numbered ${items} were found.`,
    hint: 'If the document holds some, look at it with `engvqa show`; worked examples are found with `--items examples`.',
    place: {},
  })
}

/** Problems that a model has pointed at: the printed number is ours, that it opens a problem is what it said. */
function noteSaid({ problems }: Segmentation, starts: ReadonlySet<string>, note: Note): void {
  for (const { number, label } of problems) {
    const said = label.find(({ page, line }) => starts.has(`${page}.${line}`))
    if (!said) continue
    note({
      code: 'fault-found',
      severity: 'notice',
      message: `Problem ${number} begins where a model said that one does; its number alone does not show it.`,
      hint: 'Compare with the page, and reject the item if it is no problem.',
      place: { page: said.page, item: number },
    })
  }
}

function overlays({ problems, solutions, tables }: Segmentation): Overlay[] {
  return [
    ...problems.flatMap(({ number, region }) => region.map(({ page, box }) => ({ page, box, label: number, kind: 'problem' }))),
    ...solutions.flatMap(({ number, kind, region }) =>
      region.map(({ page, box }) => ({ page, box, label: `${kind} ${number}`, kind: 'solution' })),
    ),
    ...tables.map(({ page, box }) => ({ page, box, label: 'table', kind: 'table' })),
  ]
}
