/**
 * Words that open things in textbooks, by language. Data only: a language is added in words.ts or more-words.ts and nowhere else.
 * All entries are lower case and without accents folded away; matching ignores case.
 */
export interface Words {
  /** Very common words that tell the language of running text. */
  readonly stop: readonly string[]
  /** Before a number: this is a problem. */
  readonly problem: readonly string[]
  /** In a heading: problems follow. */
  readonly problems: readonly string[]
  readonly example: readonly string[]
  readonly solution: readonly string[]
  /** In a heading: solutions or answers follow. */
  readonly solutions: readonly string[]
  readonly answer: readonly string[]
  readonly hint: readonly string[]
  readonly chapter: readonly string[]
  /** Introduces a list that asks nothing: rules of an exam, aims of a lesson, steps of a laboratory. */
  readonly notice: readonly string[]
  /** The whole heading of what stands behind the last problem: formulas, constants, references. */
  readonly appendix: readonly string[]
  /** Before a number, in bold: a statement of theory, which ends the problem before it. */
  readonly theory: readonly string[]
  /** The whole heading of a table of contents. */
  readonly contents: readonly string[]
  /** Behind a label at the head of a page: the problem goes on. */
  readonly continued: readonly string[]
  /** Before the label of a sub-question. */
  readonly part: readonly string[]
  /** Words that begin a caption or name a figure. */
  readonly figure: readonly string[]
  readonly table: readonly string[]
  /** Say that something is drawn or printed beside the text. */
  readonly shown: readonly string[]
  /** Begin a sentence that asks for something. */
  readonly asks: readonly string[]
  /** Before "(a)": the label names a part and opens none. */
  readonly refers: readonly string[]
  /** Marks the right option of a multiple-choice question. */
  readonly correct: readonly string[]
  /** Behind or before a count, of problems to come: "the next three problems". */
  readonly following: readonly string[]
  /** Numerals in words from one on, in order. */
  readonly counts: readonly string[]
  /** Before the number of a page. */
  readonly page: readonly string[]
  /** Between a quantity and its value: "the force is 4 kN", "a load of 4 kN". */
  readonly states: readonly string[]
  /** Between the last two of a list. */
  readonly and: readonly string[]
  /** In capitals between questions of which one is to be answered. */
  readonly alternative: readonly string[]
  /** Score printed beside a label. */
  readonly points: readonly string[]
}
