import { type BBox, type Turn, toBBox } from '../../schemas/geometry.ts'
import type { ReleasedItem, WithheldImage } from '../../schemas/release.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { digestOfImage, imagesOf } from './images.ts'
import { pngSize } from './png.ts'

const POINTS_PER_INCH = 72

/** Which pictures are shipped, and how to cut those that are not. */
export interface PicturePlan {
  /** Paths of shipped pictures. */
  readonly shipped: ReadonlySet<string>
  readonly withheld: WithheldImage[]
}

/**
 * A picture is shipped when any source that it comes from may be given away. For every other one the plan says which box of which page
 * to cut, at `dpi` where the item does not tell. `image` is asked for pictures whose size the item does not tell; it need not have them.
 */
export async function planPictures(
  items: readonly ReleasedItem[],
  mayShip: (document: string) => boolean,
  { dpi, image }: { readonly dpi: number; readonly image: ReadImage },
): Promise<PicturePlan> {
  const shipped = new Set(items.filter(({ source }) => mayShip(source.document)).flatMap(imagesOf))
  const withheld = new Map<string, WithheldImage>()
  for (const item of items) {
    for (const place of placesOf(item, dpi)) {
      if (shipped.has(place.file)) continue
      const known = withheld.get(place.file)
      if (known === undefined) {
        const bbox = await cutBox(place, image)
        withheld.set(place.file, { ...place, bbox, document: item.source.document, items: [item.id] })
      } else if (!known.items.includes(item.id)) known.items.push(item.id)
    }
  }
  return { shipped, withheld: [...withheld.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1)) }
}

type Placed = Omit<WithheldImage, 'document' | 'items'>

/** Where each picture of an item stands. A printed solution has a place only where it has as many pictures as regions. */
function placesOf({ diagrams, equations, solution, source }: ReleasedItem, dpi: number): Placed[] {
  const turnOf = (of: Placed['of'], page: number) => source.turned?.find((turn) => turn.of === of && turn.page === page)?.degrees
  const place = (file: string, page: number, bbox: BBox, of: Placed['of'], at: number): Placed => {
    const turned = turnOf(of, page)
    return { file, sha256: digestOfImage(file), of, page, bbox, ...(turned === undefined ? {} : { turned }), dpi: at }
  }
  const printed = solution !== null && solution.files.length === solution.spans.length ? solution : undefined
  return [
    ...diagrams.map(({ file, page, bbox, width }) =>
      place(
        file,
        page,
        bbox,
        'document',
        resolution(width, isOnSide(turnOf('document', page)) ? bbox[3] - bbox[1] : bbox[2] - bbox[0], dpi),
      ),
    ),
    ...equations.flatMap(({ file, page, bbox }) => (file === null ? [] : [place(file, page, bbox, 'document', dpi)])),
    ...(printed?.files ?? []).flatMap((file, index) => {
      const span = printed?.spans[index]
      return span === undefined ? [] : [place(file, span.page, span.bbox, source.solutionsSha256 === null ? 'document' : 'solutions', dpi)]
    }),
  ]
}

/** Points. Formulas are cut with some white around them, by whole points; more than this is another box. */
const MOST_MARGIN = 10

/** The box that was cut: the item's own, or with the margin around it that the size of the picture gives away. */
async function cutBox({ sha256, bbox, dpi, turned }: Placed, image: ReadImage): Promise<BBox> {
  const bytes = await image(sha256)
  const picture = bytes && pngSize(bytes)
  if (picture === undefined) return bbox
  const size = isOnSide(turned) ? { width: picture.height, height: picture.width } : picture
  const grown = Array.from({ length: MOST_MARGIN + 1 }, (_, margin) => grow(bbox, margin))
  return (
    grown.find(([left, top, right, bottom]) => isCropOf(size.width, right - left, dpi) && isCropOf(size.height, bottom - top, dpi)) ?? bbox
  )
}

/** Whether a picture's width is the height of its box. */
const isOnSide = (turned: Turn | undefined): boolean => turned === 90 || turned === 270

/** With a margin on every side, within the page's left and top edge. */
const grow = ([left, top, right, bottom]: BBox, margin: number): BBox =>
  margin === 0
    ? [left, top, right, bottom]
    : toBBox({ left: Math.max(0, left - margin), top: Math.max(0, top - margin), right: right + margin, bottom: bottom + margin })

/** Pixels that a crop may be larger than its box: it takes in every pixel that the box touches, on both sides. */
const OUTWARD = 2

/** Whether a stretch of a page, cut outward to whole pixels, can have that many. */
function isCropOf(pixels: number, points: number, dpi: number): boolean {
  const exact = (points * dpi) / POINTS_PER_INCH
  return pixels > exact - 1 && pixels < exact + OUTWARD
}

/** Resolutions that people choose. */
const USUAL = [150, 200, 300, 400, 600, 100, 72]

/**
 * Dots an inch at which a box as wide as `points` gives that many pixels: the workspace's, or the first usual one that fits, else what comes nearest. A width
 * alone does not tell exactly, because crops are rounded outward.
 */
const resolution = (pixels: number, points: number, workspace: number): number =>
  [workspace, ...USUAL].find((dpi) => isCropOf(pixels, points, dpi)) ?? Math.max(1, Math.round((pixels * POINTS_PER_INCH) / points))
