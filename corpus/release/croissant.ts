import type { ReleaseFile, ReleaseManifest } from '../../schemas/release.ts'
import { canarySentence } from './canary.ts'
import type { Table } from './card.ts'
import { COLUMNS, type ColumnType } from './columns.ts'
import { licenceUrl } from './licences.ts'

const CROISSANT = 'http://mlcommons.org/croissant/1.1'

type Facts = Omit<ReleaseManifest, 'files'>
type Json = Record<string, unknown>

/** croissant.json: what the files are, what the records hold and where each field comes from, as Croissant 1.1 has it. */
export function croissant(facts: Facts, tables: readonly Table[], files: readonly ReleaseFile[]): Json {
  const subjects = Object.keys(facts.subjects)
  const items = files.filter(({ path }) => path === 'items.jsonl')
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    name: facts.name,
    alternateName: facts.title || facts.name,
    conformsTo: CROISSANT,
    description: `${facts.items} engineering problems from university textbooks with their diagrams. ${canarySentence(facts.canary)}`,
    license: licenceUrl(facts.licence) ?? { '@type': 'sc:CreativeWork', name: facts.licence },
    url: facts.url === '' ? `urn:uuid:${facts.canary}` : facts.url,
    creator: (facts.creators.length > 0 ? facts.creators : [`The curators of ${facts.name}`]).map((name) => ({
      '@type': 'sc:Organization',
      name,
    })),
    datePublished: facts.date,
    version: facts.version,
    inLanguage: 'en',
    keywords: ['engineering', 'visual question answering', 'benchmark', ...subjects],
    isLiveDataset: false,
    ...(facts.citation === '' ? {} : { citeAs: facts.citation }),
    distribution: [...tables.map((table) => tableObject(table, files)), ...items.map(itemsObject), ...subjects.map(tableSet), imageSet],
    recordSet: [splitSet(facts), ...subjects.map(recordSet), imageRecords],
  }
}

const tableObject = ({ path }: Table, files: readonly ReleaseFile[]): Json => fileObject(path, 'application/x-parquet', fileOf(path, files))

const itemsObject = (file: ReleaseFile): Json => fileObject(file.path, 'application/jsonlines', file)

const fileObject = (path: string, encodingFormat: string, { sha256, bytes }: ReleaseFile): Json => ({
  '@type': 'cr:FileObject',
  '@id': path,
  name: path,
  contentUrl: path,
  contentSize: `${bytes} B`,
  encodingFormat,
  sha256,
})

function fileOf(path: string, files: readonly ReleaseFile[]): ReleaseFile {
  const file = files.find((one) => one.path === path)
  if (!file) throw new Error(`${path} was not written before it was described.`)
  return file
}

const tableSet = (subject: string): Json => ({
  '@type': 'cr:FileSet',
  '@id': `${subject}-parquet`,
  name: `${subject}-parquet`,
  description: `Parquet files of ${subject}, one or more a split.`,
  encodingFormat: 'application/x-parquet',
  includes: `data/${subject}/*.parquet`,
})

const imageSet: Json = {
  '@type': 'cr:FileSet',
  '@id': 'image-files',
  name: 'image-files',
  description: 'Diagrams, display equations and printed solutions as PNG, named by their sha256.',
  encodingFormat: 'image/png',
  includes: 'images/*.png',
}

const imageRecords: Json = {
  '@type': 'cr:RecordSet',
  '@id': 'images',
  name: 'images',
  key: { '@id': 'images/sha256' },
  field: [
    {
      '@type': 'cr:Field',
      '@id': 'images/sha256',
      name: 'sha256',
      description: 'sha256 of the PNG.',
      dataType: 'sc:Text',
      source: { fileSet: { '@id': 'image-files' }, extract: { fileProperty: 'filename' }, transform: { regex: '([0-9a-f]{64})\\.png$' } },
    },
    {
      '@type': 'cr:Field',
      '@id': 'images/content',
      name: 'content',
      description: 'The picture.',
      dataType: 'sc:ImageObject',
      source: { fileSet: { '@id': 'image-files' }, extract: { fileProperty: 'content' } },
    },
  ],
}

const splitSet = ({ splits }: Facts): Json => ({
  '@type': 'cr:RecordSet',
  '@id': 'splits',
  name: 'splits',
  dataType: 'cr:Split',
  key: { '@id': 'splits/name' },
  field: [
    { '@type': 'cr:Field', '@id': 'splits/name', name: 'name', description: 'The split.', dataType: 'sc:Text' },
    { '@type': 'cr:Field', '@id': 'splits/url', name: 'url', description: 'What the split is for.', dataType: 'cr:Split' },
  ],
  data: Object.keys(splits).map((split) => ({ 'splits/name': split, 'splits/url': SPLIT_KINDS[split] ?? 'cr:Split' })),
})

/** What Croissant calls the splits that have a usual name. */
const SPLIT_KINDS: Readonly<Record<string, string>> = {
  train: 'cr:TrainingSplit',
  validation: 'cr:ValidationSplit',
  dev: 'cr:ValidationSplit',
  test: 'cr:TestSplit',
}

function recordSet(subject: string): Json {
  const set = { '@id': `${subject}-parquet` }
  const split = {
    '@type': 'cr:Field',
    '@id': `${subject}/split`,
    name: 'split',
    description: 'The split, as the name of the file says.',
    dataType: 'sc:Text',
    source: {
      fileSet: set,
      extract: { fileProperty: 'filename' },
      transform: { regex: '^(?:.*/)?([a-z][a-z0-9]*)-\\d{5}-of-\\d{5}\\.parquet$' },
    },
    references: { '@id': 'splits/name' },
  }
  return {
    '@type': 'cr:RecordSet',
    '@id': subject,
    name: subject,
    description: `One record a problem of ${subject}.`,
    key: { '@id': `${subject}/id` },
    field: [
      split,
      ...COLUMNS.map(({ name, type, about }) =>
        field(`${subject}/${name}`, name, type, about, { fileSet: set, extract: { column: name } }),
      ),
    ],
  }
}

const ATOMS = { text: 'sc:Text', int: 'sc:Integer', float: 'sc:Float', bool: 'sc:Boolean', image: 'sc:ImageObject' } as const

function field(id: string, name: string, type: ColumnType, description: string, source: Json): Json {
  return { '@type': 'cr:Field', '@id': id, name, description, source, ...typeOf(id, name, type, source) }
}

/** A struct's fields, each found inside its column by a JSON path; a list's type with its shape; or an atom. */
function typeOf(id: string, name: string, type: ColumnType, source: Json): Json {
  if (name === 'bbox') return { dataType: 'cr:BoundingBox' }
  if (type.kind === 'list') return { ...typeOf(id, name, type.of, source), isArray: true, arrayShape: '-1' }
  if (type.kind !== 'struct') return { dataType: ATOMS[type.kind] }
  const subField = Object.entries(type.fields).map(([inner, of]) =>
    field(`${id}/${inner}`, inner, of, `${inner} in ${name}`, { ...source, transform: { jsonPath: inner } }),
  )
  return { subField }
}

/** The context that the specification recommends. */
const CONTEXT: Json = {
  '@language': 'en',
  '@vocab': 'http://schema.org/',
  sc: 'http://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...Object.fromEntries(
    [
      'annotation',
      'arrayShape',
      'citeAs',
      'column',
      'containedIn',
      'equivalentProperty',
      'excludes',
      'extract',
      'field',
      'fileProperty',
      'fileObject',
      'fileSet',
      'format',
      'includes',
      'isArray',
      'isLiveDataset',
      'jsonPath',
      'key',
      'md5',
      'parentField',
      'recordSet',
      'references',
      'regex',
      'readLines',
      'sdVersion',
      'separator',
      'source',
      'subField',
      'transform',
      'unArchive',
      'value',
    ].map((term) => [term, `cr:${term}`]),
  ),
}
