import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { ProblemError } from '../schemas/problem.ts'

/** A YAML file that people write: the checked value, and the document with its comments for writing back. */
export interface Manifest<T> {
  readonly value: T
  readonly document: Document
}

/** Share of the longer word's letters that may differ for "did you mean" to be of help. */
const MAX_TYPO_SHARE = 0.4

/**
 * Parses and checks YAML. Throws ProblemError `manifest-invalid` that names the file, the line, what is wrong there and what to write.
 */
export function parseManifest<Schema extends z.ZodType>(schema: Schema, text: string, file: string): Manifest<z.infer<Schema>> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken)
    throw invalid(
      file,
      lines.linePos(broken.pos[0]).line,
      broken.message,
      'Correct the YAML there: indentation and quotes are the usual cause.',
    )
  const given: unknown = document.toJS() ?? {}
  const parsed = schema.safeParse(given)
  if (parsed.success) return { value: parsed.data, document }
  const { issues } = parsed.error
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0] // a mistyped name is why another one is missing
  if (!issue) throw new Error(`${file} was refused without a reason.`)
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  throw invalid(file, lineOf(document, lines, path), describe(issue, path, given), advice(schema, issue, path))
}

function invalid(file: string, line: number, what: string, hint: string): ProblemError {
  return new ProblemError({ code: 'manifest-invalid', message: `${file}, line ${line}: ${what.replace(/\.?$/, '.')}`, hint, place: {} })
}

/** The line of the value at `path`, or of the nearest thing around it that exists. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const steps = path.slice(0, depth)
    const key = steps.at(-1)
    const parent = document.getIn(steps.slice(0, -1), true)
    const pair =
      typeof parent === 'object' && parent !== null && 'items' in parent && Array.isArray(parent.items)
        ? parent.items.find((item: { key?: { value?: unknown } }) => item?.key?.value === key)
        : undefined
    const at: unknown = pair?.key ?? document.getIn(steps, true)
    if (isNode(at) && at.range) return lines.linePos(at.range[0]).line
  }
  return 1
}

function describe(issue: z.core.$ZodIssue, path: readonly PropertyKey[], given: unknown): string {
  const name = path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') return `“${name}” is not a known setting`
  if (issue.code === 'invalid_type' && name !== '') {
    const value = valueAt(given, path)
    if (value === undefined) return `“${name}” is missing`
    if (value === null) return `“${name}” is empty`
    return `“${name}” must be ${KINDS[issue.expected] ?? `of the kind ${issue.expected}`}, not ${JSON.stringify(value)}`
  }
  return name === '' ? issue.message : `“${name}”: ${issue.message}`
}

/** Kinds of values as people call them, by zod's names. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of settings',
}

/** What was written at `path`; undefined when nothing was. */
function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  const [step, ...rest] = path
  if (step === undefined) return given
  return typeof given === 'object' && given !== null && Object.hasOwn(given, step) ? valueAt(Reflect.get(given, step), rest) : undefined
}

function advice(schema: z.ZodType, issue: z.core.$ZodIssue, path: readonly PropertyKey[]): string {
  if (issue.code !== 'unrecognized_keys') return 'Correct that line; docs/quickstart.md shows a complete file.'
  const known = keysAt(schema, issue.path)
  const guess = nearest(String(path.at(-1)), known)
  return guess ? `Did you mean “${guess}”?` : `Known settings there: ${known.join(', ')}.`
}

/** Names of the settings that an object in the schema may have. */
function keysAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const inner = unwrap(schema)
  const [step, ...rest] = path
  if (step === undefined) return Object.keys(inner.shape ?? {})
  return keysAt(inner.element ?? inner.shape?.[String(step)], rest)
}

interface Shaped {
  readonly shape?: Record<string, unknown>
  readonly element?: unknown
  readonly def?: { readonly innerType?: unknown }
}

/** Looks through `.optional()`, `.default()` and the like to the object or array inside. */
function unwrap(schema: unknown): Shaped {
  let inner = (schema ?? {}) as Shaped // every zod schema has these three members or lacks them, nothing else
  while (inner.def?.innerType) inner = inner.def.innerType as Shaped // same reason
  return inner
}

/** The known word that a mistyped one most likely stands for. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const scored = known.map((candidate) => ({
    candidate,
    share: editDistance(word.toLowerCase(), candidate.toLowerCase()) / Math.max(word.length, candidate.length),
  }))
  const best = scored.toSorted((a, b) => a.share - b.share)[0]
  return best && best.share <= MAX_TYPO_SHARE ? best.candidate : undefined
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] ?? 0
}
