import sharp from 'sharp'
import type { Overlay } from '../schemas/figure.ts'
import { asRighted, type Righted } from '../schemas/geometry.ts'

/** Colours by kind of box; kinds that are not listed share the last one. */
const COLOURS: Readonly<Record<string, string>> = {
  problem: '#1d6fd8',
  solution: '#1a9850',
  part: '#7b3fb5',
  figure: '#d9480f',
  caption: '#c99700',
  equation: '#a61e4d',
  furniture: '#868e96',
  line: '#2b8a9e',
}
const OTHER = '#495057'

/** Points. Labels are read at a distance, yet must not hide the page. */
const LABEL_SIZE = 7

export interface DrawnPage {
  readonly png: Uint8Array
  /** Points. */
  readonly width: number
  readonly height: number
}

/** A page that lies sideways or upside down in its file, set upright with the boxes over it. */
export async function uprightPage(
  { png }: DrawnPage,
  overlays: readonly Overlay[],
  page: Righted,
): Promise<{ page: DrawnPage; overlays: Overlay[] }> {
  return {
    page: { png: await sharp(png).rotate(page.turned).png().toBuffer(), width: page.width, height: page.height },
    overlays: overlays.map((overlay) => ({ ...overlay, box: asRighted(overlay.box, page) })),
  }
}

/** A page with labelled boxes over it, as SVG with the page inside. */
export function pageSvg(page: DrawnPage, overlays: readonly Overlay[]): string {
  const image = `<image href="data:image/png;base64,${Buffer.from(page.png).toString('base64')}" width="${page.width}" height="${page.height}"/>`
  return svg(page, `${image}${overlays.map(mark).join('')}`)
}

/** The same as PNG, at the resolution of the page picture. */
export async function pagePngWithBoxes(page: DrawnPage, overlays: readonly Overlay[]): Promise<Buffer> {
  const { width } = await sharp(page.png).metadata()
  const boxes = Buffer.from(svg(page, overlays.map(mark).join('')))
  const layer = await sharp(boxes, { density: (72 * width) / page.width })
    .resize({ width })
    .png()
    .toBuffer()
  return sharp(page.png)
    .composite([{ input: layer, top: 0, left: 0 }])
    .png()
    .toBuffer()
}

const svg = ({ width, height }: DrawnPage, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>`

function mark({ box, label, kind }: Overlay): string {
  const colour = COLOURS[kind] ?? OTHER
  const text = label.length > 60 ? `${label.slice(0, 59)}…` : label
  const wide = text.length * LABEL_SIZE * 0.52 + 3
  return (
    `<rect x="${box.left}" y="${box.top}" width="${box.right - box.left}" height="${box.bottom - box.top}" fill="${colour}" fill-opacity="0.06" stroke="${colour}" stroke-width="0.8"/>` +
    `<rect x="${box.left}" y="${box.top - LABEL_SIZE - 1}" width="${wide}" height="${LABEL_SIZE + 1}" fill="${colour}" fill-opacity="0.85"/>` +
    `<text x="${box.left + 1.5}" y="${box.top - 2}" font-family="sans-serif" font-size="${LABEL_SIZE}" fill="#fff">${escapeXml(text)}</text>`
  )
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
