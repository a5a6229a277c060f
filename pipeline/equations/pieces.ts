import { type Box, overlapX, overlapY, unionAll } from '../../schemas/geometry.ts'
import type { Glyph } from '../../schemas/layout.ts'
import type { Sign } from './model.ts'
import { roleOf } from './symbols.ts'

/** Em. Parts of one built-up delimiter overlap or leave at most this much between them. */
const PIECE_GAP = 0.35
/** Em. The same for parts in different lines, which must meet. */
const SPLICE_GAP = 0.1

/** Symbols built of parts: what the whole is, by the parts that can tell. */
const WHOLE: readonly (readonly [parts: RegExp, whole: string])[] = [
  [/[⎛⎜⎝]/, '('],
  [/[⎞⎟⎠]/, ')'],
  [/[⎡⎢⎣]/, '['],
  [/[⎤⎥⎦]/, ']'],
  [/[⎧⎨⎩]/, '{'],
  [/[⎫⎬⎭]/, '}'],
  [/[⌠⎮⌡]/, '∫'],
  [/[⎷]/, '√'],
  [/[⏐]/, '|'],
]
const PIECE = /^[⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭⌠⌡⎮⎷⏐]$/
/** Signs of which a column makes a tall bar. */
const BARS: Readonly<Record<string, string>> = { '|': '|', '∣': '|', '‖': '‖', '∥': '‖' }
const STACKED_BAR = /^[|‖∣∥]$/

/** Em. A brace is wider than this; what is thinner is the stroke that lengthens one, whatever the file calls it. */
const STROKE = 0.16

/** The part that a glyph is; some files name the extension of a brace as the brace itself. */
export const partText = (text: string, ink: Box, em: number): string =>
  /^[{}]$/.test(text) && ink.right - ink.left < STROKE * em ? '⎪' : text

/** Characters that are parts, or may be by their shape; most glyphs are none of them. */
const MAY_BE_PART: ReadonlySet<string> = new Set('⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭⌠⌡⎮⎷⏐|‖∣∥{}')

/** Whether a glyph is part of a symbol that is built of several. */
export const isPiece = ({ text, ink, size }: Glyph): boolean =>
  MAY_BE_PART.has(text) && (PIECE.test(partText(text, ink, size)) || STACKED_BAR.test(text))

/** Bars go with bars; what lengthens a bracket is a bar to fonts that browsers embed. */
const areOfOne = (a: string, b: string): boolean => {
  const [isBar, isOtherBar] = [a, b].map((text) => STACKED_BAR.test(text))
  return isBar === isOtherBar || SHAPED.test(isBar ? b : a)
}
const SHAPED = /^[⎛⎝⎞⎠⎡⎣⎤⎦⎧⎨⎩⎫⎬⎭]$/

/** Upper and lower ends: nothing of the same symbol comes above the one or below the other. */
const UPPER_END = /[⎛⎞⎡⎤⎧⎫⌠]/
const LOWER_END = /[⎝⎠⎣⎦⎩⎭⌡]/

/** Whether two glyphs are neighbouring parts of one built-up symbol: one over the other, with ink or a painted stroke that joins them. */
export function splices(a: Glyph, b: Glyph, strokes: readonly Box[]): boolean {
  const [upper, lower] = a.ink.top + a.ink.bottom < b.ink.top + b.ink.bottom ? [a, b] : [b, a]
  if (LOWER_END.test(upper.text) || UPPER_END.test(lower.text)) return false
  if (overlapX(a.ink, b.ink) <= 0 || !areOfOne(a.text, b.text)) return false
  const isMet = lower.ink.top - upper.ink.bottom < SPLICE_GAP * a.size
  return isMet || strokes.some((stroke) => lengthens(stroke, upper) && lengthens(stroke, lower))
}

/** Whether a painted stroke goes on where the ink of a part ends. */
export const lengthens = (stroke: Box, { ink, size }: Glyph): boolean =>
  overlapX(stroke, ink) > 0 && Math.abs(overlapY(stroke, ink)) < SPLICE_GAP * size

/** Parts that stand one over another make one tall symbol. */
export function joinPieces(signs: readonly Sign[]): Sign[] {
  const hasFoot = signs.some(({ text }) => text === '⎷')
  const pieces = signs.filter(({ text }) => (MAY_BE_PART.has(text) ? PIECE.test(text) || STACKED_BAR.test(text) : hasFoot && text === '√'))
  if (pieces.length === 0) return [...signs]
  const rest = signs.filter((sign) => !pieces.includes(sign))
  const columns: Sign[][] = []
  for (const piece of pieces.sort((a, b) => a.box.top - b.box.top)) {
    const column = columns.find((other) => continues(other, piece))
    if (column) column.push(piece)
    else columns.push([piece])
  }
  return [...rest, ...columns.map(whole)].sort((a, b) => a.box.left - b.box.left)
}

function continues(column: readonly Sign[], piece: Sign): boolean {
  const last = column.at(-1)
  const box = unionAll(column.map((sign) => sign.box))
  if (!last || !box) return false
  if (!areOfOne(piece.text, last.text)) return false
  if (overlapX(box, piece.box) <= 0 && Math.abs(last.from - piece.from) > 0.1 * piece.em) return false
  return piece.box.top - box.bottom < PIECE_GAP * piece.em && piece.box.bottom > box.bottom
}

function whole(column: readonly Sign[]): Sign {
  const [first] = column
  const box = unionAll(column.map((sign) => sign.box))
  if (!first || !box) throw new Error('A column of pieces has at least one piece.')
  if (column.length === 1 && (STACKED_BAR.test(first.text) || first.text === '√')) return first
  const letters = column.map((sign) => sign.text).join('')
  const text = WHOLE.find(([parts]) => parts.test(letters))?.[1] ?? BARS[first.text] ?? '|'
  return {
    ...first,
    text,
    role: roleOf(text),
    isTall: true,
    baseline: undefined,
    box,
    glyphs: column.flatMap((sign) => sign.glyphs),
    from: Math.min(...column.map((sign) => sign.from)),
    to: Math.max(...column.map((sign) => sign.to)),
  }
}
