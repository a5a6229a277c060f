import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Release } from '../../corpus/release/read.ts'
import type { Item } from '../../schemas/item.ts'
import { type CallRecord, type GenerationSettings, RunInfo } from '../../schemas/judge-run.ts'
import type { AskModelFully, ModelImage } from '../../schemas/model.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { readJson, writeWhole } from './log.ts'

/** Items that are asked about at the same time. The client limits calls; this limits the memory that images take. */
export const DEFAULT_CONCURRENCY = 4

/** What solver and judge are both told. */
export interface RunOptions {
  /** Folder of one version of a release. */
  readonly release: string
  /** Folder of this run; the same folder again goes on where it stopped. */
  readonly out: string
  readonly settings: GenerationSettings
  readonly ask: AskModelFully
  readonly now: () => Date
  /** Only items whose id this accepts. */
  readonly only?: (id: string) => boolean
  readonly concurrency?: number
  /** When the command began that works in rounds; see `isEarlier`. */
  readonly since?: Date
  readonly scripted?: boolean
  /** Goes through the motions with an `ask` that only counts: nothing is written. */
  readonly dryRun?: boolean
  readonly progress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/**
 * Which calls of a log an earlier command has made. A command that works in rounds (answers of a batch come between them) says when it began:
 * what it has asked since counts as its own in every round, and is not asked again as if it had failed in another run.
 */
export const isEarlier =
  (since: Date | undefined) =>
  ({ at }: Pick<CallRecord, 'at'>): boolean =>
    since === undefined || at < since.toISOString()

/** What became of a run of solver or judge. */
export interface RunSummary {
  /** Things asked for: items to solve, or solutions to judge. */
  readonly total: number
  readonly done: number
  /** Of `done`: finished in an earlier run. */
  readonly kept: number
  readonly problems: Problem[]
  /** Why the run stopped early; the same command goes on from there. */
  readonly stopped: Problem | null
  readonly usage: Usage
}

export interface Usage {
  readonly calls: number
  readonly seconds: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
  /** Calls whose server did not say what it counted. */
  readonly unknown: number
}

export function usageOf(calls: readonly CallRecord[]): Usage {
  const sum = (of: (call: CallRecord) => number): number => calls.reduce((total, call) => total + of(call), 0)
  return {
    calls: calls.length,
    seconds: sum(({ working_time }) => working_time),
    inputTokens: sum(({ usage }) => usage?.inputTokens ?? 0),
    cachedTokens: sum(({ usage }) => usage?.cachedTokens ?? 0),
    cacheWriteTokens: sum(({ usage }) => usage?.cacheWriteTokens ?? 0),
    outputTokens: sum(({ usage }) => usage?.outputTokens ?? 0),
    unknown: calls.filter(({ usage }) => usage === null).length,
  }
}

/** Input tokens billed in full: neither read from the server’s cache nor sent only to be kept there twice. */
export const billedTokens = ({
  inputTokens,
  cachedTokens,
  cacheWriteTokens,
}: Pick<Usage, 'inputTokens' | 'cachedTokens' | 'cacheWriteTokens'>): number => inputTokens - cachedTokens + cacheWriteTokens

/** Which release a run belongs to: its name, and the hash of the texts that were asked about. */
export function releaseStamp({ manifest, items }: Release): RunInfo['release'] {
  const hash = createHash('sha256')
  for (const { id, question, diagrams, solution } of items)
    hash.update(JSON.stringify([id, question.text, diagrams.map(({ sha256 }) => sha256), solution]))
  return { name: manifest.name, version: manifest.version, sha256: hash.digest('hex') }
}

/** Starts a run in a folder, or goes on with the one there. Throws ProblemError `run-mismatch` if that was another run. */
export async function openRun(folder: string, info: RunInfo): Promise<RunInfo> {
  const file = join(folder, 'run.json')
  const before = await readJson(file, RunInfo)
  if (before === undefined) {
    await writeWhole(file, `${JSON.stringify(info, undefined, 2)}\n`)
    return info
  }
  const differs = (['kind', 'release', 'settings', 'solver', 'promptVersion'] as const).find(
    (field) => canonical(before[field]) !== canonical(info[field]),
  )
  if (differs === undefined) return before
  throw new ProblemError({
    code: 'run-mismatch',
    message: `${folder} holds another run: its ${differs} is ${JSON.stringify(before[differs])}.`,
    hint: 'Choose another --out folder, or repeat the command as it was.',
    place: {},
  })
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).toSorted()) : inner,
  )

/** Reads `run.json`. Throws ProblemError `run-invalid` if there is none. */
export async function readRun(folder: string): Promise<RunInfo> {
  const info = await readJson(join(folder, 'run.json'), RunInfo)
  if (info) return info
  throw new ProblemError({
    code: 'run-invalid',
    message: `${folder} is not a run: it has no run.json.`,
    hint: 'Name a folder that `engvqa solve` or `engvqa judge` wrote.',
    place: {},
  })
}

/** Images of an item in the order in which they are sent, each once. Throws ProblemError `diagram-missing` if the release lacks one. */
export async function imagesOf(release: Release, item: Item, hashes: readonly string[]): Promise<ModelImage[]> {
  return Promise.all(
    hashes.map(async (sha256) => {
      const bytes = await release.image(sha256)
      if (bytes) return { mime: 'image/png', base64: Buffer.from(bytes).toString('base64') }
      throw new ProblemError({
        code: 'diagram-missing',
        message: `The release has no image ${sha256.slice(0, 12)}… of this item.`,
        hint: 'Run engvqa hydrate to cut it from your own copy of the source.',
        place: { item: item.id },
      })
    }),
  )
}

export const imageName = (file: string): string => file.replace(/^images\//, '').replace(/\.png$/, '')

/** Runs `work` over all, a few at a time; stops taking new ones once `stopped` says so. */
export async function eachBounded<T>(
  all: readonly T[],
  limit: number,
  work: (one: T) => Promise<void>,
  stopped: () => boolean,
): Promise<void> {
  const waiting = [...all]
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined && !stopped(); one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: Math.max(1, limit) }, worker))
}
