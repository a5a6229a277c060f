import type { LineFact } from '../facts.ts'
import type { Heading } from '../headings.ts'
import type { Patterns } from '../language/patterns.ts'
import type { Zone } from '../zones.ts'
import type { Candidate } from './labels.ts'

/** What choosing the labels of problems looks at. */
export interface Evidence {
  readonly lines: readonly LineFact[]
  readonly candidates: readonly Candidate[]
  readonly headings: readonly Heading[]
  readonly zones: readonly Zone[]
  readonly patterns: Patterns
}
