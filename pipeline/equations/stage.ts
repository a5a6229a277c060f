import type { Formula } from '../../schemas/equation.ts'
import type { Figure } from '../../schemas/figure.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { Note } from '../../schemas/problem.ts'
import type { Passage, Segmentation } from '../../schemas/segment.ts'
import type { PageReader, Stage } from '../stage.ts'
import { Checker, type Verdict } from './check.ts'
import { type Found, formulasOf } from './formulas.ts'
import { PageRules } from './page-rules.ts'
import { verdictOf } from './verdict.ts'

/** Points of white kept around a display in its crop. */
const CROP_MARGIN = 3

/** Below this share of agreement a person or a model should look. */
const SURE = 0.95

/** Every formula of the questions and solutions, inline and display, as LaTeX read off the glyphs. */
export const equations: Stage<'layout' | 'segment' | 'figures', 'equations'> = {
  adds: 'equations',
  needs: ['layout', 'segment', 'figures'],
  version: 8,
  uses: ['dpi'],
  async run({ layout, segment, figures }, { pages, note, progress }) {
    const reader = new Pages(pages)
    const rules = new PageRules()
    const checker = new Checker()
    const isLabel = labelLines(figures)
    const found: Formula[] = []
    const seen = new Set<string>()
    const passages = passagesOf(segment)
    for (const [done, passage] of passages.entries()) {
      const text = passage.filter(({ page, line }) => !isLabel(page, line))
      for (const formula of formulasOf(text, await reader.of(text), rules, layout.leading)) {
        const key = `${formula.page.page}:${formula.glyphs[0]}`
        if (!seen.has(key)) found.push(toFormula(formula, checker, note))
        seen.add(key)
      }
      progress(done + 1, passages.length)
    }
    return withCrops(found, pages)
  },
  draw: (layer) =>
    layer.map(({ page, box, latex, display }) => ({ page, box, label: latex ?? 'not read', kind: display ? 'display' : 'inline' })),
}

/**
 * Text that becomes part of items; a repeated question in a solution is evidence only. Tables are read cell by cell: their rows look like
 * those of a display.
 */
function passagesOf({ problems, solutions, tables, notes }: Segmentation): Passage[] {
  const tabled = new Set(tables.flatMap(({ page, lines }) => lines.map((line) => `${page}:${line}`)))
  const texts = [...problems.flatMap(({ title, stem, text }) => [stem, title, text]), ...solutions.map(({ text }) => text)]
  return [
    ...texts.map((passage) => passage.filter(({ page, line }) => !tabled.has(`${page}:${line}`))),
    ...tables.flatMap(({ rows }) => rows.flat()),
    ...notes.map(({ text }) => text),
  ].filter((passage) => passage.length > 0)
}

/** Lines that figures have taken: no text of a diagram is part of a question. */
function labelLines(figures: readonly Figure[]): (page: number, line: number) => boolean {
  const taken = new Set(figures.flatMap(({ page, lines, captionLines }) => [...lines, ...captionLines].map((line) => `${page}:${line}`)))
  return (page, line) => taken.has(`${page}:${line}`)
}

/** Pages of the passage at hand; passages follow one another, so few are kept. */
class Pages {
  private kept = new Map<number, PageLayout>()
  private readonly reader: PageReader

  constructor(reader: PageReader) {
    this.reader = reader
  }

  async of(passage: Passage): Promise<ReadonlyMap<number, PageLayout>> {
    const wanted = new Map<number, PageLayout>()
    for (const page of new Set(passage.map((fragment) => fragment.page))) {
      wanted.set(page, this.kept.get(page) ?? (await this.reader.page(page)))
    }
    if (wanted.size > 0) this.kept = wanted
    return wanted
  }
}

/** Most that is believed of a formula whose letters a recogniser read: it knows no fonts, and takes Greek for Latin. */
const OCR_TRUST = 0.3

function toFormula(found: Found, checker: Checker, note: Note): Formula {
  const verdict = verdictOf(found, checker)
  const unknown = found.glyphs.filter((index) => found.page.glyphs[index]?.text.includes('\uFFFD')).length
  const isRead = verdict.parses && unknown === 0
  const isRecognised = found.page.source === 'ocr' || found.page.source === 'hidden-text'
  tell(found, verdict, unknown, note)
  return {
    page: found.page.page,
    box: found.box,
    display: found.display,
    glyphs: [...found.glyphs],
    latex: isRead ? found.latex : null,
    ...(found.tag === undefined ? {} : { tag: found.tag }),
    method: isRead ? (isRecognised ? 'ocr' : 'glyphs') : 'none',
    confidence: isRead ? Math.min(verdict.agreement, isRecognised ? OCR_TRUST : 1) : 0,
    crop: null,
  }
}

function tell(found: Found, verdict: Verdict, unknown: number, note: Note): void {
  const place = { page: found.page.page, box: found.box }
  if (unknown > 0) {
    note({
      code: 'equation-unread',
      severity: 'warning',
      message: `A formula holds ${unknown} ${unknown === 1 ? 'glyph' : 'glyphs'} that the file does not name.`,
      hint: 'Its picture is kept; type the LaTeX in review, or let a model transcribe it.',
      place,
    })
  } else if (!verdict.parses) {
    note({
      code: 'equation-unparsable',
      severity: 'warning',
      message: `What was read is no LaTeX that KaTeX sets: ${verdict.why}`,
      hint: 'Its picture is kept; type the LaTeX in review, or let a model transcribe it.',
      place,
    })
  } else if (verdict.agreement < SURE) {
    note({
      code: 'equation-uncertain',
      severity: 'notice',
      message: `“${found.latex.slice(0, 60)}” may not be what the page says: ${verdict.why}.`,
      hint: 'Compare it with its picture in review.',
      place,
    })
  }
}

async function withCrops(formulas: readonly Formula[], pages: PageReader): Promise<Formula[]> {
  const wanted = formulas.filter(({ display, latex }) => display || latex === null)
  const crops = await pages.crop(
    wanted.map(({ page, box }) => ({
      page,
      box: {
        left: Math.max(0, box.left - CROP_MARGIN),
        top: Math.max(0, box.top - CROP_MARGIN),
        right: box.right + CROP_MARGIN,
        bottom: box.bottom + CROP_MARGIN,
      },
    })),
  )
  const byFormula = new Map(wanted.map((formula, at) => [formula, crops[at] ?? null]))
  return formulas.map((formula) => ({ ...formula, crop: byFormula.get(formula) ?? null }))
}
