import type { Formula } from '../../schemas/equation.ts'
import type { Crop, Figure } from '../../schemas/figure.ts'
import { toBBox } from '../../schemas/geometry.ts'
import type { Diagram, ItemEquation } from '../../schemas/item.ts'

/** Where an export keeps a crop. */
export const fileOf = ({ sha256 }: Crop): string => `images/${sha256}.png`

/** A figure as an item has it; none where its crop is blank. */
export function toDiagram({ crop, page, box, label, caption, kind }: Figure): Diagram[] {
  if (!crop) return []
  const { sha256, width, height } = crop
  return [
    {
      file: fileOf(crop),
      sha256,
      width,
      height,
      page,
      bbox: toBBox(box),
      label: label ?? null,
      caption: caption ?? null,
      kind,
      type: null,
    },
  ]
}

/** A formula as an item has it. */
export const toEquation = ({ latex, display, page, box, tag, method, confidence, crop }: Formula): ItemEquation => ({
  latex,
  display,
  page,
  bbox: toBBox(box),
  tag: tag ?? null,
  method,
  confidence,
  file: crop ? fileOf(crop) : null,
})
