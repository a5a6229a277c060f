import { type CellShape, type KnownShape, writtenCells } from '../pipeline/cell-shape.ts'

/** A shape of a table in the making, with the font that it was taken from. */
export interface Labelled extends KnownShape {
  readonly font: string
}

/** How unlike two shapes are, 0 to 1. */
type Distance = (one: CellShape, other: CellShape) => number

/** A shape that is nearer than this to one of its kind adds nothing to a table, if all others are far enough. */
const SAME = 0.1

/** The signs that a shape looks like, the likest first. */
function nearest(shape: CellShape, others: readonly Labelled[], distance: Distance): [text: string, distance: number][] {
  const best = new Map<string, number>()
  for (const other of others) best.set(other.text, Math.min(best.get(other.text) ?? 1, distance(other, shape)))
  return [...best].sort((a, b) => a[1] - b[1])
}

/** Says which of the shapes the other fonts' shapes take for another sign. */
export function printMisread(shapes: readonly Labelled[], all: readonly Labelled[], distance: Distance): void {
  for (const shape of shapes) {
    const others = all.filter(({ font }) => font !== shape.font)
    const [first, second] = nearest(shape, others, distance)
    if (first?.[0] !== shape.text)
      console.log(shape.font, shape.text, 'looks like', first?.[0], first?.[1].toFixed(3), second?.[1].toFixed(3))
  }
}

/** The table that `readShapes` reads, without the shapes that others stand for; all other signs must be `further` off by so much. */
export function tableOf(all: readonly Labelled[], distance: Distance, further: number): string {
  const kept: Labelled[] = []
  for (const shape of all) {
    const [first, second] = nearest(shape, kept, distance)
    const isKnown = first?.[0] === shape.text && first[1] < SAME && (second?.[1] ?? 1) - first[1] > further
    if (!isKnown) kept.push(shape)
  }
  const line = (text: string): string => {
    const own = kept.filter((shape) => shape.text === text)
    return [text, ...own.map((shape) => `${Math.round(100 * shape.ratio)} ${writtenCells(shape)}`)].join(' ')
  }
  return [...new Set(kept.map(({ text }) => text))].map(line).join('\n')
}
