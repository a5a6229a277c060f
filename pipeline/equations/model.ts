import type { Box } from '../../schemas/geometry.ts'
import type { Role } from './symbols.ts'

/** Shape of a letter, as far as it means something in a formula. */
export type Face = 'italic' | 'upright' | 'bold' | 'bold-italic' | 'calligraphic' | 'script' | 'fraktur' | 'double-struck' | 'sans' | 'mono'

interface Placed {
  readonly box: Box
  /** Em size of its type, points. */
  readonly em: number
  /** y of the baseline it stands on; undefined for what is centred on the maths axis instead. */
  readonly baseline: number | undefined
  /** Indices into the page’s glyphs. */
  readonly glyphs: readonly number[]
  /** Where the pen starts and ends; the ink may stick out. */
  readonly from: number
  readonly to: number
}

export interface Sign extends Placed {
  readonly kind: 'sign'
  readonly text: string
  readonly role: Role
  readonly face: Face
  /** Index into the page’s fonts. */
  readonly font: number
  /** Set in a font that sets nothing but formulas. */
  readonly isMath: boolean
  /** Enlarged beyond its type size: its origin says nothing about the baseline. */
  readonly isTall: boolean
  readonly isUnknown: boolean
}

export interface Fraction extends Placed {
  readonly kind: 'fraction'
  readonly over: Row
  readonly under: Row
  /** y of its bar. */
  readonly axis: number
  /** A binomial has no bar. */
  readonly hasBar: boolean
}

export interface Radical extends Placed {
  readonly kind: 'radical'
  readonly body: Row
  readonly index: Row
}

export interface Accented extends Placed {
  readonly kind: 'accented'
  readonly command: string
  readonly body: Row
}

export interface Table extends Placed {
  readonly kind: 'table'
  readonly open: string
  readonly close: string
  readonly rows: readonly (readonly Row[])[]
}

export type Atom = Sign | Fraction | Radical | Accented | Table

/** y of the axis that an atom stands on: a fraction’s bar, also under a root, the middle of what is centred, a quarter em above a baseline. */
export const axisOf = (atom: Atom): number => {
  if (atom.kind === 'fraction') return atom.axis
  if ((atom.kind === 'radical' || atom.kind === 'accented') && atom.baseline === undefined) {
    const inner = atom.body.find(({ base }) => base?.kind === 'fraction')?.base
    if (inner) return axisOf(inner)
  }
  return atom.baseline === undefined ? (atom.box.top + atom.box.bottom) / 2 : atom.baseline - AXIS * atom.em
}

/** Em. The maths axis above the baseline: 0.22 to 0.28 in all fonts we know. */
export const AXIS = 0.25

/**
 * Type size of the largest letters and figures: operators and delimiters come from fonts that are scaled apart. Where there are neither, of
 * whatever there is.
 */
export function largestEm(atoms: readonly Atom[]): number {
  const letters = atoms.filter((atom) => atom.kind !== 'sign' || (atom.baseline !== undefined && isLetterLike(atom)))
  return Math.max(0, ...(letters.length > 0 ? letters : atoms).map((atom) => atom.em))
}

/** Letters, figures and symbols that stand for quantities as letters do: ∞, ∂, ∅. */
export const isLetterLike = (sign: Sign): boolean => /[\p{L}\p{N}∞∂∇∅ℓ]/u.test(sign.text)

/** An atom with what hangs on it. */
export interface Item {
  readonly base: Atom | undefined
  readonly sup: Row
  readonly sub: Row
  readonly over: Row
  readonly under: Row
  /** White before it, em. */
  readonly gap: number
}

export type Row = readonly Item[]

export const itemGlyphs = (item: Item): number[] => [
  ...(item.base ? atomGlyphs(item.base) : []),
  ...[item.sup, item.sub, item.over, item.under].flatMap(rowGlyphs),
]

export const rowGlyphs = (row: Row): number[] => row.flatMap(itemGlyphs)

/** All glyphs of an atom; composite atoms list their own (a radical sign, an accent) and those of their parts. */
export function atomGlyphs(atom: Atom): number[] {
  if (atom.kind === 'sign') return [...atom.glyphs]
  const parts =
    atom.kind === 'fraction'
      ? [atom.over, atom.under]
      : atom.kind === 'radical'
        ? [atom.index, atom.body]
        : atom.kind === 'accented'
          ? [atom.body]
          : atom.rows.flat()
  return [...atom.glyphs, ...parts.flatMap(rowGlyphs)]
}
