import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { stopOcr } from '../../../pipeline/ocr/engine.ts'
import { linkBook } from '../fakes/book.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'
import { coded, inOrderOfUse, type PaintedGlyph, type3Font } from '../type3-font.ts'
import { readPage } from './read-page.ts'

const TEXT = ['3.12 A steel block slides down the', 'rough plane and stops at the wall.', 'Find the force between them.']
const FLOW = [
  'A modified flow profile is specified',
  'as sufficient for the final figure.',
  'Find the flow in the first of five',
  'fields.',
]

/** Milliseconds that the recogniser may take on a busy machine. */
const timeout = 60_000

afterAll(stopOcr)

/** Lines of text set in a Type 3 font of these glyphs. */
const set = (lines: readonly string[], glyphs: readonly PaintedGlyph[]): Uint8Array => {
  const content = lines.map((line, at) => show(coded(line, glyphs), 10, 130 - 13 * at, { font: 'G' })).join('')
  return tinyPdf([{ content, width: 230, height: 160, fonts: `/G ${extraObject()} 0 R` }], type3Font(glyphs))
}
const lettersOf = (lines: readonly string[], first = 33): PaintedGlyph[] => inOrderOfUse(lines.join(' '), first)

const NAMES: Readonly<Record<string, string>> = { ' ': 'space', '.': 'period', '1': 'one', '2': 'two', '3': 'three' }
const named = (glyph: PaintedGlyph): PaintedGlyph => ({ ...glyph, name: NAMES[glyph.shows] ?? glyph.shows })
const mapped = (glyph: PaintedGlyph): PaintedGlyph => ({ ...glyph, unicode: glyph.shows })
const privately = (glyph: PaintedGlyph): PaintedGlyph => ({ ...glyph, unicode: String.fromCodePoint(0x100000 + glyph.code) })

describe('glyphs without a map to Unicode', () => {
  it('are what their names say, ligatures such as f_i and t_t in all their letters', async () => {
    const ligatures = ['fi', 'tt', 'fl'].map((shows, at) => ({ code: 200 + at, shows, name: [...shows].join('_') }))
    const lines = ['The settings of fluid', 'specifications.']
    expect((await readPage(set(lines, [...lettersOf(lines).map(named), ...ligatures]))).lines).toEqual(lines)
  })

  it('may have codes below 32', async () => {
    const { lines, layout, codes } = await readPage(set(TEXT, lettersOf(TEXT, 1).map(named)))
    expect({ lines, source: layout.source, codes }).toEqual({ lines: TEXT, source: 'text', codes: [] })
  })

  it('are what their names say where the map has private codes of plane 16', async () => {
    const { lines, layout } = await readPage(set(TEXT, lettersOf(TEXT).map(named).map(privately)))
    expect({ lines, source: layout.source }).toEqual({ lines: TEXT, source: 'text' })
  })

  it('are kept as unknown and told where the map leaves one out', async () => {
    const glyphs = lettersOf(TEXT).map((glyph) => (glyph.shows === 'k' ? glyph : mapped(glyph)))
    const { lines, codes } = await readPage(set(TEXT, glyphs))
    expect(lines[0]).toBe('3.12 A steel bloc\uFFFD slides down the')
    expect(codes).toEqual(['glyph-unknown'])
  })

  it('are what the file says stands in their place: small capitals and old-style figures of browsers, several letters for one glyph', async () => {
    const [first = ''] = TEXT
    const glyphs = [...lettersOf(TEXT).map((glyph) => (glyph.shows === '3' ? glyph : mapped(glyph))), { code: 250, shows: 'ck' }]
    const hex = (text: string): string => `<${Buffer.from(coded(text, glyphs), 'latin1').toString('hex')}> Tj`
    const said = (text: string): string => `/Span<</ActualText(${text})>>BDC ${hex(text)} EMC`
    const pieces = [said('3'), hex('.12 A steel blo'), said('ck'), hex(' slides down the')]
    const content = `BT /G 10 Tf 10 130 Td ${pieces.join(' ')} ET`
    const page = { content, width: 230, height: 160, fonts: `/G ${extraObject()} 0 R` }
    const { lines, codes } = await readPage(tinyPdf([page], type3Font(glyphs)))
    expect({ lines, codes }).toEqual({ lines: [first], codes: [] })
  })

  it('are known by the names of TeX’s fonts where the file says nothing else: no sign of a formula vanishes', async () => {
    const { items } = await linkBook(await readFile(new URL('fixtures/tex-formulas.pdf', import.meta.url)), { formulas: true })
    expect(items[0]?.question.text.replace(/ ,/g, ',')).toBe(
      'The angle $\\phi$ and the strain $\\epsilon$ are not zero, $\\phi\\ne0$ and $\\epsilon\\notin A$; the map $x\\mapsto\\theta$ makes $A\\cong B$, with $x\\in A$ and $-x\\in B$.',
    )
  })
})

describe('a page whose text has nothing to do with what is seen', () => {
  it.each([
    ['because its glyphs have neither names nor a map', lettersOf(TEXT)],
    [
      'because they are numbered by first use, and named and mapped by number',
      lettersOf(TEXT).map((glyph) => ({ ...glyph, unicode: String.fromCharCode(glyph.code) })),
    ],
    ['because all its codes are private', lettersOf(TEXT).map(privately)],
  ])('is read from its picture, %s', { timeout }, async (_, glyphs) => {
    const { lines, layout, codes } = await readPage(set(TEXT, glyphs))
    expect({ lines, source: layout.source }).toEqual({ lines: TEXT, source: 'ocr' })
    expect(codes).toContain('page-garbled')
  })
})

describe('a ligature', () => {
  const others = lettersOf(FLOW).map(mapped)
  const asText = async (lines: readonly string[], unicode?: string): Promise<{ lines: string[]; codes: string[] }> =>
    readPage(set(lines, [...others, ...lettersOf(lines, 150).map(mapped), { code: 240, shows: 'fi', ...(unicode ? { unicode } : {}) }]))

  it('without a mapping is read by the words that it stands in, and told', async () => {
    const { lines, codes } = await asText(FLOW)
    expect(lines).toEqual(FLOW)
    expect(codes).toEqual(['glyph-misread'])
  })

  it.each(['é', '¯', '®'])('that the file calls %s is read by its words too, and told', async (unicode) => {
    const { lines, codes } = await asText(FLOW, unicode)
    expect(lines).toEqual(FLOW)
    expect(codes).toEqual(['glyph-misread'])
  })

  it('is not made of a letter with an accent in words that have one', async () => {
    const borrowed = ['The café of Poincaré', 'has a résumé.']
    const { lines, codes } = await readPage(tinyPdf([borrowed.map((line, at) => show(line, 10, 150 - 14 * at)).join('')]))
    expect(lines).toEqual(borrowed)
    expect(codes).toEqual([])
  })

  it('is not made of letters of other languages', async () => {
    const spanish = ['La presión del líquido', 'es según la máquina', 'constante; averigüe el', 'índice básico del año.']
    const { lines, codes } = await readPage(tinyPdf([spanish.map((line, at) => show(line, 10, 150 - 14 * at)).join('')]))
    expect(lines).toEqual(spanish)
    expect(codes).toEqual([])
  })
})

it('composite fonts without a glyph for the space give words, ligatures opened', async () => {
  const { items } = await linkBook(await readFile(new URL('fixtures/composite-font.pdf', import.meta.url)))
  expect(items.map(({ question }) => question.text)).toEqual([
    'A steel block slides down the rough plane, and the official figure of the flow affects the speed. Find the quality of the mixture.',
    'Find the work.',
  ])
})
