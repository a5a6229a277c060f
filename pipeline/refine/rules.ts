import { asRighted, type BBox, fromBBox, grow, intersection, shareInside } from '../../schemas/geometry.ts'
import type { Item } from '../../schemas/item.ts'
import { type Line, lineText, type PageLayout } from '../../schemas/layout.ts'
import type { Problem } from '../../schemas/problem.ts'
import { faultOf, formulasOf } from './math.ts'
import { digitsOf, numeralsOf, printedDigits, printedNumerals } from './numerals.ts'

/** Points. Spans hug the ink; a line's box may stick out by a hair. */
const SLACK = 2

/** Share of a line that must lie inside a span or a diagram to belong to it. */
const BELONGS = 0.5

/** Factor on an item's confidence for every doubt that a person should look at. */
const DOUBT = 0.85

/** How many of a kind one message lists. */
const LISTED = 8

/** Words by which a question points at its figure. */
const POINTS_AT_FIGURE =
  /\b(?:Figs?\.|Figures?|Prob\.\s|Probs\.\s)\s*[A-Z]?\d|\b(?:as|is|are)\s+(?:shown|sketched|illustrated|depicted)\b|\bin the (?:figure|sketch|diagram)\b|\bshown (?:in|below|above)\b/iu

/** A line that is the caption of some figure, which need not be one of the item's. */
const CAPTION = /^(?:Figs?\.|Figures?|Probs?\.)\s*[A-Z]?\d/iu

/** "Fig. P5-131", "Figure 3.7" → "P5-131", "3.7". */
const FIGURE_LABEL = /\b(?:Figs?\.|Figures?)\s*([A-Z]?\d+(?:[.\-–][A-Z]?\d+)*)/giu

/**
 * What can be told without a model: numerals of the pages that the text has lost, numerals of the text that are on no page, figures that
 * the text points at and the item has not, math that does not parse, glyphs that nobody could read.
 */
export function doubtsOf(item: Item, pages: ReadonlyMap<number, PageLayout>): Problem[] {
  const noted = new Set(item.provenance.problems.map(({ code }) => code)) // what an earlier stage has said need not be said twice
  return [
    ...lostNumerals(item, pages),
    ...foreignNumerals(item, pages),
    ...missingDiagrams(item),
    ...unparsedMath(item),
    ...unknownGlyphs(item),
  ].filter(({ code }) => !noted.has(code))
}

/** The item with its doubts; each that a person should look at lowers its confidence. One that is held back has none left. */
export function withDoubts(item: Item, doubts: readonly Problem[]): Item {
  if (doubts.length === 0) return item
  const { provenance } = item
  const heldBack = doubts.some(({ code }) => code === 'item-held-back')
  const confidence = heldBack ? 0 : provenance.confidence * DOUBT ** serious(doubts)
  return { ...item, provenance: { ...provenance, confidence, problems: [...provenance.problems, ...doubts] } }
}

/** The item as it was before its doubts, so that it can be judged anew. What was held back starts from no doubt at all. */
export function withoutDoubts(item: Item): Item {
  const { provenance } = item
  const doubts = provenance.problems.filter(({ place }) => place.stage === 'refine')
  const before = provenance.confidence === 0 ? 1 : Math.min(1, provenance.confidence / DOUBT ** serious(doubts))
  return {
    ...item,
    provenance: { ...provenance, confidence: before, problems: provenance.problems.filter(({ place }) => place.stage !== 'refine') },
  }
}

const serious = (doubts: readonly Problem[]): number => doubts.filter(({ severity }) => severity !== 'notice').length

const doubt = (code: Problem['code'], item: Item, message: string, hint: string, page?: number): Problem => ({
  code,
  severity: 'warning',
  message,
  hint,
  place: { document: item.source.document, stage: 'refine', item: item.id, ...(page === undefined ? {} : { page }) },
})

/** Lines of a page that belong to the question and to none of its diagrams. */
function questionLines(item: Item, page: PageLayout): Line[] {
  const onPage = ({ bbox }: { bbox: BBox }) => grow(asRighted(fromBBox(bbox), page), SLACK)
  const spans = item.question.spans.filter((span) => span.page === page.page).map(onPage)
  const diagrams = item.diagrams.filter((diagram) => diagram.page === page.page).map(onPage)
  return page.lines.filter(
    (line) =>
      !line.furniture &&
      !CAPTION.test(lineText(page, line)) &&
      spans.some((span) => shareInside(line.box, span) >= BELONGS) &&
      !diagrams.some((diagram) => intersection(line.box, diagram) !== undefined && shareInside(line.box, diagram) >= BELONGS),
  )
}

/** Digits are compared on one string, so that no way of setting a numeral can be mistaken for losing it. */
function lostNumerals(item: Item, pages: ReadonlyMap<number, PageLayout>): Problem[] {
  const captions = item.diagrams.flatMap(({ label, caption }) => [label ?? '', caption ?? ''])
  const tags = item.equations.map(({ tag }) => tag ?? '')
  const kept = [item.question.text, item.source.number, ...captions, ...tags].map(digitsOf).join('|')
  return [...pages.values()].flatMap((page) => {
    const printed = questionLines(item, page).flatMap((line) => printedNumerals(page, line))
    const lost = [...new Set(printed)].filter((numeral) => !kept.includes(numeral))
    if (lost.length === 0) return []
    const message = `${lost.length === 1 ? 'A numeral' : `${lost.length} numerals`} printed in the question cannot be found in its text: ${list(lost)}.`
    return [doubt('numeral-lost', item, message, 'Compare the text with the page.', page.page)]
  })
}

function foreignNumerals(item: Item, pages: ReadonlyMap<number, PageLayout>): Problem[] {
  const own = [...pages.values()].filter(({ page, source }) => source !== 'none' && item.source.pages.includes(page))
  if (own.length < item.source.pages.length) return [] // a page that could not be read proves nothing
  const printed = own.map((page) => printedDigits(page, page.lines)).join('|')
  const foreign = [...new Set(numeralsOf(item.question.text))].filter((numeral) => !printed.includes(numeral))
  if (foreign.length === 0) return []
  return [
    doubt(
      'numeral-foreign',
      item,
      `The text has numerals that are not on its pages: ${list(foreign)}.`,
      'Compare the text with the page; a glyph may have been misread.',
    ),
  ]
}

function missingDiagrams(item: Item): Problem[] {
  const { text } = item.question
  const labels = new Set(item.diagrams.flatMap(({ label }) => (label === null ? [] : [bare(label)])))
  const named = [...new Set([...text.matchAll(FIGURE_LABEL)].map(([, label = '']) => label))]
  const missing = labels.size > 0 ? named.filter((label) => !labels.has(bare(label))) : []
  if (item.diagrams.length === 0 && POINTS_AT_FIGURE.test(text)) {
    return [
      doubt(
        'diagram-missing',
        item,
        `The text points at a figure${named[0] === undefined ? '' : ` (${named.join(', ')})`}, and the item has none.`,
        'Draw its box in review, or correct the text.',
      ),
    ]
  }
  if (missing.length === 0) return []
  const other = doubt(
    'diagram-missing',
    item,
    `The text names Figure ${list(missing)}, which is none of the item’s diagrams (${[...labels].join(', ')}).`,
    'Add the diagram in review if the question needs it; some books misnumber their figures.',
  )
  return [{ ...other, severity: 'notice' }]
}

/** "Fig. P5–131" → "p5-131". */
const bare = (label: string): string => (/[A-Z]?\d.*$/iu.exec(label)?.[0] ?? label).replaceAll('–', '-').replace(/[.:]$/u, '').toLowerCase()

function unparsedMath(item: Item): Problem[] {
  const { spans, loose } = formulasOf(item.question.text)
  const faults = spans.flatMap(({ latex, display }) => faultOf(latex, display) ?? [])
  const unread = item.equations.filter(({ latex }) => latex === null)
  return [
    ...(loose
      ? [doubt('equation-unparsable', item, 'A formula in the text has no end: a dollar sign is left over.', 'Mend the text in review.')]
      : []),
    ...(faults.length > 0
      ? [
          doubt(
            'equation-unparsable',
            item,
            `${faults.length} of ${spans.length} formulas in the text do not parse: ${list(faults.slice(0, 2))}.`,
            'Mend them in review.',
          ),
        ]
      : []),
    ...unread.map(({ page }) =>
      doubt(
        'equation-unread',
        item,
        'A formula could not be read; only its picture is there.',
        'Type its LaTeX in review, or let a model transcribe it.',
        page,
      ),
    ),
  ]
}

function unknownGlyphs(item: Item): Problem[] {
  const count = [...item.question.text, ...(item.solution?.text ?? '')].filter((character) => character === '\ufffd').length
  if (count === 0) return []
  return [doubt('glyph-unknown', item, `${count} signs could not be read and stand as “\ufffd” in the text.`, 'Type them in review.')]
}

const list = (things: readonly string[]): string =>
  things.length > LISTED ? `${things.slice(0, LISTED).join(', ')} and ${things.length - LISTED} more` : things.join(', ')
