import type { Problem, ProblemCode } from '../../schemas/problem.ts'

/** How much each doubt takes from an item's confidence; orders the review queue. */
const WEIGHT: Partial<Record<ProblemCode, number>> = {
  'number-gap': 0.05,
  'number-repeated': 0.2,
  'part-gap': 0.1,
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

/** A doubt about one item. */
export const doubt = (code: ProblemCode, item: string, page: number, message: string, hint: string): Problem => ({
  code,
  severity: 'notice',
  message,
  hint,
  place: { page, item },
})

/** 1 without doubts; each one takes its share of what is left. */
export const confidenceOf = (start: number, doubts: readonly Problem[]): number => {
  const left = doubts.reduce((rest, { code }) => rest * (1 - (WEIGHT[code] ?? OTHER)), start)
  return Math.round(left * 1000) / 1000
}
