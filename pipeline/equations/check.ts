import katex from 'katex'

/** Macros would let LaTeX refer to what is not on the page; a formula may nest no deeper than any that people print. */
const OPTIONS = { displayMode: true, output: 'mathml', throwOnError: true, strict: false, trust: false, maxExpand: 1000 } as const

/** How a formula fared when it was set again. */
export interface Verdict {
  readonly parses: boolean
  /** 1 when the symbols that KaTeX sets are those of the page in the same order; less by the share that differ. */
  readonly agreement: number
  readonly why: string
}

/** Formulas recur ("T_1"), so verdicts are kept. */
export class Checker {
  private readonly known = new Map<string, Verdict>()

  check(latex: string, expected: readonly string[], display: boolean): Verdict {
    const key = `${display} ${latex} ${expected.join('')}`
    const known = this.known.get(key)
    if (known) return known
    const verdict = check(latex, expected, display)
    this.known.set(key, verdict)
    return verdict
  }
}

/** Sets the LaTeX with KaTeX and compares its symbols, in reading order of the structure, with those that the page shows. */
export function check(latex: string, expected: readonly string[], display: boolean): Verdict {
  let mathml: string
  try {
    mathml = katex.renderToString(latex, { ...OPTIONS, displayMode: display })
  } catch (cause) {
    return { parses: false, agreement: 0, why: cause instanceof Error ? cause.message : String(cause) }
  }
  const shown = symbolsOf(mathml)
  const wanted = expected.map(plain).filter((symbol) => symbol !== '')
  const same = common(shown, wanted)
  const longest = Math.max(shown.length, wanted.length, 1)
  return {
    parses: true,
    agreement: same / longest,
    why: same === longest ? '' : `set again it shows ${shown.join('')} for ${wanted.join('')}`,
  }
}

/** Text of a MathML tree in order; entities resolved, the annotation with the source left out. */
function symbolsOf(mathml: string): string[] {
  const text = mathml
    .replace(/<annotation[\s\S]*?<\/annotation>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#x[0-9a-fA-F]+|#\d+);/g, entity)
  return [...text].map(plain).filter((symbol) => symbol !== '')
}

function entity(whole: string, name: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
  if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
  return named[name] ?? whole
}

/** Characters that print alike count as one; spaces and invisible operators as none. */
const ALIKE: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '‐': '-',
  '∣': '|',
  '∥': '‖',
  '⋅': '·',
  '∙': '·',
  '•': '·',
  '∗': '*',
  '′': "'",
  '’': "'",
  ʹ: "'",
  '∘': '°',
  '◦': '°',
  '∆': 'Δ',
  Ω: 'Ω',
  µ: 'μ',
  ϵ: 'ε',
  ϕ: 'φ',
  ϑ: 'θ',
  '˙': '.',
  '˜': '~',
  '∼': '~',
  ˆ: '^',
  '‾': '¯',
  ˉ: '¯',
  ˊ: '´',
  ˋ: '`',
  '˘': '˘',
  '˚': '°',
  '⃗': '→',
  ˇ: 'ˇ',
  '⟨': '⟨',
  '〈': '⟨',
  '〉': '⟩',
  '∕': '/',
  '⁄': '/',
  ı: 'i',
  ȷ: 'j',
}

const plain = (symbol: string): string => {
  const direct = ALIKE[symbol]
  if (direct !== undefined) return direct
  const letter = symbol.normalize('NFKC').replace(/[\s\u200b\u2061-\u2064\u00a0]/gu, '')
  return ALIKE[letter] ?? letter
}

/** Length of the longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const symbol of a) {
    const next = [0]
    for (let at = 1; at <= b.length; at++) {
      next[at] = symbol === b[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0)
    }
    row = next
  }
  return row[b.length] ?? 0
}
