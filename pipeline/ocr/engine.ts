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
  /** Row on which it stands, for small figures above or below the line. */
  readonly script?: number
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

/** What a word says. */
export const textOf = ({ symbols }: OcrWord): string => symbols.map(({ text }) => text).join('')

let engine: Promise<Worker> | undefined

/** Starts on first use, one a thread, from files that npm installed: nothing is fetched. */
function started(): Promise<Worker> {
  engine ??= start()
  return engine
}

async function start(): Promise<Worker> {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  const worker = await createWorker('eng', 1, { langPath: join(data, '4.0.0_best_int'), cacheMethod: 'none', gzip: true })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: String(OCR_DPI) })
  return worker
}

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

/** An italic c is often taken for a cent sign, which engineering texts print after amounts of money at most. */
function withoutCents(symbols: readonly OcrSymbol[]): OcrSymbol[] {
  return symbols.flatMap((symbol, at) => {
    if (symbol.text !== '¢' || /\d/.test(symbols[at - 1]?.text ?? '')) return [symbol]
    return symbols[at + 1]?.text === 'c' ? [] : [{ ...symbol, text: 'c' }] // "¢c" is one letter read twice
  })
}
