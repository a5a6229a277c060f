import type { Checker, Verdict } from './check.ts'
import { doubtOf } from './doubts.ts'
import type { Found } from './formulas.ts'
import { marksOfRows } from './read-back.ts'

/** Most that is believed of a formula that is not wholly as on the page, however long, or that no author would have written so. */
const DOUBTED = 0.9

/** How much is believed of a formula, and why not more. */
export function verdictOf(found: Found, checker: Checker): Verdict {
  const verdict = checker.check(found.latex, marksOfRows(found.rows), found.display)
  if (verdict.agreement < 1) return { ...verdict, agreement: Math.min(verdict.agreement, DOUBTED) }
  const doubt = doubtOf(found)
  return doubt === undefined ? verdict : { ...verdict, agreement: DOUBTED, why: doubt }
}
