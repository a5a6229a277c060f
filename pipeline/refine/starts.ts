import { z } from 'zod'
import { askFor, type ModelCall, type ModelImage } from '../../schemas/model.ts'
import type { RefineModel } from './model.ts'

/** Raise when the wording changes. */
const STARTS_VERSION = 1

const MAX_TOKENS = 2048

const Starts = z.strictObject({
  starts: z.array(z.string()).describe('ids of the blocks at which a problem begins, in order; nothing else'),
})

export interface ChosenStarts {
  /** Ids of blocks, in the order of the blocks, each once. */
  readonly starts: readonly string[]
  /** What the model said that is no id. */
  readonly rejected: readonly string[]
}

/**
 * Where problems begin, when the numbering leaves doubt. The model sees blocks with ids and answers with ids, so that it cannot invent
 * text. Throws ProblemError when the model cannot be asked.
 */
export async function chooseStarts(
  blocks: readonly { readonly id: string; readonly text: string }[],
  pictures: readonly ModelImage[],
  { ask, model }: Pick<RefineModel, 'ask' | 'model'>,
  about: NonNullable<ModelCall['about']>,
): Promise<ChosenStarts> {
  const { starts } = await askFor(
    ask,
    {
      model,
      system: 'You find where the exercises of a textbook begin. You answer with ids of blocks and write nothing of your own.',
      prompt: `These are the blocks of some pages in reading order. At which blocks does an exercise that the reader shall solve begin? Parts (a), (b) of one exercise are not beginnings; neither are worked examples, headings, captions or solutions.\n\n${blocks.map(({ id, text }) => `[${id}] ${text}`).join('\n')}`,
      ...(pictures.length > 0 ? { images: [...pictures] } : {}),
      temperature: 0,
      maxTokens: MAX_TOKENS,
      purpose: `segment.starts/${STARTS_VERSION}`,
      about,
    },
    Starts,
  )
  const chosen = new Set(starts.map((id) => id.replace(/^\[|\]$/g, '')))
  const known = blocks.map(({ id }) => id).filter((id) => chosen.has(id))
  return { starts: known, rejected: [...chosen].filter((id) => !known.includes(id)) }
}
