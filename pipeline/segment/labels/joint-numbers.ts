/** Numbers that one label carries, at most: a longer range names the problems of a section. */
const MAX_NUMBERS = 8

const ONE = String.raw`[A-Z]{0,2}\d{1,4}(?:[-.‐‑‒–—−/]\d{1,4})*`
const LISTED = String.raw`,\s*(?:and|und|et|y|e)?|&|\+|and|und|et|y|e`
const UP_TO = 'to|through|bis|[-‐‑‒–—−]'
/** What follows the first number: further ones, and the stop of the label. */
const MORE = new RegExp(String.raw`^((?:\s*(?:${LISTED}|${UP_TO})\s*${ONE})+)(?![\p{L}\d])(\s?[.:)])?(?=\s|$)`, 'u')
const NEXT = new RegExp(String.raw`\s*(${LISTED}|${UP_TO})\s*(${ONE})`, 'gu')
const RANGE = new RegExp(`^(?:${UP_TO})$`, 'u')

/** Numbers under which one text stands, as "5.12 and 5.13" or "5.12–5.14" before a solution. */
export interface JointNumbers {
  /** As printed, any dash written "-"; the first is the label's own. */
  readonly numbers: readonly string[]
  /** Characters that they and their stop take after the first number. */
  readonly length: number
  readonly stop: string
}

/** The numbers that follow a label's first one and count on from it; undefined where none do. */
export function numbersAfter(first: string, rest: string): JointNumbers | undefined {
  const [all, list = '', stop = ''] = MORE.exec(rest) ?? []
  if (all === undefined) return undefined
  const numbers = [first]
  for (const [, joint = '', printed = ''] of list.matchAll(NEXT)) {
    const number = plain(printed)
    const steps = stepsTo(numbers.at(-1) ?? '', number)
    if (steps.length === 0) return undefined
    numbers.push(...(RANGE.test(joint) ? steps : [number]))
  }
  return numbers.length > MAX_NUMBERS ? undefined : { numbers, length: all.length, stop: stop.trim() }
}

/**
 * The numbers of a range that reads like one number: "5.15-5.17", or "12-14" where problems are counted so.
 *
 * @param number any dash written "-"
 */
export function numbersOfRange(number: string): readonly string[] | undefined {
  for (let at = number.indexOf('-'); at > 0; at = number.indexOf('-', at + 1)) {
    const [first, last] = [number.slice(0, at), number.slice(at + 1)]
    const steps = stepsTo(first, last)
    if (steps.length > 0 && steps.length < MAX_NUMBERS) return [first, ...steps]
  }
  return undefined
}

const plain = (printed: string): string => printed.replace(/[‐‑‒–—−]/g, '-')

/**
 * The numbers after one, up to another that differs from it in its last integer: "5.4", "5.5", "5.6" from "5.3" to "5.6". None where it does
 * not count on, or in more than `most` steps.
 */
export function stepsTo(from: string, to: string, most = MAX_NUMBERS): string[] {
  const [a, b] = [from, to].map((number) => /^(.*?)(\d+)$/.exec(number))
  if (!a || !b || a[1] !== b[1]) return []
  const [first, last] = [Number(a[2]), Number(b[2])]
  return last - first > most ? [] : Array.from({ length: Math.max(0, last - first) }, (_, at) => `${a[1]}${first + 1 + at}`)
}
