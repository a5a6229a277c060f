import { type Grey, type QuarterTurn, quarterTurned, rotated } from '../../../pipeline/ocr/raster.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { greyRaster } from '../../../pipeline/pdf/render.ts'
import { extraObject, tinyPdf } from '../tiny-pdf.ts'

/** Dots an inch of the scanner. */
const SCAN_DPI = 200

/** The first page of a PDF as a scanner gives it back: one grey picture, laid on the glass as told. `layer` is painted over it. */
export function scanOf(
  bytes: Uint8Array,
  { turn = 0, skew = 0, layer = '' }: { turn?: QuarterTurn; skew?: number; layer?: string } = {},
): Uint8Array {
  const pdf = openPdf(bytes, { file: 'tiny.pdf' })
  const picture = rotated(quarterTurned(greyRaster(pdf, 1, SCAN_DPI), turn), skew)
  pdf.close()
  return pdfOf(picture, layer)
}

const pdfOf = ({ pixels, width, height }: Grey, layer: string): Uint8Array => {
  const [w, h] = [(width * 72) / SCAN_DPI, (height * 72) / SCAN_DPI]
  return tinyPdf(
    [{ content: `q ${w} 0 0 ${h} 0 0 cm /Im Do Q ${layer}`, width: w, height: h, xobjects: `/Im ${extraObject()} 0 R` }],
    [{ dictionary: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`, data: pixels }],
  )
}
