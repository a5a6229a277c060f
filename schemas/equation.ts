import { z } from 'zod'
import { Crop } from './figure.ts'
import { Box, PageNumber } from './geometry.ts'

export const EquationMethod = z
  .enum(['glyphs', 'ocr', 'model', 'person', 'none'])
  .describe('how the LaTeX was obtained; "none" when only the crop is there')

/** A formula, inline or display. */
export const Formula = z
  .strictObject({
    page: PageNumber,
    box: Box,
    display: z.boolean(),
    glyphs: z
      .array(z.int().min(0))
      .describe('indices into the page’s glyphs; text is made by putting the formula where the first of them in reading order stands'),
    latex: z.string().nullable().describe('parses in KaTeX; null when it could not be read'),
    tag: z.string().optional().describe('printed equation number without its brackets, for example "5.12"'),
    method: EquationMethod,
    confidence: z.number().min(0).max(1),
    crop: Crop.nullable().describe('displays only'),
  })
  .meta({ id: 'Formula', title: 'A formula on a page' })
export type Formula = z.infer<typeof Formula>
