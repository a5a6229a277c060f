import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../../fakes/book.ts'
import { ask } from '../numbers-in.ts'

/** A ruled table of three rows and three columns below the last problem of a sheet. */
const grid = (...cells: readonly (readonly string[])[]): Rows => {
  const draw = [
    ...[0, -20, -40, -60].map((down) => `q 1 0 0 1 0 {y} cm 46 ${down} m 286 ${down} l S Q`),
    ...[46, 126, 206, 286].map((x) => `q 1 0 0 1 0 {y} cm ${x} 0 m ${x} -60 l S Q`),
  ].join(' ')
  const rows = cells.flatMap((row, at) =>
    row.map((text, column): Row => ({ text, x: 14 + 80 * column, down: column > 0 ? 0 : at === 0 ? 14 : 20 })),
  )
  return [{ text: '', down: 24, draw }, ...rows]
}
const lastText = async (...cells: readonly (readonly string[])[]): Promise<string> => {
  const problems = [1, 2].flatMap((n): Rows => [{ text: `Problem ${n}`, font: 'B', size: 12, down: 28 }, ask])
  const { found, text } = await segmentBook(typeset([...problems, ...grid(...cells)]))
  return text(found.problems.at(-1)?.text ?? [])
}

describe('a table below the last problem', () => {
  it('is left out where scores are to be entered in it', async () => {
    expect(await lastText(['Question:', '1', '2'], ['Points:', '10', '15'], ['Score:', '', ''])).toBe(ask)
  })

  it('is text of the problem where it holds data', async () => {
    expect(await lastText(['Speed', '1', '2'], ['Points:', '10', '15'], ['Score:', '', ''])).toContain('Speed')
  })
})
