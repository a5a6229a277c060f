import katex from 'katex'
import Markdown, { type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it'

/** Ems. A formula that asks for more is drawn at this size, so that no item can cover the page. */
const MAX_SIZE = 20

/** Macro expansions in one formula: far more than any book needs, few enough to end at once. */
const MAX_EXPAND = 400

/** A formula in Markdown: its LaTeX without the dollar signs. */
export interface Math {
  readonly latex: string
  readonly display: boolean
}

/** HTML of an item's Markdown with its math typeset. The text is hostile input: HTML, links and pictures in it stay text. */
export const toHtml = (markdown: string): string => typesetter.render(markdown)

/** Every formula of an item's Markdown, in order, as `toHtml` would find them. */
export function formulas(markdown: string): Math[] {
  if (!markdown.includes('$')) return []
  return finder.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])].flatMap(toMath))
}

/** What KaTeX has against a formula, or undefined when it parses. */
export function latexFault(latex: string, display: boolean): string | undefined {
  try {
    katex.renderToString(latex, { ...SETTINGS, displayMode: display, throwOnError: true, output: 'mathml' })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** HTML of one formula; one that does not parse is shown as it was written, marked as a fault. */
export function typeset({ latex, display }: Math): string {
  const html = katex.renderToString(latex, { ...SETTINGS, displayMode: display, throwOnError: false, output: 'html' })
  return `<span class="math" role="math" aria-label="${escapeHtml(latex)}">${html}</span>`
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const SETTINGS = { trust: false, strict: false, maxSize: MAX_SIZE, maxExpand: MAX_EXPAND } as const

const toMath = (token: { type: string; content: string }): Math[] =>
  token.type === 'math'
    ? [{ latex: token.content, display: false }]
    : token.type === 'display'
      ? [{ latex: token.content, display: true }]
      : []

const finder = withMath()
const typesetter = withMath()
typesetter.renderer.rules.math = (tokens, index) => typeset({ latex: tokens[index]?.content ?? '', display: false })
typesetter.renderer.rules.display = (tokens, index) => `${typeset({ latex: tokens[index]?.content ?? '', display: true })}\n`

function withMath(): MarkdownIt {
  const markdown = new Markdown({ html: false, linkify: false, typographer: false })
  markdown.disable(['link', 'image', 'autolink', 'reference', 'html_block', 'html_inline', 'code'])
  markdown.inline.ruler.before('escape', 'math', inlineMath)
  markdown.block.ruler.before('fence', 'display', displayBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  return markdown
}

/** `$…$` and `$$…$$` inside a paragraph. A dollar sign that opens nothing stays a dollar sign. */
function inlineMath(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false
  const display = state.src[state.pos + 1] === '$'
  const fence = display ? '$$' : '$'
  const start = state.pos + fence.length
  const end = closing(state.src, start, fence)
  if (end === undefined || state.src.slice(start, end).trim() === '') return false
  if (!silent) state.push(display ? 'display' : 'math', '', 0).content = state.src.slice(start, end).trim()
  state.pos = end + fence.length
  return true
}

/** Where the next unescaped fence stands, or undefined. */
function closing(text: string, from: number, fence: string): number | undefined {
  for (let at = text.indexOf(fence, from); at !== -1; at = text.indexOf(fence, at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at
  }
  return undefined
}

/** A display that begins a line, over any number of lines: a "=" in it must not turn the line above into a heading. */
function displayBlock(state: StateBlock, line: number, last: number, silent: boolean): boolean {
  const begin = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if (!state.src.startsWith('$$', begin)) return false
  const limit = state.eMarks[last - 1] ?? state.src.length
  const end = closing(state.src.slice(0, limit), begin + 2, '$$')
  if (end === undefined) return false
  let next = line
  while (next < last && (state.eMarks[next] ?? limit) < end + 2) next += 1
  const rest = state.src.slice(end + 2, state.eMarks[next] ?? limit)
  const latex = state.src.slice(begin + 2, end).trim()
  if (rest.trim() !== '' || latex === '' || /\n\s*\n/.test(latex)) return false
  if (silent) return true
  state.push('display', '', 0).content = latex
  state.line = next + 1
  return true
}
