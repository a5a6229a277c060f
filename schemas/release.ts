import { z } from 'zod'
import { DocumentId, Sha256, SubjectId } from './document.ts'

/** Raise when the shape of a release changes, and add a migration in corpus/release/migrations.ts. */
export const RELEASE_FORMAT = 1

export const Version = z
  .string()
  .regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, 'A version is three numbers, for example 1.2.0.')
  .describe('MAJOR.MINOR.PATCH')

/** Why an item that was extracted is not in the release. */
export const HeldBackReason = z.enum(['pending', 'discuss', 'rejected', 'duplicate', 'image-missing'])
export type HeldBackReason = z.infer<typeof HeldBackReason>

export const ReleaseFile = z
  .strictObject({
    path: z.string().min(1).describe('relative to the release, with "/"'),
    sha256: Sha256,
    bytes: z.int().min(0),
  })
  .meta({ id: 'ReleaseFile', title: 'A file of a release' })
export type ReleaseFile = z.infer<typeof ReleaseFile>

export const ReleaseSource = z
  .strictObject({
    document: DocumentId,
    title: z.string().nullable(),
    origin: z.string().nullable().describe('an address or a citation'),
    sha256: Sha256.describe('of the PDF'),
    pages: z.int().min(1).nullable().describe('pages of the PDF; null where nobody said'),
    solutionsSha256: Sha256.nullable(),
    solutionsPages: z.int().min(1).nullable(),
    licence: z.string(),
    mayRedistribute: z.boolean(),
    items: z.int().min(0).describe('items of this source in the release'),
  })
  .meta({ id: 'ReleaseSource', title: 'A source of a release' })
export type ReleaseSource = z.infer<typeof ReleaseSource>

export const ReleaseManifest = z
  .strictObject({
    format: z.literal(RELEASE_FORMAT).describe('shape of the release; older ones are migrated when read'),
    name: z.string(),
    title: z.string(),
    version: Version,
    date: z.iso.date(),
    code: z.string().describe('version of this software that wrote the release'),
    licence: z.string().describe('of the dataset as a whole'),
    contact: z.string().describe('where to ask for take-down'),
    items: z.int().min(0),
    unreviewed: z.int().min(0).describe('items that no person has approved; above 0 only with --include-unreviewed'),
    subjects: z.record(SubjectId, z.int().min(0)).describe('items a subject'),
    stages: z.record(z.string(), z.array(z.int())).describe('stage → versions that made the items'),
    models: z.array(z.string()).describe('models that had a hand in the items'),
    sources: z.array(ReleaseSource),
    heldBack: z.partialRecord(HeldBackReason, z.int().min(1)).describe('items left out, by reason'),
    files: z.array(ReleaseFile).describe('every other file, by path'),
  })
  .meta({ id: 'ReleaseManifest', title: 'manifest.json of a release' })
export type ReleaseManifest = z.infer<typeof ReleaseManifest>
