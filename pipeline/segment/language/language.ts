import { WORDS } from './words.ts'

/** Stop words that must be seen before a language is believed. */
const MIN_HITS = 5
/** Words (or letters, where words are not spaced) of a text that are enough to tell its language. */
const ENOUGH = 4000

const STOP: readonly [language: string, words: ReadonlySet<string>][] = Object.entries(WORDS).map(([language, { stop }]) => [
  language,
  new Set(stop),
])

/** Counts stop words while text passes by; says in the end which language has most of them. Lone letters are signs of formulas as often. */
export class LanguageGuess {
  private readonly hits = new Map<string, number>()
  private seen = 0

  add(text: string): void {
    if (this.seen > ENOUGH) return
    for (const word of text.toLowerCase().match(/\p{Script=Han}|\p{L}{2,}/gu) ?? []) {
      this.seen++
      for (const [language, words] of STOP) if (words.has(word)) this.hits.set(language, (this.hits.get(language) ?? 0) + 1)
    }
  }

  /** ISO 639-1 code, "und" when too little was seen. */
  result(): string {
    const [best] = [...this.hits].sort((a, b) => b[1] - a[1])
    return best && best[1] >= MIN_HITS ? best[0] : 'und'
  }
}
