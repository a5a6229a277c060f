import { type Box, overlapX, unionAll } from '../../schemas/geometry.ts'
import { type Accented, type Atom, axisOf, type Fraction, largestEm, type Radical, type Sign } from './model.ts'
import { toRow } from './rows.ts'
import { couldBeAccent } from './signs.ts'
import { accentCommand, asAccent } from './symbols.ts'

/** Em. How far content may stick out beyond its bar: italic overhang. */
const OVERHANG = 0.2
/** Em. White between a bar and what stands next to it: TeX leaves 0.1 to 0.3, Word up to 0.4. */
const BAR_GAP = 0.55
/** Em. White between parts of one numerator: scripts and limits leave at most this. */
const PART_GAP = 0.28
/** Em. White between neighbours of one row, inside a fraction or out. */
const RUN_ON = 0.25
/** Em. A tip of a brace built in pieces is narrower than any whole brace. */
const WHOLE_BRACE = 0.6
/** Em. White between cells of a table; within a numerator there is less. */
const CELL_GAP = 1.8
/** Type smaller than this share of the largest is a script. */
const SCRIPT_SIZE = 0.86
/** Em. Lines stand further apart than this; delimiters and operators of one line are off its axis by less. */
const OTHER_LINE = 0.6
/** Em. Ends of an overline and of the letters under it, which lean. */
const SAME_END = 0.12
/** Em. Ends of a radical's sign and its bar meet within this. */
const MEET = 0.18

/** Signs and rules into atoms: accents, then by growing width of their rule radicals, fractions and over- and underlines, then braces. */
export function compose(signs: readonly Sign[], rules: readonly Box[]): Atom[] {
  let atoms: Atom[] = placeAccents(signs)
  const tips = signs.filter(({ text }) => /[⏟⏞⎯]/.test(text))
  let left = rules.filter((rule) => !tips.some((tip) => isArm(rule, tip))).sort((a, b) => a.right - a.left - (b.right - b.left))
  for (const rule of left) {
    const applied = applyRule(
      atoms,
      rule,
      left.filter((other) => other === rule || !signs.some((sign) => isRadicalOf(sign, other))),
    )
    if (applied) left = left.filter((other) => other !== rule)
    atoms = applied ?? atoms
  }
  return placeBraces(atoms)
}

/** TeX lengthens the arms of a brace with rules that touch its tips. */
const isArm = (rule: Box, { box, em }: Sign): boolean =>
  -overlapX(rule, box) < 0.1 * em && rule.top > box.top - 0.1 * em && rule.bottom < box.bottom + 0.1 * em

const centre = (box: Box): number => (box.left + box.right) / 2

/** Replaces parts by the atom made of them, at the first part's place. */
function replaced(atoms: readonly Atom[], parts: readonly Atom[], made: Atom): Atom[] {
  const used = new Set(parts)
  return [...atoms.filter((atom) => !used.has(atom)), made].sort((a, b) => a.box.left - b.box.left)
}

function around(boxes: readonly Box[]): Box {
  const box = unionAll(boxes)
  if (!box) throw new Error('Nothing has no box.')
  return box
}

/** An accent floats over the top of a letter's ink; what only looks like one stands beside it. */
function placeAccents(signs: readonly Sign[]): Atom[] {
  let atoms: Atom[] = [...signs]
  for (const accent of signs.filter(couldBeAccent)) {
    const body = atoms.filter((atom) => atom !== accent && isUnder(atom, accent))
    if (body.length > 0) atoms = replaced(atoms, [accent, ...body], accented(accent, body))
  }
  return atoms
}

function isUnder(atom: Atom, accent: Sign): boolean {
  if (atom.kind === 'sign' && couldBeAccent(atom)) return false
  const slack = 0.12 * atom.em
  if (accent.box.bottom > atom.box.top + 0.3 * atom.em || accent.box.bottom < atom.box.top - 0.45 * atom.em) return false
  if ((accent.box.top + accent.box.bottom) / 2 > atom.box.top + 0.05 * atom.em) return false
  const isNarrow = accent.box.right - accent.box.left < 0.6 * accent.em
  if (isNarrow && centre(accent.box) > atom.box.left - slack && centre(accent.box) < atom.box.right + 2 * slack) return true
  return centre(atom.box) > accent.box.left - slack && centre(atom.box) < accent.box.right + slack
}

function accented(accent: Sign, body: readonly Atom[]): Accented {
  const command = accentCommand(asAccent(accent.text) ?? accent.text, body.length > 1)
  const [first] = body
  return {
    kind: 'accented',
    command,
    body: toRow(body),
    box: around([accent.box, ...body.map((atom) => atom.box)]),
    em: Math.max(...body.map((atom) => atom.em)),
    baseline: first?.baseline,
    glyphs: accent.glyphs,
    from: Math.min(...body.map((atom) => atom.from)),
    to: Math.max(...body.map((atom) => atom.to)),
  }
}

/** Undefined when the rule belongs to nothing here. `rules` are those not used up by smaller parts. */
function applyRule(atoms: readonly Atom[], rule: Box, rules: readonly Box[]): Atom[] | undefined {
  const sign = atoms.find((atom) => atom.kind === 'sign' && isRadicalOf(atom, rule))
  if (sign?.kind === 'sign') return withRadical(atoms, sign, rule)
  const candidates = atoms.filter((atom) => {
    const slack = OVERHANG * atom.em
    return (
      atom.box.left > rule.left - slack &&
      atom.box.right < rule.right + slack &&
      centre(atom.box) > rule.left &&
      centre(atom.box) < rule.right &&
      belongsTo(atom, rule, rules)
    )
  })
  const y = (rule.top + rule.bottom) / 2
  const inside = isOverlineOf(candidates, rule) ? candidates : withoutTornWords(candidates, atoms)
  const over = reach(
    inside.filter((atom) => (atom.box.top + atom.box.bottom) / 2 < y),
    rule,
    'over',
  )
  const under = reach(
    inside.filter((atom) => (atom.box.top + atom.box.bottom) / 2 > y),
    rule,
    'under',
  )
  if (isRowOfCells(over) || isRowOfCells(under)) return undefined
  if (over.length > 0 && under.length > 0) return replaced(atoms, [...over, ...under], fraction(over, under, rule))
  if (under.length > 0 && isLine(under, rule)) return replaced(atoms, under, lined('\\overline', under, rule))
  if (over.length > 0 && isLine(over, rule) && over.every((atom) => atom.kind !== 'sign' || atom.isMath)) {
    return replaced(atoms, over, lined('\\underline', over, rule))
  }
  return undefined
}

/** No other bar stands between, and of two bars with the atom between them this is the nearer one. */
function belongsTo(atom: Atom, rule: Box, rules: readonly Box[]): boolean {
  const middle = (atom.box.top + atom.box.bottom) / 2
  const y = (rule.top + rule.bottom) / 2
  const distance = y > middle ? y - atom.box.bottom : atom.box.top - y
  return rules.every((other) => {
    const otherY = (other.top + other.bottom) / 2
    if (other === rule || centre(atom.box) < other.left || centre(atom.box) > other.right) return true
    const isSameSide = y > middle === otherY > middle
    if (isSameSide) return Math.abs(otherY - middle) > Math.abs(y - middle)
    const otherDistance = otherY > middle ? otherY - atom.box.bottom : atom.box.top - otherY
    return otherDistance > distance || other.right - other.left > 1.5 * (rule.right - rule.left)
  })
}

/** A bar that ends where the ink under it does is theirs alone, however close the next letter stands. */
function isOverlineOf(candidates: readonly Atom[], rule: Box): boolean {
  const box = unionAll(candidates.map((atom) => atom.box))
  if (!box || box.top < rule.top) return false
  const slack = SAME_END * largestEm(candidates)
  return Math.abs(box.left - rule.left) < slack && Math.abs(box.right - rule.right) < slack
}

/** What runs on beyond the bar's ends is a row of its own. */
function withoutTornWords(candidates: readonly Atom[], atoms: readonly Atom[]): Atom[] {
  let inside = [...candidates]
  for (let changed = true; changed; ) {
    const outside = atoms.filter((atom) => !inside.includes(atom))
    const kept = inside.filter((atom) => !outside.some((other) => areNeighbours(atom, other)))
    changed = kept.length < inside.length
    inside = kept
  }
  return inside
}

const areNeighbours = (a: Atom, b: Atom): boolean =>
  a.baseline !== undefined &&
  b.baseline !== undefined &&
  Math.abs(a.baseline - b.baseline) < 0.05 * a.em &&
  Math.abs(a.em - b.em) < 0.1 * a.em &&
  -overlapX(a.box, b.box) < RUN_ON * a.em

/** Wide white between neighbours: cells over or under the rule of a table. */
function isRowOfCells(atoms: readonly Atom[]): boolean {
  const sorted = [...atoms].sort((a, b) => a.box.left - b.box.left)
  let right = sorted[0]?.box.right ?? 0
  for (const { box, em } of sorted) {
    if (box.left - right > CELL_GAP * em) return true
    right = Math.max(right, box.right)
  }
  return false
}

/** A bar over or under symbols is about as wide as they are; text under a table rule is not. */
const isLine = (body: readonly Atom[], rule: Box): boolean => {
  const box = around(body.map((atom) => atom.box))
  return box.right - box.left > 0.6 * (rule.right - rule.left)
}

/** What stands next to the rule, and what stands on that, as long as no wide white comes between. */
function reach(candidates: readonly Atom[], rule: Box, side: 'over' | 'under'): Atom[] {
  const distance = (atom: Atom): number => (side === 'over' ? rule.top - atom.box.bottom : atom.box.top - rule.bottom)
  const far = (atom: Atom): number => (side === 'over' ? rule.top - atom.box.top : atom.box.bottom - rule.bottom)
  const found: Atom[] = []
  let edge = 0
  for (const atom of [...candidates].sort((a, b) => distance(a) - distance(b))) {
    if (distance(atom) < -0.3 * atom.em) continue
    const allowed = (found.length === 0 ? BAR_GAP : Math.max(PART_GAP, edge === 0 ? BAR_GAP : 0)) * atom.em
    if (distance(atom) - edge > allowed) break
    found.push(atom)
    edge = Math.max(edge, far(atom))
  }
  const line = oneLine(found)
  // what is no part of the line carries nothing
  return line.length < found.length ? reach(line, rule, side) : line.sort((a, b) => a.box.left - b.box.left)
}

/** Numerator and denominator are one line each: full-size type on another line is a row of its own. */
function oneLine(nearestFirst: readonly Atom[]): Atom[] {
  const largest = Math.max(0, ...nearestFirst.map((atom) => atom.em))
  const isFull = (atom: Atom): boolean => atom.em > SCRIPT_SIZE * largest
  const first = nearestFirst.find(isFull)
  return nearestFirst.filter((atom) => !first || !isFull(atom) || Math.abs(axisOf(atom) - axisOf(first)) < OTHER_LINE * atom.em)
}

/** The sign's upper right corner is the bar's left end. */
const isRadicalOf = (sign: Sign, rule: Box): boolean =>
  sign.role === 'radical' &&
  Math.abs(sign.box.right - rule.left) < MEET * sign.em + 0.5 &&
  Math.abs(sign.box.top - (rule.top + rule.bottom) / 2) < MEET * sign.em + 0.5

function withRadical(atoms: readonly Atom[], sign: Sign, rule: Box): Atom[] {
  const body = atoms.filter(
    (atom) =>
      atom !== sign &&
      centre(atom.box) > rule.left &&
      centre(atom.box) < rule.right + 0.05 * atom.em &&
      atom.box.top > rule.top - 0.25 * atom.em &&
      (atom.box.top + atom.box.bottom) / 2 < sign.box.bottom + 0.1 * sign.em,
  )
  const index = atoms.filter((atom) => atom !== sign && !body.includes(atom) && isIndexOf(atom, sign))
  const made: Radical = {
    kind: 'radical',
    body: toRow(body),
    index: toRow(index),
    box: around([sign.box, rule, ...body.map((atom) => atom.box)]),
    em: Math.max(sign.em, ...body.map((atom) => atom.em)),
    baseline: levelOf(body),
    glyphs: sign.glyphs,
    from: Math.min(sign.from, ...index.map((atom) => atom.from)),
    to: Math.max(rule.right, ...body.map((atom) => atom.to)),
  }
  return replaced(atoms, [sign, ...body, ...index], made)
}

/** The degree of a root is small type over the hook of the sign. */
const isIndexOf = (atom: Atom, sign: Sign): boolean =>
  atom.em < 0.75 * sign.em &&
  centre(atom.box) > sign.box.left - 0.6 * sign.em &&
  atom.box.right < sign.box.right &&
  atom.box.bottom < (sign.box.top + sign.box.bottom) / 2 + 0.35 * sign.em &&
  atom.box.bottom > sign.box.top

/** Baseline of the largest type; undefined when everything is centred on the axis. */
function levelOf(atoms: readonly Atom[]): number | undefined {
  const standing = atoms.filter((atom) => atom.baseline !== undefined)
  const largest = Math.max(...standing.map((atom) => atom.em))
  return standing.find((atom) => atom.em > 0.9 * largest)?.baseline
}

function fraction(over: readonly Atom[], under: readonly Atom[], rule: Box): Fraction {
  const parts = [...over, ...under]
  return {
    kind: 'fraction',
    over: toRow(over),
    under: toRow(under),
    axis: (rule.top + rule.bottom) / 2,
    hasBar: true,
    box: around([rule, ...parts.map((atom) => atom.box)]),
    em: Math.max(...parts.map((atom) => atom.em)),
    baseline: undefined,
    glyphs: [],
    from: rule.left,
    to: rule.right,
  }
}

function lined(command: '\\overline' | '\\underline', body: readonly Atom[], rule: Box): Accented {
  const isBar = command === '\\overline' && body.length === 1 && rule.right - rule.left < 0.75 * (body[0]?.em ?? 0)
  return {
    kind: 'accented',
    command: isBar ? '\\bar' : command,
    body: toRow(body),
    box: around([rule, ...body.map((atom) => atom.box)]),
    em: Math.max(...body.map((atom) => atom.em)),
    baseline: levelOf(body),
    glyphs: [],
    from: Math.min(...body.map((atom) => atom.from)),
    to: Math.max(...body.map((atom) => atom.to)),
  }
}

/** Horizontal braces, whole or in pieces, take what stands inside them; small type beyond becomes their label. */
function placeBraces(atoms: readonly Atom[]): Atom[] {
  let result = [...atoms]
  for (const pieces of braces(result.filter((atom): atom is Sign => atom.kind === 'sign' && /[⏟⏞⎯]/.test(atom.text)))) {
    // TeX builds both kinds of the same four tips; the one at the left end tells which
    const isUnder = pieces[0]?.text === '⏟'
    const box = around(pieces.map((piece) => piece.box))
    const own = new Set<Atom>(pieces)
    const body = result.filter(
      (atom) =>
        !own.has(atom) &&
        centre(atom.box) > box.left &&
        centre(atom.box) < box.right &&
        (isUnder ? (atom.box.top + atom.box.bottom) / 2 < box.top : (atom.box.top + atom.box.bottom) / 2 > box.bottom),
    )
    if (body.length > 0) result = replaced(result, [...pieces, ...body], braced(isUnder ? '\\underbrace' : '\\overbrace', pieces, body))
  }
  return result
}

const braced = (command: string, pieces: readonly Sign[], body: readonly Atom[]): Accented => ({
  kind: 'accented',
  command,
  body: toRow(body),
  box: around([...pieces, ...body].map((part) => part.box)),
  em: Math.max(...body.map((atom) => atom.em)),
  baseline: levelOf(body),
  glyphs: pieces.flatMap((piece) => piece.glyphs),
  from: Math.min(...pieces.map((piece) => piece.box.left)),
  to: Math.max(...pieces.map((piece) => piece.box.right)),
})

const tipCount = (pieces: readonly Sign[]): number => pieces.filter(({ text }) => text !== '⎯').length

/** Pieces on one level that follow one another, left to right; rules may lengthen the arms between them. */
function braces(pieces: readonly Sign[]): Sign[][] {
  const found: Sign[][] = []
  for (const piece of [...pieces].sort((a, b) => a.box.left - b.box.left)) {
    const group = found.find((other) => tipCount(other) < 4 && Math.abs((other[0]?.box.top ?? 0) - piece.box.top) < 0.6 * piece.em)
    if (group && piece.box.right - piece.box.left < WHOLE_BRACE * piece.em) group.push(piece)
    else found.push([piece])
  }
  return found
}
