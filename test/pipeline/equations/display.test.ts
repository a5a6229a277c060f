import { describe, expect, it } from 'vitest'
import { formulasOf } from '../../../pipeline/equations/formulas.ts'
import { PageRules } from '../../../pipeline/equations/page-rules.ts'
import type { Drawing } from '../../../schemas/layout.ts'
import { box, formulas, found, type Piece, pageOf, sentence } from './lettered-page.ts'

const line = (text: string, y: number): Piece => ({ text, x: 40, y })
const math = (text: string, x: number, y: number): Piece => ({ text, x, y, face: 'math' })
const displays = (pieces: Parameters<typeof pageOf>[0], top?: number, bottom?: number): string[] =>
  formulas(pageOf(pieces), top, bottom).display

describe('a display in a short part of a question', () => {
  const texts = [sentence(60), sentence(180), line('Show that', 100)]

  it('is centred in the column, not in the lines of that part', () => {
    expect(displays([...texts, math('v=ab+c', 182, 110)], 90, 120)).toEqual(['v=ab+c'])
  })

  it('is a line of text where it is off the middle', () => {
    expect(displays([...texts, math('v=ab+c', 110, 110)], 90, 120)).toEqual([])
  })
})

describe('a display set flush left', () => {
  const formula = math('v=ab', 40, 84)
  const short = line('the speed is given by', 72)

  it('is known by the line before it, which breaks off though the formula would have fitted', () => {
    expect(displays([sentence(60), short, formula, sentence(96)])).toEqual(['v=ab'])
  })

  it('may follow a line of formulas that goes on with a word', () => {
    const formulasAndWord = [math('p=q,r=s,t=u', 40, 72), line('show that', 72)].map((piece, at) => ({ ...piece, x: 40 + 60 * at }))
    expect(displays([sentence(60), formulasAndWord, formula, sentence(96)])).toEqual(['v=ab'])
  })

  it('is none where it states nothing', () => {
    expect(displays([sentence(60), short, math('ab+c', 40, 84), sentence(96)])).toEqual([])
  })

  it('is none where the line before it is full', () => {
    expect(displays([sentence(60), sentence(72), formula, sentence(96)])).toEqual([])
  })

  it('is one after a full line where it is set off like a paragraph', () => {
    const below = [math('v=ab', 40, 87), sentence(99)]
    expect(displays([sentence(60), sentence(72), ...below])).toEqual(['v=ab'])
  })

  it('is none in a line that is pushed down only because it is tall', () => {
    const bar: Drawing = { box: box(51, 72.4, 57, 72.9), kind: 'stroke', shape: 'horizontal', order: 1 }
    const tall = (y: number): Piece[] => [math('v=', 40, y), math('a', 51.5, y - 5.5), math('b', 51.5, y + 6)]
    const withBar = (y: number): string[] =>
      formulas(
        pageOf([sentence(48), sentence(60), tall(y), sentence(y + 20)], [{ ...bar, box: { ...bar.box, top: y - 2.8, bottom: y - 2.3 } }]),
      ).display
    expect(withBar(75)).toEqual([])
    expect(withBar(80)).toEqual(['v=\\frac{a}{b}'])
  })

  it('is none at the head of a column, whatever ends the one before', () => {
    const page = pageOf([sentence(60), short, formula, sentence(96)])
    const nextColumn = { ...page, lines: page.lines.map((own, at) => (at < 2 ? own : { ...own, column: 1 })) }
    const passage = page.lines.map((own, at) => ({ page: 1, line: at, from: 0, to: own.glyphs.length }))
    const read = (one: typeof page): boolean[] =>
      formulasOf(passage, new Map([[1, one]]), new PageRules(), 12).map(({ display }) => display)
    expect(read(page)).toEqual([true])
    expect(read(nextColumn)).toEqual([false])
  })

  it('is none where words of a sentence follow it', () => {
    expect(displays([sentence(60), short, [formula, { ...line('which is so', 84), x: 64 }], sentence(96)])).toEqual([])
  })

  it('is none where the line before it ends its sentence', () => {
    expect(displays([sentence(60), line('so much for the speed.', 72), formula, sentence(96)])).toEqual([])
  })
})

describe('a row under a display', () => {
  const first = math('q=ab', 60, 80)

  it('goes on with it where its relation stands under the other, though it begins at the edge of the text', () => {
    expect(displays([sentence(60), first, math('uvwx=cd', 45, 92), sentence(104)])).toEqual([
      '\\begin{aligned} q &=ab \\\\ uvwx &=cd \\end{aligned}',
    ])
  })

  it('is text where it begins with a word', () => {
    const worded = [line('so', 92), math('q+rst+uv=cd', 45, 92)].map((piece, at) => ({ ...piece, x: at === 0 ? 30 : 45 }))
    expect(displays([sentence(60), { ...first, x: 80 }, worded, sentence(104)])).toEqual(['q=ab'])
  })

  it('is text where its relation stands elsewhere', () => {
    expect(displays([sentence(60), first, math('uvw=cd', 45, 92), sentence(104)])).toEqual(['q=ab'])
  })
})

describe('a line between lines of text', () => {
  const at = (x: number, y: number, text = 'v=ab'): Piece => math(text, x, y)
  /** A line that does not reach the edge, so that nothing breaks off before the formula. */
  const below = (y: number): Piece => sentence(y)

  it('is a display where it is set in and has white above', () => {
    expect(displays([sentence(60), at(80, 80), below(92)])).toEqual(['v=ab'])
  })

  it('is a display where it is set in and has white below', () => {
    expect(displays([sentence(60), at(80, 72), below(92)])).toEqual(['v=ab'])
  })

  it('is text where it is set in without white, off the middle', () => {
    expect(displays([sentence(60), at(80, 72), below(84)])).toEqual([])
  })

  it('is a display where a number is printed at its end', () => {
    expect(displays([sentence(60), [at(80, 72), { text: '(3.1)', x: 330, y: 72 }], below(84)])).toEqual(['v=ab'])
  })

  it('is text where text starts at the same place: a hanging indent', () => {
    expect(displays([sentence(36), { text: 'hangs in here', x: 80, y: 48 }, line('so it ends.', 60), at(80, 80), below(92)])).toEqual([])
  })

  it('is text where it begins with a word, a part or the mark of an item', () => {
    expect(displays([sentence(60), [{ text: 'so the', x: 80, y: 80 }, at(113, 80)], below(92)])).toEqual([])
    expect(displays([sentence(60), [{ text: '(a) ', x: 80, y: 80 }, at(100, 80)], below(92)])).toEqual([])
    expect(displays([sentence(60), [{ text: '• ', x: 80, y: 80 }, at(95, 80)], below(92)])).toEqual([])
    expect(displays([sentence(60), [{ text: 'kg ', x: 80, y: 80 }, at(95, 80)], below(92)])).toEqual([])
  })

  it('is a display where it begins with upright capitals before a sign', () => {
    const burnt = [{ text: 'CO', x: 80, y: 80, face: 'digits' as const }, math('+x+y=u+w', 90, 80)]
    expect(displays([sentence(60), burnt, below(92)])).toEqual([String.raw`\mathrm{CO}+x+y=u+w`])
  })

  it('is a display where it begins with a product in the italics of the text', () => {
    expect(displays([sentence(60), [{ text: 'EI', x: 80, y: 80, face: 'italic' }, at(93, 80, 'v=abcde')], below(92)])).toHaveLength(1)
  })

  it('is no display where its type is that of scripts', () => {
    expect(displays([sentence(60), { ...at(80, 80), size: 6 }, below(92)])).toEqual([])
  })

  it('at the left edge is a display where it has white on both sides and no phrase', () => {
    expect(displays([sentence(60), at(40, 80), below(100)])).toEqual(['v=ab'])
    expect(displays([line('so it ends.', 60), at(40, 80), below(92)])).toEqual([])
    expect(displays([line('so it ends.', 60), [at(40, 80, 'v=abcdefghijklmnopq'), { text: ' is so', x: 135, y: 80 }], below(100)])).toEqual(
      [],
    )
  })

  it('at the left edge is one after the end of a sentence too, unless it begins with the label of a part', () => {
    expect(displays([line('so it ends.', 60), at(40, 80), below(100)])).toEqual(['v=ab'])
    expect(displays([line('so it ends.', 60), [line('(a) ', 80), at(60, 80, 'v=abcd')], below(100)])).toEqual([])
  })

  it('is centred in the lines of an item, which start further in', () => {
    const item = (y: number): Piece => ({ text: 'the force in this bar of the frame is given as here', x: 100, y })
    expect(displays([sentence(60), item(72), at(217.5, 84), item(96)])).toEqual(['v=ab'])
    expect(displays([sentence(60), sentence(72), at(217.5, 84), sentence(96)])).toEqual([])
  })

  it('is centred beside a figure, in lines that end before it', () => {
    const short = (y: number): Piece => line('the force in this bar of the frame is given', y)
    expect(displays([sentence(60), short(72), at(137.5, 84), short(96)])).toEqual(['v=ab'])
    expect(displays([sentence(60), sentence(72), at(137.5, 84), sentence(96)])).toEqual([])
  })

  it('is a display after another where there is no text', () => {
    expect(displays([at(80, 60, 'p=q+r'), at(80, 100)])).toEqual(['v=ab'])
  })

  it('may hold words where it is centred with white on both sides', () => {
    const [formula, words] = [at(150, 84, 'v=a'), { text: 'for every bar', x: 180, y: 84 }]
    expect(displays([sentence(60), [formula, words], below(108)])).toEqual([String.raw`v=a\mathrm{for}\,\mathrm{every}\,\mathrm{bar}`])
    expect(displays([sentence(60), [formula, words], below(96)])).toEqual([])
  })

  it('may hold words where a number is printed beside it, whatever white it has', () => {
    const worded = (y: number): Piece[] => [math('v=a', 150, y), { text: 'for every bar', x: 180, y }]
    const read = [String.raw`v=a\mathrm{for}\,\mathrm{every}\,\mathrm{bar}`]
    expect(displays([sentence(60), [...worded(72), { text: '(3.1)', x: 330, y: 72 }], sentence(84)])).toEqual(read)
    expect(displays([sentence(60), [{ text: '(3.1)', x: 42, y: 72 }, ...worded(72)], sentence(84)])).toEqual(read)
    expect(displays([sentence(60), worded(72), sentence(84)])).toEqual([])
    const sentenceWithLabel = [{ text: '(3.1)', x: 42, y: 72 }, { text: 'so that', x: 150, y: 72 }, math('v=a+b+c', 190, 72)]
    expect(displays([sentence(60), sentenceWithLabel, sentence(84)])).toEqual([])
  })

  it('holds no words where it states nothing, or where it is as wide as the text', () => {
    expect(displays([sentence(60), [{ text: 'on', x: 187, y: 84 }, math('ab', 203, 84)], sentence(110)])).toEqual([])
    const wide = [line('the speed in the long bar is', 84), math('v=a+b+c+d+e+f+g+h+k+m+n+p+q+r+s+t', 185, 84)]
    expect(displays([sentence(60), wide, sentence(110)])).toEqual([])
  })

  it('is text after a display where there is none else, but begins with a word', () => {
    const worded = [{ ...line('so', 110), x: 80 }, math('p=q+r+s+t', 95, 110)]
    expect(displays([math('v=ab', 80, 80), worded])).toEqual([])
  })

  it('is measured by the text after it where none comes before', () => {
    expect(displays([at(80, 60), below(80)])).toEqual(['v=ab'])
  })
})

describe('rows of displays', () => {
  const rows = (...pieces: Parameters<typeof pageOf>[0]): string[] => displays([sentence(60), ...pieces, sentence(160)])

  it('are one where they line up at their relations', () => {
    expect(rows(math('v=ab', 80, 84), math('=cde', 85, 100))).toEqual([String.raw`\begin{aligned} v &=ab \\  &=cde \end{aligned}`])
  })

  it('are several where they line up but stand far apart', () => {
    expect(rows(math('v=ab', 80, 84), math('=cde', 85, 110))).toEqual(['v=ab', '=cde'])
  })

  it('are several where each has a number', () => {
    const numbered = (text: string, y: number, number: string): Piece[] => [math(text, 80, y), { text: number, x: 330, y }]
    expect(rows(numbered('v=ab', 84, '(1)'), numbered('u=cd', 96, '(2)'))).toEqual(['v=ab', 'u=cd'])
  })

  it('are one where they are centred alike and line up at two relations', () => {
    expect(rows(math('v=ab=cd', 175, 84), math('u=cd=ab', 175, 100))).toHaveLength(1)
    const [wider, narrower] = [math('v=ab=cde', 172.5, 84), [math('=ab=c', 177.5, 100), math('d', 202.5, 100)]]
    expect(rows(wider, narrower)).toHaveLength(1)
  })

  it('are several where they are centred alike and line up by chance', () => {
    expect(rows(math('v=abcd', 182.5, 84), math('u=ab', 187.5, 100))).toHaveLength(2)
    expect(rows(math('uv=abc', 182.5, 84), math('v=abc+d', 187.5, 100))).toHaveLength(1)
  })

  it('begin with one that has little white above, where the next is a display', () => {
    expect(displays([sentence(60), math('v=ab', 80, 72), math('=cd', 85, 84), sentence(104)])).toEqual([
      String.raw`\begin{aligned} v &=ab \\  &=cd \end{aligned}`,
    ])
  })

  it('begin with none that starts where the text does, or where a line of an item starts', () => {
    expect(displays([sentence(60), math('abc=ef', 45, 72), math('=cd', 60, 84), sentence(104)])).toEqual(['=cd'])
    const hanging: Piece = { text: 'hangs in here', x: 70, y: 48 }
    expect(displays([sentence(36), hanging, sentence(60), math('ab=ef', 70, 72), math('=cd', 80, 84), sentence(104)])).toEqual(['=cd'])
  })

  it('end with one that has no white below', () => {
    expect(displays([sentence(60), math('v=ab', 80, 80), math('=cd', 85, 92), sentence(104)])).toEqual([
      String.raw`\begin{aligned} v &=ab \\  &=cd \end{aligned}`,
    ])
  })
})

describe('a printed number', () => {
  const tags = (...pieces: Piece[]): (string | undefined)[] => found(pageOf([sentence(60), pieces, sentence(110)])).map(({ tag }) => tag)
  const number = (x: number): Piece => ({ text: '(3.1)', x, y: 84 })

  it('stands at either end, with white before or after it', () => {
    expect(tags(math('v=ab', 180, 84), number(330))).toEqual(['3.1'])
    expect(tags(number(42), math('v=ab', 187.5, 84))).toEqual(['3.1'])
  })

  it('on the left is the label of an item where the formula is off the middle', () => {
    expect(tags(number(42), math('v=ab', 90, 84))).toEqual([undefined])
  })

  it('is part of the formula where there is no white', () => {
    expect(tags(math('v=ab', 180, 84), number(200))).toEqual([undefined])
  })

  it('may be centred on two rows', () => {
    const rows = [math('v=ab', 180, 84), { ...number(330), y: 91 }, math('=cd', 185, 98)]
    expect(found(pageOf([sentence(60), ...rows, sentence(120)]))).toMatchObject([
      { tag: '3.1', latex: String.raw`\begin{aligned} v &=ab \\  &=cd \end{aligned}` },
    ])
  })
})

describe('a display among others', () => {
  it('is centred in the text where another is wider than that', () => {
    const wide = math('v=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghij', 60, 84)
    const numbered = [math('(2)', 40, 110), math('v=ab+c', 182, 110)]
    expect(displays([sentence(60), wide, line('so that', 97), numbered, sentence(123)])).toContain('v=ab+c')
  })

  it('is no row of words, though it stand in the middle of the text, and another display be wider than that', () => {
    const wide = math('v=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghij', 60, 84)
    const at = (x: number, text: string, y: number): Piece => ({ ...line(text, y), x })
    const row = [at(60, 'The balance ', 110), math('q=mnrstuvabcdefgh', 122, 110), at(210, ' of air yields', 110)]
    const text = at(40, 'The steam is heated, and the work of the fan is not k', 60)
    expect(displays([text, { ...wide, x: 40 }, row, math('v=ab', 150, 136)])).toEqual([expect.stringMatching(/^v=abc/), 'v=ab'])
  })

  it('may name what its quantities are of', () => {
    const named = [math('v=H', 130, 84), line('(products)', 145), line('+', 195), math('H', 200, 84), line('(reactants)', 205)].map(
      (piece) => ({
        ...piece,
        x: (piece.face === 'math' ? piece.x : piece.y) - 70,
        y: 84,
      }),
    )
    expect(displays([sentence(60), named, sentence(96)])).toEqual(['v=H(\\mathrm{products})+H(\\mathrm{reactants})'])
  })

  it('may begin with the name of an operator', () => {
    expect(displays([sentence(60), [{ ...line('div', 84), x: 175 }, math('D=r+s', 190.5, 84)], sentence(108)])).toEqual([
      '\\operatorname{div}D=r+s',
    ])
  })
})

describe('the last display of a passage', () => {
  it('has the white of the page below it, as those above it have', () => {
    const rows = [math('v=ab', 40, 84), math('w=cd', 40, 108)]
    expect(displays([sentence(60), ...rows, sentence(132)], 0, 115)).toEqual(['v=ab', 'w=cd'])
  })
})

describe('a row that is close to another', () => {
  it('goes on with its display, whether their relations line up or not', () => {
    expect(displays([sentence(60), math('v=ab', 160, 90), math('wxy=cd', 160, 100), sentence(130)])).toHaveLength(1)
    expect(displays([sentence(60), math('v=ab', 160, 90), math('wxy=cd', 160, 102), sentence(130)])).toHaveLength(2)
  })

  it('is text where that is, as it begins with a word and has a second', () => {
    const row = [
      { ...line('so', 84), x: 60 },
      math('p=qrstuvwxyz', 75, 84),
      { ...line('or', 84), x: 140 },
      math('a=bcdefghijklmnopqrstuvwxyzabcdefghijk', 155, 84),
    ]
    expect(displays([sentence(60), sentence(72), row, math('v=ab', 60, 96), sentence(108)])).toEqual([])
  })

  it('is centred in what hangs below it', () => {
    const hanging: Piece = { ...sentence(84), text: sentence(84).text.slice(4), x: 60 }
    expect(displays([sentence(60), math('v=ab+c', 190, 72), hanging])).toEqual(['v=ab+c'])
  })
})
