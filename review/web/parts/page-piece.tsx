import { useEffect, useState } from 'react'
import type { Item } from '../../../schemas/item.ts'
import { pageAddress, pageSizes, type Spot } from '../sources.ts'

/** Points of white around a piece, so that nothing at its edge is cut off. */
const MARGIN = 1.5

/** Pixels a point. Twice what a page at rest has: a formula is looked at closely. */
const SCALE = 2

/** A piece of a page as printed, cut out of the page’s picture that the browser has already. */
export function PagePiece({ item, spot, alt }: { item: Item; spot: Spot; alt: string }) {
  const [size, setSize] = useState<{ width: number; height: number } | undefined>()
  const { document } = item.source
  useEffect(() => {
    let current = true
    pageSizes(document, 'document').then(
      (sizes) => current && setSize(sizes[spot.page - 1]),
      () => undefined, // the page view says what is wrong
    )
    return () => {
      current = false
    }
  }, [document, spot.page])
  if (!size) return null
  const [left, top, right, bottom] = spot.bbox
  const [width, height] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN]
  return (
    <svg
      className="piece"
      role="img"
      aria-label={alt}
      viewBox={`${left - MARGIN} ${top - MARGIN} ${width} ${height}`}
      width={width * SCALE}
      height={height * SCALE}
    >
      <image href={pageAddress(item, 'document', spot.page)} width={size.width} height={size.height} preserveAspectRatio="none" />
    </svg>
  )
}
