/** The study’s look. */
export const STUDY_CSS = `
:root{--ink:#1c2430;--soft:#586472;--line:#dce1e7;--paper:#fff;--panel:#f6f8fa;--accent:#1f6fb2;--fault:#b3261e;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#a0acba;--line:#333c47;--paper:#14181e;--panel:#1b2129;--accent:#6cb2eb;--fault:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
header{position:sticky;top:0;z-index:1;display:flex;gap:16px;align-items:center;padding:8px 20px;background:var(--panel);border-bottom:1px solid var(--line)}
header progress{flex:1;max-width:280px}header form{margin-left:auto}
.narrow{max-width:68ch;margin:0 auto;padding:40px 20px}.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:28px;padding:16px 20px;max-width:1500px;margin:0 auto}
.task{position:sticky;top:60px;align-self:start;max-height:calc(100vh - 76px);overflow:auto}
@media (max-width:900px){.columns{grid-template-columns:1fr}.task{position:static;max-height:none}}
h1{font-size:26px}h2{font-size:19px;margin:8px 0}h3{font-size:16px;margin:0 0 4px;text-transform:capitalize}
article{border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:0 0 14px;background:var(--panel)}article .text{overflow-x:auto}
.asks{margin:0 0 8px}.asks,.why{color:var(--soft);font-size:14.5px}.why p,.reasons p{margin:2px 0}.reasons p{display:inline}
img{display:block;max-width:100%;height:auto;background:#fff;border:1px solid var(--line);margin:10px 0}
fieldset{border:0;padding:0;margin:10px 0 0;display:flex;flex-wrap:wrap;gap:4px 18px}legend{padding:0;font-weight:600}
label{cursor:pointer}.check,.comment{display:block;margin:16px 0}textarea{display:block;width:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:8px}
button{font:inherit;font-weight:600;padding:8px 20px;border:0;border-radius:6px;background:var(--accent);color:var(--paper);cursor:pointer}
button.plain{background:none;color:var(--soft);font-weight:400;font-size:14px;padding:4px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}summary{cursor:pointer;color:var(--accent)}.fault{margin:12px 20px 0;color:var(--fault);font-weight:600}
`

/** Keeps a half-filled form through a reload or a crash, on the participant’s own machine; forgotten once it is sent. */
export const KEEP_JS = `
for (const form of document.querySelectorAll('form[data-keep]')) {
  const key = 'study ' + form.action
  try {
    for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem(key) ?? '{}')))
      for (const field of form.elements)
        if (field.name === name) {
          if (field.type === 'radio') field.checked = field.value === value
          else field.value = value
        }
  } catch { localStorage.removeItem(key) }
  form.addEventListener('input', () => localStorage.setItem(key, JSON.stringify(Object.fromEntries(new FormData(form)))))
  form.addEventListener('submit', () => localStorage.removeItem(key))
}
`
