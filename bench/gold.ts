import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BBox, PageNumber } from '../schemas/geometry.ts'

/** What a correct extraction of one PDF holds; made by hand or by construction, never by this code. */
export const Gold = z
  .object({
    source: z.object({
      file: z.string().describe('the PDF, beside the gold file'),
      solutions: z.string().nullish().describe('a separate solution manual'),
      subject: z.string(),
      licence: z.string(),
      hints: z.object({ items: z.enum(['problems', 'examples']).optional(), solutions: z.string().optional() }).optional(),
    }),
    claims: z.array(z.string()).describe('which parts of the truth the file claims'),
    pages: z.tuple([PageNumber, PageNumber]).optional().describe('pages annotated, both ends included'),
    problems: z.array(
      z.object({
        number: z.string(),
        pages: z.array(PageNumber),
        text: z.string().optional(),
        parts: z.array(z.string()).default([]),
        diagrams: z.array(z.object({ page: PageNumber, bbox: BBox, label: z.string().nullish() })).default([]),
        equations: z.array(z.object({ latex: z.string().optional(), display: z.boolean() })).default([]),
        solution: z.object({ pages: z.array(PageNumber).optional(), text: z.string().optional() }).nullish(),
      }),
    ),
  })
  .describe('a gold file')
export type Gold = z.infer<typeof Gold>
export type GoldProblem = Gold['problems'][number]

/** The gold files of a folder, in the order of their names. */
export async function readGold(folder: string): Promise<Gold[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.gold.json')).toSorted()
  return Promise.all(names.map(async (name) => Gold.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))))
}
