import { type Sized, size } from './delimiters.ts'
import type { Face, Sign } from './model.ts'
import { SIGNS } from './symbols.ts'

const FACES: Readonly<Record<Face, string>> = {
  italic: '',
  upright: '',
  bold: '\\mathbf',
  'bold-italic': '\\boldsymbol',
  calligraphic: '\\mathcal',
  script: '\\mathscr',
  fraktur: '\\mathfrak',
  'double-struck': '\\mathbb',
  sans: '\\mathsf',
  mono: '\\mathtt',
}

export function signLatex(sign: Sign, sized: Sized | undefined): string {
  const latex = SIGNS.get(sign.text)?.latex ?? decomposed(sign.text)
  if (sized) return `\\${sized === 'left' ? 'left' : 'right'}${latex}`
  if (sign.isTall && (sign.role === 'fence' || sign.role === 'open' || sign.role === 'close')) return `\\${size(sign)}${latex}`
  if (!/^[\p{L}\p{N}]/u.test(sign.text)) return latex
  const isNamed = /^\\/.test(latex)
  const command = isNamed ? (/^bold/.test(sign.face) ? '\\boldsymbol' : '') : FACES[sign.face]
  return command === '' ? latex : `${command}{${latex}}`
}

const COMBINING: Readonly<Record<string, string>> = {
  '\u0300': '\\grave',
  '\u0301': '\\acute',
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0306': '\\breve',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u030a': '\\mathring',
  '\u030c': '\\check',
}

/** A letter that the page shows with its accent as one glyph; anything unknown to LaTeX goes in as text. */
function decomposed(text: string): string {
  const letters = [...text.normalize('NFD')]
  const [base = '', mark = ''] = letters
  const command = COMBINING[mark]
  if (letters.length === 2 && command) return `${command}{${SIGNS.get(base)?.latex ?? base}}`
  return /^[\x20-\x7e]+$/.test(text) ? text : `\\text{${text}}`
}
