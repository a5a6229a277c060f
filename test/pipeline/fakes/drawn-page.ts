import { expect } from 'vitest'
import type { Box } from '../../../schemas/geometry.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

/** Points. Line width and rounding of ink. */
const TOLERANCE = 1.5

export const isAbout = (box: Box | undefined, left: number, top: number, right: number, bottom: number): void => {
  if (!box) throw new Error('There is no box.')
  for (const [is, wanted] of [
    [box.left, left],
    [box.top, top],
    [box.right, right],
    [box.bottom, bottom],
  ] as const)
    expect(Math.abs(is - wanted), `${JSON.stringify(box)} is not ${[left, top, right, bottom]}`).toBeLessThanOrEqual(TOLERANCE)
}

export const sentence = 'The block slides down the plane and stops at the wall after'
export const paragraph = (x: number, y: number, lines: number): string =>
  Array.from({ length: lines }, (_, at) => show(sentence, x, y - 12 * at)).join('')
/** Lines of a column half as wide. */
export const narrow = (x: number, y: number, lines: number): string =>
  Array.from({ length: lines }, (_, at) => show('The block slides down and stops', x, y - 12 * at)).join('')
/** A triangle: a drawing that no rule or frame looks like. Corners 60 points apart. */
export const triangle = (x: number, y: number, side = 60): string => `${x} ${y} m ${x + side} ${y} l ${x} ${y + side} l s\n`
export const page = (content: string) => tinyPdf([{ content, width: 400, height: 400 }])
