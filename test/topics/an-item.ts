import { type Item, PENDING } from '../../schemas/item.ts'

const SHA = '0'.repeat(64)

/** A valid item with one diagram; tests change what they are about. */
export const anItem = (id: string, text: string, changes: Partial<Item> = {}): Item => ({
  id,
  subject: 'fluid-mechanics',
  source: { document: 'sheet', sha256: SHA, solutionsSha256: null, number: '1', pages: [1], chapter: null, licence: 'CC0-1.0' },
  question: { text, parts: [], spans: [{ page: 1, bbox: [0, 0, 10, 10] }] },
  diagrams: [],
  equations: [],
  solution: null,
  topics: [],
  review: PENDING,
  provenance: { engine: 'local', stages: {}, models: [], confidence: 1, problems: [] },
  ...changes,
})

export const aDiagram = (sha256 = SHA): Item['diagrams'][number] => ({
  file: `images/${sha256}.png`,
  sha256,
  width: 10,
  height: 10,
  page: 1,
  bbox: [0, 0, 10, 10],
  label: null,
  caption: null,
  kind: 'vector',
  type: null,
})
