import sharp from 'sharp'

/** Cells a side. Line drawings are mostly white, so the usual 8 tell too few of them apart. */
const SIDE = 16

/** Bits of 256 that may differ between two prints of one drawing. Other resolutions move about 4; other drawings differ in over 20. */
const NEAR_BITS = 10

/** Bits that must be set: pictures with fewer are so plain that they are all alike. */
const LEAST_BITS = 8

/** Grey levels of 255: white paper that scans to 254 here and to 255 there is no edge. */
const MARGIN = 3

const WORD = 32

/** 256 bits as eight words. */
export type ImageHash = Uint32Array

/**
 * Where a picture gets darker from left to right, in coarse cells: alike for the same drawing at another size. Null for a picture too
 * plain to be told from others, or one that cannot be read.
 */
export async function imageHash(png: Uint8Array): Promise<ImageHash | null> {
  const cells = await sharp(png)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
    .catch(() => null) // not a picture: verify will say so
  if (cells === null) return null
  const hash = new Uint32Array((SIDE * SIDE) / WORD)
  let set = 0
  for (let bit = 0; bit < SIDE * SIDE; bit += 1) {
    const at = Math.floor(bit / SIDE) * (SIDE + 1) + (bit % SIDE)
    if ((cells[at] ?? 0) <= (cells[at + 1] ?? 0) + MARGIN) continue
    const word = Math.floor(bit / WORD)
    hash[word] = (hash[word] ?? 0) | (1 << (bit % WORD))
    set += 1
  }
  return set < LEAST_BITS ? null : hash
}

/** Whether two hashes are of one drawing. A picture that could not be hashed is like no other. */
export const looksAlike = (a: ImageHash | null, b: ImageHash | null): boolean => a !== null && b !== null && distance(a, b) <= NEAR_BITS

/** Bits that differ. */
export function distance(a: ImageHash, b: ImageHash): number {
  let count = 0
  for (const [index, word] of a.entries()) count += ones(word ^ (b[index] ?? 0))
  return count
}

function ones(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
