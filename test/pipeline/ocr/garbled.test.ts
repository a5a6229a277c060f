import { describe, expect, it } from 'vitest'
import { areSeen, suspectWords } from '../../../pipeline/ocr/garbled.ts'
import type { PageLayout } from '../../../schemas/layout.ts'
import { aPage } from '../refine/a-page.ts'

const ENGLISH = [
  'A steel block of mass five kilograms slides down the rough plane and',
  'stops at the wall. Neglect friction between the rope and the pulley, and',
  'find the tension in every cable when the motor begins to lift the load.',
  'Both springs have equal stiffness. Determine their natural frequency and',
  'sketch the displacement against time during the first three seconds.',
]

/** Each letter becomes the next printable sign, counted by first use. */
function numbered(lines: readonly string[], first: string): string[] {
  const used = new Map<string, string>([[' ', ' ']])
  const next = (letter: string): string => {
    const sign = used.get(letter) ?? String.fromCharCode(first.charCodeAt(0) + used.size - 1)
    used.set(letter, sign)
    return sign
  }
  return lines.map((line) => [...line].map(next).join(''))
}

/** The second page's lines set in another font of the first. */
function withFont(page: PageLayout, other: PageLayout): PageLayout {
  const [font] = page.fonts
  if (!font) throw new Error('A page has a font.')
  const shift = page.glyphs.length
  return {
    ...page,
    fonts: [font, { ...font, name: 'Other' }],
    glyphs: [...page.glyphs, ...other.glyphs.map((glyph) => ({ ...glyph, font: 1 }))],
    lines: [...page.lines, ...other.lines.map((line) => ({ ...line, glyphs: line.glyphs.map((index) => index + shift) }))],
  }
}

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 }
const isSuspect = (page: PageLayout): boolean => suspectWords(page) !== undefined

describe('a page', () => {
  it.each([
    ['of English', ENGLISH],
    [
      'of German',
      [
        'Ein Block der Masse zwei Kilogramm gleitet die raue Ebene hinab und bleibt',
        'an der Wand liegen. Berechnen Sie die Kraft zwischen den beiden Körpern.',
        'Die Reibung zwischen Seil und Rolle darf vernachlässigt werden, solange',
        'der Motor langsam anläuft und keine weiteren Lasten gehoben werden.',
      ],
    ],
    [
      'of Polish',
      [
        'Oblicz wartość siły działającej na ścianę, jeżeli współczynnik tarcia wynosi',
        'jedną dziesiątą, a masa klocka jest równa pięć kilogramów. Wyznacz także',
        'przyspieszenie oraz drogę przebytą przez klocek w ciągu trzech sekund.',
      ],
    ],
    ['of numbers', Array.from({ length: 12 }, (_, row) => `${row} ${(row * 1.37).toFixed(3)} ${(row * 88.1).toFixed(2)} ${1000 + row}`)],
    ['of formulas', Array.from({ length: 12 }, (_, row) => `p(${row}) = (x + y)/(z - ${row}) - [f'(x) + 2g(y)]*h < 0`)],
    ['of code', Array.from({ length: 8 }, (_, row) => `double force${row} = mass[${row}] * gravity; printf("%f\\n", force${row});`)],
    ['of contents', Array.from({ length: 8 }, (_, row) => `Chapter ${row} Kinetics of particles ................ ${10 * row}`)],
    ['of a few letters', ['Qxz kjw vbq']],
  ])('%s is what it says', (_, lines) => {
    expect(isSuspect(aPage(1, lines))).toBe(false)
  })

  it.each([
    ['from the first printable sign', '!'],
    ['from the first capital', 'A'],
    ['from the first small letter', 'a'],
  ])('whose letters are numbered by first use, %s, is garbled', (_, first) => {
    expect(isSuspect(aPage(1, numbered(ENGLISH, first)))).toBe(true)
  })

  it('of which one font is garbled is so as a whole', () => {
    const sound = aPage(1, [...ENGLISH, ...ENGLISH, ...ENGLISH, ...ENGLISH])
    expect(isSuspect(withFont(sound, aPage(1, ENGLISH)))).toBe(false)
    expect(isSuspect(withFont(sound, aPage(1, numbered(ENGLISH, 'a'))))).toBe(true)
  })
})

describe('suspected words', () => {
  const listing = [
    '\\mkbth \\cpyb \\gdff \\kpwd',
    '\\lwrb \\bmfx \\fbwx \\ctlx',
    '\\dvpb \\zpkw \\hbxf \\vbxk',
    '\\mkbth \\kpwd \\gdff \\ctlx',
  ]
  const seen = (lines: readonly string[]) =>
    lines.map((line) => ({
      words: line.split(' ').map((word) => ({ symbols: [...word].map((text) => ({ text, ...NOWHERE })), confidence: 1 })),
      baseline: 0,
      height: 10,
    }))

  it('are sound where the picture shows them', () => {
    const suspects = suspectWords(aPage(1, listing)) ?? []
    expect(suspects).toContain('mkbth')
    expect(areSeen(suspects, seen(listing))).toBe(true)
  })

  it('are garbled where the picture shows others, or too few are there to tell', () => {
    expect(areSeen(suspectWords(aPage(1, numbered(ENGLISH, 'a'))) ?? [], seen(ENGLISH))).toBe(false)
    expect(areSeen(['kern', 'vbox'], seen(['kern vbox']))).toBe(false)
  })
})
