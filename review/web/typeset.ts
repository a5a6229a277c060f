import katex from 'katex'

/** Characters. A longer formula is shown as source: typesetting it could hang the page. */
const MAX_LATEX = 4000

/** Item text is hostile: no links, no own macros without bound, no boxes larger than a page. */
const KATEX = { trust: false, strict: 'ignore', maxSize: 40, maxExpand: 300 } as const

/** Puts a formula into an element, typeset. What KaTeX cannot read is shown as source, marked. */
export function typeset(latex: string, into: HTMLElement, displayMode: boolean): void {
  try {
    if (latex.length > MAX_LATEX) throw new RangeError('too long to typeset')
    katex.render(latex, into, { ...KATEX, displayMode, throwOnError: false })
  } catch (error) {
    // deep nesting overflows KaTeX’s stack; the source is what is left to show
    const source = document.createElement('code')
    source.className = 'unreadable'
    source.title = error instanceof Error ? error.message : String(error)
    source.textContent = latex.slice(0, MAX_LATEX)
    into.replaceChildren(source)
  }
}

/** Whether `typeset` shows a formula as a formula, not as marked source. */
export function canTypeset(latex: string, displayMode: boolean): boolean {
  if (latex.length > MAX_LATEX) return false
  try {
    katex.renderToString(latex, { ...KATEX, displayMode, throwOnError: true })
    return true
  } catch {
    return false
  }
}
