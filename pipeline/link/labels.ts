import { stepsTo } from '../segment/labels/joint-numbers.ts'

/** Numbers as figure labels and references print them: "5-131", "P5.23", "13–6/7", "2.3a". */
const NUMBER = String.raw`(?:[A-Z]{1,2}[.-]?)?\d{1,4}(?:[-‐–.][a-z]\d{1,3}(?![\p{L}\d]))?(?:\s?[-‐‑‒–—−./]\s?\d{1,4}){0,3}[A-Za-z]?`

const quote = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Dashes as "-", no spaces, upper case: "13–6" and "13-6" are one label. */
export const plainNumber = (text: string): string =>
  text
    .replace(/\s/g, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\.$/, '')
    .toUpperCase()

/** The number in a label: "Fig. P5-131" → "P5-131". */
export const numberIn = (label: string): string | undefined => {
  const match = new RegExp(`${NUMBER}(?![\\p{L}\\d])`, 'u').exec(label)
  return match ? plainNumber(match[0]) : undefined
}

/** All problems that a label names: "Probs. 13–6/7" → 13-6, 13-7; "5–7" after a plural word → 5, 6, 7. */
export function numbersIn(label: string, words: readonly string[]): string[] {
  const number = numberIn(label)
  if (number === undefined) return []
  const shared = /^(.*?)(\d+)\/(\d+)$/.exec(number)
  if (shared) {
    const [, lead = '', first = '', last = ''] = shared
    return [number, `${lead}${first}`, `${lead}${last}`]
  }
  const range = /^(\d+)-(\d+)$/.exec(number)
  const isPlural = new RegExp(`^(?:${words.map(quote).join('|')})s\\b`, 'iu').test(label.trim())
  if (range && isPlural) {
    const [first, last] = [Number(range[1]), Number(range[2])]
    if (last > first && last - first < 20) return [number, ...Array.from({ length: last - first + 1 }, (_, at) => String(first + at))]
  }
  return [number]
}

/** Between the first number of a range and the last. */
const UP_TO = 'to|through|bis'
/** Figures that a range names, at most. */
const MAX_RANGE = 20

/** References to figures in a text, as plain numbers, in order; "Figs. 3 to 5" names three. */
export function figureReferences(text: string, words: readonly string[]): string[] {
  const word = words.map(quote).join('|')
  const pattern = new RegExp(`(?<!\\p{L})(?:${word})\\s*\\$?(${NUMBER}(?:\\s*(?:,|and|und|et|y|e|&|${UP_TO})\\s*${NUMBER})*)`, 'giu')
  const one = new RegExp(`(?:(${UP_TO})\\s*)?(${NUMBER})`, 'giu')
  return [...text.matchAll(pattern)].flatMap(([, list = '']) => {
    const found: string[] = []
    for (const [, upTo, printed = ''] of list.matchAll(one)) {
      const number = plainNumber(printed)
      const last = found.at(-1)
      const range = upTo && last !== undefined ? stepsTo(last, number, MAX_RANGE) : []
      found.push(...(range.length > 0 ? range : [number]))
    }
    return found
  })
}

/** Figures that are digits: "three significant figures". */
const DIGITS = String.raw`(?<!(?:significant|decimal)\s+)`

/** Characters between "shown" and "figure" where one says where the other is: "shown in the figure", "the figure below". */
const NEAR = 12

/** Whether a text says that something is shown in a figure; one may also ask for a sketch. */
export function speaksOfFigure(text: string, figureWords: readonly string[], shownWords: readonly string[]): boolean {
  const [figure, shown] = [figureWords, shownWords].map((words) => `(?<!\\p{L})(?:${words.map(quote).join('|')})(?!\\p{L})`)
  if (figureWords.length === 0 || shownWords.length === 0) return false
  return new RegExp(`${shown}[^.]{1,${NEAR}}${figure}|${figure}[^.]{1,${NEAR}}${shown}`, 'iu').test(text)
}

/** Whether a text speaks of a figure, by number or without. */
export const mentionsFigure = (text: string, words: readonly string[]): boolean =>
  words.length > 0 && new RegExp(`${DIGITS}(?<!\\p{L})(?:${words.map(quote).join('|')})`, 'iu').test(text)
