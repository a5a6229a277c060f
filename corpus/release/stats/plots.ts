import { parse, View } from 'vega'
import { type Config, compile, type TopLevelSpec } from 'vega-lite'
import type { Item } from '../../../schemas/item.ts'
import { wordsOf } from '../minhash.ts'
import { frequencies, typeOfDiagram } from './stats.ts'

/** Topics that a bar chart still shows legibly. */
const MOST_TOPICS = 30

/** Topics a side of the co-occurrence chart. */
const MOST_PAIRED = 18

/** Words a bar of the chart of lengths. */
const WORDS_STEP = 20

export interface Plot {
  /** File name without its ending. */
  readonly name: string
  readonly title: string
  readonly svg: string
}

/** A grey that reads on white and on black, because the plots stand on whatever page shows them. */
const INK = '#7a828c'

const CONFIG: Config = {
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: 'transparent' },
  axis: {
    labelColor: INK,
    titleColor: INK,
    domainColor: INK,
    tickColor: INK,
    gridColor: INK,
    gridOpacity: 0.2,
    labelLimit: 260,
    titleFontWeight: 500,
  },
  legend: { labelColor: INK, titleColor: INK, titleFontWeight: 500, orient: 'bottom', columns: 3, labelLimit: 200 },
  bar: { color: '#3f7fd0' },
  boxplot: { rule: { color: INK }, median: { color: '#fff' } },
  range: { category: ['#3f7fd0', '#e08a2e', '#2f9e72', '#9466cc', '#c9503f', '#5c9fb0', '#b08a2a', '#7d7d7d'] },
}

/** Ticks at whole numbers only. */
const WHOLE = { tickMinStep: 1, format: 'd' } as const

/**
 * The plots of a set of items, as SVG. `reviewed` are all items that people have seen, rejected ones too, for the plot of confidence
 * against outcome; a release alone does not know what was rejected.
 */
export async function statsPlots(items: readonly Item[], reviewed: readonly Item[] = items): Promise<Plot[]> {
  const specs: { name: string; title: string; spec: TopLevelSpec }[] = [
    { name: 'topics-per-question', title: 'Topics per question', spec: topicsPerQuestion(items) },
    { name: 'topic-frequencies', title: `Most frequent topics (up to ${MOST_TOPICS})`, spec: topicFrequencies(items) },
    { name: 'topic-pairs', title: 'Topics that come together', spec: topicPairs(items) },
    { name: 'diagram-kinds', title: 'What the diagrams show', spec: diagramKinds(items) },
    { name: 'length', title: 'Length of questions', spec: lengths(items) },
    { name: 'confidence', title: 'Confidence of the machine against the outcome of review', spec: confidence(reviewed) },
  ]
  return Promise.all(specs.map(async ({ name, title, spec }) => ({ name, title, svg: await draw(spec, name) })))
}

/** Vega numbers its gradients through the whole process; named after their plot, they are the same each time and clash on no page. */
async function draw(spec: TopLevelSpec, name: string): Promise<string> {
  const view = new View(parse(compile({ ...spec, config: CONFIG }).spec), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  return svg.replaceAll(/\bgradient_\d+/g, `${name}-gradient`)
}

const topicsPerQuestion = (items: readonly Item[]): TopLevelSpec => ({
  width: 440,
  height: 220,
  data: { values: items.map(({ subject, topics }) => ({ subject, topics: topics.length })) },
  mark: 'bar',
  encoding: {
    x: { field: 'topics', type: 'ordinal', title: 'topics', axis: { labelAngle: 0 } },
    y: { aggregate: 'count', title: 'questions', axis: WHOLE },
    color: { field: 'subject', type: 'nominal', title: null },
  },
})

const topicFrequencies = (items: readonly Item[]): TopLevelSpec => ({
  width: 300,
  data: { values: frequencies(items.flatMap(({ topics }) => topics.map(({ name }) => name))).slice(0, MOST_TOPICS) },
  mark: 'bar',
  encoding: {
    y: { field: 'name', type: 'nominal', sort: null, title: null },
    x: { field: 'count', type: 'quantitative', title: 'questions', axis: WHOLE },
  },
})

function topicPairs(items: readonly Item[]): TopLevelSpec {
  const shown = frequencies(items.flatMap(({ topics }) => topics.map(({ name }) => name)))
    .slice(0, MOST_PAIRED)
    .map(({ name }) => name)
  const counts = new Map<string, number>()
  for (const { topics } of items) {
    const mine = shown.filter((name) => topics.some((topic) => topic.name === name))
    for (const a of mine)
      for (const b of mine) if (a !== b) counts.set(JSON.stringify([a, b]), (counts.get(JSON.stringify([a, b])) ?? 0) + 1)
  }
  const values = shown.flatMap((a) => shown.map((b) => ({ a, b, count: counts.get(JSON.stringify([a, b])) ?? 0 })))
  return {
    width: { step: 20 },
    height: { step: 20 },
    data: { values },
    mark: 'rect',
    encoding: {
      x: { field: 'a', type: 'nominal', sort: null, title: null, axis: { labelAngle: -60 } },
      y: { field: 'b', type: 'nominal', sort: null, title: null },
      color: { field: 'count', type: 'quantitative', title: 'questions', scale: { scheme: 'blues' } },
    },
  }
}

const diagramKinds = (items: readonly Item[]): TopLevelSpec => ({
  width: 300,
  data: { values: items.flatMap(({ subject, diagrams }) => diagrams.map((diagram) => ({ subject, type: typeOfDiagram(diagram) }))) },
  mark: 'bar',
  encoding: {
    y: { field: 'type', type: 'nominal', sort: '-x', title: null },
    x: { aggregate: 'count', title: 'diagrams', axis: WHOLE },
    color: { field: 'subject', type: 'nominal', title: null },
  },
})

const lengths = (items: readonly Item[]): TopLevelSpec => ({
  width: 440,
  height: 200,
  data: { values: items.map(({ subject, question }) => ({ subject, words: wordsOf(question.text).length })) },
  mark: 'bar',
  encoding: {
    x: { field: 'words', type: 'quantitative', bin: { step: WORDS_STEP }, title: 'words' },
    y: { aggregate: 'count', title: 'questions', axis: WHOLE },
    color: { field: 'subject', type: 'nominal', title: null },
  },
})

const confidence = (items: readonly Item[]): TopLevelSpec => ({
  width: 440,
  height: { step: 34 },
  data: { values: items.map(({ review, provenance }) => ({ outcome: review.status, confidence: provenance.confidence })) },
  mark: { type: 'boxplot', extent: 'min-max', size: 18 },
  encoding: {
    y: { field: 'outcome', type: 'nominal', title: null, sort: ['approved', 'corrected', 'discuss', 'rejected', 'pending'] },
    x: { field: 'confidence', type: 'quantitative', title: 'confidence', scale: { domain: [0, 1] } },
    color: { field: 'outcome', type: 'nominal', legend: null },
  },
})
