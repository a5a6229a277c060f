import { STRETCHED } from './arrows.ts'
import { BAR, LINE, type Mark, spelt } from './marks.ts'
import { type Accented, type Atom, axisOf, type Item, largestEm, type Row, type Sign, type Table } from './model.ts'
import { areStaggered } from './staggered.ts'
import { wordAt } from './words.ts'

/** Symbols of rows with their places on the page, in the order in which KaTeX builds what it sets. */
export function marksOfRows(rows: readonly Row[]): Mark[] {
  const em = mainEm(rows)
  return rows.flatMap((row) => marksOf(row, em))
}

/** Type size of the line: of its largest letters, not of what is enlarged. */
const mainEm = (rows: readonly Row[]): number => largestEm(rows.flat().flatMap(({ base }) => (base ? [base] : []))) || 1

function marksOf(row: Row, em: number): Mark[] {
  const marks: Mark[] = []
  for (let at = 0; at < row.length; ) {
    const items = row.slice(at, at + (wordAt(row, at)?.length ?? 1))
    // type under an operator’s name hangs on its first letter and is read after its last
    const limits = items.length > 1 ? items.flatMap(({ under }) => marksOf(under, em)) : []
    for (const item of items) marks.push(...ofItem(items.length > 1 ? { ...item, under: [] } : item, em))
    marks.push(...limits)
    at += items.length
  }
  return marks
}

function ofItem(item: Item, em: number): Mark[] {
  const { base, sub, sup, over, under } = item
  const [low, high, above, below] = [sub, sup, over, under].map((row) => marksOf(row, em)) as [Mark[], Mark[], Mark[], Mark[]] // four in, four out
  const own = base ? ofAtom(base, em) : []
  const isLimit = base?.kind === 'sign' && (base.role === 'operator' || STRETCHED[base.text] !== undefined)
  const isBrace = base?.kind === 'accented'
  return [
    ...own,
    ...(isLimit || isBrace ? [...below, ...above] : [...above, ...below]),
    ...(areStaggered(item) ? [...high, ...low] : [...low, ...high]),
  ]
}

function ofAtom(atom: Atom, em: number): Mark[] {
  switch (atom.kind) {
    case 'sign':
      return ofSign(atom, em)
    case 'fraction':
      return [
        ...(atom.hasBar ? [] : [{ text: '(' }]),
        ...marksOf(atom.under, em),
        ...(atom.hasBar ? [{ text: BAR }] : []),
        ...marksOf(atom.over, em),
        ...(atom.hasBar ? [] : [{ text: ')' }]),
      ]
    case 'radical':
      return [...marksOf(atom.index, em), ...marksOf(atom.body, em), { text: '√' }]
    case 'accented':
      return [...marksOf(atom.body, em), ...accentMarks(atom)]
    case 'table':
      return ofTable(atom, em)
  }
}

function ofSign(sign: Sign, em: number): Mark[] {
  const place = { left: sign.box.left / em, right: sign.box.right / em, axis: axisOf(sign) / em, size: sign.em / em }
  const symbols = spelt(sign.text)
  if (sign.text === '°') return symbols.map((text) => ({ text })) // on the line as a character of its own, raised as it is set
  return symbols.map((text) => (symbols.length === 1 ? { text, place } : { text }))
}

const ofTable = ({ open, close, rows }: Table, em: number): Mark[] => [
  ...spelt(open).map((text) => ({ text })),
  ...rows.flat().flatMap((row) => marksOf(row, em)),
  ...spelt(close).map((text) => ({ text })),
]

const accentMarks = ({ command }: Accented): Mark[] =>
  (ACCENT_SIGNS[command] ?? []).flatMap((sign) => spelt(sign).map((text) => ({ text })))

/** What is set over or under the body for each command. */
const ACCENT_SIGNS: Readonly<Record<string, readonly string[]>> = {
  '\\dot': ['˙'],
  '\\ddot': ['¨'],
  '\\dddot': ['.', '.', '.'],
  '\\ddddot': ['.', '.', '.', '.'],
  '\\hat': ['^'],
  '\\widehat': ['^'],
  '\\tilde': ['~'],
  '\\widetilde': ['~'],
  '\\bar': ['ˉ'],
  '\\overline': [LINE],
  '\\underline': [LINE],
  '\\vec': ['→'],
  '\\overrightarrow': ['→'],
  '\\overleftarrow': ['←'],
  '\\overleftrightarrow': ['↔'],
  '\\check': ['ˇ'],
  '\\widecheck': ['ˇ'],
  '\\breve': ['˘'],
  '\\acute': ['ˊ'],
  '\\grave': ['ˋ'],
  '\\mathring': ['˚'],
  '\\overbrace': ['⏞'],
  '\\underbrace': ['⏟'],
}
