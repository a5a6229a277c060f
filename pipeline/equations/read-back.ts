import type { Atom, Item, Row } from './model.ts'

/** Symbols of rows in the order in which MathML lists them: base, below, above; numerator, denominator; radicand, index. */
export const symbolsOfRows = (rows: readonly Row[]): string[] => rows.flatMap(symbolsOf)

function symbolsOf(row: Row): string[] {
  const symbols: string[] = []
  let limits: string[] = []
  row.forEach((item, at) => {
    // type under an operator's name hangs on its first letter and is read after its last
    const isName = isLetter(item) && isLetter(row[at + 1])
    if (isName && item.under.length > 0) limits = symbolsOf(item.under)
    symbols.push(...ofItem(isName ? { ...item, under: [] } : item))
    if (!isName) symbols.push(...limits.splice(0))
  })
  return symbols
}

const isLetter = (item: Item | undefined): boolean =>
  item?.base?.kind === 'sign' && item.base.face === 'upright' && /^\p{L}$/u.test(item.base.text)

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
