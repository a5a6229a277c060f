import { z } from 'zod'
import { askFor, type ModelCall, type ModelImage } from '../../schemas/model.ts'
import { type Evidence, foreignTo } from './guard.ts'
import { type RefineModel, RULES } from './model.ts'

/** Raise when the wording changes. */
const CORRECT_VERSION = 1

/** Characters. A correction of a misread word is short; what is longer is rewriting. */
const LONGEST_EDIT = 60

/** Share of a block's characters that its edits together may touch. */
const MOST_OF_BLOCK = 0.3

/** A block may always have this many characters touched, however short it is. */
const ALWAYS = 8

const MAX_TOKENS = 4096

/** A piece of text that can be corrected: a paragraph, a part. */
export interface Block {
  readonly id: string
  readonly text: string
}

const Edit = z.strictObject({
  block: z.string().describe('id of the block'),
  find: z.string().min(1).describe('the wrong characters exactly as they stand in the block, with enough around them to occur only once'),
  replace: z.string().describe('what the picture shows in their place'),
  reason: z.string().describe('what was misread, in a few words'),
})
export type Edit = z.infer<typeof Edit>

const Edits = z.strictObject({ edits: z.array(Edit).describe('empty when nothing is wrong') })

export interface Corrected {
  readonly blocks: readonly Block[]
  readonly applied: readonly Edit[]
  readonly rejected: readonly { readonly edit: Edit; readonly why: string }[]
}

/**
 * Asks for the misread characters of blocks as a list of edits and applies those that are minimal and bring in nothing that is not on the
 * page. Throws ProblemError when the model cannot be asked.
 */
export async function correctBlocks(
  blocks: readonly Block[],
  pictures: readonly ModelImage[],
  evidence: Evidence,
  { ask, model }: Pick<RefineModel, 'ask' | 'model'>,
  about: NonNullable<ModelCall['about']>,
): Promise<Corrected> {
  const { edits } = await askFor(
    ask,
    {
      model,
      system: RULES,
      prompt: `These blocks were read by machine from what the pictures show. List the characters that were misread, nothing else: no change of style, spelling, notation or line breaks. Blocks without faults get no edit.\n\n${blocks.map(({ id, text }) => `[${id}]\n${text}`).join('\n\n')}`,
      images: [...pictures],
      temperature: 0,
      maxTokens: MAX_TOKENS,
      purpose: `refine.correct/${CORRECT_VERSION}`,
      about,
    },
    Edits,
  )
  return applyEdits(blocks, edits, evidence)
}

/** Applies edits in order; each is judged against the block as it then stands, and turned down with a reason rather than bent. */
export function applyEdits(blocks: readonly Block[], edits: readonly Edit[], evidence: Evidence): Corrected {
  const texts = new Map(blocks.map(({ id, text }) => [id, text]))
  const touched = new Map<string, number>()
  const applied: Edit[] = []
  const rejected: { edit: Edit; why: string }[] = []
  for (const edit of edits) {
    const text = texts.get(edit.block)
    const original = blocks.find(({ id }) => id === edit.block)?.text ?? ''
    const so = touched.get(edit.block) ?? 0
    const why = text === undefined ? `there is no block ${edit.block}` : objection(edit, text, original, so, evidence)
    if (text === undefined || why !== undefined) {
      rejected.push({ edit, why: why ?? '' })
      continue
    }
    texts.set(
      edit.block,
      text.replace(edit.find, () => edit.replace),
    )
    touched.set(edit.block, so + Math.max(edit.find.length, edit.replace.length))
    applied.push(edit)
  }
  return { blocks: blocks.map(({ id, text }) => ({ id, text: texts.get(id) ?? text })), applied, rejected }
}

function objection({ find, replace }: Edit, text: string, original: string, touched: number, evidence: Evidence): string | undefined {
  if (find === replace) return 'it changes nothing'
  const first = text.indexOf(find)
  if (first < 0) return 'its text does not stand in the block'
  if (text.indexOf(find, first + 1) >= 0) return 'its text stands in the block more than once'
  const size = Math.max(find.length, replace.length)
  if (size > LONGEST_EDIT) return `it is longer than ${LONGEST_EDIT} characters, which is rewriting`
  if (touched + size > Math.max(ALWAYS, MOST_OF_BLOCK * original.length)) return 'together with the others it would rewrite the block'
  const before = new Set(foreignTo(text, evidence))
  const foreign = foreignTo(
    text.replace(find, () => replace),
    evidence,
  ).filter((thing) => !before.has(thing))
  return foreign.length > 0 ? `not on the page: ${foreign.join(', ')}` : undefined
}
