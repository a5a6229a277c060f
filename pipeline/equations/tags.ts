import type { Row } from './model.ts'

/** Em. White before a printed equation number. */
const TAG_GAP = 1.5

const TAG = /^\(([A-Z]?\d+(?:[.\-–]\d+)*[a-z]?[′']?)\)$/

export const isTag = (text: string): boolean => TAG.test(text)

/** The same row with a number that stands beside it. */
export const withTag = (row: Row, [first, ...rest]: Row): Row => (first ? [...row, { ...first, gap: 2 * TAG_GAP }, ...rest] : row)

/** A printed number at the right or left end of a row, set apart by white. */
export function tagOf(row: Row): { tag: string; rest: Row; tagItems: Row } | undefined {
  const text = (items: Row): string => items.map(({ base }) => (base?.kind === 'sign' ? base.text : '\ufffc')).join('')
  const open = row.findLastIndex((item) => item.base?.kind === 'sign' && item.base.text === '(')
  if (open > 0 && (row[open]?.gap ?? 0) > TAG_GAP) {
    const tag = TAG.exec(text(row.slice(open)))?.[1]
    if (tag) return { tag, rest: row.slice(0, open), tagItems: row.slice(open) }
  }
  const close = row.findIndex((item) => item.base?.kind === 'sign' && item.base.text === ')')
  if (close > 0 && close + 1 < row.length && (row[close + 1]?.gap ?? 0) > TAG_GAP) {
    const tag = TAG.exec(text(row.slice(0, close + 1)))?.[1]
    if (tag) return { tag, rest: row.slice(close + 1), tagItems: row.slice(0, close + 1) }
  }
  return undefined
}
