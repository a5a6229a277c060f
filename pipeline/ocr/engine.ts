import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import type { Grey } from './raster.ts'

/** Dots an inch at which pages are read; the recogniser's model was trained on letters of this size. */
export const OCR_DPI = 300

/** A letter as recognised. Pixels of the picture. */
export interface OcrSymbol {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** A figure that stands small above the line, as an exponent does. */
  readonly raised?: boolean
}

export interface OcrWord {
  readonly symbols: readonly OcrSymbol[]
  /** 0 to 1, the recogniser's own. */
  readonly confidence: number
}

export interface OcrLine {
  readonly words: readonly OcrWord[]
  /** Pixels from the top at the line's middle. */
  readonly baseline: number
  /** Pixels from the lowest descender to the highest ascender. */
  readonly height: number
}

let engine: Promise<Worker> | undefined

/** Starts on first use, one a thread, from files that npm installed: nothing is fetched. */
function started(): Promise<Worker> {
  engine ??= start()
  return engine
}

async function start(): Promise<Worker> {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  const worker = await createWorker('eng', 1, { langPath: join(data, '4.0.0_best_int'), cacheMethod: 'none', gzip: true })
  await worker.setParameters({ ...PAGE, user_defined_dpi: String(OCR_DPI) })
  return worker
}

/** How the recogniser is set to read pages, and single figures. */
const PAGE = { tessedit_pageseg_mode: PSM.AUTO, tessedit_char_whitelist: '' }
const FIGURE = { tessedit_pageseg_mode: PSM.SINGLE_CHAR, tessedit_char_whitelist: '0123456789' }
/** Pixels: how high a single figure is made, the paper around it, and what its box may have cut off. */
const FIGURE_HEIGHT = 48
const FIGURE_MARGIN = 24
const FIGURE_SLACK = 4

/** Ends this thread's recogniser, if it was started. */
export async function stopOcr(): Promise<void> {
  const running = engine
  engine = undefined
  await (await running)?.terminate()
}

/** Reads upright text. English data; other Latin scripts come out nearly right. */
export async function recognise({ pixels, width, height }: Grey): Promise<OcrLine[]> {
  const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const worker = await started()
  const { data } = await worker.recognize(png, {}, { blocks: true, text: false })
  return (data.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) =>
      paragraph.lines.map(
        (line): OcrLine => ({
          baseline: (line.baseline.y0 + line.baseline.y1) / 2,
          height: line.rowAttributes.rowHeight,
          words: line.words.map((word) => ({
            confidence: word.confidence / 100,
            symbols: withoutCents(
              word.symbols.map(({ text, bbox }) => ({ text, left: bbox.x0, top: bbox.y0, right: bbox.x1, bottom: bbox.y1 })),
            ),
          })),
        }),
      ),
    ),
  )
}

/** Looks at boxes of a picture for single figures, each enlarged and alone. */
export async function recogniseFigures(
  { pixels, width, height }: Grey,
  boxes: readonly Omit<OcrSymbol, 'text'>[],
): Promise<{ text: string; confidence: number }[]> {
  const worker = await started()
  await worker.setParameters(FIGURE)
  try {
    const found: { text: string; confidence: number }[] = []
    for (const box of boxes) {
      const left = Math.max(0, box.left - FIGURE_SLACK)
      const top = Math.max(0, box.top - FIGURE_SLACK)
      const [right, bottom] = [Math.min(width, box.right + FIGURE_SLACK), Math.min(height, box.bottom + FIGURE_SLACK)]
      const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
        .extract({ left, top, width: right - left, height: bottom - top })
        .resize({ height: FIGURE_HEIGHT })
        .extend({ top: FIGURE_MARGIN, bottom: FIGURE_MARGIN, left: FIGURE_MARGIN, right: FIGURE_MARGIN, background: '#fff' })
        .png()
        .toBuffer()
      const { data } = await worker.recognize(png, {}, { text: true })
      found.push({ text: data.text.trim(), confidence: data.confidence / 100 })
    }
    return found
  } finally {
    await worker.setParameters(PAGE)
  }
}

/** An italic c is often taken for a cent sign, which engineering texts print after amounts of money at most. */
function withoutCents(symbols: readonly OcrSymbol[]): OcrSymbol[] {
  return symbols.flatMap((symbol, at) => {
    if (symbol.text !== '¢' || /\d/.test(symbols[at - 1]?.text ?? '')) return [symbol]
    return symbols[at + 1]?.text === 'c' ? [] : [{ ...symbol, text: 'c' }] // "¢c" is one letter read twice
  })
}
