import { lineText, type PageLayout } from '../../schemas/layout.ts'
import { isEnglish } from '../dictionary.ts'

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

/**
 * What stands at a line's end and the next line's beginning, joined. A hyphen goes where the joined word is one word of this document,
 * stays where the compound is; where neither is seen, a list of English
 * words decides for English text.
 */
export function joinHyphen(before: string, after: string, vocabulary: Vocabulary, isEnglishText: boolean): string {
  const head = /(\p{L}+)[-‐\u00AD]$/u.exec(before)?.[1] ?? ''
  const tail = /^\p{L}+/u.exec(after)?.[0] ?? ''
  const stem = before.slice(0, -1)
  if (head === '' || tail === '') return before + after
  const whole = vocabulary.count(head + tail)
  const compound = vocabulary.count(`${head}-${tail}`)
  if (compound > whole) return `${stem}-${after}`
  if (whole > 0) return stem + after
  // Names are divided as well: a small letter after a capital one is no compound.
  if (/^\p{Lu}/u.test(tail)) return `${stem}-${after}`
  if (/^\p{Lu}\p{Ll}/u.test(head) && before.trimEnd().length > head.length + 1) return stem + after
  if (!isEnglishText) return stem + after
  if (isEnglish(head + tail)) return stem + after
  // Not one word of English: two words of it are a compound ("mid-height"), anything else was divided.
  const isCompound = head.length > 1 && isEnglish(head) && (isEnglish(tail) || vocabulary.count(tail) > 0)
  return isCompound ? `${stem}-${after}` : stem + after
}
