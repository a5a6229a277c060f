import type { Box } from '../../schemas/geometry.ts'
import type { Bitmap } from './raster.ts'

/** Connected ink, in pixels; `right` and `bottom` lie just outside. */
export interface Component {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Pixels of ink. */
  readonly ink: number
  readonly label: number
}

export interface Labelled {
  readonly components: readonly Component[]
  /** For each pixel the label of its component, 0 for paper. */
  readonly labels: Int32Array
}

/** Groups of ink pixels that touch, corners included. */
export function components({ ink, width, height }: Bitmap): Labelled {
  const labels = new Int32Array(width * height)
  const stack: number[] = []
  const found: Component[] = []
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1 || labels[start] !== 0) continue
    const label = found.length + 1
    let [left, top, right, bottom, count] = [width, height, 0, 0, 0]
    labels[start] = label
    stack.push(start)
    while (stack.length > 0) {
      const at = stack.pop() ?? 0
      const [x, y] = [at % width, Math.floor(at / width)]
      count++
      if (x < left) left = x
      if (x >= right) right = x + 1
      if (y < top) top = y
      if (y >= bottom) bottom = y + 1
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (ink[next] === 1 && labels[next] === 0) {
            labels[next] = label
            stack.push(next)
          }
        }
      }
    }
    found.push({ left, top, right, bottom, ink: count, label })
  }
  return { components: found, labels }
}

/** Connected ink of a part of a picture, in the picture's pixels; ink is joined only where it is so inside. */
export const componentsIn = (page: Bitmap, box: Box): Component[] => [...labelledIn(page, box).components]

/** A part of a picture with its connected ink. Components in the picture's pixels, labels in the part's. */
export interface LabelledPart extends Labelled {
  readonly left: number
  readonly top: number
  readonly width: number
}

export function labelledIn(page: Bitmap, box: Box): LabelledPart {
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
  const part = cutOut(page, { ...box, left, top })
  const labelled = components(part)
  const moved = labelled.components.map((one) => ({
    ...one,
    left: one.left + left,
    top: one.top + top,
    right: one.right + left,
    bottom: one.bottom + top,
  }))
  return { components: moved, labels: labelled.labels, left, top, width: part.width }
}

function cutOut({ ink, width, height }: Bitmap, { left, top, right, bottom }: Box): Bitmap {
  const [wide, high] = [Math.max(0, Math.min(width, right) - left), Math.max(0, Math.min(height, bottom) - top)]
  const part = new Uint8Array(wide * high)
  for (let y = 0; y < high; y++) part.set(ink.subarray((top + y) * width + left, (top + y) * width + left + wide), y * wide)
  return { ink: part, width: wide, height: high }
}
