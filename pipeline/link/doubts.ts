import type { Figure } from '../../schemas/figure.ts'
import type { Problem, ProblemCode } from '../../schemas/problem.ts'
import type { SegmentedProblem } from '../../schemas/segment.ts'
import type { Assembled } from './assemble.ts'
import { figureReferences, numberIn, numbersIn, speaksOfFigure } from './labels.ts'

/** How much each doubt takes from an item's confidence; orders the review queue. */
const WEIGHT: Partial<Record<ProblemCode, number>> = {
  'number-gap': 0.05,
  'number-repeated': 0.2,
  'number-unsure': 0, // the segment's own confidence says it
  'part-gap': 0.1,
  'text-cut': 0.3,
  'text-under-figure': 0.2,
  'diagram-missing': 0.3,
  'crop-failed': 0.3,
  'equation-unread': 0.15,
  'equation-uncertain': 0.1,
  'solution-missing': 0.1,
  'glyph-unknown': 0.15,
  'ocr-low-confidence': 0.2,
}
const OTHER = 0.1

/** 1 without doubts; each one takes its share of what is left. */
export const confidenceOf = (start: number, doubts: readonly Problem[]): number => {
  const left = doubts.reduce((rest, { code }) => rest * (1 - (WEIGHT[code] ?? OTHER)), start)
  return Math.round(left * 1000) / 1000
}

/** Confidence below which a formula is a doubt of its item: set again, not all of it stands as on the page. Of formulas in print one in 200. */
const SURE_FORMULA = 1

/** What doubts are read from. */
export interface Doubtful {
  readonly problem: SegmentedProblem
  readonly problems: readonly SegmentedProblem[]
  readonly question: Assembled
  readonly figures: readonly Figure[]
  readonly hasSolution: boolean
  readonly expectsSolution: boolean
  readonly underFigure: boolean
  readonly figureWords: readonly string[]
  /** Words that say that something is drawn: "shown". */
  readonly shownWords: readonly string[]
}

/** Reasons for a person to look at an item, as notices with what to do. */
export function doubtsOf(known: Doubtful): Problem[] {
  const { problem } = known
  const page = problem.region[0]?.page ?? problem.label[0]?.page ?? 1
  return [...numberDoubts(known), ...diagramDoubts(known), ...textDoubts(known)].map(([code, message, hint]) => ({
    code,
    severity: 'notice',
    message,
    hint,
    place: { page, item: problem.number },
  }))
}

type Reason = readonly [code: ProblemCode, message: string, hint: string]

/** Where the sequence of numbers breaks, something may have been missed just before. */
function numberDoubts({ problem, problems }: Doubtful): Reason[] {
  const found: Reason[] = []
  if (problem.confidence < 1)
    found.push(['number-unsure', 'No word with a number marks this as a problem; it was taken for one.', 'Reject the item if it is none.'])
  const before = problems[problems.indexOf(problem) - 1]
  const step = before ? stepBetween(before.number, problem.number) : undefined
  if (before && step !== undefined && step > 1)
    found.push([
      'number-gap',
      `After ${before.number} comes ${problem.number}.`,
      'See whether the source leaves numbers out, or one was missed.',
    ])
  if (problems.some((other) => other !== problem && other.number === problem.number && other.chapter === problem.chapter))
    found.push([
      'number-repeated',
      `${problem.number} was found more than once.`,
      'Reject the one that is no problem, or set the chapters right.',
    ])
  const outer = problem.parts.filter(({ depth }) => depth === 0).map(({ label }) => label)
  if (outer[0] !== undefined && !FIRST_PART.test(outer[0]))
    found.push(['part-gap', `The first part found is (${outer[0]}).`, 'See whether the parts before it were missed.'])
  return found
}

/** "a", "A", "i", "1", "3.1". */
const FIRST_PART = /^(?:[ai]|(?:\d+\.)?1)$/i

/** By how much the last integer grows where all before it is alike; undefined where it is not. */
function stepBetween(before: string, after: string): number | undefined {
  const [a, b] = [before, after].map((number) => /^(.*?)(\d+)[A-Za-z]?$/.exec(number))
  return a && b && a[1] === b[1] ? Number(b[2]) - Number(a[2]) : undefined
}

function diagramDoubts({ question, figures, underFigure, figureWords, shownWords }: Doubtful): Reason[] {
  const found: Reason[] = []
  const missing = missingFigure(question.text, figures, figureWords, shownWords)
  if (missing !== undefined)
    found.push(['diagram-missing', `The text names ${missing}, but no diagram was found for it.`, 'Cut the diagram by hand in review.'])
  if (figures.some(({ crop }) => !crop)) found.push(['crop-failed', 'A diagram could not be cut.', 'Cut it by hand in review.'])
  if (underFigure)
    found.push(['text-under-figure', 'Text of the question stands inside a figure.', 'See whether it is a label of the figure.'])
  return found
}

/** A figure that a text names and the problem has not: by number, where all of its figures bear others, or without one, where it has none. */
function missingFigure(
  text: string,
  figures: readonly Figure[],
  figureWords: readonly string[],
  shownWords: readonly string[],
): string | undefined {
  const own = figures.map(({ label }) => label)
  const known = own.flatMap((label) =>
    label === undefined ? [] : [...numbersIn(label, []), ...numbersIn(label.replace(/[a-z]$/, ''), [])],
  )
  const number = figureReferences(text, figureWords).find((one) => !known.includes(one) && !known.includes(one.replace(/[A-Z]$/, '')))
  if (number !== undefined && own.every((label) => label !== undefined && numberIn(label) !== undefined)) return `Figure ${number}`
  return figures.length === 0 && speaksOfFigure(text, figureWords, shownWords) ? 'a figure' : undefined
}

function textDoubts({ question, hasSolution, expectsSolution }: Doubtful): Reason[] {
  const found: Reason[] = []
  if (/\p{Ll}[-‐]$/u.test(question.text.trim()))
    found.push(['text-cut', 'The text ends in the middle of a word.', 'Look for the rest on the page, perhaps in another column.'])
  if (question.text.includes('\uFFFD'))
    found.push(['glyph-unknown', 'The text holds letters that the file does not explain.', 'Compare it with the page.'])
  if (question.formulas.some(({ latex }) => latex === null))
    found.push(['equation-unread', 'A formula could not be read.', 'Type it from its picture in review.'])
  if (question.formulas.some(({ confidence, latex }) => latex !== null && confidence < SURE_FORMULA))
    found.push(['equation-uncertain', 'A formula was read with doubt.', 'Compare it with its picture.'])
  if (!hasSolution && expectsSolution) found.push(['solution-missing', 'No solution was found.', 'Add it in review if the source has one.'])
  return found
}
