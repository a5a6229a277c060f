import Fuse from 'fuse.js'
import type { Topic, TopicList } from '../schemas/topics.ts'
import { fold, ratio, ratioAtMost } from './ratio.ts'

/** Least similarity of a label to a listed topic (EngVQA, topic validation). */
export const DEFAULT_CUTOFF = 0.85

/** Fuse's own measure, 0 (same) to 1 (nothing in common): generous, since Fuse only says where to look first. */
const FUSE_THRESHOLD = 0.6

/** What the validator makes of one label. */
export interface Verdict {
  readonly label: string
  /** The listed topic it stands for; undefined when the label is discarded. */
  readonly topic: Topic | undefined
  /** The most similar listed topic, kept or not. */
  readonly nearest: Topic
  /** Similarity to `nearest`, 0 to 1. */
  readonly ratio: number
}

/** Compares labels with one master list. */
export type Validator = (label: string) => Verdict

/**
 * A validator for a list. Fuse proposes an order in which to look; the Ratcliff/Obershelp ratio alone decides, over every topic that could
 * still win, so that Fuse can never hide one. Topic as first sequence, label as second; best ratio wins, ties by list order.
 * Source: EngVQA's topic validation, spelled out as `difflib.get_close_matches` with a cut-off of 0.85.
 */
export function validator(list: TopicList, cutoff: number = DEFAULT_CUTOFF): Validator {
  const entries = list.topics.map((topic, order) => ({ topic, order, folded: fold(topic.name) }))
  const fuse = new Fuse(entries, { keys: ['folded'], threshold: FUSE_THRESHOLD, ignoreLocation: true, shouldSort: true })
  const [first] = entries
  if (!first) throw new Error(`The list of ${list.subject} has no topics; its schema does not allow that.`)

  return (label) => {
    const folded = fold(label)
    const proposed = new Set(folded === '' ? [] : fuse.search(folded).map(({ item }) => item))
    let best = { entry: first, ratio: ratio(first.folded, folded) }
    for (const entry of [...proposed, ...entries]) {
      if (ratioAtMost(entry.folded, folded) < best.ratio) continue
      const similarity = ratio(entry.folded, folded)
      if (similarity > best.ratio || (similarity === best.ratio && entry.order < best.entry.order)) best = { entry, ratio: similarity }
    }
    const { topic } = best.entry
    return { label, topic: best.ratio >= cutoff ? topic : undefined, nearest: topic, ratio: best.ratio }
  }
}

/** The listed topics that labels stand for, in list order and each once, and the labels that stand for none. */
export function validateLabels(labels: readonly string[], validate: Validator, list: TopicList): { topics: Topic[]; discarded: Verdict[] } {
  const verdicts = labels.map(validate)
  const kept = new Set(verdicts.map(({ topic }) => topic))
  return { topics: list.topics.filter((topic) => kept.has(topic)), discarded: verdicts.filter(({ topic }) => topic === undefined) }
}
