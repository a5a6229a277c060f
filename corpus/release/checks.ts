import type { Item } from '../../schemas/item.ts'
import type { Problem, ProblemCode } from '../../schemas/problem.ts'

/** A multiple-choice question with fewer is none. */
const LEAST_OPTIONS = 2

/** Letters of the alphabet; more options than that were put together wrongly. */
const MOST_OPTIONS = 26

/** What can be said against an item's content without its pages: each finding is a warning that a person should look at. */
export const doubtsAbout = (item: Item): Problem[] => [
  ...aboutSolution(item),
  ...aboutParts(item),
  ...aboutOptions(item),
  ...aboutPictures(item),
]

function aboutSolution(item: Item): Problem[] {
  if (item.solution === null)
    return [doubt(item, 'solution-missing', 'There is no reference solution.', 'Link one in the review, or leave the item out.')]
  if (item.solution.answers.length > 0) return []
  return [doubt(item, 'answers-missing', 'The solution states no final answer.', 'Mark the answer in the review.')]
}

/** Parts without an answer, once some parts have one: before that the item as a whole lacks answers. */
function aboutParts(item: Item): Problem[] {
  const labels = new Set(item.question.parts.map(({ label }) => label))
  const answers = item.solution?.answers ?? []
  const answered = new Set(answers.flatMap(({ part }) => (part === null ? [] : [part])))
  const unknown = [...answered].filter((part) => !labels.has(part))
  const open = [...labels].filter((label) => !answered.has(label) && !hasAnsweredChild(label, answered))
  const found: Problem[] = []
  if (unknown.length > 0) {
    found.push(
      doubt(
        item,
        'part-unanswered',
        `There is an answer to ${list(unknown)}, which the question does not ask.`,
        'Correct the part of the answer.',
      ),
    )
  }
  if (answered.size > 0 && open.length > 0) {
    found.push(doubt(item, 'part-unanswered', `Part ${list(open)} has no answer.`, 'Mark its answer in the review.'))
  }
  return found
}

/** Nested parts are joined, "a.i": answers to them answer "a". */
const hasAnsweredChild = (label: string, answered: ReadonlySet<string>): boolean =>
  [...answered].some((part) => part.startsWith(`${label}.`))

function aboutOptions(item: Item): Problem[] {
  const { options } = item.question
  if (options === undefined) return []
  const labels = options.map(({ label }) => label)
  const found: Problem[] = []
  if (options.length < LEAST_OPTIONS || options.length > MOST_OPTIONS) {
    found.push(doubt(item, 'options-wrong', `The question offers ${options.length} options.`, 'Read the options again from the page.'))
  } else if (new Set(labels).size < labels.length || !isSequence(labels)) {
    found.push(
      doubt(item, 'options-wrong', `The options ${list(labels)} leave one out or name one twice.`, 'Read the options again from the page.'),
    )
  }
  const choices = new Set(options.flatMap(({ label, text }) => [plain(label), plain(text), plain(label + text)]))
  for (const { text } of item.solution?.answers ?? []) {
    if (choices.has(plain(text))) continue
    found.push(
      doubt(
        item,
        'answer-not-an-option',
        `The answer “${text.slice(0, 40)}” is none of the options.`,
        'Correct the answer or the options.',
      ),
    )
  }
  return found
}

/** Whether labels run A, B, C … or 1, 2, 3 … without a gap. */
const isSequence = (labels: readonly string[]): boolean => {
  const first = plain(labels[0] ?? '')
  return labels.every(
    (label, index) =>
      plain(label) === (/^\d+$/.test(first) ? String(Number(first) + index) : String.fromCharCode(first.charCodeAt(0) + index)),
  )
}

/** A label or answer without what printers put around it. */
const plain = (text: string): string => text.replaceAll(/[()[\].\s$]/g, '').toLowerCase()

function aboutPictures(item: Item): Problem[] {
  const seen = new Set<string>()
  const twice = item.diagrams.filter(({ file, page, bbox }) => {
    const key = `${file} ${page} ${bbox.join(' ')}`
    return seen.size === seen.add(key).size
  })
  return twice.map(({ label }) =>
    doubt(item, 'duplicate-item', `The diagram ${label ?? 'without label'} is there twice.`, 'Take one of the two away.'),
  )
}

const list = (labels: readonly string[]): string => labels.join(', ')

const doubt = (item: Item, code: ProblemCode, message: string, hint: string): Problem => ({
  code,
  severity: 'warning',
  message,
  hint,
  place: { document: item.source.document, stage: 'release', item: item.id },
})
