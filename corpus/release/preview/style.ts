/**
 * The look of preview.html: paper and ink, light or dark as the reader's system says. Colours of boxes match the chips of items. Nothing on a
 * page covers its print: frames stand around the ink, fills multiply with it, and labels are in the margin or wait for the pointer.
 */
export const style = `
:root { color-scheme: light dark; --paper:#fbfaf7; --card:#fff; --ink:#1d2126; --soft:#646c76; --line:#e3e0d8; --accent:#2458a8;
  --question:#2f6fde; --diagram:#d9822b; --equation:#2e9e6b; --solution:#8a5cd0; --bad:#b3372f; --warn:#96690c; --shade:0 1px 2px #0001, 0 6px 24px #0000000d }
@media (prefers-color-scheme: dark) { :root { --paper:#15181c; --card:#1d2126; --ink:#e6e4df; --soft:#98a0aa; --line:#31363d; --accent:#83b0f5;
  --question:#6ba0ff; --diagram:#f0a352; --equation:#59c795; --solution:#b592f0; --bad:#f08b83; --warn:#e0b456; --shade:0 1px 2px #0006, 0 6px 24px #0005 } }
* { box-sizing:border-box }
html { scroll-padding-top:4.6rem; scroll-behavior:smooth }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior:auto } }
body { margin:0; background:var(--paper); color:var(--ink); font:15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif }
a { color:var(--accent); text-underline-offset:2px }
header { position:sticky; top:0; z-index:5; background:color-mix(in srgb, var(--paper) 92%, transparent); backdrop-filter:blur(8px); border-bottom:1px solid var(--line) }
header > div { max-width:1500px; margin:auto; padding:.7rem 1.4rem; display:flex; flex-wrap:wrap; gap:.3rem 1.2rem; align-items:baseline }
h1 { font-size:1.1rem; margin:0; letter-spacing:-.01em }
header p { margin:0; color:var(--soft); font-size:.86rem }
.tools { margin-left:auto; display:flex; gap:.5rem }
input, select { font:inherit; font-size:.86rem; color:inherit; background:var(--card); border:1px solid var(--line); border-radius:7px; padding:.28rem .6rem }
input { width:15rem } select { min-width:0 } :focus-visible { outline:2px solid var(--accent); outline-offset:1px }
main { max-width:1500px; margin:auto; padding:1rem 1.4rem 5rem }
.notice { border:1px solid var(--warn); border-left-width:4px; border-radius:7px; padding:.6rem .9rem; margin:.4rem 0 1rem; background:color-mix(in srgb, var(--warn) 9%, var(--card)) }
.legend { display:flex; flex-wrap:wrap; gap:.3rem 1.1rem; color:var(--soft); font-size:.82rem; margin-bottom:.4rem }
.legend i { display:inline-block; width:.8em; height:.8em; border-radius:3px; margin-right:.4em; vertical-align:-.05em; border:2px solid var(--c); }
h2 { font-size:1.25rem; letter-spacing:-.015em; margin:2.2rem 0 .2rem } h2 + p { margin:0 0 .8rem; color:var(--soft); font-size:.86rem }
.spread { display:grid; grid-template-columns:minmax(0, 5fr) minmax(0, 6fr); gap:1.6rem; align-items:start; margin:0 0 2.2rem }
.page { position:sticky; top:4.4rem; margin:0 }
.sheet { position:relative; background:#fff; border-radius:4px; box-shadow:var(--shade); outline:1px solid var(--line); overflow:hidden; max-height:none }
.sheet img { display:block; width:100%; height:auto }
@media (prefers-color-scheme: dark) { .sheet img, .shot img { filter:brightness(.9) } }
.page figcaption { color:var(--soft); font-size:.82rem; padding:.35rem .1rem }
.blank { padding:22% 2rem; text-align:center; color:#646c76 }
.box { position:absolute; box-sizing:content-box; margin:-2.5px; padding:1px; border:1.5px solid var(--c); border-radius:3px; text-decoration:none; mix-blend-mode:multiply }
.box b { position:absolute; font:600 .62rem/1.1 system-ui, sans-serif; white-space:nowrap; max-width:9rem; overflow:hidden; text-overflow:ellipsis }
.box.question b { right:calc(100% + 2px); top:0; writing-mode:vertical-rl; transform:rotate(180deg); color:color-mix(in srgb, var(--c) 80%, #000) }
.box:not(.question) b { right:-1.5px; bottom:100%; padding:0 .35em; border-radius:3px 3px 0 0; color:#fff; background:var(--c); opacity:0 }
.box.lit b, .box:hover b, .box:focus-visible b { opacity:.92 }
.box.lit, .box:hover { background:color-mix(in srgb, var(--c) 16%, transparent); z-index:2 }
.question { --c:var(--question) } .diagram { --c:var(--diagram) } .equation { --c:var(--equation); border-width:1px } .solution { --c:var(--solution) }
article { background:var(--card); border:1px solid var(--line); border-radius:10px; box-shadow:var(--shade); padding:1rem 1.25rem 1.1rem; margin:0 0 1.1rem }
article:target, article.lit { border-color:var(--accent); box-shadow:0 0 0 2px color-mix(in srgb, var(--accent) 35%, transparent) }
article > h3 { display:flex; flex-wrap:wrap; gap:.25rem .6rem; align-items:baseline; margin:0 0 .5rem; font-size:1.02rem }
article > h3 a { color:inherit; text-decoration:none }
h3 code { font-size:.76rem; font-weight:400; color:var(--soft); overflow-wrap:anywhere }
.chip { font:500 .72rem/1.5 system-ui, sans-serif; border:1px solid var(--line); border-radius:99px; padding:.02rem .6rem; color:var(--soft); white-space:nowrap }
.approved, .corrected { color:var(--equation); border-color:currentColor } .pending, .discuss { color:var(--warn); border-color:currentColor } .rejected { color:var(--bad); border-color:currentColor }
.text { font:1.02rem/1.6 Charter, "Iowan Old Style", Palatino, Georgia, serif; overflow-wrap:anywhere }
.text > :first-child { margin-top:0 } .text > :last-child { margin-bottom:0 }
.text .katex { font-size:1.08em } .katex-display { overflow-x:auto; overflow-y:hidden; padding:.15rem 0; margin:.7em 0 }
.text h1, .text h2, .text h3 { font-size:1em; margin:1em 0 .3em }
table { border-collapse:collapse; font-size:.92em; margin:.6rem 0; display:block; overflow-x:auto } th, td { border:1px solid var(--line); padding:.2rem .6rem; text-align:left; vertical-align:middle }
.shots { display:flex; flex-wrap:wrap; gap:.8rem; margin:.9rem 0 0 }
.shot { margin:0; max-width:100% } .shot img, td img { display:block; max-width:100%; height:auto; background:#fff; border-radius:5px; border:1px solid var(--line) } td img { max-width:18rem; max-height:6rem; width:auto }
.shot figcaption { font-size:.82rem; color:var(--soft); max-width:34rem; padding-top:.25rem }
.gone { padding:1.6rem; border:1px dashed var(--line); border-radius:5px; color:var(--soft); font-size:.84rem }
details { margin-top:.8rem; border-top:1px solid var(--line); padding-top:.6rem } summary { cursor:pointer; color:var(--soft); font-size:.88rem } details > .text { margin-top:.6rem }
.doubts { margin:.8rem 0 0; padding:.5rem .8rem .5rem 1.9rem; border-radius:7px; font-size:.86rem; background:color-mix(in srgb, var(--warn) 9%, transparent) }
.topics { display:flex; flex-wrap:wrap; gap:.3rem; margin-top:.9rem } .raw { color:var(--bad); font-family:ui-monospace, monospace; font-size:.82em }
[hidden] { display:none !important }
@media (max-width: 860px) { .spread { grid-template-columns:minmax(0, 1fr) } .page { position:static } .tools { margin-left:0; width:100% } input { flex:1; width:auto } }
@media print { header { position:static } .page { position:static } article { break-inside:avoid; box-shadow:none } details > * { display:block } }
`
