/**
 * mupdf lends fonts, images and shades to callbacks but lets its wrapper free them once it is collected; taking the wrapper off the
 * collector's list avoids the double free.
 */
export function borrowed<T extends object>(lent: T): T {
  const { _finalizer } = lent.constructor as unknown as { _finalizer?: FinalizationRegistry<number> } // not in mupdf's types
  _finalizer?.unregister(lent)
  return lent
}
