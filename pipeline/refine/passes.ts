import { asRighted, type Box, fromBBox, grow } from '../../schemas/geometry.ts'
import type { Item, ItemEdit, ItemEquation } from '../../schemas/item.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { ModelImage } from '../../schemas/model.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { PageReader } from '../stage.ts'
import { type Block, correctBlocks, type Edit } from './correct.ts'
import { flatReading, withFlatReplaced } from './flat.ts'
import { type Evidence, evidenceOf } from './guard.ts'
import { withFormula } from './math.ts'
import { attempt, isAwaited, type RefineModel } from './model.ts'
import { transcribeFormula } from './transcribe.ts'
import { faultProblem, verifyItem } from './verify.ts'

/** A formula read with less is shown to the model. */
const SURE = 0.6

/** Points of white around what a model is shown, so that nothing stands at the very edge. */
const MARGIN = 6

/** "(a) " at the head of a part's first paragraph: the text of a part stands without it. */
const PART_LABEL = /^\s*\(?[a-z0-9]{1,4}[).]\s+/iu

/** Confidence of LaTeX that a model transcribed and the guard let pass. */
const TRANSCRIBED = 0.7

interface Passed {
  readonly item: Item
  readonly problems: readonly Problem[]
}

/** Passes that failed are in `failures`: they say nothing about the item. */
export interface PassedAll extends Passed {
  readonly failures: readonly Problem[]
}

/**
 * All model passes over one item: formulas that were not read, misread characters of scans, then verification. A pass that fails leaves the
 * others alone. Throws ProblemError for what ends all asking.
 */
export async function modelPasses(
  item: Item,
  pages: ReadonlyMap<number, PageLayout>,
  reader: PageReader,
  help: RefineModel,
): Promise<PassedAll> {
  const evidence = evidenceOf([...pages.values()])
  const failures: Problem[] = []
  const transcribed = await transcribe(item, pages, help, failures)
  if (isAwaited(help, failures)) return { item, problems: [], failures }
  const places = transcribed.item.question.spans.map(({ page, bbox }) => ({ page, box: fromBBox(bbox) }))
  const pictures = await picturesOf(places, pages, reader, help)
  const isScan = [...pages.values()].some(({ source }) => source === 'ocr' || source === 'hidden-text')
  const corrected = isScan ? await attempt(() => correct(transcribed.item, pictures, evidence, help), failures) : undefined
  if (isAwaited(help, failures)) return { item, problems: [], failures }
  const soFar = corrected?.item ?? transcribed.item
  const verified = await attempt(() => verify(soFar, pictures, help), failures)
  const problems = [...transcribed.problems, ...(corrected?.problems ?? []), ...(verified?.problems ?? [])]
  return { item: verified?.item ?? soFar, problems, failures }
}

async function transcribe(item: Item, pages: ReadonlyMap<number, PageLayout>, help: RefineModel, failures: Problem[]): Promise<Passed> {
  const evidence = evidenceOf([...pages.values()])
  const problems: Problem[] = []
  const edits: ItemEdit[] = []
  const equations: ItemEquation[] = []
  for (const [index, equation] of item.equations.entries()) {
    const picture = needsReading(equation) && equation.file !== null ? await help.picture({ sha256: digestOf(equation.file) }) : undefined
    const read = picture && (await attempt(() => transcribeFormula(picture, equation.display, evidence, help, aboutOf(item)), failures))
    if (read?.rejected)
      problems.push(rejected(item, `the LaTeX “${read.rejected.answer}” of a formula`, read.rejected.reason, equation.page))
    if (!read || read.latex === null) {
      equations.push(equation)
      continue
    }
    equations.push({ ...equation, latex: read.latex, method: 'model', confidence: TRANSCRIBED })
    edits.push({
      field: `equations.${index}.latex`,
      before: equation.latex ?? '',
      after: read.latex,
      reason: 'transcribed from its picture',
      by: help.model,
    })
  }
  if (edits.length === 0) return { item, problems }
  const put = putInPlace({ ...item, equations, question: inText(item, edits) }, item.equations, pages, help.model)
  return { item: withEdits({ ...item, equations, question: put.question }, [...edits, ...put.edits], help.model), problems }
}

/** Formulas that had not been read at all, in the place of the letters that stand for them in the text, where that is sure. */
function putInPlace(
  item: Item,
  before: readonly ItemEquation[],
  pages: ReadonlyMap<number, PageLayout>,
  by: string,
): { question: Item['question']; edits: ItemEdit[] } {
  let { question } = item
  const edits: ItemEdit[] = []
  for (const [index, { latex, display, page, bbox, tag }] of item.equations.entries()) {
    const layout = pages.get(page)
    if (latex === null || before[index]?.latex !== null || !layout) continue
    const flat = flatReading(layout, asRighted(fromBBox(bbox), layout))
    const formula = { latex: tag !== null && display && !latex.includes('\\tag') ? `${latex}\\tag{${tag}}` : latex, display }
    const placed = withFlatReplaced(question.text, flat, formula)
    if (!placed) continue
    const parts = question.parts.map((part) => ({ ...part, text: withFlatReplaced(part.text, flat, formula)?.text ?? part.text }))
    question = { ...question, text: placed.text, parts }
    const fence = display ? '$$' : '$'
    const after = `${fence}${formula.latex}${fence}`
    edits.push({ field: 'question.text', before: placed.before, after, reason: 'the formula in the place of its letters', by })
  }
  return { question, edits }
}

const needsReading = ({ latex, confidence, method }: ItemEquation): boolean => method !== 'person' && (latex === null || confidence < SURE)

/** The question with the new LaTeX where the old stood. */
function inText({ question }: Item, edits: readonly ItemEdit[]): Item['question'] {
  const replace = (text: string): string =>
    edits.reduce((now, { before, after }) => (before === '' ? now : withFormula(now, before, after)), text)
  return { ...question, text: replace(question.text), parts: question.parts.map((part) => ({ ...part, text: replace(part.text) })) }
}

/** Paragraphs as blocks; they are put together again by the same white space. */
async function correct(item: Item, pictures: readonly ModelImage[], evidence: Evidence, help: RefineModel): Promise<Passed> {
  const paragraphs = item.question.text.split('\n\n')
  const blocks: Block[] = paragraphs.map((text, index) => ({ id: `b${index + 1}`, text }))
  const result = await correctBlocks(blocks, pictures, evidence, help, aboutOf(item))
  const problems = result.rejected.map(({ edit, why }) => rejected(item, `the correction of “${edit.find}” to “${edit.replace}”`, why))
  if (result.applied.length === 0) return { item, problems }
  const edits = result.applied.map(({ find, replace, reason }) => ({
    field: 'question.text',
    before: find,
    after: replace,
    reason,
    by: help.model,
  }))
  const question = {
    ...item.question,
    text: result.blocks.map(({ text }) => text).join('\n\n'),
    parts: item.question.parts.map((part) => ({ ...part, text: partWith(part.text, blocks, result.applied) })),
  }
  return { item: withEdits({ ...item, question }, edits, help.model), problems }
}

/** The text of a part with the edits of the blocks that it shares; an edit elsewhere in the question leaves it alone. */
function partWith(text: string, blocks: readonly Block[], edits: readonly Edit[]): string {
  let now = text
  for (const { block, find, replace } of edits) {
    const own = blocks.find(({ id }) => id === block)?.text.replace(PART_LABEL, '') ?? ''
    const shared = own !== '' && (own.includes(text) || text.includes(own))
    if (shared && now.split(find).length === 2) now = now.replace(find, () => replace)
  }
  return now
}

async function verify(item: Item, pages: readonly ModelImage[], help: RefineModel): Promise<Passed> {
  const stored = async (digests: readonly string[]): Promise<ModelImage[]> =>
    (await Promise.all(digests.map((sha256) => help.picture({ sha256 })))).filter((picture) => picture !== undefined)
  const diagrams = await stored(item.diagrams.map(({ sha256 }) => sha256))
  const solution = await stored((item.solution?.files ?? []).map(digestOf))
  const { faults, unfounded } = await verifyItem(item, { pages, diagrams, solution }, help)
  const found = faults.map((fault) => faultProblem(item, fault, help.model))
  const aside = unfounded.map(({ what }) => rejected(item, `the finding “${what}”`, 'what it quotes does not stand in the item'))
  return { item: withEdits(item, [], help.model), problems: [...found, ...aside] }
}

async function picturesOf(
  places: readonly { page: number; box: Box }[],
  pages: ReadonlyMap<number, PageLayout>,
  reader: PageReader,
  help: RefineModel,
): Promise<ModelImage[]> {
  const inside = places.flatMap(({ page, box }) => {
    const layout = pages.get(page)
    if (!layout) return []
    const { left, top, right, bottom } = grow(asRighted(box, layout), MARGIN)
    const within = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(layout.width, right),
      bottom: Math.min(layout.height, bottom),
    }
    return [{ page, box: within }]
  })
  const crops = (await reader.crop(inside)).filter((crop) => crop !== null)
  return (await Promise.all(crops.map((crop) => help.picture(crop)))).filter((picture) => picture !== undefined)
}

/** The item signed by the model, with what it changed. */
const withEdits = (item: Item, edits: readonly ItemEdit[], model: string): Item => ({
  ...item,
  provenance: {
    ...item.provenance,
    models: [...new Set([...item.provenance.models, model])],
    ...(edits.length > 0 ? { edits: [...(item.provenance.edits ?? []), ...edits] } : {}),
  },
})

const aboutOf = ({ id, source }: Item): { document: string; item: string } => ({ document: source.document, item: id })

/** "images/<sha256>.png" → the sha256. */
const digestOf = (file: string): string => file.slice('images/'.length, -'.png'.length)

const rejected = (item: Item, what: string, why: string, page?: number): Problem => ({
  code: 'correction-rejected',
  severity: 'notice',
  message: `A model’s answer was turned down: ${what} (${why}).`,
  hint: 'Compare with the page; if the model is right after all, make the change in review.',
  place: { document: item.source.document, stage: 'refine', item: item.id, ...(page === undefined ? {} : { page }) },
})
