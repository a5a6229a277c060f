import type { Layout } from '../../schemas/layout.ts'
import type { LineFact } from './facts.ts'
import { isContinuation } from './labels/labels.ts'
import { isScore, type Patterns } from './language/patterns.ts'

/** Type this much larger than body text makes a heading without being bold. */
const LARGER = 1.12
/** A bold heading may be set smaller than the text below it, but not as small as a label in a figure. */
const SMALLEST = 0.88
/** Characters; longer lines are text even when set in bold. */
const MAX_LENGTH = 100
/** Leadings of white above a heading set in body size, where nothing but weight tells it from text. */
const MIN_WHITE = 1.15
/** Share of letters, figures and stops among a heading's characters; formulas have fewer. */
const MIN_PLAIN = 0.9

export type Kind = 'problems' | 'solutions' | 'example' | 'chapter' | 'contents' | 'appendix' | 'other'

/** A line that stands alone and names what follows. */
export interface Heading {
  readonly at: number
  /** Grows with size and weight. */
  readonly rank: number
  readonly kind: Kind
  readonly text: string
}

/** A heading's weight: size first, then boldness. */
export const rankOf = (line: Pick<LineFact, 'size' | 'bold'>): number => Math.round(line.size * 2) / 2 + (line.bold ? 0.25 : 0)

/** "Solution" after one problem is its mark; "Solutions" opens a section. */
const isMark = (text: string, patterns: Patterns): boolean => patterns.solutionStart.test(text) && !patterns.solutionsHeading.test(text)

/** Headings of the document, in reading order. */
export function findHeadings(lines: readonly LineFact[], layout: Pick<Layout, 'bodySize' | 'leading'>, patterns: Patterns): Heading[] {
  const found: Heading[] = []
  const isAnnouncement = soleAnnouncement(lines, layout, patterns)
  // How a line is set comes first: it leaves few lines for the patterns.
  const heads = lines.map(
    (line, at) =>
      !line.inTable &&
      !line.besideDrawing &&
      (isHeading(line, besidePoints(line, lines[at + 1], lines[at + 2], patterns), lines[at - 1], layout) ||
        isAppendix(line, layout, patterns) ||
        isInCapitals(line, layout, patterns) ||
        isChapterAlone(line, patterns) ||
        isAnnouncement(line)) &&
      !isMark(line.text, patterns) &&
      !isScore(line.text, patterns) &&
      !isContinuation(line, patterns),
  )
  lines.forEach((line, at) => {
    const next = lines[at + 1]
    // A number that stands apart before its title: "11" and "Rotational energy".
    const isNumber = next !== undefined && heads[at + 1] === true && isSameRow(line, next) && isSameSetting(line, next)
    if (!heads[at] && !isNumber) return
    found.push({ at, rank: rankOf(line), kind: isSheet(line, patterns) ? 'appendix' : kindOf(line.text, patterns), text: line.text })
  })
  return found
}

/**
 * "answers" alone on its line and apart, once in the document: a heading however it is set. Small capitals, say, are small letters to the
 * file.
 */
function soleAnnouncement(
  lines: readonly LineFact[],
  { leading }: Pick<Layout, 'leading'>,
  { solutionsLine }: Patterns,
): (line: LineFact) => boolean {
  const announcing = lines.filter(({ text, above }) => above > MIN_WHITE * leading && text.length < MAX_LENGTH && solutionsLine.test(text))
  return (line) => announcing.length === 1 && announcing[0] === line
}

/** The line after a heading, past a score that stands right of it on its row. */
const besidePoints = (
  line: LineFact,
  next: LineFact | undefined,
  after: LineFact | undefined,
  { points }: Patterns,
): LineFact | undefined => (next && isSameRow(line, next) && points.test(next.text) ? after : next)

/** "References", "Good luck!": such words by themselves end the last problem however they are set. */
const isAppendix = (line: LineFact, layout: Pick<Layout, 'leading'>, patterns: Patterns): boolean =>
  line.above > MIN_WHITE * layout.leading && (patterns.appendix.test(line.text) || isSheet(line, patterns))

/** "Chapter 2" in bold and nothing else: it heads what follows, however tight it stands among answers. "Part A" may be one of a problem. */
const isChapterAlone = (line: LineFact, { chapter, partWord }: Patterns): boolean =>
  line.bold && chapter.exec(line.text)?.[0] === line.text.trim() && !partWord.test(line.text)

/** "Physics 218 Formula Sheet" at the head of a page. */
const isSheet = (line: LineFact, { appendixEnd }: Patterns): boolean =>
  line.bold && line.above === Number.POSITIVE_INFINITY && line.text.length < MAX_LENGTH / 2 && appendixEnd.test(line.text)

/** Capitals throughout, small ones perhaps, that stand apart and name problems, solutions or a chapter: a heading, however light and small. */
const isInCapitals = (line: LineFact, layout: Pick<Layout, 'bodySize' | 'leading'>, patterns: Patterns): boolean =>
  line.text.length <= MAX_LENGTH &&
  line.size >= SMALLEST * layout.bodySize &&
  line.above > MIN_WHITE * layout.leading &&
  /^[^\p{Ll}]*$/u.test(line.text) &&
  [patterns.solutionsHeading, patterns.problemsHeading, patterns.chapterLine].some((pattern) => pattern.test(line.text))

function isHeading(
  line: LineFact,
  next: LineFact | undefined,
  before: LineFact | undefined,
  layout: Pick<Layout, 'bodySize' | 'leading'>,
): boolean {
  const { text } = line
  if (text.length > MAX_LENGTH || line.size < (line.bold ? SMALLEST : 1) * layout.bodySize) return false
  const isLarge = line.size >= LARGER * layout.bodySize
  if (!isLarge && (!line.bold || /[.,;:?!]$/.test(text))) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const plain = text.match(/[\p{L}\d.,:;'’()[\]–—-]/gu)?.length ?? 0
  if (isMostlyMath(line)) return false
  if (letters < 3 || plain < MIN_PLAIN * text.replace(/\s/g, '').length) return false
  if (/^\p{Ll}/u.test(text) && !isSmallHeading(line, layout)) return false
  if (isLarge) return true
  const isRunOn = before !== undefined && isSameSetting(before, line) && line.above < MIN_WHITE * layout.leading
  const runsOn = next !== undefined && isSameSetting(next, line) && next.above < MIN_WHITE * layout.leading && next.page === line.page
  return !isRunOn && !runsOn && !goesOn(line, next, layout) && line.above > MIN_WHITE * layout.leading
}

/** Whether the next line goes on with the sentence in the same type, however many formulas it has. */
const goesOn = (line: LineFact, next: LineFact | undefined, { leading }: Pick<Layout, 'leading'>): boolean =>
  next !== undefined &&
  next.page === line.page &&
  next.above < MIN_WHITE * leading &&
  /^\p{Ll}{2}/u.test(next.text) &&
  next.settings[0]?.bold === line.bold &&
  Math.abs(next.size - line.size) < 0.3

/** Without a capital only a bold line at the margin, apart from the text above, names what follows; others are labels of figures. */
const isSmallHeading = (line: LineFact, { bodySize, leading }: Pick<Layout, 'bodySize' | 'leading'>): boolean =>
  line.bold && line.indent < 0.3 * bodySize && line.above > MIN_WHITE * leading && line.above < Number.POSITIVE_INFINITY

/** A formula may be set larger than the text around it; it names nothing. */
const isMostlyMath = ({ settings, offsets }: LineFact): boolean => {
  const math = settings.reduce((sum, { math, from }, at) => (math ? sum + (settings[at + 1]?.from ?? offsets.length) - from : sum), 0)
  return math > offsets.length / 2
}

/** "Exercise 3 – Questions on the lecture" opens a problem and announces none; "Assignment 3" is a sheet. */
const isLabel = (text: string, patterns: Patterns): boolean => {
  const word = labelWord(text, patterns)
  return word !== '' && patterns.words.problem.includes(word) && !patterns.words.problems.includes(word)
}

const labelWord = (text: string, patterns: Patterns): string => patterns.label.exec(text)?.[2]?.toLowerCase() ?? ''

const isSameRow = (a: LineFact, b: LineFact): boolean => a.page === b.page && Math.abs(a.baseline - b.baseline) < 0.3 * a.size

const isSameSetting = (a: LineFact, b: LineFact): boolean => a.bold === b.bold && Math.abs(a.size - b.size) < 0.3

function kindOf(text: string, patterns: Patterns): Kind {
  if (isLabel(text, patterns)) return 'other'
  if (patterns.contents.test(text.trim())) return 'contents'
  if (patterns.appendix.test(text)) return 'appendix'
  const solutions = patterns.solutionsHeading.exec(text)?.index ?? Number.POSITIVE_INFINITY
  const problems = patterns.problemsHeading.exec(text)?.index ?? Number.POSITIVE_INFINITY
  // "Solutions to the problems" are solutions, "Problems with answers" are problems.
  if (solutions < Number.POSITIVE_INFINITY && solutions <= problems) return 'solutions'
  if (patterns.exampleHeading.test(text)) return 'example'
  if (problems < Number.POSITIVE_INFINITY) return 'problems'
  if (patterns.chapter.test(text)) return 'chapter'
  return 'other'
}
