import type { Formula } from '../../schemas/equation.ts'
import { fontOf, type Glyph, glyphAt, type Line, type PageLayout } from '../../schemas/layout.ts'
import { BLANK, isBlankBefore } from './blanks.ts'
import { type LigatureWidths, LOST } from './ligatures.ts'
import { clean } from './words.ts'

/** Share of the line's size: smaller glyphs off the baseline are scripts. */
const SCRIPT_SIZE = 0.88
/** Em that a script stands off the baseline, at least. */
const SCRIPT_SHIFT = 0.12

/** Stands right behind what it closes. */
const CLOSING = /^[.,;:!?)\]]/

/** A piece of a line as it will be written. */
export interface Piece {
  readonly text: string
  /** A display formula: a block of its own. */
  readonly display: boolean
  /** White before it. */
  readonly space: boolean
}

/** What stands on a page besides its glyphs. */
export interface PageMath {
  /** Glyph → its formula. */
  readonly formulas: ReadonlyMap<number, Formula>
  /** Formulas written already: a formula stands where its first glyph does. */
  readonly written: Set<Formula>
  readonly notes: ReadonlySet<string>
  readonly ligatures: LigatureWidths
}

/** The stretch [from, to) of a line in pieces: text, inline formulas in place, displays apart. */
export function linePieces(page: PageLayout, line: Line, from: number, to: number, math: PageMath): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  let space = false
  const flush = (): void => {
    if (text !== '') pieces.push({ text, display: false, space })
    text = ''
  }
  let at = from
  while (at < to) {
    const index = line.glyphs[at]
    if (index === undefined) break
    if (at > 0) text = withBlank(text, page, line, at)
    const glyph = glyphAt(page, index)
    const gap = at > from && glyph.space && !(text.endsWith(BLANK) && CLOSING.test(glyph.text))
    const formula = math.formulas.get(index)
    if (formula?.latex !== undefined && formula.latex !== null) {
      at++
      if (math.written.has(formula)) {
        if (gap) space = true
        continue
      }
      math.written.add(formula)
      if (formula.display) {
        flush()
        pieces.push({ text: displayOf(formula, formula.latex), display: true, space: gap })
        space = false
        continue
      }
      if (text === '') space = gap
      text = joined(text, `$${formula.latex}$`, gap)
      continue
    }
    const script = scriptAt(page, line, at, to, math)
    if (text === '') space = gap || space
    if (script) {
      text = joined(text, script.text, gap && !script.attached)
      at = script.to
      continue
    }
    text += `${gap && text !== '' ? ' ' : ''}${math.ligatures.isLost(page, glyph) ? LOST : typed(glyph.text)}`
    at++
  }
  if (at === line.glyphs.length) text = withBlank(text, page, line, at)
  flush()
  return pieces
}

/** A text with the blank that stands before a glyph of its line. */
const withBlank = (text: string, page: PageLayout, line: Line, at: number): string =>
  isBlankBefore(page, line, at) ? `${text}${text === '' ? '' : ' '}${BLANK}` : text

/** Two formulas never touch: `$a$$b$` would open a display. A script is drawn into the formula before it, another formula set apart. */
function joined(text: string, next: string, gap: boolean): string {
  if (text === '') return next
  const touches = !gap && /(?<!\\)\$$/.test(text) && next.startsWith('$')
  if (!touches) return `${text}${gap ? ' ' : ''}${next}`
  if (!/^\$[\^_]/.test(next)) return `${text} ${next}`
  const base = /[\^_]\{[^{}]*\}\$$/.test(text) ? '{}' : '' // two scripts of one kind on one base do not parse
  return `${text.slice(0, -1)}${base}${next.slice(1)}`
}

const displayOf = (formula: Formula, latex: string): string =>
  `$$${latex}${formula.tag !== undefined && !latex.includes('\\tag') ? `\\tag{${formula.tag}}` : ''}$$`

/** Plain type: ligatures opened, letters of the mathematical alphabets as letters, a dollar sign escaped. */
export function typed(text: string): string {
  const plain = clean(text).replace(/[\u{1D400}-\u{1D7FF}\u2126\u212A\u212B]/gu, (letter) => letter.normalize('NFKC'))
  return plain.replace(/\$/g, '\\$').replace(/[◦∘˚]/g, '°')
}

interface Script {
  readonly text: string
  readonly to: number
  /** Belongs to what is before it, without white. */
  readonly attached: boolean
}

/** Raised or lowered small type that no formula covers: never flat text, which would read 10⁻⁶ as 10-6. */
function scriptAt(page: PageLayout, line: Line, at: number, to: number, math: PageMath): Script | undefined {
  const side = sideOf(page, line, at)
  if (side === undefined) return undefined
  let end = at
  let text = ''
  while (end < to && sideOf(page, line, end) === side) {
    const index = line.glyphs[end]
    if (index === undefined || (end > at && math.formulas.has(index))) break
    text += typed(glyphAt(page, index).text)
    end++
  }
  if (side === 'raised' && /^[°º]+$/.test(text)) return { text: '°', to: end, attached: false }
  if (side === 'raised' && /^[′″'’”"*†‡]+$/.test(text)) return { text, to: end, attached: true }
  if (side === 'raised' && math.notes.has(text)) return { text: `[^${text}]`, to: end, attached: true }
  if (side === 'raised' && /^(?:st|nd|rd|th|er|e|o|a|ère|ème)$/.test(text)) return { text, to: end, attached: true }
  const body = /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : text.replace(/[−–]/g, '-')
  return { text: `$${side === 'raised' ? '^' : '_'}{${body}}$`, to: end, attached: true }
}

function sideOf(page: PageLayout, line: Line, at: number): 'raised' | 'lowered' | undefined {
  const index = line.glyphs[at]
  if (index === undefined) return undefined
  const glyph: Glyph = glyphAt(page, index)
  const shift = line.baseline - glyph.y
  if (glyph.size >= SCRIPT_SIZE * line.size) {
    // A degree sign may be a full-size ring that is drawn high.
    return /^[◦∘]$/.test(glyph.text) && shift > 0.2 * line.size ? 'raised' : undefined
  }
  if (Math.abs(shift) < SCRIPT_SHIFT * line.size || fontOf(page, glyph).name === '') return undefined
  return shift > 0 ? 'raised' : 'lowered'
}
