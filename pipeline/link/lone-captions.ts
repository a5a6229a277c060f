import { isRunningText, type Line, lineText, type PageLayout } from '../../schemas/layout.ts'

/** Leadings of white that set a caption apart from the text above and below it. */
const APART = 1.25
/** Lines of a caption, at most. */
const MAX_LINES = 5

/** How captions look in a document. */
export interface CaptionLook {
  /** Matches a caption's label at a line's start. */
  readonly pattern: RegExp
  readonly leading: number
}

/** Lines of captions whose figure is missing or was not found: set apart by white, begun by a label with a colon or stop. */
export function loneCaptions(page: PageLayout, { pattern, leading }: CaptionLook): number[] {
  const found: number[] = []
  page.lines.forEach((line, index) => {
    if (!isRunningText(line)) return
    const text = lineText(page, line)
    const label = pattern.exec(text)?.[0]
    const stop = label === undefined ? undefined : /^[\d./–-]*[a-z]?\s*([:.])\s/u.exec(text.slice(label.length))?.[1]
    const above = page.lines[index - 1]
    if (stop === undefined || !isApart(above, line, leading)) return
    // At a column's head a sentence may go on: "… as shown in | Figure 86. Derive …".
    if (stop === '.' && (above === undefined || above.furniture || above.column !== line.column || above.band !== line.band)) return
    const own = [index]
    for (let next = index + 1; own.length < MAX_LINES; next++) {
      const below = page.lines[next]
      if (!below || isApart(page.lines[next - 1], below, leading)) break
      own.push(next)
    }
    if (own.length < MAX_LINES) found.push(...own)
  })
  return found
}

/** In another column, or with more white above than lines of one paragraph have. */
const isApart = (above: Line | undefined, line: Line, leading: number): boolean =>
  above === undefined ||
  above.furniture ||
  above.column !== line.column ||
  above.band !== line.band ||
  line.baseline - above.baseline > APART * leading ||
  line.baseline < above.baseline
