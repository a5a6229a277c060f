/** Time and memory by stage: node dist/bench/speed.js [PDF …]; long documents where they lie beside the repository, else the sample. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DocumentJob, DocumentResult } from '../pipeline/run.ts'
import { runFresh } from './run.ts'
import { StageMeter } from './stage-meter.ts'

const LONG = ['treatise-on-thermodynamics.pdf', 'strength-of-materials.pdf'].map((name) => join('../shared/corpus/real', name))
const SAMPLE = 'sample'

/** Milliseconds between two looks at the memory. */
const SAMPLING = 20

const MEGABYTE = 2 ** 20

/** The most that reading formulas may add to the time of everything else. */
const EQUATIONS_AT_MOST = 0.25

async function documents(): Promise<string[]> {
  const named = process.argv.slice(2)
  if (named.length > 0) return named
  const long = LONG.filter((path) => existsSync(path))
  if (long.length > 0) return long
  return (await readdir(SAMPLE)).filter((name) => name.endsWith('.pdf') && !name.endsWith('-sol.pdf')).map((name) => join(SAMPLE, name))
}

const toJob = (file: string): DocumentJob => ({ id: basename(file, '.pdf'), file, subject: 'other', licence: 'unknown', items: 'problems' })

/** Runs one document, and measures what the process, threads included, takes while each stage is at work. */
async function measure(file: string): Promise<{ result: DocumentResult; meter: StageMeter }> {
  const meter = new StageMeter(() => ({ cpu: cpuSeconds(), memory: process.memoryUsage.rss() }))
  const timer = setInterval(() => meter.look(), SAMPLING)
  try {
    const [result] = await runFresh([toJob(file)], (stage) => meter.begin(stage))
    if (!result) throw new Error('A run of one document gave no result.')
    meter.look()
    return { result, meter }
  } finally {
    clearInterval(timer)
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function print(file: string, { result, meter }: Awaited<ReturnType<typeof measure>>): void {
  const { all } = meter
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
  const line = (name: string, seconds: number, { cpu, memory }: { cpu: number; memory: number }) =>
    [
      `  ${name.padEnd(12)}${seconds.toFixed(2).padStart(9)} s`,
      `${(result.pages / seconds).toFixed(1).padStart(10)} pages/s`,
      `${cpu.toFixed(2).padStart(9)} s CPU${percent(cpu / all.cpu).padStart(7)}`,
      `${(memory / MEGABYTE).toFixed(0).padStart(8)} MB`,
    ].join('')
  console.log(`${basename(file)}: ${result.pages} pages, ${result.items.length} items, ${result.problems.length} problems noted`)
  for (const { stage, seconds } of result.stages) console.log(line(stage, seconds, meter.of(stage)))
  console.log(line('end to end', result.seconds, all))
  console.log(`  ${equationsLine(meter.of('equations').cpu, all.cpu)}`)
}

function equationsLine(equations: number, all: number): string {
  const added = equations / (all - equations)
  const within = added <= EQUATIONS_AT_MOST ? 'within' : 'more than'
  return `equations add ${(100 * added).toFixed(0)} % to the CPU time of the other stages, ${within} the ${100 * EQUATIONS_AT_MOST} % that they may`
}

const measured: StageMeter[] = []
for (const file of await documents()) {
  const { result, meter } = await measure(file)
  print(file, { result, meter })
  measured.push(meter)
}
const sum = (secondsOf: (meter: StageMeter) => number): number => measured.reduce((total, meter) => total + secondsOf(meter), 0)
if (measured.length > 1) {
  console.log('all documents')
  console.log(
    `  ${equationsLine(
      sum((meter) => meter.of('equations').cpu),
      sum((meter) => meter.all.cpu),
    )}`,
  )
}
