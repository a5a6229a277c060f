import { type Box, height, overlapX } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import { distance } from './clusters.ts'

/** Em. Licence badges and publishers' marks are at most this high. */
const MAX_HEIGHT = 6
/** Em from the mark to the notice that goes with it. */
const NOTICE_REACH = 2.5

/** Words of notices about rights, in any language that prints them. Data. */
const NOTICE =
  /creativecommons|creative commons|copyright|©|\(c\)\s*(?:19|20)\d\d|licen[cs]e[ds]?\b|lizenz|licencia|licenza|all rights reserved|isbn/i

/** Whether a small mark belongs to a notice about rights rather than to a problem: a licence badge, a publisher's mark. */
export const isImprint = (page: PageLayout, texts: readonly string[], box: Box, em: number): boolean =>
  height(box) <= MAX_HEIGHT * em &&
  page.lines.some(
    (line, index) => NOTICE.test(texts[index] ?? '') && overlapX(line.box, box) > 0 && distance(line.box, box) <= NOTICE_REACH * em,
  )
