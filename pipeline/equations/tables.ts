import { type Box, unionAll } from '../../schemas/geometry.ts'
import { distanceTo } from './atoms.ts'
import { type Atom, axisOf, largestEm, type Row, type Sign, type Table } from './model.ts'

/** Em. A delimiter this tall may hold several lines; one around a fraction is as tall but holds one. */
const MIN_HEIGHT = 1.55
/** Em. Baselines of two lines lie at least this far apart. */
const LINE_STEP = 0.75
/** Em. White between columns; between symbols of one cell there is at most a thick space (0.28). */
const COLUMN_GAP = 0.6
/** Delimiters that belong together are equally tall, give or take this share. */
const SAME_HEIGHT = 0.12
/** Em. Numerator and denominator of a binomial stand further apart than lines of a matrix (1.2), or are script type. */
const BINOMIAL_STEP = 1.28
/** Type smaller than this share of the largest is a script. */
const SCRIPT_SIZE = 0.86

/** Replaces tall delimiters and the lines between them by tables: matrices, determinants, cases, binomials stay inside as such. */
export function placeTables(atoms: readonly Atom[], toRow: (atoms: readonly Atom[]) => Row, rules: readonly Box[] = []): Atom[] {
  for (const { open, close } of delimiters(atoms)) {
    if (!close && (open.text !== '{' || rules.length > 0)) continue
    if (close && rules.some((rule) => isBetween(rule, open, close))) continue
    const inside = content(open, close, atoms).filter((atom) => !rules.some((rule) => isBeyond(atom, rule, open)))
    const lines = close ? toLines(inside) : withoutFollowers(open, toLines(inside))
    if (lines.length < 2 || areClose(lines)) continue
    const table = toTable(open, close, lines, toRow)
    const used = new Set<Atom>([open, ...(close ? [close] : []), ...lines.flat()])
    return placeTables(
      [...atoms.filter((atom) => !used.has(atom)), table].sort((a, b) => a.box.left - b.box.left),
      toRow,
      rules,
    )
  }
  return [...atoms]
}

interface Delimiters {
  readonly open: Sign
  readonly close: Sign | undefined
}

/** Tall signs that open, with what closes them; what others hold comes first, and of braces that nothing closes the last. */
function delimiters(atoms: readonly Atom[]): Delimiters[] {
  const width = ({ open, close }: Delimiters): number => (close ? close.box.left - open.box.left : Number.POSITIVE_INFINITY)
  return atoms
    .filter((atom): atom is Sign => atom.kind === 'sign' && mayOpen(atom))
    .map((open) => ({ open, close: closing(open, atoms) }))
    .sort((a, b) => (width(a) === width(b) ? b.open.box.left - a.open.box.left : width(a) - width(b)))
}

/** A bar that stands between two brackets; what is over and under it is one line. */
const isBetween = (rule: Box, open: Sign, close: Sign): boolean =>
  centreX(rule) > open.box.right && centreX(rule) < close.box.left && rule.top > open.box.top && rule.bottom < open.box.bottom

/** A bar stands between what the brackets hold and this. */
const isBeyond = ({ box }: Atom, rule: Box, open: Sign): boolean =>
  centreX(box) > rule.left && centreX(box) < rule.right && centreY(rule) > centreY(open.box) === centreY(box) > centreY(rule)

const centreX = (box: Box): number => (box.left + box.right) / 2
const centreY = (box: Box): number => (box.top + box.bottom) / 2
const height = (box: Box): number => box.bottom - box.top

const mayOpen = (sign: Sign): boolean =>
  sign.isTall && (sign.role === 'open' || sign.role === 'fence') && height(sign.box) > MIN_HEIGHT * sign.em

/** The next delimiter of the same height that closes what this one opens. */
function closing(open: Sign, atoms: readonly Atom[]): Sign | undefined {
  const later = atoms.filter(
    (atom): atom is Sign =>
      atom.kind === 'sign' &&
      atom.box.left > open.box.left &&
      (atom.role === 'close' || atom.role === 'open' || atom.role === 'fence') &&
      Math.abs(height(atom.box) - height(open.box)) < SAME_HEIGHT * height(open.box) &&
      Math.abs(centreY(atom.box) - centreY(open.box)) < SAME_HEIGHT * height(open.box),
  )
  let depth = 0
  for (const sign of later) {
    if (open.role === 'fence') {
      if (sign.role === 'fence' && sign.text === open.text) return sign
      continue
    }
    if (sign.role === 'open') depth++
    else if (sign.role === 'close' && depth-- === 0) return sign
  }
  return undefined
}

function content(open: Sign, close: Sign | undefined, atoms: readonly Atom[]): Atom[] {
  const right = close?.box.left ?? Number.POSITIVE_INFINITY
  return atoms.filter(
    (atom) =>
      atom !== open &&
      centreX(atom.box) > open.box.right - 0.1 * open.em &&
      centreX(atom.box) < right &&
      centreY(atom.box) > open.box.top - 0.6 * open.em &&
      centreY(atom.box) < open.box.bottom + 0.6 * open.em,
  )
}

/** Content by line, top to bottom: full-size type by where its line runs, then scripts, larger ones first, with what they hang on. */
function toLines(atoms: readonly Atom[]): Atom[][] {
  const largest = largestEm(atoms)
  const isMain = (atom: Atom): boolean => atom.em > SCRIPT_SIZE * largest
  const lines: { y: number; atoms: Atom[] }[] = []
  for (const atom of atoms.filter(isMain)) {
    const y = axisOf(atom)
    const line = lines.find((other) => Math.abs(other.y - y) < 0.5 * LINE_STEP * atom.em)
    if (line) line.atoms.push(atom)
    else lines.push({ y, atoms: [atom] })
  }
  lines.sort((a, b) => a.y - b.y)
  const scripts = atoms.filter((one) => !isMain(one)).sort((a, b) => b.em - a.em)
  for (const script of scripts) {
    const distances = lines.map((line) => Math.min(...line.atoms.map((host) => distanceTo(host, script))))
    lines[distances.indexOf(Math.min(...distances))]?.atoms.push(script)
  }
  return lines.map((line) => line.atoms)
}

/** Whether lines stand closer than lines do: they are parts of one. */
function areClose(lines: readonly (readonly Atom[])[]): boolean {
  const largest = largestEm(lines.flat())
  const ys = lines.flatMap(([atom]) => (atom ? [axisOf(atom)] : []))
  return ys.some((y, at) => at > 0 && y - (ys[at - 1] ?? y) < LINE_STEP * largest)
}

/** What goes on after cases stands level with the middle of the brace, right of all lines when these are even in number. */
function withoutFollowers(open: Sign, lines: Atom[][]): Atom[][] {
  const first = Math.min(...lines.flat().map((atom) => atom.box.left))
  return lines.filter((line) => {
    const [atom] = line
    const isLevel = atom !== undefined && Math.abs(axisOf(atom) - centreY(open.box)) < 0.3 * atom.em
    return !(isLevel && lines.length > 2 && Math.min(...line.map((one) => one.box.left)) > first + 2 * open.em)
  })
}

function toTable(open: Sign, close: Sign | undefined, lines: readonly Atom[][], toRow: (atoms: readonly Atom[]) => Row): Table | Atom {
  const inside = lines.flat()
  const box = unionAll([open.box, ...(close ? [close.box] : []), ...inside.map((atom) => atom.box)]) ?? open.box
  const columns = toColumns(inside)
  const shared = {
    box: { ...box, top: open.box.top, bottom: open.box.bottom },
    em: Math.max(...inside.map((atom) => atom.em)),
    baseline: undefined,
    glyphs: [...open.glyphs, ...(close?.glyphs ?? [])],
    from: open.from,
    to: close?.to ?? box.right,
  }
  if (open.text === '(' && close?.text === ')' && columns.length === 1 && lines.length === 2 && isBinomial(lines)) {
    const axis = centreY(open.box)
    return { kind: 'fraction', over: toRow(lines[0] ?? []), under: toRow(lines[1] ?? []), axis, hasBar: false, ...shared }
  }
  const rows = lines.map((line) =>
    columns.map((column) => toRow(line.filter((atom) => centreX(atom.box) > column.left && centreX(atom.box) < column.right))),
  )
  return { kind: 'table', open: open.text, close: close?.text ?? '', rows, ...shared }
}

function isBinomial(lines: readonly Atom[][]): boolean {
  const [first, second] = lines.map((line) => line[0])
  if (!first || !second) return false
  const step = axisOf(second) - axisOf(first)
  return step > BINOMIAL_STEP * first.em || lines.flat().every((atom) => atom.kind === 'sign') === false
}

/** Columns of the table: white strips that run through all lines part them. */
function toColumns(atoms: readonly Atom[]): { left: number; right: number }[] {
  const em = Math.max(...atoms.map((atom) => atom.em))
  const columns: { left: number; right: number }[] = []
  for (const { box } of [...atoms].sort((a, b) => a.box.left - b.box.left)) {
    const last = columns.at(-1)
    if (last && box.left - last.right < COLUMN_GAP * em) last.right = Math.max(last.right, box.right)
    else columns.push({ left: box.left, right: box.right })
  }
  return columns
}
