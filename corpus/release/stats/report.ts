import type { ReleaseStats } from '../../../schemas/stats.ts'
import { escapeHtml, toHtml } from '../markdown.ts'
import type { Plot } from './plots.ts'
import { statsMarkdown } from './table.ts'

const style = `
:root { color-scheme:light dark; --paper:#fbfaf7; --card:#fff; --ink:#1d2126; --soft:#646c76; --line:#e3e0d8 }
@media (prefers-color-scheme:dark) { :root { --paper:#15181c; --card:#1d2126; --ink:#e6e4df; --soft:#98a0aa; --line:#31363d } }
* { box-sizing:border-box } body { margin:0; background:var(--paper); color:var(--ink); font:15px/1.55 system-ui, "Segoe UI", Roboto, sans-serif }
main { max-width:1120px; margin:auto; padding:2rem 1.4rem 4rem } h1 { font-size:1.5rem; letter-spacing:-.015em; margin:0 } h1 + p, figcaption { color:var(--soft) }
table { border-collapse:collapse; width:100%; font-size:.9rem; margin:1.4rem 0 2rem; font-variant-numeric:tabular-nums }
th, td { border-bottom:1px solid var(--line); padding:.4rem .6rem; text-align:left; vertical-align:top } th { font-weight:600; color:var(--soft) } td[style], th[style] { text-align:right }
tr:last-child td { font-weight:600; border-bottom:0 }
.plots { display:grid; grid-template-columns:repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap:1rem }
figure { margin:0; background:var(--card); border:1px solid var(--line); border-radius:10px; padding:1rem 1.1rem } figcaption { font-size:.88rem; margin-bottom:.6rem; font-weight:600 }
figure svg { max-width:100%; height:auto }
`

/** One HTML file with the table and the plots, which loads nothing else. */
export function statsReport(stats: ReleaseStats, plots: readonly Plot[]): string {
  const title = `${stats.name}${stats.version === null ? '' : ` ${stats.version}`}`
  const figures = plots.map(({ title: caption, svg }) => `<figure><figcaption>${escapeHtml(caption)}</figcaption>${svg}</figure>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(title)}: statistics</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(title)}</h1><p>Topics per question as mean with a percentile bootstrap 95 % interval (${stats.samples} samples).</p>
${toHtml(statsMarkdown(stats))}
<div class="plots">${figures.join('\n')}</div>
</main></body></html>
`
}
