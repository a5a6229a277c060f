import * as mupdf from 'mupdf'
import { type Box, overlapX, overlapY } from '../../schemas/geometry.ts'
import { borrowed } from './lent.ts'
import type { OpenPdf } from './open.ts'
import type { DeviceCallbacks } from './read-page.ts'

/**
 * Cuts a box out of a page as an SVG, letters as outlines, so that it looks the same everywhere and holds nothing that could run or load.
 * What lies wholly outside the box is left out.
 *
 * @param page counted from 1
 * @param box on the page as shown, in points; the unit of the SVG is a point, too
 * @returns 'raster' when pixels, shades or masks are painted in the box: a PNG shows those better
 */
export function cropSvg(pdf: OpenPdf, page: number, box: Box): string | 'raster' {
  const loaded = pdf.document.loadPage(page - 1)
  const buffer = new mupdf.Buffer()
  try {
    const [left, top] = loaded.getBounds()
    const writer = new mupdf.DocumentWriter(buffer, 'svg', 'text=path')
    const into = writer.beginPage([0, 0, box.right - box.left, box.bottom - box.top])
    const crop = new Crop(into, { left: 0, top: 0, right: box.right - box.left, bottom: box.bottom - box.top })
    const device = new mupdf.Device(crop.callbacks())
    try {
      loaded.run(device, [1, 0, 0, 1, -left - box.left, -top - box.top])
      device.close()
    } finally {
      device.destroy()
    }
    writer.endPage()
    writer.close()
    writer.destroy()
    return crop.hasPixels ? 'raster' : buffer.asString()
  } finally {
    buffer.destroy()
    loaded.destroy()
  }
}

type Color = Parameters<mupdf.Device['fillPath']>[4]

/** Hands on what is painted in a box. Clips are handed on wherever they are: each is taken back later. */
class Crop {
  /** Whether something is painted in the box that is no line, area or letter of one colour. */
  hasPixels = false
  private readonly into: mupdf.Device
  private readonly box: Box
  private readonly hairline = new mupdf.StrokeState({
    lineCap: 'Butt',
    lineJoin: 'Miter',
    lineWidth: 0,
    miterLimit: 10,
    dashPhase: 0,
  })

  constructor(into: mupdf.Device, box: Box) {
    this.into = into
    this.box = box
  }

  callbacks(): DeviceCallbacks & object {
    return {
      fillPath: (path, evenOdd, ctm, space, color, alpha) =>
        this.path(path, this.hairline, ctm, () => this.into.fillPath(path, evenOdd, ctm, space, color as Color, alpha)),
      strokePath: (path, stroke, ctm, space, color, alpha) =>
        this.path(path, stroke, ctm, () => this.into.strokePath(path, stroke, ctm, space, color as Color, alpha)),
      clipPath: (path, evenOdd, ctm) => {
        this.into.clipPath(path, evenOdd, ctm)
        path.destroy()
      },
      clipStrokePath: (path, stroke, ctm) => {
        this.into.clipStrokePath(path, stroke, ctm)
        path.destroy()
      },
      fillText: (text, ctm, space, color, alpha) => this.text(text, ctm, () => this.into.fillText(text, ctm, space, color as Color, alpha)),
      strokeText: (text, stroke, ctm, space, color, alpha) =>
        this.text(text, ctm, () => this.into.strokeText(text, stroke, ctm, space, color as Color, alpha)),
      clipText: (text, ctm) => {
        this.into.clipText(text, ctm)
        text.destroy()
      },
      clipStrokeText: (text, stroke, ctm) => {
        this.into.clipStrokeText(text, stroke, ctm)
        text.destroy()
      },
      popClip: () => this.into.popClip(),
      fillImage: (image, ctm) => this.pixels(borrowed(image), ctm),
      fillImageMask: (image, ctm) => this.pixels(borrowed(image), ctm),
      clipImageMask: (image, ctm) => {
        this.pixels(borrowed(image), ctm)
        this.into.clipPath(new mupdf.Path(), false, ctm)
      },
      fillShade: (shade) => {
        borrowed(shade)
        this.hasPixels = true
      },
      beginMask: () => {
        this.hasPixels = true
      },
    }
  }

  private path(path: mupdf.Path, stroke: mupdf.StrokeState, ctm: mupdf.Matrix, paint: () => void): void {
    if (this.meets(path.getBounds(stroke, ctm))) paint()
    path.destroy()
  }

  private text(text: mupdf.Text, ctm: mupdf.Matrix, paint: () => void): void {
    if (this.meets(text.getBounds(this.hairline, ctm))) paint()
    text.destroy()
  }

  private pixels(_image: mupdf.Image, [a, b, c, d, e, f]: mupdf.Matrix): void {
    const xs = [e, e + a, e + c, e + a + c]
    const ys = [f, f + b, f + d, f + b + d]
    if (this.meets([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])) this.hasPixels = true
  }

  private meets([left, top, right, bottom]: mupdf.Rect): boolean {
    const painted = { left, top, right, bottom }
    return overlapX(painted, this.box) >= 0 && overlapY(painted, this.box) >= 0
  }
}
