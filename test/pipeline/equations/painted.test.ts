import { describe, expect, it } from 'vitest'
import { paintedSigns } from '../../../pipeline/equations/painted.ts'
import type { Box } from '../../../schemas/geometry.ts'
import type { Drawing } from '../../../schemas/layout.ts'
import { box, pageOf, sentence } from './lettered-page.ts'

type Outline = readonly [shape: Drawing['shape'], at: Box]

/** Signs among paths, each a list of outlines that are filled at once. */
const signs = (...paths: readonly (readonly Outline[])[]): string =>
  paintedSigns(
    pageOf(
      [sentence(60)],
      paths.flatMap((outlines, order) => outlines.map(([shape, at]): Drawing => ({ box: at, kind: 'fill', shape, order }))),
    ),
  )
    .map(({ text }) => text)
    .join('')

/** A hook with its bar. */
const radical = (bar: Box, shape: Drawing['shape'] = 'horizontal'): readonly Outline[] => [
  ['path', box(180, 112, 201, 123)],
  [shape, bar],
]
/** A bracket of the given width whose stem stands at `stem`. */
const bracket = (left: number, right: number, stem: number, top = 104, bottom = 134): readonly Outline[] => [
  ['path', box(left, top, right, bottom)],
  ['path', box(stem, top, stem + 1, bottom)],
]
const [open, close] = [bracket(175, 178, 175), bracket(202, 205, 204)]

describe('a painted radical', () => {
  it('has its bar at its upper right', () => {
    expect(signs(radical(box(189, 112, 201, 112.5)))).toBe('√')
    expect(signs(radical(box(189, 112, 201, 112.5), 'path'))).toBe('√')
  })

  it.each([
    ['lies lower', box(189, 115, 201, 115.5)],
    ['ends before the outline does', box(189, 112, 198, 112.5)],
    ['is as wide as the outline', box(180, 112, 201, 112.5)],
    ['is as thick as a letter', box(189, 112, 201, 115)],
    ['is hardly longer than thick', box(198, 112, 201, 113)],
  ])('is none where the bar %s', (_, bar) => {
    expect(signs(radical(bar))).toBe('')
  })

  it('is none among the outlines of a picture', () => {
    expect(signs([...radical(box(189, 112, 201, 112.5)), ['path', box(185, 115, 190, 120)]])).toBe('')
  })
})

describe('painted brackets', () => {
  it('face one another', () => {
    expect(signs(open, close)).toBe('[]')
    expect(signs(close, open)).toBe('[]')
    expect(signs(bracket(175, 178, 177), bracket(202, 205, 202))).toBe('')
  })

  it('are equally tall', () => {
    expect(signs(open, bracket(202, 205, 204, 104, 140))).toBe('')
  })

  it('are those of another line of the page where that is elsewhere', () => {
    expect(signs(open, bracket(185, 188, 185, 204, 234), close, bracket(212, 215, 214, 204, 234))).toBe('[][]')
  })

  it('close one bracket only', () => {
    expect(signs(open, bracket(190, 193, 190), close)).toBe('[]')
  })

  it.each([
    [
      'a stem that ends early',
      [
        ['path', box(175, 104, 178, 134)],
        ['path', box(175, 110, 176, 134)],
      ],
    ],
    [
      'a stem half as wide as it is',
      [
        ['path', box(175, 104, 178, 134)],
        ['path', box(175, 104, 176.8, 134)],
      ],
    ],
    [
      'a stem as wide as a letter',
      [
        ['path', box(170, 104, 178, 150)],
        ['path', box(170, 104, 173, 150)],
      ],
    ],
    [
      'a form as broad as a letter',
      [
        ['path', box(168, 104, 178, 134)],
        ['path', box(168, 104, 169, 134)],
      ],
    ],
    [
      'a rule for a part',
      [
        ['path', box(175, 104, 178, 134)],
        ['horizontal', box(175, 104, 176, 134)],
      ],
    ],
  ] as const)('do not have %s', (_, outlines) => {
    expect(signs(outlines, close)).toBe('')
  })
})

describe('painted bars', () => {
  const bar = (left: number, shape: Drawing['shape'] = 'path'): readonly Outline[] => [
    [shape, box(left, 104, left + 1, 134)],
    [shape, box(left + 0.1, 104.5, left + 0.9, 133.5)],
  ]

  it('hold what stands between two of them', () => {
    expect(signs(bar(175), bar(205))).toBe('||')
    expect(signs(bar(175), bar(205), bar(225))).toBe('||')
    expect(signs(bar(175))).toBe('')
  })

  it.each([
    ['its lower end', 136, 6, '|'],
    ['its upper end', 108, 6, '|'],
    ['its middle', 121, 6, ''],
    ['its lower end, too large for a script', 136, 14, ''],
  ])('with type at %s', (_, y, size, expected) => {
    const [outline, inner] = bar(175)
    const paths = [outline, inner].flatMap((one): Drawing[] => (one ? [{ box: one[1], kind: 'fill', shape: 'path', order: 1 }] : []))
    const page = pageOf([sentence(60), { text: 'L', x: 177, y, size, face: 'math' }], paths)
    expect(
      paintedSigns(page)
        .map(({ text }) => text)
        .join(''),
    ).toBe(expected)
  })

  it('are no upright rules of a table', () => {
    expect(signs(bar(175, 'vertical'), bar(205, 'vertical'))).not.toContain('|')
  })
})

describe('the straight part of a painted brace', () => {
  const stroke = (left: number, right: number): Outline => ['vertical', box(left, 106, right, 114)]

  it('is painted twice in one place', () => {
    expect(signs([stroke(161, 162), stroke(161, 162)])).toBe('⎪')
  })

  it('is thin, and no two rules side by side', () => {
    expect(signs([stroke(161, 164), stroke(161, 164)])).toBe('')
    expect(signs([stroke(161, 162), stroke(171, 172)])).toBe('')
  })
})
