import { type Box, unionAll } from '../../schemas/geometry.ts'
import { glyphAt } from '../../schemas/layout.ts'
import { type Item, type Row, rowGlyphs } from './model.ts'
import { isFormulaOnly, type ReadRow, readRow, startsWithWord } from './read-row.ts'
import { tagOf } from './tags.ts'
import { isFlush, measures, textEdges, whiteBelow, whiteBetween } from './text-edges.ts'
import type { Token } from './tokens.ts'

/** Type smaller than this share of the row before is a limit or a script on a line of its own. */
const SCRIPT_SIZE = 0.86
/** Em. A display is set in by at least this much from the text's left edge. */
const SET_IN = 0.9
/** The same for a row that is set apart above and below and centred: nothing but a display is. */
const MAX_WORDS_APART = 0.7
/** Em. White above or below a display, beyond what lines of text leave between their ink. */
const SKIP = 0.3
/** Em. Ink of a line of text from ascenders to descenders. */
const INK_HEIGHT = 0.95
/** Em. No text is led wider than this; a document of many displays would seem so. */
const USUAL_WHITE = 0.6
/** Share of the text width by which a centred row may miss the middle, both sides counted. */
const CENTRED = 0.03
/** Em. Rows of one multi-line display stand closer than this; two displays in a row further apart. */
const ROW_GAP = 0.6
/** Points. TeX keeps tall rows of one display this far apart, whatever their size (\\lineskip and \\jot); displays in a row are further apart. */
const ROW_SKIP = 4.7
/** Em. The same for rows that line up at their relations. */
const ALIGNED_GAP = 1.25
/** Points. Relations of an aligned display stand exactly one under the other. */
const ALIGNED = 0.6
/** Em. A paragraph that is set off by white has a quarter of a line more than lines have; baselines of one differ by rounding. */
const PARAGRAPH_SKIP = 0.2
/** Points. Tall lines are pushed apart until TeX's \\lineskip of 1 is between them, never further. */
const LINE_SKIP = 2
/** Em. Room that a formula needs beside itself to go on in a line: a wide word space. */
const WORD_SPACE = 1

/** Which rows are displays (as index ranges, end excluded) rather than text. */
export function findDisplays(rows: readonly ReadRow[], leading: number): { from: number; to: number }[] {
  const isDisplay = rows.map((_, at) => looksDisplayed(rows, at, leading))
  for (let at = rows.length - 2; at >= 0; at--) isDisplay[at] ||= isDisplay[at + 1] === true && leadsInto(rows, at)
  for (let at = 1; at < rows.length; at++) isDisplay[at] ||= isDisplay[at - 1] === true && isAlignedWith(rows[at - 1], rows[at])
  const found: { from: number; to: number }[] = []
  for (let at = 0; at < rows.length; ) {
    if (!isDisplay[at]) {
      at++
      continue
    }
    let to = at + 1
    while (to < rows.length && isDisplay[to] && continuesDisplay(rows[to - 1], rows[to])) to++
    found.push({ from: at, to })
    at = to
  }
  return found
}

function looksDisplayed(rows: readonly ReadRow[], at: number, leading: number): boolean {
  const numbered = withoutLeftTag(rows[at])
  if (numbered) return isNumberedDisplay(rows, at, numbered)
  const read = rows[at]
  if (!read || !isFormulaOnly(read, MAX_WORDS_APART)) return false
  if (largestSize(read) < SCRIPT_SIZE * (rows[at - 1]?.row.size ?? 0)) return false
  const edges = textEdges(rows, at)
  if (!edges) return at > 0 && !startsWithWord(read.tokens) && isFormulaOnly(read)
  const usual = Math.min(USUAL_WHITE * read.row.size, Math.max(0, leading - INK_HEIGHT * read.row.size))
  const isApart = (white: number | undefined): boolean => white !== undefined && white > usual + SKIP * read.row.size
  const isApartAbove = isApart(whiteBetween(rows[at - 1], read))
  const above = rows[at - 1]
  const endsDisplays = at + 1 === rows.length && above !== undefined && isFormulaOnly(above) // the last words of a passage have white below them too
  const isApartBelow = isApart(endsDisplays ? whiteBelow(read) : whiteBetween(read, rows[at + 1]))
  const { left } = read.row.box
  const isCentred = isCentredIn(measures(rows, at, edges), read.row.box)
  const isSetIn = left > edges.left + SET_IN * read.row.size
  const isNumbered = tagOf(read.items) !== undefined
  if (!isFormulaOnly(read)) {
    const standsAlone = isNumbered || (isApartAbove && isApartBelow && isCentred)
    return isSetIn && standsAlone && read.tokens.some((token) => token.kind === 'relation')
  }
  const isLoose =
    (isApartAbove && isApartBelow && !startsWithWord(read.tokens) && !holdsPhrase(read.tokens)) ||
    (breaksSentence(rows[at - 1], read) && (isBrokenOff(rows[at - 1], read, edges.right) || isOwnParagraph(rows[at - 1], read, leading)))
  if (left < edges.left + SET_IN * read.row.size) return isLoose
  if (isFlush(rows, at)) return isLoose
  if (startsWithWord(read.tokens)) return false
  return isApartAbove || isApartBelow || isCentred || isNumbered || continuesAbove(rows, at)
}

/** A formula with its number on the left stands in the middle; the item of a list does not. */
function isNumberedDisplay(rows: readonly ReadRow[], at: number, numbered: ReadRow): boolean {
  const edges = textEdges(rows, at)
  if (!edges || !isFormulaOnly(numbered, MAX_WORDS_APART) || startsWithWord(numbered.tokens)) return false
  return isCentredIn(measures(rows, at, edges), numbered.row.box)
}

function withoutLeftTag(read: ReadRow | undefined): ReadRow | undefined {
  const tagged = read && tagOf(read.items)
  if (!read || !tagged || tagged.tagItems[0] !== read.items[0]) return undefined
  const box = unionAll(rowGlyphs(tagged.rest).map((index) => glyphAt(read.row.page, index).ink))
  return box && readRow({ ...read.row, box }, tagged.rest, 0)
}

const isCentredIn = (texts: readonly { left: number; right: number }[], { left, right }: Box): boolean =>
  texts.some((text) => Math.abs(left + right - text.left - text.right) < CENTRED * (text.right - text.left))

/** Nothing but a statement in the middle of a sentence: the line before it ends with a word. */
function breaksSentence(above: ReadRow | undefined, read: ReadRow): boolean {
  if (!above || above.row.page !== read.row.page || above.row.column !== read.row.column) return false
  if (startsWithWord(read.tokens) || !read.tokens.some(({ kind }) => kind === 'relation')) return false
  if (read.tokens.some(isUprightWord)) return false
  if (isFormulaOnly(above) && above.tokens.at(-1)?.kind !== 'word') return false
  const last = above.row.glyphs.at(-1)
  return last !== undefined && !/[.?!]$/.test(glyphAt(above.row.page, last).text)
}

/** Italics of a text font make products that look like words. */
const isUprightWord = ({ kind, text, items }: Token): boolean =>
  kind === 'word' && text.length > 1 && items.every(({ base }) => base?.kind === 'sign' && base.face === 'upright')

/** Two words in a row make a sentence of what stands at the edge of the text. */
const holdsPhrase = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => at > 0 && isUprightWord(token) && tokens.slice(at - 1, at).every(isUprightWord))

/** Displays may be set flush left with no more white than text has. Then the line before breaks off although the formula would have fitted on it. */
function isBrokenOff(above: ReadRow | undefined, read: ReadRow, right: number): boolean {
  const needed = read.row.box.right - read.row.box.left + WORD_SPACE * read.row.size
  return above !== undefined && right - above.row.box.right > needed
}

/** A line further down than lines are, though it is not so tall that it had to be: it begins a paragraph. */
function isOwnParagraph(above: ReadRow | undefined, read: ReadRow, leading: number): boolean {
  const white = whiteBetween(above, read)
  if (!above || white === undefined) return false
  return read.row.baseline - above.row.baseline > leading + PARAGRAPH_SKIP * above.row.size && white > LINE_SKIP
}

const largestSize = ({ row }: ReadRow): number => Math.max(...row.glyphs.map((index) => glyphAt(row.page, index).size))

/** The first row of a display may have too little white above to be known by itself. */
function leadsInto(rows: readonly ReadRow[], at: number): boolean {
  const read = rows[at]
  const edges = textEdges(rows, at)
  if (!read || !edges || !isFormulaOnly(read) || startsWithWord(read.tokens)) return false
  return read.row.box.left > edges.left + SET_IN * read.row.size && !isFlush(rows, at) && continuesDisplay(read, rows[at + 1])
}

/** A row that is as wide as the text shows by its relation alone that it goes on with the display above. */
function isAlignedWith(upper: ReadRow | undefined, lower: ReadRow | undefined): boolean {
  if (!upper || !lower || !isFormulaOnly(lower) || startsWithWord(lower.tokens)) return false
  const [above, below] = [relationOf(upper.items), relationOf(lower.items)].map((relation) => relation?.base.box.left)
  return above !== undefined && below !== undefined && Math.abs(above - below) < ALIGNED && continuesDisplay(upper, lower)
}

/** A further row of a display has the display above it. */
const continuesAbove = (rows: readonly ReadRow[], at: number): boolean => {
  const above = rows[at - 1]
  return above !== undefined && isFormulaOnly(above) && continuesDisplay(above, rows[at])
}

function continuesDisplay(upper: ReadRow | undefined, lower: ReadRow | undefined): boolean {
  const white = whiteBetween(upper, lower)
  if (!upper || !lower || white === undefined) return false
  if (tagOf(upper.items) && tagOf(lower.items)) return false
  const em = lower.row.size
  if (white > ALIGNED_GAP * em) return false
  const above = relationsOf(upper.items)
  const below = relationsOf(lower.items)
  if (white < ROW_SKIP) return true
  if (above.length === 0 || below.length === 0) return white < ROW_GAP * em
  const aligned = above.filter((a) => below.some((b) => Math.abs(a - b) < ALIGNED)).length
  return aligned > 1 || (aligned > 0 && !isCentredAlike(upper.row.box, lower.row.box))
}

/** Two displays centred on one axis may line up by chance when they are equally wide. */
const isCentredAlike = (a: Box, b: Box): boolean => Math.abs(a.left + a.right - b.left - b.right) < 1 && Math.abs(a.left - b.left) > 1

interface RelationAt {
  readonly at: number
  readonly base: NonNullable<Item['base']>
}

/** Left edges of the relations on a row's main line. */
const relationsOf = (row: Row): number[] =>
  row.flatMap(({ base }) => (base?.kind === 'sign' && base.role === 'relation' ? [base.box.left] : []))

/** The first relation on the row's main line. */
export function relationOf(row: Row): RelationAt | undefined {
  for (const [at, { base }] of row.entries()) if (base?.kind === 'sign' && base.role === 'relation') return { at, base }
  return undefined
}
