import MiniSearch from 'minisearch'
import type { Item } from '../schemas/item.ts'
import type { Topic, TopicList } from '../schemas/topics.ts'
import { phraseOf, phrasesIn, runsOf, wordsOf } from './terms.ts'

/** BM25+ parameters. Length counts little (`b`): a topic with many keywords is one we know more about, not a vaguer one. */
const BM25 = { k: 1.2, b: 0.1, d: 0 }

/** A whole keyword found in the text against one word of a topic's name. */
const PHRASE_WEIGHT = 1
const NAME_WORD_WEIGHT = 0.25

/** What the solution says counts less than what the question says: it also names what it merely passes through. */
const SOLUTION_WEIGHT = 0.6

/** Share of a topic's score that it lends to what it implies. */
const IMPLIED_SHARE = 0.65

/** BM25 units: one distinctive keyword in the question is enough, one that a fifth of the topics share is not. */
const LEAST_SCORE = 2.5

/** Share of the best topic's score. Below it a topic was mentioned rather than needed. */
const LEAST_SHARE = 0.22

/** What the assigner reads of an item. */
export interface Evidence {
  readonly question: string
  readonly captions: readonly string[]
  readonly solution: string
}

export interface RankedTopic {
  readonly topic: Topic
  /** BM25 units, own evidence or lent by a topic that implies it. */
  readonly score: number
  /** The keywords that were found, as stems; empty for a topic that is only implied. */
  readonly found: readonly string[]
}

export type Ranker = (evidence: Evidence) => RankedTopic[]

export const evidenceOf = ({ question, diagrams, solution }: Item): Evidence => ({
  question: question.text,
  captions: diagrams.flatMap(({ caption, type }) => [caption, type].filter((text) => text !== null)),
  solution: solution?.text ?? '',
})

/** Terms may hold spaces, so the index is given and asked in lines. */
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

interface TopicDocument {
  readonly id: string
  readonly phrases: string
  readonly words: string
}

function toDocument({ id, name, keywords }: Topic): TopicDocument {
  const phrases = new Set([name, ...keywords].map(phraseOf).filter((phrase) => phrase !== undefined))
  return { id, phrases: [...phrases].join('\n'), words: [...new Set(wordsOf(name))].join('\n') }
}

/**
 * Ranks the topics of a list for a question by BM25: each topic is a document of its keywords (whole, stemmed) and the words of its name,
 * the question is the query. Deterministic, no network. Topics without any evidence are left out; ties keep list order.
 */
export function ranker(list: TopicList): Ranker {
  const documents = list.topics.map(toDocument)
  const index = new MiniSearch<TopicDocument>({ fields: ['phrases', 'words'], tokenize: lines, processTerm: (term) => term })
  index.addAll(documents)
  const vocabulary = new Set(documents.flatMap(({ phrases, words }) => [...lines(phrases), ...lines(words)]))
  const longest = Math.max(...[...vocabulary].map((phrase) => phrase.split(' ').length))

  const search = (found: ReadonlySet<string>, weight: number, into: Map<string, { score: number; found: string[] }>): void => {
    if (found.size === 0) return
    const hits = index.search([...found].join('\n'), {
      boost: { phrases: PHRASE_WEIGHT, words: NAME_WORD_WEIGHT },
      bm25: BM25,
      combineWith: 'OR',
    })
    for (const { id, score, match, queryTerms } of hits) {
      const before = into.get(String(id)) ?? { score: 0, found: [] }
      // MiniSearch multiplies the BM25 sum by the number of terms that matched; we want the sum.
      into.set(String(id), { score: before.score + (weight * score) / queryTerms.length, found: [...before.found, ...Object.keys(match)] })
    }
  }

  return ({ question, captions, solution }) => {
    const stated = phrasesIn([question, ...captions].flatMap(runsOf), vocabulary, longest)
    const worked = phrasesIn(runsOf(solution), vocabulary, longest)
    for (const phrase of stated) worked.delete(phrase)
    const own = new Map<string, { score: number; found: string[] }>()
    search(stated, 1, own)
    search(worked, SOLUTION_WEIGHT, own)
    const scores = lend(list, new Map([...own].map(([id, { score }]) => [id, score])))
    return list.topics
      .map((topic) => ({ topic, score: scores.get(topic.id) ?? 0, found: own.get(topic.id)?.found ?? [] }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
  }
}

/** Every topic lends a share of its score to those it implies, and they in turn; a topic keeps the best of its own and what is lent. */
function lend(list: TopicList, own: ReadonlyMap<string, number>): Map<string, number> {
  const scores = new Map(own)
  const byId = new Map(list.topics.map((topic) => [topic.id, topic]))
  const open = [...own.keys()]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const lent = IMPLIED_SHARE * (scores.get(id) ?? 0)
    for (const other of byId.get(id)?.implies ?? []) {
      if (lent <= (scores.get(other) ?? 0)) continue
      scores.set(other, lent)
      open.push(other)
    }
  }
  return scores
}

/** The topics that a question needs, in list order: those whose score is high enough by itself and beside the best. */
export function neededTopics(ranked: readonly RankedTopic[], list: TopicList): Topic[] {
  const best = ranked[0]?.score ?? 0
  const least = Math.max(LEAST_SCORE, LEAST_SHARE * best)
  const needed = new Set(ranked.filter(({ score }) => score >= least).map(({ topic }) => topic.id))
  return list.topics.filter(({ id }) => needed.has(id))
}
