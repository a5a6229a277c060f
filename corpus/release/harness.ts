import type { ReleasedItem } from '../../schemas/release.ts'
import type { ImageBytes } from './columns.ts'

/**
 * Columns of the TSV for VLMEvalKit: `index`, `image` (base64, or a bracketed list of several), `question` and `answer` are what its
 * image datasets read; the others are ours and travel along.
 */
export const TSV_COLUMNS = ['index', 'image', 'question', 'answer', 'category', 'split', 'id', 'image_path', 'canary'] as const

export const tsvHead = (): string => `${TSV_COLUMNS.join('\t')}\n`

/** One line of the TSV, or undefined for an item without a picture that is shipped: such a dataset cannot hold it. */
export function tsvLine(item: ReleasedItem, index: number, bytes: ImageBytes): string | undefined {
  const files = item.diagrams.map(({ file }) => file)
  const pictures = files.flatMap((file) => bytes(file) ?? [])
  if (pictures.length === 0 || pictures.length < files.length) return undefined
  const values = {
    index: String(index),
    image: oneOrList(pictures.map((picture) => Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength).toString('base64'))),
    question: item.question.text,
    answer: answerOf(item),
    category: item.subject,
    split: item.split,
    id: item.id,
    image_path: oneOrList(files.map((file) => file.slice('images/'.length))),
    canary: item.canary,
  }
  return `${TSV_COLUMNS.map((name) => quoted(values[name])).join('\t')}\n`
}

/** One as it is; several as a bracketed list of quoted strings, which is how the harness tells them apart. */
const oneOrList = (all: readonly string[]): string =>
  all.length === 1 && all[0] !== undefined ? all[0] : `[${all.map((one) => `'${one}'`).join(',')}]`

/** As CSV readers expect it: in quotes where a tab, quote or line end stands in it, quotes doubled. */
const quoted = (value: string): string => (/[\t"\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** What a grader compares with: final answers where they are known, else the whole solution; empty when it is withheld. */
function answerOf({ solution }: Pick<ReleasedItem, 'solution'>): string {
  if (solution === null) return ''
  if (solution.answers.length === 0) return solution.text
  return solution.answers.map(({ part, text }) => (part === null ? text : `(${part}) ${text}`)).join('; ')
}

/** One line of `inspect.jsonl`: a sample for Inspect, its pictures by path beside the file. */
export function inspectLine(item: ReleasedItem, bytes: ImageBytes): string {
  const pictures = item.diagrams.filter(({ file }) => bytes(file) !== null).map(({ file }) => ({ type: 'image', image: file }))
  const sample = {
    id: item.id,
    input: [{ role: 'user', content: [{ type: 'text', text: item.question.text }, ...pictures] }],
    target: answerOf(item),
    ...(item.question.options === undefined ? {} : { choices: item.question.options.map(({ text }) => text) }),
    metadata: {
      subject: item.subject,
      split: item.split,
      parts: item.question.parts.map(({ label }) => label),
      topics: item.topics.map(({ name }) => name),
      solution: item.solution?.text ?? null,
      licence: item.source.licence,
      canary: item.canary,
    },
  }
  return `${JSON.stringify(sample)}\n`
}
