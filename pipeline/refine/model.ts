import type { Crop } from '../../schemas/figure.ts'
import type { AskModel, ModelImage } from '../../schemas/model.ts'

/** A model and the means to show it pictures; handed in by whoever runs the pipeline. */
export interface RefineModel {
  readonly model: string
  readonly ask: AskModel
  /** Bytes of a crop; undefined when they are not there. */
  readonly picture: (crop: Pick<Crop, 'sha256'>) => Promise<ModelImage | undefined>
}

/** What every pass is told: it reads, it does not write. */
export const RULES = [
  'You compare what was read off a textbook page with the picture of that page.',
  'The picture is the truth. Never solve, complete, reword, translate or improve anything.',
  'Never write a numeral, unit or symbol that is not printed in the picture.',
].join(' ')
