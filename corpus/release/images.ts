import type { Item } from '../../schemas/item.ts'

/** Bytes of a PNG's signature and of its first chunk's head, after which its size stands. */
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const WIDTH_AT = 16

/** sha256 named by an image's path in a release. */
export const digestOfImage = (file: string): string => file.slice('images/'.length, -'.png'.length)

/** Every picture that an item uses, by path, each once, in the order of use. */
export function imagesOf({ diagrams, equations, solution }: Pick<Item, 'diagrams' | 'equations' | 'solution'>): string[] {
  const files = [
    ...diagrams.map(({ file }) => file),
    ...equations.flatMap(({ file }) => (file === null ? [] : [file])),
    ...(solution?.files ?? []),
  ]
  return [...new Set(files)]
}

/** Pixels, as a PNG's head says; undefined when the bytes are no PNG. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (png.length < WIDTH_AT + 8 || !png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return undefined
  return { width: png.readUInt32BE(WIDTH_AT), height: png.readUInt32BE(WIDTH_AT + 4) }
}
