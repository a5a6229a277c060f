/** Pages a second and peak memory by stage: node dist/bench/speed.js [PDF …]; long documents where they lie beside the repository, else the sample. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DocumentJob, DocumentResult } from '../pipeline/run.ts'
import { runFresh } from './run.ts'

const LONG = ['treatise-on-thermodynamics.pdf', 'strength-of-materials.pdf'].map((name) => join('../shared/corpus/real', name))
const SAMPLE = 'sample'

/** Milliseconds between two looks at the memory. */
const SAMPLING = 20

const MEGABYTE = 2 ** 20

async function documents(): Promise<string[]> {
  const named = process.argv.slice(2)
  if (named.length > 0) return named
  const long = LONG.filter((path) => existsSync(path))
  if (long.length > 0) return long
  return (await readdir(SAMPLE)).filter((name) => name.endsWith('.pdf') && !name.endsWith('-sol.pdf')).map((name) => join(SAMPLE, name))
}

const toJob = (file: string): DocumentJob => ({ id: basename(file, '.pdf'), file, subject: 'other', licence: 'unknown', items: 'problems' })

/** Runs one document and notes the most memory that the process, threads included, had while each stage was at work. */
async function measure(file: string): Promise<{ result: DocumentResult; peaks: Map<string, number>; peak: number }> {
  const peaks = new Map<string, number>()
  let [stage, peak] = ['ingest', 0]
  const timer = setInterval(() => {
    const now = process.memoryUsage.rss()
    peaks.set(stage, Math.max(peaks.get(stage) ?? 0, now))
    peak = Math.max(peak, now)
  }, SAMPLING)
  try {
    const [result] = await runFresh([toJob(file)], (progress) => {
      stage = progress.stage
    })
    if (!result) throw new Error('A run of one document gave no result.')
    return { result, peaks, peak }
  } finally {
    clearInterval(timer)
  }
}

function print(file: string, { result, peaks, peak }: Awaited<ReturnType<typeof measure>>): void {
  const line = (name: string, seconds: number, memory: number | undefined) =>
    `  ${name.padEnd(12)}${seconds.toFixed(2).padStart(9)} s${(result.pages / seconds).toFixed(1).padStart(10)} pages/s${(memory === undefined ? '–' : (memory / MEGABYTE).toFixed(0)).padStart(8)} MB`
  console.log(`${basename(file)}: ${result.pages} pages, ${result.items.length} items, ${result.problems.length} problems noted`)
  for (const { stage, seconds } of result.stages) console.log(line(stage, seconds, peaks.get(stage)))
  console.log(line('end to end', result.seconds, peak))
}

for (const file of await documents()) print(file, await measure(file))
