import * as mupdf from 'mupdf'
import type { Box } from '../../schemas/geometry.ts'
import { area, grow, intersection } from '../../schemas/geometry.ts'
import { hexColour } from './colour.ts'
import { complaintsDuring } from './engine-log.ts'
import { type FontDescriptor, type3Descriptor } from './fonts/descriptor.ts'
import { recordsOf } from './glyph-identity.ts'
import { borrowed } from './lent.ts'
import type { PageMarks, RawGlyph } from './marks.ts'
import { concat, expansion, type Matrix, transformBox } from './matrix.ts'
import type { OpenPdf } from './open.ts'
import { shapeOfRectangle, subpaths } from './subpaths.ts'

/** Points. The least width that a painted stroke or rule is given, so that every mark has a box. */
const HAIRLINE = 0.1

/** Share of the page that a picture must cover to be its background: scans leave at most a thin border. */
const BACKGROUND_SHARE = 0.85

/** Reads everything that a page paints. `page` counts from 1. Throws what mupdf throws when the page is broken. */
export function readPage(pdf: OpenPdf, page: number): PageMarks {
  const { result, complaints } = complaintsDuring(() => record(pdf, page))
  const [first] = complaints
  return first === undefined ? result : { ...result, damage: first }
}

function record(pdf: OpenPdf, page: number): PageMarks {
  const loaded = pdf.document.loadPage(page - 1)
  try {
    const [left, top, right, bottom] = loaded.getBounds()
    const recorder = new Recorder(right - left, bottom - top)
    const device = new mupdf.Device(recorder.callbacks())
    try {
      loaded.run(device, [1, 0, 0, 1, -left, -top])
      device.close()
    } finally {
      device.destroy()
    }
    return { ...recorder.marks, descriptors: descriptorsOf(pdf, page, recorder.marks) }
  } finally {
    loaded.destroy()
  }
}

function descriptorsOf(pdf: OpenPdf, page: number, marks: PageMarks): Map<number, FontDescriptor> {
  const found = new Map<number, FontDescriptor>()
  for (const [id, font] of marks.fonts) {
    const descriptor = type3Descriptor(pdf.document, font) ?? recordsOf(pdf, page, marks, id).find(({ bitmap }) => bitmap)?.bitmap
    if (descriptor) found.set(id, descriptor)
  }
  return found
}

/** mupdf does not export the type: it is what the first constructor takes. */
export type DeviceCallbacks = typeof mupdf.Device extends {
  new (callbacks: infer Callbacks): mupdf.Device
  new (pointer: infer _): mupdf.Device
}
  ? Callbacks
  : never

/** Turns device calls into marks: applies matrices, tracks clips, leaves out masks and pattern cells. */
class Recorder {
  readonly marks: PageMarks
  private readonly clips: (Box | undefined)[] = []
  private order = 0
  /** Depth of constructs whose content is not painted as such: soft masks and pattern cells. */
  private unpainted = 0

  constructor(width: number, height: number) {
    this.marks = { width, height, fonts: new Map(), glyphs: [], hidden: [], drawings: [], images: [] }
  }

  callbacks(): DeviceCallbacks & object {
    return {
      fillText: (text, ctm, space, color, alpha) =>
        this.text(text, ctm as Matrix, alpha > 0 ? this.marks.glyphs : this.marks.hidden, hexColour(space, color)),
      strokeText: (text, _stroke, ctm, space, color, alpha) =>
        this.text(text, ctm as Matrix, alpha > 0 ? this.marks.glyphs : this.marks.hidden, hexColour(space, color)),
      clipText: (text, ctm) => {
        this.text(text, ctm as Matrix, this.marks.glyphs, undefined) // letters filled with a picture or shade: they show
        this.pushClip(undefined)
      },
      clipStrokeText: () => this.pushClip(undefined),
      ignoreText: (text, ctm) => this.text(text, ctm as Matrix, this.marks.hidden, undefined),
      fillPath: (path, _evenOdd, ctm, space, color, alpha) => this.path(path, ctm as Matrix, 'fill', 0, hexColour(space, color), alpha),
      strokePath: (path, stroke, ctm, space, color, alpha) =>
        this.path(path, ctm as Matrix, 'stroke', stroke.getLineWidth() * expansion(ctm as Matrix), hexColour(space, color), alpha),
      clipPath: (path, _evenOdd, ctm) => this.pushClip(pathBox(path, ctm as Matrix)),
      clipStrokePath: (path, _stroke, ctm) => this.pushClip(pathBox(path, ctm as Matrix)),
      clipImageMask: (image, ctm) => {
        borrowed(image)
        this.pushClip(transformBox(ctm as Matrix, 0, 0, 1, 1))
      },
      popClip: () => void this.clips.pop(),
      fillShade: (shade) => {
        borrowed(shade)
        this.shade()
      },
      fillImage: (image, ctm, alpha) => this.image(borrowed(image), ctm as Matrix, alpha),
      fillImageMask: (image, ctm, space, color, alpha) => this.mask(borrowed(image), ctm as Matrix, hexColour(space, color), alpha),
      beginMask: () => void this.unpainted++,
      endMask: () => {
        this.unpainted--
        this.pushClip(undefined)
      },
      beginTile: (tileArea, _view, _xstep, _ystep, ctm) => {
        this.tile(tileArea as unknown as readonly [number, number, number, number], ctm as Matrix)
        this.unpainted++
        return 0
      },
      endTile: () => void this.unpainted--,
    }
  }

  private get clip(): Box | undefined {
    return this.clips.at(-1)
  }

  private pushClip(box: Box | undefined): void {
    const outer = this.clip
    if (!box) this.clips.push(outer)
    else this.clips.push(outer ? (intersection(outer, box) ?? NOTHING) : box)
  }

  private visible(box: Box): Box | undefined {
    const page = { left: 0, top: 0, right: this.marks.width, bottom: this.marks.height }
    const onPage = intersection(box, page)
    return onPage && this.clip ? intersection(onPage, this.clip) : onPage
  }

  private text(text: mupdf.Text, ctm: Matrix, into: RawGlyph[], colour: string | undefined): void {
    if (this.unpainted > 0) return
    let last: RawGlyph | undefined
    text.walk({
      showGlyph: (font, trm, gid, unicode, wmode) => {
        const letters = unicode > 0 ? String.fromCodePoint(unicode) : '\uFFFD'
        if (gid < 0) {
          if (last) last.text += letters // mupdf spells a ligature out as one glyph and then letters without one
          return
        }
        const id = font.pointer as unknown as number // a branded number
        if (!this.marks.fonts.has(id)) this.marks.fonts.set(id, borrowed(font))
        const placed = concat(trm as Matrix, ctm)
        const advance = font.advanceGlyph(gid, wmode) * Math.hypot(placed[0], placed[1])
        last = { font: id, gid, text: letters, trm: placed, advance, colour, order: this.order++, clip: this.clip }
        into.push(last)
      },
    })
    text.destroy()
  }

  private path(path: mupdf.Path, ctm: Matrix, kind: 'fill' | 'stroke', lineWidth: number, colour: string | undefined, alpha: number): void {
    const parts = this.unpainted > 0 || alpha === 0 ? [] : subpaths(path, ctm)
    path.destroy()
    const order = this.order++
    for (const part of parts) {
      const box = this.visible(withThickness(part.box, kind === 'stroke' ? Math.max(lineWidth, HAIRLINE) : 0))
      if (!box) continue
      this.marks.drawings.push({
        box,
        kind,
        shape: part.shape,
        order,
        ...(colour ? { colour } : {}),
        ...(kind === 'stroke' ? { lineWidth } : {}),
      })
    }
  }

  private shade(): void {
    if (this.unpainted > 0) return
    const box = this.visible({ left: 0, top: 0, right: this.marks.width, bottom: this.marks.height })
    if (box) this.marks.drawings.push({ box, kind: 'shade', shape: 'path', colour: '#808080', order: this.order++ })
  }

  private tile([left, top, right, bottom]: readonly [number, number, number, number], ctm: Matrix): void {
    if (this.unpainted > 0) return
    const box = this.visible(transformBox(ctm, left, top, right, bottom))
    if (box) this.marks.drawings.push({ box, kind: 'shade', shape: 'path', colour: '#808080', order: this.order++ })
  }

  /** Printer drivers paint rules as a mask of one pixel: that is paint in one colour, not a picture. */
  private mask(image: mupdf.Image, ctm: Matrix, colour: string | undefined, alpha: number): void {
    if (image.getWidth() > 1 || image.getHeight() > 1) {
      this.image(image, ctm, alpha)
      return
    }
    const box = this.unpainted > 0 || alpha === 0 ? undefined : this.visible(withThickness(transformBox(ctm, 0, 0, 1, 1), 0))
    if (!box) return
    this.marks.drawings.push({ box, kind: 'fill', shape: shapeOfRectangle(box), order: this.order++, ...(colour ? { colour } : {}) })
  }

  private image(image: mupdf.Image, ctm: Matrix, alpha: number): void {
    if (this.unpainted > 0 || alpha === 0) return
    const box = this.visible(withThickness(transformBox(ctm, 0, 0, 1, 1), 0))
    if (!box) return
    const background = area(box) >= BACKGROUND_SHARE * this.marks.width * this.marks.height
    this.marks.images.push({ box, pixels: [image.getWidth(), image.getHeight()], order: this.order++, background })
  }
}

/** A clip that lets nothing through. */
const NOTHING: Box = { left: -1e6, top: -1e6, right: -1e6 + 1, bottom: -1e6 + 1 }

function pathBox(path: mupdf.Path, ctm: Matrix): Box | undefined {
  const parts = subpaths(path, ctm)
  path.destroy()
  if (parts.length === 0) return NOTHING
  return withThickness(
    parts
      .map((part) => part.box)
      .reduce((a, b) => ({
        left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
      })),
    0,
  )
}

/** Grows a box by half a line width on every side and makes sure that it has an inside. */
function withThickness(box: Box, lineWidth: number): Box {
  const grown = lineWidth > 0 ? grow(box, lineWidth / 2) : box
  const thin = { x: Math.max(0, HAIRLINE - (grown.right - grown.left)) / 2, y: Math.max(0, HAIRLINE - (grown.bottom - grown.top)) / 2 }
  return { left: grown.left - thin.x, top: grown.top - thin.y, right: grown.right + thin.x, bottom: grown.bottom + thin.y }
}
