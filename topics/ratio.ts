/**
 * Ratcliff/Obershelp similarity as Python's `difflib.SequenceMatcher(None, a, b).ratio()` gives it, its "autojunk" rule included.
 * The measure is not symmetric: the order of the two strings can change which blocks match.
 */

/** Code points. From this length of the second string on, difflib leaves out characters that are too frequent in it ("autojunk"). */
const AUTOJUNK_FROM = 200

/** Where each character stands in the second string, without the frequent ones of a long string. */
function positionsIn(b: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [index, character] of b.entries()) {
    const at = positions.get(character)
    if (at) at.push(index)
    else positions.set(character, [index])
  }
  if (b.length >= AUTOJUNK_FROM) {
    const most = Math.floor(b.length / 100) + 1
    for (const [character, at] of positions) if (at.length > most) positions.delete(character)
  }
  return positions
}

interface Block {
  readonly a: number
  readonly b: number
  readonly size: number
}

interface Range {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

/** The longest common block; of equally long ones the first in `a`, then the first in `b`. Frequent characters only extend it. */
function longestBlock(a: readonly string[], b: readonly string[], positions: Map<string, number[]>, range: Range): Block {
  const { aFrom, aTo, bFrom, bTo } = range
  let best: Block = { a: aFrom, b: bFrom, size: 0 }
  let lengths = new Map<number, number>()
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>()
    for (const j of positions.get(a[i] ?? '') ?? []) {
      if (j < bFrom) continue
      if (j >= bTo) break
      const size = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, size)
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size }
    }
    lengths = next
  }
  let { a: start, b: other, size } = best
  while (start > aFrom && other > bFrom && a[start - 1] === b[other - 1]) {
    start--
    other--
    size++
  }
  while (start + size < aTo && other + size < bTo && a[start + size] === b[other + size]) size++
  return { a: start, b: other, size }
}

/** Characters in matching blocks, found by splitting around the longest block again and again. */
function matches(a: readonly string[], b: readonly string[]): number {
  const positions = positionsIn(b)
  const open: Range[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }]
  let total = 0
  for (let range = open.pop(); range; range = open.pop()) {
    const block = longestBlock(a, b, positions, range)
    if (block.size === 0) continue
    total += block.size
    if (range.aFrom < block.a && range.bFrom < block.b) open.push({ ...range, aTo: block.a, bTo: block.b })
    const aAfter = block.a + block.size
    const bAfter = block.b + block.size
    if (aAfter < range.aTo && bAfter < range.bTo) open.push({ ...range, aFrom: aAfter, bFrom: bAfter })
  }
  return total
}

const share = (matched: number, length: number): number => (length === 0 ? 1 : (2 * matched) / length)

/** `2·M / (|a| + |b|)`, M the characters in matching blocks; 0 to 1; two empty strings are alike. Counts code points. */
export function ratio(a: string, b: string): number {
  const first = Array.from(a)
  const second = Array.from(b)
  return share(matches(first, second), first.length + second.length)
}

/** Never below `ratio`, and cheap: characters in common, wherever they stand. Lets a search skip what cannot win. */
export function ratioAtMost(a: string, b: string): number {
  const first = Array.from(a)
  const second = Array.from(b)
  const left = new Map<string, number>()
  for (const character of second) left.set(character, (left.get(character) ?? 0) + 1)
  let common = 0
  for (const character of first) {
    const count = left.get(character) ?? 0
    if (count > 0) common++
    left.set(character, count - 1)
  }
  return share(common, first.length + second.length)
}

/**
 * The form in which labels are compared: Unicode NFKC, case folded, white space folded. Upper case first, because JavaScript has no case
 * folding and this turns "ß" into "ss".
 */
export const fold = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim().replace(/\s+/gu, ' ')
