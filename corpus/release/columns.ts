import type { SchemaElement } from 'hyparquet-writer'
import type { ReleasedItem } from '../../schemas/release.ts'

/** The type of a Parquet column, said once: Parquet's schema, the Hugging Face features and the Croissant fields all follow from it. */
export type ColumnType =
  | { readonly kind: 'text' | 'int' | 'float' | 'bool' | 'image' }
  | { readonly kind: 'list'; readonly of: ColumnType }
  | { readonly kind: 'struct'; readonly fields: Readonly<Record<string, ColumnType>> }

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly about: string
}

const text: ColumnType = { kind: 'text' }
const int: ColumnType = { kind: 'int' }
const float: ColumnType = { kind: 'float' }
const bool: ColumnType = { kind: 'bool' }
const list = (of: ColumnType): ColumnType => ({ kind: 'list', of })
const struct = (fields: Readonly<Record<string, ColumnType>>): ColumnType => ({ kind: 'struct', fields })
const place = { page: int, bbox: list(float) }

/** The columns of the Parquet files, in order. */
export const COLUMNS: readonly Column[] = [
  { name: 'id', type: text, about: 'stable name: subject / document / printed number' },
  { name: 'subject', type: text, about: 'subject id' },
  { name: 'question', type: text, about: 'Markdown, math as $LaTeX$, parts included' },
  {
    name: 'images',
    type: list({ kind: 'image' }),
    about: 'diagrams as PNG, in the order of `diagrams`; none where the licence withholds them',
  },
  { name: 'solution', type: text, about: 'reference solution, Markdown with $LaTeX$; null if there is none or it is withheld' },
  {
    name: 'answers',
    type: list(struct({ part: text, quantity: text, value: float, unit: text, text, sure: bool })),
    about: 'final answers that the solution states',
  },
  { name: 'parts', type: list(struct({ label: text, text })), about: 'sub-questions' },
  { name: 'options', type: list(struct({ label: text, text })), about: 'choices of a multiple-choice question' },
  { name: 'topics', type: list(text), about: 'topics needed to solve it' },
  {
    name: 'diagrams',
    type: list(struct({ file: text, sha256: text, width: int, height: int, ...place, label: text, caption: text, kind: text, type: text })),
    about: 'where each diagram stands: page from 1, bbox [left, top, right, bottom] in points from the top left',
  },
  {
    name: 'equations',
    type: list(struct({ latex: text, display: bool, ...place, tag: text, method: text, confidence: float })),
    about: 'formulas of the question in reading order',
  },
  { name: 'solution_images', type: list({ kind: 'image' }), about: 'the solution as printed' },
  { name: 'number', type: text, about: 'as printed' },
  { name: 'document', type: text, about: 'source document' },
  { name: 'document_sha256', type: text, about: 'of the source PDF' },
  { name: 'pages', type: list(int), about: 'pages of the source that the question touches, from 1' },
  { name: 'chapter', type: text, about: 'chapter of the source, if it is known' },
  { name: 'licence', type: text, about: 'licence of the source' },
  { name: 'review_status', type: text, about: '"approved", "corrected", or what an unreviewed item is' },
  { name: 'canary', type: text, about: 'GUID that marks this benchmark' },
]

/** Bytes of an image, or null where it is not shipped. */
export type ImageBytes = (file: string) => Uint8Array | null

/** A row's values, in the order of COLUMNS. */
export function rowOf(item: ReleasedItem, bytes: ImageBytes): unknown[] {
  const { source, question, solution } = item
  const pictures = (files: readonly string[]) =>
    files.flatMap((file) => {
      const content = bytes(file)
      return content === null ? [] : [{ bytes: content, path: file.slice('images/'.length) }]
    })
  return [
    item.id,
    item.subject,
    question.text,
    pictures(item.diagrams.map(({ file }) => file)),
    solution?.text ?? null,
    solution?.answers ?? [],
    question.parts,
    question.options ?? [],
    item.topics.map(({ name }) => name),
    item.diagrams,
    item.equations,
    pictures(solution?.files ?? []),
    source.number,
    source.document,
    source.sha256,
    source.pages,
    source.chapter,
    source.licence,
    item.review.status,
    item.canary,
  ]
}

/** Parquet's schema: every column and leaf may be null, lists in the three levels that all readers know. */
export function parquetSchema(columns: readonly Column[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(({ name, type }) => elements(name, type))]
}

function elements(name: string, type: ColumnType): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
  switch (type.kind) {
    case 'text':
      return [{ ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }]
    case 'int':
      return [{ ...optional, type: 'INT32' }]
    case 'float':
      return [{ ...optional, type: 'DOUBLE' }]
    case 'bool':
      return [{ ...optional, type: 'BOOLEAN' }]
    case 'image':
      return [
        { ...optional, num_children: 2 },
        { name: 'bytes', repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY' },
        ...elements('path', text),
      ]
    case 'list':
      return [
        { ...optional, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        ...elements('element', type.of),
      ]
    case 'struct':
      return [
        { ...optional, num_children: Object.keys(type.fields).length },
        ...Object.entries(type.fields).flatMap(([field, of]) => elements(field, of)),
      ]
  }
}

const HF_TYPES = { text: 'string', int: 'int32', float: 'float64', bool: 'bool' } as const

/** Features as Hugging Face `datasets` stores them in Parquet metadata; a list is written as `[type]`, which all its versions read. */
export function hfFeature(type: ColumnType): unknown {
  switch (type.kind) {
    case 'image':
      return { _type: 'Image' }
    case 'list':
      return [hfFeature(type.of)]
    case 'struct':
      return Object.fromEntries(Object.entries(type.fields).map(([name, of]) => [name, hfFeature(of)]))
    default:
      return { dtype: HF_TYPES[type.kind], _type: 'Value' }
  }
}

/** One entry of `dataset_info.features` in a dataset card. */
export function cardFeature(name: string, type: ColumnType): Record<string, unknown> {
  return { name, ...cardType(type) }
}

function cardType(type: ColumnType): Record<string, unknown> {
  switch (type.kind) {
    case 'image':
      return { dtype: 'image' }
    case 'struct':
      return { struct: Object.entries(type.fields).map(([name, of]) => cardFeature(name, of)) }
    case 'list': {
      const inner = cardType(type.of)
      return { list: inner.dtype ?? inner.struct ?? inner }
    }
    default:
      return { dtype: HF_TYPES[type.kind] }
  }
}
