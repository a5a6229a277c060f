/** One side of an equation or inequality, LaTeX. */
export interface Side {
  /** The sign before it, "" before the first. */
  readonly relation: string
  readonly latex: string
}

/** A chain of equalities, `v = Q/A = 2.5`: its sides from left to right. */
export type Clause = readonly Side[]

const OUTER =
  /^\\begin\{(?:aligned|alignedat|split|gathered|array)\}(?:\{[^{}]*\})?([\s\S]*)\\end\{(?:aligned|alignedat|split|gathered|array)\}$/
/** Between two rows, two formulas on a row, or two of a list; a comma within a number parts thousands. */
const BREAK = /^(?:\\\\(?:\[[^\]]*\])?|\\q?quad(?![A-Za-z])|;|,(?!\d{3}(?!\d)))/
const RELATION = /^(?:=|≈|[<>]|\\(?:approx|simeq|cong|leq?|geq?|lesssim|gtrsim)(?![A-Za-z]))/
const OPENS = /^(?:\\left(?![A-Za-z])\\?.|\\begin\{[^{}]*\}|[{([])/
const CLOSES = /^(?:\\right(?![A-Za-z])\\?.|\\end\{[^{}]*\}|[})\]])/
const ONE = /^(?:[^\\{}[\]()=≈<>;,&]+|\\[A-Za-z]+|\\.|[\s\S])/

/** The chains of equalities of a formula, in reading order. A row that goes on from the one above begins with an empty side. */
export function clausesOf(latex: string): Clause[] {
  const body = latex.replace(/\\tag\*?\{[^{}]*\}/g, '').trim()
  const rows = OUTER.exec(body)?.[1] ?? body
  let side = { relation: '', latex: '' }
  let clause = [side]
  const clauses = [clause]
  let depth = 0
  for (let at = 0; at < rows.length; ) {
    const rest = rows.slice(at)
    const [opens, closes, breaks, relation] = [OPENS, CLOSES, BREAK, RELATION].map((pattern) => pattern.exec(rest)?.[0])
    if (opens !== undefined) depth++
    else if (closes !== undefined) depth = Math.max(0, depth - 1)
    const ends = depth === 0 && opens === undefined && closes === undefined ? (breaks ?? relation) : undefined
    const part = opens ?? closes ?? ends ?? ONE.exec(rest)?.[0] ?? rest
    at += part.length
    if (ends !== undefined) {
      side = { relation: ends === breaks ? '' : ends, latex: '' }
      if (ends === breaks) {
        clause = []
        clauses.push(clause)
      }
      clause.push(side)
    } else if (part !== '&') side.latex += part
  }
  return clauses
    .map((sides) => sides.map((one) => ({ ...one, latex: one.latex.trim() })))
    .filter((sides) => sides.some((one) => one.latex !== ''))
}
