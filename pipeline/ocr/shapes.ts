import type { Component, Labelled } from './components.ts'

/** Em by x-height of the letters that books are set in, 0.42 to 0.5. */
const EM_BY_X_HEIGHT = 2.15
/** Pixels at 150 dots an inch. Smaller components are dots and noise, larger ones not letters, when the letter size is measured. */
const LETTER_HEIGHTS = { least: 5, most: 60 }
/** Letter size in pixels at 150 dots an inch where a page has no letters: ten points. */
const USUAL_EM = 21

/** Em in pixels, by the component height that is most usual: small letters outnumber the rest. */
export function emOf(components: readonly Component[]): number {
  const heights = components
    .map(({ top, bottom }) => bottom - top)
    .filter((height) => height >= LETTER_HEIGHTS.least && height <= LETTER_HEIGHTS.most)
    .sort((a, b) => a - b)
  return EM_BY_X_HEIGHT * (heights[Math.floor(heights.length / 2)] ?? USUAL_EM / EM_BY_X_HEIGHT)
}

/** Em. What is longer than this in one direction is drawn, not written: brackets and integrals stay below. */
const DRAWN = 4.5
/** Em. The same for what is this large in both directions: letters of two lines that touch stay below. */
const DRAWN_BOTH = 2.5
/** Share of its box that the ink of a square bullet fills, and its size in em. */
const SOLID = 0.85
const BULLET = { least: 0.25, most: 1.2 }
/** Em. An icon has a straight edge longer than any letter's, and is about as high as a line. */
const ICON_EDGE = 1
const ICON = { least: 0.55, most: 2.2 }
/** Em. Heights of roots that hold letters or fractions; share of the width that their bar takes, and of the height in which it lies. */
const RADICAL = { least: 0.8, most: 4 }
const RADICAL_BAR = 0.6
const RADICAL_TOP = 0.25
/** Share of its width that the longest stroke of a flat drawing takes: arrows, beams and rules have one, words none. */
const RUN_THROUGH = 0.4
/** Strokes of ink that a column of letters meets on average. */
const LETTER_RUNS = 1.35
/** Em of white to the left of what opens a line. */
const OPENING = 2

/** Components that are no writing: drawings, rules, bullets, and icons that open a line. */
export function drawnComponents({ components, labels }: Labelled, width: number, em: number): Component[] {
  const ordered = [...components].sort((a, b) => a.top - b.top)
  return components.filter((component) => {
    const wide = component.right - component.left
    const high = component.bottom - component.top
    if (Math.max(wide, high) >= DRAWN * em || Math.min(wide, high) >= DRAWN_BOTH * em)
      return !isRadical(component, labels, width, em) && !isRunTogether(component, labels, width, em)
    if (isBullet(component, em)) return opensLine(component, ordered, em)
    const isIconSized = high >= ICON.least * em && high <= ICON.most * em && wide >= ICON.least * em && wide <= ICON.most * em
    return isIconSized && longestRun(component, labels, width) >= ICON_EDGE * em && opensLine(component, ordered, em)
  })
}

function isBullet({ left, top, right, bottom, ink }: Component, em: number): boolean {
  const [wide, high] = [right - left, bottom - top]
  const isSquare = Math.max(wide, high) < 1.3 * Math.min(wide, high)
  return isSquare && high >= BULLET.least * em && high <= BULLET.most * em && ink >= SOLID * wide * high
}

/** A root: a stroke along the top to the right end, nothing under it, and a hook at its left. */
function isRadical({ left, top, right, bottom, label }: Component, labels: Int32Array, width: number, em: number): boolean {
  const [wide, high] = [right - left, bottom - top]
  if (high < RADICAL.least * em || high > RADICAL.most * em || wide < high) return false
  let [over, under] = [0, 0]
  for (let x = right - Math.floor(RADICAL_BAR * wide); x < right; x++) {
    let [bar, rest] = [false, false]
    for (let y = top; y < bottom; y++) {
      if (labels[y * width + x] !== label) continue
      if (y - top <= RADICAL_TOP * high) bar = true
      else rest = true
    }
    if (bar) over++
    if (rest) under++
  }
  const bar = Math.floor(RADICAL_BAR * wide)
  return over >= 0.95 * bar && under <= 0.02 * bar
}

/** Letters that touch make a long flat component too, but no stroke runs through it, and a column of it meets ink more than once. */
function isRunTogether(component: Component, labels: Int32Array, width: number, em: number): boolean {
  const [wide, high] = [component.right - component.left, component.bottom - component.top]
  if (high > FLAT * em || high <= MAX_RULE || longestRun(component, labels, width) >= RUN_THROUGH * wide) return false
  return runsPerColumn(component, labels, width) >= LETTER_RUNS
}

/** How often a vertical line through a component meets ink, on average: once in a curve, twice in an e. */
function runsPerColumn({ left, top, right, bottom, label }: Component, labels: Int32Array, width: number): number {
  let runs = 0
  for (let x = left; x < right; x++) {
    let inside = false
    for (let y = top; y < bottom; y++) {
      const isInk = labels[y * width + x] === label
      if (isInk && !inside) runs++
      inside = isInk
    }
  }
  return runs / (right - left)
}

/** The longest level stroke of a component, in pixels. */
function longestRun({ left, top, right, bottom, label }: Component, labels: Int32Array, width: number): number {
  let longest = 0
  for (let y = top; y < bottom; y++) {
    let run = 0
    for (let x = left; x < right; x++) {
      run = labels[y * width + x] === label ? run + 1 : 0
      if (run > longest) longest = run
    }
  }
  return longest
}

function opensLine(component: Component, byTop: readonly Component[], em: number): boolean {
  const middle = (component.top + component.bottom) / 2
  return !byTop.some(
    (other) =>
      other !== component &&
      other.top < middle &&
      other.bottom > middle &&
      other.right <= component.left + 1 &&
      other.right > component.left - OPENING * em,
  )
}

/** Pixels by which a rule may be thicker than a hair after scanning. */
const MAX_RULE = 6
const RULE_ASPECT = 8
/** Share of a component's ink that lies in long level or upright strokes if it is made of rules alone: a table, a frame, a grid. */
const RULED = 0.9
/** Em. A rule that letters touch makes a flat component; the rule runs through all of it. */
const FLAT = 1.8
const FULL_WIDTH = 0.85

/** What a drawn component looks like to the search for figures. */
type Shape = 'horizontal' | 'vertical' | 'path'

export interface ShapedBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly shape: Shape
}

/** A component as one path, or, where it is made of rules alone, as those. */
export function shapesOf(component: Component, labels: Int32Array, width: number, em: number): ShapedBox[] {
  const { left, top, right, bottom } = component
  const [wide, high] = [right - left, bottom - top]
  if (high <= MAX_RULE && wide >= RULE_ASPECT * high) return [{ left, top, right, bottom, shape: 'horizontal' }]
  if (wide <= MAX_RULE && high >= RULE_ASPECT * wide) return [{ left, top, right, bottom, shape: 'vertical' }]
  const level = strokes(component, labels, width, em, 'horizontal')
  const upright = strokes(component, labels, width, em, 'vertical')
  const isRuleWithText = high <= FLAT * em && level.some((stroke) => stroke.right - stroke.left >= FULL_WIDTH * wide) && wide > DRAWN * em
  if (isRuleWithText) return level.filter((stroke) => stroke.right - stroke.left >= FULL_WIDTH * wide)
  const covered = inkIn([...level, ...upright], component, labels, width)
  return covered >= RULED * component.ink ? [...level, ...upright] : [{ left, top, right, bottom, shape: 'path' }]
}

/** Straight strokes along one axis that are longer than an em, as boxes. */
function strokes(component: Component, labels: Int32Array, width: number, em: number, shape: 'horizontal' | 'vertical'): ShapedBox[] {
  const isLevel = shape === 'horizontal'
  const [from, to] = isLevel ? [component.top, component.bottom] : [component.left, component.right]
  const [start, end] = isLevel ? [component.left, component.right] : [component.top, component.bottom]
  const isInk = (across: number, along: number): boolean =>
    labels[isLevel ? across * width + along : along * width + across] === component.label
  let open: { from: number; to: number; first: number; last: number }[] = []
  const done: typeof open = []
  for (let across = from; across < to; across++) {
    for (let along = start; along < end; along++) {
      if (!isInk(across, along)) continue
      const begin = along
      while (along < end && isInk(across, along)) along++
      if (along - begin < em) continue
      const above = open.find((stroke) => stroke.last === across - 1 && stroke.from < along && stroke.to > begin)
      if (above) Object.assign(above, { from: Math.min(above.from, begin), to: Math.max(above.to, along), last: across })
      else open.push({ from: begin, to: along, first: across, last: across })
    }
    done.push(...open.filter((stroke) => stroke.last < across))
    open = open.filter((stroke) => stroke.last >= across)
  }
  return [...done, ...open]
    .filter((stroke) => stroke.last - stroke.first < MAX_RULE)
    .map(({ from: a, to: b, first, last }) =>
      isLevel ? { left: a, right: b, top: first, bottom: last + 1, shape } : { left: first, right: last + 1, top: a, bottom: b, shape },
    )
}

function inkIn(boxes: readonly ShapedBox[], { label }: Component, labels: Int32Array, width: number): number {
  const seen = new Set<number>()
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) if (labels[y * width + x] === label) seen.add(y * width + x)
    }
  }
  return seen.size
}
