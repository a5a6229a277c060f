import { exportEvents } from '../../review/exchange.ts'
import { openReview, type Review } from '../../review/store/open.ts'
import { Item, PENDING } from '../../schemas/item.ts'

export const HASH = 'a'.repeat(64)

/** A machine-made item, whole and plain; say what should differ. */
export const item = (number: string, change: Partial<Item> = {}): Item =>
  Item.parse({
    id: `thermodynamics/thermo-a/${number}`,
    subject: 'thermodynamics',
    source: { document: 'thermo-a', sha256: HASH, solutionsSha256: null, number, pages: [1], chapter: null, licence: 'CC0-1.0' },
    question: {
      text: `Water flows at $\\dot m = 2.5$ kg/s in problem ${number}.`,
      parts: [],
      spans: [{ page: 1, bbox: [72, 90, 300, 200] }],
    },
    diagrams: [
      {
        file: `images/${HASH}.png`,
        sha256: HASH,
        width: 400,
        height: 300,
        page: 1,
        bbox: [72, 210, 300, 320],
        label: 'Fig. 1',
        caption: null,
        kind: 'vector',
        type: null,
      },
    ],
    equations: [
      {
        latex: '\\dot m = 2.5',
        display: false,
        page: 1,
        bbox: [100, 95, 140, 105],
        tag: null,
        method: 'glyphs',
        confidence: 0.9,
        file: null,
      },
    ],
    solution: { text: 'The velocity is $12.4$ m/s.', pages: [9], spans: [{ page: 9, bbox: [72, 90, 300, 120] }], files: [], answers: [] },
    topics: [{ id: 'steady-flow-energy', name: 'Steady-flow energy equation', by: 'embedded' }],
    review: PENDING,
    provenance: { engine: 'local', stages: { layout: 1 }, models: [], confidence: 0.9, problems: [] },
    ...change,
  })

/** The same item with another question. */
export const withText = (from: Item, text: string): Item => ({ ...from, question: { ...from.question, text } })

/** The same item with another machine confidence. */
export const withConfidence = (from: Item, confidence: number): Item => ({ ...from, provenance: { ...from.provenance, confidence } })

/** A clock that moves only when told. */
export function clock(start = '2026-01-05T09:00:00.000Z') {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    pass: (minutes: number) => {
      now += minutes * 60_000
    },
  }
}

export const inMemory = (now?: () => Date): Promise<Review> => openReview(':memory:', now)

export const collect = async <T>(from: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const one of from) all.push(one)
  return all
}

/** The whole log. */
export const collectEvents = async (review: Review): Promise<unknown[]> =>
  (await collect(exportEvents(review))).map((line) => JSON.parse(line))
