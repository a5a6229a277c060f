import katex from 'katex'

/** Why LaTeX does not parse; undefined when it does. */
export function faultOf(latex: string, display: boolean): string | undefined {
  try {
    katex.renderToString(latex, { displayMode: display, throwOnError: true, strict: 'ignore', output: 'mathml' })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error)
  }
}

export interface Span {
  readonly latex: string
  readonly display: boolean
}

const FORMULA = /(?<!\\)\$\$([\s\S]*?)(?<!\\)\$\$|(?<!\\)\$((?:\\.|[^$\\])+?)\$/gu

/** Formulas of a Markdown text, and whether a dollar sign is left over, which means that a formula has lost its end. */
export function formulasOf(text: string): { spans: Span[]; loose: boolean } {
  const spans: Span[] = []
  const rest = text.replace(FORMULA, (_, display: string | undefined, inline: string | undefined) => {
    spans.push(display === undefined ? { latex: inline ?? '', display: false } : { latex: display, display: true })
    return ' '
  })
  return { spans, loose: /(?<!\\)\$/u.test(rest) }
}

/** A formula's LaTeX exchanged in a Markdown text, its tag kept: whole formulas only, and the first that is alike. */
export function withFormula(text: string, before: string, after: string): string {
  let done = false
  return text.replace(FORMULA, (whole, display: string | undefined, inline: string | undefined) => {
    const latex = display ?? inline ?? ''
    const rest = latex.startsWith(before) ? latex.slice(before.length) : undefined
    if (done || rest === undefined || !/^\s*(?:\\tag\{[^}]*\})?\s*$/u.test(rest)) return whole
    done = true
    return display === undefined ? `$${after}${rest}$` : `$$${after}${rest}$$`
  })
}
