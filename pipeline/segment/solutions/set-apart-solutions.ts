import type { Fragment, Passage } from '../../../schemas/segment.ts'
import { grouped } from '../../grouped.ts'
import type { StemmedChunk } from '../assemble.ts'
import { fragment } from '../cut.ts'
import { type LineFact, type LineOf, textIn, textOf } from '../facts.ts'
import type { Patterns } from '../language/patterns.ts'

/** Problems that end so, at least, and their share of those without a marked solution, and of all: a remark in italics or a framed hint is rarer. */
const MIN_PROBLEMS = 3
const MIN_SHARE = 0.6
const MIN_OF_ALL = 0.3
/** Words of a text that says something; labels of a figure and its caption have fewer. */
const MIN_WORDS = 6
/** Em by which a block is indented, at least, to be set apart by that alone. */
const INDENT = 0.7
/** Type smaller than this share of its line's is a script. */
const SCRIPT = 0.85
/** Share of a line's glyphs that are set alike, for the line to show how its text is set; formulas aside. */
const TEXT = 0.4

/** Alone at a page's foot, where no other page tells that it is one. */
const PAGE_NUMBER = /^[-–—\s]*\d{1,4}[-–—\s]*$/u

interface Known {
  readonly lines: readonly LineFact[]
  /** Lines that are headings. */
  readonly headings: ReadonlySet<number>
  readonly lineOf: LineOf
  readonly patterns: Patterns
}

/** What may set a solution apart from its question. One of them does throughout a document, others may by chance. */
const TRAITS: readonly Trait[] = [
  typeOf,
  ({ frame }, start) => (frame === undefined ? 'open' : frame === start.frame ? 'together' : 'framed'),
  indentOf,
]

type Trait = (line: LineFact, start: LineFact, piece: Fragment) => string | undefined

/**
 * Takes the solutions out of questions that are followed by them with no word and no number: the text after the question is set
 * otherwise, in italics, smaller, in a colour, framed, on a tint or indented. The document has a habit of it, or the text is the question's.
 * Exercises in italics within a book's text are followed by more of that text.
 */
export function withSetApartSolutions(cut: readonly StemmedChunk[], known: Known): StemmedChunk[] {
  const chunks = cut.map((chunk, at) => withTextBelow(chunk, cut[at + 1]?.label.at ?? known.lines.length, known))
  const open = chunks.filter(({ marked }) => marked.length === 0)
  const habits = TRAITS.map((trait) => habitOf(new Map(open.map((chunk) => [chunk, lastBlock(chunk.question, trait, known)])), known))
  const [habit] = habits.sort((a, b) => b.size - a.size)
  if (!habit || habit.size < Math.max(MIN_PROBLEMS, MIN_SHARE * open.length, MIN_OF_ALL * chunks.length)) return [...cut]
  const blocks = [...habit.values()]
  const isText = isTheory(blocks, chunks, known)
  // Statements in italics end where italics do, as theorems; of others, a paragraph in plain type may be the question's own.
  if (isText && !blocks.every(({ look }) => /italic.* > (?!.*italic)/.test(look))) return [...cut]
  return chunks.map((chunk, at) => {
    const block = habit.get(chunk)
    if (!block) return cut[at] ?? chunk
    if (isText) return { ...chunk, question: block.question }
    return { ...chunk, question: block.question, marked: [{ kind: 'solution', label: [], text: block.text }] }
  })
}

/** A question in a frame ends with the frame; the text below it, up to the next label or heading, may be its solution. */
function withTextBelow(chunk: StemmedChunk, next: number, { lines, headings }: Known): StemmedChunk {
  const below = lines.slice(chunk.to, next)
  if (chunk.marked.length > 0 || lines[chunk.label.at]?.frame === undefined || below[0]?.frame !== undefined) return chunk
  const end = below.findIndex((_, at) => headings.has(chunk.to + at))
  const own = end < 0 ? below : below.slice(0, end)
  return {
    ...chunk,
    to: chunk.to + own.length,
    question: [...chunk.question, ...own.map((line) => fragment(line, 0, line.offsets.length))],
  }
}

/** Whether as much text that belongs to no problem is set like what stands below the questions. */
function isTheory(blocks: readonly Block[], chunks: readonly StemmedChunk[], { lines, lineOf }: Known): boolean {
  const types = blocks.flatMap(({ text: [piece] }) => {
    const line = piece && lineOf(piece.page, piece.line)
    return piece && line ? [typeOf(line, line, piece)] : []
  })
  const owned = new Set(chunks.flatMap(({ label, to }) => lines.slice(label.at, to)))
  const isLike = (line: LineFact): boolean =>
    !owned.has(line) && line.frame === undefined && types.includes(typeOf(line, line, { ...line, from: 0, to: line.offsets.length }))
  const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)
  return lengthOf(lines.filter(isLike).map(({ text }) => text)) > lengthOf(blocks.map(({ text }) => textOf(text, lineOf)))
}

/**
 * The blocks of those problems that most often differ from their questions in one way. What most of them are, the others are, too: one that
 * begins with the label of a part tells nothing by itself.
 */
function habitOf(blocks: ReadonlyMap<StemmedChunk, Block | undefined>, known: Known): ReadonlyMap<StemmedChunk, Block> {
  const found = [...blocks].flatMap(([chunk, block]) => (block ? [[chunk, block] as const] : []))
  const looks = [...grouped(found, ([, { look }]) => look).values()]
  const sure = looks.map((own) => ({ own, count: own.filter(([, block]) => isSolved(block, known)).length }))
  const [most] = sure.sort((a, b) => b.count - a.count)
  return most && most.count > most.own.length / 2 ? new Map(most.own) : new Map()
}

interface Block {
  readonly question: Passage
  readonly text: Passage
  /** How both are set. */
  readonly look: string
}

/** The text at a question's end that is all set alike, and otherwise than what stands before it. */
function lastBlock(question: Passage, trait: Trait, known: Known): Block | undefined {
  const [first] = question
  const start = first && known.lineOf(first.page, first.line)
  if (!start) return undefined
  const pieces = question.flatMap((piece) => partedAtSentence(piece, known.lineOf))
  const settings = pieces.map((piece) => {
    const line = known.lineOf(piece.page, piece.line)
    return line && !PAGE_NUMBER.test(line.text) ? trait(line, start, piece) : undefined
  })
  const turn = turnOf(settings, (at) => isProse(pieces[at], known.lineOf)) ?? turnOf(settings, () => true)
  if (!turn) return undefined
  const { asked, told, to, from } = turn
  const block = { question: pieces.slice(0, from), text: pieces.slice(from), look: `${asked} > ${told}` }
  return isAsked(pieces.slice(0, to), known) ? block : undefined
}

interface Turn {
  readonly asked: string
  readonly told: string
  /** Where what is asked ends, and where the text that is set otherwise begins: labels and captions may stand between. */
  readonly to: number
  readonly from: number
}

/** Where the lines that tell go from one setting to another, once and for all; others, labels of a figure in between, are as they like. */
function turnOf(settings: readonly (string | undefined)[], tells: (at: number) => boolean): Turn | undefined {
  const told = settings.map((setting, at) => (tells(at) ? setting : undefined))
  const asked = settings.find((setting) => setting !== undefined)
  const turn = told.findIndex((setting) => setting !== undefined && setting !== asked)
  const last = told[turn]
  if (asked === undefined || last === undefined || told.slice(turn).some((one) => one !== undefined && one !== last)) return undefined
  const before = told.lastIndexOf(asked)
  return { asked, told: last, to: before + 1, from: settings.findIndex((setting, at) => at > before && setting === last) }
}

/** Words of a line that is no label of a drawing nor cell of a table, and of the end of a sentence. */
const PROSE_WORDS = 5
const ENDING_WORDS = 1

function isProse(piece: Fragment | undefined, lineOf: LineOf): boolean {
  const line = piece && lineOf(piece.page, piece.line)
  if (!line || line.inTable) return false
  const text = textIn(line, piece)
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0
  return words >= PROSE_WORDS || (words >= ENDING_WORDS && /[.?!:]\s*$/.test(text))
}

/** Whether what stands before the text is whole, and asks. */
function isAsked(question: Passage, { lineOf, patterns }: Known): boolean {
  const asked = textOf(question, lineOf)
  return /[.?!:)]$/.test(asked) && patterns.asks.test(asked)
}

/** Whether the text after a question says something and asks nothing. */
function isSolved({ text }: Block, { lineOf, patterns }: Known): boolean {
  const told = textOf(text, lineOf)
  if (told.includes('?')) return false
  const isRemark = /^[[(].*[\])]\.?$/u.test(told) // "[Problem by …]"
  const isSaid = (told.match(/[\p{L}\d]+/gu) ?? []).length >= MIN_WORDS
  return isSaid && !isRemark && /^[\p{Lu}\d(]/u.test(told) && !patterns.figureCaption.test(told) && !/^\(?[a-z1i][.)]/u.test(told)
}

interface Run {
  readonly from: number
  readonly to: number
  readonly type: string
}

/** Stretches of a piece that are set alike, formulas left aside: their letters are italic in any text. */
function runsOf({ settings, offsets, size: usual }: LineFact, { from, to }: Fragment): Run[] {
  const runs: Run[] = []
  settings.forEach(({ from: at, bold, italic, size, colour, math }, index) => {
    const [start, end] = [Math.max(at, from), Math.min(settings[index + 1]?.from ?? offsets.length, to)]
    if (math || end <= start || size < SCRIPT * usual) return
    const type = [bold ? 'bold' : '', italic ? 'italic' : '', size, colour].join(' ')
    const last = runs.at(-1)
    if (last?.type === type) runs.splice(-1, 1, { ...last, to: end })
    else runs.push({ from: start, to: end, type })
  })
  return runs
}

/** A solution may go on in the line in which its question ends: where one sentence has ended and the rest is set otherwise. */
function partedAtSentence(piece: Fragment, lineOf: LineOf): Fragment[] {
  const line = lineOf(piece.page, piece.line)
  const [, second, ...others] = line ? runsOf(line, piece) : []
  const isParted = line && second && others.length === 0 && /[.?!]\s*$/.test(textIn(line, { from: piece.from, to: second.from }))
  return isParted
    ? [
        { ...piece, to: second.from },
        { ...piece, from: second.from },
      ]
    : [piece]
}

/** How most of a piece is set; undefined where it is mostly a formula. */
function typeOf(line: LineFact, _start: LineFact, piece: Fragment): string | undefined {
  const lengths = new Map<string, number>()
  for (const { from, to, type } of runsOf(line, piece)) lengths.set(type, (lengths.get(type) ?? 0) + to - from)
  const [most] = [...lengths].sort((a, b) => b[1] - a[1])
  return most && most[1] > TEXT * (piece.to - piece.from) ? most[0] : undefined
}

/** Displays are indented, too: only text tells. */
function indentOf(line: LineFact, start: LineFact, piece: Fragment): string | undefined {
  if (typeOf(line, start, piece) === undefined || line.column !== start.column) return undefined
  return line.box.left - start.box.left > INDENT * start.size ? 'indented' : 'flush'
}
