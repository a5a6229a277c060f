import type { Font, Glyph } from '../../schemas/layout.ts'
import type { Face } from './model.ts'

/** Mathematical alphabets of Unicode: block start, faces by order, letters each. Its one script alphabet is what `\mathcal` sets. */
const ALPHABETS: readonly Face[] = [
  'bold',
  'italic',
  'bold-italic',
  'calligraphic',
  'calligraphic',
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
const GREEK_START = 0x1d6a8
const GREEK_LETTERS = 58
const GREEK_VARIANTS_FROM = 51
const DIGIT_START = 0x1d7ce
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
  ℬ: ['B', 'calligraphic'],
  ℰ: ['E', 'calligraphic'],
  ℱ: ['F', 'calligraphic'],
  ℋ: ['H', 'calligraphic'],
  ℐ: ['I', 'calligraphic'],
  ℒ: ['L', 'calligraphic'],
  ℳ: ['M', 'calligraphic'],
  ℛ: ['R', 'calligraphic'],
  𝓁: ['ℓ', 'italic'],
  𝓵: ['ℓ', 'bold-italic'],
}

/** The letter without its mathematical alphabet, which becomes the face. */
export function plainLetter(glyph: Glyph, font: Font): { text: string; face: Face } {
  const text = glyph.text
  const code = text.codePointAt(0) ?? 0
  if (text === 'ƒ') return { text: 'f', face: 'italic' } // the f that descends, as some designs draw it in formulas
  if (text === '○' && font.math) return { text: '∘', face: 'upright' } // a bullet in text
  const older = OLDER[text]
  if (older) return { text: older[0], face: older[1] }
  if (code >= ALPHABET_START && code <= 0x1d7ff) {
    const plain = greekVariant(code) ?? text.normalize('NFKC')
    const face = code < 0x1d6a4 ? (ALPHABETS[Math.floor((code - ALPHABET_START) / LETTERS)] ?? 'italic') : greekFace(code)
    return { text: plain, face }
  }
  return { text, face: faceOf(text, font) }
}

/** The last seven letters of each Greek alphabet, which compatibility mapping would make the common forms of other letters. */
const GREEK_VARIANTS = [...'∂ϵϑϰϕϱϖ']

const greekVariant = (code: number): string | undefined =>
  code >= GREEK_START && code < DIGIT_START ? GREEK_VARIANTS[((code - GREEK_START) % GREEK_LETTERS) - GREEK_VARIANTS_FROM] : undefined

/** Greek alphabets of 58 letters follow one another, then come the digits. */
function greekFace(code: number): Face {
  if (code < GREEK_START) return 'italic'
  if (code >= DIGIT_START) return code < 0x1d7d8 ? 'bold' : code < 0x1d7e2 ? 'double-struck' : 'sans'
  return (['bold', 'italic', 'bold-italic', 'sans', 'sans'] as const)[Math.floor((code - GREEK_START) / GREEK_LETTERS)] ?? 'italic'
}

/** Families in which capitals are another alphabet than their code says. */
const CALLIGRAPHIC =
  /^(cmsy|cmbsy|hfbrsy|lmmathsymbols|txb?sy|pxb?sy|ntxsy|npxsy|zplsys|mtsy|fourier-math-(cal|symbols)|eusm|stix-?mathcal|kp.*sy|jkp.*sy|mathcal|(katex|mathjax|mjx).*cal)/i
const SCRIPT = /^(rsfs|stixmathscr|(katex|mathjax|mjx).*script|.*mathscr|boondox.*cal|txmath.*scr)/i
const FRAKTUR = /^(euf[mb]|[tp]xb?mia|.*fraktur)/i
const DOUBLE = /^(msbm|hfbrbs|[tp]xsyb|kp-+m-syb|.*blackboard|dsrom|dsss|bbm|bbold|(katex|mathjax|mjx).*ams|.*mathbb|txmiaSTbb|fourier-bb)/i

/** Alphabets that stand upright where others lean: Euler’s. */
const UPRIGHT_ITALIC = /^(eur[mb]|zeur[mb]|euler-?math)\d*/i

function faceOf(text: string, font: Font): Face {
  if (!/^\p{L}+$/u.test(text)) return font.bold ? 'bold' : 'upright'
  if (DOUBLE.test(font.name)) return 'double-struck'
  if (/^[A-Z]$/.test(text) && CALLIGRAPHIC.test(font.name)) return 'calligraphic'
  if (SCRIPT.test(font.name)) return 'script'
  if (/^[A-Za-z]$/.test(text) && FRAKTUR.test(font.name)) return 'fraktur'
  if (font.mono) return 'mono'
  const isItalic =
    font.italic || UPRIGHT_ITALIC.test(font.name) || /(mi|mia|mit|mlit|mib)\d*x?$|math-?(letters-)?italic|mathmi/i.test(font.name)
  if (font.bold) return isItalic ? 'bold-italic' : 'bold'
  return isItalic ? 'italic' : 'upright'
}
