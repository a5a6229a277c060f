#!/usr/bin/env node
// Typesets the formulas of test/pipeline/equations/fixtures/*.json in several font families, one small PDF each, for the test that reads them
// back. Needs TeX with the families below; the PDFs are kept in the repository, so nobody else does.
//   node scripts/typeset-formulas.mjs [family …]
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const type1 = (fonts, formulas) => ({ engine: 'pdflatex', fonts: `${REPRODUCIBLE}${fonts}`, formulas })
const openType = (engine, file, formulas = 'bank') => ({ engine, fonts: `\\usepackage{unicode-math}\\setmathfont{${file}}`, formulas })
const REPRODUCIBLE = '\\pdfcompresslevel=9 \\pdfobjcompresslevel=3 \\pdfinfoomitdate=1 \\pdftrailerid{} \\pdfsuppressptexinfo=-1 '

/**
 * `formulas` are a few in four old families, `bank` more in families whose signs are built of other parts, `unnamed` those of them that hold no
 * wide signs, for a family whose large signs have no names in the file.
 */
const FAMILIES = {
  cm: type1('\\usepackage{amssymb}', 'formulas'),
  times: type1('\\usepackage{newtxtext,newtxmath}', 'formulas'),
  palatino: type1('\\usepackage{amssymb}\\usepackage{mathpazo}', 'formulas'),
  utopia: type1('\\usepackage{fourier}', 'formulas'),
  kp: type1('\\usepackage{kpfonts}', 'bank'),
  pagella: openType('xelatex', 'texgyrepagella-math.otf'),
  stix: openType('xelatex', 'STIXTwoMath-Regular.otf'),
  xcharter: openType('xelatex', 'XCharter-Math.otf', 'unnamed'),
  libertinus: openType('lualatex', 'LibertinusMath-Regular.otf'),
}
const folder = fileURLToPath(new URL('../test/pipeline/equations/fixtures/', import.meta.url))
const wanted = process.argv.slice(2)

for (const [name, { engine, fonts, formulas }] of Object.entries(FAMILIES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const bank = JSON.parse(readFileSync(join(folder, `${formulas}.json`), 'utf8'))
  const body = bank.map(({ source }, at) => `Formula number ${at + 1} of this page reads as follows:\n\\[ ${source} \\]`).join('\n\n')
  const work = mkdtempSync(join(tmpdir(), 'formulas-'))
  const source = `\\documentclass[10pt]{article}\\usepackage{amsmath}${fonts}\\pagestyle{empty}\\parindent0pt
\\begin{document}\n${body}\n\\end{document}\n`
  writeFileSync(join(work, `${name}.tex`), source)
  execFileSync(engine, ['-interaction=nonstopmode', '-halt-on-error', `${name}.tex`], {
    cwd: work,
    stdio: 'ignore',
    env: { ...process.env, SOURCE_DATE_EPOCH: '0', FORCE_SOURCE_DATE: '1' },
  })
  copyFileSync(join(work, `${name}.pdf`), join(folder, `${name}.pdf`))
}
