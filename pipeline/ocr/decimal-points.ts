import { componentsIn } from './components.ts'
import { type OcrLine, type OcrSymbol, type OcrWord, textOf } from './engine.ts'
import type { Bitmap } from './raster.ts'

/** Shares of a figure's height: how large a point is, and how far from the foot of its neighbours it may end. */
const POINT = { least: 0.08, most: 0.3 }
const FOOT = { above: 0.1, below: 0.12 }
/** Share of its box that the ink of a point fills: specks are thinner. */
const SOLID = 0.6

/**
 * Words with the decimal points that the recogniser passed over: it takes "0.45" for "045" where the point is small or touches its idea of a
 * figure. A dot of ink on the baseline between two figures, joined to neither, is one.
 *
 * @param page the picture that was read, in the pixels of `lines`
 */
export const withDecimalPoints = (lines: readonly OcrLine[], page: Bitmap): OcrLine[] =>
  lines.map((line) => ({ ...line, words: line.words.map((word) => (/\d\d/.test(textOf(word)) ? withPoints(word, page) : word)) }))

function withPoints(word: OcrWord, page: Bitmap): OcrWord {
  const symbols = word.symbols.flatMap((symbol, at) => {
    const next = word.symbols[at + 1]
    const isOpen = next !== undefined && isFigure(symbol) && isFigure(next) && !hasPoint(word.symbols, at)
    const point = isOpen ? pointBetween(symbol, next, page) : undefined
    return point ? [symbol, point] : [symbol]
  })
  return symbols.length === word.symbols.length ? word : { ...word, symbols }
}

/** Whether the number around a figure has a point already. */
function hasPoint(symbols: readonly OcrSymbol[], at: number): boolean {
  const text = symbols.map((symbol) => (symbol.text.length === 1 ? symbol.text : ' ')).join('')
  return (/[\d.,]*$/.exec(text.slice(0, at + 1))?.[0] + (/^[\d.,]*/.exec(text.slice(at + 1))?.[0] ?? '')).includes('.')
}

const isFigure = ({ text }: OcrSymbol): boolean => /^\d$/.test(text)

function pointBetween(before: OcrSymbol, after: OcrSymbol, page: Bitmap): OcrSymbol | undefined {
  const high = Math.max(before.bottom - before.top, after.bottom - after.top)
  const foot = Math.max(before.bottom, after.bottom)
  const window = {
    left: before.left,
    right: after.right,
    top: Math.min(before.top, after.top),
    bottom: foot + Math.ceil(FOOT.below * high),
  }
  const middle = ({ left, right }: { left: number; right: number }): number => (left + right) / 2
  const found = componentsIn(page, window)
  const point = found.find((one) => {
    const [wide, tall] = [one.right - one.left, one.bottom - one.top]
    const isDot = Math.min(wide, tall) >= POINT.least * high && Math.max(wide, tall) <= POINT.most * high && one.ink >= SOLID * wide * tall
    const isLow = one.bottom >= foot - FOOT.above * high
    return isDot && isLow && middle(one) > middle(before) && middle(one) < middle(after)
  })
  return point && { text: '.', left: point.left, top: point.top, right: point.right, bottom: point.bottom }
}
