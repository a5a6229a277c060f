import { area, type Box, contains, grow, height, intersection, union, width } from '../../schemas/geometry.ts'
import type { Drawing, Line, PageLayout } from '../../schemas/layout.ts'
import { paintedSigns } from '../equations/painted.ts'
import { clusters, hullOf } from './clusters.ts'
import { withoutColumnRules } from './column-rules.ts'
import type { LineKind } from './page-text.ts'
import type { RecurringMarks } from './recurring.ts'
import { headRules } from './table-rules.ts'
import { wordBoxes } from './word-boxes.ts'

/** Points. Rules that meet leave at most this much white at their corners. */
const CORNER = 1.5
/** Lines of running text, or the share of the text's width that one line takes, which make what surrounds them a frame. */
const FRAMED_LINES = 2
const FRAMED_WIDTH = 0.4
/** Share of the text's width below which a box with sentences in it is part of a chart: a frame fills its column, half a page at least. */
const MIN_FRAME = 0.42
/** Share of a frame's side that its rules must cover. */
const SIDE_COVERED = 0.8
/** Points. Bars thicker than this are areas, not rules. */
const MAX_RULE = 4
/** How many times longer than thick a rule is. */
const RULE_ASPECT = 6
/** How many times longer than thick a painted outline is before it is the side of a box: arrows and needles are not as slim. */
const MITRED = 8
/** Em. A rule with no other ink this near stands alone: it parts text, or underlines it. */
const ALONE = 1
/** Share of the page from which a painted area is its background. */
const BACKDROP = 0.8
/** Rules in each direction from which a pattern of nothing else is a grid to write on. */
const GRID_RULES = 6
/** Em. Bars and boxes around a heading are at most this high. */
const MAX_ORNAMENT = 3
/** Share of the width of the text that they span: in two columns, one column. */
const ORNAMENT_WIDTH = 0.4
/** Share of an ornament's width that each of its curved shapes takes. */
const THROUGHOUT = 0.9
/** Em. A box for an answer of one line is at most this high. */
const MAX_BLANK = 2.5
/** Lowest value of each colour channel that cannot be told from paper in print. */
const PAPER = 0xfa

/** A mark that may be part of a diagram. */
export interface Ink {
  readonly box: Box
  readonly source: 'drawing' | 'image'
  /** A straight rule along an axis: alone it may belong to a table, a frame or the text. */
  readonly isRule: boolean
  /** A rule or an upright rectangle. */
  readonly isAxial: boolean
}

/** The marks of a page that may belong to diagrams: without paper-white paint, furniture, rules of text, frames and tables. */
export function diagramInk(
  page: PageLayout,
  kinds: readonly LineKind[],
  em: number,
  recurring: RecurringMarks,
  tables: readonly Box[],
  captions: readonly Box[],
): Ink[] {
  const pageArea = page.width * page.height
  const images: Ink[] = page.images
    .filter((image) => !image.background && !recurring.has(page, image.box))
    .map(({ box, ink }) => ({ box: ink ?? box, source: 'image', isRule: false, isAxial: false }))
  const visible = page.drawings.filter((drawing) => !isPaper(drawing) && area(drawing.box) < BACKDROP * pageArea)
  const boxed = boxesInPart(visible, ({ box }) => recurring.has(page, box))
  const painted = visible.filter((drawing) => boxed.has(drawing) || !recurring.has(page, drawing.box))
  const textRules = rulesOfText(page.lines, painted)
  const heads = headRules(painted, page.lines, em)
  const radicals = paintedRadicals(page)
  const isOfText = (drawing: Drawing): boolean =>
    textRules.has(drawing) ||
    heads.has(drawing) ||
    (drawing.kind === 'fill' && radicals.some((radical) => contains(radical, drawing.box, CORNER)))
  const prose = page.lines.filter((_, index) => kinds[index] === 'text')
  const words = wordBoxes(painted, prose, em)
  const free = painted.filter(
    (drawing) => !isOfText(drawing) && !words.has(drawing) && !tables.some((table) => contains(table, drawing.box, CORNER)),
  )
  const wide = textWidth(prose, page.width)
  const drawings = withoutColumnRules(withoutFrames(free, prose, wide, captions), prose).map(
    (drawing): Ink => ({
      box: drawing.box,
      source: 'drawing',
      isRule: isRule(drawing),
      isAxial: isRule(drawing) || drawing.shape === 'rectangle',
    }),
  )
  return withoutLoneRules([...images, ...drawings], page.lines, em, wide)
}

/** Rules of closed boxes of which some stand at one place on other pages, too, and some do not: a box at a page's head is no furniture. */
function boxesInPart(drawings: readonly Drawing[], isRecurring: (drawing: Drawing) => boolean): Set<Drawing> {
  const rules = drawings.filter(isRule)
  const found = new Set<Drawing>()
  if (!rules.some(isRecurring)) return found
  for (const { members } of closedGroups(rules)) if (!members.every(isRecurring)) for (const member of members) found.add(member)
  return found
}

/** Radicals that browsers paint as paths, with the ink of letters under their bars. */
function paintedRadicals(page: PageLayout): Box[] {
  return paintedSigns(page).flatMap(({ text, box, content }) => {
    const holdsType = content !== undefined && page.glyphs.some(({ ink }) => contains(content, ink, CORNER))
    return text === '√' && holdsType ? [union(box, content)] : []
  })
}

/** From the leftmost to the rightmost letter of running text. */
const textWidth = (prose: readonly Line[], pageWidth: number): number =>
  prose.length === 0 ? pageWidth : Math.max(...prose.map(({ box }) => box.right)) - Math.min(...prose.map(({ box }) => box.left))

const isPaper = ({ colour, kind }: Drawing): boolean =>
  kind === 'fill' && colour !== undefined && [1, 3, 5].every((at) => Number.parseInt(colour.slice(at, at + 2), 16) >= PAPER)

const isRule = ({ shape, box, kind }: Drawing): boolean => {
  if (shape === 'horizontal' || shape === 'vertical') return true
  const [thin, long] = [Math.min(width(box), height(box)), Math.max(width(box), height(box))]
  // The side of a box whose sides are of several widths is a trapezium.
  const isArea = shape === 'rectangle' || (shape === 'path' && kind === 'fill' && long >= MITRED * thin)
  return isArea && thin <= MAX_RULE && long >= RULE_ASPECT * thin
}

/** Fraction bars, radicals, underlines and strike-outs: level rules that no line of text is left without. */
function rulesOfText(lines: readonly Line[], drawings: readonly Drawing[]): Set<Drawing> {
  const upright = lines.filter((line) => line.angle === undefined).sort((a, b) => a.box.top - b.box.top)
  const found = new Set<Drawing>()
  for (const drawing of drawings) {
    if (drawing.shape !== 'horizontal') continue
    const { box } = drawing
    for (const line of upright) {
      if (line.box.top > box.bottom + line.size) break
      const slack = 0.25 * line.size
      const isWithin = box.left >= line.box.left - slack && box.right <= line.box.right + slack
      if (isWithin && box.top > line.box.top - slack && box.bottom < line.box.bottom + slack) found.add(drawing)
    }
  }
  return found
}

/** Takes out rectangles, backgrounds and closed rules around running text, or around a drawing together with its caption. */
function withoutFrames(drawings: readonly Drawing[], prose: readonly Line[], textWidth: number, captions: readonly Box[]): Drawing[] {
  const framing = new Set<Drawing>()
  const holdsText = (box: Box): boolean => {
    const inside = prose.filter((line) => contains(box, line.box, CORNER))
    return inside.length >= FRAMED_LINES || inside.some((line) => width(line.box) > FRAMED_WIDTH * textWidth)
  }
  const holdsCaption = (box: Box): boolean => captions.some((caption) => contains(box, caption, CORNER))
  // Around one short line, "Solution" at a page's foot, nothing else may be drawn.
  const holdsLine = (box: Box): boolean =>
    prose.some((line) => contains(box, line.box, CORNER)) &&
    drawings.every((other) => other.box === box || !contains(box, other.box, CORNER) || isAlongSide(other.box, box))
  const isFrame = ({ box, shape }: Drawing): boolean =>
    (width(box) >= MIN_FRAME * textWidth && (holdsText(box) || holdsLine(box))) || (shape === 'rectangle' && holdsCaption(box))
  // Rounded and shaded boxes are paths like any other; what they hold tells them from drawings.
  for (const drawing of drawings) if (!isRule(drawing) && isFrame(drawing)) framing.add(drawing)
  // A box that goes on overleaf may hold the drawing alone: it is as wide as the others.
  const boxes = [...framing]
  for (const drawing of drawings) if (!isRule(drawing) && boxes.some(({ box }) => isAsWide(drawing.box, box))) framing.add(drawing)
  const rules = drawings.filter(isRule)
  const frames = [...framing]
  for (const rule of rules) if (frames.some((frame) => runsAlong(rule.box, frame.box))) framing.add(rule)
  const closed = closedGroups(rules)
  const ruled = closed.filter(({ hull }) => holdsText(hull) || holdsCaption(hull))
  const known = [...boxes.map(({ box }) => box), ...ruled.map(({ hull }) => hull)]
  for (const { members, hull } of closed) if (known.some((box) => isAsWide(hull, box))) for (const member of members) framing.add(member)
  return drawings.filter((drawing) => !framing.has(drawing))
}

/** Rules that meet and run along two opposite sides at least. */
const closedGroups = (rules: readonly Drawing[]): { members: Drawing[]; hull: Box }[] =>
  clusters(
    rules.map(({ box }) => box),
    CORNER,
  )
    .map((group) => group.flatMap((index) => rules[index] ?? []))
    .map((members) => ({ members, hull: hullOf(members.map(({ box }) => box)) }))
    .filter(({ members, hull }) => isClosed(members, hull))

const isAsWide = (a: Box, b: Box): boolean => Math.abs(a.left - b.left) < CORNER && Math.abs(a.right - b.right) < CORNER

/** A stripe along one side of a frame: a bar of colour at its left, a thicker rule at its head. */
const runsAlong = (rule: Box, frame: Box): boolean =>
  contains(frame, rule, CORNER) &&
  ((height(rule) >= SIDE_COVERED * height(frame) && Math.min(rule.left - frame.left, frame.right - rule.right) < CORNER) ||
    (width(rule) >= SIDE_COVERED * width(frame) && Math.min(rule.top - frame.top, frame.bottom - rule.bottom) < CORNER))

/** A bar along one side of a box, or the box painted again. */
const isAlongSide = (bar: Box, box: Box): boolean =>
  (height(bar) > SIDE_COVERED * height(box) && (width(bar) <= MAX_RULE || width(bar) > SIDE_COVERED * width(box))) ||
  (width(bar) > SIDE_COVERED * width(box) && height(bar) <= MAX_RULE)

/** Whether rules run along two opposite sides of the hull. */
function isClosed(rules: readonly Drawing[], hull: Box): boolean {
  const covered = (side: Box, along: 'x' | 'y'): boolean => {
    const parts = rules.flatMap(({ box }) => intersection(box, side) ?? [])
    const total = parts.reduce((sum, part) => sum + (along === 'x' ? width(part) : height(part)), 0)
    return total >= SIDE_COVERED * (along === 'x' ? width(hull) : height(hull))
  }
  const edge = MAX_RULE
  const isLevel = covered({ ...hull, bottom: hull.top + edge }, 'x') && covered({ ...hull, top: hull.bottom - edge }, 'x')
  return isLevel || (covered({ ...hull, right: hull.left + edge }, 'y') && covered({ ...hull, left: hull.right - edge }, 'y'))
}

/** Takes out what is made of rules alone and holds no drawing: table rules, separators, grids, empty forms. */
function withoutLoneRules(ink: readonly Ink[], lines: readonly Line[], em: number, textWidth: number): Ink[] {
  const boxes = ink.map(({ box }) => box)
  return clusters(boxes, ALONE * em).flatMap((group) => {
    const members = group.flatMap((index) => ink[index] ?? [])
    if (isOrnament(members, textWidth, em)) return []
    if (members.some(({ isAxial }) => !isAxial)) return members
    if (isTable(members, lines, em) || isTintedRow(members, lines, em) || isForm(members, lines, em)) return []
    return members.some(({ isRule }) => !isRule) || isRuledDrawing(members) ? members : []
  })
}

/** A bar, a box or rules around a heading: flat, and as wide as a column at least; one rounded or shaded shape runs through all of it. */
function isOrnament(members: readonly Ink[], textWidth: number, em: number): boolean {
  const hull = hullOf(members.map(({ box }) => box))
  if (members.some(({ box, isAxial, source }) => source === 'image' || (!isAxial && width(box) < THROUGHOUT * width(hull)))) return false
  return height(hull) <= MAX_ORNAMENT * em && width(hull) >= ORNAMENT_WIDTH * textWidth
}

/** A box to write an answer into, with lines to write on: flat, or empty. Boxes of a drawing are joined to something. */
function isForm(members: readonly Ink[], lines: readonly Line[], em: number): boolean {
  const upright = members.filter(({ box, isRule }) => !isRule || height(box) > width(box))
  const hull = hullOf((upright.length > 0 ? upright : members).map(({ box }) => box))
  const isOneBox = upright.length === 1 ? upright[0]?.isRule === false : upright.length === 2 && upright.every(({ isRule }) => isRule)
  const inside = lines.filter(({ box }) => contains(hull, box, CORNER)).length
  return isOneBox && (inside === 0 || (inside === 1 && height(hull) <= MAX_BLANK * em))
}

/** Rules in both directions that are no grid: a frame structure, a circuit, a beam drawn in outline. */
function isRuledDrawing(rules: readonly Ink[]): boolean {
  const level = rules.filter(({ box }) => width(box) > height(box))
  const upright = rules.filter(({ box }) => width(box) <= height(box))
  if (level.length === 0 || upright.length === 0) return false
  return level.length < GRID_RULES || upright.length < GRID_RULES
}

/** Two rows or more of two cells or more among level rules or boxes that run along them. */
function isTable(members: readonly Ink[], lines: readonly Line[], em: number): boolean {
  const hull = grow(hullOf(members.map(({ box }) => box)), 0.3 * em)
  const rows: Line[][] = []
  for (const line of lines.filter(({ box }) => contains(hull, box)).sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1)
    if (row?.[0] && line.baseline - row[0].baseline < 0.3 * em) row.push(line)
    else rows.push([line])
  }
  return rows.filter((row) => row.length >= 2).length >= 2
}

/** Boxes of one height side by side without white between them, each around a cell: the tinted head of a table without rules. */
function isTintedRow(members: readonly Ink[], lines: readonly Line[], em: number): boolean {
  const boxes = members.map(({ box }) => box).sort((a, b) => a.left - b.left)
  const [first] = boxes
  if (!first || boxes.length < 2 || height(first) > MAX_BLANK * em) return false
  return boxes.every((box, at) => {
    const next = boxes[at + 1]
    const isLevel = Math.abs(box.top - first.top) < CORNER && Math.abs(box.bottom - first.bottom) < CORNER
    return isLevel && (!next || Math.abs(next.left - box.right) < CORNER) && lines.some((line) => contains(box, line.box, CORNER))
  })
}

/** Sentences in the boxes of a chart are labels like any other. */
export const withoutBoxedText = (kinds: readonly LineKind[], lines: readonly Line[], ink: readonly Ink[]): LineKind[] => {
  const boxes = ink.filter(({ isAxial, isRule }) => isAxial && !isRule).map(({ box }) => box)
  return kinds.map((kind, index) => {
    const line = lines[index]
    return kind === 'text' && line && boxes.some((box) => contains(box, line.box)) ? 'loose' : kind
  })
}
