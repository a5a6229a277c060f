import { type Glyph, type Line, lineGlyphs, type PageLayout } from '../../schemas/layout.ts'
import { isEnglish } from '../dictionary.ts'

/** What files lose or name wrongly more than anything else, likeliest first: pairs and triples of letters that are one glyph. */
const READINGS = ['fi', 'fl', 'ff', 'ffi', 'ffl', 'ft', 'tt', 'ti', 'Th'] as const
/** Letters of a word from which the dictionary says something: shorter ones are in it by chance. */
const MIN_LETTERS = 4
/** Words that must come out right before a letter that the file does name is taken for another. One may be a name. */
const ENOUGH_WORDS = 2
/** Share of its words that a reading makes right: the rest are names, and halves at the ends of lines. */
const MOST = 0.66

/** How many times as many words a reading must make right as what the file says, without its accents: some are words both ways. */
const BETTER = 3

/** Glyphs of one kind that were read as a ligature. */
export interface Misread {
  /** What the file says: a letter, or U+FFFD for nothing. */
  readonly said: string
  readonly reads: string
  readonly count: number
}

/** A sign inside words: which of them have it. */
interface Suspect {
  readonly said: string
  readonly glyphs: Set<number>
  readonly words: Set<string>
}

/** Stands for the glyph in question inside a word. */
const HOLE = '\uE003'

/**
 * Ligatures whose meaning the file does not say, or says wrongly (a letter with an accent, a sign), read by the words that they stand in:
 * where these are no words as the file has them, and English words with one ligature in the glyph's place. One glyph of a font has one reading
 * on a page. Words of other languages are left alone.
 */
export function withLigatures(page: PageLayout): { page: PageLayout; misread: Misread[] } {
  const found = [...suspects(page).values()].flatMap((suspect) => {
    const reads = readingOf(suspect)
    return reads === undefined ? [] : [{ ...suspect, reads }]
  })
  if (found.length === 0) return { page, misread: [] }
  const readings = new Map(found.flatMap(({ glyphs, reads }) => [...glyphs].map((index) => [index, reads] as const)))
  return {
    page: { ...page, glyphs: page.glyphs.map((glyph, index) => withReading(glyph, readings.get(index))) },
    misread: found.map(({ said, reads, glyphs }) => ({ said, reads, count: glyphs.size })),
  }
}

function withReading(glyph: Glyph, text: string | undefined): Glyph {
  if (text === undefined) return glyph
  const { code: _code, ...known } = glyph
  return { ...known, text }
}

/** Signs that touch letters and are none of ASCII, by font and code. */
function suspects(page: PageLayout): Map<string, Suspect> {
  const found = new Map<string, Suspect>()
  const signs = new Set([...new Set(page.glyphs.map(({ text }) => text))].filter(isSuspect))
  if (signs.size === 0) return found
  for (const line of page.lines) {
    if (!lineGlyphs(page, line).some(({ text }) => signs.has(text))) continue
    for (const word of wordsIn(page, line, signs)) {
      for (const { index, glyph } of word) {
        if (!signs.has(glyph.text)) continue
        const key = `${glyph.font} ${glyph.code ?? ''} ${glyph.text}`
        const own = found.get(key) ?? { said: glyph.text, glyphs: new Set<number>(), words: new Set<string>() }
        found.set(key, own)
        own.glyphs.add(index)
        own.words.add(word.map((letter) => (sameSign(letter.glyph, glyph) ? HOLE : letter.glyph.text)).join(''))
      }
    }
  }
  return found
}

interface Letter {
  readonly index: number
  readonly glyph: Glyph
}

/** Stretches of letters and suspects on one baseline without white; signs at their ends that end a sentence are not among them. */
function wordsIn(page: PageLayout, line: Line, signs: ReadonlySet<string>): Letter[][] {
  const words: Letter[][] = [[]]
  lineGlyphs(page, line).forEach((glyph, at) => {
    const index = line.glyphs[at] ?? 0
    const isPart = /^[A-Za-z]+$/.test(glyph.text) || signs.has(glyph.text)
    if (glyph.space || !isPart) words.push([])
    if (isPart) words.at(-1)?.push({ index, glyph })
  })
  return words.filter((word) => word.length > 1)
}

/** Not among letters of ASCII, nor what stands between letters of formulas and compounds by right. */
const isSuspect = (text: string): boolean => /^[^\p{ASCII}\p{Script=Greek}\p{Sm}\p{Pd}\p{Pi}\p{Pf}′″·…]$/u.test(text)

const sameSign = (a: Glyph, b: Glyph): boolean => a.font === b.font && a.text === b.text && a.code === b.code

function readingOf({ said, words }: Suspect): string | undefined {
  const long = [...words].filter((word) => word.length >= MIN_LETTERS - 1)
  const isNamed = said !== '\uFFFD'
  const asSaid = isNamed ? long.filter((word) => isEnglish(plain(word, said))).length : 0
  const rated = READINGS.map((reads) => ({ reads, right: long.filter((word) => isEnglish(word.replaceAll(HOLE, reads))).length }))
  const best = rated.reduce((first, other) => (other.right > first.right ? other : first))
  const isRight = best.right >= (isNamed ? ENOUGH_WORDS : 1) && best.right >= MOST * long.length && best.right > BETTER * asSaid
  return isRight ? best.reads : undefined
}

/** A word as the file has it, accents taken off: English keeps them in words that it borrowed. */
const plain = (word: string, said: string): string => word.replaceAll(HOLE, said).normalize('NFD').replace(/\p{M}/gu, '')
