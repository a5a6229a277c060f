import { STRETCHED } from './arrows.ts'
import { pairs, type Sized } from './delimiters.ts'
import { signLatex } from './letters.ts'
import type { Atom, Item, Row, Table } from './model.ts'
import { areStaggered } from './staggered.ts'
import { FUNCTIONS, OTHER_FUNCTIONS, SIGNS } from './symbols.ts'
import { isCount, signText, unitAt, WORD_GAP, wordAt } from './words.ts'

/** Em. White that is more than the rules of setting put there: between a formula and its condition. */
const QUAD = 0.85
const DOUBLE_QUAD = 1.7

/** LaTeX of a row. Every sign of the row comes out, in its place; nothing else does. */
export function toLatex(row: Row): string {
  const parts: string[] = []
  const closers = pairs(row)
  for (let at = 0; at < row.length; ) {
    const item = row[at]
    if (!item) break
    const unit = unitAt(row, at)
    if (at > 0) parts.push(unit > 0 ? unitSpace(row[at - 1], item) : spacing(row, at))
    if (unit > 0) {
      parts.push(unitLatex(row.slice(at, at + unit)))
      at += unit
      continue
    }
    if (closers.get(at + 1) === 'evaluated') parts.push('\\left.')
    const word = wordAt(row, at)
    const conclusion = conclusionAt(row, at)
    if (conclusion) {
      parts.push(conclusion)
      at++
      continue
    }
    parts.push(word ? wordLatex(row.slice(at, at + word.length), word.text) : itemLatex(item, closers.get(at)))
    at += word?.length ?? 1
  }
  return join(parts)
}

/** Double arrows between statements have a thick space of their own beside that of a relation. */
const CONCLUSIONS: Readonly<Record<string, string>> = { '⟹': '\\implies', '⟺': '\\iff' }
/** Em. Twice a thick space (0.56) less side bearings; a relation has one (0.28). */
const AROUND_CONCLUSION = 0.42

function conclusionAt(row: Row, at: number): string | undefined {
  const [item, next] = [row[at], row[at + 1]]
  if (item?.base?.kind !== 'sign' || item.over.length + item.under.length + item.sup.length + item.sub.length > 0) return undefined
  const isSetOff =
    (at === 0 || beyondQuads(item.gap) > AROUND_CONCLUSION) && (next === undefined || beyondQuads(next.gap) > AROUND_CONCLUSION)
  return isSetOff && row.length > 1 ? CONCLUSIONS[item.base.text] : undefined
}

/** White that is not told by a quad of its own. */
function beyondQuads(gap: number): number {
  if (gap > DOUBLE_QUAD) return gap - 2
  return gap > QUAD ? gap - 1 : gap
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

/** A thin space before a unit, none after a ring or before a hyphen, which join it. */
const unitSpace = (before: Item | undefined, item: Item): string =>
  isHyphenSign(item) || /^[∘°◦]$/.test(signText(before?.sup.at(-1))) ? '' : '\\,'

/** A unit upright; the ring of degrees is no letter and stands outside. */
function unitLatex(items: Row): string {
  const [first] = items
  if (first && isHyphenSign(first)) return `\\text{-}${hasRing(first) ? '{}^{\\circ}' : ''}${unitLatex(items.slice(1))}`
  const stretches: Item[][] = [[]]
  for (const item of items) {
    if (isRing(item)) stretches.push([])
    else stretches.at(-1)?.push(hasRing(item) ? { ...item, sup: [] } : item)
    if (hasRing(item)) stretches.push([])
  }
  const upright = stretches.map((stretch) => (stretch.length > 0 ? `\\mathrm{${stretch.map(unitPart).join('')}}` : ''))
  return upright.join('{}^{\\circ}').replace(/^\{\}/, '')
}

const isHyphenSign = ({ base }: Item): boolean => base?.kind === 'sign' && /^[-‐‑]$/.test(base.text)

/** As a sign of its own, or raised after a point. */
const isRing = (item: Item): boolean => signText(item) === '°'
const hasRing = ({ sub, sup }: Item): boolean => sub.length === 0 && sup.length === 1 && /^[∘°◦]$/.test(signText(sup[0]))

function unitPart(item: Item): string {
  const sign = item.base?.kind === 'sign' ? item.base : undefined
  const text = isHyphenSign(item) ? '\\text{-}' : undefined
  const body = text ?? (sign ? (SIGNS.get(sign.text)?.latex ?? sign.text) : '')
  return `${/^\\[a-zA-Z]+$/.test(body) ? `${body} ` : body}${scripts(item.sub, item.sup)}`
}

function wordLatex(items: Row, text: string): string {
  const last = items.at(-1)
  const limits = items.flatMap((item) => item.under)
  if (!last) return ''
  if (limits.length > 0 && !FUNCTIONS.has(text)) return `\\operatorname*{${text}}_${grouped(toLatex(limits))}${scripts(last.sub, last.sup)}`
  if (limits.length > 0 && text === 'arg') return `\\underset{${toLatex(limits)}}{\\arg}${scripts(last.sub, last.sup)}`
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
  const arrow = base?.kind === 'sign' && item.over.length + item.under.length > 0 ? STRETCHED[base.text] : undefined
  if (arrow)
    return `${arrow}${item.under.length > 0 ? `[${toLatex(item.under)}]` : ''}{${toLatex(item.over)}}${scripts(item.sub, item.sup)}`
  const over = item.over.length > 0 ? `\\overset{${toLatex(item.over)}}{${body}}` : body
  const stacked = item.under.length > 0 ? `\\underset{${toLatex(item.under)}}{${over}}` : over
  if (areStaggered(item)) return `${stacked}^${grouped(toLatex(item.sup))}{}_${grouped(toLatex(item.sub))}`
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
  const ring = /^[\d−]+[∘°◦]$/.test(sup.slice(primes).map(signText).join(''))
  const rest = sup.slice(primes, ring ? -1 : undefined)
  const low = sub.length > 0 ? `_${grouped(toLatex(sub))}` : ''
  const high = rest.length > 0 ? `^${grouped(toLatex(rest))}` : ''
  // a quantity in degrees may have a power of ten: the ring is none of it
  return `${marks}${low}${high}${ring ? '\\,{}^{\\circ}' : ''}`
}

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
  if (table.open + table.close === '') return `\\substack{${body}}`
  const environment = ENVIRONMENTS[table.open + table.close]
  if (environment) return `\\begin{${environment}} ${body} \\end{${environment}}`
  const delimiter = (text: string): string => (text === '' ? '.' : (SIGNS.get(text)?.latex ?? text))
  return `\\left${delimiter(table.open)}\\begin{matrix} ${body} \\end{matrix}\\right${delimiter(table.close)}`
}
