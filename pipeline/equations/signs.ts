import { type Box, overlapX, overlapY, unionAll } from '../../schemas/geometry.ts'
import { type Font, fontOf, type Glyph, glyphAt, type PageLayout } from '../../schemas/layout.ts'
import type { Face, Sign } from './model.ts'
import { asAccent, roleOf } from './symbols.ts'

/** Em. Ordinary type, the parentheses of text fonts included, is no taller; sized delimiters and operators are. */
const TALL = 1.14
/** Em. Parts of one built-up delimiter overlap or leave at most this much between them. */
const PIECE_GAP = 0.35
/** Em. The same for parts in different lines, which must meet. */
const SPLICE_GAP = 0.1

/** Glyphs as signs, ordered left to right: parts of built-up symbols joined, negating strokes and doubled arrows resolved. */
export function toSigns(page: PageLayout, glyphs: readonly number[], painted: readonly Sign[] = []): Sign[] {
  const signs = [...withoutCopies(page, glyphs).map((index) => toSign(page, index)), ...painted].sort((a, b) => a.box.left - b.box.left)
  return joinDots(joinOverlaid(joinPieces(signs)))
}

/** One glyph may stand in a line twice where two bars both claim what lies between them; it is painted once. */
function withoutCopies(page: PageLayout, glyphs: readonly number[]): number[] {
  const seen = new Set<string>()
  return glyphs.filter((index) => {
    const { text, x, y } = glyphAt(page, index)
    const key = `${text} ${x.toFixed(2)} ${y.toFixed(2)}`
    return !seen.has(key) && seen.add(key)
  })
}

function toSign(page: PageLayout, index: number): Sign {
  const glyph = glyphAt(page, index)
  const font = fontOf(page, glyph)
  const { text, face } = plainLetter(glyph, font)
  const isTall = glyph.ink.bottom - glyph.ink.top > TALL * glyph.size || hangsLow(glyph)
  return {
    kind: 'sign',
    text,
    role: roleOf(text),
    face,
    isMath: font.math,
    font: glyph.font,
    isTall,
    isUnknown: glyph.text.includes('\uFFFD'),
    box: glyph.ink,
    em: glyph.size,
    baseline: isTall || roleOf(text) === 'operator' ? undefined : glyph.y,
    glyphs: [index],
    from: glyph.x,
    to: glyph.x + glyph.advance,
  }
}

/** TeX's extension fonts hang their glyphs below the origin. */
const hangsLow = (glyph: Glyph): boolean => glyph.ink.top > glyph.y - 0.1 * glyph.size && glyph.ink.bottom > glyph.y + 0.5 * glyph.size

/** Mathematical alphabets of Unicode: block start, faces by order, letters each. */
const ALPHABETS: readonly Face[] = [
  'bold',
  'italic',
  'bold-italic',
  'script',
  'script',
  'fraktur',
  'double-struck',
  'fraktur',
  'sans',
  'sans',
  'sans',
  'sans',
  'mono',
]
const ALPHABET_START = 0x1d400
const LETTERS = 52
/** Letters that Unicode had encoded before its mathematical alphabets. */
const OLDER: Readonly<Record<string, readonly [string, Face]>> = {
  ℎ: ['h', 'italic'],
  ℂ: ['C', 'double-struck'],
  ℍ: ['H', 'double-struck'],
  ℕ: ['N', 'double-struck'],
  ℙ: ['P', 'double-struck'],
  ℚ: ['Q', 'double-struck'],
  ℝ: ['R', 'double-struck'],
  ℤ: ['Z', 'double-struck'],
  ℬ: ['B', 'script'],
  ℰ: ['E', 'script'],
  ℱ: ['F', 'script'],
  ℋ: ['H', 'script'],
  ℐ: ['I', 'script'],
  ℒ: ['L', 'script'],
  ℳ: ['M', 'script'],
  ℛ: ['R', 'script'],
}

/** The letter without its mathematical alphabet, which becomes the face. */
function plainLetter(glyph: Glyph, font: Font): { text: string; face: Face } {
  const text = glyph.text
  const code = text.codePointAt(0) ?? 0
  const older = OLDER[text]
  if (older) return { text: older[0], face: older[1] }
  if (code >= ALPHABET_START && code <= 0x1d7ff) {
    const plain = text.normalize('NFKC')
    const face = code < 0x1d6a4 ? (ALPHABETS[Math.floor((code - ALPHABET_START) / LETTERS)] ?? 'italic') : greekFace(code)
    return { text: plain, face }
  }
  return { text, face: faceOf(text, font) }
}

/** Greek alphabets of 58 letters follow at 1D6A8, digits at 1D7CE. */
function greekFace(code: number): Face {
  if (code < 0x1d6a8) return 'italic'
  if (code >= 0x1d7ce) return code < 0x1d7d8 ? 'bold' : code < 0x1d7e2 ? 'double-struck' : 'sans'
  return (['bold', 'italic', 'bold-italic', 'sans', 'sans'] as const)[Math.floor((code - 0x1d6a8) / 58)] ?? 'italic'
}

/** Families in which capitals are another alphabet than their code says. */
const CALLIGRAPHIC =
  /^(cmsy|cmbsy|lmmathsymbols|txb?sy|pxb?sy|ntxsy|npxsy|zplsys|mtsy|fourier-math-(cal|symbols)|eusm|stix-?mathcal|kp.*sy|jkp.*sy|mathcal)/i
const SCRIPT = /^(rsfs|stixmathscr|.*mathscr|boondox.*cal|txmath.*scr)/i
const FRAKTUR = /^(euf[mb]|.*fraktur)/i
const DOUBLE = /^(msbm|dsrom|dsss|bbm|bbold|.*mathbb|txmiaSTbb|fourier-bb)/i

/** Alphabets that stand upright where others lean: Euler’s. */
const UPRIGHT_ITALIC = /^(eur[mb]|zeur[mb]|euler-?math)\d*/i

function faceOf(text: string, font: Font): Face {
  if (!/^\p{L}+$/u.test(text)) return font.bold ? 'bold' : 'upright'
  if (/^[A-Z]$/.test(text) && CALLIGRAPHIC.test(font.name)) return 'calligraphic'
  if (SCRIPT.test(font.name)) return 'script'
  if (FRAKTUR.test(font.name)) return 'fraktur'
  if (DOUBLE.test(font.name)) return 'double-struck'
  if (font.mono) return 'mono'
  const isItalic =
    font.italic || UPRIGHT_ITALIC.test(font.name) || /(mi|mia|mit|mlit|mib)\d*x?$|math-?(letters-)?italic|mathmi/i.test(font.name)
  if (font.bold) return isItalic ? 'bold-italic' : 'bold'
  return isItalic ? 'italic' : 'upright'
}

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
const STACKED_BAR = /^[|‖]$/

export const isPiece = (text: string): boolean => PIECE.test(text)

/** Upper and lower ends: nothing of the same symbol comes above the one or below the other. */
const UPPER_END = /[⎛⎞⎡⎤⎧⎫⌠]/
const LOWER_END = /[⎝⎠⎣⎦⎩⎭⌡]/

/** Whether two glyphs are neighbouring parts of one built-up symbol: one over the other, with ink or a painted stroke that joins them. */
export function splices(a: Glyph, b: Glyph, strokes: readonly Box[]): boolean {
  const [upper, lower] = a.ink.top + a.ink.bottom < b.ink.top + b.ink.bottom ? [a, b] : [b, a]
  if (LOWER_END.test(upper.text) || UPPER_END.test(lower.text)) return false
  if (overlapX(a.ink, b.ink) <= 0) return false
  const isMet = lower.ink.top - upper.ink.bottom < SPLICE_GAP * a.size
  return isMet || strokes.some((stroke) => lengthens(stroke, upper) && lengthens(stroke, lower))
}

/** Whether a painted stroke goes on where the ink of a part ends. */
export const lengthens = (stroke: Box, { ink, size }: Glyph): boolean =>
  overlapX(stroke, ink) > 0 && Math.abs(overlapY(stroke, ink)) < SPLICE_GAP * size

/** Parts that stand one over another make one tall symbol. */
function joinPieces(signs: readonly Sign[]): Sign[] {
  const pieces = signs.filter((sign) => PIECE.test(sign.text) || STACKED_BAR.test(sign.text))
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
  if (STACKED_BAR.test(piece.text) !== STACKED_BAR.test(last.text)) return false
  if (overlapX(box, piece.box) <= 0 && Math.abs(last.from - piece.from) > 0.1 * piece.em) return false
  return piece.box.top - box.bottom < PIECE_GAP * piece.em && piece.box.bottom > box.bottom
}

function whole(column: readonly Sign[]): Sign {
  const [first] = column
  const box = unionAll(column.map((sign) => sign.box))
  if (!first || !box) throw new Error('A column of pieces has at least one piece.')
  if (column.length === 1 && STACKED_BAR.test(first.text)) return first
  const letters = column.map((sign) => sign.text).join('')
  const text = WHOLE.find(([parts]) => parts.test(letters))?.[1] ?? (STACKED_BAR.test(first.text) ? first.text : '|')
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

/** Signs painted into or onto one another: a stroke that negates, a bar that lengthens an arrow. */
const NEGATED: Readonly<Record<string, string>> = {
  '=': '≠',
  '∈': '∉',
  '≡': '≢',
  '⊂': '⊄',
  '∼': '≁',
  '<': '≮',
  '>': '≯',
  '∥': '∦',
  '|': '∤',
}
const LENGTHENED: Readonly<Record<string, string>> = {
  '−→': '⟶',
  '←−': '⟵',
  '=⇒': '⟹',
  '⇐=': '⟸',
  '←→': '⟷',
  '⇐⇒': '⟺',
  '∫∫': '∬',
  '↦→': '↦',
  '∣→': '↦',
}
/** Em. Parts of a long arrow run into one another by at least this much. */
const RUN_IN = 0.05

function joinOverlaid(signs: readonly Sign[]): Sign[] {
  const joined: Sign[] = []
  for (const sign of signs) {
    const before = joined.at(-1)
    const text = before && overlaid(before, sign)
    if (before && text) joined[joined.length - 1] = { ...merged(before, sign), text, role: roleOf(text) }
    else joined.push(sign)
  }
  return joined
}

function overlaid(before: Sign, sign: Sign): string | undefined {
  const common = overlapX(before.box, sign.box)
  const isStroke = (other: Sign): boolean => other.text === '\u0338' || other.text === '̸'
  if (common > 0.3 * Math.min(width(before.box), width(sign.box))) {
    if (isStroke(before)) return NEGATED[sign.text]
    if (isStroke(sign)) return NEGATED[before.text]
  }
  if (before.text === '−' && sign.text === '→' && level(before, sign) && common > -RUN_IN * sign.em) return '⟶'
  return common > RUN_IN * sign.em && level(before, sign) ? LENGTHENED[before.text + sign.text] : undefined
}

/** Em. Dots of an ellipsis are set apart by a thin space. */
const DOT_GAP = 0.4
const DOTS: Readonly<Record<string, string>> = { '.': '…', '⋅': '⋯', '·': '⋯' }

/** Three dots in a row are one sign. */
function joinDots(signs: readonly Sign[]): Sign[] {
  const joined: Sign[] = []
  for (const sign of signs) {
    const [first, second] = joined.slice(-2)
    const whole = DOTS[sign.text]
    if (whole && first?.text === sign.text && second?.text === sign.text && areDots(first, second) && areDots(second, sign)) {
      joined.splice(-2, 2, { ...merged(merged(first, second), sign), text: whole, role: roleOf(whole) })
    } else joined.push(sign)
  }
  return joined
}

const areDots = (a: Sign, b: Sign): boolean => level(a, b) && b.box.left - a.box.right < DOT_GAP * a.em

const width = (box: Box): number => box.right - box.left

const level = (a: Sign, b: Sign): boolean =>
  a.baseline !== undefined && b.baseline !== undefined && Math.abs(a.baseline - b.baseline) < 0.05 * a.em

const merged = (a: Sign, b: Sign): Sign => ({
  ...(a.role === 'relation' || b.text === '\u0338' ? a : b),
  box: unionAll([a.box, b.box]) ?? a.box,
  glyphs: [...a.glyphs, ...b.glyphs],
  from: Math.min(a.from, b.from),
  to: Math.max(a.to, b.to),
})

/** Whether a sign is an accent by what it is; whether it is one here depends on what stands under it. */
export const couldBeAccent = (sign: Sign): boolean => asAccent(sign.text) !== undefined
