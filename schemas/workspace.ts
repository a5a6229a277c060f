import { z } from 'zod'
import { SubjectId } from './document.ts'
import { ModelSettings } from './model.ts'

/** What reads the text of pages. */
export const LayoutEngine = z.enum(['local', 'adobe'])
export type LayoutEngine = z.infer<typeof LayoutEngine>

/** Dots an inch. */
export const CropDpi = z.int().min(72).max(600)

/** engvqa.yaml: what the dataset is called and how it is made. */
export const WorkspaceConfig = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'The name is lower-case words joined by "-".')
      .describe('name of the dataset'),
    title: z.string().default('').describe('for the dataset card'),
    subjects: z.array(SubjectId).min(1),
    extraction: z
      .strictObject({
        engine: LayoutEngine.default('local').describe('who reads the text of pages; "adobe" sends them to Adobe and needs credentials'),
        adobeTransaction: z
          .number()
          .min(0)
          .optional()
          .describe('US dollars for a document transaction of Adobe PDF Services (five pages of Extract), as your contract has it'),
        dpi: CropDpi.default(200).describe('resolution of crops'),
        jobs: z.int().min(1).optional().describe('worker threads; absent means one a core'),
      })
      .prefault({}),
    topics: z
      .strictObject({
        model: z.string().default('embedded').describe('"embedded" needs no key and no network'),
        cutoff: z.number().min(0).max(1).default(0.85).describe('least Ratcliff/Obershelp similarity of a label to a listed topic'),
      })
      .prefault({}),
    models: ModelSettings.prefault({}),
    release: z
      .strictObject({
        licence: z.string().default('unknown').describe('licence of the dataset as a whole'),
        contact: z.string().default('').describe('where to ask for take-down'),
        url: z.string().default('').describe('home page of the dataset'),
        creators: z.array(z.string()).default([]).describe('people or groups to credit'),
        citation: z.string().default('').describe('BibTeX, for the dataset card'),
        canary: z
          .uuid()
          .optional()
          .describe('GUID that marks every file, to find copies in training data; absent means one made from the name'),
        splits: z
          .record(z.string().regex(/^[a-z][a-z0-9]*$/, 'A split is a lower-case word, for example test.'), z.number().positive())
          .default({ test: 1 })
          .describe('split → its share; items are dealt out by their id'),
      })
      .prefault({}),
  })
  .meta({ id: 'WorkspaceConfig', title: 'engvqa.yaml' })
export type WorkspaceConfig = z.infer<typeof WorkspaceConfig>
