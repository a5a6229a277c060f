import type { Diagram, Item, ItemEquation, ItemPart, Solution, Span } from '../../schemas/item.ts'
import type { EditPath } from '../../schemas/review.ts'
import { type FieldValues, fieldOf, withField } from '../../schemas/review-fields.ts'
import { toldOf } from './api.ts'
import { notify } from './parts/notices.tsx'
import { cutCrop, readBox, type Spot, solutionFile } from './sources.ts'
import type { Work } from './use-item.ts'

/** What drawing and moving boxes does to an item. Pictures are cut by the server; the item changes when they are there. */

const told = (error: unknown): void => notify(toldOf(error), 'error')

export const EMPTY_SOLUTION: Solution = { text: '', pages: [], spans: [], files: [], answers: [] }

/** Moves a diagram’s box and cuts its picture anew. */
export function moveDiagram(work: Work, index: number, spot: Spot): void {
  cut(work.item, spot).then(
    (picture) => change(work, 'diagrams', (all) => all.map((one, at) => (at === index ? { ...one, ...spotOf(spot), ...picture } : one))),
    told,
  )
}

/** Adds a diagram that the machine missed. */
export function addDiagram(work: Work, spot: Spot): void {
  const rest = { label: null, caption: null, kind: 'mixed', type: null } as const
  cut(work.item, spot).then(
    (picture) => change(work, 'diagrams', (all): Diagram[] => [...all, { ...spotOf(spot), ...picture, ...rest }]),
    told,
  )
}

/** Moves a formula’s box; the picture of a display is cut anew. */
export function moveEquation(work: Work, index: number, spot: Spot): void {
  const put = (file: string | null) =>
    change(work, 'equations', (all) => all.map((one, at) => (at === index ? { ...one, ...spotOf(spot), file } : one)))
  if (work.item.equations[index]?.file === null) put(null)
  else cut(work.item, spot).then(({ file }) => put(file), told)
}

/** Adds a formula that the machine missed, with what can be read in its box. */
export function addEquation(work: Work, spot: Spot): void {
  const add = async () => {
    const latex = await readBox(work.item.source.document, spot)
    const display = /^\$\$[^$]+\$\$$/.test(latex)
    const bare = /^\${1,2}([^$]+)\${1,2}$/.exec(latex)?.[1]?.trim() ?? null
    const made = { ...spotOf(spot), latex: bare, display, tag: null, method: 'person', confidence: 1 } as const
    const file = display ? (await cut(work.item, spot)).file : null
    change(work, 'equations', (all): ItemEquation[] => [...all, { ...made, file }])
  }
  add().catch(told)
}

/** Puts the boxes of the question where they are said to be. */
export const setQuestionBoxes = (work: Work, spans: readonly Spot[]): void => work.set('question.spans', spans.map(spotOf))

/** Puts the boxes of a part where they are said to be; without any it is not known where it stands. */
export function setPartBoxes(work: Work, index: number, spans: readonly Spot[]): void {
  change(work, 'question.parts', (all) =>
    all.map((part, at) => {
      if (at !== index) return part
      const { spans: _, ...bare } = part
      return spans.length === 0 ? bare : { ...bare, spans: spans.map(spotOf) }
    }),
  )
}

/** The printed label of a part, at its beginning: "(a)", "b.", "iv)". */
const LABEL = /^[([]?([a-z]|[ivx]+|\d{1,2})[)\].:]+\s+/i

/** Adds a part that the machine missed, with what can be read in its box. */
export function addPart(work: Work, spot: Spot, label: string): void {
  readBox(work.item.source.document, spot).then((text) => {
    const printed = LABEL.exec(text)
    const part: ItemPart = { label: printed?.[1] ?? label, text: text.slice(printed?.[0].length ?? 0), spans: [spotOf(spot)] }
    change(work, 'question.parts', (all) => [...all, part])
  }, told)
}

/** Puts the boxes of the solution where they are said to be, and cuts its pictures anew; a solution that was missing is read off the page. */
export function setSolutionBoxes(work: Work, spans: readonly Spot[]): void {
  const { item } = work
  const put = async () => {
    const pictures = await Promise.all(spans.map((spot) => cutCrop(item.source.document, spot, solutionFile(item))))
    const [first] = spans
    const text = item.solution === null && first ? await readBox(item.source.document, first, solutionFile(item)) : undefined
    const where = {
      spans: spans.map(spotOf),
      pages: [...new Set(spans.map(({ page }) => page))].toSorted((a, b) => a - b),
      files: pictures.map(({ sha256 }) => `images/${sha256}.png`),
    }
    change(work, 'solution', (now) => ({ ...(now ?? { ...EMPTY_SOLUTION, text: text ?? '' }), ...where }))
  }
  put().catch(told)
}

const spotOf = ({ page, bbox }: Spot): Span => ({ page, bbox })

async function cut({ source }: Item, spot: Spot): Promise<Pick<Diagram, 'file' | 'sha256' | 'width' | 'height'>> {
  const { sha256, width, height } = await cutCrop(source.document, spot)
  return { file: `images/${sha256}.png`, sha256, width, height }
}

/** Changes a field as it is by then: the reader may have gone on typing while a picture was cut. */
const change = <Path extends EditPath>(work: Work, path: Path, to: (value: FieldValues[Path]) => FieldValues[Path]): void =>
  work.setItem((item) => withField(item, path, to(fieldOf(item, path))))
