import { describe, expect, it } from 'vitest'
import { show } from '../tiny-pdf.ts'
import { linesOf } from './lines-of.ts'

const COLUMN = 'words of running text'
const rows = (text: string, x: number, top: number, count: number): string =>
  Array.from({ length: count }, (_, at) => show(`${text} ${at}`, x, top - 14 * at)).join('\n')

describe('columns', () => {
  it('are read one after the other where the right one is short and stands beside a figure of the left one', () => {
    const found = linesOf([rows(`left ${COLUMN}`, 20, 250, 10), rows(`right ${COLUMN}`, 160, 380, 5)].join('\n'))
    expect(found[0]).toBe('left words of running text 0')
    expect(found.at(-1)).toBe('right words of running text 4')
  })

  it('stay two where a line of the left one is too long and runs into the right one', () => {
    const long = show('an overfull line of the left column that is', 20, 310)
    const right = rows(`right ${COLUMN}`, 160, 380, 10)
    const found = linesOf([rows(`left ${COLUMN}`, 20, 380, 5), long, rows(`lower ${COLUMN}`, 20, 296, 5), right].join('\n'))
    expect(found.slice(0, 5).concat(found.slice(-1))).toEqual(
      [0, 1, 2, 3, 4].map((at) => `left ${COLUMN} ${at}`).concat(`right ${COLUMN} 9`),
    )
  })

  it('stay two where a display of the left one sticks out beside the white below the right one', () => {
    const display = show('x = a + b + c + d + e + f + g + h', 30, 290)
    const left = rows(`left ${COLUMN}`, 20, 380, 6) + display + rows(`lower ${COLUMN}`, 20, 270, 6)
    const found = linesOf(left + rows(`right ${COLUMN}`, 160, 380, 5))
    expect(found.slice(6, 8)).toEqual(['x = a + b + c + d + e + f + g + h', `lower ${COLUMN} 0`])
    expect(found.slice(-5)[0]).toBe(`right ${COLUMN} 0`)
  })

  it('begin anew below a heading over both that is too short to reach the right one', () => {
    const upper = rows(`left ${COLUMN}`, 20, 380, 5) + rows(`right ${COLUMN}`, 160, 380, 5)
    const heading = show('Challenge', 20, 292, { size: 13 })
    const lower = rows(`under ${COLUMN}`, 20, 270, 4) + rows(`lower ${COLUMN}`, 160, 270, 3)
    const found = linesOf(upper + heading + lower)
    expect(found.indexOf('Challenge')).toBe(10)
    // A heading of the left column has text of the right one beside it.
    const beside = linesOf(rows(`left ${COLUMN}`, 20, 380, 5) + heading + rows(`under ${COLUMN}`, 20, 270, 4) + rows(COLUMN, 160, 380, 12))
    expect(beside.indexOf('Challenge')).toBe(5)
  })

  it('leave labels of figures in a margin until the text beside them has been read', () => {
    const margin = (top: number): string =>
      `20 ${top - 60} m 80 ${top - 60} l 20 ${top} l s\n${show('B', 84, top - 40, { size: 8 })}${show('FIGURE 5', 20, top - 75, { size: 7 })}`
    const text = rows('words of running text over all of a line', 120, 380, 20)
    const found = linesOf(`${margin(370)}${margin(220)}${text}`)
    expect(found.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, at) => `words of running text over all of a line ${at}`))
    expect(found).toHaveLength(24)
    // Numbers that hang out of the text are read with it.
    const numbered = linesOf(`${margin(370)}${show('5.1', 100, 380)}${text}`)
    expect(numbered.slice(0, 2).join(' ')).toMatch(/^5\.1 words of running text over all of a line 0/)
  })

  it('are two where each of two equal ones holds three lines of text among formulas', () => {
    const half = (x: number): string =>
      [0, 3, 6].map((at) => show(`${COLUMN} over it`, x, 380 - 14 * at)).join('') +
      [1, 4].map((at) => show('F = 3 N', x + 40, 380 - 14 * at)).join('') +
      show('so', x, 310)
    const found = linesOf(half(20) + half(166))
    expect(found.slice(0, 6)).toEqual([`${COLUMN} over it`, 'F = 3 N', `${COLUMN} over it`, 'F = 3 N', 'so', `${COLUMN} over it`])
    // Not where lines run across.
    const across = [2, 7].map((at) => show(`${COLUMN} over it and over all of it`, 20, 380 - 14 * at)).join('')
    expect(linesOf(half(20) + half(166) + across)[1]).toBe(`${COLUMN} over it`)
  })

  it('keep a sign at the end of a line out of the margin where lines end ragged', () => {
    const ends = ['over all of it', 'over it', 'over most of it', 'over it']
    const text = Array.from({ length: 16 }, (_, at) => show(`words of running text ${ends[at % 4]} ${at}`, 20, 380 - 14 * at)).join('')
    const figure = `250 320 m 310 320 l 250 380 l s\n${show('B', 314, 340, { size: 8 })}`
    const found = linesOf(text + show('#', 185, 380 - 14 * 3) + figure)
    expect(found.findIndex((line) => line.includes('#'))).toBeLessThan(5)
    expect(found.at(-1)).toBe('B')
  })

  it('are two on a last page that has hardly begun the second one', () => {
    // Ten lines that end together; the second column holds two, and is as wide.
    const left = rows(`left ${COLUMN} over`, 20, 380, 10)
    const right = show(`right ${COLUMN} too`, 166, 373) + show(`right ${COLUMN} too`, 166, 359)
    const found = linesOf(left + right)
    expect(found.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, at) => `left ${COLUMN} over ${at}`))
  })

  it('are two where the gutter is hardly wider than a space, row after row', () => {
    const found = linesOf(rows(`left ${COLUMN} over`, 20, 380, 6) + rows(`right ${COLUMN} too`, 168, 380, 6))
    expect(found.slice(0, 6)).toEqual(Array.from({ length: 6 }, (_, at) => `left ${COLUMN} over ${at}`))
  })

  it('keep the numbers that hang out of the right one further than the columns are apart', () => {
    const text = rows(`left ${COLUMN}`, 20, 380, 10) + rows(`right ${COLUMN}`, 190, 380, 10)
    const found = linesOf(text + show('9.7', 155, 380) + show('9.8', 155, 310))
    expect(found.slice(10, 13)).toEqual(['9.7', `right ${COLUMN} 0`, `right ${COLUMN} 1`])
    expect(found.slice(16, 18)).toEqual(['9.8', `right ${COLUMN} 5`])
    // In brackets it numbers an equation of the left column.
    expect(linesOf(text + show('(9)', 155, 380)).indexOf('(9)')).toBe(1)
  })

  it('stay two where numbers hang into the gutter beside a label of a figure', () => {
    const hanging = (number: string, x: number, top: number): string => show(number, x, top) + rows('hanging running text', x + 24, top, 5)
    const label = show('A', 165, 352, { size: 8 })
    const left = hanging('1.07', 20, 380) + hanging('1.08', 20, 290)
    const found = linesOf(left + label + rows('hanging running text', 194, 380, 5) + hanging('1.09', 170, 290))
    const five = (first: string): string[] => Array.from({ length: 5 }, (_, at) => `${at === 0 ? first : ''}hanging running text ${at}`)
    expect(found.filter((text) => text !== 'A')).toEqual([...five('1.07 '), ...five('1.08 '), ...five(''), ...five('1.09 ')])
  })

  it('are not two where a wide space comes once', () => {
    const found = linesOf(
      rows('words of running text over a line', 20, 380, 3) +
        show(`left ${COLUMN} over 9`, 20, 320) +
        show(`right ${COLUMN} too`, 160, 320),
    )
    expect(found.at(-1)).toContain('left')
    expect(found.at(-1)).toContain('right')
  })

  it('are parted by a rule between them, however few lines they have', () => {
    const left = show('1 12.4 kN', 20, 200) + show('3 7.9 m/s', 20, 186)
    const right = show('5 0.62 m', 160, 200) + show('7 355 K', 160, 186)
    const above = rows('a long line of words that runs over the whole page', 20, 380, 5)
    expect(linesOf([above, left, right, '150 180 0.4 28 re f'].join('\n')).slice(-4)).toEqual([
      '1 12.4 kN',
      '3 7.9 m/s',
      '5 0.62 m',
      '7 355 K',
    ])
  })

  it('are parted by a rule that is painted twice, over lines that run further to the right', () => {
    const left = show('1 12.4 kN', 20, 200) + show('3 7.9 m/s', 20, 186)
    const right = show('5 0.62 m', 120, 200) + show('7 355 K', 120, 186)
    const below = rows('a long line of words that runs over the whole page', 20, 160, 5)
    const rule = '110 180 0.4 28 re f\n110.4 180 0.2 28 re f'
    expect(linesOf([left, right, rule, below].join('\n')).slice(0, 4)).toEqual(['1 12.4 kN', '3 7.9 m/s', '5 0.62 m', '7 355 K'])
  })

  it('are not parted by a rule that meets the rules of a table', () => {
    const cells = show('Load', 20, 200) + show('12 kN', 160, 200) + show('Speed', 20, 186) + show('3 m/s', 160, 186)
    const above = rows('a long line of words that runs over the whole page', 20, 380, 5)
    const grid = '150 180 0.4 30 re f\n18 210 270 0.4 re f\n18 180 270 0.4 re f'
    expect(linesOf([above, cells, grid].join('\n')).slice(-4)).toEqual(['Load', '12 kN', 'Speed', '3 m/s'])
  })

  it('are not seen where lines of text run across', () => {
    const across = rows('a long line of words that runs over the whole width', 20, 250, 10)
    const found = linesOf([across, rows(`right ${COLUMN}`, 160, 380, 5)].join('\n'))
    expect(found[0]).toBe('right words of running text 0')
  })
})
