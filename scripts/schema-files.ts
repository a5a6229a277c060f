import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** A schema that has a name of its own. */
interface Named {
  readonly id: string
  readonly title: string
  readonly module: string
  readonly json: JsonSchema
}

/** The parts of JSON Schema that the data model page shows. */
interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly title?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly default?: unknown
}

/** All generated files: path in the repository → text. */
export async function generatedFiles(root: string): Promise<Map<string, string>> {
  const named = await namedSchemas(root)
  const files = new Map<string, string>()
  for (const { id, json } of named) files.set(`schemas/json/${id}.json`, `${JSON.stringify(json, null, 2)}\n`)
  files.set('docs/data-model.md', dataModel(named))
  return files
}

/** Every exported schema with an id, by module and then in the order of the source. */
async function namedSchemas(root: string): Promise<Named[]> {
  const modules = (await readdir(join(root, 'schemas'))).filter((name) => name.endsWith('.ts')).toSorted()
  const named = new Map<string, Named>()
  for (const name of modules) {
    const exported = (await import(pathToFileURL(join(root, 'schemas', name)).href)) as Record<string, unknown> // any module
    for (const value of Object.values(exported)) {
      if (!(value instanceof z.ZodType)) continue
      const meta = value.meta()
      if (meta?.id === undefined || named.has(meta.id)) continue
      named.set(meta.id, { id: meta.id, title: meta.title ?? meta.id, module: name.replace(/\.ts$/, ''), json: toJson(value) })
    }
  }
  return [...named.values()].toSorted((a, b) => (a.module + a.id < b.module + b.id ? -1 : 1))
}

const toJson = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema // its documented output

function dataModel(named: readonly Named[]): string {
  const head = `# Data model

Generated from \`schemas/\` by \`npm run schemas\`; edit the descriptions there. The same shapes are published as JSON Schema in
\`schemas/json/\`, for editors and other languages. Every length is in points (1/72 inch) from the top left of the page as shown, y down;
pages are counted from 1.
`
  const sections = [...byModule(named)].map(([module, schemas]) => `## ${module}\n\n${schemas.map(section).join('\n')}`)
  return `${head}\n${sections.join('\n')}`
}

function section({ id, title, json: whole }: Named): string {
  const json = whole.$defs?.[id] ?? whole // a schema with an id stands among its own definitions
  const properties = Object.entries(json.properties ?? {})
  const intro = `### ${id}\n\n${title}.${json.description ? ` ${sentence(json.description)}` : ''}\n`
  if (properties.length === 0) return `${intro}\n${code(typeOf(json))}\n`
  const rows = properties.map(([name, value]) => {
    const optional = json.required?.includes(name) ? '' : ' (optional)'
    return `| \`${name}\`${optional} | ${code(typeOf(value))} | ${cell(value.description ?? '')} |`
  })
  return `${intro}\n| field | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const code = (type: string): string => `\`${type.replaceAll('|', '∣')}\``

/** A type in a few words. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map(typeOf).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (typeof schema.type === 'string') return schema.type
  return schema.type?.join(' | ') ?? 'any'
}

function byModule(named: readonly Named[]): Map<string, Named[]> {
  const modules = new Map<string, Named[]>()
  for (const schema of named) modules.set(schema.module, [...(modules.get(schema.module) ?? []), schema])
  return modules
}
