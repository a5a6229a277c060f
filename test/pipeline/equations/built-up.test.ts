import { describe, expect, it } from 'vitest'
import type { Box } from '../../../schemas/geometry.ts'
import type { Drawing } from '../../../schemas/layout.ts'
import { box, displays, formulas, math, type Piece, pageOf, sentence } from './lettered-page.ts'

const fill = (shape: Drawing['shape'], order: number, at: Box): Drawing => ({ box: at, kind: 'fill', shape, order })

const ROWS = [math('a<b', 170, 106), math('v=', 140, 122), math('c<d', 170, 122), math('p<q', 170, 138)]
const part = (text: string, top: number, bottom: number, left = 160): Piece => ({
  ...math(text, left, top),
  ink: box(left, top, left + 4, bottom),
})
const CASES = 'v=\\begin{cases} a<b \\\\ c<d \\\\ p<q \\end{cases}'

describe('a brace built of parts', () => {
  it('is one brace where its parts stand in lines of their own and touch', () => {
    const parts = [part('⎧', 98, 108), part('⎪', 107, 114), part('⎨', 113, 125), part('⎪', 124, 131), part('⎩', 130, 142)]
    expect(displays([...ROWS, ...parts])).toEqual([CASES])
  })

  it('may be lengthened by painted strokes', () => {
    const parts = [part('⎧', 98, 106), part('⎨', 114, 125), part('⎩', 133, 142)]
    const strokes = [box(161, 106, 162, 114), box(161, 125, 162, 133)].flatMap((at, order) => [
      fill('vertical', order, at),
      fill('vertical', order, at),
    ])
    expect(displays([...ROWS, ...parts], strokes)).toEqual([CASES])
    expect(displays([...ROWS, ...parts])).not.toEqual([CASES])
  })
})

describe('brackets', () => {
  it('may be lengthened by what the file calls a bar', () => {
    const parts = [part('⎧', 98, 108), part('|', 106, 115), part('⎨', 113, 125), part('|', 123, 132), part('⎩', 130, 142)]
    expect(displays([...ROWS, ...parts])).toEqual([CASES])
  })

  it('around small type are of text size, and centred on the line of that', () => {
    const bar: Drawing = { box: box(174, 114, 199, 114.5), kind: 'stroke', shape: 'horizontal', order: 1 }
    const small = (text: string, x: number, y: number): Piece => ({ ...math(text, x, y), size: 6 })
    const halves = [math('(', 175, 111), small('a+b', 180, 110.3), math(')', 189, 111), small('c', 194, 110.3), small('d', 186, 121)]
    expect(displays([[math('v=', 160, 117), ...halves]], [bar])).toEqual(['v=\\frac{(a+b)c}{d}'])
  })
})

describe('a sign beside a letter', () => {
  it('has no part in the accent of that', () => {
    const accent: Piece = { ...math('\u20d7', 181, 120), ink: box(179.6, 110, 182.6, 112) }
    expect(
      displays([[math('v=a', 160, 120), { ...math('×', 175, 120), ink: box(175.3, 114, 180.5, 120) }, math('r', 181, 120), accent]]),
    ).toEqual(['v=a\\times\\vec{r}'])
  })
})

describe('an h', () => {
  it('has a bar where a short stroke crosses it', () => {
    const stroke: Piece = { ...math('\u0335', 170, 118), ink: box(171, 114, 174, 115) }
    expect(displays([[math('v=h', 160, 120), stroke, math('k', 175, 120)]])).toEqual(['v=\\hbar k'])
  })
})

describe('an index', () => {
  it('of an index may be lowered by very little', () => {
    const at = (text: string, x: number, y: number, size: number): Piece => ({ ...math(text, x, y), size })
    expect(displays([[math('v=e', 160, 120), at('w', 175.5, 116, 7), at('n', 179, 116.6, 5), at('t', 182, 116, 7)]])).toEqual([
      'v=e^{w_nt}',
    ])
  })
})

describe('signs that other designs draw in another way', () => {
  it('are an f that descends, and a ring that is larger', () => {
    expect(displays([[math('v=ƒ', 160, 120)]])).toEqual(['v=f'])
    expect(displays([[math('v=30', 160, 120), { ...math('○', 180, 116), size: 6 }]])).toEqual(['v=30^{\\circ}'])
  })
})

describe('signs that are painted as paths', () => {
  const letters = [math('v=', 160, 120), math('ab', 190, 120)]

  it('are radicals where a bar is the upper right end of the outline', () => {
    const radical = [fill('path', 1, box(180, 112, 201, 123)), fill('horizontal', 1, box(189, 112, 201, 112.5))]
    expect(displays(letters, radical)).toEqual(['v=\\sqrt{ab}'])
  })

  it('are none where the bar belongs to another path', () => {
    const bars = [fill('path', 1, box(180, 112, 201, 123)), fill('horizontal', 2, box(189, 112, 201, 112.5))]
    expect(displays(letters, bars)).toEqual(['v=\\overline{ab}'])
  })

  const cells = [math('v=', 150, 122), math('a  b', 180, 114), math('c  d', 180, 130)]
  const open = [fill('path', 1, box(175, 104, 178, 134)), fill('path', 1, box(175, 104, 176, 134))]
  const close = [fill('path', 2, box(202, 104, 205, 134)), fill('path', 2, box(204, 104, 205, 134))]

  it('are brackets of a matrix where two face one another', () => {
    expect(displays(cells, [...open, ...close])).toEqual(['v=\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}'])
  })

  it('are no brackets where one stands alone', () => {
    expect(displays(cells, open).join(' ')).not.toContain('matrix')
  })
})

describe('scripts of signs that are painted', () => {
  const low = (text: string, x: number, y: number): Piece => ({ ...math(text, x, y), size: 6 })

  it('hang on a bar that says where what stands before it is taken', () => {
    const rounded = [fill('path', 1, box(176, 106, 177, 130)), fill('path', 1, box(176.1, 106.5, 176.9, 129.5))]
    const halves = [math('a', 170, 115), math('b', 170, 127), math('=c', 196, 122)]
    const bar: Drawing = { box: box(169, 118, 175.6, 118.5), kind: 'stroke', shape: 'horizontal', order: 3 }
    expect(displays([...halves, low('x', 178, 132)], [...rounded, bar])).toEqual(['\\left.\\frac{a}{b}\\right|_x=c'])
  })

  it('are the degree of a radical where they stand over its hook', () => {
    const radical = [fill('path', 1, box(180, 108, 201, 123)), fill('path', 1, box(189, 108, 201, 108.5))]
    expect(displays([math('v=', 160, 120), math('ab', 190, 120), low('3', 181, 113)], radical)).toEqual(['v=\\sqrt[3]{ab}'])
  })
})

describe('scripts', () => {
  const bar = (left: number, right: number): Drawing => ({
    box: box(left, 119, right, 119.5),
    kind: 'stroke',
    shape: 'horizontal',
    order: 1,
  })
  const small = (text: string, x: number, y: number): Piece => ({ ...math(text, x, y), size: 6 })

  it('are as large as what they hang on where type gets no smaller', () => {
    const halves = [
      [small('a', 180, 116), small('b', 183, 118)],
      [small('c', 180, 126), small('d', 183, 128)],
    ]
    expect(displays([math('v=', 160, 122), ...halves], [bar(179, 187)])).toEqual(['v=\\frac{a_b}{c_d}'])
  })

  it('do not set the size of their line, which signs between quantities tell', () => {
    const over = [{ ...math('(u)', 180, 116), size: 7 }, { ...small('n', 190.5, 112) }, { ...math('−w', 194, 116), size: 7 }]
    expect(displays([math('v=', 160, 122), ...over, math('c', 188, 128)], [bar(179, 202)])).toEqual(['v=\\frac{(u)^n-w}{c}'])
  })
})

describe('a prime in an index', () => {
  const index: Piece = { ...math('b', 165, 124), size: 7 }
  const prime = (y: number): Piece => ({ ...math('′', 169, y), size: 5, ink: box(169.3, y - 2.8, 170.7, y - 0.2) })

  it.each([121.8, 122])('belongs to the index, though it comes to stand on the main line: %d', (y) => {
    expect(displays([[math('a', 160, 122), index, prime(y), math('=c', 172, 122)]])).toEqual(["a_{b'}=c"])
  })

  it('belongs to the letter where it is as large as the index', () => {
    const large: Piece = { ...math('′', 165, 118.4), size: 7, ink: box(165.4, 114.5, 167.4, 118) }
    expect(displays([[math('a', 160, 122), index, large, math('=c', 172, 122)]])).toEqual(["a'_b=c"])
  })
})

describe('bars', () => {
  it('that are open are closed by the next one, though a sign leaves white behind it', () => {
    const bar = (x: number): Piece => ({ ...math('|', x, 122), ink: box(x + 1.2, 114, x + 1.6, 124) })
    const row = [math('v=', 150, 122), bar(160), math('a', 163, 122), bar(169), math('−c', 174, 122)]
    expect(displays([row])).toEqual(['v=|a|-c'])
  })
})

describe('the number of an equation', () => {
  it('hangs on nothing, where it stands between the lines of a tall formula', () => {
    const number: Piece = { text: '(7)', x: 330, y: 123.2, face: 'digits' }
    const bar: Drawing = { box: box(179, 119, 187, 119.5), kind: 'stroke', shape: 'horizontal', order: 1 }
    expect(displays([[math('v=', 165, 122), math('a', 180, 116), math('b', 180, 129)], number], [bar])).toEqual(['v=\\frac{a}{b}'])
  })
})

describe('a brace under a fraction', () => {
  it('has its origin on the line of the denominator, of which it is no part', () => {
    const bar: Drawing = { box: box(179, 119, 187, 119.5), kind: 'stroke', shape: 'horizontal', order: 1 }
    const brace: Piece = { ...math('⏟', 172, 129), ink: box(172, 129.6, 188, 133) }
    const body = [math('v=', 150, 122), math('k', 173, 122), math('a', 180, 116), math('b', 180, 129), brace]
    expect(displays([body], [bar])).toEqual([String.raw`v=\underbrace{k\frac{a}{b}}`])
  })
})

describe('integral signs', () => {
  const integral = (x: number, top = 112): Piece => ({ ...math('∫', x, top + 6), ink: box(x, top, x + 9, top + 22) })
  const row = (second: number): Piece[] => [math('v=', 140, 126), integral(160), integral(second), math('a', second + 12, 126)]

  it('are one where the ink of one runs into that of the other', () => {
    expect(displays([row(167)])).toEqual([String.raw`v=\iint a`])
    expect(displays([row(171)])).toEqual([String.raw`v=\int\int a`])
  })

  it('are two where one stands over the other', () => {
    const bar: Drawing = { box: box(159, 118.6, 181, 119), kind: 'stroke', shape: 'horizontal', order: 1 }
    const half = (y: number, letter: string): Piece[] => [{ ...math('∫', 160, y), ink: box(160, y - 8, 166, y + 4) }, math(letter, 172, y)]
    expect(displays([[math('v=', 140, 121), ...half(112, 'a'), ...half(129, 'b')]], [bar])).toEqual([String.raw`v=\frac{\int a}{\int b}`])
  })
})

describe('an arrow that is painted over a letter', () => {
  const arrow = (top: number, right = 174.5): Drawing => fill('path', 1, box(170.5, top, right, top + 2))

  it('makes a vector of it', () => {
    expect(displays([math('v=a+b', 160, 120)], [arrow(111)])).toEqual([String.raw`v=\vec{a}+b`])
  })

  it('is none where it stands far off, or is less flat', () => {
    expect(displays([math('v=a+b', 160, 120)], [arrow(106)])).toEqual(['v=a+b'])
    expect(displays([math('v=a+b', 160, 120)], [arrow(111, 173.5)])).toEqual(['v=a+b'])
  })

  it('is none where the letter is one of a word', () => {
    expect(
      displays(
        [[math('v=b', 160, 120), { text: 'ab', x: 175, y: 120 }, math('+c', 185, 120)]],
        [{ ...arrow(111), box: box(175.5, 110.5, 179.5, 112.5) }],
      ).join(),
    ).not.toContain('vec')
  })

  it('is none where it is a line, stands beside the middle or on the letter', () => {
    const others = [box(169, 111, 176, 112), box(174, 111, 178, 113), box(170.5, 113, 174.5, 115)]
    for (const at of others) expect(displays([math('v=a+b', 160, 120)], [fill('path', 1, at)])).toEqual(['v=a+b'])
  })
})

describe('an integral with its limits', () => {
  it('is a line of its own where it begins the formula', () => {
    const limits = [
      { ...math('uw', 169, 140), size: 6 },
      { ...math('pq', 172, 114), size: 6 },
    ]
    const integral = { ...math('∫', 160, 112), ink: box(160, 112, 170, 136) }
    const page = pageOf([sentence(60), sentence(180), [integral, ...limits], [math('fghk=v', 184, 126)]])
    const lines = page.lines.map((line) => (line.glyphs.length === 5 ? { ...line, size: 6 } : line)) // the type of most of its glyphs
    expect(formulas({ ...page, lines }).display).toEqual([String.raw`\int_{uw}^{pq}fghk=v`])
  })
})

describe('accents', () => {
  it('stand over a letter, not over its index too', () => {
    const accent: Piece = { ...math('˙', 174, 112), ink: box(173, 111, 174.2, 112) }
    const index: Piece = { ...math('k', 173.5, 123), size: 7.7, ink: box(173, 115, 177.4, 123) }
    expect(displays([[math('v=a', 160, 120), index, accent, math('+b', 180, 120)]])).toEqual([String.raw`v=\dot{a}_k+b`])
  })

  it('stand over one another', () => {
    const accents = [112, 110].map((y) => ({ ...math('¯', 170, y), ink: box(170.5, y, 174.5, y + 0.5) }))
    expect(displays([[math('v=a+b', 160, 120), ...accents]])).toEqual(['v=\\bar{\\bar{a}}+b'])
  })
})

describe('type over a letter', () => {
  it('stands on it where it is centred, on the line of another where it follows', () => {
    const over = (x: number): Piece => ({ ...math('∘', x, 112), size: 6 })
    expect(displays([[math('v=y+b', 160, 120), over(171)]])).toEqual(['v=\\overset{\\circ}{y}+b'])
    expect(displays([[math('v=y+b', 160, 120), over(174.6)]])).toEqual(['v=y^{\\circ}+b'])
  })
})

describe('a slanted stroke', () => {
  const stroke = (text: string, left: number, right: number): Piece => ({ ...math(text, left, 121), ink: box(left, 113, right, 121) })

  it('strikes out what it crosses', () => {
    expect(displays([[math('v=ab+c', 160, 120), stroke('⟋', 169, 176)]])).toEqual(['v=\\cancel{a}b+c'])
    expect(displays([[math('v=ab+c', 160, 120), stroke('⟍', 169, 181)]])).toEqual(['v=\\bcancel{ab}+c'])
  })

  it('may be built of pieces that meet', () => {
    const pieces = [
      { ...stroke('⟋', 169, 175), ink: box(169, 117, 175, 121) },
      { ...stroke('⟋', 175, 181), ink: box(175, 113, 181, 117) },
    ]
    expect(displays([[math('v=ab+c', 160, 120), ...pieces]])).toEqual(['v=\\cancel{ab}+c'])
  })
})

describe('an overline', () => {
  it('is as wide as the way of the pen, which may be wider than the ink', () => {
    const letters: Piece[] = [
      { ...math('h', 172, 118), ink: box(173.4, 112, 176, 118) },
      { ...math('k', 177, 118), ink: box(177, 112, 180.4, 118) },
    ]
    const bars = [box(172, 110, 182, 110.4), box(171.5, 120, 188, 120.4)].map(
      (at, order): Drawing => ({ box: at, kind: 'stroke', shape: 'horizontal', order }),
    )
    expect(displays([[math('v=', 155, 124), ...letters, math('L', 182, 118), math('d', 177, 129)]], bars)).toEqual([
      'v=\\frac{\\overline{hk}L}{d}',
    ])
  })
})

describe('indices of a tensor', () => {
  const small = (text: string, x: number, y: number): Piece => ({ ...math(text, x, y), size: 6 })

  it('follow one another where the lower begins at the end of the upper one', () => {
    expect(displays([[math('v=G', 160, 120), small('a', 175.3, 116), small('bc', 178.5, 122)]])).toEqual(['v=G^a{}_{bc}'])
    expect(displays([[math('v=G', 160, 120), small('a', 175.3, 116)], small('bc', 178.5, 122)])).toEqual(['v=G^a{}_{bc}'])
  })

  it('stand at one place where they begin alike', () => {
    expect(displays([[math('v=G', 160, 120), small('a', 175.3, 116), small('bc', 175.3, 122)]])).toEqual(['v=G_{bc}^a'])
  })
})

describe('a double arrow', () => {
  it('has more white around it where it is a conclusion', () => {
    expect(displays([[math('a=b', 140, 120), math('⟹', 161, 120), math('c=d', 172, 120)]])).toEqual(['a=b\\implies c=d'])
    expect(displays([[math('a=b', 140, 120), math('⟹', 157, 120), math('c=d', 164, 120)]])).toEqual(['a=b\\Longrightarrow c=d'])
    // quads beside it are written by themselves, and leave it the white of a relation
    expect(displays([[math('a=b', 140, 120), math('⟹', 168, 120), math('c=d', 187, 120)]])[0]).toContain('\\Longrightarrow')
  })
})

describe('what browsers paint across a formula', () => {
  const small = (text: string, x: number, y: number): Piece => ({ ...math(text, x, y), size: 6 })

  it('is an arrow over letters, or between two things with its labels', () => {
    const arrow = (left: number, right: number, top: number): Drawing[] => [
      fill('path', 1, box(left, top, right, top + 5.2)),
      fill('horizontal', 1, box(left, top + 2.4, right - 1, top + 2.8)),
    ]
    expect(displays([math('v=AB', 160, 120)], arrow(170, 180, 108))).toEqual(['v=\\overrightarrow{AB}'])
    expect(
      displays([[math('A', 150, 120)], math('B', 182, 120), small('k', 166, 113), small('s', 166, 127)], arrow(158, 178, 115)),
    ).toEqual(['A\\xrightarrow[s]{k}B'])
  })

  it('is no formula by itself', () => {
    const arrow = [fill('path', 1, box(60, 105, 80, 118)), fill('horizontal', 1, box(60, 111.3, 79, 111.8))]
    const words = [{ text: 'so', x: 44, y: 120 }, { text: 'the rod of', x: 86, y: 120 }, math('A', 145, 120)]
    expect(formulas(pageOf([words], arrow)).inline).toEqual(['A'])
  })

  it('is a brace with its label', () => {
    const pieces = [box(155, 122, 160, 125), box(160, 124, 165, 127), box(165, 122, 170, 125)]
    const brace = pieces.map((at, order) => fill('path', order, at))
    expect(displays([math('ab+c=d', 150, 120), small('n', 161, 133)], brace)).toEqual(['a\\underbrace{b+c}_n=d'])
  })
})

describe('a stroke of several pieces through a fraction', () => {
  it('strikes all of it out, and is no part of its halves', () => {
    const bar: Drawing = { box: box(170, 119.8, 182, 120.2), kind: 'stroke', shape: 'horizontal', order: 1 }
    const piece = (left: number, top: number): Piece => ({ ...math('⟋', left, top + 6), ink: box(left, top, left + 5, top + 6) })
    const halves = [math('ab', 171, 117), math('cd', 171, 129)]
    expect(displays([[...halves, piece(169, 125), piece(174, 119), piece(179, 113), math('=k', 186, 122.5)]], [bar])).toEqual([
      '\\cancel{\\frac{ab}{cd}}=k',
    ])
  })
})
