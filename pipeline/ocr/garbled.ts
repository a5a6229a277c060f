import { lineText, type PageLayout } from '../../schemas/layout.ts'

/** Glyphs, and letters in words, below which a page says too little about itself. */
const ENOUGH = 60
/** Share of glyphs that nobody knows from which a page cannot be read from the file: formulas alone stay far below. */
const UNKNOWN = 0.3
/** Share of glyphs that are letters, digits or usual punctuation; tables of numbers have this too, wrong encodings do not. */
const ORDINARY = 0.6
/** The letters that languages in Latin script use most. Together they make half of Polish and two thirds of English. */
const COMMON = /[etaoinsr]/g
/** Share of them in words below which letters stand for others: in a shuffled alphabet they come to a third. */
const COMMON_SHARE = 0.42

/** Whether the file's own text of a page does not say what the reader sees: no or wrong Unicode for its glyphs. */
export function isGarbled(page: PageLayout): boolean {
  const { glyphs } = page
  if (glyphs.length < ENOUGH) return false
  const unknown = glyphs.filter(({ text }) => text.includes('\uFFFD')).length
  const ordinary = glyphs.filter(({ text }) => /^[\p{L}\p{N}.,;:()[\]+=<>/%'"’“”°·×\p{Pd}−]+$/u.test(text)).length
  return unknown > UNKNOWN * glyphs.length || ordinary < ORDINARY * glyphs.length || hasStrangeWords(page)
}

/** Words of three letters or more: symbols of formulas say nothing about a language. */
function hasStrangeWords(page: PageLayout): boolean {
  const words = page.lines.flatMap(
    (line) =>
      lineText(page, line)
        .normalize('NFD')
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? [],
  )
  const letters = words.join('')
  return letters.length >= ENOUGH && (letters.match(COMMON)?.length ?? 0) < COMMON_SHARE * letters.length
}
