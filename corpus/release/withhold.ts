import type { BBox } from '../../schemas/geometry.ts'
import type { ReleasedItem, WithheldImage } from '../../schemas/release.ts'
import { digestOfImage, imagesOf } from './images.ts'

const POINTS_PER_INCH = 72

/** Which pictures are shipped, and how to cut those that are not. */
export interface PicturePlan {
  /** Paths of shipped pictures. */
  readonly shipped: ReadonlySet<string>
  readonly withheld: WithheldImage[]
}

/**
 * A picture is shipped when any source that it comes from may be given away. For every other one the plan says which box of which page
 * to cut, at `dpi` where the item does not tell.
 */
export function planPictures(items: readonly ReleasedItem[], mayShip: (document: string) => boolean, dpi: number): PicturePlan {
  const shipped = new Set(items.filter(({ source }) => mayShip(source.document)).flatMap(imagesOf))
  const withheld = new Map<string, WithheldImage>()
  for (const item of items) {
    for (const place of placesOf(item, dpi)) {
      if (shipped.has(place.file)) continue
      const known = withheld.get(place.file)
      if (known === undefined) withheld.set(place.file, { ...place, document: item.source.document, items: [item.id] })
      else if (!known.items.includes(item.id)) known.items.push(item.id)
    }
  }
  return { shipped, withheld: [...withheld.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1)) }
}

type Placed = Omit<WithheldImage, 'document' | 'items'>

/** Where each picture of an item stands. A printed solution has a place only where it has as many pictures as regions. */
function placesOf({ diagrams, equations, solution, source }: ReleasedItem, dpi: number): Placed[] {
  const place = (file: string, page: number, bbox: BBox, of: Placed['of'], at: number): Placed => ({
    file,
    sha256: digestOfImage(file),
    of,
    page,
    bbox,
    dpi: at,
  })
  const printed = solution !== null && solution.files.length === solution.spans.length ? solution : undefined
  return [
    ...diagrams.map(({ file, page, bbox, width }) => place(file, page, bbox, 'document', resolution(width, bbox, dpi))),
    ...equations.flatMap(({ file, page, bbox }) => (file === null ? [] : [place(file, page, bbox, 'document', dpi)])),
    ...(printed?.files ?? []).flatMap((file, index) => {
      const span = printed?.spans[index]
      return span === undefined ? [] : [place(file, span.page, span.bbox, source.solutionsSha256 === null ? 'document' : 'solutions', dpi)]
    }),
  ]
}

/** Pixels that a crop may be larger than its box: it takes in every pixel that the box touches, on both sides. */
const OUTWARD = 2

/** Resolutions that people choose. */
const USUAL = [150, 200, 300, 400, 600, 100, 72]

/**
 * Dots an inch at which a box gives that many pixels: the workspace's, or the first usual one that fits, else what comes nearest. A width
 * alone does not tell exactly, because crops are rounded outward.
 */
function resolution(pixels: number, [left, , right]: BBox, workspace: number): number {
  const fits = (dpi: number) => {
    const exact = ((right - left) * dpi) / POINTS_PER_INCH
    return pixels > exact - 1 && pixels < exact + OUTWARD
  }
  return [workspace, ...USUAL].find(fits) ?? Math.max(1, Math.round((pixels * POINTS_PER_INCH) / (right - left)))
}
