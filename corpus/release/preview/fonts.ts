import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Families that few formulas need, and the class that KaTeX gives to those that do; all others go in always. */
const RARE: Readonly<Record<string, RegExp>> = {
  KaTeX_Fraktur: /mathfrak|textfrak/,
  KaTeX_Caligraphic: /mathcal/,
  KaTeX_Script: /mathscr|textscr/,
  KaTeX_SansSerif: /mathsf|textsf|sfit/,
  KaTeX_Typewriter: /mathtt|texttt/,
}

/** KaTeX's style sheet with its fonts inside, so that a page needs no other file. `body` decides which rare fonts go in. */
export async function katexStyle(body: string): Promise<string> {
  const sheet = createRequire(import.meta.url).resolve('katex/dist/katex.min.css')
  const css = await readFile(sheet, 'utf8')
  const [, faces = [], rules = ''] = split(css)
  const wanted = faces.filter((face) => {
    const rare = RARE[/font-family:"?(\w+)/.exec(face)?.[1] ?? '']
    return rare === undefined || rare.test(body)
  })
  const embedded = await Promise.all(wanted.map((face) => embed(face, dirname(sheet))))
  return embedded.join('\n') + rules
}

const split = (css: string): [string, string[], string] => {
  const face = /@font-face\{[^}]*\}/g
  return [css, css.match(face) ?? [], css.replace(face, '')]
}

/** The same `@font-face` with its WOFF2 as a data address and nothing else to choose from. */
async function embed(face: string, folder: string): Promise<string> {
  const file = /url\(([^)]+\.woff2)\)/.exec(face)?.[1]
  if (file === undefined) throw new Error(`KaTeX’s style sheet names no WOFF2 in: ${face}`)
  const base64 = (await readFile(join(folder, file))).toString('base64')
  return face.replace(/src:[^}]*/, `src:url(data:font/woff2;base64,${base64}) format("woff2")`)
}
