import type { Drawing, Glyph, PageLayout } from '../../../schemas/layout.ts'

/** What a formula says; `toLatex` writes it down as the stage does. */
export type Formula =
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'row'; readonly parts: readonly Formula[]; readonly between: string }
  | { readonly kind: 'scripts'; readonly base: Formula; readonly sub?: Formula | undefined; readonly sup?: Formula | undefined }
  | { readonly kind: 'fraction'; readonly over: Formula; readonly under: Formula }
  | { readonly kind: 'root'; readonly body: Formula }
  | { readonly kind: 'sum'; readonly under: Formula; readonly over: Formula; readonly body: Formula }
  | { readonly kind: 'accent'; readonly sign: string; readonly text: string }
  | { readonly kind: 'brackets'; readonly body: Formula }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly Formula[])[] }

interface Mark {
  readonly text: string
  readonly size: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly ink: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
}

interface Rule {
  readonly left: number
  readonly right: number
  readonly y: number
}

/** A box with its baseline at 0; y grows downward. */
interface Box {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly marks: readonly Mark[]
  readonly rules: readonly Rule[]
}

const AXIS = 0.25
const THICK = 0.28
const NULL_SPACE = 0.12
const SMALLER = 0.7
const SMALLEST = 5

const moved = ({ width, height, depth, marks, rules }: Box, x: number, y: number): Box => ({
  width,
  height: height - y,
  depth: depth + y,
  marks: marks.map((mark) => ({
    ...mark,
    x: mark.x + x,
    y: mark.y + y,
    ink: { left: mark.ink.left + x, right: mark.ink.right + x, top: mark.ink.top + y, bottom: mark.ink.bottom + y },
  })),
  rules: rules.map((rule) => ({ left: rule.left + x, right: rule.right + x, y: rule.y + y })),
})

const together = (width: number, parts: readonly Box[]): Box => ({
  width,
  height: Math.max(...parts.map((part) => part.height)),
  depth: Math.max(...parts.map((part) => part.depth)),
  marks: parts.flatMap((part) => part.marks),
  rules: parts.flatMap((part) => part.rules),
})

/** One glyph; `top` and `bottom` in em over and under the baseline. */
function glyph(text: string, size: number, width: number, top: number, bottom: number, origin = 0): Box {
  const ink = { left: 0.03 * size, right: (width - 0.03) * size, top: -top * size, bottom: bottom * size }
  return {
    width: width * size,
    height: top * size,
    depth: bottom * size,
    marks: [{ text, size, x: 0, y: origin * size, width: width * size, ink }],
    rules: [],
  }
}

const symbol = (text: string, size: number): Box => {
  if (/[+=]/.test(text)) return glyph(text, size, 0.78, 0.5, 0)
  return glyph(text, size, 0.5, /[\dbdfhkl]/.test(text) ? 0.68 : 0.44, /[gpqy]/.test(text) ? 0.2 : 0)
}

const smaller = (size: number): number => Math.max(SMALLEST, SMALLER * size)

/** Sets a formula in type of a size, as TeX’s rules have it in broad strokes. Fractions are full-size in a display only. */
function set(formula: Formula, size: number, display: boolean): Box {
  switch (formula.kind) {
    case 'symbol':
      return symbol(formula.text, size)
    case 'row':
      return row(formula.parts, formula.between, size, display)
    case 'scripts':
      return scripts(formula, size, display)
    case 'fraction':
      return fraction(formula, size, display)
    case 'root':
      return root(set(formula.body, size, display), size)
    case 'sum':
      return sum(formula, size, display)
    case 'accent': {
      const letter = symbol(formula.text, size)
      const accent = glyph(formula.sign, size, 0.3, 0.68, -0.58)
      return together(letter.width, [letter, moved(accent, 0.1 * size, letter.height > 0.5 * size ? -0.24 * size : 0)])
    }
    case 'brackets':
      return bracketed('(', set(formula.body, size, display), ')', size)
    case 'matrix':
      return matrix(formula.rows, size)
  }
}

function row(parts: readonly Formula[], between: string, size: number, display: boolean): Box {
  let x = 0
  const boxes: Box[] = []
  parts.forEach((part, at) => {
    if (at > 0 && between !== '') {
      boxes.push(moved(symbol(between, size), x + THICK * size, 0))
      x += (2 * THICK + 0.78) * size
    }
    const box = set(part, size, display)
    boxes.push(moved(box, x, 0))
    x += box.width
  })
  return together(x, boxes)
}

function scripts({ base, sub, sup }: Formula & { kind: 'scripts' }, size: number, display: boolean): Box {
  const body = set(base, size, display)
  const [low, high] = [sub, sup].map((script) => script && set(script, smaller(size), false))
  const isTall = body.height > size
  const up = high && Math.max(0.41 * size, isTall ? body.height - 0.27 * size : 0, high.depth + 0.11 * size)
  const down = low && Math.max((high ? 0.25 : 0.15) * size, body.depth + 0.05 * size, low.height - 0.34 * size)
  const space =
    up !== undefined && down !== undefined && high && low ? Math.max(0, 0.16 * size - (up - high.depth) - (down - low.height)) : 0
  return together(body.width + Math.max(low?.width ?? 0, high?.width ?? 0) + 0.05 * size, [
    body,
    ...(low && down !== undefined ? [moved(low, body.width, down + space)] : []),
    ...(high && up !== undefined ? [moved(high, body.width, -up)] : []),
  ])
}

function fraction({ over, under }: Formula & { kind: 'fraction' }, size: number, display: boolean): Box {
  const inner = display ? size : smaller(size)
  const [top, bottom] = [set(over, inner, false), set(under, inner, false)]
  const width = Math.max(top.width, bottom.width)
  const gap = (display ? 0.14 : 0.06) * size
  const left = NULL_SPACE * size
  const y = -AXIS * size
  return {
    ...together(width + 2 * left, [
      moved(top, left + (width - top.width) / 2, Math.min(y - gap - top.depth, (display ? -0.677 : -0.394) * size)),
      moved(bottom, left + (width - bottom.width) / 2, Math.max(y + gap + bottom.height, (display ? 0.686 : 0.345) * size)),
    ]),
    rules: [
      ...shiftedRules(top, left + (width - top.width) / 2, Math.min(y - gap - top.depth, (display ? -0.677 : -0.394) * size)),
      ...shiftedRules(bottom, left + (width - bottom.width) / 2, Math.max(y + gap + bottom.height, (display ? 0.686 : 0.345) * size)),
      { left, right: left + width, y },
    ],
  }
}

const shiftedRules = (box: Box, x: number, y: number): readonly Rule[] => moved(box, x, y).rules

function root(body: Box, size: number): Box {
  const top = body.height + 0.12 * size
  const sign = glyph('√', size, 0.83, top / size, body.depth / size + 0.05, -top / size)
  return {
    ...together(sign.width + body.width, [sign, moved(body, sign.width, 0)]),
    rules: [...shiftedRules(body, sign.width, 0), { left: sign.width - 0.03 * size, right: sign.width + body.width, y: -top }],
  }
}

function sum({ under, over, body }: Formula & { kind: 'sum' }, size: number, display: boolean): Box {
  const sign = glyph('∑', size, display ? 1.44 : 1, display ? 0.95 : 0.75, display ? 0.45 : 0.25, display ? -0.95 : 0)
  const [low, high] = [set(under, smaller(size), false), set(over, smaller(size), false)]
  const width = Math.max(sign.width, low.width, high.width)
  const centred = (box: Box): number => (width - box.width) / 2
  const term = set(body, size, display)
  const parts = display
    ? [
        moved(sign, centred(sign), 0),
        moved(low, centred(low), sign.depth + 0.17 * size + low.height),
        moved(high, centred(high), -sign.height - 0.17 * size - high.depth),
      ]
    : [sign, moved(low, sign.width, 0.3 * size), moved(high, sign.width, -0.45 * size)]
  const end = (display ? width : sign.width + Math.max(low.width, high.width)) + 0.17 * size
  return together(end + term.width, [...parts, moved(term, end, 0)])
}

function bracketed(open: string, body: Box, close: string, size: number): Box {
  const half = Math.max(body.height - AXIS * size, body.depth + AXIS * size)
  const isGrown = 2 * half > 1.1 * size
  const [top, bottom] = isGrown ? [half / size + AXIS, half / size - AXIS] : [0.75, 0.25]
  const bracket = (text: string): Box => glyph(text, size, isGrown ? 0.5 : 0.39, top, bottom, isGrown ? -top : 0)
  const width = bracket(open).width
  return together(2 * width + body.width, [bracket(open), moved(body, width, 0), moved(bracket(close), width + body.width, 0)])
}

function matrix(rows: readonly (readonly Formula[])[], size: number): Box {
  const cells = rows.map((cell) => cell.map((one) => set(one, size, false)))
  const columns = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((line) => line[at]?.width ?? 0)))
  let y = 0
  const parts: Box[] = []
  cells.forEach((line, index) => {
    const above = cells[index - 1]
    if (above)
      y += Math.max(1.2 * size, Math.max(...above.map((box) => box.depth)) + Math.max(...line.map((box) => box.height)) + 0.25 * size)
    let x = 0.1 * size
    line.forEach((box, at) => {
      const width = columns[at] ?? 0
      parts.push(moved(box, x + (width - box.width) / 2, y))
      x += width + size
    })
  })
  const width = columns.reduce((sum, column) => sum + column, 0) + (columns.length - 1) * size + 0.2 * size
  const body = together(width, parts)
  return bracketed('[', moved(body, 0, (body.height - body.depth) / 2 - AXIS * size), ']', size)
}

const SIZE = 10

/** A page that shows one formula, and its glyphs. */
export function pageOf(formula: Formula): { page: PageLayout; glyphs: number[]; box: Glyph['ink'] } {
  const laid = moved(set(formula, SIZE, true), 60, 100)
  const font = { bold: false, serif: true, mono: false }
  const glyphs: Glyph[] = laid.marks.map(({ text, size, x, y, width, ink }) => ({
    text,
    font: /[a-z]/.test(text) ? 0 : 1,
    size,
    x,
    y,
    advance: width,
    ink,
    gap: 0,
    space: false,
  }))
  const drawings: Drawing[] = laid.rules.map(({ left, right, y }, order) => ({
    box: { left, right, top: y - 0.2, bottom: y + 0.2 },
    kind: 'stroke',
    shape: 'horizontal',
    order,
  }))
  const fonts = [
    { name: 'Math-Italic', italic: true, math: true, ...font },
    { name: 'Math-Symbols', italic: false, math: true, ...font },
  ]
  const edges = (side: 'left' | 'right' | 'top' | 'bottom'): number[] => glyphs.map(({ ink }) => ink[side])
  const box = {
    left: Math.min(...edges('left')),
    top: Math.min(...edges('top')),
    right: Math.max(...edges('right')),
    bottom: Math.max(...edges('bottom')),
  }
  const page: PageLayout = { page: 1, width: 600, height: 200, source: 'text', fonts, glyphs, lines: [], drawings, images: [] }
  return { page, glyphs: glyphs.map((_, at) => at), box }
}

const grouped = (latex: string): string => (/^[A-Za-z0-9]$/.test(latex) ? latex : `{${latex}}`)
const ACCENTS: Readonly<Record<string, string>> = { '˙': '\\dot', '¯': '\\bar', ˆ: '\\hat' }

/** The LaTeX of a formula, spaces left out. */
export function latexOf(formula: Formula): string {
  switch (formula.kind) {
    case 'symbol':
      return formula.text
    case 'row':
      return formula.parts.map(latexOf).join(formula.between)
    case 'scripts':
      return `${latexOf(formula.base)}${formula.sub ? `_${grouped(latexOf(formula.sub))}` : ''}${formula.sup ? `^${grouped(latexOf(formula.sup))}` : ''}`
    case 'fraction':
      return `\\frac{${latexOf(formula.over)}}{${latexOf(formula.under)}}`
    case 'root':
      return `\\sqrt{${latexOf(formula.body)}}`
    case 'sum':
      return `\\sum_${grouped(latexOf(formula.under))}^${grouped(latexOf(formula.over))}${latexOf(formula.body)}`
    case 'accent':
      return `${ACCENTS[formula.sign]}{${formula.text}}`
    case 'brackets':
      return `(${latexOf(formula.body)})`
    case 'matrix':
      return `\\begin{bmatrix}${formula.rows.map((row) => row.map(latexOf).join('&')).join('\\\\')}\\end{bmatrix}`
  }
}
