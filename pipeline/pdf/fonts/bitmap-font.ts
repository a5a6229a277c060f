import type { FontDescriptor } from './descriptor.ts'
import { TEX_ENCODINGS, TEX_WIDTHS } from './tex-fonts.ts'
import type { Type3Facts } from './type3.ts'

/** Em. Bitmap fonts count in pixels, of which an em has at most and at least so many; other Type 3 fonts in thousandths of an em, or in em. */
const LEAST_PIXEL = 1 / 400
const MOST_PIXEL = 1 / 8
/** Pixels to which a width is rounded, and em by which makers of files let the em itself be off. */
const ROUNDING = 0.5
const SLACK = 0.006
/** Em by which the widths of two fonts must differ on average to say which one it is: else the commoner one is meant. */
const TELLING = 0.002
/** Characters that must agree where the file says by itself what they are: then it may not come from TeX. */
const MIN_MAPPED = 4

/** A font of TeX that the file holds as pictures of its characters, without its name. */
export interface BitmapFont extends FontDescriptor {
  /** Names of the characters by code. */
  readonly names: ReadonlyMap<number, string>
}

interface Known {
  readonly name: string
  readonly encoding: string
  /** Em by code; 0 where it has no character. */
  readonly widths: readonly number[]
}

let known: readonly Known[] | undefined
const knownFonts = (): readonly Known[] => {
  known ??= TEX_WIDTHS.trim()
    .split('\n')
    .map((line) => {
      const [name = '', encoding = '', digits = ''] = line.split(' ')
      return { name, encoding, widths: (digits.match(/../g) ?? []).map((two) => Number.parseInt(two, 36) / 1000) }
    })
  return known
}

/** The font whose characters are as wide as those of a Type 3 font; undefined where none is, or where it counts in no pixels. */
export function bitmapFont({ advances, unit, mapped }: Type3Facts): BitmapFont | undefined {
  const own = [...advances].filter(([, advance]) => advance !== 0)
  if (own.length === 0 || unit < LEAST_PIXEL || unit > MOST_PIXEL || (mapped && own.length < MIN_MAPPED)) return undefined
  const slack = ROUNDING * unit + SLACK
  let best: { font: Known; error: number } | undefined
  for (const font of knownFonts()) {
    if (!own.every(([code, advance]) => (font.widths[code] ?? 0) > 0 && Math.abs((font.widths[code] ?? 0) - advance) < slack)) continue
    const error = Math.sqrt(own.reduce((sum, [code, advance]) => sum + ((font.widths[code] ?? 0) - advance) ** 2, 0) / own.length)
    if (!best || error < best.error - TELLING) best = { font, error }
  }
  return best && described(best.font)
}

/** Its names tell what kind of letters it has, by TeX's own habits. */
function described({ name, encoding }: Known): BitmapFont {
  return {
    name: name.toUpperCase(),
    italic: /mi|ti|sl|ssi/.test(name),
    bold: /bx|mib|bsy|sx/.test(name),
    serif: !/ss|sx|tt/.test(name),
    mono: name.includes('tt'),
    names: texNames(encoding),
  }
}

const encodings = new Map<string, ReadonlyMap<number, string>>()
/** Names of characters by code in one of TeX’s encodings: OT1, OML, OMS, OMX … */
export function texNames(encoding: string): ReadonlyMap<number, string> {
  if (encodings.size === 0) {
    for (const line of TEX_ENCODINGS.trim().split('\n')) {
      const [key = '', ...names] = line.split(' ')
      encodings.set(key, new Map(names.flatMap((name, code) => (name === '-' ? [] : [[code, name] as const]))))
    }
  }
  return encodings.get(encoding) ?? new Map()
}
