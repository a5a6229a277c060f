import type { Estimate } from '../stats/bootstrap.ts'

/** Pixels. Room for the longest label, and the height of one row. */
const LABEL_WIDTH = 300
const PLOT_WIDTH = 420
const ROW_HEIGHT = 22
const CELL = 46

/** Everything in a report may come from a model or a book: nothing reaches the page unescaped. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

export interface DotRow {
  readonly label: string
  /** Drawn in this order, in the colours of the legend. */
  readonly dots: readonly Estimate[]
}

/** Means as dots with their intervals as bars, one row a label, on one axis. */
export function dotPlot(rows: readonly DotRow[], domain: readonly [number, number], series: readonly string[], title: string): string {
  const [low, high] = domain
  const x = (value: number): number => LABEL_WIDTH + (PLOT_WIDTH * (Math.min(high, Math.max(low, value)) - low)) / (high - low || 1)
  const height = rows.length * ROW_HEIGHT + 34
  const ticks = roundTicks(low, high)
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="6" y2="${height - 28}"/><text class="tick" x="${x(tick)}" y="${height - 12}">${short(tick)}</text>`,
  )
  const zero = low < 0 && high > 0 ? `<line class="zero" x1="${x(0)}" x2="${x(0)}" y1="6" y2="${height - 28}"/>` : ''
  const marks = rows.map(({ label, dots }, index) => {
    const middle = index * ROW_HEIGHT + ROW_HEIGHT / 2 + 6
    const drawn = dots.map((dot, which) => dotOf(dot, x, middle + (which - (dots.length - 1) / 2) * 8, which))
    return `<text class="label" x="${LABEL_WIDTH - 10}" y="${middle + 4}">${escaped(label)}</text>${drawn.join('')}`
  })
  const legend =
    series.length > 1
      ? `<p class="legend">${series.map((name, which) => `<span class="key s${which}"></span>${escaped(name)}`).join(' ')}</p>`
      : ''
  return `${legend}<svg role="img" aria-label="${escaped(title)}" viewBox="0 0 ${LABEL_WIDTH + PLOT_WIDTH + 20} ${height}">${grid.join('')}${zero}${marks.join('')}</svg>`
}

/** Between four and ten round numbers. */
function roundTicks(low: number, high: number): number[] {
  const rough = (high - low) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

function dotOf({ value, low, high }: Estimate, x: (value: number) => number, y: number, which: number): string {
  if (value === null) return ''
  const bar = low === null || high === null ? '' : `<line class="bar s${which}" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}"/>`
  return `${bar}<circle class="dot s${which}" cx="${x(value)}" cy="${y}" r="3.5"><title>${short(value)} [${short(low)}, ${short(high)}]</title></circle>`
}

/** A symmetric matrix of correlations, −1 … 1. */
export function heatMap(labels: readonly string[], value: (row: number, column: number) => number | null, title: string): string {
  const left = 60
  const size = labels.length * CELL
  const cells = labels.flatMap((_, row) =>
    labels.map((__, column) => {
      const r = row === column ? 1 : value(row, column)
      const [cx, cy] = [left + column * CELL, 24 + row * CELL]
      const fill =
        r === null ? 'var(--none)' : r >= 0 ? `rgb(31 111 178 / ${Math.abs(r).toFixed(3)})` : `rgb(190 60 40 / ${Math.abs(r).toFixed(3)})`
      const ink = r !== null && Math.abs(r) > 0.55 ? '#fff' : 'var(--ink)'
      return `<rect x="${cx}" y="${cy}" width="${CELL - 2}" height="${CELL - 2}" style="fill:${fill}"/><text class="cell" x="${cx + CELL / 2 - 1}" y="${cy + CELL / 2 + 4}" style="fill:${ink}">${r === null ? '–' : r.toFixed(2)}</text>`
    }),
  )
  const names = labels.map(
    (label, index) =>
      `<text class="label" x="${left - 8}" y="${24 + index * CELL + CELL / 2 + 4}">${escaped(label)}</text><text class="tick" x="${left + index * CELL + CELL / 2}" y="16">${escaped(label)}</text>`,
  )
  return `<svg role="img" aria-label="${escaped(title)}" viewBox="0 0 ${left + size + 10} ${size + 34}" style="max-width:${left + size + 10}px">${cells.join('')}${names.join('')}</svg>`
}

/** What sums in binary leave of a zero. */
const ROUNDING = 1e-12

/** Three significant digits, without trailing zeros. */
export function short(value: number | null): string {
  if (value === null) return '–'
  if (Math.abs(value) < ROUNDING) return '0'
  if (Math.abs(value) < 0.001) return value.toExponential(1)
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
