/** A published rule that a Croissant file breaks. */
export interface Broken {
  /** Section of the Croissant 1.1 specification. */
  readonly rule: string
  readonly what: string
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const all = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const objects = (value: unknown): Json[] => all(value).filter(isObject)
const idOf = (value: unknown): string => (isObject(value) ? String(value['@id']) : String(value))

const ATOMIC = ['sc:Boolean', 'sc:Date', 'sc:Time', 'sc:DateTime', 'sc:Float', 'sc:Integer', 'sc:Text', 'sc:Number', 'sc:URL']
const SEMANTIC = ['sc:ImageObject', 'cr:BoundingBox', 'sc:VideoObject', 'cr:Split', 'cr:Label', 'cr:SegmentationMask', 'sc:Enumeration']
const FILE_PROPERTIES = ['fullpath', 'filename', 'content', 'lines', 'lineNumbers']
const TRANSFORMS = ['separator', 'readLines', 'unArchive', 'regex', 'jsonPath', 'format']

/** Checks a Croissant 1.1 file against the specification's own rules (https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html). */
export function checkCroissant(file: Json): Broken[] {
  const broken: Broken[] = []
  const require = (holds: boolean, rule: string, what: string) => {
    if (!holds) broken.push({ rule, what })
  }
  dataset(file, require)
  const files = objects(file.distribution)
  for (const one of files) distribution(one, files, require)
  const sets = objects(file.recordSet)
  const fields = sets.flatMap((set) => allFields(objects(set.field)))
  for (const set of sets) recordSet(set, fields, files, require)
  const ids = [...files, ...sets, ...fields].map(idOf)
  for (const id of new Set(ids))
    require(ids.filter((other) => other === id).length === 1, 'ID and Reference Mechanism', `The id ${id} is not unique.`)
  return broken
}

type Require = (holds: boolean, rule: string, what: string) => void

function dataset(file: Json, require: Require): void {
  const context = isObject(file['@context']) ? file['@context'] : {}
  require(isObject(file['@context']), 'Required', '@context is missing.')
  require(context['@vocab'] === 'http://schema.org/', 'Namespaces', 'schema.org is the default namespace.')
  require(context.cr === 'http://mlcommons.org/croissant/', 'Namespaces', 'The prefix cr stands for the Croissant namespace.')
  require(context.sc === 'http://schema.org/', 'Namespaces', 'The prefix sc stands for schema.org.')
  require(context.conformsTo === 'dct:conformsTo' &&
    context.dct === 'http://purl.org/dc/terms/', 'Appendix 1: JSON-LD context', 'conformsTo is Dublin Core’s.')
  require(isObject(context.dataType) &&
    context.dataType['@type'] === '@vocab', 'Appendix 1: JSON-LD context', 'dataType is a vocabulary term.')
  for (const term of [
    'recordSet',
    'field',
    'fileObject',
    'fileSet',
    'source',
    'extract',
    'column',
    'includes',
    'references',
    'key',
    'isArray',
    'arrayShape',
  ]) {
    require(context[term] === `cr:${term}`, 'Appendix 1: JSON-LD context', `${term} is a Croissant term.`)
  }
  require(['sc:Dataset', 'Dataset', 'schema.org/Dataset'].includes(String(file['@type'])), 'Required', '@type is schema.org/Dataset.')
  require(all(file.conformsTo).includes('http://mlcommons.org/croissant/1.1'), 'Namespaces', 'conformsTo names Croissant 1.1.')
  for (const name of ['description', 'name', 'url']) {
    require(typeof file[name] === 'string' && file[name] !== '', 'Required', `${name} is one text.`)
  }
  require(URL.canParse(String(file.url)), 'Required', 'url is a URL.')
  require(all(file.license).length > 0 &&
    all(file.license).every((one) => isObject(one) || URL.canParse(String(one))), 'Required', 'license is a URL or a CreativeWork.')
  require(objects(file.creator).length > 0 &&
    objects(file.creator).every((one) =>
      /Organization|Person/.test(String(one['@type'])),
    ), 'Required', 'creator is a Person or an Organization.')
  require(/^\d{4}-\d{2}-\d{2}/.test(String(file.datePublished)), 'Required', 'datePublished is a date.')
  require(/^\d+\.\d+\.\d+$/.test(String(file.version)), 'Version', 'version is MAJOR.MINOR.PATCH.')
  require(objects(file.distribution).length > 0, 'Modified and Added Properties', 'distribution is required.')
  require(file.isLiveDataset === undefined || typeof file.isLiveDataset === 'boolean', 'Live Datasets', 'isLiveDataset is a boolean.')
}

function distribution(one: Json, files: readonly Json[], require: Require): void {
  const name = idOf(one)
  const type = one['@type']
  require(type === 'cr:FileObject' || type === 'cr:FileSet', 'Modified and Added Properties', `${name} is a FileObject or a FileSet.`)
  require(typeof one.encodingFormat === 'string' &&
    /^[\w.+-]+\/[\w.+-]+$/.test(one.encodingFormat), 'FileObject', `${name} has a MIME type.`)
  for (const container of all(one.containedIn)) {
    require(files.some((other) => idOf(other) === idOf(container)), 'FileObject', `${name} is contained in a file that is described.`)
  }
  if (type === 'cr:FileObject') {
    require(typeof one.contentUrl === 'string', 'FileObject', `${name} says where its bytes are.`)
    require(/^[0-9a-f]{64}$/.test(String(one.sha256)), 'Checksums', `${name} has a sha256.`)
    require(/^\d+( ?[kKMGT]?B)?$/.test(String(one.contentSize)), 'FileObject', `${name} has its size in bytes.`)
  } else
    require(all(one.includes).length > 0 &&
      all(one.includes).every((glob) => typeof glob === 'string'), 'FileSet', `${name} includes files by a pattern.`)
}

const allFields = (fields: readonly Json[]): Json[] => fields.flatMap((field) => [field, ...allFields(objects(field.subField))])

function recordSet(set: Json, fields: readonly Json[], files: readonly Json[], require: Require): void {
  const name = idOf(set)
  const mine = allFields(objects(set.field))
  require(set['@type'] === 'cr:RecordSet', 'RecordSet', `${name} is a RecordSet.`)
  require(mine.length > 0, 'RecordSet', `${name} has fields.`)
  for (const key of all(set.key))
    require(mine.some((field) => idOf(field) === idOf(key)), 'RecordSet', `The key of ${name} is one of its fields.`)
  for (const record of objects(set.data)) {
    const known = Object.keys(record).every((key) => mine.some((field) => idOf(field) === key))
    require(known, 'Data', `Records in ${name} use its fields as keys.`)
  }
  if (set.dataType === 'cr:Split') {
    require(mine.some((field) => idOf(field).endsWith('/name')) &&
      set.key !== undefined, 'Categorical Data', `${name} has a name and a key.`)
  }
  for (const one of mine) field(one, name, set, fields, files, require)
}

function field(one: Json, setName: string, set: Json, fields: readonly Json[], files: readonly Json[], require: Require): void {
  const name = idOf(one)
  require(one['@type'] === 'cr:Field', 'Field', `${name} is a Field.`)
  require(name.startsWith(`${setName}/`), 'ID and Reference Mechanism', `${name} begins with the id of its RecordSet.`)
  const types = all(one.dataType).map(String)
  require(types.length > 0 || objects(one.subField).length > 0, 'Field', `${name} has a type or fields inside.`)
  for (const type of types) require([...ATOMIC, ...SEMANTIC].includes(type), 'DataType', `${type} of ${name} is a known type.`)
  if (one.arrayShape !== undefined) {
    require(one.isArray === true, 'Field', `${name} with a shape is an array.`)
    require(/^\(?-?\d+(, ?-?\d+)*,?\)?$/.test(String(one.arrayShape)), 'Field', `${name} has a shape of numbers.`)
  }
  for (const target of all(one.references)) {
    require(fields.some((other) => idOf(other) === idOf(target)), 'Joins', `${name} refers to a field that there is.`)
  }
  require(one.source !== undefined ||
    one.value !== undefined ||
    set.data !== undefined, 'Field', `${name} says where its values come from.`)
  if (isObject(one.source)) source(one.source, name, files, require)
}

function source(one: Json, name: string, files: readonly Json[], require: Require): void {
  const from = ['fileObject', 'fileSet', 'recordSet'].filter((kind) => one[kind] !== undefined)
  require(from.length === 1, 'DataSource', `${name} has one source.`)
  const target = files.find((file) => idOf(file) === idOf(one[from[0] ?? '']))
  require(target !== undefined, 'DataSource', `The source of ${name} is described.`)
  require(target === undefined ||
    (target['@type'] === 'cr:FileSet') === (from[0] === 'fileSet'), 'DataSource', `${name} names its source by the right kind.`)
  const extract = isObject(one.extract) ? one.extract : {}
  const how = ['fileProperty', 'column', 'jsonPath'].filter((key) => extract[key] !== undefined)
  require(how.length === 1, 'Extract', `${name} extracts in one way.`)
  if (how[0] === 'fileProperty')
    require(FILE_PROPERTIES.includes(String(extract.fileProperty)), 'Extract', `${name} takes a property that files have.`)
  for (const transform of objects(one.transform)) {
    require(Object.keys(transform).every((key) => TRANSFORMS.includes(key)), 'Transform', `${name} is transformed in a known way.`)
    if (typeof transform.regex !== 'string') continue
    const groups = new RegExp(`${transform.regex}|`).exec('')?.length ?? 0
    require(groups === 2, 'Transform', `The expression of ${name} has one group.`)
  }
}
