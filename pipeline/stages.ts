import { equations } from './equations/stage.ts'
import { figures } from './figures/stage.ts'
import { ingest } from './ingest.ts'
import { layout } from './layout/stage.ts'
import { link } from './link/stage.ts'
import { refine } from './refine/stage.ts'
import { segment } from './segment/stage.ts'
import { Chain } from './stage.ts'

/** The pipeline, top to bottom. A stage placed before something it needs does not compile. */
export const stages = new Chain().add(ingest).add(layout).add(segment).add(figures).add(equations).add(link).add(refine)
