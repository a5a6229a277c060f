import { ingest } from './ingest.ts'
import { layout } from './layout/stage.ts'
import { Chain } from './stage.ts'

/** The pipeline, top to bottom. A stage placed before something it needs does not compile. */
export const stages = new Chain().add(ingest).add(layout)
