import { type Item, PENDING } from '../schemas/item.ts'

const SHA = 'a'.repeat(64)

/** A valid item whose question stands at the top of page 1; tests change what they are about. */
export const anItem = (text: string, changes: Partial<Item> = {}): Item => ({
  id: 'dynamics/sheet/1',
  subject: 'dynamics',
  source: { document: 'sheet', sha256: SHA, solutionsSha256: null, number: '1', pages: [1], chapter: null, licence: 'CC0-1.0' },
  question: { text, parts: [], spans: [{ page: 1, bbox: [40, 30, 560, 250] }] },
  diagrams: [],
  equations: [],
  solution: null,
  topics: [],
  review: PENDING,
  provenance: { engine: 'local', stages: {}, models: [], confidence: 1, problems: [] },
  ...changes,
})

export const aDiagram = (
  label: string | null = null,
  bbox: [number, number, number, number] = [40, 300, 100, 400],
): Item['diagrams'][number] => ({
  file: `images/${SHA}.png`,
  sha256: SHA,
  width: 10,
  height: 10,
  page: 1,
  bbox,
  label,
  caption: null,
  kind: 'vector',
  type: null,
})

export const anEquation = (latex: string | null, confidence = 1): Item['equations'][number] => ({
  latex,
  display: true,
  page: 1,
  bbox: [50, 60, 200, 80],
  tag: null,
  method: latex === null ? 'none' : 'glyphs',
  confidence,
  file: `images/${SHA}.png`,
})
