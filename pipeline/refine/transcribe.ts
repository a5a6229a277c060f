import { z } from 'zod'
import { askFor, type ModelCall, type ModelImage } from '../../schemas/model.ts'
import { type Evidence, foreignTo } from './guard.ts'
import { faultOf } from './math.ts'
import { type RefineModel, RULES } from './model.ts'

/** Raise when the wording changes. */
const TRANSCRIBE_VERSION = 1

const MAX_TOKENS = 1024

const Transcription = z.strictObject({
  latex: z
    .string()
    .nullable()
    .describe('LaTeX of the formula without dollar signs and without its printed number; null if it cannot be read'),
})

/** What came of one crop; `latex` is null when the model could not read it or its answer was turned down. */
export interface Transcribed {
  readonly latex: string | null
  /** Why an answer was turned down. */
  readonly rejected?: { readonly answer: string; readonly reason: string }
}

/**
 * LaTeX of a formula from its picture. Turned down unless it parses and holds nothing that is not in the evidence. Throws ProblemError
 * when the model cannot be asked.
 */
export async function transcribeFormula(
  picture: ModelImage,
  display: boolean,
  evidence: Evidence,
  { ask, model }: Pick<RefineModel, 'ask' | 'model'>,
  about: NonNullable<ModelCall['about']>,
): Promise<Transcribed> {
  const { latex } = await askFor(
    ask,
    {
      model,
      system: RULES,
      prompt: `Transcribe the ${display ? 'display' : 'inline'} formula in the picture to LaTeX that KaTeX reads. Leave out its printed number. Answer null if you cannot read it with certainty.`,
      images: [picture],
      temperature: 0,
      maxTokens: MAX_TOKENS,
      purpose: `refine.transcribe/${TRANSCRIBE_VERSION}`,
      about,
    },
    Transcription,
  )
  if (latex === null || latex.trim() === '') return { latex: null }
  const fault = faultOf(latex, display)
  if (fault !== undefined) return { latex: null, rejected: { answer: latex, reason: `it does not parse: ${fault}` } }
  const foreign = foreignTo(latex, evidence)
  if (foreign.length > 0) return { latex: null, rejected: { answer: latex, reason: `not on the page: ${foreign.join(', ')}` } }
  return { latex: latex.trim() }
}
