import { unionAll } from '../../schemas/geometry.ts'
import { componentsIn } from './components.ts'
import type { OcrLine, OcrSymbol, OcrWord } from './engine.ts'
import type { Bitmap } from './raster.ts'

/** Share of its box that a disc fills, π/4, less what scanning frays and plus what it clots; letters fill half of theirs. */
const DISC = { least: 0.68, most: 0.9 }
/** A disc is as wide as it is high, up to this ratio. */
const ROUND = 1.3
/** Share of the row's height that a bullet takes: less is a full stop or a speck. */
const MIN_SIZE = 0.12
/** Signs and letters that the recogniser makes of a disc, "e", "eo", "«", with what one disc can be taken for. */
const MISREAD = /^[\p{L}«»¢°©®@*+~]{1,2}$/u

/**
 * Lines that begin with a bullet: the recogniser knows no such sign and takes it for an "e" or a "«".
 *
 * @param page the picture that was read, in the pixels of `lines`
 */
export const withBullets = (lines: readonly OcrLine[], page: Bitmap): OcrLine[] =>
  lines.map((line) => {
    const [first, ...rest] = line.words
    return first ? { ...line, words: [beginning(first, line.height, page), ...rest] } : line
  })

/** A bullet by itself, or attached to the number that it marks. */
function beginning(word: OcrWord, height: number, page: Bitmap): OcrWord {
  const figures = word.symbols.findIndex((symbol) => /\d/.test(symbol.text))
  const signs = figures < 0 ? word.symbols : word.symbols.slice(0, figures)
  const bullet = MISREAD.test(signs.map((symbol) => symbol.text).join('')) ? discAt(signs, height, page) : undefined
  return bullet ? { ...word, symbols: [bullet, ...word.symbols.slice(signs.length)] } : word
}

function discAt(signs: readonly OcrSymbol[], height: number, page: Bitmap): OcrSymbol | undefined {
  const box = unionAll(signs)
  if (!box) return undefined
  const [largest] = componentsIn(page, box).sort((a, b) => b.ink - a.ink)
  if (!largest) return undefined
  const [wide, high] = [largest.right - largest.left, largest.bottom - largest.top]
  const share = largest.ink / (wide * high)
  const isDisc = share >= DISC.least && share <= DISC.most && Math.max(wide, high) <= ROUND * Math.min(wide, high)
  if (!isDisc || high < MIN_SIZE * height) return undefined
  return { text: '•', left: largest.left, top: largest.top, right: largest.right, bottom: largest.bottom }
}
