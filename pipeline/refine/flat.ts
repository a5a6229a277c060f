import { type Box, grow } from '../../schemas/geometry.ts'
import { glyphAt, type PageLayout } from '../../schemas/layout.ts'
import { faultOf, formulasOf } from './math.ts'

/** Points by which a letter may stick out of the box of its formula. */
const SLACK = 1

/** Letters and digits below which a reading is found by chance in any sentence. */
const SHORTEST = 3

/** The letters of a place on a page, in reading order: what a formula that was not read looks like in the text. */
export function flatReading(page: PageLayout, box: Box): string {
  const { left, top, right, bottom } = grow(box, SLACK)
  const inside = page.lines.flatMap((line) =>
    line.glyphs
      .map((index) => glyphAt(page, index))
      .filter(({ ink }) => {
        const [x, y] = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2]
        return x >= left && x <= right && y >= top && y <= bottom
      }),
  )
  return inside.map(({ text }) => text).join('')
}

/** What a text says without white space, punctuation and the dollar signs and braces of scripts; and where each of it stands. */
function bones(text: string): { readonly letters: string; readonly at: readonly number[] } {
  let letters = ''
  const at: number[] = []
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}=+]/gu)) {
    for (const letter of character.normalize('NFKC')) {
      letters += letter
      for (let unit = 0; unit < letter.length; unit++) at.push(index)
    }
  }
  return { letters, at }
}

/**
 * A Markdown text with a formula in the place of its flat reading; undefined where that does not stand in the text exactly once and whole, or
 * where what comes out would not parse. Scripts that the flat reading holds ("10$^{6}$") go with it.
 */
export function withFlatReplaced(
  text: string,
  flat: string,
  formula: { readonly latex: string; readonly display: boolean },
): { readonly text: string; readonly before: string } | undefined {
  const wanted = bones(flat).letters
  const { letters, at } = bones(text)
  const first = letters.indexOf(wanted)
  if (wanted.length < SHORTEST || first < 0 || letters.indexOf(wanted, first + 1) >= 0) return undefined
  const [from, last] = [at[first], at[first + wanted.length - 1]]
  if (from === undefined || last === undefined || isOpen(text.slice(0, from))) return undefined
  const to = withScriptEnd(text, from, last + lengthAt(text, last))
  if (isWord(text, from - 1) || isWord(text, to)) return undefined
  const fence = formula.display ? '$$' : '$'
  const replaced = `${text.slice(0, from)}${fence}${formula.latex}${fence}${text.slice(to)}`
  return isSound(replaced) ? { text: replaced, before: text.slice(from, to) } : undefined
}

const lengthAt = (text: string, at: number): number => String.fromCodePoint(text.codePointAt(at) ?? 0).length

/** Beyond the end of a script that begins within the stretch. */
function withScriptEnd(text: string, from: number, to: number): number {
  const end = /^[}\s]*\$/.exec(text.slice(to))?.[0].length
  return end !== undefined && isOpen(text.slice(from, to)) ? to + end : to
}

/** Whether a formula has begun that has not ended. */
const isOpen = (text: string): boolean => (text.match(/(?<!\\)\$/g)?.length ?? 0) % 2 === 1

const isWord = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '')

const isSound = (text: string): boolean => {
  const { spans, loose } = formulasOf(text)
  return !loose && spans.every(({ latex, display }) => faultOf(latex, display) === undefined)
}
