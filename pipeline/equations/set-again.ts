import katex from 'katex'
import { BAR, LINE, type Mark, spelt } from './marks.ts'
import { roleOf } from './symbols.ts'

/** Macros would let LaTeX refer to what is not on the page; a formula may nest no deeper than any that people print. */
const OPTIONS = { output: 'html', throwOnError: true, strict: false, trust: false, maxExpand: 1000 } as const

/** Lengths in em of the node’s own type. */
interface Style {
  readonly top?: string
  readonly height?: string
  readonly width?: string
  readonly minWidth?: string
  readonly marginLeft?: string
  readonly marginRight?: string
  readonly paddingLeft?: string
}

/** A node of the tree that KaTeX builds before it writes HTML. */
interface Node {
  readonly classes?: readonly string[]
  readonly children?: readonly Node[]
  readonly style?: Style
  readonly text?: string
  readonly width?: number | null
  readonly italic?: number
  readonly height?: number
  readonly depth?: number
  /** Of a path: which of its own signs KaTeX draws. */
  readonly pathName?: string
}

/** How much larger type of each of KaTeX’s sizes is than its fifth. */
const SIZES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.44, 1.728, 2.074, 2.488]
/** Em. Height of the maths axis over the baseline in KaTeX’s fonts. */
const AXIS = 0.25
/** Em. White of a delimiter that is not shown. */
const NULL_DELIMITER = 0.12

/** Signs that KaTeX draws, by the beginning of their path’s name. */
const DRAWN: readonly (readonly [name: string, text: string])[] = [
  ['sqrt', '√'],
  ['vec', '→'],
  ['overrightarrow', '→'],
  ['overleftarrow', '←'],
  ['overleftrightarrow', '↔'],
  ['rightarrow', '→'],
  ['leftarrow', '←'],
  ['doublerightarrow', '⇒'],
  ['doubleleftarrow', '⇐'],
  ['leftbraceunder', '⏟'],
  ['leftbrace', '⏞'],
  ['widehat', '^'],
  ['tilde', '~'],
  ['widecheck', 'ˇ'],
  ['lparen', '('],
  ['rparen', ')'],
  ['lbrack', '['],
  ['rbrack', ']'],
  ['lceil', '⌈'],
  ['rceil', '⌉'],
  ['lfloor', '⌊'],
  ['rfloor', '⌋'],
  ['doublevert', '‖'],
  ['vert', '|'],
]

/** Wholes by the first part of a delimiter that KaTeX stacks. */
const STACKED: Readonly<Record<string, string>> = {
  '⎧': '{',
  '⎩': '{',
  '⎫': '}',
  '⎭': '}',
  '⎰': '⎰',
  '⎱': '⎱',
  '∣': '|',
  '⏐': '|',
  '∥': '‖',
}

/** Sets LaTeX with KaTeX and says where every symbol stands. Throws what KaTeX throws. */
export function setAgain(latex: string, display: boolean): Mark[] {
  const tree = builder.__renderToHTMLTree(latex, { ...OPTIONS, displayMode: display })
  return [...layNode(tree, { x: 0, y: 0, em: 1, align: 'centre', isBaseFirst: false }).marks]
}

/** KaTeX exports what it builds HTML from, but its types leave that out: the tree may change, which a test would tell. */
const builder = katex as unknown as { __renderToHTMLTree(latex: string, options: object): Node }

interface Pen {
  readonly x: number
  readonly y: number
  /** Size of the type, in that of the whole formula. */
  readonly em: number
  /** How parts of one stack are aligned. */
  readonly align: 'left' | 'centre' | 'right'
  /** Whether the part of a stack that carries the others comes before them. */
  readonly isBaseFirst: boolean
}

interface Laid {
  readonly marks: readonly Mark[]
  readonly width: number
}

const NOTHING: Laid = { marks: [], width: 0 }
const length = (text: string | undefined): number => Number.parseFloat(text ?? '') || 0
const has = (node: Node, name: string): boolean => node.classes?.includes(name) === true

function layNode(node: Node, pen: Pen): Laid {
  if (node.text !== undefined) return symbol(node, node.text, { ...pen, em: pen.em * scaleOf(node) })
  if (node.pathName !== undefined) return drawn(node.pathName)
  if (has(node, 'llap') || has(node, 'katex-strut') || has(node, 'pstrut')) return NOTHING
  if (has(node, 'nulldelimiter')) return { marks: [], width: NULL_DELIMITER * pen.em }
  if (has(node, 'frac-line')) return { marks: [{ text: BAR }], width: 0 }
  if (has(node, 'overline-line') || has(node, 'underline-line')) return { marks: [{ text: LINE }], width: 0 }
  const own = { ...pen, em: pen.em * scaleOf(node), align: alignOf(node) ?? pen.align, isBaseFirst: pen.isBaseFirst || isBaseFirst(node) }
  if (has(node, 'delimsizing') && has(node, 'mult')) return stackedDelimiter(node, own)
  if (has(node, 'vlist-t')) return stack(node, own)
  if (has(node, 'mtable')) return table(node, own)
  const laid = inLine(node, own)
  if (has(node, 'accent-body')) return { marks: laid.marks.map(({ text }) => ({ text })), width: 0 }
  return laid
}

/** Size classes of KaTeX: from which size to which. */
function scaleOf({ classes = [] }: Node): number {
  const size = (pattern: RegExp): number | undefined => {
    const index = classes.map((name) => pattern.exec(name)?.[1]).find((digits) => digits !== undefined)
    return index === undefined ? undefined : SIZES[Number(index) - 1]
  }
  const [from, to] = [size(/^reset-size(\d+)$/), size(/^size(\d+)$/)]
  return from !== undefined && to !== undefined ? to / from : 1
}

const alignOf = (node: Node): Pen['align'] | undefined =>
  has(node, 'msupsub') || has(node, 'col-align-l') || has(node, 'svg-align')
    ? 'left'
    : has(node, 'col-align-r')
      ? 'right'
      : has(node, 'col-align-c') || has(node, 'mfrac')
        ? 'centre'
        : undefined

/** KaTeX joins letters of one kind in one node and keeps the width of the first. */
function symbol({ width, italic = 0, height = 0, depth = 0 }: Node, text: string, { x, y, em }: Pen): Laid {
  const advance = (width ?? 0) * em
  const marks = [...text].flatMap((letter, at): Mark[] => {
    const isCentred = roleOf(letter) === 'operator' || height + depth > 1.14
    const axis = y - (isCentred ? (height - depth) / 2 : AXIS) * em
    return spelt(letter).map((one) => ({ text: one, place: { left: x + at * advance, right: x + (at + 1) * advance, axis, size: em } }))
  })
  return { marks, width: advance * [...text].length + italic * em }
}

const drawn = (name: string): Laid => {
  const text = DRAWN.find(([start]) => name.startsWith(start))?.[1]
  return text === undefined ? NOTHING : { marks: [{ text }], width: 0 }
}

/** Parts side by side. */
function inLine(node: Node, pen: Pen): Laid {
  const { style = {} } = node
  const y = pen.y + length(style.top) * pen.em
  const start = pen.x + (length(style.paddingLeft) + length(style.marginLeft)) * pen.em
  let x = start
  const marks: Mark[] = []
  for (const child of node.children ?? []) {
    const laid = layNode(child, { ...pen, x, y })
    marks.push(...laid.marks)
    x += laid.width
  }
  const least = Math.max(length(style.width), length(style.minWidth)) * pen.em
  return { marks, width: Math.max(x - pen.x, least) + length(style.marginRight) * pen.em }
}

/** What carries limits, accents and labels comes before these. */
const isBaseFirst = (node: Node): boolean =>
  ['op-limits', 'munder', 'mover', 'x-arrow', 'katex-accent', 'katex-overline', 'katex-underline'].some((name) => has(node, name))

/** Parts one over another, each by where KaTeX puts its baseline. */
function stack(node: Node, pen: Pen): Laid {
  const parts = (node.children?.[0]?.children?.[0]?.children ?? []).filter(({ children }) => (children?.length ?? 0) > 0)
  const laid = parts.map((part) => {
    const strut = part.children?.find((child) => has(child, 'pstrut'))
    const y = (length(part.style?.top) + length(strut?.style?.height)) * pen.em
    const align = alignOf(part) ?? pen.align
    const { top: _, ...style } = part.style ?? {}
    return { y, align, ...inLine({ ...part, style }, { ...pen, x: 0, y: pen.y + y, isBaseFirst: false }) }
  })
  if (pen.isBaseFirst) laid.sort((a, b) => rank(a.y) - rank(b.y))
  const width = Math.max(0, ...laid.map((part) => part.width))
  const marks = laid.map(({ align, marks: own, width: ownWidth }) => {
    const free = width - ownWidth
    return shifted(own, pen.x + (align === 'left' ? 0 : align === 'right' ? free : free / 2))
  })
  return { marks: marks.flat(), width }
}

/** Em. A part that is shifted by less stands on the line. */
const ON_LINE = 0.05
const rank = (y: number): number => (Math.abs(y) < ON_LINE ? 0 : y > 0 ? 1 : 2)

const shifted = (marks: readonly Mark[], by: number): Mark[] =>
  marks.map(({ text, place }) => (place ? { text, place: { ...place, left: place.left + by, right: place.right + by } } : { text }))

/** KaTeX stacks a table by columns; it is read by rows. */
function table(node: Node, pen: Pen): Laid {
  const rows = new Map<number, Mark[]>()
  let x = pen.x
  for (const child of node.children ?? []) {
    const column = child.children?.find((one) => has(one, 'vlist-t'))
    if (!column) {
      x += layNode(child, { ...pen, x }).width
      continue
    }
    const laid = columnOf(child, column, { ...pen, x })
    laid.rows.forEach((marks, row) => {
      rows.set(row, [...(rows.get(row) ?? []), ...marks])
    })
    x += laid.width
  }
  return { marks: [...rows.values()].flat(), width: x - pen.x }
}

function columnOf(outer: Node, column: Node, pen: Pen): { rows: Mark[][]; width: number } {
  const parts = column.children?.[0]?.children?.[0]?.children ?? []
  const whole = stack(column, { ...pen, align: alignOf(outer) ?? pen.align })
  let at = 0
  const rows = parts.map((part) => {
    const count = inLine({ ...part, style: {} }, pen).marks.length
    at += count
    return whole.marks.slice(at - count, at)
  })
  return { rows, width: whole.width }
}

/** A delimiter built of parts is one symbol, centred on the axis. */
function stackedDelimiter(node: Node, pen: Pen): Laid {
  const { marks, width } = inLine(node, pen)
  const first = marks[0]
  if (!first) return { marks: [], width }
  const text = STACKED[first.text] ?? first.text
  return { marks: [{ text, place: { left: pen.x, right: pen.x + width, axis: pen.y - AXIS * pen.em, size: pen.em } }], width }
}
