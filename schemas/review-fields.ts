import { z } from 'zod'
import { Item, Solution } from './item.ts'
import { EDIT_PATHS, type EditPath } from './review.ts'

/** What a field holds, by its path. */
export interface FieldValues {
  'source.number': string
  'source.chapter': string | null
  'question.text': string
  'question.parts': Item['question']['parts']
  'question.spans': Item['question']['spans']
  diagrams: Item['diagrams']
  equations: Item['equations']
  solution: Solution | null
  topics: Item['topics']
  /** Empty for an open question. */
  'question.options': NonNullable<Item['question']['options']>
}

const FIELDS: { readonly [Path in EditPath]: { get(item: Item): FieldValues[Path]; set(item: Item, value: FieldValues[Path]): Item } } = {
  'source.number': {
    get: (item) => item.source.number,
    set: (item, number) => ({ ...item, source: { ...item.source, number } }),
  },
  'source.chapter': {
    get: (item) => item.source.chapter,
    set: (item, chapter) => ({ ...item, source: { ...item.source, chapter } }),
  },
  'question.text': { get: (item) => item.question.text, set: (item, text) => ({ ...item, question: { ...item.question, text } }) },
  'question.parts': { get: (item) => item.question.parts, set: (item, parts) => ({ ...item, question: { ...item.question, parts } }) },
  'question.spans': {
    get: (item) => item.question.spans,
    set: (item, spans) => withPages({ ...item, question: { ...item.question, spans } }),
  },
  diagrams: { get: (item) => item.diagrams, set: (item, diagrams) => withPages({ ...item, diagrams }) },
  equations: { get: (item) => item.equations, set: (item, equations) => ({ ...item, equations }) },
  solution: { get: (item) => item.solution, set: (item, solution) => ({ ...item, solution }) },
  topics: { get: (item) => item.topics, set: (item, topics) => ({ ...item, topics }) },
  'question.options': { get: (item) => item.question.options ?? [], set: withOptions },
}

export const fieldOf = <Path extends EditPath>(item: Item, path: Path): FieldValues[Path] => FIELDS[path].get(item)

/** The item with one field replaced. */
export const withField = <Path extends EditPath>(item: Item, path: Path, value: FieldValues[Path]): Item => FIELDS[path].set(item, value)

/** What each field may hold: the item’s own schema, taken apart. */
export const FIELD_SCHEMAS: { readonly [Path in EditPath]: z.ZodType<FieldValues[Path]> } = {
  'source.number': z.string().min(1).max(60),
  'source.chapter': Item.shape.source.shape.chapter,
  'question.text': Item.shape.question.shape.text,
  'question.parts': Item.shape.question.shape.parts,
  'question.spans': Item.shape.question.shape.spans,
  diagrams: Item.shape.diagrams,
  equations: Item.shape.equations,
  solution: Solution.nullable(),
  topics: Item.shape.topics,
  'question.options': Item.shape.question.shape.options.unwrap(),
}

/** The item with one field replaced by a value from outside. Throws ZodError where the value does not fit the field. */
export function withUnknownField(item: Item, path: EditPath, value: unknown): Item {
  // the cast is sound: the schema of this very path has just passed the value
  return withField(item, path, FIELD_SCHEMAS[path].parse(value) as never)
}

/** The paths in which two items differ, in the order of the list. */
export const changedPaths = (before: Item, after: Item): EditPath[] =>
  EDIT_PATHS.filter((path) => !sameJson(fieldOf(before, path), fieldOf(after, path)))

/** Whether two JSON values are equal; the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
}

/** An open question has no list of options, not an empty one. */
function withOptions(item: Item, options: FieldValues['question.options']): Item {
  const { options: _, ...question } = item.question
  return { ...item, question: options.length === 0 ? question : { ...question, options } }
}

/** The pages that an item touches follow from where its text and diagrams stand. */
function withPages(item: Item): Item {
  const pages = new Set([...item.question.spans, ...item.diagrams].map(({ page }) => page))
  return pages.size === 0 ? item : { ...item, source: { ...item.source, pages: [...pages].toSorted((a, b) => a - b) } }
}
