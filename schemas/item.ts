import { z } from 'zod'
import { DocumentId, Sha256, SubjectId } from './document.ts'
import { EquationMethod } from './equation.ts'
import { FigureKind } from './figure.ts'
import { BBox, PageNumber, Turn } from './geometry.ts'
import { Problem } from './problem.ts'

export const Span = z.strictObject({ page: PageNumber, bbox: BBox }).describe('where something stands')
export type Span = z.infer<typeof Span>

export const ImageFile = z
  .string()
  .regex(/^images\/[0-9a-f]{64}\.png$/, 'An image is images/<sha256>.png.')
  .describe('path inside the release or export, named by content')

export const Diagram = z
  .strictObject({
    file: ImageFile,
    sha256: Sha256,
    width: z.int().min(1).describe('pixels'),
    height: z.int().min(1).describe('pixels'),
    page: PageNumber,
    bbox: BBox,
    label: z.string().nullable().describe('as printed, null if unlabelled'),
    caption: z.string().nullable(),
    kind: FigureKind,
    type: z.string().nullable().describe('what it shows ("free-body diagram", "property plot"), set in review'),
  })
  .meta({ id: 'Diagram', title: 'A diagram of an item' })
export type Diagram = z.infer<typeof Diagram>

export const ItemEquation = z
  .strictObject({
    latex: z.string().nullable(),
    display: z.boolean(),
    page: PageNumber,
    bbox: BBox,
    tag: z.string().nullable().describe('printed equation number'),
    method: EquationMethod,
    confidence: z.number().min(0).max(1),
    file: ImageFile.nullable().describe('crop, for displays'),
  })
  .meta({ id: 'ItemEquation', title: 'A formula of an item' })
export type ItemEquation = z.infer<typeof ItemEquation>

export const Answer = z
  .strictObject({
    part: z.string().nullable().describe('label of the part it answers'),
    quantity: z.string().nullable(),
    value: z.number().nullable(),
    unit: z.string().nullable(),
    text: z.string().describe('as stated'),
    sure: z.boolean(),
  })
  .meta({ id: 'Answer', title: 'A final answer' })
export type Answer = z.infer<typeof Answer>

export const Solution = z
  .strictObject({
    text: z.string().describe('Markdown, math as $LaTeX$'),
    pages: z.array(PageNumber).describe('of the solutions file if there is one, else of the document'),
    spans: z.array(Span),
    files: z.array(ImageFile).describe('pictures of the solution as printed'),
    answers: z.array(Answer),
  })
  .meta({ id: 'Solution', title: 'A reference solution' })
export type Solution = z.infer<typeof Solution>

export const ItemTopic = z
  .strictObject({ id: z.string(), name: z.string(), by: z.string().describe('model, "embedded", or the reviewer who set it') })
  .meta({ id: 'ItemTopic', title: 'A topic of an item' })
export type ItemTopic = z.infer<typeof ItemTopic>

/** A change that a model made to what was read off the page. */
export const ItemEdit = z
  .strictObject({
    field: z.string().describe('path of the field, for example "question.text" or "equations.2.latex"'),
    before: z.string(),
    after: z.string(),
    reason: z.string(),
    by: z.string().describe('the model'),
  })
  .meta({ id: 'ItemEdit', title: 'A change made by a model' })
export type ItemEdit = z.infer<typeof ItemEdit>

/** A sub-question, as the question's text holds it. */
export const ItemPart = z
  .strictObject({
    label: z.string().describe('bare, as printed: "a", "ii"'),
    text: z.string().describe('Markdown, from the label to the next one; the label left out'),
    spans: z.array(Span).optional().describe('where it stands, its label included; absent where that is not known'),
  })
  .meta({ id: 'ItemPart', title: 'A part of a question' })
export type ItemPart = z.infer<typeof ItemPart>

export const ReviewStatus = z.enum(['pending', 'approved', 'corrected', 'rejected', 'discuss'])
export type ReviewStatus = z.infer<typeof ReviewStatus>

export const ItemReview = z.strictObject({
  status: ReviewStatus,
  by: z.array(z.string()).describe('chosen names of the reviewers'),
  at: z.iso.datetime().nullable(),
  changed: z.array(z.string()).describe('paths of the fields that people changed'),
})

/** One problem of the dataset, as `items.jsonl` holds it. */
export const Item = z
  .strictObject({
    id: z
      .string()
      .describe('subject / document / printed number: stable across reruns; a repeated number gets its chapter or page in between'),
    subject: SubjectId,
    source: z.strictObject({
      document: DocumentId,
      sha256: Sha256.describe('of the PDF'),
      solutionsSha256: Sha256.nullable().describe('of the solutions file, if there is a separate one'),
      number: z.string().describe('as printed, any dash written "-"'),
      pages: z.array(PageNumber).min(1).describe('every page the question touches, its diagrams included'),
      chapter: z.string().nullable(),
      licence: z.string(),
      turned: z
        .array(
          z.strictObject({
            of: z.enum(['document', 'solutions']).describe('which of the two files'),
            page: PageNumber,
            degrees: Turn.describe('quarter turns clockwise that set the page upright'),
          }),
        )
        .optional()
        .describe(
          'pages of the item that lie sideways or upside down in their file: boxes are of the page as shown, pictures are upright; absent where there are none',
        ),
    }),
    question: z.strictObject({
      text: z.string().describe('Markdown, math as $LaTeX$; the printed number left out; parts included'),
      parts: z.array(ItemPart),
      options: z
        .array(z.strictObject({ label: z.string(), text: z.string() }))
        .optional()
        .describe('what may be chosen in a multiple-choice question; absent for an open one'),
      spans: z.array(Span),
    }),
    diagrams: z.array(Diagram),
    equations: z.array(ItemEquation).describe('of the question, in reading order'),
    solution: Solution.nullable(),
    topics: z.array(ItemTopic),
    review: ItemReview,
    provenance: z.strictObject({
      engine: z.string().describe('"local" or "adobe"'),
      stages: z.record(z.string(), z.int()).describe('stage name → version'),
      models: z.array(z.string()),
      confidence: z.number().min(0).max(1).describe('orders the review queue; 1 means no doubt was noted'),
      problems: z.array(Problem).describe('the doubts, with reasons'),
      edits: z.array(ItemEdit).optional().describe('what models changed, oldest first; absent when none did'),
    }),
  })
  .meta({ id: 'Item', title: 'A problem of the dataset' })
export type Item = z.infer<typeof Item>

/** What every item starts with before topics and review. */
export const PENDING: z.infer<typeof ItemReview> = { status: 'pending', by: [], at: null, changed: [] }
