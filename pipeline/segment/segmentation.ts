import type { Layout } from '../../schemas/layout.ts'
import type { Segmentation, SegmentedProblem } from '../../schemas/segment.ts'
import { withAsidesInPlace } from './asides.ts'
import { eachNumber, inlineSolutions, type PartsOf, type StemmedChunk, sectionSolution, toProblem } from './assemble.ts'
import { believedZones } from './believed-zones.ts'
import { endOf } from './chunk-end.ts'
import { toChunk } from './cut.ts'
import type { LineFact } from './facts.ts'
import { outdentedStarts } from './hanging.ts'
import { findHeadings, type Heading } from './headings.ts'
import { breaksBetween, chooseProblems, toSequences } from './labels/choose.ts'
import type { Evidence } from './labels/evidence.ts'
import { withoutFigureLabels } from './labels/figure-labels.ts'
import { type Candidate, candidateAt } from './labels/labels.ts'
import { isLettered, letteredProblems } from './labels/lettered.ts'
import { withMissing } from './labels/missing-labels.ts'
import { withoutBareLists } from './labels/outline.ts'
import { withSettledType } from './labels/scanned-labels.ts'
import { UNMARKED, unmarkedProblems } from './labels/unmarked.ts'
import type { Patterns } from './language/patterns.ts'
import { pageSizes } from './page-size.ts'
import { findParts } from './parts.ts'
import { bodyStarts } from './small-type.ts'
import { withBracketedAnswers } from './solutions/bracketed-answers.ts'
import { bareSolutions, chooseSolutions, moreNamed } from './solutions/choose-solutions.ts'
import { withDividedSolutions } from './solutions/divided.ts'
import { partRunOn } from './solutions/run-on.ts'
import { withSetApartSolutions } from './solutions/set-apart-solutions.ts'
import { inRows } from './solutions/side-by-side.ts'
import { findStems, type Stem } from './stems.ts'
import { withoutScoreColumn } from './tables/score-column.ts'
import { withoutScoreGrids } from './tables/score-grid.ts'
import { toZones, type Zone, zoneAt } from './zones.ts'

/** Everything that segmenting needs, once the pages have been read. */
export interface DocumentLines {
  readonly lines: readonly LineFact[]
  readonly layout: Pick<Layout, 'bodySize' | 'leading'>
  readonly patterns: Patterns
  readonly items: Segmentation['items']
  /** Lines ("page.line") at which a problem begins, whatever the numbering says. */
  readonly starts?: ReadonlySet<string>
  /** Whether what is not marked as a problem may be taken for one: no language's words found any. */
  readonly unmarked?: boolean
}

/** Leaders of a table of contents: nothing on such a line opens a problem. */
const LEADERS = /(?:\.\s?){4,}|…{2,}/u

export function segmentLines(printed: DocumentLines): Segmentation {
  const { patterns, items } = printed
  const rowed = inRows(withAsidesInPlace(printed.lines), patterns, printed.layout.bodySize)
  const lines = withoutScoreGrids(withoutScoreColumn(rowed, patterns), patterns)
  const document = { ...printed, lines }
  const known = read(document)
  const solved = new Set(known.solutions.map(({ at }) => at))
  const sections = isLettered(known.problems)
    ? { problems: lettered(document, known), chunks: [] }
    : { problems: [], chunks: cutAll(document, known, stemsOf(document, known)) }
  const factOf = indexOf(lines)
  const partsOf: PartsOf = (passage) => findParts(passage, factOf, patterns)
  const chunks = [...sections.chunks, ...(sections.problems.length > 0 ? cutAll(document, { ...known, problems: [] }, []) : [])]
  const questions = chunks.filter(({ label }) => !solved.has(label.at))
  const divided = solved.size > 0 ? questions : withDividedSolutions(questions, factOf, patterns)
  const solvedBelow =
    solved.size > 0 ? divided : withSetApartSolutions(divided, { lines, headings: headsOf(known), lineOf: factOf, patterns })
  const asked = withBracketedAnswers(solvedBelow, factOf).flatMap(eachNumber)
  // Examples that are solved in place have no key: answers at the end are those of the problems.
  const isKeyed = items !== 'examples' || asked.every(({ marked }) => marked.length === 0)
  const run = isKeyed ? chunks.filter(({ label }) => solved.has(label.at)) : []
  const answers = new Set(partRunOn(run, lines, breaksBetween(known.headings)).flatMap(eachNumber))
  const problems = asked.map((chunk) => toProblem(chunk, lines, known.chapterOf(chunk.label), partsOf, document.unmarked ? UNMARKED : 1))
  const solutions = [...asked, ...answers]
    .sort(inOrder)
    .flatMap((chunk) =>
      answers.has(chunk)
        ? [sectionSolution(chunk, lines, known.chapterOf(chunk.label), items === 'solutions' ? 'file' : 'section', partsOf)]
        : inlineSolutions(chunk, lines, known.chapterOf(chunk.label), partsOf),
    )
  return {
    items,
    language: patterns.language,
    numbering: numberingOf(known.problems.length > 0 ? known.problems : known.solutions, lines),
    problems: [...sections.problems, ...problems],
    solutions,
    tables: [],
    notes: [],
  }
}

const inOrder = ({ label: a }: StemmedChunk, { label: b }: StemmedChunk): number => a.at - b.at || a.numberFrom - b.numberFrom

/** Labels of a document, sorted by what they open. */
interface Labels {
  readonly problems: readonly Candidate[]
  readonly solutions: readonly Candidate[]
  /** Lines where a worked example or theory begins: it ends the problem before it. */
  readonly stops: ReadonlySet<number>
  readonly headings: readonly Heading[]
  chapterOf(label: Candidate): string | undefined
}

function read({ lines, layout, patterns, items, starts, unmarked }: DocumentLines): Labels {
  const headings = findHeadings(lines, layout, patterns)
  const written = toZones(lines, headings, patterns)
  const sizeOn = pageSizes(lines, layout.bodySize)
  const found = lines.flatMap((line, at) => {
    if (line.inTable || LEADERS.test(line.text) || zoneAt(written, at)?.kind === 'contents') return []
    const read = (reading: 'whole' | 'range') => candidateAt(line, at, patterns, sizeOn(line.page), lines[at + 1], reading) ?? []
    return [read('whole'), read('range')].flat()
  })
  const told = sortCandidates(withSettledType(found, lines), lines, patterns)
  // "Example 1", "Example 2" on a sheet of problems that holds nothing else: what the reader works out.
  const areAsked = unmarked === true && told.examples.filter(({ at }) => zoneAt(written, at)?.kind === 'problems').length > 1
  const { problems: numbered, ...others } = areAsked
    ? { ...told, problems: [...told.problems, ...told.examples].sort((a, b) => a.at - b.at), examples: [] }
    : told
  const bare = withoutFigureLabels(withoutBareLists(numbered, lines), lines, headings)
  const zones = believedZones(written, bare)
  const kindAt = ({ at }: Candidate): Zone['kind'] | undefined => zoneAt(zones, at)?.kind
  const inSolutions = (candidate: Candidate): boolean => kindAt(candidate) === 'solutions'
  const sorted = { ...others, problems: bare.filter((one) => !one.isSmall || inSolutions(one) || kindAt(one) === 'problems') }
  const known: Evidence = { lines, candidates: [], headings, zones, patterns }
  const asked = { ...known, candidates: sorted.problems.filter((candidate) => !inSolutions(candidate)) }
  const chosen =
    unmarked === true && !areAsked && items === 'problems' ? unmarkedProblems(asked) : chooseItems(items, asked, sorted.examples)
  const problems = withStarts(chosen, items === 'problems' ? sorted.problems : [], lines, starts)
  const candidates = items === 'solutions' ? sorted.problems : sorted.problems.filter(inSolutions)
  const solutions = chooseSolutions(
    { ...known, candidates: [...candidates, ...sorted.solutions].sort((a, b) => a.at - b.at) },
    items === 'solutions' ? undefined : problems,
  )
  return {
    problems,
    solutions: withMissing(
      items === 'problems' ? moreNamed(solutions, bareSolutions(known, problems), problems) : solutions,
      lines,
      patterns,
    ),
    stops: new Set([
      ...boldStarts(lines, items === 'examples' ? sorted.problems.filter(({ word }) => word !== '') : sorted.examples, headings),
      ...theoryStarts(lines, patterns),
      ...bodyStarts(problems, lines, layout.bodySize, patterns),
      ...outdentedStarts(problems, lines, patterns),
    ]),
    headings,
    chapterOf: (label) =>
      label.values.length > 1 && !patterns.words.example.includes(label.word) ? String(label.values[0]) : zoneAt(zones, label.at)?.chapter,
  }
}

function chooseItems(items: Segmentation['items'], asked: Evidence, examples: readonly Candidate[]): readonly Candidate[] {
  if (items === 'solutions') return []
  return items === 'examples' ? chooseExamples({ ...asked, candidates: examples }) : chooseProblems(asked)
}

/** Labels on lines that are said to begin a problem, beside those that were chosen. A line without a printed number is no beginning. */
function withStarts(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  lines: readonly LineFact[],
  starts: ReadonlySet<string> = new Set(),
): readonly Candidate[] {
  if (starts.size === 0) return chosen
  const taken = new Set(chosen.map(({ at }) => at))
  const isSaid = ({ at }: Candidate): boolean => {
    const line = lines[at]
    return line !== undefined && !taken.has(at) && starts.has(`${line.page}.${line.line}`)
  }
  return [...chosen, ...candidates.filter(isSaid)].sort((a, b) => a.at - b.at)
}

/** Problems whose every label carries the letter of a part. */
function lettered({ lines, layout, patterns }: DocumentLines, { problems, headings, stops, chapterOf }: Labels): SegmentedProblem[] {
  return letteredProblems(problems, lines, layout.leading, (label, next) => endOf(label, next, lines, headings, stops, patterns)).map(
    (found) => {
      const chapter = chapterOf(found.first)
      const { number, label, text, parts, region } = found
      return { number, ...(chapter === undefined ? {} : { chapter }), title: [], label, text, stem: [], parts, region, confidence: 1 }
    },
  )
}

interface Sorted {
  readonly problems: Candidate[]
  readonly examples: Candidate[]
  readonly solutions: Candidate[]
}

function sortCandidates(candidates: readonly Candidate[], lines: readonly LineFact[], { words, solutionTitle }: Patterns): Sorted {
  const is = (list: readonly string[], candidate: Candidate): boolean => list.some((word) => candidate.word.startsWith(word))
  const own = (candidate: Candidate): keyof Sorted => {
    if (candidate.word === '') return 'problems'
    if (is(words.solution, candidate) || is(words.answer, candidate)) return 'solutions'
    const line = lines[candidate.at]
    if (line && solutionTitle.test(line.text.slice(line.offsets[candidate.end] ?? line.text.length))) return 'solutions'
    return is(words.example, candidate) ? 'examples' : 'problems'
  }
  return {
    problems: candidates.filter((candidate) => own(candidate) === 'problems'),
    examples: candidates.filter((candidate) => own(candidate) === 'examples'),
    solutions: candidates.filter((candidate) => own(candidate) === 'solutions'),
  }
}

/** Worked examples carry their word, and stand out: bold, in a heading, or at least counted on. */
function chooseExamples(known: Evidence): Candidate[] {
  const best = toSequences(known).sort((a, b) => b.score - a.score)[0]
  return best ? [...best.labels] : []
}

/** Examples end the problem before them, and exercises the example. A line counts as their beginning when it is set like a heading. */
const boldStarts = (lines: readonly LineFact[], labels: readonly Candidate[], headings: readonly { at: number }[]): number[] => {
  const heads = new Set(headings.map(({ at }) => at))
  return labels.filter((label) => heads.has(label.at) || label.setting.bold || lines[label.at]?.bold === true).map(({ at }) => at)
}

/** "Theorem 2.3" in bold at a line's start states something, where a sentence only names it. */
const theoryStarts = (lines: readonly LineFact[], { theory }: Patterns): number[] =>
  lines.flatMap((line, at) => (!line.inTable && line.settings[0]?.bold && theory.test(line.text) ? [at] : []))

const headsOf = ({ headings }: Pick<Labels, 'headings'>): Set<number> => new Set(headings.map(({ at }) => at))

const stemsOf = ({ lines, layout, patterns }: DocumentLines, { problems, headings }: Labels): Stem[] =>
  findStems({ lines, labels: problems, headings: headsOf({ headings }), leading: layout.leading, patterns })

function cutAll(
  { lines, patterns }: DocumentLines,
  { problems, solutions, headings, stops }: Labels,
  stems: readonly Stem[],
): StemmedChunk[] {
  const sorted = [...problems, ...solutions].sort((a, b) => a.at - b.at)
  const heads = headsOf({ headings })
  const ends = new Set([...stops, ...stems.map(({ from }) => from)])
  return sorted.map((label, at) => {
    const next = sorted[at + 1]?.at ?? lines.length
    const chunk = toChunk(label, endOf(label, next, lines, headings, ends, patterns), lines, patterns, heads)
    return { ...chunk, stem: stems.find((stem) => stem.labels.includes(label)) }
  })
}

/** Looks lines up by page and index; the list is sorted in when it is first asked for. */
const indexOf = (lines: readonly LineFact[]): ((page: number, line: number) => LineFact | undefined) => {
  let index: ReadonlyMap<string, LineFact> | undefined
  return (page, line) => {
    index ??= new Map(lines.map((fact) => [`${fact.page}.${fact.line}`, fact]))
    return index.get(`${page}.${line}`)
  }
}

/** The first label as printed: people recognise a numbering by it. */
const numberingOf = (labels: readonly Candidate[], lines: readonly LineFact[]): string => {
  const [label] = labels
  const line = label && lines[label.at]
  return label && line ? line.text.slice(0, line.offsets[label.end] ?? line.text.length).trim() : ''
}
