import type { Fragment, PartMark } from '../../schemas/segment.ts'
import { type LineFact, positionAt } from './facts.ts'
import type { Patterns } from './language/patterns.ts'

/** A place that looks like the label of a sub-question. */
interface Place {
  readonly fact: LineFact
  /** Position in reading order, over all lines of the passage. */
  readonly order: number
  readonly offset: number
  readonly end: number
  readonly label: string
  readonly style: string
  readonly atStart: boolean
  /** After a full stop or at a line's start: it may open a list even when it is not the first letter. */
  readonly afterStop: boolean
}

/** Share of the text's size: smaller type is a label in a figure. */
const SMALLEST = 0.88
/** Fewest answers that a question leaves to choose from, and the most characters of one that stands in a line. */
const MIN_CHOICES = 3
const MAX_CHOICE = 60
/** Lines of the sentence that answers complete, at most: "The unit of work is". */
const STEM_LINES = 4
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
/** Before "(a)": a line's start, white, a dash. */
const BRACKETED = /(^|[\s—–-])[([]([a-z]|[ivx]{1,4}|\d{1,2})\.?[)\]](?=\s|$|\p{Lu}|[:.])/gu
/** Where words are not spaced, labels are not either. */
const UNSPACED = /(^|[^\p{L}\d])[([]([a-z]|[ivx]{1,4}|\d{1,2})[)\]](?=\p{Script=Han})/gu
/** Capitals letter the answers to choose from, or parts that ask something; so do great Roman numerals. */
const CAPITALS = /(^|\s)\(([A-H]|[IVX]{1,4})\)(?=\s|$)/gu
const CLOSED = /(^|\s)([a-z]|[ivx]{1,4}|\d{1,2})\.?\)(?=\s|$|\p{Lu})/gu
const DOTTED = /^(\W{0,2})([a-z]|[ivx]{1,4}|\d{1,2})[.:](?=\s|$)/gu
/** Within a line a letter with a full stop opens a part between two sentences, */
const DOTTED_WITHIN = /([.?!:;]\s+)([a-z])\.(?=\s+\p{Lu}|\s*$)/gu
/** and where one sentence lists parts, "Find a. the speed, b. the time, and c. the distance": no sentence ends before a small letter. */
const LISTED = /((?:[,;:]|(?<!\p{L})(?:and|or|und|oder|et|ou|y|o|e))\s+|\s(?=a\.))([a-h])\.(?=\s+\p{Ll}{2})/gu
/** "a/", "b –", which a line begins with. */
const BARRED = /^()([a-z]|\d{1,2})(?:\/|\s?[-–—])(?=\s+\p{Lu})/gu
/** Letters and figures in circles, as signs of their own. */
const CIRCLED = /(^|\s)([ⓐ-ⓩ①-⑳])/gu
/** A letter alone at a line's start, before a capital: a list's label without brackets and stop. */
const BARE = /^()([a-h])(?=\s+\p{Lu})/gu
const GREAT = /^()([A-H]|[IVX]{1,4})[.)](?=\s|$)/gu
/** "1a)", "2.b.", "3.c", "4(d)": the problem's number said again with every part. */
const NUMBERED = /^()\d{1,3}(?:[.-]?([a-z])[).]|[.-]([a-z])|\(([a-z])\))(?=\s|$)/gu
/** "3.1", "3.2": the problem's number and that of the part. */
const COUNTED = /^()(\d{1,3}\.\d{1,2})[.):]?(?=\s)/gu
/** How labels are written, each a style of its own. Groups: what stands before the label, then its letter or figure. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [BRACKETED, '()'],
  [UNSPACED, '()'],
  [CAPITALS, '()'],
  [CLOSED, ')'],
  [DOTTED, '.'],
  [DOTTED_WITHIN, '.'],
  [LISTED, '.'],
  [BARRED, '/'],
  [CIRCLED, 'circle'],
  [BARE, 'bare'],
  [GREAT, 'great'],
  [NUMBERED, 'numbered'],
  [COUNTED, 'counted'],
]
/** The label of a part, before that of the first of its own: "a) i) …". */
const LONE_LABEL = /^[([]?(?:[a-z]|\d{1,2})[.)\]]{1,2}$/u

/** Labels of sub-questions in a question, in reading order; references such as "in part (a)" are none. */
export function findParts(
  passage: readonly Fragment[],
  factOf: (page: number, line: number) => LineFact | undefined,
  patterns: Patterns,
): PartMark[] {
  const facts = passage.map(({ page, line }) => factOf(page, line))
  const size = usualSize(facts)
  const places = passage.flatMap((fragment, order) => {
    const fact = facts[order]
    const isText = fact && fact.size >= SMALLEST * size && !fact.inTable && !namesPanels(fact, facts)
    return isText ? placesIn(fact, fragment, order, patterns) : []
  })
  const styles = [...new Set(places.map((place) => place.style))]
  const chains = styles
    .flatMap((style) => {
      const own = places.filter((place) => place.style === style)
      return [chainOf(own), romanChain(own)]
    })
    .filter(
      (chain) => chain.length > 0 && (!/^(?:(?:\(\)|great)[AI]|counted1)$/.test(chain[0]?.style ?? '') || mostAsk(chain, facts, patterns)),
    )
  const outer = chains
    .filter((chain) => !chains.some((other) => holds(other, chain)))
    .sort((a, b) => weigh(b) - weigh(a) || (a[0]?.order ?? 0) - (b[0]?.order ?? 0))[0]
  if (!outer || areChoices(outer, facts, patterns)) return []
  return nest(outer, places)
}

/** "(a)", and nothing else. */
const BARE_LABELS = /^(?:[[(]?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)\]]{1,2}(?:\s+|$)){1,6}$/u

/** Whether a line is nothing but labels and shares its row with another such label: they stand below panels of a figure, and open no text. */
function namesPanels(fact: LineFact, facts: readonly (LineFact | undefined)[]): boolean {
  if (!BARE_LABELS.test(fact.text)) return false
  const isLevel = (other: LineFact): boolean => other.page === fact.page && Math.abs(other.baseline - fact.baseline) < 0.3 * fact.size
  return /\S\s+\S/.test(fact.text) || facts.some((other) => other && other !== fact && isLevel(other) && BARE_LABELS.test(other.text))
}

/** Whether most of a list's entries ask or tell to do something. */
function mostAsk(chain: readonly Place[], facts: readonly (LineFact | undefined)[], patterns: Patterns): boolean {
  const asking = chain.filter((place, at) => {
    const end = chain[at + 1]?.order ?? facts.length
    const text = [
      place.fact.text.slice(place.end),
      ...facts.slice(place.order + 1, Math.max(end, place.order + 1)).map((fact) => fact?.text ?? ''),
    ]
    return patterns.asks.test(`. ${text.join(' ').trim()}`)
  })
  return asking.length > chain.length / 2
}

/** A list that one sentence tells: each of its members is meant. */
const RUNS_ON = /(?:;|,|\band|\bor)$/u

/**
 * Answers to choose from: what stands before the first has been asked to its end, or is a statement that they complete, and none of them asks
 * or tells to do anything.
 */
function areChoices(chain: readonly Place[], facts: readonly (LineFact | undefined)[], patterns: Patterns): boolean {
  const [first] = chain
  if (!first || chain.length < MIN_CHOICES) return false
  const before = sentenceBefore(first, facts)
  if (!before.endsWith('?') && (/[.!:;,]$/.test(before) || before === '' || patterns.asks.test(before))) return false
  return chain.every((place, at) => {
    const next = chain[at + 1]
    const text = place.fact.text.slice(place.end, next?.order === place.order ? next.offset : undefined).trim()
    const isWhole = next === undefined || next.order <= place.order + 1
    return isWhole && text.length <= MAX_CHOICE && !RUNS_ON.test(text) && !patterns.asks.test(`. ${text}`)
  })
}

/** The sentence, or what there is of it, that stands before the first label. */
function sentenceBefore(first: Place, facts: readonly (LineFact | undefined)[]): string {
  const lines = facts.slice(Math.max(0, first.order - STEM_LINES), first.order).map((fact) => fact?.text ?? '')
  const text = [...lines, first.fact.text.slice(0, first.offset)].join(' ').trim()
  return text.split(/(?<=[.?!])\s+(?=\p{Lu})/u).at(-1) ?? ''
}

/** Size of most of the passage's type. */
function usualSize(facts: readonly (LineFact | undefined)[]): number {
  const letters = new Map<number, number>()
  for (const fact of facts) if (fact) letters.set(fact.size, (letters.get(fact.size) ?? 0) + fact.text.length)
  return [...letters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}

/** Labels at line starts are surer than those within lines. */
const weigh = (chain: readonly Place[]): number =>
  chain.reduce((sum, place) => sum + (place.atStart ? 2 : 1), 0) + (chain[0]?.style.includes('(') ? 0.5 : 0)

/** Whether a list stands within one part of another, its labels at line starts too: steps of that part. */
function holds(outer: readonly Place[], inner: readonly Place[]): boolean {
  if (outer === inner || outer.length < 2 || !outer.every(({ atStart }) => atStart)) return false
  const [first] = inner
  const last = inner.at(-1)
  if (!first || !last) return false
  return outer.some((place, at) => {
    const next = outer[at + 1]
    return isAfter(first, place) && (next ? isAfter(next, last) : inner.length > 1)
  })
}

function placesIn(fact: LineFact, fragment: Fragment, order: number, patterns: Patterns): Place[] {
  const start = fact.offsets[fragment.from] ?? 0
  const end = fragment.to < fact.offsets.length ? (fact.offsets[fragment.to] ?? fact.text.length) : fact.text.length
  const text = fact.text.slice(start, end)
  const found: Place[] = []
  const add = (at: number, length: number, label: string, style: string): void => {
    const before = text.slice(0, at)
    if (at > 0 && patterns.refersBefore.test(before)) return
    const atStart = before.trim() === '' || LONE_LABEL.test(before.trim())
    found.push({
      fact,
      order,
      offset: start + at,
      end: start + at + length,
      label,
      style: `${style}${kindOf(label)}`,
      atStart,
      afterStop: atStart || /[.?!:;]\s*$/.test(before),
    })
  }
  for (const [pattern, style] of LABELS)
    for (const match of text.matchAll(pattern)) {
      const [all, before = '', ...labels] = match
      const label = labels.find((one) => one !== undefined) ?? ''
      add(match.index + before.length, all.length - before.length, label.normalize('NFKC'), style)
    }
  for (const at of lettersSetApart(fact)) if (at >= start && at < end) add(at - start, 1, fact.text[at] ?? '', 'bold')
  const worded = patterns.partWord.exec(text)
  if (worded) add(0, worded[0].length, worded[1] ?? '', 'word')
  return found
}

/** Offsets of letters that stand by themselves in bold or in a colour, before a sentence in other type: "a  Find …". */
const lettersSetApart = ({ text, offsets, settings }: LineFact): number[] =>
  settings.flatMap(({ from, bold, colour, math }, index) => {
    const next = settings[index + 1]
    if (!next || math || (next.bold === bold && next.colour === colour)) return []
    const [at, to] = [offsets[from] ?? 0, offsets[next.from] ?? text.length]
    const isLabel = /^[a-h]\s*$/.test(text.slice(at, to)) && /^\s*\p{Lu}/u.test(text.slice(to))
    return isLabel && /(?:^|[.?!]\s*)$/.test(text.slice(0, at)) ? [at] : []
  })

/** The label of a part at a line's start. */
export function openingPart(line: LineFact, patterns: Patterns): string | undefined {
  const whole = { page: line.page, line: line.line, from: 0, to: line.offsets.length }
  return placesIn(line, whole, 0, patterns).find(({ atStart }) => atStart)?.label
}

const kindOf = (label: string): string => {
  if (/\d/.test(label)) return '1'
  return /[A-H]/.test(label) ? 'A' : /[IVX]/.test(label) ? 'I' : 'a'
}

export const follows = (label: string, next: string): boolean => {
  const [outer = '', inner] = label.split('.')
  if (inner !== undefined) return next === `${outer}.${Number(inner) + 1}`
  if (/\d/.test(label)) return Number(next) === Number(label) + 1
  if (label.length === 1 && next.length === 1 && next.charCodeAt(0) === label.charCodeAt(0) + 1) return true
  return false
}

/** From the first label on, each that counts on by one. */
function chainOf(places: readonly Place[]): Place[] {
  const start = places.findIndex(
    (place) =>
      (place.label === 'a' ||
        place.label === '1' ||
        place.label.endsWith('.1') ||
        (place.label === 'A' && /^(?:word|\(\)|great)/.test(place.style))) &&
      (place.afterStop || places.some((other) => other.order >= place.order && follows(place.label, other.label))),
  )
  const first =
    start >= 0 ? start : places.findIndex((place) => place.afterStop && place.style.startsWith('()') && /^[b-d]$/.test(place.label))
  if (first < 0) return []
  const chain: Place[] = []
  for (const place of places.slice(first)) {
    const last = chain.at(-1)
    if (!last || follows(last.label, place.label)) chain.push(place)
  }
  if (chain.length === 1 && !chain[0]?.afterStop) return []
  if (chain.length === 1 && chain[0]?.style !== '()a') return []
  return chain
}

/** (i), (ii), (iii) on their own: at least two, at line starts, or in brackets within a sentence. */
function romanChain(places: readonly Place[]): Place[] {
  const chain: Place[] = []
  for (const place of places)
    if ((place.atStart || place.style.startsWith('()')) && place.label.toLowerCase() === ROMAN[chain.length]) chain.push(place)
  return chain.length >= 2 ? chain : []
}

/** Adds the roman or numbered parts between two outer ones. */
function nest(outer: readonly Place[], places: readonly Place[]): PartMark[] {
  const marks: PartMark[] = []
  outer.forEach((place, at) => {
    marks.push(toMark(place, place.label, 0))
    const next = outer[at + 1]
    const inside = places.filter(
      (other) => isAfter(other, place) && (next === undefined || isAfter(next, other)) && !outer.includes(other) && other.atStart,
    )
    const isNumbered = !/\d/.test(place.label)
    const found: Place[] = []
    for (const inner of inside)
      if (inner.label === ROMAN[found.length] || (isNumbered && inner.label === String(found.length + 1))) found.push(inner)
    // a sentence may go on in a line that begins with "1." or "1)"
    const isList = found.length > 1 || found.every(({ label }) => !/\d/.test(label))
    if (isList) marks.push(...found.map((inner) => toMark(inner, `${place.label}.${inner.label}`, 1)))
  })
  return marks
}

const isAfter = (a: Place, b: Place): boolean => a.order > b.order || (a.order === b.order && a.offset > b.offset)

const toMark = (place: Place, label: string, depth: number): PartMark => ({
  label,
  depth,
  page: place.fact.page,
  line: place.fact.line,
  from: positionAt(place.fact, place.offset),
  to: positionAt(place.fact, place.end),
})
