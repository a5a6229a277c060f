import { z } from 'zod'
import { ItemKind } from './document.ts'
import { Box, PageNumber } from './geometry.ts'

/** A stretch of one line. Positions count the line's glyphs, left to right. */
export const Fragment = z
  .strictObject({
    page: PageNumber,
    line: z.int().min(0).describe('index into the page’s `lines`'),
    from: z.int().min(0).describe('position of the first glyph that belongs'),
    to: z.int().min(0).describe('position after the last glyph that belongs'),
  })
  .meta({ id: 'Fragment', title: 'A stretch of one line' })
export type Fragment = z.infer<typeof Fragment>

/** Text in reading order, over lines, columns and pages. */
export const Passage = z.array(Fragment)
export type Passage = z.infer<typeof Passage>

/** Where a sub-question begins. */
export const PartMark = z
  .strictObject({
    label: z.string().describe('bare: "a", "ii"; nested parts are joined: "a.i"'),
    depth: z.int().min(0).describe('0 for (a), 1 for (i) inside (a)'),
    page: PageNumber,
    line: z.int().min(0),
    from: z.int().min(0).describe('position of the label’s first glyph in the line'),
    to: z.int().min(0).describe('position after the label’s last glyph'),
  })
  .meta({ id: 'PartMark', title: 'Where a sub-question begins' })
export type PartMark = z.infer<typeof PartMark>

/** A table inside text: cells hold passages, so that formulas in them are kept. */
export const Table = z
  .strictObject({
    page: PageNumber,
    box: Box,
    lines: z.array(z.int().min(0)).describe('lines of the page that the table uses up'),
    rows: z.array(z.array(Passage)).min(1).describe('every row has the same number of cells; the first row is the head'),
  })
  .meta({ id: 'Table', title: 'A table' })
export type Table = z.infer<typeof Table>

export const SegmentedProblem = z
  .strictObject({
    number: z.string().describe('as printed, any dash written "-", without trailing dot, without "Problem"'),
    chapter: z.string().optional().describe('chapter it stands in, where numbers restart or name it'),
    title: Passage.describe('a printed title of the problem; empty if there is none'),
    label: Passage.describe('the printed number with its icons, stars, words and points; left out of the text'),
    text: Passage.describe('the question without label and title, parts included, without figures, captions and furniture'),
    stem: Passage.describe('text shared with neighbours ("Problems 5–7 refer to …"); empty if there is none'),
    parts: z.array(PartMark),
    region: z
      .array(z.strictObject({ page: PageNumber, box: Box }))
      .describe('where it stands, one box a column and page, figures included'),
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: 'SegmentedProblem', title: 'A problem found on the pages' })
export type SegmentedProblem = z.infer<typeof SegmentedProblem>

export const SegmentedSolution = z
  .strictObject({
    number: z.string(),
    chapter: z.string().optional(),
    kind: z.enum(['solution', 'answer', 'hint']),
    where: z
      .enum(['inline', 'section', 'file'])
      .describe('right after its problem; in a section at the end of chapter or book; in a separate file'),
    label: Passage,
    text: Passage.describe('without label; a repeated question is left out'),
    question: Passage.describe('the repeated question, as evidence for the match; empty if it is not repeated'),
    parts: z.array(PartMark),
    region: z.array(z.strictObject({ page: PageNumber, box: Box })),
  })
  .meta({ id: 'SegmentedSolution', title: 'A solution found on the pages' })
export type SegmentedSolution = z.infer<typeof SegmentedSolution>

export const Segmentation = z
  .strictObject({
    items: z.union([ItemKind, z.literal('solutions')]).describe('what was looked for; "solutions" for a separate solution manual'),
    language: z.string().optional().describe('ISO 639-1 code of the language whose words were looked for, "und" when unsure'),
    numbering: z.string().describe('the numbering found, as a pattern that people read, for example "5-126E" or "Problem 3"'),
    problems: z.array(SegmentedProblem).describe('in reading order'),
    solutions: z.array(SegmentedSolution),
    tables: z.array(Table),
    notes: z.array(z.strictObject({ mark: z.string(), page: PageNumber, text: Passage })).describe('footnotes'),
  })
  .meta({ id: 'Segmentation', title: 'What is a problem, a solution, a table' })
export type Segmentation = z.infer<typeof Segmentation>
