import type { Fragment } from '../../schemas/segment.ts'
import type { LineFact } from './facts.ts'
import type { Patterns } from './language/patterns.ts'
import { findParts, follows, openingPart } from './parts.ts'

/**
 * Tells where a question goes on after a solution in place: solutions may follow each part, "(a) … Solution: … (b) … Solution: …". The
 * solution of the whole question begins its own labels anew, that of one part is followed by the next part.
 */
export class Resumption {
  private readonly lines: readonly LineFact[]
  private readonly patterns: Patterns
  /** The part that was asked last before the solution; undefined once the solution has labels of its own. */
  private asked: { label: string; depth: number } | undefined

  constructor(lines: readonly LineFact[], patterns: Patterns) {
    this.lines = lines
    this.patterns = patterns
  }

  /** Call where a solution begins, with the question up to there. */
  leave(question: readonly Fragment[]): void {
    const factOf = (page: number, line: number): LineFact | undefined => this.lines.find((one) => one.page === page && one.line === line)
    this.asked = findParts(question, factOf, this.patterns)
      .filter(({ depth }) => depth === 0)
      .at(-1)
  }

  /** Whether the next part of the question begins on this line of the solution. */
  isAt(line: LineFact): boolean {
    if (!this.asked) return false
    const label = openingPart(line, this.patterns)
    if (label === undefined) return false
    if (follows(this.asked.label, label)) return true
    if (/^[a1i]$/i.test(label)) this.asked = undefined
    return false
  }
}
