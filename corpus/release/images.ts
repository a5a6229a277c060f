import type { Item } from '../../schemas/item.ts'

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
