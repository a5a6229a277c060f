const WORD = /[\p{L}\p{N}]+/gu

export const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

/** A text as weighed words, of length 1. */
export type Vector = ReadonlyMap<string, number>

/** TF–IDF vectors of texts, weighed over all of them, so that spreads of parts of the collection can be compared. No model is needed. */
export function vectorsOf(texts: readonly string[]): Vector[] {
  const words = texts.map(wordsIn)
  const documents = new Map<string, number>()
  for (const one of words) for (const word of new Set(one)) documents.set(word, (documents.get(word) ?? 0) + 1)
  return words.map((one) => {
    const counts = new Map<string, number>()
    for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1)
    const weighed = [...counts].map(([word, count]): [string, number] => [
      word,
      (1 + Math.log(count)) * (1 + Math.log((1 + texts.length) / (1 + (documents.get(word) ?? 0)))),
    ])
    const length = Math.hypot(...weighed.map(([, weight]) => weight))
    return new Map(weighed.map(([word, weight]) => [word, weight / (length || 1)]))
  })
}

/**
 * How far apart texts lie: one minus the mean cosine over all pairs, from the length of their sum. 0 for equal texts, 1 for texts without a
 * common word; null for fewer than two.
 */
export function spread(vectors: readonly Vector[]): number | null {
  const filled = vectors.filter(({ size }) => size > 0)
  const n = filled.length
  if (n < 2) return null
  const sum = new Map<string, number>()
  for (const vector of filled) for (const [word, weight] of vector) sum.set(word, (sum.get(word) ?? 0) + weight)
  const squared = [...sum.values()].reduce((total, weight) => total + weight ** 2, 0)
  return 1 - (squared - n) / (n * (n - 1))
}
