import { z } from 'zod'
import { PageNumber } from './geometry.ts'

/** The subjects that EngVQA covers; a workspace may add its own ids in engvqa.yaml. */
export const ENGVQA_SUBJECTS = [
  'dynamics',
  'thermodynamics',
  'fluid-mechanics',
  'heat-and-mass-transfer',
  'mechanics-of-materials',
] as const

export const SubjectId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A subject id is lower-case words joined by "-", for example fluid-mechanics.')
  .describe('lower-case words joined by "-"')

export const DocumentId = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, 'A document id is made of letters, digits, ".", "_" and "-".')
  .describe('stable name of a source in this workspace; part of every item id')

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A sha256 is 64 lower-case hexadecimal digits.')

/** Which of a document's numbered things become items. */
export const ItemKind = z.enum(['problems', 'examples'])
export type ItemKind = z.infer<typeof ItemKind>

/** What a curator may tell us about a document that the PDF does not say. Everything else must be found out from the PDF. */
export const Hints = z.strictObject({
  items: ItemKind.default('problems').describe('worked examples are the items of a book without problem sets'),
  pages: z
    .string()
    .regex(/^\d+(-\d+)?(,\d+(-\d+)?)*$/, 'Pages look like 3-40 or 1,4-7.')
    .optional()
    .describe('only these pages, for example "3-40,52"'),
})
export type Hints = z.infer<typeof Hints>

/** One entry of documents.yaml: a source, what it is and what we may do with it. */
export const DocumentEntry = z
  .strictObject({
    id: DocumentId,
    file: z.string().min(1).describe('path of the PDF, relative to documents.yaml'),
    subject: SubjectId,
    solutions: z.string().min(1).optional().describe('path of a separate solution manual, relative to documents.yaml'),
    title: z.string().optional(),
    authors: z.array(z.string()).optional(),
    origin: z.string().optional().describe('where the file comes from: an address or a citation'),
    licence: z.string().default('unknown').describe('SPDX identifier where there is one, for example CC-BY-4.0'),
    mayRedistribute: z
      .boolean()
      .default(false)
      .describe(
        'whether a release may show this source: without it, crops and pages are left out and coordinates with checksums stand in for them. ' +
          'The text of its questions and solutions is released all the same, with a warning, unless such items are left out altogether',
      ),
    sha256: Sha256.optional().describe('of the PDF when it was added; a changed file is reported, not silently used'),
    password: z.string().optional().describe('user password; prefer ENGVQA_PDF_PASSWORD, which is not written to disk'),
    solutionsPassword: z.string().optional().describe('user password of the solution manual, where it is another one'),
    hints: Hints.optional(),
  })
  .meta({ id: 'DocumentEntry', title: 'A source document' })
export type DocumentEntry = z.infer<typeof DocumentEntry>

export const DocumentsFile = z
  .strictObject({ documents: z.array(DocumentEntry).default([]) })
  .meta({ id: 'DocumentsFile', title: 'documents.yaml' })
export type DocumentsFile = z.infer<typeof DocumentsFile>

/** What ingest finds out about a file before anything is read off its pages. */
export const Source = z
  .strictObject({
    file: z.string().describe('base name of the PDF'),
    sha256: Sha256,
    bytes: z.int().min(1),
    encrypted: z.boolean().describe('the file is encrypted and opened with the empty or the given password'),
    repaired: z.boolean().describe('the cross-reference table was damaged and has been rebuilt'),
    pages: z.array(
      z.strictObject({
        page: PageNumber,
        width: z.number().positive().describe('points, as shown'),
        height: z.number().positive().describe('points, as shown'),
        rotation: z
          .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
          .describe('/Rotate, already applied to everything else'),
      }),
    ),
    title: z.string().optional().describe('from the file’s metadata'),
    producer: z.string().optional(),
  })
  .meta({ id: 'Source', title: 'A checked file' })
export type Source = z.infer<typeof Source>
