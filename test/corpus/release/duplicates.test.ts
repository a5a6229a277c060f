import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deduplicate } from '../../../corpus/release/duplicates.ts'
import { distance, imageHash, looksAlike } from '../../../corpus/release/image-hash.ts'
import { candidatePairs, jaccard, masked, shinglesOf, signatureOf, wordsOf } from '../../../corpus/release/minhash.ts'
import type { Item } from '../../../schemas/item.ts'
import type { ReadImage } from '../../../schemas/render.ts'
import { diagram, item, Pictures, picture, sha256 } from './sample.ts'

const QUESTION =
  'Air at 300 K enters an insulated nozzle with a velocity of 40 m/s and leaves at 180 m/s. Determine the temperature of the air at the exit and the ratio of the areas.'
const OTHER =
  'A steel shaft of length 2 m carries two gears and turns at 900 rpm. Find the smallest diameter for which the shear stress stays below the limit given.'

const ask = (number: string, document: string, text: string, over: Partial<Item> = {}): Item =>
  item(number, { document, question: { text, parts: [], spans: [] }, ...over })

const none: ReadImage = async () => undefined
const run = (items: readonly Item[], over: Partial<Parameters<typeof deduplicate>[1]> = {}) =>
  deduplicate(items, { image: none, keepAll: false, released: new Set(), ...over })

describe('deduplicate', () => {
  it('keeps one of two items with the same words in two books, and says which', async () => {
    const { kept, groups } = await run([ask('1', 'a', QUESTION), ask('9', 'b', QUESTION), ask('2', 'a', OTHER)])
    expect(groups).toEqual([{ kind: 'exact', kept: ['fluid-mechanics/a/1'], dropped: ['fluid-mechanics/b/9'], similarity: 1 }])
    expect(kept.map(({ id }) => id)).toEqual(['fluid-mechanics/a/1', 'fluid-mechanics/a/2'])
  })

  it('sees through other numerals and a changed word', async () => {
    const edition = QUESTION.replace('300', '285').replace('40 m/s', '55.5 m/s').replace('Determine', 'Find')
    const { groups } = await run([ask('1', 'a', QUESTION), ask('1', 'b', edition)])
    expect(groups).toMatchObject([{ kind: 'near', dropped: ['fluid-mechanics/b/1'] }])
    expect(groups[0]?.similarity).toBeGreaterThan(0.8)
  })

  it('leaves different problems alone, and problems of one family in one book', async () => {
    const family = [ask('1', 'a', QUESTION), ask('2', 'a', QUESTION.replace('300', '310'))]
    expect((await run([...family, ask('3', 'b', OTHER)])).groups).toEqual([])
  })

  it('keeps one book’s family where two books have the same one', async () => {
    const family = (document: string) => ['300', '310', '320'].map((kelvin) => ask(kelvin, document, QUESTION.replace('300', kelvin)))
    const { kept } = await run([...family('a'), ...family('b')])
    expect(kept.map(({ source }) => source.document)).toEqual(['a', 'a', 'a'])
  })

  it('keeps all when told to, and reports them all the same', async () => {
    const { kept, groups } = await run([ask('1', 'a', QUESTION), ask('1', 'b', QUESTION)], { keepAll: true })
    expect(kept).toHaveLength(2)
    expect(groups).toMatchObject([{ kept: ['fluid-mechanics/a/1', 'fluid-mechanics/b/1'], dropped: [] }])
  })

  it('keeps what the last release had before what is better', async () => {
    const items = [ask('1', 'a', QUESTION), ask('1', 'b', QUESTION, { solution: null })]
    expect((await run(items)).kept.map(({ source }) => source.document)).toEqual(['a'])
    expect((await run(items, { released: new Set(['fluid-mechanics/b/1']) })).kept.map(({ source }) => source.document)).toEqual(['b'])
  })

  it('keeps the copy that was read with fewer doubts', async () => {
    const doubt = { code: 'numeral-lost', severity: 'warning', message: 'm', hint: 'h', place: {} } as const
    const doubted = (document: string, problems: Item['provenance']['problems']): Item => {
      const copy = ask('1', document, QUESTION)
      return { ...copy, provenance: { ...copy.provenance, problems } }
    }
    const keptOf = async (items: readonly Item[]) => (await run(items)).kept.map(({ source }) => source.document)
    expect(await keptOf([doubted('a', [doubt]), doubted('b', [])])).toEqual(['b'])
    expect(await keptOf([doubted('a', [{ ...doubt, severity: 'notice' }]), doubted('b', [])])).toEqual(['a'])
  })

  it('takes short questions with other figures for other problems, but tells of them', async () => {
    const pictures = new Pictures()
    const beam = 'Determine the reactions at the supports of the beam shown in the figure.'
    const items = [
      ask('1', 'a', beam, { diagrams: [diagram(await pictures.add(1))] }),
      ask('1', 'b', beam, { diagrams: [diagram(await pictures.add(20))] }),
    ]
    const { kept, groups } = await run(items, { image: pictures.read })
    expect(kept).toHaveLength(2)
    expect(groups).toMatchObject([{ kind: 'exact', dropped: [] }])
  })

  it('knows a reworded problem by its figure, at another size too', async () => {
    const pictures = new Pictures()
    const small = await pictures.add(3)
    const large = await sharp(await picture(3))
      .resize(480, 240)
      .png()
      .toBuffer()
    pictures.bytes.set(sha256(large), large)
    const reworded = QUESTION.replace('Air at 300 K enters an insulated nozzle with', 'An insulated nozzle takes in air at 300 K with')
    const items = [
      ask('1', 'a', QUESTION, { diagrams: [diagram(small)] }),
      ask('1', 'b', reworded, {
        diagrams: [diagram({ file: `images/${sha256(large)}.png`, sha256: sha256(large), width: 480, height: 240 })],
      }),
    ]
    const { kept, groups } = await run(items, { image: pictures.read })
    expect(groups).toMatchObject([{ kind: 'image', dropped: ['fluid-mechanics/b/1'] }])
    expect(kept).toHaveLength(1)
    const stranger = ask('2', 'b', OTHER, { diagrams: [diagram(small)] })
    expect(await run([items[0] ?? stranger, stranger], { image: pictures.read })).toMatchObject({
      groups: [{ kind: 'image', dropped: [] }],
    })
  })
})

describe('MinHash', () => {
  const words = fc.array(fc.constantFrom(...'pipe water steam load beam shaft gear heat wall force air gas pump valve'.split(' ')), {
    minLength: 5,
    maxLength: 40,
  })

  it('estimates the Jaccard similarity', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [left, right] = [shinglesOf(a), shinglesOf(b)]
        const [one, other] = [signatureOf(left), signatureOf(right)]
        const agreeing = one.filter((value, index) => value === other[index]).length / one.length
        expect(Math.abs(agreeing - jaccard(left, right))).toBeLessThan(0.3) // over five standard errors of 128 hash functions
      }),
      { numRuns: 60, seed: 7 },
    )
  })

  it('finds near pairs among many texts and few others', () => {
    const texts = Array.from({ length: 200 }, (_, text) =>
      Array.from({ length: 40 }, (_, at) => `w${(text * 7919 + at * at * 31 + at * text * 13) % 99_991}`),
    )
    texts.push([...(texts[17] ?? []).slice(0, 37), 'changed', 'last', 'words'])
    const pairs = [...candidatePairs(texts.map((text) => signatureOf(shinglesOf(text))))]
    expect(pairs).toContainEqual([17, 200])
    expect(pairs.length).toBeLessThan(20)
  })

  it('masks numerals in math and text', () => {
    expect(masked(wordsOf('A 2.5 kg mass at $T_1 = 300\\,\\mathrm{K}$'))).toEqual([
      'a',
      '#',
      'kg',
      'mass',
      'at',
      't',
      '#',
      '#',
      'mathrm',
      'k',
    ])
  })
})

describe('imageHash', () => {
  it('is alike for one drawing at two sizes and unlike for two drawings', async () => {
    const [one, resized, other] = [
      await picture(5),
      await sharp(await picture(5))
        .resize(720, 360)
        .png()
        .toBuffer(),
      await picture(23),
    ]
    const [a, b, c] = [await imageHash(one), await imageHash(resized), await imageHash(other)]
    expect(looksAlike(a, b)).toBe(true)
    expect(looksAlike(a, c)).toBe(false)
    expect(a && c && distance(a, c)).toBeGreaterThan(10)
  })

  it('says nothing about blank pictures and about what is no picture', async () => {
    const blank = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await imageHash(blank)).toBeNull()
    expect(await imageHash(Buffer.from('no picture'))).toBeNull()
    expect(looksAlike(null, null)).toBe(false)
  })
})
