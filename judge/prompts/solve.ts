import type { Item } from '../../schemas/item.ts'
import { STAGE_RULES } from '../stages.ts'

/** Raise with any change to the words below: solutions made with other words are another run. */
export const SOLVE_PROMPT_VERSION = 'solve-1'

export const SOLVE_SYSTEM = [
  'You solve engineering problems from university textbooks, step by step, for an expert who checks every stage.',
  'Write exactly eight stages, in this order, each once, each between its tags and nothing outside them:',
  ...STAGE_RULES.map(({ tag, asks }) => `###### ${tag} ######\n${asks}\n###### END_STEP ######`),
  'Write the tags as shown: six hashes, the name in capitals, six hashes, alone on their line. No stage may be empty.',
  'Be complete and brief: no filler, no repetition of the problem. Mathematics in LaTeX between dollar signs. Every number of the final answer has its unit.',
].join('\n')

export function solvePrompt(item: Item): string {
  const labels = item.diagrams.map(({ label }, index) => `image ${index + 1}${label === null ? '' : `: ${label}`}`)
  return [
    'TASK: SOLVE',
    `Subject: ${item.subject}`,
    ...(labels.length > 0 ? [`Diagrams: ${labels.join('; ')}`] : []),
    '<problem>',
    item.question.text,
    '</problem>',
  ].join('\n')
}
