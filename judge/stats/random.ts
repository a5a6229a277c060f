/** A seeded source of numbers in [0, 1): the same seed gives the same figures on every machine. */
export type Random = () => number

/** sfc32 (Chris Doty-Humphrey, PractRand), seeded by hashing the text; the first draws are thrown away to mix the state. */
export function randomFrom(seed: string | number): Random {
  const text = String(seed)
  let hash = 2166136261
  const word = (): number => {
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
    hash = Math.imul(hash ^ (hash >>> 15), 2246822519)
    return hash >>> 0
  }
  let [a, b, c, counter] = [word(), word(), word(), 1]
  const next: Random = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4294967296
  }
  for (let draw = 0; draw < 15; draw++) next()
  return next
}

/** A whole number in [0, below). */
export const below = (random: Random, limit: number): number => Math.floor(random() * limit)

/** A new array in random order (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const pick = below(random, last + 1)
    const [one, other] = [order[last], order[pick]]
    if (one !== undefined && other !== undefined) {
      order[last] = other
      order[pick] = one
    }
  }
  return order
}
