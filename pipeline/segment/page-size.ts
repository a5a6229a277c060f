import type { LineFact } from './facts.ts'

/** Characters of one size from which on they are a page's text: labels of its figures are fewer. */
const ENOUGH = 600

/**
 * The size of each page's own text, never more than the document's: files put together from several sources, and chapters whose problems are
 * set small, hold pages on which all that is said stands in smaller type.
 */
export function pageSizes(lines: readonly LineFact[], bodySize: number): (page: number) => number {
  const counts = new Map<number, Map<number, number>>()
  for (const { page, size, text } of lines) {
    const sizes = counts.get(page) ?? new Map<number, number>()
    counts.set(page, sizes)
    const rounded = Math.round(size * 10) / 10
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length)
  }
  const found = new Map([...counts].map(([page, sizes]) => [page, mostOf(sizes) ?? bodySize]))
  return (page) => Math.min(bodySize, found.get(page) ?? bodySize)
}

function mostOf(sizes: ReadonlyMap<number, number>): number | undefined {
  const [most] = [...sizes].sort((a, b) => b[1] - a[1])
  return most && most[1] >= ENOUGH ? most[0] : undefined
}
