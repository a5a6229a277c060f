import { isEnglish } from '../dictionary.ts'
import type { Component } from './components.ts'
import type { OcrLine, OcrSymbol, OcrWord } from './engine.ts'
import { type Likeness, likenesses } from './letter-shape.ts'
import { type LineInk, shapeOf, wholePieces } from './line-ink.ts'
import { scriptLevel } from './script-signs.ts'

/** Greek letters, and signs like them, that look like no Latin letter. */
const GREEK = /^[αβγδεζηθλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ∂∞]$/
/** Those of them that are as high as an x, and those that are as high as capitals. */
const LOW = /^[αεπστω∞]$/
const TALL = /^[ΓΔΘΛΞΠΣΦΨΩδθ]$/
/** Shares of the height of figures: between small letters and capitals. */
const HEIGHT = { low: 0.82, tall: 0.85 }
/**
 * How near the shape must be, how much nearer than the letter that the recogniser read, and than any other. On scans Greek letters are 0.07 to
 * 0.16 off, and the letters that they are taken for 0.038 further; Latin letters seem Greek at 0.18, or by a smaller difference.
 */
const ALIKE = 0.165
const NEARER = 0.035
const MARGIN = 0.012
/** The same two for a Latin letter that was taken for a figure: an italic t for a 7. */
const FIGURE_NEARER = 0.06
const FIGURE_MARGIN = 0.02
/** Letters that a word of a formula has at most; longer ones are words. */
const SYMBOLS = 3
/** Functions whose argument the recogniser writes to them: "sinωt". */
const FUNCTION = /^(?:sin|cos|tan|cot|sinh|cosh|tanh|ln|log|exp)(?=\P{Z}{1,3}$)/u
/** Letters and figures, and signs as large as letters that the recogniser takes letters for which it does not know. */
const LETTER = /^[\p{L}\d©®@¢£€¥§&]$/u
/** Signs that make one number of the figures around them. */
const NUMBER_SIGN = /^[.,%°]$/

/**
 * A line with the letters of its formulas. The recogniser knows Latin letters only, and takes ρ for p and τ for 7, so pieces of ink in what cannot
 * be a word are compared with the shapes of all.
 */
export function withFormulaLetters(line: OcrLine, ink: LineInk): OcrLine {
  const pieces = wholePieces(ink.part)
  return { ...line, words: line.words.map((word) => withLetters(word, pieces, ink)) }
}

function withLetters(word: OcrWord, pieces: readonly Component[], ink: LineInk): OcrWord {
  const doubtful = new Set(runsOf(word.symbols, ink).flatMap(argumentOf))
  if (doubtful.size === 0) return word
  const done = new Set<OcrSymbol>()
  const symbols = word.symbols.flatMap((symbol) => {
    if (done.has(symbol)) return []
    const piece = doubtful.has(symbol) ? pieces.find((one) => isOf(one, symbol)) : undefined
    const shared = piece ? word.symbols.filter((other) => isOf(piece, other)) : []
    // A piece of which a bracket was read too is two signs that touch.
    const letter = piece && shared.every((other) => doubtful.has(other)) ? letterOf(piece, shared, ink) : undefined
    if (!piece || letter === undefined) return [symbol]
    for (const one of shared) done.add(one)
    const { left, top, right, bottom } = piece
    return [{ text: letter, left, top, right, bottom }]
  })
  return { ...word, symbols }
}

/** Letters and figures on the line that follow one another. A figure of a number with a point is none of them. */
function runsOf(symbols: readonly OcrSymbol[], { measure }: LineInk): OcrSymbol[][] {
  const runs: OcrSymbol[][] = [[]]
  symbols.forEach((symbol, at) => {
    const isScript = symbol.script !== undefined || scriptLevel(symbol, measure) !== undefined
    const isInNumber = /^\d$/.test(symbol.text) && [symbols[at - 1], symbols[at + 1]].some((next) => next && NUMBER_SIGN.test(next.text))
    if (!isScript && !isInNumber && LETTER.test(symbol.text)) runs.at(-1)?.push(symbol)
    else runs.push([])
  })
  return runs.filter((run) => run.length > 0)
}

/** What of a run of letters may be symbols of a formula: a short one, or the argument of a function. */
function argumentOf(run: readonly OcrSymbol[]): readonly OcrSymbol[] {
  const text = run.map((symbol) => symbol.text).join('')
  const named = FUNCTION.exec(text)?.[0].length ?? 0
  if (named > 0 && !isEnglish(text)) return run.slice(named)
  const isNumber = /^\d{2,}$/.test(text)
  return isNumber || run.length > SYMBOLS || (run.length > 1 && isEnglish(text)) ? [] : run
}

/** Whether a symbol was read off a piece of ink. */
function isOf({ left, right, top, bottom }: Component, symbol: OcrSymbol): boolean {
  const middle = (symbol.left + symbol.right) / 2
  return middle >= left && middle <= right && symbol.top < bottom && symbol.bottom > top
}

/** @param read what the recogniser made of the piece */
function letterOf(piece: Component, read: readonly OcrSymbol[], ink: LineInk): string | undefined {
  const { high } = ink.measure
  const found = likenesses(shapeOf(piece, ink)).filter(({ text }) => isPossible(text, (piece.bottom - piece.top) / high))
  const [first, second] = found
  if (!first || first.distance > ALIKE) return undefined
  const nearer = Math.min(...read.map(({ text }) => distanceOf(text, found))) - first.distance
  const margin = (second?.distance ?? 1) - first.distance
  if (GREEK.test(first.text)) return nearer >= NEARER && margin >= MARGIN ? first.text : undefined
  const isFigure = read.length === 1 && read.every(({ text }) => /^\d$/.test(text))
  return isFigure && /^\p{L}$/u.test(first.text) && nearer >= FIGURE_NEARER && margin >= FIGURE_MARGIN ? first.text : undefined
}

const isPossible = (text: string, high: number): boolean =>
  !(LOW.test(text) && high > HEIGHT.low) && !(TALL.test(text) && high < HEIGHT.tall)

const distanceOf = (text: string, found: readonly Likeness[]): number => found.find((one) => one.text === text)?.distance ?? 1
