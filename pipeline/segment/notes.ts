import { columnKey, glyphAt, isRunningText, type Layout, type Line, type PageLayout } from '../../schemas/layout.ts'
import type { Segmentation } from '../../schemas/segment.ts'
import { grouped } from '../grouped.ts'

/** Share of the body size up to which type at a column's foot is that of notes. */
const NOTE_SIZE = 0.95
/** A note's mark is set this much smaller than the note, and raised by so many em of it. */
const MARK_SIZE = 0.85
const MARK_RISE = 0.15
/** Em between the lines of one note, at most; its mark alone may stand a little above the first. */
const NOTE_LEADING = 1.6
/** Share of its size by which the lines of a note differ. */
const SAME_SIZE = 0.1
const MARK = /^(?:\d{1,2}|[*†‡§¶]{1,3}|[a-z])$/

type Note = Segmentation['notes'][number]

/** Footnotes of a page: small type that runs to the foot of its column and opens with a raised mark. */
export function findNotes(page: PageLayout, layout: Layout): { notes: Note[]; lines: Set<number> } {
  const notes: Note[] = []
  const used = new Set<number>()
  const text = [...page.lines.entries()].filter(([, line]) => isRunningText(line))
  for (const lines of grouped(text, ([, line]) => columnKey(line)).values()) {
    const column = lines.map(([index]) => index)
    const foot = footOf(column, page, layout)
    let current: Note | undefined
    let last: Line | undefined
    for (const index of foot) {
      const line = page.lines[index]
      if (!line) continue
      const mark = markOf(page, index) ?? loneMark(page, index)
      if (mark?.isAlone) {
        current = { mark: mark.text, page: page.page, text: [] }
        notes.push(current)
      } else if (mark) {
        current = { mark: mark.text, page: page.page, text: [{ page: page.page, line: index, from: mark.length, to: line.glyphs.length }] }
        notes.push(current)
      } else if (current && (!last || goesOn(last, line)))
        current.text.push({ page: page.page, line: index, from: 0, to: line.glyphs.length })
      else current = undefined
      if (current) used.add(index)
      last = mark?.isAlone ? undefined : line
    }
  }
  return { notes, lines: used }
}

/** What stands further below a note, or in type of another size, is a figure with its labels. */
const goesOn = (above: Line, line: Line): boolean =>
  line.baseline - above.baseline < NOTE_LEADING * line.size && Math.abs(line.size - above.size) < SAME_SIZE * line.size

/** The small lines at the end of a column, from the first that carries a mark. */
function footOf(column: readonly number[], page: PageLayout, layout: Layout): number[] {
  let from = column.length
  while (from > 0) {
    const line = page.lines[column[from - 1] ?? -1]
    if (!line || line.size > NOTE_SIZE * layout.bodySize) break
    from--
  }
  const foot = column.slice(from)
  const first = foot.findIndex((index) => markOf(page, index) ?? loneMark(page, index))
  return first < 0 ? [] : foot.slice(first)
}

interface MarkAt {
  readonly text: string
  readonly length: number
  readonly isAlone: boolean
}

/** A mark that white parts from its note: a line of its own, left of the next and raised. */
function loneMark(page: PageLayout, index: number): MarkAt | undefined {
  const line = page.lines[index]
  const next = page.lines[index + 1]
  if (!line || !next || line.glyphs.length > 3 || line.size > MARK_SIZE * next.size) return undefined
  const rise = next.baseline - line.baseline
  const text = line.glyphs.map((at) => glyphAt(page, at).text).join('')
  const isBefore = next.box.left > line.box.right && next.box.left - line.box.right < next.size
  return MARK.test(text) && isBefore && rise > MARK_RISE * next.size && rise < next.size
    ? { text, length: text.length, isAlone: true }
    : undefined
}

function markOf(page: PageLayout, index: number): MarkAt | undefined {
  const line = page.lines[index]
  if (!line) return undefined
  let text = ''
  for (const at of line.glyphs) {
    const glyph = glyphAt(page, at)
    if (glyph.size > MARK_SIZE * line.size || line.baseline - glyph.y < MARK_RISE * line.size) break
    text += glyph.text
  }
  return MARK.test(text) && line.glyphs.length > text.length + 3 ? { text, length: text.length, isAlone: false } : undefined
}
