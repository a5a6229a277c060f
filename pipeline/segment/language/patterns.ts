import { type Words, wordsOf } from './words.ts'

const quote = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+')

/** Longest first, so that "homework problem" is not read as "homework". */
const oneOf = (list: readonly string[]): string =>
  [...list]
    .sort((a, b) => b.length - a.length)
    .map(quote)
    .join('|')

/** Words of scripts that leave no white between words, which are found anywhere; nothing where there are none. */
const unspaced = (list: readonly string[]): string[] => {
  const own = list.filter((word) => /\p{Script=Han}/u.test(word))
  return own.length > 0 ? [`(?:${oneOf(own)})`] : []
}

/** What the words of a language look like on a page. */
export interface Patterns {
  /** ISO 639-1, or "und". */
  readonly language: string
  readonly words: Words
  /** Groups: lead, word, number sign, open bracket, number, close bracket, terminator. */
  readonly label: RegExp
  readonly exampleWord: RegExp
  readonly solutionStart: RegExp
  /** "Solutions:" before what it announces, where it is no heading. */
  readonly solutionsStart: RegExp
  readonly hintStart: RegExp
  /** At a line's end: the page where the solution stands, "▷ Solution, p. 541". */
  readonly solutionPlace: RegExp
  /** A whole line, or a phrase that begins one and is a sentence: what follows belongs to no problem. */
  readonly appendix: RegExp
  /** The same after the name of a course. */
  readonly appendixEnd: RegExp
  readonly problemsHeading: RegExp
  readonly solutionsHeading: RegExp
  /** A whole line: "answers", in whatever type. */
  readonly solutionsLine: RegExp
  /** What follows the label of a problem where its solution begins: "Problem 3: Solution", "Exercise 2 (answer)", "Task 4. A jet – Solution". */
  readonly solutionTitle: RegExp
  readonly exampleHeading: RegExp
  readonly chapter: RegExp
  /** A whole line: "CHAPTER X". */
  readonly chapterLine: RegExp
  readonly notice: RegExp
  /** A whole line. */
  readonly contents: RegExp
  /** "Theorem 2.3": a statement with its number. */
  readonly theory: RegExp
  /** Of a figure named as such, not by its problem. */
  readonly figureCaption: RegExp
  readonly partWord: RegExp
  /** What follows the label of a problem that goes on from the page before. */
  readonly continued: RegExp
  readonly asks: RegExp
  readonly refersBefore: RegExp
  /** "Problems 5–7", "Questions 3, 4 and 5". Groups: the first number, the last one. */
  readonly shared: RegExp
  /** "The next three problems". Groups: how many, before the word or after it. */
  readonly sharedByNext: RegExp
  /** At a paragraph's start: "For the following exercises, …", "The next problems …"; "Answer the following questions." says nothing of them. */
  readonly sharedByFollowing: RegExp
  /** A whole line, in capitals. */
  readonly alternative: RegExp
  readonly points: RegExp
  /** A whole line: a score without brackets, "6 points". */
  readonly bareScore: RegExp
}

/** A letter of a script that puts white between words. */
const LETTER = String.raw`(?!\p{Script=Han})\p{L}`

/**
 * "5", "5-131", "P5.23", "3/45", "2-14C", "13.7.2", "2A.1", "Q 1", "5:12". Joints are dashes, points, slashes and colons with a figure on both
 * sides; of a problem numbered within a group that has a letter, "1-a1", the letter comes before the figure.
 */
const NUMBER = String.raw`(?:[A-Z]{1,2}[.-]?|Q\.?\s)?\d{1,4}(?:[A-Z](?=[.-]\d)|[-‐–.][a-z](?=\d{1,3}(?!\d)))?(?:(?:\s?[-‐‑‒–—−]\s?|[./·:]|(?<=[-‐–.][a-z]))\d{1,4}){0,3}[A-Za-z]?(?!\d|${LETTER})`

/** Roman numerals count problems only behind a word: "Problem IV"; so do numerals in words, "Problem Four". */
const ROMAN = String.raw`[IVX]{1,5}(?![\p{L}\d])`

/** Stars, bullets and pictograms that stand before a number. Signs of formulas are none. */
const LEAD = String.raw`[*†‡•●○◦■□▪▫▶►◆◇★☆▲△\uFFFD\p{So}]`

/** What ends a score without its unit, in the margin of a number with a stop: "[10] 1. A gear …". */
const BARE_SCORE = String.raw`[\])](?=\s+\d{1,3}[.)](?:\s|$))`

/** Characters of a title between a label and the word that calls it a solution, at most. */
const TITLE = 80

/** Letters of a compound such as "Formelsammlung"; shorter words end many a title. */
const LONG_WORD = 10

/** How hard a problem is, after its label: "[**]", "(★★)", "●○○". */
const DIFFICULTY = String.raw`[[(]?\s?(?:[*＊]{1,5}|[★☆⋆](?:\s?[★☆⋆]){0,4}|[●○•◦]{2,5})\s?[\])]?(?=\s|$)`

/** A score after a label: "(20 points)", "[3, 4 P.]", "(5 pts bonus)", "– 25 points", "/4 p.", with or without brackets; or a difficulty. */
const pointsPattern = (unit: string): RegExp => {
  const score = String.raw`\d+(?:[.,]\d+)?(?:\s*[,+/]\s*\d+(?:[.,]\d+)?){0,5}\s*(?:${unit})(?![\p{L}])\.?`
  return new RegExp(
    String.raw`^\s*(?:[[(]\s*${score}(?:\s*[(:,]?\s*\p{L}{1,12}\s*\)?)?\s*[\])]|[-–—:/,]\s*${score}(?=\s*(?:$|[-–—:.]))|${DIFFICULTY})`,
    'iu',
  )
}

/** A line that is nothing but a score. */
export const isScore = (text: string, { points }: Patterns): boolean => points.exec(text)?.[0].trim() === text.trim()

const known = new Map<string, Patterns>()

/** The patterns of a language, ISO 639-1 or "und". Several stages ask for them, and to compile them takes as long as a page. */
export function toPatterns(language: string): Patterns {
  const ready = known.get(language) ?? compiled(language)
  known.set(language, ready)
  return ready
}

function compiled(language: string): Patterns {
  const words = wordsOf(language)
  const any = (list: readonly string[], flags = 'iu'): RegExp => new RegExp(`^\\W{0,3}(?:${oneOf(list)})(?!\\p{L})`, flags)
  const inside = (list: readonly string[]): RegExp =>
    new RegExp([`(?<!\\p{L})(?:${oneOf(list)})(?!\\p{L})`, ...unspaced(list)].join('|'), 'iu')
  // "R: 3,5 m/s" tells a value, and bears no number.
  const labelWords = oneOf([...words.problem, ...words.example, ...words.solution, ...words.answer].filter((word) => !word.endsWith(':')))
  return {
    language,
    words,
    label: new RegExp(
      `^((?:[[(]\\s*\\d+\\s*(?:(?:${oneOf(words.points)})\\s*[\\])]|${BARE_SCORE})\\s*)?(?:${LEAD}\\s?){0,4})(?:(${labelWords})(?!\\p{L})\\s*(?:(?:\\p{Ll}{1,4}\\s+){0,2}(?:\\p{Ll}{1,4}['’])?(?:${labelWords})(?!\\p{L})\\s*)?)?(#|no\\.|nr\\.|nº|n°|number(?=\\s)|nummer(?=\\s)|numéro(?=\\s)|número(?=\\s))?\\s*([([])?(${NUMBER}|(?<=\\p{L}[.]?\\s)(?:${ROMAN}|(?:${oneOf(words.counts)})(?![\\p{L}\\d-])))([)\\]])?(\\s?[*∗⋆★]{0,3}\\s?[.:)]|\\s?[*∗⋆★]{1,3}(?=\\s|$)|\\s[-–—](?=\\s+[\\p{Lu}“"¿]))?(?=\\s|$|[^\\d\\s])`,
      'iu',
    ),
    exampleWord: any(words.example),
    solutionStart: any([...words.solution, ...words.answer]),
    solutionsStart: any(words.solutions),
    hintStart: any(words.hint),
    solutionPlace: new RegExp(
      `(?:^|\\s)[([]?(?:[\\p{S}]\\s?)?(?:${oneOf([...words.solution, ...words.solutions, ...words.answer])})\\W{0,2}\\s?(?:\\p{L}{1,4}\\s)?(?:${oneOf(words.page)})\\s?\\d{1,4}\\.?[\\])]?$`,
      'iu',
    ),
    appendixEnd: new RegExp(
      `\\s(?:${oneOf(words.appendix.filter((word) => word.includes(' ') || word.length > LONG_WORD))})\\W{0,3}$`,
      'iu',
    ),
    appendix: new RegExp(
      `^\\W{0,3}(?:${oneOf(words.appendix)})\\W{0,3}$|^\\W{0,3}(?:${oneOf(words.appendix.filter((word) => word.includes(' ')))})[.!]`,
      'iu',
    ),
    // "EXAMPLES IX" counts what is to be worked out; worked examples are counted one by one.
    problemsHeading: new RegExp(
      `${inside(words.problems).source}|^\\W{0,3}(?:${oneOf(words.example)})s\\s+(?:[IVXLC]{1,6}|\\d{1,3})\\W{0,2}$`,
      'iu',
    ),
    solutionsHeading: inside(words.solutions),
    solutionsLine: new RegExp(`^\\W{0,3}(?:${oneOf(words.solutions)})$`, 'iu'),
    solutionTitle: new RegExp(
      `(?:^\\W{0,3}|^.{1,${TITLE}}(?:\\s[-–—]\\s|:\\s|\\s[([]))(?:${oneOf([...words.solution, ...words.solutions, ...words.answer])})\\W{0,2}$`,
      'iu',
    ),
    exampleHeading: inside(words.example),
    chapter: new RegExp(`^(?:${oneOf(words.chapter)})\\s+([\\dA-Z]{1,4}|[IVXLC]+)(?![\\p{L}\\d])`, 'iu'),
    chapterLine: new RegExp(`^${oneOf(words.chapter.slice(0, 1))}\\s+(?:\\d{1,3}|[IVXLC]+)\\.?$`, 'iu'),
    notice: inside(words.notice),
    contents: new RegExp(`^(?:${oneOf(words.contents)})$`, 'iu'),
    theory: new RegExp(`^(?:${oneOf(words.theory)})\\s+[A-Z]?\\d+(?:[.-]\\d+)*(?![\\p{L}\\d])`, 'iu'),
    figureCaption: new RegExp(`^(?:${oneOf(words.figure)})\\s*[A-Z]?\\d`, 'iu'),
    continued: new RegExp(`^\\W{0,3}(?:${oneOf(words.continued)})\\W{0,3}$`, 'iu'),
    partWord: new RegExp(`^(?:${oneOf(words.part)})\\s+\\(?(\\d{1,2}|[a-z]|[ivx]{1,4})(?![\\p{L}\\d])\\s?[.:)]{0,2}`, 'iu'),
    asks: new RegExp(
      `[?？]|(?:^|[.:;,)]\\s|\\d[.)]\\s|\\d\\.\\d{1,2}\\s|\\b(?:and|to|und|et|y|e)\\s)(?:${oneOf(words.asks)})(?!\\p{L})${unspaced(
        words.asks,
      )
        .map((list) => `|${list}`)
        .join('')}`,
      'iu',
    ),
    refersBefore: new RegExp(`(?:^|[^\\p{L}])(?:${oneOf(words.refers)})\\s*$`, 'iu'),
    shared: new RegExp(
      `(?<!\\p{L})(?:${oneOf([...words.problems, ...words.problem])})\\s+(${NUMBER})(?:\\s*,\\s*${NUMBER})*\\s*,?\\s*(?:[-–—&]|to|through|and|bis|und|à|et|a|y|e|al)\\s*(${NUMBER})`,
      'giu',
    ),
    sharedByNext: new RegExp(
      `(?<!\\p{L})(?:(?:${oneOf(words.following)})\\s+(${oneOf(words.counts)})\\s+(?:${oneOf(words.problems)})|(${oneOf(words.counts)})\\s+(?:${oneOf(words.problems)})\\s+(?:${oneOf(words.following)}))(?!\\p{L})`,
      'giu',
    ),
    sharedByFollowing: new RegExp(
      `^(?:\\p{L}+\\s+){1,4}(?:(?:${oneOf(words.following)})\\s+(?:${oneOf(words.problems)})|(?:${oneOf(words.problems)})\\s+(?:${oneOf(words.following)}))(?![\\p{L}.:])`,
      'iu',
    ),
    alternative: new RegExp(`^\\W*(?:${oneOf(words.alternative.map((word) => word.toUpperCase()))})\\W*$`, 'u'),
    points: pointsPattern(oneOf(words.points)),
    bareScore: new RegExp(`^\\d+(?:[.,]\\d+)?\\s*(?:${oneOf(words.points)})\\.?$`, 'iu'),
  }
}
