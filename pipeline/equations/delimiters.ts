import type { Item, Row, Sign } from './model.ts'

/** Share of a grown bar’s height that its content fills. */
const GROWN = 0.7

export type Sized = 'left' | 'right'

/** Tall delimiters of the row that open and close one another. */
export function pairs(row: Row): Map<number, Sized> {
  const found = new Map<number, Sized>()
  const open: number[] = []
  row.forEach((item, at) => {
    const sign = item.base?.kind === 'sign' && item.base.isTall ? item.base : undefined
    if (sign?.role === 'open') open.push(at)
    if (sign?.role === 'fence' && item.sub.length + item.sup.length > 0 && isAsTall(row[at - 1], sign)) found.set(at, 'right')
    if (sign?.role !== 'close') return
    const from = open.pop()
    if (from === undefined) return
    found.set(from, 'left')
    found.set(at, 'right')
  })
  return found
}

/** The bar was grown to what it follows, not chosen by hand. */
function isAsTall(item: Item | undefined, bar: Sign): boolean {
  const box = item?.base?.box
  return box !== undefined && box.bottom - box.top > GROWN * (bar.box.bottom - bar.box.top)
}

/** A lone tall bar with a script says at which values what stands before it is taken. */
export const isEvaluated = (row: Row, at: number, closers: ReadonlyMap<number, Sized>): boolean => {
  const item = row[at]
  return item?.base?.kind === 'sign' && item.base.role === 'fence' && item.base.isTall && closers.get(at) === 'right'
}

/** Sizes that fit a delimiter's height in ems. */
export const size = (sign: Sign): string => {
  const height = (sign.box.bottom - sign.box.top) / sign.em
  return height < 1.5 ? 'big' : height < 2.1 ? 'Big' : height < 2.7 ? 'bigg' : 'Bigg'
}
