import { lineGlyphs, lineText, type PageLayout } from '../../schemas/layout.ts'
import { isEnglish } from '../dictionary.ts'
import { type OcrLine, textOf } from './engine.ts'

/** Glyphs, and letters in words, below which a page says too little about itself. */
const ENOUGH = 60
/** Share of glyphs that nobody knows from which a page cannot be read from the file: formulas alone stay far below. */
const UNKNOWN = 0.3
/** Share of glyphs that are letters, digits or usual punctuation; tables of numbers have this too, wrong encodings do not. */
const ORDINARY = 0.6
/** Signs that prose, tables and formulas hardly use; codes counted from the first printable one are full of them. */
const RARE = /^[!"#$%&'*;<>?@\\^`|~{}]$/
/** Share of them that no page of text reaches: a listing of code has about half of it. */
const RARE_SHARE = 0.2
/** The letters that languages in Latin script use most. Together they make half of Polish and two thirds of English. */
const COMMON = /[etaoinsr]/g
/** Share of them in words below which letters stand for others: in a shuffled alphabet they come to a third. */
const COMMON_SHARE = 0.42
/** The same where next to no word is one of English either: letters numbered by first use have many common ones. */
const DOUBTFUL_SHARE = 0.55
/** Share of longer words that English has: one in a hundred in shuffled letters, one in ten in its neighbours. */
const ENGLISH_SHARE = 0.03
/** Different words of four letters or more from which that share can be told: in ten, one would be chance. */
const ENOUGH_WORDS = 25

/** Different long words that say whether the picture shows what a suspected text says. */
const ENOUGH_SEEN = 10
/** Share of them that the picture shows where the text is sound; of shuffled letters it shows none. */
const SEEN_SHARE = 0.5

/**
 * Whether the file's own text of a page seems not to say what the reader sees: no or wrong Unicode for its glyphs. What is suspected are
 * its words in lower case; undefined where nothing is.
 */
export function suspectWords(page: PageLayout): readonly string[] | undefined {
  const words = wordsOf(page.lines.map((line) => lineText(page, line)))
  return hasStrangeSigns(page) || isStrange(words) ? words : strangeFonts(page)
}

/** Whether the picture of a page shows the words that were suspected: a listing of code has strange words too. */
export function areSeen(suspects: readonly string[], lines: readonly OcrLine[]): boolean {
  const long = [...new Set(suspects.filter((word) => word.length >= 4))]
  const known = new Set(wordsOf(lines.map(({ words }) => words.map(textOf).join(' '))))
  return long.length >= ENOUGH_SEEN && long.filter((word) => known.has(word)).length >= SEEN_SHARE * long.length
}

function hasStrangeSigns({ glyphs }: PageLayout): boolean {
  if (glyphs.length < ENOUGH) return false
  const counts = new Map<string, number>() // a page has few different signs, and each is judged once
  for (const { text } of glyphs) counts.set(text, (counts.get(text) ?? 0) + 1)
  const share = (is: (text: string) => boolean): number => {
    let sum = 0
    for (const [text, count] of counts) if (is(text)) sum += count
    return sum / glyphs.length
  }
  if (share((text) => text.includes('\uFFFD')) > UNKNOWN) return true
  if (share((text) => /^[\p{L}\p{N}.,;:()[\]+=<>/%'"’“”°·×\p{Pd}−]+$/u.test(text)) < ORDINARY) return true
  return share((text) => RARE.test(text)) > RARE_SHARE
}

/** Words of three letters or more: symbols of formulas say nothing about a language. */
const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap(
    (text) =>
      text
        .normalize('NFD')
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? [],
  )

function isStrange(words: readonly string[]): boolean {
  const letters = words.join('')
  if (letters.length < ENOUGH) return false
  const common = (letters.match(COMMON)?.length ?? 0) / letters.length
  return common < COMMON_SHARE || (common < DOUBTFUL_SHARE && isForeign(words))
}

function isForeign(words: readonly string[]): boolean {
  const long = [...new Set(words.filter((word) => word.length >= 4))]
  return long.length >= ENOUGH_WORDS && long.filter(isEnglish).length < ENGLISH_SHARE * long.length
}

/** One font may say wrong letters among others that do not: its words are looked at alone. A few abbreviations, over and over, prove nothing. */
function strangeFonts(page: PageLayout): readonly string[] | undefined {
  const texts = page.fonts.map(() => '')
  for (const line of page.lines) {
    let before: number | undefined
    for (const glyph of lineGlyphs(page, line)) {
      const goesOn = before === glyph.font && !glyph.space
      texts[glyph.font] += goesOn ? glyph.text : ` ${glyph.text}`
      before = glyph.font
    }
  }
  const strange = texts
    .filter((_, font) => page.fonts[font]?.math === false)
    .map((text) => wordsOf([text]))
    .filter((words) => isStrange(words) && isForeign(words))
  return strange.length > 0 ? strange.flat() : undefined
}
