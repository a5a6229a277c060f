import type { Atom, Item, Row } from './model.ts'

/** Symbols of rows in the order in which MathML lists them: base, below, above; numerator, denominator; radicand, index. */
export const symbolsOfRows = (rows: readonly Row[]): string[] => rows.flatMap(symbolsOf)

const symbolsOf = (row: Row): string[] => row.flatMap(ofItem)

function ofItem({ base, sub, sup, over, under }: Item): string[] {
  const own = base ? ofAtom(base) : []
  return [...own, ...symbolsOf(under), ...symbolsOf(sub), ...symbolsOf(over), ...symbolsOf(sup)]
}

function ofAtom(atom: Atom): string[] {
  switch (atom.kind) {
    case 'sign':
      return [...atom.text]
    case 'fraction':
      return [...(atom.hasBar ? [] : ['(']), ...symbolsOf(atom.over), ...symbolsOf(atom.under), ...(atom.hasBar ? [] : [')'])]
    case 'radical':
      return [...symbolsOf(atom.body), ...symbolsOf(atom.index)]
    case 'accented':
      return [...symbolsOf(atom.body), ...(ACCENT_SIGNS[atom.command] ?? [])]
    case 'table':
      return [...atom.open, ...atom.rows.flat().flatMap(symbolsOf), ...atom.close]
  }
}

/** What MathML puts over or under the body for each command. */
const ACCENT_SIGNS: Readonly<Record<string, readonly string[]>> = {
  '\\dot': ['˙'],
  '\\ddot': ['¨'],
  '\\dddot': ['...'],
  '\\ddddot': ['....'],
  '\\hat': ['^'],
  '\\widehat': ['^'],
  '\\tilde': ['~'],
  '\\widetilde': ['~'],
  '\\bar': ['ˉ'],
  '\\overline': ['‾'],
  '\\underline': ['‾'],
  '\\vec': ['→'],
  '\\overrightarrow': ['→'],
  '\\overleftarrow': ['←'],
  '\\check': ['ˇ'],
  '\\widecheck': ['ˇ'],
  '\\breve': ['˘'],
  '\\acute': ['ˊ'],
  '\\grave': ['ˋ'],
  '\\mathring': ['˚'],
  '\\overbrace': ['⏞'],
  '\\underbrace': ['⏟'],
}
