import type { Item } from '../../schemas/item.ts'
import type { DuplicateGroup } from '../../schemas/release.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { type ImageHash, imageHash, looksAlike } from './image-hash.ts'
import { candidatePairs, jaccard, masked, shinglesOf, signatureOf, wordsOf } from './minhash.ts'

/** Least share of common word triples, numerals masked, at which two questions are one. */
const NEAR_TEXT = 0.8

/** The same where both show the same diagram: the words may then be another editor's. */
const NEAR_TEXT_WITH_IMAGE = 0.4

/** Words. "Repeat the last problem for steam." is the same in every book and says nothing. */
const LEAST_WORDS = 8

/** Words. A question of this length, the same to the last numeral, is the same problem even if its figure was drawn anew. */
const SURE_WORDS = 20

/** Pairs of items under one pair of texts that are compared one by one; beyond, only those with the same pictures are. */
const MOST_PAIRS = 10_000

/** Pictures that are all compared with each other: at about 5 ms each this takes some seconds. In a larger set, words or bytes must hint first. */
const MOST_PICTURES = 1500

/** Two items of different sources that look like one problem. Positions count the items. */
export interface Link {
  readonly a: number
  readonly b: number
  readonly kind: DuplicateGroup['kind']
  readonly similarity: number
  /** False: a person should look, but neither is dropped for it. */
  readonly sure: boolean
}

interface Text {
  readonly shingles: ReadonlySet<number>
  readonly positions: number[]
}

/** Every such pair, found by words and by pictures. */
export async function findLinks(items: readonly Item[], image: ReadImage): Promise<Link[]> {
  const words = items.map(({ question }) => wordsOf(question.text))
  const texts = distinctTexts(words)
  const hashOf = hasher(image)
  const links = new Map<string, Link>()
  const keep = (link: Link | undefined) => {
    if (link) links.set(`${Math.min(link.a, link.b)} ${Math.max(link.a, link.b)}`, link)
  }
  for (const [a, b, similarity] of crossPairs(items, texts)) keep(await judge(a, b, similarity))
  for (const [a, b] of await pairsByPicture(items, hashOf)) {
    if (links.has(`${Math.min(a, b)} ${Math.max(a, b)}`)) continue
    const similarity = jaccard(shinglesOf(masked(words[a] ?? [])), shinglesOf(masked(words[b] ?? [])))
    keep({ a, b, kind: 'image', similarity, sure: similarity >= NEAR_TEXT_WITH_IMAGE })
  }
  return [...links.values()]

  async function judge(a: number, b: number, similarity: number): Promise<Link | undefined> {
    const [first, second, length] = [items[a], items[b], words[a]?.length ?? 0]
    if (!first || !second || Math.min(length, words[b]?.length ?? 0) < LEAST_WORDS) return undefined
    const figures = await compareFigures(first, second, hashOf)
    if (length === words[b]?.length && words[a]?.join(' ') === words[b]?.join(' ')) {
      return { a, b, kind: 'exact', similarity: 1, sure: figures !== 'other' || length >= SURE_WORDS }
    }
    if (similarity >= NEAR_TEXT) return { a, b, kind: 'near', similarity, sure: figures !== 'other' }
    return similarity >= NEAR_TEXT_WITH_IMAGE && figures === 'same' ? { a, b, kind: 'image', similarity, sure: true } : undefined
  }
}

/** Items by their words with numerals masked: a family of problems that differ in numbers only is one text. */
function distinctTexts(words: readonly (readonly string[])[]): Text[] {
  const texts = new Map<string, Text>()
  for (const [position, mine] of words.entries()) {
    const text = masked(mine)
    const key = text.join(' ')
    const known = texts.get(key)
    if (known) known.positions.push(position)
    else texts.set(key, { shingles: shinglesOf(text), positions: [position] })
  }
  return [...texts.values()]
}

/** Pairs of items of different sources whose texts are alike, with the similarity of the texts. */
function* crossPairs(items: readonly Item[], texts: readonly Text[]): Generator<[number, number, number]> {
  for (const text of texts) yield* crossing(items, text.positions, text.positions, 1)
  for (const [first, second] of candidatePairs(texts.map(({ shingles }) => signatureOf(shingles)))) {
    const [one, other] = [texts[first], texts[second]]
    if (!one || !other) continue
    const similarity = jaccard(one.shingles, other.shingles)
    if (similarity >= NEAR_TEXT_WITH_IMAGE) yield* crossing(items, one.positions, other.positions, similarity)
  }
}

function* crossing(
  items: readonly Item[],
  left: readonly number[],
  right: readonly number[],
  similarity: number,
): Generator<[number, number, number]> {
  const all = left.length * right.length <= MOST_PAIRS
  const keyOf = (position: number) => (all ? '' : pictureKey(items[position]))
  const groups = new Map<string, number[]>()
  for (const position of right) push(groups, keyOf(position), position)
  for (const a of left) {
    for (const b of groups.get(keyOf(a)) ?? []) {
      if ((left !== right || a < b) && isElsewhere(items[a], items[b])) yield [a, b, similarity]
    }
  }
}

function push(groups: Map<string, number[]>, key: string, position: number): void {
  const group = groups.get(key)
  if (group) group.push(position)
  else groups.set(key, [position])
}

const pictureKey = (item: Item | undefined): string => (item?.diagrams ?? []).map(({ sha256 }) => sha256).join(' ')

const isElsewhere = (a: Item | undefined, b: Item | undefined): boolean =>
  a !== undefined && b !== undefined && a.source.document !== b.source.document && a.source.sha256 !== b.source.sha256

type HashOf = (digest: string) => Promise<ImageHash | null>

/** Hashes each picture once. */
function hasher(image: ReadImage): HashOf {
  const hashes = new Map<string, Promise<ImageHash | null>>()
  return (digest) => {
    const hash = hashes.get(digest) ?? image(digest).then((bytes) => (bytes ? imageHash(bytes) : null))
    hashes.set(digest, hash)
    return hash
  }
}

/** "same": every diagram of the item with fewer has its like in the other; "none" where one of them has no diagram to compare. */
async function compareFigures(first: Item, second: Item, hashOf: HashOf): Promise<'same' | 'other' | 'none'> {
  const [few, many] = first.diagrams.length <= second.diagrams.length ? [first, second] : [second, first]
  if (few.diagrams.length === 0) return 'none'
  for (const { sha256 } of few.diagrams) {
    if (many.diagrams.some((other) => other.sha256 === sha256)) continue
    const mine = await hashOf(sha256)
    const others = await Promise.all(many.diagrams.map((other) => hashOf(other.sha256)))
    if (!others.some((other) => looksAlike(mine, other))) return 'other'
  }
  return 'same'
}

/** Pairs of items of different sources that share a picture: the same bytes, or in a set that is small enough also the same look. */
async function pairsByPicture(items: readonly Item[], hashOf: HashOf): Promise<[number, number][]> {
  const users = new Map<string, number[]>()
  for (const [position, { diagrams }] of items.entries()) {
    for (const digest of new Set(diagrams.map(({ sha256 }) => sha256))) push(users, digest, position)
  }
  const pairs: [number, number][] = []
  const link = (left: readonly number[], right: readonly number[]) => {
    for (const [a, b] of crossing(items, left, right, 0)) pairs.push([a, b])
  }
  for (const positions of users.values()) link(positions, positions)
  const documents = new Set(items.map(({ source }) => source.document))
  if (documents.size < 2 || users.size > MOST_PICTURES) return pairs
  const hashed = await Promise.all([...users].map(async ([digest, positions]) => ({ positions, hash: await hashOf(digest) })))
  for (const [index, one] of hashed.entries()) {
    for (const other of hashed.slice(index + 1)) if (looksAlike(one.hash, other.hash)) link(one.positions, other.positions)
  }
  return pairs
}
