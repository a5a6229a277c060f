import type { Fragment, Passage } from '../../../schemas/segment.ts'
import type { StemmedChunk } from '../assemble.ts'
import { fragment } from '../cut.ts'
import { type LineFact, positionAt, type Setting, settingAt } from '../facts.ts'
import { bestChain } from '../labels/chain.ts'
import { type Candidate, isSetApart, parseNumber } from '../labels/labels.ts'

/** Share of steps that count on by one or two, from which numbers in running text are believed to be labels. */
const MIN_STEADY = 0.6

/** A label inside the text of the answer before it. */
interface InnerLabel {
  readonly label: Candidate
  readonly chunk: StemmedChunk
}

/**
 * Parts answers that run on in one paragraph: "9.1 0.64 A. 9.3 1.8 s." Its inner numbers are labels where they are written and set like those at
 * the lines' beginnings and count on with them; set no other way than the text, only where the numbers at the beginnings alone leave gaps.
 */
export function partRunOn(
  answers: readonly StemmedChunk[],
  lines: readonly LineFact[],
  isBreak: (from: number, to: number) => boolean,
): StemmedChunk[] {
  const inner = answers.flatMap((chunk) => (chunk.marked.length === 0 ? innerLabels(chunk, lines) : []))
  if (inner.length === 0) return [...answers]
  const outer = answers.map(({ label }) => label)
  const chain = bestChain(inReadingOrder([...outer, ...inner.map(({ label }) => label)]), isBreak)
  const counted = new Set(chain.labels)
  const found = inner.filter(({ label }) => counted.has(label))
  if (isSteady(chain) && (!isSteady(bestChain(outer, isBreak)) || found.length >= outer.length))
    return recounted(answers, found, counted, lines)
  const known = new Set(outer.map(({ number }) => number))
  const isNew = ({ label, chunk }: InnerLabel) => !known.has(label.number) && isEmphasised(chunk.label, lines)
  return answers.flatMap((chunk) => parted(chunk, labelsOf(chunk, found.filter(isNew)), lines))
}

/** Parts the answers at all labels that were counted; a number at a line's beginning that was not is text of the answer before it. */
function recounted(
  answers: readonly StemmedChunk[],
  inner: readonly InnerLabel[],
  counted: ReadonlySet<Candidate>,
  lines: readonly LineFact[],
): StemmedChunk[] {
  const result: StemmedChunk[] = []
  for (const chunk of answers) {
    const [first, ...rest] = parted(chunk, labelsOf(chunk, inner), lines)
    const last = result.at(-1)
    if (first && last && !counted.has(chunk.label) && chunk.marked.length === 0) {
      result.splice(-1, 1, { ...last, to: chunk.to, question: [...last.question, ...first.labelPassage, ...first.question] }, ...rest)
    } else if (first) result.push(first, ...rest)
  }
  return result
}

const labelsOf = (chunk: StemmedChunk, inner: readonly InnerLabel[]): Candidate[] =>
  inner.filter((one) => one.chunk === chunk).map(({ label }) => label)

const isSteady = ({ labels, steadySteps }: { labels: readonly unknown[]; steadySteps: number }): boolean =>
  labels.length > 1 && steadySteps >= MIN_STEADY * (labels.length - 1)

const inReadingOrder = (labels: readonly Candidate[]): Candidate[] => labels.toSorted((a, b) => a.at - b.at || a.numberFrom - b.numberFrom)

/** Whether weight, colour or face tell the label from the text behind it. */
function isEmphasised({ at, end, setting }: Candidate, lines: readonly LineFact[]): boolean {
  const line = lines[at]
  return line !== undefined && end < line.offsets.length && isSetApart(setting, settingAt(line, end))
}

const isSetLike = (a: Setting, b: Setting): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.colour === b.colour && a.face === b.face

/** Whatever in the text of an answer is written and set like its label. */
function innerLabels(chunk: StemmedChunk, lines: readonly LineFact[]): InnerLabel[] {
  const first = lines[chunk.label.at]
  if (!first) return []
  const written = asWritten(first.text.slice(first.offsets[chunk.label.numberFrom], first.offsets[chunk.label.end]).trim())
  return chunk.question.flatMap((piece) => {
    const at = lineOf(piece, chunk, lines)
    const line = lines[at]
    return line ? labelsIn(piece, line, at, chunk.label, written).map((label) => ({ label, chunk })) : []
  })
}

/** A pattern of labels that differ from this one in their figures only. */
const asWritten = (label: string): RegExp =>
  new RegExp(
    `(?<=\\s)${label
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\d+/g, '\\d{1,4}')
      .replace(/[-‐‑‒–—−]/g, '[-‐‑‒–—−]')
      .replace(/\s+/g, '\\s+')}(?=\\s)`,
    'gu',
  )

function labelsIn(piece: Fragment, line: LineFact, at: number, like: Candidate, written: RegExp): Candidate[] {
  return [...line.text.matchAll(written)].flatMap((match) => {
    const numberFrom = positionAt(line, match.index)
    const end = positionAt(line, match.index + match[0].length)
    const parsed = parseNumber(/\d.*\d|\d/u.exec(match[0])?.[0] ?? '')
    if (!parsed || numberFrom <= piece.from || end > piece.to) return []
    const setting = settingAt(line, numberFrom)
    return isSetLike(setting, like.setting)
      ? [{ ...like, at, number: parsed.printed, values: parsed.values, suffix: parsed.suffix, numberFrom, end, setting }]
      : []
  })
}

const lineOf = ({ page, line }: Fragment, { label, to }: StemmedChunk, lines: readonly LineFact[]): number => {
  for (let at = label.at; at < to; at++) if (lines[at]?.page === page && lines[at]?.line === line) return at
  return -1
}

/** The chunk up to its first inner label, and one chunk more for each of them. */
function parted(chunk: StemmedChunk, labels: readonly Candidate[], lines: readonly LineFact[]): StemmedChunk[] {
  const pieces = [...chunk.question]
  const rests: StemmedChunk[] = []
  for (const label of labels.toReversed()) {
    const line = lines[label.at]
    const at = pieces.findLastIndex(({ page, line: index }) => page === line?.page && index === line.line)
    const piece = pieces[at]
    if (!line || !piece) continue
    const after = pieces.splice(at + 1)
    const question: Passage = [...(piece.to > label.end ? [fragment(line, label.end, piece.to)] : []), ...after]
    pieces[at] = fragment(line, piece.from, label.numberFrom)
    rests.unshift({ ...chunk, label, labelPassage: [fragment(line, label.numberFrom, label.end)], title: [], question })
  }
  return [{ ...chunk, question: pieces }, ...rests]
}
