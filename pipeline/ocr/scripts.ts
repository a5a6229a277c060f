import { joinedFigures } from './broken-figures.ts'
import type { Component } from './components.ts'
import type { OcrLine, OcrSymbol, OcrWord } from './engine.ts'
import { type LineInk, type Piece, wholePieces } from './line-ink.ts'
import type { LineMeasure } from './line-measure.ts'
import { isPointBetween, isRaisedMinus, type ScriptPiece, scriptFigure, scriptLetter, scriptLevel } from './script-signs.ts'

/** Heights of figures between pieces of one exponent, and between it and what it belongs to: words stand further apart. */
const GAP = 0.32
/** The same for two with a decimal point between. */
const POINTED_GAP = 0.6
/** What exponents and indices belong to. */
const BASE = /^[\p{L}\d)\]}°]$/u
/** Signs that the recogniser makes of small figures that it cannot read; it puts some of them where nothing is. */
const INVENTED = /^[^\p{L}\p{N}\s()[\]{}=+]$/u
/** What it may take them for at all: brackets and signs between numbers are never small figures. */
const REPLACED = /^[^\s()[\]{}=+]$/u
const LETTER = /^[\p{L}\p{N}]$/u
/** Shares of the height of figures: a sign that reaches from here to there stands on the line. */
const FULL = { top: 0.9, foot: 0.1 }
/** Confidence in a word of whose small figures some could not be read. */
const DOUBTFUL = 0.5
/** The same where all of them could: what made the word doubtful is gone. */
const MENDED = 0.6

/**
 * A line with its exponents and indices in figures: m², 10⁻⁶, h₁. The recogniser knows no small type and takes it for other signs, so pieces of
 * ink that stand as small type does are looked at by themselves. What looks like no figure, or like two, stays as it was read, and its word
 * becomes doubtful.
 */
export function withScripts(line: OcrLine, ink: LineInk): OcrLine {
  const { measure, part } = ink
  return scriptGroups(joinedFigures(wholePieces(part), measure), measure).reduce(
    (read, group) => withGroup(read, readGroup(group, read, ink), measure, part.components),
    line,
  )
}

/** Pieces that stand together on one level, from left to right. */
type Group = readonly (ScriptPiece | Component)[]

function scriptGroups(whole: readonly Piece[], measure: LineMeasure): Group[] {
  const pieces = whole.flatMap((one): ScriptPiece[] => {
    const level = scriptLevel(one, measure) ?? (isRaisedMinus(one, measure) ? 'raised' : undefined)
    return level && !(level === 'raised' && hasDot(one, whole, measure)) ? [{ ...one, level }] : []
  })
  const isNext = (before: ScriptPiece | undefined, piece: ScriptPiece): boolean => {
    if (before?.level !== piece.level) return false
    const reach = whole.some((one) => isPointBetween(one, before, piece, measure.high)) ? POINTED_GAP : GAP
    return piece.left - before.right <= reach * measure.high
  }
  const groups: ScriptPiece[][] = []
  for (const piece of pieces) {
    const group = groups.find((one) => isNext(one.at(-1), piece))
    if (group) group.push(piece)
    else groups.push([piece])
  }
  return groups.map((group) => withPoints(group, whole, measure))
}

/** Question marks are raised signs with a dot under them. */
const hasDot = ({ left, right, bottom }: Component, all: readonly Component[], { foot, high }: LineMeasure): boolean =>
  all.some((one) => covers({ left, right }, middle(one)) && one.top >= bottom && Math.abs(one.bottom - foot) <= FULL.foot * high)

function withPoints(group: readonly ScriptPiece[], all: readonly Component[], { high }: LineMeasure): Group {
  return group.flatMap((piece, at) => {
    const next = group[at + 1]
    const point = next && all.find((one) => isPointBetween(one, piece, next, high))
    return point ? [piece, point] : [piece]
  })
}

interface Reading {
  readonly left: number
  readonly right: number
  readonly isLetter: boolean
  /** One for each piece; undefined where one could not be read. */
  readonly symbols: readonly OcrSymbol[] | undefined
}

function readGroup(group: Group, line: OcrLine, ink: LineInk): Reading {
  const pieces = group.filter((piece): piece is ScriptPiece => 'level' in piece)
  const figures = pieces.filter((piece) => !isRaisedMinus(piece, ink.measure))
  const script = Math.max(...figures.map(({ bottom }) => bottom))
  const signOf = (piece: ScriptPiece | Component, at: number): string | undefined => {
    if (!('level' in piece)) return '.'
    if (isRaisedMinus(piece, ink.measure)) return at < group.length - 1 ? '−' : undefined
    return scriptFigure(piece, figureRead(piece, line, ink.measure), ink)
  }
  const [first] = pieces
  const letter = first?.level === 'lowered' && group.length === 1 ? scriptLetter(first, ink) : undefined
  const signs = letter === undefined ? group.map(signOf) : [letter]
  const isRead = signs.every((sign) => sign !== undefined) && figures.length > 0
  return {
    left: Math.min(...group.map(({ left }) => left)),
    right: Math.max(...group.map(({ right }) => right)),
    isLetter: letter !== undefined,
    symbols: isRead
      ? group.map(({ left, top, right, bottom }, at) => ({ text: signs[at] ?? '', left, top, right, bottom, script }))
      : undefined,
  }
}

/** What the recogniser read, where it read one figure and saw it as small. */
function figureRead({ left, right }: Component, { words }: OcrLine, measure: LineMeasure): string | undefined {
  const there = words.flatMap(({ symbols }) => symbols).filter((symbol) => middle(symbol) > left && middle(symbol) < right)
  const [only] = there
  return there.length === 1 && only && /^\d$/.test(only.text) && !isFull(only, measure) ? only.text : undefined
}

const middle = ({ left, right }: { left: number; right: number }): number => (left + right) / 2
const covers = ({ left, right }: { left: number; right: number }, x: number): boolean => x >= left && x <= right
const isFull = ({ top, bottom }: OcrSymbol, { foot, high }: LineMeasure): boolean =>
  top <= foot - FULL.top * high && bottom >= foot - FULL.foot * high

interface PlacedSymbol {
  readonly symbol: OcrSymbol
  /** Number of its word. */
  readonly word: number
}

/** Boxes of letters are sometimes as wide as both a letter and the one before it. */
const ownLeft = ({ left, right }: OcrSymbol, before: OcrSymbol | undefined): number =>
  before && before.left <= left && before.right > left && before.right < right ? before.right : left

/** The line with one exponent or index put in the place of what was read there. */
function withGroup(line: OcrLine, reading: Reading, measure: LineMeasure, ink: readonly Component[]): OcrLine {
  const { left, right, symbols, isLetter } = reading
  const starts = left - GAP * measure.high
  const placed = line.words.flatMap(({ symbols: of }, word) => of.map((symbol): PlacedSymbol => ({ symbol, word })))
  const isInside = ({ symbol }: PlacedSymbol, index: number): boolean => {
    const own = { left: ownLeft(symbol, placed[index - 1]?.symbol), right: symbol.right }
    return REPLACED.test(symbol.text) && own.left > starts && middle(own) > left && middle(own) < right
  }
  const inside = placed.filter(isInside)
  const at = placed.findLastIndex((one, index) => one.symbol.script === undefined && one.symbol.left <= starts && !isInside(one, index))
  const base = placed[at]
  const isOthers = placed.some(
    (one, index) => index > at && !inside.includes(one) && LETTER.test(one.symbol.text) && covers(one.symbol, middle(reading)),
  )
  const isAttached = base !== undefined && BASE.test(base.symbol.text) && base.symbol.right >= starts
  // The recogniser reads letters better: a shape only corrects what was taken for a figure or a sign.
  if (isLetter && !inside.every(({ symbol }) => /^\P{L}$/u.test(symbol.text))) return line
  if (!isAttached || isOthers || inside.some(({ symbol }) => !INVENTED.test(symbol.text) && isFull(symbol, measure))) return line
  if (!symbols) return inside.some(({ symbol }) => INVENTED.test(symbol.text)) ? doubted(line, base.word) : line
  const isGhost = ({ symbol }: PlacedSymbol, index: number): boolean =>
    index > at && index <= at + inside.length + 1 && INVENTED.test(symbol.text) && !ink.some((one) => isUnder(one, symbol))
  const kept = placed.filter((one, index) => !inside.includes(one) && !isGhost(one, index))
  const before = kept.findLastIndex(
    (one) => one === base || (one.word === base.word && one.symbol.script !== undefined && one.symbol.left < left),
  )
  const now = [...kept.slice(0, before + 1), ...symbols.map((symbol) => ({ symbol, word: base.word })), ...kept.slice(before + 1)]
  const words = line.words.map((word, index) => (index === base.word ? { ...word, confidence: Math.max(word.confidence, MENDED) } : word))
  const symbolsOf = (index: number): PlacedSymbol[] => now.filter(({ word }) => word === index)
  return { ...line, words: words.flatMap((word, index) => wordOf(word, symbolsOf(index))) }
}

const wordOf = (word: OcrWord, placed: readonly PlacedSymbol[]): OcrWord[] =>
  placed.length === 0 ? [] : [{ ...word, symbols: placed.map(({ symbol }) => symbol) }]

const doubted = (line: OcrLine, at: number): OcrLine => ({
  ...line,
  words: line.words.map((word, index) => (index === at ? { ...word, confidence: Math.min(word.confidence, DOUBTFUL) } : word)),
})

const isUnder = (ink: Component, { left, right, top, bottom }: OcrSymbol): boolean =>
  middle(ink) >= left - 1 && middle(ink) <= right + 1 && ink.top <= bottom && ink.bottom >= top
