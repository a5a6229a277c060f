import { columnKey } from '../../schemas/layout.ts'
import { asideColumns } from '../aside-columns.ts'
import { grouped } from '../grouped.ts'
import type { LineFact } from './facts.ts'

/** Leadings, in em, up to which a line goes on with the paragraph or the note above it. */
const TIGHT = 1.45

/** Puts notes in a margin behind the paragraphs that they stand beside. Read in columns, all of them come after the text of the page. */
export function withAsidesInPlace(lines: readonly LineFact[]): readonly LineFact[] {
  return [...grouped(lines, ({ page }) => page).values()].flatMap(inPlace)
}

function inPlace(lines: readonly LineFact[]): readonly LineFact[] {
  const margins = asideColumns(lines)
  if (margins.size === 0) return lines
  const isAside = (line: LineFact): boolean => margins.has(columnKey(line))
  const text = lines.filter((line) => !isAside(line))
  const after = new Map<LineFact | undefined, LineFact[]>()
  let place: LineFact | undefined
  for (const line of lines.filter(isAside)) {
    if (line.above > TIGHT * line.size) place = endBeside(line, text)
    after.set(place, [...(after.get(place) ?? []), line])
  }
  return [...(after.get(undefined) ?? []), ...text.flatMap((line) => [line, ...(after.get(line) ?? [])])]
}

/** The last line of the paragraph beside a note, in its band. */
function endBeside(note: LineFact, text: readonly LineFact[]): LineFact | undefined {
  const own = text.filter(({ band }) => band === note.band)
  const beside = own.findLastIndex(({ box }) => box.top <= note.box.top + 0.5 * note.size)
  let end = Math.max(0, beside)
  while ((own[end + 1]?.above ?? Number.POSITIVE_INFINITY) <= TIGHT * (own[end + 1]?.size ?? 0)) end++
  return own[end]
}
