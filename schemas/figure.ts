import { z } from 'zod'
import { Sha256 } from './document.ts'
import { Box, PageNumber } from './geometry.ts'

/** A stored picture of part of a page: PNG on white. */
export const Crop = z
  .strictObject({
    sha256: Sha256.describe('of the PNG; also its name in the store and in a release'),
    width: z.int().min(1).describe('pixels'),
    height: z.int().min(1).describe('pixels'),
  })
  .meta({ id: 'Crop', title: 'A stored picture of part of a page' })
export type Crop = z.infer<typeof Crop>

export const FigureKind = z.enum(['vector', 'raster', 'mixed'])

/** A diagram: strokes, pictures and the labels that belong to them, without the caption. */
export const Figure = z
  .strictObject({
    page: PageNumber,
    box: Box,
    kind: FigureKind,
    label: z.string().optional().describe('as printed: "Fig. P5-131", "Probs. 13–6/7"'),
    caption: z.string().optional().describe('the printed caption without its label'),
    captionBox: Box.optional(),
    lines: z.array(z.int().min(0)).describe('lines of the page that are labels inside the figure'),
    captionLines: z.array(z.int().min(0)),
    crop: Crop.nullable().describe('null when it could not be cut or came out blank; a problem says why'),
  })
  .meta({ id: 'Figure', title: 'A diagram' })
export type Figure = z.infer<typeof Figure>

/** A labelled box to draw over a page. Stored beside the layer, so that everyone sees what the stage saw. */
export const Overlay = z
  .strictObject({
    page: PageNumber,
    box: Box,
    label: z.string(),
    kind: z.string().describe('what it is, for its colour: "problem", "figure" …'),
  })
  .meta({ id: 'Overlay', title: 'A labelled box over a page' })
export type Overlay = z.infer<typeof Overlay>
