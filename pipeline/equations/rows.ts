import { type Box, overlapX, overlapY, unionAll } from '../../schemas/geometry.ts'
import { distanceTo } from './atoms.ts'
import { type Builder, type Level, limitHost } from './limits.ts'
import { type Atom, AXIS, axisOf, type Item, isLetterLike, largestEm, type Row, type Table } from './model.ts'
import { placeTables } from './tables.ts'

/** Em. Type on one baseline: producers round to a hundredth of a point, Word to a twentieth. */
const LEVEL = 0.1
/** Em. Small type on the line: browsers lower the index of an index by as little as 0.08, and round to pixels. */
const SMALL_LEVEL = 0.06
/** Script type is at most this share of its base; small type on the main baseline is just small. */
const SCRIPT_SIZE = 0.86
/** Em. An atom centred on the axis may be off by this much, and by this share of its height: fonts and hands differ. */
const OFF_AXIS = 0.2
const OFF_AXIS_SHARE = 0.1
/** Em. Baselines of two lines lie at least this far apart. */
const LINE_STEP = 0.75
/** Em. White between parts of one script. */
const SCRIPT_GAP = 0.5
/** Em. A prime or power on a script stands clear of the script's ink by no more than this. */
const SCRIPT_RISE = 0.25
/** Em. Nothing hangs on what ends this far left of it: an equation's number that is centred on lines of another height. */
const TOO_FAR = 2
/** Em. Side bearings of two neighbours together. */
const INK_MARGIN = 0.05

/** Atoms as one line: each with its scripts, limits and labels, left to right. */
export function toRow(parts: readonly Atom[]): Row {
  if (parts.length === 0) return []
  const atoms = placeTables([...parts].sort(leftToRight), toRow)
  const level = mainLevel(atoms)
  const off = atoms.filter((atom) => !isOn(atom, level))
  const main = atoms.filter((atom) => !off.includes(atom) && !off.some((script) => hangsOn(atom, script, level)))
  if (main.length === 0) return inOrder(atoms)
  const scripts = atoms.filter((atom) => !main.includes(atom))
  return attach(main, scripts, level)
}

/**
 * Atoms of several lines, line by line: full-size type by its baseline, bars by their axis, small type with what it stands nearest to.
 * One line is the rule; a display may have more, and lines of text that layout took for one come apart again.
 */
export function toRows(parts: readonly Atom[]): Row[] {
  const atoms = placeTables([...parts].sort(leftToRight), toRow)
  const largest = largestEm(atoms)
  const full = atoms.filter((atom) => atom.em > SCRIPT_SIZE * largest)
  const lines: { axis: number; atoms: Atom[] }[] = []
  for (const atom of [...full].sort((a, b) => standing(b) - standing(a))) {
    const axis = axisOf(atom)
    const reach = atom.baseline === undefined ? Math.max(LINE_STEP * 0.5, OFF_AXIS_SHARE * height(atom)) : LINE_STEP * 0.5
    const line = lines.find((other) => Math.abs(other.axis - axis) < reach * atom.em)
    if (line) line.atoms.push(atom)
    else lines.push({ axis, atoms: [atom] })
  }
  if (lines.length < 2) return [toRow(atoms)]
  for (const atom of atoms.filter((one) => !full.includes(one))) nearestLine(atom, lines)?.atoms.push(atom)
  return lines.sort((a, b) => a.axis - b.axis).map((line) => toRow(line.atoms))
}

/** Type on a baseline first: it says where lines are; what is centred follows. */
const standing = (atom: Atom): number => (atom.baseline === undefined ? 0 : 1)
const height = (atom: Atom): number => (atom.box.bottom - atom.box.top) / atom.em

/** The line of the full-size atom that a small one stands nearest to, beside it or over and under it. */
function nearestLine(atom: Atom, lines: readonly { axis: number; atoms: Atom[] }[]): { axis: number; atoms: Atom[] } | undefined {
  let best: { line: { axis: number; atoms: Atom[] }; distance: number } | undefined
  for (const line of lines) {
    for (const host of line.atoms) {
      if (host.em * SCRIPT_SIZE < atom.em) continue
      const distance = distanceTo(host, atom)
      if (!best || distance < best.distance) best = { line, distance }
    }
  }
  return best?.line
}

const leftToRight = (a: Atom, b: Atom): number => a.box.left - b.box.left

const centreX = (box: Box): number => (box.left + box.right) / 2

/** Nothing stands on a common line: everything as it comes. */
const inOrder = (atoms: readonly Atom[]): Row => atoms.map((base) => ({ base, sup: [], sub: [], over: [], under: [], gap: 0 }))

/** The baseline that carries most of the largest type; where nothing stands on one, the axis of what is centred. */
function mainLevel(atoms: readonly Atom[]): Level {
  const centred = atoms.filter((atom) => atom.baseline === undefined)
  const standing = atoms.filter((atom) => atom.baseline !== undefined)
  const letters = largestEm(standing)
  // brackets may be stretched, but signs between quantities are as large as their line: what is smaller then hangs on something
  const signs = Math.max(0, ...standing.filter(isBetween).map((atom) => atom.em))
  const largest = letters < SCRIPT_SIZE * signs ? signs : letters
  const built = standing.length === 0 ? centred : centred.filter((atom) => atom.kind !== 'sign')
  const tallest = built.reduce<Atom | undefined>((best, atom) => (best && best.em >= atom.em ? best : atom), undefined)
  if (tallest && (standing.length === 0 || tallest.em * SCRIPT_SIZE > largest)) {
    return { baseline: axisOf(tallest) + AXIS * tallest.em, em: tallest.em }
  }
  const weights = new Map<number, number>()
  for (const atom of standing) {
    if (atom.em <= SCRIPT_SIZE * largest) continue
    const y = atom.baseline ?? 0
    const key = [...weights.keys()].find((other) => Math.abs(other - y) < LEVEL * largest) ?? y
    const isMark = atom.kind === 'sign' && (atom.role === 'operator' || (!isLetterLike(atom) && !/[=+−<>≈≤≥]/.test(atom.text)))
    weights.set(key, (weights.get(key) ?? 0) + (isMark ? 0.1 : 1) * Math.max(0.2 * atom.em, atom.box.right - atom.box.left))
  }
  const [heaviest] = [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best))
  const levels = [...weights.keys()]
  // type has a smallest size: scripts on it are as large as what they hang on, which comes first
  const isOneLine = levels.length > 1 && Math.max(...levels) - Math.min(...levels) < LINE_STEP * largest
  const first = isOneLine
    ? standing.find((atom) => atom.em > SCRIPT_SIZE * largest && (atom.kind !== 'sign' || isLetterLike(atom)))
    : undefined
  return { baseline: first?.baseline ?? heaviest, em: largest }
}

const isBetween = (atom: Atom): boolean => atom.kind === 'sign' && (atom.role === 'relation' || atom.role === 'binary')

function isOn(atom: Atom, { baseline, em }: Level): boolean {
  if (atom.baseline !== undefined && !isLargeDelimiter(atom, em))
    return Math.abs(atom.baseline - baseline) < (atom.em < SCRIPT_SIZE * em ? SMALL_LEVEL : LEVEL) * em
  const off = Math.abs(axisOf(atom) - (baseline - AXIS * em))
  return off < Math.max(OFF_AXIS * em, OFF_AXIS_SHARE * (atom.box.bottom - atom.box.top))
}

/** TeX has no small delimiters: those around small type are of text size, centred on the axis. */
const isLargeDelimiter = (atom: Atom, em: number): boolean =>
  atom.kind === 'sign' && em < SCRIPT_SIZE * atom.em && (atom.role === 'open' || atom.role === 'close' || atom.role === 'fence')

/** A script of a lowered script may come to stand on the main line: the prime in the index of a primed point. */
const hangsOn = (atom: Atom, script: Atom, { em }: Level): boolean =>
  script.em < SCRIPT_SIZE * em && atom.em < SCRIPT_SIZE * script.em && atom.box.left > centreX(script.box) && areOneScript(script, atom)

/** Where an atom's line runs: its baseline, or below its middle by the height of the axis. */
const lineOf = (atom: Atom): number => atom.baseline ?? axisOf(atom) + AXIS * atom.em

const builder = (base: Atom | undefined): Builder => ({ base, up: [], down: [], over: [], under: [], word: [] })

function attach(main: readonly Atom[], scripts: readonly Atom[], level: Level): Row {
  const builders = main.map(builder)
  const lead = builder(undefined)
  for (const group of groups(scripts)) {
    const limit = limitHost(group, builders, level)
    if (limit) {
      limit.host[limit.side].push(...group)
      continue
    }
    const host = builders.findLast(({ base }) => base !== undefined && centreX(base.box) < startOf(group)) ?? lead
    if (host.base && startOf(group) - rightOf(host) > TOO_FAR * level.em) {
      builders.splice(builders.indexOf(host) + 1, 0, ...group.map(builder))
      continue
    }
    for (const atom of group) (sideOf(atom, group, level) === 'up' ? host.up : host.down).push(atom)
  }
  const all = lead.up.length + lead.down.length > 0 ? [lead, ...builders] : builders
  return toItems(all, level)
}

const rightOf = ({ base, up, down }: Builder): number => Math.max(...[...(base ? [base] : []), ...up, ...down].map(({ box }) => box.right))

/** A group hangs on what stands left of its first part’s middle. */
const startOf = (group: readonly Atom[]): number => Math.min(...group.map((atom) => centreX(atom.box)))

/** Script atoms that belong together: on one side of the line and close to one another. */
function groups(scripts: readonly Atom[]): Atom[][] {
  const found: Atom[][] = []
  for (const atom of scripts) {
    const group = found.find((other) => other.some((member) => areOneScript(member, atom)))
    if (group) group.push(atom)
    else found.push([atom])
  }
  return found
}

function areOneScript(a: Atom, b: Atom): boolean {
  const em = Math.max(a.em, b.em)
  if (-overlapX(a.box, b.box) > SCRIPT_GAP * em) return false
  const apart = Math.abs(lineOf(a) - lineOf(b))
  if (apart < 0.12 * em) return true
  const rise = Math.min(a.em, b.em) < SCRIPT_SIZE * em ? SCRIPT_RISE * em : 0
  return a.em !== b.em && apart < 0.5 * em && overlapY(a.box, b.box) > -rise
}

/** Scripts of scripts go with the part of the group that is nearest on their left; the rest by where its line runs. */
function sideOf(atom: Atom, group: readonly Atom[], level: Level): 'up' | 'down' {
  const largest = Math.max(...group.map((member) => member.em))
  const owner =
    atom.em > SCRIPT_SIZE * largest
      ? atom
      : (group.findLast((member) => member.em > SCRIPT_SIZE * largest && member.box.left <= atom.box.left) ?? atom)
  return lineOf(owner) < level.baseline ? 'up' : 'down'
}

/** What stands over or under a sign may be several lines, one over another. */
function toStack(atoms: readonly Atom[]): Row {
  const rows = atoms.length > 1 ? toRows(atoms) : []
  if (rows.length < 2) return toRow(atoms)
  const box = unionAll(atoms.map((atom) => atom.box))
  if (!box) return []
  const base: Table = {
    kind: 'table',
    open: '',
    close: '',
    rows: rows.map((row) => [row]),
    box,
    em: Math.max(...atoms.map((atom) => atom.em)),
    baseline: undefined,
    glyphs: [],
    from: box.left,
    to: box.right,
  }
  return inOrder([base])
}

function toItems(builders: readonly Builder[], level: Level): Row {
  const items: Item[] = []
  let end: number | undefined
  let inkEnd = 0
  for (const { base, up, down, over, under } of builders) {
    const parts = [...up, ...down]
    const all = base ? [base, ...parts] : parts
    const start = base?.from ?? Math.min(...parts.map((atom) => atom.from))
    const ink = Math.min(...all.map((atom) => atom.box.left))
    const em = level.em
    // a letter’s advance leaves out the room that its slant needs, so ink counts where it says less
    const gap = end === undefined ? 0 : Math.min(start - end, ink - inkEnd + INK_MARGIN * em) / em
    items.push({ base, sup: toRow(up), sub: toRow(down), over: toStack(over), under: toStack(under), gap })
    end = Math.max(...all.map((atom) => atom.to))
    inkEnd = Math.max(...all.map((atom) => atom.box.right))
  }
  return items
}
