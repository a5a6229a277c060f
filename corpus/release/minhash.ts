/** Hash functions in a signature. The standard error of the estimate is 1/√128, about 0.09; links are checked exactly afterwards. */
const HASHES = 128

/** Hash functions a band. 32 bands of 4 find a pair of Jaccard similarity 0.5 with probability 0.87, and one of 0.8 all but surely. */
const BAND = 4

/** Words a shingle. Three keep word order without losing too much to one changed word. */
const SHINGLE = 3

/** Texts in one band's bucket that are all compared with each other; in a larger one, each is compared with this many after it. */
const BUCKET = 64

/** What stands for any number, so that the same problem with other figures is still the same problem. */
const NUMERAL = '#'

/** Words of a text in lower case, math included as its letters; LaTeX commands stay words. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\d+(?:[.,]\d+)*|\p{L}+/gu) ?? []

/** The same words with every number alike. */
export const masked = (words: readonly string[]): string[] => words.map((word) => (/^\d/.test(word) ? NUMERAL : word))

/** Hashes of all word triples; of the whole text where it has fewer words. */
export function shinglesOf(words: readonly string[]): Set<number> {
  const shingles = new Set<number>()
  for (let at = 0; at < Math.max(1, words.length - SHINGLE + 1); at += 1) shingles.add(hash(words.slice(at, at + SHINGLE).join(' ')))
  return shingles
}

/** Shared elements over all elements, 0 to 1. */
export function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let shared = 0
  for (const element of a) if (b.has(element)) shared += 1
  return a.size + b.size === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** Smallest value of each hash function over a set: two sets agree on a share of them that is about their Jaccard similarity. */
export function signatureOf(shingles: ReadonlySet<number>): Uint32Array {
  const signature = new Uint32Array(HASHES).fill(0xffffffff)
  for (const shingle of shingles) {
    for (let index = 0; index < HASHES; index += 1) {
      const value = Math.imul(shingle ^ (shingle >>> 15), MULTIPLIERS[index] ?? 1) + (OFFSETS[index] ?? 0)
      const mixed = (value ^ (value >>> 13)) >>> 0
      if (mixed < (signature[index] ?? 0)) signature[index] = mixed
    }
  }
  return signature
}

/** Pairs of positions that agree on some whole band: candidates, to be checked. Each pair once, smaller position first. */
export function* candidatePairs(signatures: readonly Uint32Array[]): Generator<[number, number]> {
  const seen = new Set<number>()
  for (let band = 0; band < HASHES; band += BAND) {
    const buckets = new Map<string, number[]>()
    for (const [position, signature] of signatures.entries()) {
      const key = signature.subarray(band, band + BAND).join(',')
      const bucket = buckets.get(key)
      if (bucket) bucket.push(position)
      else buckets.set(key, [position])
    }
    for (const bucket of buckets.values()) yield* freshPairs(bucket, seen, signatures.length)
  }
}

function* freshPairs(bucket: readonly number[], seen: Set<number>, all: number): Generator<[number, number]> {
  for (const [index, first] of bucket.entries()) {
    for (const second of bucket.slice(index + 1, index + 1 + BUCKET)) {
      const key = first * all + second
      if (seen.has(key)) continue
      seen.add(key)
      yield [first, second]
    }
  }
}

/** FNV-1a over UTF-16 code units: fast, the same everywhere, and good enough for sets of words. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/** Odd multipliers and offsets from a fixed generator, so that signatures are the same on every machine. */
const [MULTIPLIERS, OFFSETS] = (() => {
  const multipliers = new Uint32Array(HASHES)
  const offsets = new Uint32Array(HASHES)
  let state = 0x9e3779b9
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state ^ (state >>> 16)) >>> 0
  }
  for (let index = 0; index < HASHES; index += 1) {
    multipliers[index] = next() | 1
    offsets[index] = next()
  }
  return [multipliers, offsets] as const
})()
