import { stemmer } from 'stemmer'

/**
 * Text as runs of terms. A run ends where a sentence or a formula ends, so that no phrase is found across one. Terms of formulas start
 * with "$", so that the symbol `a` is never taken for the article.
 */
export type Run = readonly string[]

/** Words that carry no meaning by themselves; left out on both sides, so that "velocity of the slider" and "slider velocity" stay apart but short words do not matter. */
const STOP_WORDS = new Set(
  'a an the of in on at to is are was were be been and or with by for from that this these those its it as into which has have had his her their if so'.split(
    ' ',
  ),
)

/** `$$…$$`, `$…$`, in which `\$` is a dollar sign. */
const FORMULA = /\$\$((?:\\.|[^$\\])+)\$\$|\$((?:\\.|[^$\\])+)\$/gu

/** What ends a run in prose. A full stop counts only before white space: "0.98" and "13.2" go on. */
const BREAK = /[;:!?()[\]{}|"“”\n]+|[.,](?=\s|$)/u

const WORD = /[\p{L}\p{N}°]+(?:'[\p{L}]+)?/gu

/** Stems of the words of a piece of prose without a break in it. */
const stems = (prose: string): string[] =>
  [...prose.normalize('NFKC').replace(/[’‘`]/gu, "'").toLowerCase().matchAll(WORD)]
    .map(([word]) => word.replace(/'(s)?$|'s$/u, ''))
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => stemmer(word))

/** Spacing and sizing commands: they change how a formula looks, not what it says. */
const LATEX_NOISE =
  /\\(?:left|right|big|Big|bigg|Bigg|displaystyle|textstyle|limits|nolimits)(?![a-zA-Z])|\\[,;:!> ]|\\q?quad(?![a-zA-Z])|[&~]|\\\\(?:\[[^\]]*\])?/gu

/** A symbol with its accent, style and subscript is one term; so is upright text, a command, a number or any other mark. */
const LATEX_TERM =
  /(?:\\(?:mathrm|text|operatorname|mathit)\s*\{(?<upright>[^{}]*)\}|(?<accent>\\(?:dot|ddot|vec|bar|overline|hat|mathbf|boldsymbol))\s*(?:\{(?<accented>[^{}]*)\}|(?<single>\\?[a-zA-Z]+?(?![a-z])|\\[a-zA-Z]+|[a-zA-Z]))|(?<command>\\[a-zA-Z]+)|(?<number>\d+(?:\.\d+)?)|(?<mark>[^\s{}]))(?<subscript>_(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[a-zA-Z]+|[^\s\\{}]))?/gu

const SAME_COMMAND = new Map([
  ['\\dfrac', '\\frac'],
  ['\\tfrac', '\\frac'],
  ['\\vec', '\\mathbf'],
  ['\\boldsymbol', '\\mathbf'],
  ['\\overline', '\\bar'],
  ['\\epsilon', '\\varepsilon'],
  ['\\varphi', '\\phi'],
])
const canonical = (command: string): string => SAME_COMMAND.get(command) ?? command

/** Terms of a formula. */
export function mathTerms(latex: string): string[] {
  const terms: string[] = []
  for (const { groups = {} } of latex.replace(LATEX_NOISE, ' ').matchAll(LATEX_TERM)) {
    const { upright, accent, accented, single, command, number, mark, subscript } = groups
    const base =
      accent === undefined
        ? (upright ?? (command === undefined ? undefined : canonical(command)) ?? number ?? mark ?? '')
        : `${canonical(accent)} ${accented ?? single ?? ''}`
    const below = subscript === undefined ? '' : `_${subscript.slice(1).replace(/\\(?:mathrm|text)\s*|[{}\s]/gu, '')}`
    const term = `${base}${below}`.replace(/\s+/gu, ' ').trim()
    if (term !== '') terms.push(`$${term}`)
  }
  return terms
}

/** Runs of a text in Markdown with `$LaTeX$`: prose, and the symbols of its formulas. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  const prose = text.replace(FORMULA, (_, display: string | undefined, inline: string | undefined) => {
    runs.push(mathTerms(display ?? inline ?? ''))
    return ' | '
  })
  for (const piece of prose.split(BREAK)) runs.push(stems(piece))
  return runs.filter((run) => run.length > 0)
}

/** One term for a keyword, however many words it has; undefined when nothing of it counts. */
export function phraseOf(keyword: string): string | undefined {
  const terms = runsOf(keyword).flat()
  return terms.length === 0 ? undefined : terms.join(' ')
}

/** The single words of a phrase. */
export const wordsOf = (text: string): string[] => runsOf(text).flat()

/** The phrases of a vocabulary that occur in a text, each once: all of a run's stretches up to the longest phrase are looked up. */
export function phrasesIn(runs: readonly Run[], vocabulary: ReadonlySet<string>, longest: number): Set<string> {
  const found = new Set<string>()
  for (const run of runs) {
    for (let from = 0; from < run.length; from++) {
      let stretch = ''
      for (const term of run.slice(from, from + longest)) {
        stretch = stretch === '' ? term : `${stretch} ${term}`
        if (vocabulary.has(stretch)) found.add(stretch)
      }
    }
  }
  return found
}
