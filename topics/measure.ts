/** How well assigned topics agree with labels, over questions. */
export interface Agreement {
  readonly questions: number
  /** Assigned and labelled, assigned only, labelled only. */
  readonly right: number
  readonly extra: number
  readonly missed: number
  /** right / (right + extra), over all questions together; 1 when nothing was assigned. */
  readonly precision: number
  /** right / (right + missed), over all questions together; 1 when nothing was labelled. */
  readonly recall: number
  readonly f1: number
  readonly labelledPerQuestion: number
  readonly assignedPerQuestion: number
}

export interface Judged {
  readonly assigned: readonly string[]
  readonly labelled: readonly string[]
}

/** Micro-averaged precision and recall of topic ids; a topic counts once a question. */
export function agreement(questions: readonly Judged[]): Agreement {
  let right = 0
  let assignedTotal = 0
  let labelledTotal = 0
  for (const { assigned, labelled } of questions) {
    const truth = new Set(labelled)
    const given = new Set(assigned)
    assignedTotal += given.size
    labelledTotal += truth.size
    right += [...given].filter((id) => truth.has(id)).length
  }
  const precision = assignedTotal === 0 ? 1 : right / assignedTotal
  const recall = labelledTotal === 0 ? 1 : right / labelledTotal
  return {
    questions: questions.length,
    right,
    extra: assignedTotal - right,
    missed: labelledTotal - right,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    labelledPerQuestion: questions.length === 0 ? 0 : labelledTotal / questions.length,
    assignedPerQuestion: questions.length === 0 ? 0 : assignedTotal / questions.length,
  }
}
