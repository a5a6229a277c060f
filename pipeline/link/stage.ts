import type { Figure } from '../../schemas/figure.ts'
import { toBBox } from '../../schemas/geometry.ts'
import { type Answer, type Item, PENDING, type Solution } from '../../schemas/item.ts'
import type { PartMark, Passage, SegmentedProblem, SegmentedSolution } from '../../schemas/segment.ts'
import { equations as equationsStage } from '../equations/stage.ts'
import { figures as figuresStage } from '../figures/stage.ts'
import { layout as layoutStage } from '../layout/stage.ts'
import { bareFacts, type LineFact } from '../segment/facts.ts'
import { type Words, wordsOf } from '../segment/language/words.ts'
import { findParts } from '../segment/parts.ts'
import { segment as segmentStage } from '../segment/stage.ts'
import type { Layers, PageReader, Stage, StageContext } from '../stage.ts'
import { finalAnswers } from './answers/final-answers.ts'
import { chosenAnswers } from './answers/options.ts'
import { type Assembled, assemble } from './assemble.ts'
import { type Book, openBook } from './book.ts'
import { placeFigures } from './diagrams.ts'
import { confidenceOf, doubtsOf } from './doubts.ts'
import { itemIds } from './ids.ts'
import { itemInPlace } from './in-place.ts'
import { fileOf, toDiagram, toEquation } from './item-parts.ts'
import { withoutForeignFigures } from './region.ts'
import { withoutQuestion } from './repeated.ts'
import { matchSolutions } from './solutions.ts'
import { isUnderFigure } from './under-figure.ts'

const VERSION = 11
const NO_NOTES: ReadonlyMap<string, Passage> = new Map()

type Known = Pick<Layers, 'ingest' | 'layout' | 'segment' | 'figures' | 'equations'>

/** Candidate items: question text with its formulas, its diagrams, its solution. */
export const link: Stage<'ingest' | 'layout' | 'segment' | 'figures' | 'equations', 'link'> = {
  adds: 'link',
  needs: ['ingest', 'layout', 'segment', 'figures', 'equations'],
  version: VERSION,
  uses: ['document', 'subject', 'licence', 'items', 'dpi', 'pages'],
  async run(known, context) {
    const book = await openBook(known, context.pages)
    const companion = context.solutions
    const manual = companion ? await openBook(companion.layers, companion.pages) : undefined
    const { problems } = known.segment
    const questions: Question[] = []
    for (const problem of problems) questions.push(await questionOf(problem, book))
    const placed = await placeAll(known, book, questions)
    noteUnassigned(placed.unassigned, context)
    const solutions = await solutionsOf(known, book, manual, questions, context)
    const ids = itemIds(context.options.subject, context.options.document, problems)
    context.progress(problems.length, problems.length)
    const items: Item[] = []
    for (const [index, problem] of problems.entries()) {
      const question = questions[index]
      if (!question) throw new Error('Every problem has been written.')
      const own = placed.byProblem[index] ?? []
      const underFigure = await isUnderFigure(problem, own, book)
      const region = await withoutForeignFigures(problem, own, book)
      const made = {
        known,
        context,
        problem,
        region,
        question,
        id: ids[index] ?? '',
        figures: own,
        solution: solutions[index],
        underFigure,
      }
      items.push(itemInPlace(toItem(made), book.turned, (manual ?? book).turned))
    }
    return items
  },
}

interface Question extends Assembled {
  /** The text that it shares with other problems, or "". */
  readonly stem: string
}

/** Title in bold, the shared stem, then the question; its footnotes at the end. */
async function questionOf(problem: SegmentedProblem, book: Book): Promise<Question> {
  const notes = new Map(
    book.segment.notes
      .filter(({ page }) => problem.text.some((fragment) => fragment.page === page))
      .map(({ mark, text }) => [mark, text] as const),
  )
  const parts = await partsOf(problem, book)
  const body = await assemble({ passage: problem.text, parts, notes: await usedNotes(problem, notes, book) }, book)
  const stem = problem.stem.length > 0 ? await assemble({ passage: problem.stem, parts: [], notes: NO_NOTES }, book) : undefined
  const title = problem.title.length > 0 ? await assemble({ passage: problem.title, parts: [], notes: NO_NOTES }, book) : undefined
  const heading = title && title.text !== '' ? `**${title.text.replace(/\n+/g, ' ')}**` : ''
  const isRunIn = problem.title.length > 0 && problem.title.at(-1)?.line === problem.text[0]?.line
  const text = [heading, isRunIn ? ' ' : '\n\n', [stem?.text, body.text].filter((one) => one).join('\n\n')].join('').trim()
  return { ...body, text, stem: stem?.text ?? '', formulas: [...(title?.formulas ?? []), ...(stem?.formulas ?? []), ...body.formulas] }
}

/** The parts, found again without the labels of figures where one of those was taken for a part. */
async function partsOf(problem: SegmentedProblem, book: Book): Promise<PartMark[]> {
  const sheets = await book.sheets(problem.text.map(({ page }) => page))
  const isDrawn = ({ page, line }: { page: number; line: number }): boolean => sheets.get(page)?.drawn.has(line) === true
  if (!problem.parts.some(isDrawn)) return problem.parts
  const facts = new Map<string, LineFact>()
  for (const [number, { page }] of sheets) for (const fact of bareFacts(page, book.em)) facts.set(`${number}.${fact.line}`, fact)
  const text = problem.text.filter((fragment) => !isDrawn(fragment))
  return findParts(text, (page, line) => facts.get(`${page}.${line}`), book.patterns)
}

/** Notes whose mark stands raised in the problem's own text. */
async function usedNotes(
  problem: SegmentedProblem,
  notes: ReadonlyMap<string, Passage>,
  book: Book,
): Promise<ReadonlyMap<string, Passage>> {
  if (notes.size === 0) return NO_NOTES
  const { text } = await assemble({ passage: problem.text, parts: [], notes }, book)
  const body = text.split(/\n\n\[\^[^\]]+\]: /)[0] ?? ''
  return new Map([...notes].filter(([mark]) => body.includes(`[^${mark}]`)))
}

async function placeAll({ segment, figures }: Known, book: Book, questions: readonly Question[]) {
  const sheets = await book.sheets(figures.map(({ page }) => page))
  const words = wordsOf(segment.language ?? 'en')
  return placeFigures({
    problems: segment.problems,
    solutions: segment.solutions,
    figures,
    texts: questions.map(({ text }) => text),
    stems: questions.map(({ stem }) => stem),
    figureWords: words.figure,
    problemWords: [...words.problem, 'probs.'],
    shownWords: words.shown,
    items: segment.items,
    page: (number) => {
      const sheet = sheets.get(number)
      if (!sheet) throw new Error(`Page ${number} holds a figure and was read.`)
      return sheet.page
    },
  })
}

function noteUnassigned(figures: readonly Figure[], { note, options }: StageContext): void {
  if (options.items === 'examples') return
  for (const figure of figures.filter(({ label }) => label !== undefined)) {
    note({
      code: 'figure-unassigned',
      severity: 'notice',
      message: `${figure.label} belongs to no problem.`,
      hint: 'Figures of theory and solutions are left out; if it belongs to a problem, attach it in review.',
      place: { page: figure.page, box: figure.box },
    })
  }
}

/** The solution of each problem: from the separate manual where there is one, else from the document itself. */
async function solutionsOf(
  known: Known,
  book: Book,
  manual: Book | undefined,
  questions: readonly Assembled[],
  context: StageContext,
): Promise<(Solution | undefined)[]> {
  const { problems } = known.segment
  const own = matchSolutions(
    problems,
    known.segment.solutions.filter(({ kind }) => kind !== 'hint'),
  )
  const separate = manual ? matchSolutions(problems, manual.segment.solutions) : problems.map(() => [])
  const words = wordsOf(known.segment.language ?? 'en')
  const found: (Solution | undefined)[] = []
  for (let index = 0; index < problems.length; index++) {
    const fromManual = separate[index] ?? []
    const source = manual && fromManual.length > 0 ? manual : book
    const pages = source === manual && context.solutions ? context.solutions.pages : context.pages
    const parts = fromManual.length > 0 ? fromManual : (own[index] ?? [])
    found.push(parts.length > 0 ? await writeSolution(parts, source, pages, questions[index], words) : undefined)
  }
  return found
}

async function writeSolution(
  parts: readonly SegmentedSolution[],
  book: Book,
  pages: PageReader,
  question: Assembled | undefined,
  words: Words,
): Promise<Solution | undefined> {
  const texts: string[] = []
  const answers: Answer[] = []
  const isShared = parts.some((part) => book.segment.solutions.filter(({ label }) => isSameLabel(label, part.label)).length > 1)
  for (const part of parts) {
    const { text, parts: labelled } = await assemble({ passage: part.text, parts: part.parts, notes: NO_NOTES }, book)
    const isOwn = part.where === 'inline' || part.question.length > 0
    const told = isOwn ? text : withoutQuestion(text, question?.text ?? '', words.correct)
    const own = closed(told)
    if (own === '') continue
    const options = question?.options ?? []
    answers.push(
      ...(options.length > 0
        ? chosenAnswers(own, options, words)
        : finalAnswers(own, told === text ? labelled : [], words, question?.parts)),
    )
    texts.push(own)
  }
  if (texts.length === 0) return undefined
  const regions = parts.flatMap(({ region }) => region)
  const crops = await pages.crop(regions)
  return {
    text: texts.join('\n\n'),
    pages: [...new Set(regions.map(({ page }) => page))].sort((a, b) => a - b),
    spans: regions.map(({ page, box }) => ({ page, bbox: toBBox(box) })),
    files: crops.flatMap((crop) => (crop ? [fileOf(crop)] : [])),
    // Which of its values are those of this problem, a text for several does not say.
    answers: isShared ? answers.map((answer) => ({ ...answer, sure: false })) : answers,
  }
}

/** Without the sign that ends a proof, or the comma or semicolon before the next answer of a key that runs on. */
const closed = (text: string): string => text.replace(/\s*[■□∎▪◼;,]\s*$/u, '')

const isSameLabel = ([a]: Passage, [b]: Passage): boolean => a !== undefined && a.page === b?.page && a.line === b.line && a.from === b.from

interface Made {
  readonly known: Known
  readonly context: StageContext
  readonly problem: SegmentedProblem
  readonly region: SegmentedProblem['region']
  readonly question: Assembled
  readonly id: string
  readonly figures: readonly Figure[]
  readonly solution: Solution | undefined
  /** A line of the question lies under one of its figures. */
  readonly underFigure: boolean
}

function toItem(made: Made): Item {
  const { known, context, problem, region, question, id, figures, solution } = made
  const { options } = context
  const diagrams = figures.flatMap(toDiagram)
  const doubts = doubtsOf({
    problem,
    problems: known.segment.problems,
    question,
    figures,
    hasSolution: solution !== undefined,
    expectsSolution: context.solutions !== undefined || known.segment.solutions.length > 0,
    figureWords: wordsOf(known.segment.language ?? 'en').figure,
    shownWords: wordsOf(known.segment.language ?? 'en').shown,
    underFigure: made.underFigure,
  })
  const companion = context.solutions
  return {
    id,
    subject: options.subject,
    source: {
      document: options.document,
      sha256: known.ingest.sha256,
      solutionsSha256: companion ? companion.layers.ingest.sha256 : null,
      number: problem.number,
      pages: pagesOf(region, figures),
      chapter: problem.chapter ?? null,
      licence: options.licence,
    },
    question: {
      text: question.text,
      parts: [...question.parts],
      ...(question.options.length > 0 ? { options: [...question.options] } : {}),
      spans: region.map(({ page, box }) => ({ page, bbox: toBBox(box) })),
    },
    diagrams,
    equations: question.formulas.map(toEquation),
    solution: solution ?? null,
    topics: [],
    review: PENDING,
    provenance: {
      engine: 'local',
      stages: {
        layout: layoutStage.version,
        segment: segmentStage.version,
        figures: figuresStage.version,
        equations: equationsStage.version,
        link: VERSION,
      },
      models: [],
      confidence: confidenceOf(problem.confidence, doubts),
      problems: doubts,
    },
  }
}

const pagesOf = (region: SegmentedProblem['region'], figures: readonly Figure[]): number[] =>
  [...new Set([...region.map(({ page }) => page), ...figures.map(({ page }) => page)])].sort((a, b) => a - b)
