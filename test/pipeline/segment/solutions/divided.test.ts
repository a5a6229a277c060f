import { describe, expect, it } from 'vitest'
import { type Rows, segmentBook, typeset } from '../../fakes/book.ts'

/** A problem, and below a rule of this length, or none, what stands in the lower half. */
const halves = (number: number, lower: Rows, rule = 280): Rows => [
  { text: `Exercise ${number}`, font: 'B', down: 28 },
  'A block slides down a rough plane that is made of steel.',
  'Find its speed at the foot of the plane.',
  { text: '', down: 10, draw: rule > 0 ? `[3 2] 0 d 30 {y} m ${30 + rule} {y} l S [] 0 d` : '' },
  ...lower,
]
const told: Rows = [{ text: 'a) The energy is the work of the weight of the block.', down: 14 }, 'So the speed is 4 m/s.']
const solved = async (...rows: readonly Rows[]) => {
  const { found, text } = await segmentBook(typeset(rows.flat()))
  return found.problems.map((problem, at) => [text(problem.text), found.solutions[at] ? text(found.solutions[at].text) : undefined])
}

describe('the text below a rule across a problem', () => {
  it('is its solution, with no word that says so, where problem after problem has it', async () => {
    const items = await solved(halves(1, told), halves(2, told), halves(3, told))
    expect(items).toHaveLength(3)
    for (const [question, solution] of items) {
      expect(question).toMatch(/^A block slides .* foot of the plane\.$/)
      expect(solution).toMatch(/^a\) The energy is .* 4 m\/s\.$/)
    }
  })

  it('does not begin at a label beside the question, over which there is nothing but the rule of the page’s head', async () => {
    const page = (number: number): Rows => [
      { text: '', down: 0, draw: '[3 2] 0 d 30 {y} m 320 {y} l S [] 0 d' },
      { text: `Exercise ${number}`, font: 'B', down: 28 },
      'A block slides down a rough plane of steel.',
      'Find its speed and',
      { text: 'B', x: 240, down: 0, size: 8 },
      'the energy that is lost on its way to the foot.',
    ]
    const { found, text } = await segmentBook(typeset(page(1), page(2), page(3)))
    expect(found.solutions).toEqual([])
    for (const { text: own } of found.problems) expect(text(own)).toMatch(/foot\.$/)
  })

  it('is the question’s where it asks, or where the rule is no habit or too short', async () => {
    const asked: Rows = [{ text: 'a) Find the time.', down: 14 }, 'b) Find the work.']
    const isWhole = (items: Awaited<ReturnType<typeof solved>>): boolean => items.every(([, solution]) => solution === undefined)
    expect(isWhole(await solved(halves(1, asked), halves(2, asked), halves(3, asked)))).toBe(true)
    expect(isWhole(await solved(halves(1, told), halves(2, told, 0), halves(3, told, 0)))).toBe(true)
    expect(isWhole(await solved(halves(1, told, 90), halves(2, told, 90), halves(3, told, 90)))).toBe(true)
  })
})
