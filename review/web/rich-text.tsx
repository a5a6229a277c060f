import Markdown, { type StateBlock, type StateInline, type Token } from 'markdown-it'
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { typeset } from './typeset.ts'

const markdown = new Markdown({ html: false, linkify: false, typographer: false })
markdown.disable(['image', 'link', 'autolink', 'reference', 'html_block', 'html_inline', 'code'])
markdown.inline.ruler.before('escape', 'math', inlineMath)
markdown.block.ruler.before('fence', 'display', displayBlock, { alt: ['paragraph', 'blockquote', 'list'] })

/** `$…$` and `$$…$$`; a dollar sign of the text is written `\$`. */
function inlineMath(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false
  const fence = state.src.startsWith('$$', state.pos) ? '$$' : '$'
  const from = state.pos + fence.length
  const to = closing(state.src, fence, from)
  const latex = state.src.slice(from, Math.max(from, to)).trim()
  if (latex === '') return false
  if (!silent) {
    const token = state.push('math', '', 0)
    token.content = latex
    token.markup = fence
  }
  state.pos = to + fence.length
  return true
}

/** A display over whole lines: nothing in it is Markdown, so that a line of dashes or a "=" stays a formula. */
function displayBlock(state: StateBlock, first: number, last: number, silent: boolean): boolean {
  const line = (index: number) => state.src.slice((state.bMarks[index] ?? 0) + (state.tShift[index] ?? 0), state.eMarks[index] ?? 0)
  if (!line(first).startsWith('$$')) return false
  for (let index = first; index < last && (index === first || line(index).trim() !== ''); index++) {
    const end = line(index).trimEnd()
    if (!end.endsWith('$$') || end.endsWith('\\$$') || (index === first && end.length < 5)) continue
    const latex = state
      .getLines(first, index + 1, state.blkIndent, false)
      .trim()
      .slice(2, -2)
    if (latex.includes('$$')) return false
    if (silent) return true
    const token = state.push('math', '', 0)
    token.content = latex.trim()
    token.markup = '$$'
    state.line = index + 1
    return true
  }
  return false
}

/** Where the next fence stands that no backslash takes away; -1 when there is none. */
function closing(text: string, fence: string, from: number): number {
  for (let at = text.indexOf(fence, from); at >= 0; at = text.indexOf(fence, at + 1)) {
    const slashes = /\\*$/.exec(text.slice(from, at))?.[0].length ?? 0
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** A formula, typeset. What KaTeX cannot read is shown as source, marked. */
export const Tex = memo(function Tex({ latex, display = false }: { latex: string; display?: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (place.current) typeset(latex, place.current, display)
  }, [latex, display])
  return <span ref={place} className={display ? 'tex display' : 'tex'} />
})

/** The formulas of an item’s Markdown, as they will be read. */
export function formulasOf(text: string): { latex: string; display: boolean }[] {
  const all = (tokens: readonly Token[]): Token[] => tokens.flatMap((token) => [token, ...all(token.children ?? [])])
  return all(markdown.parse(text, {}))
    .filter(({ type }) => type === 'math')
    .map(({ content, markup }) => ({ latex: content, display: markup === '$$' }))
}

/** An item’s Markdown as it will be read, as elements: nothing in it can become markup of its own. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  const tokens = useMemo(() => markdown.parse(text, {}), [text])
  return <div className="rich">{render(tokens)}</div>
})

const BLOCKS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'strong',
  'em',
  's',
])

/** The flat list of tokens as a tree of elements. */
function render(tokens: readonly Token[]): ReactNode[] {
  const open: { tag: string; key: number; children: ReactNode[] }[] = [{ tag: '', key: 0, children: [] }]
  tokens.forEach((token, index) => {
    const top = open.at(-1)
    if (!top) return
    if (token.nesting === 1) open.push({ tag: token.hidden ? '' : token.tag, key: index, children: [] })
    else if (token.nesting === -1) {
      const { tag, key, children } = open.pop() ?? top
      open.at(-1)?.children.push(element(tag, key, children))
    } else top.children.push(token.children ? render(token.children) : leaf(token, index))
  })
  return open[0]?.children ?? []
}

function element(tag: string, key: number, children: ReactNode[]): ReactNode {
  if (!BLOCKS.has(tag)) return <span key={key}>{children}</span>
  const Tag = tag as 'p' // one of the names above, all of which take children only
  return <Tag key={key}>{children}</Tag>
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'math':
      return <Tex key={key} latex={token.content} display={token.markup === '$$'} />
    case 'softbreak':
      return ' '
    case 'hardbreak':
      return <br key={key} />
    case 'hr':
      return <hr key={key} />
    case 'code_inline':
    case 'code_block':
    case 'fence':
      return <code key={key}>{token.content}</code>
    default:
      return token.content
  }
}
