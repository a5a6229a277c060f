import { type Box, overlapX, unionAll, width } from '../../schemas/geometry.ts'
import { fontOf, type Glyph, type Line, lineGlyphs, type PageLayout } from '../../schemas/layout.ts'
import { FIGURE_FOR, FIGURE_LABEL, PROBLEM_LABEL } from './caption-words.ts'
import type { PageText } from './page-text.ts'

/** Em between the baselines of one caption; the text after it stands further off. */
const CAPTION_LEADING = 1.45
/** Em. Lines of a caption that start together. */
const ALIGNED = 0.4
/** Lines of a long caption; what runs on longer is a paragraph. */
const MAX_LINES = 12

/** A printed caption, found by the words it opens with. */
export interface Caption {
  readonly label: string
  readonly text: string
  readonly box: Box
  /** Left and right edge of the text around it: a short caption may start at the margin below a drawing in the middle. */
  readonly column: Pick<Box, 'left' | 'right'>
  /** Indices of the page's lines. */
  readonly lines: readonly number[]
}

/** The captions of a page. `numbers` are the printed numbers of the document's problems: some books put just those under figures. */
export function findCaptions(
  page: PageLayout,
  { texts, kinds }: PageText,
  marked: ReadonlySet<number>,
  numbers: ReadonlySet<string>,
): Caption[] {
  const found: Caption[] = []
  const taken = new Set<number>()
  page.lines.forEach((line, index) => {
    if (kinds[index] === 'furniture' || line.angle !== undefined || taken.has(index) || marked.has(index)) return
    const start = labelOf(page, line, index, texts, numbers)
    if (!start) return
    const lines = captionLines(page, index, texts, marked, kinds)
    for (const one of lines) taken.add(one)
    const box = unionAll(lines.flatMap((at) => page.lines[at]?.box ?? []))
    if (!box) return
    const rest = [start.rest, ...lines.slice(1).map((at) => texts[at] ?? '')].join(' ').trim()
    found.push({ label: start.label, text: rest, box, column: columnOf(line, page.lines), lines })
  })
  return found
}

/** The edges of a line's column; of all text, where its stretch of the page has one column. */
function columnOf({ band, column }: Line, lines: readonly Line[]): Pick<Box, 'left' | 'right'> {
  const text = lines.filter(({ furniture, angle }) => !furniture && angle === undefined)
  const isAlone = text.every((line) => line.band !== band || line.column === column)
  const own = text.filter((line) => isAlone || (line.band === band && line.column === column))
  return { left: Math.min(...own.map(({ box }) => box.left)), right: Math.max(...own.map(({ box }) => box.right)) }
}

interface Start {
  readonly label: string
  readonly rest: string
}

function labelOf(page: PageLayout, line: Line, index: number, texts: readonly string[], numbers: ReadonlySet<string>): Start | undefined {
  const text = texts[index] ?? ''
  const word = FIGURE_FOR.exec(text.trim())?.[1]
  if (word) return standsAlone(page, line, index) ? { label: word, rest: text.trim().slice(word.length).trim() } : undefined
  const match = FIGURE_LABEL.exec(text) ?? PROBLEM_LABEL.exec(text)
  if (!match?.[1]) {
    const bare = text.trim().replace(/[.:]$/, '')
    return numbers.has(bare.replace(/[‐-―−]/g, '-')) && standsAlone(page, line, index) ? { label: bare, rest: '' } : undefined
  }
  const rest = text.slice(match[0].length).trim()
  const isProblem = FIGURE_LABEL.exec(text) === null
  const glyphs = lineGlyphs(page, line)
  const labelLength = match[1].replace(/\s/g, '').length
  if (rest === '') return standsAlone(page, line, index) ? { label: match[1], rest } : undefined
  if (isProblem) return undefined
  const isSetOff = /[.:)\]—–|-]$/.test(match.groups?.after ?? '') || isDistinct(page, glyphs, labelLength)
  const opensSentence = /^[\p{Lu}\p{Lo}("“[]/u.test(rest)
  if (!isSetOff && !opensSentence) return undefined
  return standsAlone(page, line, index) || isSetOff ? { label: match[1], rest } : undefined
}

/** Whether the label is set in another font, size or colour than what follows it. */
function isDistinct(page: PageLayout, glyphs: readonly Glyph[], labelLength: number): boolean {
  let letters = 0
  const at = glyphs.findIndex((glyph) => {
    letters += [...glyph.text].length
    return letters > labelLength + 1
  })
  const first = glyphs[0]
  const next = glyphs[at]
  if (!first || !next) return false
  const [a, b] = [fontOf(page, first), fontOf(page, next)]
  return a.name !== b.name || first.colour !== next.colour || Math.abs(first.size - next.size) > 0.05 * first.size
}

/** Whether no line of the same type runs into this one: a mention in a paragraph stands under its other lines. */
function standsAlone(page: PageLayout, line: Line, index: number): boolean {
  return !page.lines.some(
    (other, at) =>
      at !== index &&
      other.angle === undefined &&
      line.baseline - other.baseline > 0 &&
      line.baseline - other.baseline < CAPTION_LEADING * line.size &&
      Math.abs(other.size - line.size) < 0.05 * line.size &&
      Math.abs(other.box.left - line.box.left) < 4 * line.size &&
      width(other.box) > 0.6 * width(line.box) &&
      overlapX(other.box, line.box) > 0.5 * Math.min(width(other.box), width(line.box)),
  )
}

/** The line with the label and those that continue it underneath. */
function captionLines(
  page: PageLayout,
  first: number,
  texts: readonly string[],
  marked: ReadonlySet<number>,
  kinds: PageText['kinds'],
): number[] {
  const lines = [first]
  let last = page.lines[first]
  while (last && lines.length < MAX_LINES) {
    const above = last
    const next = page.lines.findIndex(
      (line, at) => !lines.includes(at) && !marked.has(at) && kinds[at] !== 'furniture' && continues(above, line, lines.length),
    )
    const line = page.lines[next]
    if (!line || FIGURE_LABEL.test(texts[next] ?? '')) break
    lines.push(next)
    last = line
  }
  return lines
}

function continues(above: Line, line: Line, count: number): boolean {
  if (line.angle !== undefined || Math.abs(line.size - above.size) > 0.06 * above.size) return false
  const leading = line.baseline - above.baseline
  if (leading <= 0.5 * above.size || leading > CAPTION_LEADING * above.size) return false
  const em = above.size
  const sameLeft = Math.abs(line.box.left - above.box.left) < ALIGNED * em
  const centred = Math.abs(line.box.left + line.box.right - above.box.left - above.box.right) < 2 * ALIGNED * em
  // The label may stand out to the left or be indented like a paragraph.
  const hangs = count === 1 && Math.abs(line.box.left - above.box.left) < 8 * em && overlapX(line.box, above.box) > 0
  return sameLeft || centred || (hangs && width(above.box) > 12 * em)
}
