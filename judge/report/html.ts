import type { Estimate } from '../stats/bootstrap.ts'
import { escaped, short } from './svg.ts'
import { type Cell, isEstimate, type Table } from './table.ts'

export interface Section {
  readonly table: Table
  /** Pictures of the table, already safe. */
  readonly pictures: readonly string[]
}

export interface Page {
  readonly title: string
  readonly lead: string
  /** Said in a box at the top; for figures that must not be taken for measurements. */
  readonly warning: string | null
  readonly sections: readonly Section[]
}

/** Rows. Longer tables fold up; nothing is left out. */
const OPEN_ROWS = 40

/** One file that needs nothing else: style and pictures are in it, nothing in it runs. */
export const toHtml = ({ title, lead, warning, sections }: Page): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p>${escaped(lead)}</p>${warning === null ? '' : `<p class="warning">${escaped(warning)}</p>`}
<nav>${sections.map(({ table }) => `<a href="#${table.id}">${escaped(table.title)}</a>`).join('')}</nav></header>
<main>
${sections.map(sectionHtml).join('\n')}
</main>
</body>
</html>
`

const sectionHtml = ({ table, pictures }: Section): string =>
  `<section id="${table.id}"><h2>${escaped(table.title)}</h2><p class="note">${escaped(table.note)}</p>${pictures.map((picture) => `<figure>${picture}</figure>`).join('')}${tableHtml(table)}</section>`

function tableHtml({ columns, rows }: Table): string {
  if (rows.length === 0) return '<p class="note">Nothing to report.</p>'
  const head = `<tr>${columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')}</tr>`
  const body = rows.map((row) => `<tr>${columns.map((_, index) => cellHtml(row[index] ?? null)).join('')}</tr>`).join('')
  const table = `<div class="scroll"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`
  return rows.length > OPEN_ROWS ? `<details><summary>${rows.length} rows</summary>${table}</details>` : table
}

function cellHtml(cell: Cell): string {
  if (cell === null) return '<td class="number">–</td>'
  if (typeof cell === 'string') return `<td>${escaped(cell)}</td>`
  if (typeof cell === 'number') return `<td class="number">${short(cell)}</td>`
  return `<td class="number">${isEstimate(cell) ? estimateHtml(cell) : ''}</td>`
}

const estimateHtml = ({ value, low, high, n }: Estimate): string =>
  value === null ? '–' : `${short(value)} <small>[${short(low)}, ${short(high)}] n ${n}</small>`

const STYLE = `
:root{--ink:#1d2530;--soft:#5c6775;--line:#dfe4ea;--paper:#fff;--none:#eef1f4;--s0:#1f6fb2;--s1:#c8641b;--s2:#2f8f5b;--warn:#fff4d6;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b4;--line:#333c47;--paper:#14181e;--none:#232a33;--s0:#6cb2eb;--s1:#f0a35e;--s2:#6fd19d;--warn:#4a3b10}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:1080px;margin:0 auto;padding:24px}h1{margin:0 0 4px;font-size:26px}h2{margin:40px 0 4px;font-size:19px}
.note,header p{color:var(--soft);margin:0 0 12px;max-width:80ch}.warning{background:var(--warn);color:var(--ink);padding:10px 14px;border-radius:6px}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:12px}a{color:var(--s0)}figure{margin:12px 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:4px 12px 4px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:600;white-space:nowrap}td.number{white-space:nowrap}small{color:var(--soft)}summary{cursor:pointer;color:var(--s0)}
svg{display:block;width:100%;max-width:760px;height:auto;font:12px system-ui,sans-serif}svg text{fill:var(--ink)}.label{text-anchor:end}.tick,.cell{text-anchor:middle}.tick{fill:var(--soft)!important}
.grid{stroke:var(--line)}.zero{stroke:var(--soft)}.bar{stroke-width:2.5;opacity:.55}.s0{stroke:var(--s0);fill:var(--s0)}.s1{stroke:var(--s1);fill:var(--s1)}.s2{stroke:var(--s2);fill:var(--s2)}
.legend{display:flex;gap:6px;align-items:center;margin:0 0 6px}.key{display:inline-block;width:10px;height:10px;border-radius:50%;margin-left:10px}.key.s0{background:var(--s0)}.key.s1{background:var(--s1)}.key.s2{background:var(--s2)}
`
