#!/usr/bin/env node
// Writes pipeline/pdf/fonts/tex-fonts.ts: the character widths and encodings by which bitmap fonts of TeX are known.
//   node scripts/tex-fonts.mjs > pipeline/pdf/fonts/tex-fonts.ts
// Needs TeX (kpsewhich, tftopl) with the metrics of amsfonts, concrete, concmath and ec.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const SIZES = {
  cmr: [5, 6, 7, 8, 9, 10, 12, 17],
  cmmi: [5, 6, 7, 8, 9, 10, 12],
  cmsy: [5, 6, 7, 8, 9, 10],
  cmex: [10],
  cmbx: [5, 6, 7, 8, 9, 10, 12],
}
const MORE = {
  ...{
    cmti: [7, 8, 9, 10, 12],
    cmsl: [8, 9, 10, 12],
    cmss: [8, 9, 10, 12, 17],
    cmssbx: [10],
    cmssi: [10],
    cmtt: [8, 9, 10, 12],
    cmcsc: [10],
  },
  ...{ cmmib: [10], cmbsy: [10], cmbxti: [10], msam: [7, 10], msbm: [7, 10], eufm: [10] },
}
const CONCRETE = {
  ...{ ccr: [5, 6, 7, 8, 9, 10], ccti: [10], ccsl: [10], cccsc: [10], xccmi: [5, 6, 7, 8, 9, 10], xccsy: [5, 6, 7, 8, 9, 10], xccex: [10] },
}
const EC = { ecrm: ['0700', '0800', '0900', '1000', '1200'], ecbx: ['0800', '1000', '1200'], ecti: ['0800', '1000', '1200'] }
const MORE_EC = { ecsl: ['1000'], ecss: ['1000'], ecsx: ['1000'], ectt: ['1000'], eccc: ['1000'] }

/** Which encoding a family has, by the font program that holds it. */
const ENCODINGS = {
  OT1: 'cmr10',
  OML: 'cmmi10',
  OMS: 'cmsy10',
  OMX: 'cmex10',
  TT: 'cmtt10',
  IT: 'cmti10',
  MSA: 'msam10',
  MSB: 'msbm10',
  EUF: 'eufm10',
}
const FAMILIES = {
  ...{ cmmi: 'OML', cmmib: 'OML', xccmi: 'OML', cmsy: 'OMS', cmbsy: 'OMS', xccsy: 'OMS', cmex: 'OMX', xccex: 'OMX', cmtt: 'TT' },
  ...{ cmti: 'IT', cmbxti: 'IT', ccti: 'IT', msam: 'MSA', msbm: 'MSB', eufm: 'EUF' },
}
const encodingOf = (family) => FAMILIES[family] ?? (family.startsWith('ec') ? 'T1' : 'OT1')

const locate = (file) => execFileSync('kpsewhich', [file], { encoding: 'utf8' }).trim()

/** Two digits of base 36 a character, in thousandths of an em; "00" where the font has none. */
function widths(font, count) {
  const list = execFileSync('tftopl', [locate(`${font}.tfm`)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const found = new Array(count).fill('00')
  for (const [, kind, code, body] of list.matchAll(/\(CHARACTER ([OC]) (\S+)([\s\S]*?)\n {3}\)/g)) {
    const at = kind === 'C' ? code.charCodeAt(0) : Number.parseInt(code, 8)
    const width = Number(/\(CHARWD R ([\d.]+)\)/.exec(body)?.[1] ?? 0)
    if (at < count)
      found[at] = Math.min(1295, Math.round(1000 * width))
        .toString(36)
        .padStart(2, '0')
  }
  return found.join('')
}

function namesInProgram(font) {
  const text = readFileSync(locate(`${font}.pfb`), 'latin1')
  const names = new Array(128).fill('')
  for (const [, code, name] of text.matchAll(/dup (\d+) *\/(\S+) put/g)) if (Number(code) < 128) names[Number(code)] = name
  return names
}

const namesInTable = (file) =>
  [
    ...readFileSync(locate(file), 'utf8')
      .replace(/%.*/g, '')
      .matchAll(/\/(\S+)/g),
  ]
    .slice(1)
    .map(([, name]) => name)

const fonts = [
  ...Object.entries({ ...SIZES, ...MORE, ...CONCRETE }).flatMap(([family, sizes]) =>
    sizes.map((size) => [`${family}${size}`, encodingOf(family), 128]),
  ),
  ...Object.entries({ ...EC, ...MORE_EC }).flatMap(([family, sizes]) => sizes.map((size) => [`${family}${size}`, 'T1', 256])),
]
const encodings = [...Object.entries(ENCODINGS).map(([key, font]) => [key, namesInProgram(font)]), ['T1', namesInTable('cm-super-t1.enc')]]
const spell = (names) => names.map((name) => (name === '.notdef' || name === '' ? '-' : name)).join(' ')

console.log(`// Made by scripts/tex-fonts.mjs from the metrics of Computer Modern, Concrete, the AMS fonts and the EC fonts.

/** Font, encoding, and the width of each character from 0 on: two digits of base 36 in thousandths of an em, 00 where there is none. */
export const TEX_WIDTHS = \`
${fonts.map(([font, encoding, count]) => `${font} ${encoding} ${widths(font, count)}`).join('\n')}
\`

/** Encoding and the names of its characters from 0 on, "-" where it has none. */
export const TEX_ENCODINGS = \`
${encodings.map(([key, names]) => `${key} ${spell(names)}`).join('\n')}
\``)
