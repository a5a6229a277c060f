/** Share of a block's words that the question must hold too, for the block to be a repetition of it. */
const REPEATED = 0.8
/** Share of the question's words that must be found in the solution before it counts as repeated there at all. */
const WHOLE = 0.6

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{L}+|\d+(?:\.\d+)?/gu) ?? []

/**
 * What a solution text holds beyond the question that it repeats. Blocks that the question has too are left out, a choice that is marked
 * as right is kept without its mark.
 *
 * @param correct words that mark the right choice
 */
export function withoutQuestion(solution: string, question: string, correct: readonly string[]): string {
  const asked = countWords(wordsOf(question))
  // Sentences as well as paragraphs: a typist may have set the answer on the question's last line.
  const isMark = `(?![([]?(?:${correct.join('|')}|${correct.map(capital).join('|')})[)\\]])`
  const all = solution.split(new RegExp(`(\\n+|(?<=[.?!])\\s+${isMark}(?=[\\p{Lu}([]))`, 'u'))
  const form = formStart(all, question)
  const blocks = all.slice(0, form)
  const total = [...asked.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return solution
  const left = new Map(asked)
  const mark = new RegExp(`\\s*[([]?\\b(?:${correct.join('|')})\\b[)\\]]?\\.?\\s*$`, 'iu')
  let repeated = 0
  const rest: string[] = []
  for (const block of blocks) {
    if (block.trim() === '') {
      if (rest.length > 0) rest.push(block)
      continue
    }
    const words = wordsOf(block.replace(mark, ''))
    const { known, after } = take(words, left)
    if (words.length > 0 && known >= REPEATED * words.length) {
      repeated += known
      for (const [word, count] of after) left.set(word, count)
      if (mark.test(block)) rest.push(block.replace(mark, '').replace(/^(?:[-•○◯*]|\u20DD)\s*/u, ''))
    } else rest.push(block)
  }
  return repeated >= WHOLE * total
    ? [...rest, ...all.slice(form)]
        .join('')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
    : solution
}

/** A word or two and a colon: "KNOWN:", "Heat transfer:". */
const HEADED = /^(\p{L}{3,}(?:\s\p{L}+)?)\s?:(?=\s|$)/u
/** Such heads from which on a solution is a form. */
const MIN_HEADS = 2

/**
 * Where a solution begins that is written into a form, "KNOWN: … FIND: …": there it says what the question says in words of its own, and
 * that is not the question again. The heads of a form are none of the question's.
 */
function formStart(blocks: readonly string[], question: string): number {
  const heads = blocks.flatMap((block, at) => {
    const head = HEADED.exec(block.trim())?.[1]
    return head !== undefined && !question.includes(`${head}:`) ? [{ at, head }] : []
  })
  const isForm = new Set(heads.map(({ head }) => head)).size >= MIN_HEADS
  return isForm ? (heads[0]?.at ?? blocks.length) : blocks.length
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const countWords = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function take(words: readonly string[], left: ReadonlyMap<string, number>): { known: number; after: Map<string, number> } {
  const after = new Map<string, number>()
  let known = 0
  for (const word of words) {
    const count = after.get(word) ?? left.get(word) ?? 0
    if (count === 0) continue
    known++
    after.set(word, count - 1)
  }
  return { known, after }
}
