import type { Component } from './components.ts'
import type { OcrLine, OcrSymbol } from './engine.ts'
import { likenesses } from './letter-shape.ts'
import { type LineInk, shapeOf, wholePieces } from './line-ink.ts'
import type { LineMeasure } from './line-measure.ts'

/** What the recogniser takes a raised dot between units for. */
const DASH = /^[-–—.~•*°]$/
/** Shares of the height of figures: size of such a dot, and how high its middle lies. */
const DOT = { least: 0.08, most: 0.3, round: 1.4, from: 0.22, to: 0.55 }
/** Share of its box that a dot's ink fills: what is less is a short dash. */
const SOLID = 0.6

/** A line with its dots and crosses of multiplication, which the recogniser takes for hyphens and for the letter x. */
export function withOperators(line: OcrLine, ink: LineInk): OcrLine {
  const pieces = wholePieces(ink.part)
  const all = line.words.flatMap(({ symbols }) => symbols)
  const isFactor = (symbol: OcrSymbol | undefined): boolean => symbol !== undefined && /^\d$/.test(symbol.text)
  const isCrossed = (symbol: OcrSymbol): boolean => {
    const at = all.indexOf(symbol)
    return /^[xX]$/.test(symbol.text) && isFactor(all[at - 1]) && isFactor(all[at + 1]) && isCross(symbol, pieces, ink)
  }
  const isPoint = (symbol: OcrSymbol): boolean => {
    const at = all.indexOf(symbol)
    return symbol.text === '.' && (isFactor(all[at - 1]) || isFactor(all[at + 1]))
  }
  const read = (symbol: OcrSymbol): OcrSymbol => {
    if (!isPoint(symbol) && isDot(symbol, pieces, ink.measure)) return { ...symbol, text: '·' }
    return isCrossed(symbol) ? { ...symbol, text: '×' } : symbol
  }
  return { ...line, words: line.words.map((word) => ({ ...word, symbols: word.symbols.map(read) })) }
}

/** Letters have serifs or thick and thin strokes; a cross is nearer to a cross. */
function isCross(symbol: OcrSymbol, pieces: readonly Component[], ink: LineInk): boolean {
  const [piece] = under(symbol, pieces)
  const found = piece && likenesses(shapeOf(piece, ink)).find(({ text }) => /^[x×]$/i.test(text))
  return found?.text === '×'
}

function isDot(symbol: OcrSymbol, pieces: readonly Component[], { foot, high }: LineMeasure): boolean {
  if (!DASH.test(symbol.text) || symbol.script !== undefined) return false
  const [piece, more] = under(symbol, pieces)
  if (!piece || more) return false
  const [wide, tall] = [piece.right - piece.left, piece.bottom - piece.top]
  const [small, large] = [Math.min(wide, tall), Math.max(wide, tall)]
  const middle = (foot - (piece.top + piece.bottom) / 2) / high
  const isRound = large <= DOT.round * small && piece.ink >= SOLID * wide * tall
  return isRound && small >= DOT.least * high && large <= DOT.most * high && middle >= DOT.from && middle <= DOT.to
}

const under = ({ left, right, top, bottom }: OcrSymbol, pieces: readonly Component[]): Component[] =>
  pieces.filter((piece) => {
    const middle = (piece.left + piece.right) / 2
    return middle >= left && middle <= right && piece.top <= bottom && piece.bottom >= top
  })
