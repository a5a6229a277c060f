import { z } from 'zod'

/**
 * `structuredData.json` of Adobe's PDF Extract API, as far as it is read here; what else is in it is let through. Field names are Adobe's.
 * Source: the JSON schema that Adobe publishes for the service's output.
 */
const Rect = z.tuple([z.number(), z.number(), z.number(), z.number()]).describe('left, bottom, right, top in PDF user space')

const AdobeFont = z.object({
  name: z.string(),
  family_name: z.string().optional(),
  italic: z.boolean().optional(),
  monospaced: z.boolean().optional(),
  weight: z.number().optional().describe('100 to 900'),
})

const fields = {
  Path: z.string().optional().describe('place in the structure tree, for example //Document/Sect/P[2]'),
  Page: z.int().min(0).optional().describe('counted from 0'),
  Bounds: Rect.optional(),
  CharBounds: z.array(Rect).optional().describe('one for every character of Text'),
  Text: z.string().optional(),
  TextSize: z.number().optional().describe('points'),
  Font: AdobeFont.optional(),
  Rotation: z.number().optional().describe('degrees counter-clockwise'),
  filePaths: z.array(z.string()).optional().describe('renditions in the package'),
}

export interface AdobeElement extends z.infer<z.ZodObject<typeof fields>> {
  readonly Kids?: AdobeElement[] | undefined
}
const Element: z.ZodType<AdobeElement> = z.object({
  ...fields,
  get Kids() {
    return z.array(Element).optional().describe('pieces in one font on one page, where an element has several')
  },
})

export const StructuredData = z.object({
  elements: z.array(Element),
  pages: z.array(
    z.object({
      page_number: z.int().min(0).describe('counted from 0'),
      width: z.number(),
      height: z.number(),
      rotation: z.number().optional(),
      is_scanned: z.boolean().optional(),
      boxes: z.object({ CropBox: Rect.optional(), MediaBox: Rect.optional() }).optional(),
    }),
  ),
})
export type StructuredData = z.infer<typeof StructuredData>

/** Several parts of one book as the whole: page numbers move on by the pages before. */
export function joinParts(parts: readonly { readonly data: StructuredData; readonly pagesBefore: number }[]): StructuredData {
  const moved = (element: AdobeElement, by: number): AdobeElement => ({
    ...element,
    ...(element.Page === undefined ? {} : { Page: element.Page + by }),
    ...(element.Kids ? { Kids: element.Kids.map((kid) => moved(kid, by)) } : {}),
  })
  return {
    elements: parts.flatMap(({ data, pagesBefore }) => data.elements.map((element) => moved(element, pagesBefore))),
    pages: parts.flatMap(({ data, pagesBefore }) => data.pages.map((page) => ({ ...page, page_number: page.page_number + pagesBefore }))),
  }
}
