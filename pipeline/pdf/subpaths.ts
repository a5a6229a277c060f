import type * as mupdf from 'mupdf'
import type { Box } from '../../schemas/geometry.ts'
import type { Drawing } from '../../schemas/layout.ts'
import { applyX, applyY, type Matrix } from './matrix.ts'

/** Points. A filled rectangle thinner than this is a rule: the boldest table rules are 1.5 pt, the thinnest bars of charts 3 pt. */
const MAX_RULE_THICKNESS = 2

/** Points. Coordinates closer than this are the same: half a device pixel at 600 dpi. */
const SAME = 0.06

export interface Subpath {
  readonly box: Box
  readonly shape: Drawing['shape']
}

/**
 * The parts of a path, each with the box of what is drawn (exact for curves) before line width, in page space.
 * Boxes of straight lines have no height or no width here.
 */
export function subpaths(path: mupdf.Path, ctm: Matrix): Subpath[] {
  const found: Subpath[] = []
  let trace = new Trace()
  const finish = (): void => {
    const part = trace.toSubpath()
    if (part) found.push(part)
    trace = new Trace()
  }
  path.walk({
    moveTo: (x, y) => {
      finish()
      trace.to(applyX(ctm, x, y), applyY(ctm, x, y))
    },
    lineTo: (x, y) => trace.to(applyX(ctm, x, y), applyY(ctm, x, y)),
    curveTo: (x1, y1, x2, y2, x3, y3) =>
      trace.curve(
        [applyX(ctm, x1, y1), applyX(ctm, x2, y2), applyX(ctm, x3, y3)],
        [applyY(ctm, x1, y1), applyY(ctm, x2, y2), applyY(ctm, x3, y3)],
      ),
    closePath: () => trace.close(),
  })
  finish()
  return found
}

/** A filled rectangle that is long and thin is a rule. */
export function shapeOfRectangle({ left, top, right, bottom }: Box): Drawing['shape'] {
  const [wide, high] = [right - left, bottom - top]
  if (high <= MAX_RULE_THICKNESS && wide > 2 * high) return 'horizontal'
  return wide <= MAX_RULE_THICKNESS && high > 2 * wide ? 'vertical' : 'rectangle'
}

/** Follows one subpath and keeps what its shape is judged by. */
class Trace {
  private left = Number.POSITIVE_INFINITY
  private top = Number.POSITIVE_INFINITY
  private right = Number.NEGATIVE_INFINITY
  private bottom = Number.NEGATIVE_INFINITY
  private x = 0
  private y = 0
  private startX = 0
  private startY = 0
  private moves = 0
  private axisParallel = true
  private corners = 0

  to(x: number, y: number): void {
    if (this.moves === 0) {
      this.startX = x
      this.startY = y
    } else if (Math.abs(x - this.x) > SAME && Math.abs(y - this.y) > SAME) this.axisParallel = false
    if (this.moves > 0 && (Math.abs(x - this.x) > SAME || Math.abs(y - this.y) > SAME)) this.corners++
    this.extend(x, y)
  }

  curve(xs: readonly [number, number, number], ys: readonly [number, number, number]): void {
    this.axisParallel = false
    for (const t of [...extrema(this.x, ...xs), ...extrema(this.y, ...ys)]) this.include(bezier(t, this.x, ...xs), bezier(t, this.y, ...ys))
    this.extend(xs[2], ys[2])
  }

  close(): void {
    if (this.moves > 0) this.to(this.startX, this.startY)
  }

  toSubpath(): Subpath | undefined {
    if (this.moves < 2) return undefined
    const box = { left: this.left, top: this.top, right: this.right, bottom: this.bottom }
    return { box, shape: this.shape() }
  }

  private shape(): Drawing['shape'] {
    const wide = this.right - this.left
    const high = this.bottom - this.top
    if (high <= SAME && wide > SAME) return 'horizontal'
    if (wide <= SAME && high > SAME) return 'vertical'
    if (!this.axisParallel || this.corners > 5) return 'path'
    const shape = shapeOfRectangle({ left: this.left, top: this.top, right: this.right, bottom: this.bottom })
    return shape !== 'rectangle' || this.corners >= 3 ? shape : 'path'
  }

  private extend(x: number, y: number): void {
    this.include(x, y)
    this.x = x
    this.y = y
    this.moves++
  }

  private include(x: number, y: number): void {
    if (x < this.left) this.left = x
    if (x > this.right) this.right = x
    if (y < this.top) this.top = y
    if (y > this.bottom) this.bottom = y
  }
}

const bezier = (t: number, p0: number, p1: number, p2: number, p3: number): number => {
  const s = 1 - t
  return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
}

/** Parameters in (0, 1) where a cubic turns round in one coordinate. */
function extrema(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = -p0 + 3 * p1 - 3 * p2 + p3
  const b = 2 * (p0 - 2 * p1 + p2)
  const c = p1 - p0
  const roots = Math.abs(a) < 1e-9 ? (Math.abs(b) < 1e-9 ? [] : [-c / b]) : quadraticRoots(a, b, c)
  return roots.filter((t) => t > 0 && t < 1)
}

function quadraticRoots(a: number, b: number, c: number): number[] {
  const discriminant = b * b - 4 * a * c
  if (discriminant < 0) return []
  const root = Math.sqrt(discriminant)
  return [(-b + root) / (2 * a), (-b - root) / (2 * a)]
}
