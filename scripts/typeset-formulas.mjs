#!/usr/bin/env node
// Typesets the formulas of test/pipeline/equations/fixtures/formulas.json in several font families, one small PDF each, for the test that
// reads them back. Needs pdflatex with the families below; the PDFs are kept in the repository, so nobody else does.
//   node scripts/typeset-formulas.mjs [family …]
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FAMILIES = {
  cm: '\\usepackage{amssymb}',
  times: '\\usepackage{newtxtext,newtxmath}',
  palatino: '\\usepackage{amssymb}\\usepackage{mathpazo}',
  utopia: '\\usepackage{fourier}',
}
const folder = fileURLToPath(new URL('../test/pipeline/equations/fixtures/', import.meta.url))
const formulas = JSON.parse(readFileSync(join(folder, 'formulas.json'), 'utf8'))
const body = formulas.map(({ source }, at) => `Formula number ${at + 1} of this page reads as follows:\n\\[ ${source} \\]`).join('\n\n')
const wanted = process.argv.slice(2)

for (const [name, fonts] of Object.entries(FAMILIES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const work = mkdtempSync(join(tmpdir(), 'formulas-'))
  const source = `\\documentclass[10pt]{article}\\usepackage{amsmath}${fonts}\\pagestyle{empty}\\parindent0pt
\\pdfcompresslevel=9 \\pdfobjcompresslevel=3 \\pdfinfoomitdate=1 \\pdftrailerid{} \\pdfsuppressptexinfo=-1
\\begin{document}\n${body}\n\\end{document}\n`
  writeFileSync(join(work, `${name}.tex`), source)
  execFileSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', `${name}.tex`], { cwd: work, stdio: 'ignore' })
  copyFileSync(join(work, `${name}.pdf`), join(folder, `${name}.pdf`))
}
