import { join } from 'node:path'
import { type Release, readRelease } from '../../corpus/release/read.ts'
import { CallRecord, type RunInfo, SolutionRecord } from '../../schemas/judge-run.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { Evidence } from '../assemble.ts'
import { readLog } from '../runs/log.ts'
import { readRun, releaseStamp } from '../runs/run.ts'

/** A judge’s run with everything that its scores are computed from. */
export interface LoadedRun {
  readonly folder: string
  readonly info: RunInfo
  readonly evidence: readonly Evidence[]
}

/** Reads runs of `judge` and the release they are about. Throws ProblemError `run-invalid`, `run-mismatch`, `release-invalid`. */
export async function loadRuns(releaseFolder: string, folders: readonly string[]): Promise<{ release: Release; runs: LoadedRun[] }> {
  const release = await readRelease(releaseFolder)
  const { sha256 } = releaseStamp(release)
  const items = new Map(release.items.map((item) => [item.id, item]))
  const runs = await Promise.all(
    folders.map(async (folder) => {
      const info = await readRun(folder)
      if (info.kind !== 'judge' || info.release.sha256 !== sha256) throw mismatch(folder, info, release)
      const calls = await readLog(join(folder, 'calls.jsonl'), CallRecord)
      const solutions = await readLog(join(folder, 'solutions.jsonl'), SolutionRecord)
      const byItem = groupCalls(calls)
      const evidence = solutions.flatMap((solution) => {
        const item = items.get(solution.item)
        return item ? [{ item, solution, settings: info.settings, calls: byItem.get(item.id) ?? [] }] : []
      })
      return { folder, info, evidence }
    }),
  )
  return { release, runs }
}

function groupCalls(calls: readonly CallRecord[]): Map<string, CallRecord[]> {
  const groups = new Map<string, CallRecord[]>()
  for (const call of calls) {
    const group = groups.get(call.item)
    if (group) group.push(call)
    else groups.set(call.item, [call])
  }
  return groups
}

const mismatch = (folder: string, info: RunInfo, { manifest }: Release): ProblemError =>
  new ProblemError({
    code: 'run-mismatch',
    message:
      info.kind === 'judge'
        ? `${folder} judges ${info.release.name} ${info.release.version}, which is not the ${manifest.name} ${manifest.version} given.`
        : `${folder} holds solutions, not judgements.`,
    hint: 'Name the release that was judged, and folders that engvqa judge wrote.',
    place: {},
  })
