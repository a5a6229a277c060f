import { WORDS, wordsOf } from './words.ts'

/** Letters of scripts that set no white between words, or write endings on to them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Other languages, ISO 639-1, whose words for problems or requests stand in a text and are not those of its own language. Of these alone
 * can labels be that the words of its own do not find; to read a book in every language takes as long as to lay it out.
 */
export function othersSpoken(own: string, texts: readonly string[]): string[] {
  const text = texts.join('\n').toLowerCase()
  const said = new Set(text.match(/\p{L}+/gu))
  const known = new Set(opening(wordsOf(own)))
  const isSaid = (word: string): boolean =>
    UNSPACED.test(word) ? text.includes(word) : (word.match(/\p{L}+/gu) ?? []).every((part) => said.has(part))
  return Object.entries(WORDS).flatMap(([language, words]) =>
    language !== own && opening(words).some((word) => !known.has(word) && isSaid(word)) ? [language] : [],
  )
}

const opening = ({ problem, problems, asks }: (typeof WORDS)[string]): string[] =>
  [...problem, ...problems, ...asks].map((word) => word.toLowerCase()).filter((word) => word !== '')
