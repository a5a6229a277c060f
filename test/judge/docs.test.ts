import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { DAG } from '../../judge/graph.ts'
import { capOf, PENALTY } from '../../judge/score/penalties.ts'
import { STAGE_RULES } from '../../judge/stages.ts'
import { FatalType } from '../../schemas/judge.ts'

const page = await readFile(new URL('../../docs/judge.md', import.meta.url), 'utf8')

it('documents every stage, in order, with the fatal errors that it may report', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\w\w) \| (.*)\|$/gm)].map(([, tag, short, may = '']) => ({
    tag,
    short,
    fatal: [...may.matchAll(/`(\w+)`/g)].map(([, type]) => type),
  }))
  expect(rows).toEqual(STAGE_RULES.map(({ tag, short, fatal }) => ({ tag, short, fatal })))
})

it('documents every cap and penalty', () => {
  const caps = [...page.matchAll(/^\| `([a-z_]+)` \| (\d+)/gm)].map(([, type, cap]) => [type, Number(cap)])
  expect(caps).toEqual(FatalType.options.map((type) => [type, capOf(type, 'PROBLEM_CHARACTERIZATION')]))
  expect(page).toContain(
    `loses ${Object.values(PENALTY)
      .join(', ')
      .replace(/, (\d+)$/, ' or $1')} points`,
  )
})

it('documents every edge of the default graph', () => {
  const short = new Map(STAGE_RULES.map((rule) => [rule.tag, rule.short]))
  const edges = STAGE_RULES.filter(({ tag }) => (DAG[tag] ?? []).length > 0).map(
    ({ tag, short: name }) => `${name}←${(DAG[tag] ?? []).map((parent) => short.get(parent)).join(', ')}`,
  )
  expect(page.replaceAll(/\s+/g, ' ')).toContain(edges.join('; '))
})
