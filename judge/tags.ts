import { STAGE_TAGS, type StageTag } from '../schemas/judge.ts'

/** Edits. `ALGEBRAIC_ACURACY` is still ALGEBRAIC_ACCURACY; two edits never turn one of the eight tags into another. */
const MAX_TAG_EDITS = 2

/** What the parser found. A stage that is not in `stages` is absent. */
export interface TaggedSolution {
  readonly stages: Partial<Record<StageTag, string>>
  /** Written more than once with different text: joined in order, so that nothing is lost. */
  readonly repeated: readonly StageTag[]
  /** Text outside all stages: never judged as a stage. */
  readonly outside: string
}

type Mark = StageTag | 'END_STEP'
interface Block {
  readonly mark: Mark | undefined
  readonly lines: string[]
}

/** A word between runs of hashes, wherever it stands: models put whole stages on one line. */
const BETWEEN_HASHES = /(?:\*\*|__)?#{2,}[ \t*_`:[]*([A-Za-z][A-Za-z _-]{2,30}?)[ \t*_`:.\]]*#{2,}(?:\*\*|__)?/g
const HASH_HEADING = /^[\s>*`]*(#{1,6})[\s*`[]*(?:\d[.)]?\s*)?([A-Za-z][A-Za-z _-]*[A-Za-z])[\s*`:.\]#]*$/
const BARE_HEADING = /^[\s>*`[<]*(?:\d[.)]\s*)?([A-Za-z][A-Za-z _-]*[A-Za-z])[\s*`:\]>]*$/
const FENCE = /^\s*(?:`{3,}|~{3,})\s*[A-Za-z]*\s*$/
const THINKING = /<(think|thinking)>[\s\S]*?(?:<\/\1>|$)/gi

/**
 * Takes a solution apart at its stage tags. Rule-based, and forgiving of what models write: a missing END_STEP, doubled stages, any order,
 * tags in bold, as headings or inside code fences, lower case, blanks or hyphens for underscores, small misspellings, text outside.
 * Where no tag is found at all, headings that merely name a stage ("## Final answer") are taken instead.
 * A stage whose block holds no text is absent.
 */
export function parseTaggedSolution(text: string): TaggedSolution {
  const thoughts = text.match(THINKING) ?? []
  const lines = onOwnLines(text.replaceAll(THINKING, '\n').replaceAll('\r\n', '\n')).split('\n')
  const strict = blocksOf(lines, tagOf)
  const blocks = strict.some(isStage) ? strict : blocksOf(lines, namedHeading)
  return gather(blocks, thoughts)
}

const isStage = ({ mark }: Block): boolean => mark !== undefined && mark !== 'END_STEP'

const onOwnLines = (text: string): string =>
  text.replaceAll(BETWEEN_HASHES, (whole: string, word: string) => {
    const mark = known(word)
    return mark === undefined ? whole : `\n###### ${mark} ######\n`
  })

function blocksOf(lines: readonly string[], markOf: (line: string) => Mark | undefined): Block[] {
  const blocks: Block[] = [{ mark: undefined, lines: [] }]
  for (const line of lines) {
    const mark = markOf(line)
    if (mark === undefined) blocks.at(-1)?.lines.push(line)
    else blocks.push({ mark, lines: [] })
  }
  return blocks
}

/** A tag alone on its line: six hashes before it, or shouted or underscored as only tags are. */
function tagOf(line: string): Mark | undefined {
  const hashed = HASH_HEADING.exec(line)
  const word = hashed?.[2] ?? BARE_HEADING.exec(line)?.[1]
  if (word === undefined) return undefined
  const looksLikeTag = hashed?.[1] === '######' || word.includes('_') || word === word.toUpperCase()
  return looksLikeTag ? known(word) : undefined
}

/** A heading or a bold line that names a stage in plain words. */
function namedHeading(line: string): Mark | undefined {
  const word = HASH_HEADING.exec(line)?.[2] ?? (/\*\*|:\s*$/.test(line) ? BARE_HEADING.exec(line)?.[1] : undefined)
  return word === undefined ? undefined : known(word)
}

function known(word: string): Mark | undefined {
  const name = word
    .trim()
    .toUpperCase()
    .replaceAll(/[\s_-]+/g, '_')
  if (/^END(_(STEP|STAGE|BLOCK))?$/.test(name)) return 'END_STEP'
  return STAGE_TAGS.find((tag) => tag === name) ?? STAGE_TAGS.find((tag) => editDistance(tag, name) <= MAX_TAG_EDITS)
}

function gather(blocks: readonly Block[], thoughts: readonly string[]): TaggedSolution {
  const stages: Partial<Record<StageTag, string>> = {}
  const repeated = new Set<StageTag>()
  const outside: string[] = [...thoughts]
  for (const { mark, lines } of blocks) {
    const text = withoutFences(lines)
    if (text === '') continue
    if (mark === undefined || mark === 'END_STEP') {
      outside.push(text)
      continue
    }
    const before = stages[mark]
    if (before === text) continue
    if (before !== undefined) repeated.add(mark)
    stages[mark] = before === undefined ? text : `${before}\n\n${text}`
  }
  return { stages, repeated: [...repeated], outside: outside.join('\n').trim() }
}

/** A tag inside a code fence leaves half a fence behind; a block that is one fence is what stands in it. */
function withoutFences(lines: readonly string[]): string {
  const kept = [...lines]
  while (kept.length > 0 && kept[0]?.trim() === '') kept.shift()
  while (kept.length > 0 && kept.at(-1)?.trim() === '') kept.pop()
  const fences = kept.filter((line) => FENCE.test(line)).length
  const first = FENCE.test(kept[0] ?? '')
  const last = FENCE.test(kept.at(-1) ?? '')
  if (fences === 2 && first && last) return kept.slice(1, -1).join('\n').trim()
  if (fences % 2 === 1 && last) return kept.slice(0, -1).join('\n').trim()
  if (fences % 2 === 1 && first) return kept.slice(1).join('\n').trim()
  return kept.join('\n').trim()
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_TAG_EDITS) return MAX_TAG_EDITS + 1
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
