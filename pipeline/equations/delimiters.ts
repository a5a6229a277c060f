import type { Item, Row, Sign } from './model.ts'

/** Share of a grown bar’s height that its content fills. */
const GROWN = 0.7

/** How a delimiter was grown; a lone tall bar with a script says at which values what stands before it is taken. */
export type Sized = 'left' | 'right' | 'evaluated'

/** Bars that hold something are equally tall, give or take this share. */
const SAME_HEIGHT = 0.12

/** Tall delimiters of the row that open and close one another. Bars open and close alike: one that matches an open one closes it. */
export function pairs(row: Row): Map<number, Sized> {
  const found = new Map<number, Sized>()
  const open: { at: number; sign: Sign }[] = []
  const close = (at: number, from: number): void => {
    found.set(open[from]?.at ?? at, 'left').set(at, 'right')
    open.length = from
  }
  row.forEach((item, at) => {
    const sign = item.base?.kind === 'sign' && item.base.isTall ? item.base : undefined
    if (sign?.role === 'open') open.push({ at, sign })
    else if (sign?.role === 'fence') {
      const from = open.findLastIndex((other) => other.sign.text === sign.text && isEquallyTall(other.sign, sign))
      if (from >= 0) close(at, from)
      else if (item.sub.length + item.sup.length > 0 && isAsTall(row[at - 1], sign)) found.set(at, 'evaluated')
      else open.push({ at, sign })
    } else if (sign?.role === 'close') {
      const from = open.findLastIndex((other) => other.sign.role === 'open')
      if (from >= 0) close(at, from)
    }
  })
  return found
}

const height = ({ box }: Sign): number => box.bottom - box.top
const isEquallyTall = (a: Sign, b: Sign): boolean => Math.abs(height(a) - height(b)) < SAME_HEIGHT * height(a)

/** The bar was grown to what it follows, not chosen by hand. */
function isAsTall(item: Item | undefined, bar: Sign): boolean {
  const box = item?.base?.box
  return box !== undefined && box.bottom - box.top > GROWN * (bar.box.bottom - bar.box.top)
}

/** Sizes that fit a delimiter's height in ems. */
export const size = (sign: Sign): string => {
  const height = (sign.box.bottom - sign.box.top) / sign.em
  return height < 1.5 ? 'big' : height < 2.1 ? 'Big' : height < 2.7 ? 'bigg' : 'Bigg'
}
