import type { Atom, Face, Item, Row, Sign, Table } from './model.ts'
import { FUNCTIONS, OTHER_FUNCTIONS, SIGNS } from './symbols.ts'
import { isUnit } from './units.ts'

/** Em. White inside a word stays under this; a thin space (0.167) ends it. */
const WORD_GAP = 0.12
/** Em. White that is more than the rules of setting put there: between a formula and its condition. */
const QUAD = 0.85
/** Share of a grown bar’s height that its content fills. */
const GROWN = 0.7
const DOUBLE_QUAD = 1.7

/** LaTeX of a row. Every sign of the row comes out, in its place; nothing else does. */
export function toLatex(row: Row): string {
  const parts: string[] = []
  const closers = pairs(row)
  for (let at = 0; at < row.length; ) {
    const item = row[at]
    if (!item) break
    const unit = unitAt(row, at)
    if (at > 0) parts.push(unit > 0 ? '\\,' : spacing(row, at))
    if (unit > 0) {
      parts.push(
        `\\mathrm{${row
          .slice(at, at + unit)
          .map(unitPart)
          .join('')}}`,
      )
      at += unit
      continue
    }
    if (isEvaluated(row, at + 1, closers)) parts.push('\\left.')
    const word = wordAt(row, at)
    parts.push(word ? wordLatex(row.slice(at, at + word.length), word.text) : itemLatex(item, closers.get(at)))
    at += word?.length ?? 1
  }
  return join(parts)
}

/** A command must not swallow the letter after it. */
function join(parts: readonly string[]): string {
  let text = ''
  for (const part of parts) {
    if (part === '') continue
    text += /\\[a-zA-Z]+$/.test(text) && /^[a-zA-Z]/.test(part) ? ` ${part}` : part
  }
  return text
}

/** A space that says something: quads in displays, a thin one between a number and its unit or where the page shows one. */
function spacing(row: Row, at: number): string {
  const before = row[at - 1]
  const item = row[at]
  const gap = item?.gap ?? 0
  if (gap > DOUBLE_QUAD) return '\\qquad '
  if (gap > QUAD) return '\\quad '
  if (gap < WORD_GAP || !before || !item) return ''
  const role = (one: Item): string => (one.base?.kind === 'sign' ? one.base.role : 'ordinary')
  const isLoose = (one: Item): boolean => ['binary', 'relation', 'operator', 'punctuation'].includes(role(one))
  return isLoose(before) || isLoose(item) ? '' : '\\,'
}

/** Em. White inside a compound unit: "kJ/kg · K". */
const UNIT_GAP = 0.4

/** Length of the unit that follows a number here: upright letters that are units, with strokes, points, brackets and exponents. */
function unitAt(row: Row, from: number): number {
  const before = row[from - 1]?.base
  if (before?.kind !== 'sign' || !/^[\d%]$/.test(before.text)) return 0
  let at = from
  let end = from
  let depth = 0
  while (at < row.length && (at === from || (row[at]?.gap ?? 0) < UNIT_GAP)) {
    const text = signBase(row[at])
    const word = /^[\p{L}°]/u.test(text) ? letters(row, at) : ''
    if (word !== '' && isUnit(word)) {
      at += [...word].length
      if (depth === 0) end = at
      if ((row[at]?.gap ?? 1) > UNIT_GAP) break
    } else if (/^[/·⋅∙(]$/.test(text) && at > from) {
      if (text === '(') depth++
      at++
    } else if (text === ')' && depth > 0) {
      depth--
      at++
      if (depth === 0) end = at
    } else break
  }
  return end - from
}

const signBase = (item: Item | undefined): string => (item?.base?.kind === 'sign' ? item.base.text : '')

/** Upright letters from here on that stand together, the last with its exponent. */
function letters(row: Row, from: number): string {
  let word = ''
  for (let at = from; at < row.length; at++) {
    const item = row[at]
    const sign = item?.base?.kind === 'sign' ? item.base : undefined
    if (!item || !sign || sign.face !== 'upright' || !/^[\p{L}°]$/u.test(sign.text) || (at > from && item.gap > WORD_GAP)) break
    word += sign.text
    if (item.sup.length + item.sub.length > 0) break
  }
  return word
}

function unitPart(item: Item): string {
  const sign = item.base?.kind === 'sign' ? item.base : undefined
  const body = sign ? (SIGNS.get(sign.text)?.latex ?? sign.text) : ''
  return `${/^\\[a-zA-Z]+$/.test(body) ? `${body} ` : body}${scripts(item.sub, item.sup)}`
}

interface Word {
  readonly text: string
  readonly length: number
}

/** Upright letters that follow one another without white; figures may hang on any of them (CO₂, C₈H₁₈), other scripts on the last. */
function wordAt(row: Row, from: number): Word | undefined {
  let text = ''
  let at = from
  for (; at < row.length; at++) {
    const item = row[at]
    const sign = item?.base?.kind === 'sign' ? item.base : undefined
    if (!item || !sign || !isWordLetter(sign) || (at > from && item.gap > WORD_GAP)) break
    text += sign.text
    if (item.sup.length + item.sub.length > 0 && !isCount(item)) {
      at++
      break
    }
  }
  return at === from ? undefined : { text, length: at - from }
}

const isWordLetter = (sign: Sign): boolean => sign.face === 'upright' && /^\p{L}+$/u.test(sign.text) && !SIGNS.has(sign.text)

/** Figures and charges alone hang on the letter, as in chemistry. */
const isCount = (item: Item): boolean => [...item.sub, ...item.sup].every((part) => /^[\d+−]$/.test(signText(part)))

function wordLatex(items: Row, text: string): string {
  const last = items.at(-1)
  const limits = items.flatMap((item) => item.under)
  if (!last) return ''
  if (FUNCTIONS.has(text)) return `\\${text}${scripts([...last.sub, ...limits], last.sup)}`
  if (OTHER_FUNCTIONS.has(text)) return `\\operatorname{${text}}${scripts([...last.sub, ...limits], last.sup)}`
  const inner = items.map(
    (item) =>
      `${signText({ ...item, sub: [], sup: [] }).normalize('NFKC')}${item === last && !isCount(item) ? '' : scripts(item.sub, item.sup)}`,
  )
  return `\\mathrm{${inner.join('')}}${isCount(last) ? '' : scripts([...last.sub, ...limits], last.sup)}`
}

function itemLatex(item: Item, sized: Sized | undefined): string {
  const { base } = item
  const body = base ? atomLatex(base, sized) : '{}'
  if (base?.kind === 'sign' && base.role === 'operator') {
    const limits = item.over.length + item.under.length > 0 && /int/.test(body) ? '\\limits' : ''
    return `${body}${limits}${scripts([...item.under, ...item.sub], [...item.over, ...item.sup])}`
  }
  if (base?.kind === 'accented' && /brace/.test(base.command)) {
    return `${body}${scripts(item.under, item.over)}${scripts(item.sub, item.sup)}`
  }
  const over = item.over.length > 0 ? `\\overset{${toLatex(item.over)}}{${body}}` : body
  const stacked = item.under.length > 0 ? `\\underset{${toLatex(item.under)}}{${over}}` : over
  const needsGroup = base?.kind === 'sign' && /\^/.test(body) && item.sup.length + item.sub.length > 0
  return `${needsGroup ? `{${stacked}}` : stacked}${scripts(item.sub, item.sup)}`
}

const PRIME = /^[′″‴'’ʹ]$/

function scripts(sub: Row, sup: Row): string {
  let primes = 0
  while (PRIME.test(signText(sup[primes]))) primes++
  const marks = sup
    .slice(0, primes)
    .map((item) => SIGNS.get(signText(item))?.latex ?? "'")
    .join('')
  const rest = sup.slice(primes)
  const low = sub.length > 0 ? `_${grouped(toLatex(sub))}` : ''
  const high = rest.length > 0 ? `^${grouped(toLatex(rest))}` : ''
  return `${marks}${low}${high}`
}

const signText = (item: Item | undefined): string =>
  item?.base?.kind === 'sign' && item.sup.length + item.sub.length === 0 ? item.base.text : ''

const grouped = (latex: string): string => (/^[A-Za-z0-9]$/.test(latex) ? latex : `{${latex}}`)

function atomLatex(atom: Atom, sized: Sized | undefined): string {
  switch (atom.kind) {
    case 'sign':
      return signLatex(atom, sized)
    case 'fraction':
      return `${atom.hasBar ? '\\frac' : '\\binom'}{${toLatex(atom.over)}}{${toLatex(atom.under)}}`
    case 'radical':
      return atom.index.length > 0 ? `\\sqrt[${toLatex(atom.index)}]{${toLatex(atom.body)}}` : `\\sqrt{${toLatex(atom.body)}}`
    case 'accented':
      return `${atom.command}{${toLatex(atom.body)}}`
    case 'table':
      return tableLatex(atom)
  }
}

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

function signLatex(sign: Sign, sized: Sized | undefined): string {
  const latex = SIGNS.get(sign.text)?.latex ?? decomposed(sign.text)
  if (sized) return `\\${sized}${latex}`
  if (sign.isTall && (sign.role === 'fence' || sign.role === 'open' || sign.role === 'close')) return `\\${size(sign)}${latex}`
  if (!/^[\p{L}\p{N}]/u.test(sign.text)) return latex
  const isNamed = /^\\/.test(latex)
  const command = isNamed ? (/^bold/.test(sign.face) ? '\\boldsymbol' : '') : FACES[sign.face]
  return command === '' ? latex : `${command}{${latex}}`
}

/** Sizes that fit a delimiter's height in ems. */
const size = (sign: Sign): string => {
  const height = (sign.box.bottom - sign.box.top) / sign.em
  return height < 1.5 ? 'big' : height < 2.1 ? 'Big' : height < 2.7 ? 'bigg' : 'Bigg'
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

/** A lone tall bar with a script says at which values what stands before it is taken. */
const isEvaluated = (row: Row, at: number, closers: ReadonlyMap<number, Sized>): boolean => {
  const item = row[at]
  return item?.base?.kind === 'sign' && item.base.role === 'fence' && item.base.isTall && closers.get(at) === 'right'
}

type Sized = 'left' | 'right'

/** Tall delimiters of the row that open and close one another. */
function pairs(row: Row): Map<number, Sized> {
  const found = new Map<number, Sized>()
  const open: number[] = []
  row.forEach((item, at) => {
    const sign = item.base?.kind === 'sign' && item.base.isTall ? item.base : undefined
    if (sign?.role === 'open') open.push(at)
    if (sign?.role === 'fence' && item.sub.length + item.sup.length > 0 && isAsTall(row[at - 1], sign)) found.set(at, 'right')
    if (sign?.role !== 'close') return
    const from = open.pop()
    if (from === undefined) return
    found.set(from, 'left')
    found.set(at, 'right')
  })
  return found
}

/** The bar was grown to what it follows, not chosen by hand. */
function isAsTall(item: Item | undefined, bar: Sign): boolean {
  const box = item?.base?.box
  return box !== undefined && box.bottom - box.top > GROWN * (bar.box.bottom - bar.box.top)
}

const ENVIRONMENTS: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
  '{': 'cases',
}

function tableLatex(table: Table): string {
  const body = table.rows.map((cells) => cells.map(toLatex).join(' & ')).join(' \\\\ ')
  const environment = ENVIRONMENTS[table.open + table.close]
  if (environment) return `\\begin{${environment}} ${body} \\end{${environment}}`
  const delimiter = (text: string): string => (text === '' ? '.' : (SIGNS.get(text)?.latex ?? text))
  return `\\left${delimiter(table.open)}\\begin{matrix} ${body} \\end{matrix}\\right${delimiter(table.close)}`
}
