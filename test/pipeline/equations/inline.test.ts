import { describe, expect, it } from 'vitest'
import { formulas, type Piece, pageOf } from './lettered-page.ts'

type Part = readonly [text: string, face: NonNullable<Piece['face']>]

/** A line of pieces that follow one another at half an em a letter. */
function line(...pieces: readonly Part[]): Piece[] {
  let x = 40
  return pieces.map(([text, face]) => {
    const piece = { text, x, y: 60, face }
    x += 5 * text.length
    return piece
  })
}
const inline = (...pieces: readonly Part[]): string[] => formulas(pageOf([line(...pieces)])).inline

describe('brackets around a whole formula', () => {
  it('belong to it where the words are set in another font', () => {
    expect(inline(['the law ', 'text'], ['(', 'digits'], ['p=q', 'math'], [')', 'digits'], [' is known', 'text'])).toEqual(['(p=q)'])
  })

  it('belong to the sentence where they are set in its font', () => {
    expect(inline(['the law (', 'text'], ['p=q', 'math'], [') is known', 'text'])).toEqual(['p=q'])
  })
})

describe('italic capitals of a text font', () => {
  it.each(['AB', 'OA', 'ABCDA'])('%s name points', (text) => {
    expect(inline(['the path ', 'text'], [text, 'italic'], [' is closed', 'text'])).toEqual([text])
  })

  it('name points in brackets too, where a single letter names a part', () => {
    expect(inline(['a stroke (', 'text'], ['OA', 'italic'], [') of air', 'text'])).toEqual(['OA'])
    expect(inline(['a stroke (', 'text'], ['a', 'italic'], [') of air', 'text'])).toEqual([])
  })

  it('are a word where they do not lead back', () => {
    expect(inline(['the path ', 'text'], ['ABCDE', 'italic'], [' is open', 'text'])).toEqual([])
  })
})

describe('upright capitals', () => {
  it('are a symbol before a sign of a formula, and a word before a dash', () => {
    expect(inline(['where ', 'text'], ['CO', 'digits'], ['+x', 'math'], [' is burnt', 'text'])).toEqual(['\\mathrm{CO}+x'])
    expect(inline(['where ', 'text'], ['CO-', 'text'], ['x', 'math'], [' is burnt', 'text'])).not.toEqual(['\\mathrm{CO}-x'])
  })
})

describe('the s of a plural', () => {
  it('is no unit of the symbol that it touches', () => {
    expect(inline(['at two ', 'text'], ['g', 'math'], ['s', 'text'], [' it breaks', 'text'])).toEqual(['g'])
  })
})

describe('a unit of two without a point between', () => {
  it('belongs to its number', () => {
    const raised: Piece = { text: '2', x: 77, y: 56, size: 6 }
    const number: Piece = { text: 'is 5', x: 40, y: 60 }
    expect(formulas(pageOf([[number, { text: 'kgm', x: 62, y: 60 }, raised, { text: 'now', x: 90, y: 60 }]])).inline).toEqual([
      '5\\,\\mathrm{kgm^2}',
    ])
  })
})

describe('a label in brackets at the start of a line', () => {
  const labelled = (label: string, gap: number): string[] =>
    formulas(
      pageOf([
        [
          { text: label, x: 40, y: 60, face: 'digits' },
          { text: 'T=a', x: 55 + gap, y: 60, face: 'math' },
          { text: ', then', x: 70 + gap, y: 60 },
        ],
      ]),
    ).inline

  it('is none of the formula, however narrow the white after it', () => {
    expect(labelled('(d)', 1.7)).toEqual(['T=a'])
  })

  it('is a factor where it touches the formula', () => {
    expect(labelled('(d)', 0)).toEqual(['(\\mathrm{d})T=a'])
  })
})

describe('a dash between clauses', () => {
  it('is no formula', () => {
    expect(inline(['the rate of ', 'text'], ['x', 'math'], [' is kept—so it is', 'text'])).toEqual(['x'])
  })
})

describe('a bracket at the end of a line', () => {
  const broken = (end: readonly Part[], next: readonly Part[]): string[] =>
    formulas(pageOf([line(['the rate of ', 'text'], ...end), line(...next).map((piece) => ({ ...piece, y: 72 }))])).inline

  it('goes on in the next line where it is one of a formula', () => {
    expect(
      broken(
        [['r=(', 'math']],
        [
          ['−2k)n', 'math'],
          [' is kept', 'text'],
        ],
      ),
    ).toEqual(['r=(-2k)n'])
  })

  it('is one of the sentence where a word comes before it or after it', () => {
    expect(
      broken(
        [
          ['x', 'math'],
          [' is kept (', 'text'],
        ],
        [
          ['−2k', 'math'],
          [') or not', 'text'],
        ],
      ),
    ).toEqual(['x', '-2k'])
  })
})

describe('a formula that runs on in the next line', () => {
  const lines = (end: string): string[] =>
    formulas(pageOf([line(['the rate of ', 'text'], [end, 'math']), { text: '25 is kept', x: 40, y: 72 }])).inline

  it('goes on after a sign', () => {
    expect(lines('v=')).toEqual(['v=25'])
  })

  it('ends where its line does without one', () => {
    expect(lines('v')).toEqual(['v'])
  })
})

describe('two bold letters', () => {
  it('are a product beside a sign', () => {
    expect(inline(['the law ', 'text'], ['Ku', 'bold'], ['=', 'math'], ['f', 'bold'], [' is known', 'text'])).toHaveLength(1)
    expect(inline(['the law ', 'text'], ['f', 'bold'], ['=', 'math'], ['Ku', 'bold'], ['+a is known', 'math'])[0]).toContain('+a')
  })

  it('are a word elsewhere', () => {
    expect(inline(['the law ', 'text'], ['of', 'bold'], [' rods is known', 'text'])).toEqual([])
  })
})

describe('italic abbreviations', () => {
  it.each(['e.g', 'i.e', 'a.k.a'])('%s. are words', (text) => {
    expect(inline(['the steel ', 'text'], [text, 'italic'], ['. of bars', 'text'])).toEqual([])
  })
})

describe('italic letters that make no word', () => {
  it.each(['dV', 'pV', 'mg'])('%s are a product', (text) => {
    expect(inline(['the work ', 'text'], [text, 'italic'], [' is done', 'text'])).toEqual([text])
  })

  it('are a unit after a number', () => {
    expect(inline(['a mass of 5 ', 'text'], ['mg', 'italic'], [' is lost', 'text'])).toEqual([])
  })
})

describe('a unit in a formula', () => {
  /** A thin space after the number. */
  const quantity = (unit: string, power: readonly Piece[] = []): string[] => {
    const pieces: Piece[] = [
      { text: 'I=', x: 40, y: 60, face: 'math' },
      { text: '50', x: 50, y: 60 },
      { text: unit, x: 61.7, y: 60 },
    ]
    return formulas(pageOf([[...pieces, ...power]])).inline
  }

  it('keeps the hyphen that joins it', () => {
    expect(quantity('kg-m', [{ text: '2', x: 82, y: 56, size: 6 }])).toEqual([String.raw`I=50\,\mathrm{kg\text{-}m^2}`])
  })

  it('has the ring of degrees outside its upright letters', () => {
    expect(quantity('°F')).toEqual([String.raw`I=50\,^{\circ}\mathrm{F}`])
    expect(quantity('J/°F')).toEqual([String.raw`I=50\,\mathrm{J/}{}^{\circ}\mathrm{F}`])
  })

  it('may be joined to its number by a hyphen, which is no minus', () => {
    const pieces: Piece[] = [
      { text: '50-cm', x: 40, y: 60 },
      { text: '2', x: 65, y: 56, size: 6 },
    ]
    expect(formulas(pageOf([pieces])).inline).toEqual([String.raw`50\text{-}\mathrm{cm^2}`])
  })

  it('does not take its ring into a power of ten', () => {
    const pieces: Piece[] = [
      { text: 'T=', x: 40, y: 60, face: 'math' },
      { text: '10', x: 50, y: 60 },
      { text: '3', x: 60, y: 56, size: 6 },
      { text: '∘', x: 64.5, y: 56, size: 6, face: 'math' },
      { text: 'C', x: 66, y: 60 },
    ]
    expect(formulas(pageOf([pieces])).inline).toEqual([String.raw`T=10^3\,{}^{\circ}\mathrm{C}`])
  })
})

describe('an arrow', () => {
  const statement = (...rest: readonly Part[]): string[] => inline(['n>9⇒', 'math'], ...rest)

  it('may point at a name', () => {
    expect(statement(['Re', 'text'], ['. So', 'text'])).toEqual([String.raw`n>9\Rightarrow\mathrm{Re}`])
  })

  it('takes no word of a sentence that follows it', () => {
    expect(statement(['Flow is fast', 'text'])).toEqual([String.raw`n>9\Rightarrow`])
  })
})

describe('brackets', () => {
  it('hold a dimensionless number as an argument where they touch it and its symbol', () => {
    expect(inline(['where ', 'text'], ['C', 'math'], ['(Re)', 'text'], [' is read', 'text'])).toEqual([String.raw`C(\mathrm{Re})`])
    expect(inline(['where ', 'text'], ['C', 'math'], [' (Re)', 'text'], [' is read', 'text'])).toEqual(['C'])
  })

  it('of averages may hold a word; then a sign before them is no part of either', () => {
    expect(inline(['the sign + ', 'text'], ['⟨', 'math'], ['distance', 'text'], ['⟩', 'math'])).toEqual([
      String.raw`\langle`,
      String.raw`\rangle`,
    ])
  })
})

describe('two symbols without a word between them', () => {
  /** Words that are set close, as in a line that was too full. */
  const words = ['we', 'now', 'take'].map((text, at): Piece => ({ text, x: [40, 51.7, 68.4][at] ?? 0, y: 60 }))
  const symbols = (gap: number): string[] =>
    formulas(pageOf([[...words, { text: 'EI', x: 90.1, y: 60, face: 'math' }, { text: 'v', x: 100.1 + gap, y: 60, face: 'math' }]])).inline

  it('are one formula up to a thin space and the room for a slant, however close the words are', () => {
    expect(symbols(2.6)).toEqual([String.raw`EI\,v`])
  })

  it('are two formulas where they stand further apart', () => {
    expect(symbols(4)).toEqual(['EI', 'v'])
  })
})

describe('a relation with a stroke through it', () => {
  it('is its negation, be the stroke a slash, and none where a slash stands beside it', () => {
    const crossed = (ink: { left: number; right: number }): Piece[] => [
      { text: 'let ', x: 40, y: 60 },
      { text: 'p', x: 60, y: 60, face: 'math' },
      { text: '∈', x: 66, y: 60, face: 'digits', ink: { left: 66, right: 72, top: 54, bottom: 60 } },
      { text: '/', x: ink.left, y: 62, face: 'digits', ink: { ...ink, top: 52, bottom: 64 } },
      { text: 'S', x: 76.5, y: 60, face: 'math' },
    ]
    expect(formulas(pageOf([crossed({ left: 67, right: 71 })])).inline).toEqual(['p\\notin S'])
    expect(formulas(pageOf([crossed({ left: 72.5, right: 76 })])).inline).not.toEqual(['p\\notin S'])
  })
})

describe('a colon', () => {
  it('with white on both sides is a sign between two symbols', () => {
    expect(inline(['the work ', 'text'], ['A : B', 'math'], [' is known', 'text'])).toEqual(['A:B'])
  })

  it('right after a symbol belongs to the sentence', () => {
    expect(inline(['take ', 'text'], ['A', 'math'], [': ', 'text'], ['B', 'math'], [' is known', 'text'])).toEqual(['A', 'B'])
  })
})

describe('the sign of the first term in brackets', () => {
  it('goes on with the formula that the brackets belong to', () => {
    expect(inline(['so ', 'text'], ['A=2[−3+B]', 'math'], [' is known', 'text'])).toEqual(['A=2[-3+B]'])
  })
})

describe('the point of an abbreviated unit', () => {
  it('belongs to the formula where the sentence has one of its own', () => {
    expect(inline(['so ', 'text'], ['A=2', 'math'], ['in.. The', 'text'])).toEqual(['A=2\\,\\mathrm{in.}'])
    expect(inline(['so ', 'text'], ['A=2', 'math'], ['in. The', 'text'])).toEqual(['A=2\\,\\mathrm{in}'])
  })

  it('is none behind a symbol of the SI: a figure raised behind it is the mark of a note', () => {
    const raised = (unit: string) =>
      formulas(
        pageOf([
          [
            ...line(['so ', 'text'], ['A=2', 'math'], [`${unit}.`, 'text']),
            { text: '1', x: 75 + 5 * unit.length, y: 56, size: 7, face: 'text' },
          ],
        ]),
      )
    expect(raised('K').inline).toEqual(['A=2\\,\\mathrm{K}'])
    expect(raised('in').inline).toEqual(['A=2\\,\\mathrm{in.^1}'])
  })
})
