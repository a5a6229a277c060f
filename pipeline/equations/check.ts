import type { Mark } from './marks.ts'
import { setAgain } from './set-again.ts'

/** Em. What is raised or lowered by less stands on the line: scripts are off it by 0.2 or more, small type on it by 0.08. */
const ON_LINE = 0.12
/** Em. Fonts differ in how far they raise scripts; a script and a letter on the line differ by more. */
const SAME_LEVEL = 0.16
/** Em. What stands over or under something begins before that ends by more than letters overlap that follow one another. */
const OVERLAP = 0.3
/** Em, and share of the distance. Fonts differ in width. */
const SAME_GAP = 0.4
const SAME_GAP_SHARE = 0.12
/** Em. A formula in running text may go on in the next line: back to the left and down. */
const NEW_LINE_BACK = 3
const NEW_LINE_DOWN = 0.9

/** Natural logarithms of ratios of two sizes: fonts of one line are matched to 8 %, scripts are smaller than what they hang on by 20 % or more. */
const SAME_SIZE = 0.08
const OTHER_SIZE = 0.22

/** How a formula fared when it was set again. */
export interface Verdict {
  readonly parses: boolean
  /** 1 when the symbols that KaTeX sets are those of the page and stand to one another as they do there; less by the share that do not. */
  readonly agreement: number
  readonly why: string
}

/** Formulas recur ("T_1"), so what was set is kept. */
export class Checker {
  private readonly known = new Map<string, Mark[] | string>()

  check(latex: string, expected: readonly Mark[], display: boolean): Verdict {
    const key = `${display} ${latex}`
    const set = this.known.get(key) ?? attempt(latex, display)
    this.known.set(key, set)
    return typeof set === 'string' ? { parses: false, agreement: 0, why: set } : compared(set, expected, display)
  }
}

/** Sets the LaTeX with KaTeX and compares its symbols, and how they stand to one another, with those that the page shows. */
export const check = (latex: string, expected: readonly Mark[], display: boolean): Verdict => new Checker().check(latex, expected, display)

function attempt(latex: string, display: boolean): Mark[] | string {
  try {
    return setAgain(latex, display)
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function compared(set: readonly Mark[], expected: readonly Mark[], display: boolean): Verdict {
  const longest = Math.max(set.length, expected.length, 1)
  const common = matches(set, expected)
  const moved = common.slice(1).flatMap((pair, at) => {
    const before = common[at]
    return before && !standAlike(before, pair, display) ? [{ before, pair }] : []
  })
  const agreement = Math.max(0, common.length - moved.length) / longest
  const text = (marks: readonly Mark[]): string => marks.map((mark) => mark.text).join('')
  if (common.length < longest) return { parses: true, agreement, why: `set again it shows ${text(set)} for ${text(expected)}` }
  const [first] = moved
  return {
    parses: true,
    agreement,
    why: first ? `“${first.pair.set.text}” does not stand to “${first.before.set.text}” as on the page` : '',
  }
}

interface Pair {
  readonly set: Mark
  readonly page: Mark
}

/** Whether two symbols stand to one another as on the page: level, raised or lowered; after one another or one over the other. */
function standAlike(a: Pair, b: Pair, display: boolean): boolean {
  if (!a.set.place || !b.set.place || !a.page.place || !b.page.place) return true
  const set = { rise: b.set.place.axis - a.set.place.axis, gap: b.set.place.left - a.set.place.right }
  const page = { rise: b.page.place.axis - a.page.place.axis, gap: b.page.place.left - a.page.place.right }
  if (!display && page.gap < -NEW_LINE_BACK && page.rise > NEW_LINE_DOWN) return true
  if (side(set.rise, ON_LINE) !== side(page.rise, ON_LINE) && Math.abs(set.rise - page.rise) > SAME_LEVEL) return false
  if (
    isLevel(set) &&
    isLevel(page) &&
    areLetters(a, b) &&
    isUnlike(b.set.place.size / a.set.place.size, b.page.place.size / a.page.place.size)
  )
    return false
  if (INTEGRAL.test(a.set.text)) return true // how far an integral leans is a matter of its font
  const allowed = SAME_GAP + SAME_GAP_SHARE * Math.abs(set.gap)
  return set.gap > -OVERLAP === page.gap > -OVERLAP || Math.abs(set.gap - page.gap) < allowed
}

const isLevel = ({ rise }: { rise: number }): boolean => Math.abs(rise) < ON_LINE

/** Signs and brackets may be of any size. */
const areLetters = (a: Pair, b: Pair): boolean => [a, b].every(({ set }) => /^[\p{L}\p{N}]$/u.test(set.text))

/** Whether one of two ratios is that of type of one size, the other that of a script to what it hangs on. */
const isUnlike = (a: number, b: number): boolean => {
  const [nearer, further] = [Math.abs(Math.log(a)), Math.abs(Math.log(b))].sort((x, y) => x - y) as [number, number] // two in, two out
  return nearer < SAME_SIZE && further > OTHER_SIZE
}

/** Multiple ones are spelt out. */
const INTEGRAL = /^[∫∮]/

const side = (distance: number, slack: number): number => (Math.abs(distance) < slack ? 0 : Math.sign(distance))

/** The longest common subsequence, paired. */
function matches(set: readonly Mark[], page: readonly Mark[]): Pair[] {
  const lengths = Array.from({ length: set.length + 1 }, () => new Array<number>(page.length + 1).fill(0))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = set.length - 1; i >= 0; i--) {
    const row = lengths[i]
    for (let j = page.length - 1; j >= 0 && row; j--) {
      row[j] = set[i]?.text === page[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < set.length && j < page.length; ) {
    const [one, other] = [set[i], page[j]]
    if (one && other && one.text === other.text && at(i, j) === at(i + 1, j + 1) + 1) {
      pairs.push({ set: one, page: other })
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}
