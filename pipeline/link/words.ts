import { lineText, type PageLayout } from '../../schemas/layout.ts'

/** Pages whose words are counted: enough to know an author's vocabulary, bounded for a long book. */
const MAX_WORDS = 400_000

/** The words that a document uses within lines: evidence for what a hyphen at a line's end stands for. */
export class Vocabulary {
  private readonly counts = new Map<string, number>()
  private total = 0

  add(page: PageLayout): void {
    if (this.total > MAX_WORDS) return
    for (const line of page.lines) {
      if (line.furniture) continue
      const words = clean(lineText(page, line)).toLowerCase().match(WORD) ?? []
      // The last word of a line may be half a word.
      words.forEach((word, at) => {
        if (at === words.length - 1) return
        this.total++
        this.counts.set(word, (this.counts.get(word) ?? 0) + 1)
      })
    }
  }

  count(word: string): number {
    return this.counts.get(word.toLowerCase()) ?? 0
  }
}

const WORD = /\p{L}+(?:[-‐]\p{L}+)*/gu

const LIGATURES: Readonly<Record<string, string>> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'ft', ﬆ: 'st' }

/** Ligatures into letters, soft hyphens gone, white space plain. */
export const clean = (text: string): string =>
  text
    .replace(/[ﬀ-ﬆ]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .replace(/\u00AD/g, '')
    .replace(/[\u00A0\u2000-\u200A\u202F]/g, ' ')

/** Halves of compounds that keep their hyphen in any book. */
const PREFIX = /^(?:self|non|quasi|ex|well|cross|half|all)$/i

/**
 * What stands at a line's end and the next line's beginning, joined. A hyphen goes where the joined word is one word of this document,
 * stays where the compound is; where neither is seen it goes between small letters and stays otherwise.
 */
export function joinHyphen(before: string, after: string, vocabulary: Vocabulary): string {
  const head = /(\p{L}+)[-‐\u00AD]$/u.exec(before)?.[1] ?? ''
  const tail = /^\p{L}+/u.exec(after)?.[0] ?? ''
  const stem = before.slice(0, -1)
  if (head === '' || tail === '') return before + after
  const whole = vocabulary.count(head + tail)
  const compound = vocabulary.count(`${head}-${tail}`)
  if (compound > whole) return `${stem}-${after}`
  if (whole > 0) return stem + after
  const isCapital = /^\p{Lu}/u.test(tail)
  // Both halves are words of their own, and long ones: more likely a compound than a divided word.
  const isCompound = PREFIX.test(head) || (vocabulary.count(head) > 1 && vocabulary.count(tail) > 1 && head.length > 3 && tail.length > 3)
  return isCapital || isCompound ? `${stem}-${after}` : stem + after
}
