/** Scores this checkout: with the common scorer on the common corpus where they lie beside the repository, else on the gold shipped here. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentJob } from '../pipeline/run.ts'
import { type Gold, readGold } from './gold.ts'
import { runFresh } from './run.ts'
import { meanScores, type Scores, score } from './score.ts'

const COMMON = { scorer: '../shared/score/run.mjs', gold: '../shared/corpus' }
const SHIPPED = 'sample'

/** Scored apart: OCR is another matter. */
const NO_SCANS = ['--skip', 'scan']

const toJob = ({ source }: Gold): DocumentJob => ({
  id: source.file.replace(/\.pdf$/i, ''),
  file: join(SHIPPED, source.file),
  subject: source.subject,
  licence: source.licence,
  items: source.hints?.items ?? 'problems',
  solutions: source.solutions ? join(SHIPPED, source.solutions) : undefined,
})

const HEADS = ['problem F1', 'WER', 'numerals', 'parts', 'diagram F1', 'displays', 'solutions']
const cells = (scores: Scores): string[] =>
  [scores.problemF1, scores.wordErrorRate, scores.numeralRecall, scores.parts, scores.diagramF1, scores.displays, scores.solutions].map(
    (value) => (value === null ? '–' : value.toFixed(3)),
  )

async function onShippedGold(): Promise<void> {
  const golds = await readGold(SHIPPED)
  const results = await runFresh(golds.map(toJob))
  const scores = golds.map((gold, at) => score(gold, results[at]?.items ?? []))
  const line = (name: string, values: readonly string[]) => `${name.padEnd(28)}${values.map((value) => value.padStart(12)).join('')}`
  console.log(line('document', HEADS))
  for (const [at, gold] of golds.entries()) console.log(line(gold.source.file, cells(scores[at] ?? meanScores([]))))
  console.log(line('mean over documents', cells(meanScores(scores))))
}

if (existsSync(COMMON.scorer) && existsSync(COMMON.gold) && !process.argv.includes('--shipped')) {
  const args = [COMMON.scorer, '--gold', COMMON.gold, ...(process.argv.length > 2 ? process.argv.slice(2) : [...NO_SCANS, '--each'])]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
} else await onShippedGold()
