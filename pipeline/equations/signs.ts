import { fontOf, type Glyph, glyphAt, type PageLayout } from '../../schemas/layout.ts'
import { joinAcross } from './across.ts'
import { plainLetter } from './alphabets.ts'
import { joinDots } from './dots.ts'
import type { Sign } from './model.ts'
import { asDelimiters, joinOverlaid } from './overlays.ts'
import { joinPieces, partText } from './pieces.ts'
import { asAccent, roleOf } from './symbols.ts'

/** Em. Ordinary type, the parentheses of text fonts included, is no taller; sized delimiters and operators are. */
const TALL = 1.14

/** Glyphs as signs, ordered left to right: parts of built-up symbols joined, negating strokes and doubled arrows resolved. */
export function toSigns(page: PageLayout, glyphs: readonly number[], painted: readonly Sign[] = []): Sign[] {
  const signs = [...withoutCopies(page, glyphs).map((index) => toSign(page, index)), ...painted].sort((a, b) => a.box.left - b.box.left)
  return asDelimiters(joinDots(joinOverlaid(joinAcross(joinPieces(signs))))).map(asOperator)
}

/** One glyph may stand in a line twice where two bars both claim what lies between them; it is painted once. */
function withoutCopies(page: PageLayout, glyphs: readonly number[]): number[] {
  const seen = new Set<string>()
  return glyphs.filter((index) => {
    const { text, x, y } = glyphAt(page, index)
    const key = `${text} ${Math.round(100 * x)} ${Math.round(100 * y)}`
    return !seen.has(key) && seen.add(key)
  })
}

function toSign(page: PageLayout, index: number): Sign {
  const glyph = glyphAt(page, index)
  const font = fontOf(page, glyph)
  const { text: letter, face } = plainLetter(glyph, font)
  const text = partText(letter, glyph.ink, glyph.size)
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

/** Signs that are operators of their own where they are enlarged. */
const ENLARGED: Readonly<Record<string, string>> = {
  '∪': '⋃',
  '∩': '⋂',
  '∧': '⋀',
  '∨': '⋁',
  '⊕': '⨁',
  '⊗': '⨂',
  '⊙': '⨀',
  '⊎': '⨄',
  '⊔': '⨆',
}

function asOperator(sign: Sign): Sign {
  const text = sign.isTall ? ENLARGED[sign.text] : undefined
  return text === undefined ? sign : { ...sign, text, role: 'operator', baseline: undefined }
}

/** Whether a sign is an accent by what it is; whether it is one here depends on what stands under it. */
export const couldBeAccent = (sign: Sign): boolean => asAccent(sign.text) !== undefined
