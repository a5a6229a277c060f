import type { PageLayout } from '../../schemas/layout.ts'
import { numeralsOf, printedLetters, printedNumerals } from './numerals.ts'

/** What stands on the pages that a model was shown; nothing else may appear in what it says. */
export interface Evidence {
  readonly numerals: ReadonlySet<string>
  /** Letters and letter-like signs; undefined when they are not known well enough to judge by (text read by OCR). */
  readonly letters: ReadonlySet<string> | undefined
}

/** Evidence of whole pages. Generous on purpose: a model may quote a numeral from anywhere on the page, but from nowhere else. */
export function evidenceOf(pages: readonly PageLayout[]): Evidence {
  const numerals = new Set(pages.flatMap((page) => page.lines.flatMap((line) => printedNumerals(page, line))))
  const known = pages.every(({ source }) => source === 'text')
  const letters = new Set(pages.flatMap((page) => page.lines.flatMap((line) => [...printedLetters(page, line)])))
  return { numerals, letters: known ? withTwins(letters) : undefined }
}

/** Evidence of a text that has been read already. */
export const evidenceOfText = (text: string): Evidence => ({
  numerals: new Set(numeralsOf(text)),
  letters: withTwins(new Set(lettersOf(text))),
})

/** The numerals, units and symbols of a model's output that are not in the evidence, each once; none means that it may pass. */
export function foreignTo(output: string, { numerals, letters }: Evidence): string[] {
  const foreign = numeralsOf(output).filter((numeral) => !numerals.has(numeral))
  const strange = letters ? lettersOf(output).filter((letter) => !letters.has(letter)) : []
  return [...new Set([...foreign, ...strange])]
}

/** LaTeX commands that print a letter-like sign. */
const SIGNS: Readonly<Record<string, string>> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', vartheta: 'θ', iota: 'ι',
  kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', varrho: 'ρ', sigma: 'σ', varsigma: 'σ', tau: 'τ', upsilon: 'υ',
  phi: 'φ', varphi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ', Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ',
  Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω', partial: '∂', nabla: '∇', infty: '∞', int: '∫', oint: '∮', sum: '∑', prod: '∏', ell: 'ℓ', hbar: 'ℏ',
  sin: 'sin', cos: 'cos', tan: 'tan', cot: 'cot', sec: 'sec', csc: 'csc', sinh: 'sinh', cosh: 'cosh', tanh: 'tanh', log: 'log', ln: 'ln',
  exp: 'exp', lim: 'lim', max: 'max', min: 'min', det: 'det',
} // biome-ignore format: a table

/** Commands that show their argument; every other command shapes what is around it and prints nothing of its own. */
const SHOWN =
  /\\(?:mathrm|text|textit|textbf|mathbf|mathit|mathsf|mathcal|boldsymbol|operatorname|vec|hat|bar|dot|ddot|overline|underline)\b/gu

/** Letters and letter-like signs that LaTeX in Markdown prints, folded to plain ones. */
function lettersOf(text: string): string[] {
  const shown = text
    .replace(/\\(?:begin|end)\{[^}]*\}(?:\{[lcr|]*\})?/gu, ' ')
    .replace(SHOWN, ' ')
    .replace(/\\([a-zA-Z]+)/gu, (_, command: string) => SIGNS[command] ?? ' ')
  return [...shown.normalize('NFKC')].filter((character) => /[\p{L}∂∇∞∫∮∑∏]/u.test(character))
}

/** Signs that fonts and people confuse; one on the page allows the other. */
const TWINS: readonly (readonly string[])[] = [
  ['ε', 'ϵ', '∊'], ['φ', 'ϕ'], ['θ', 'ϑ'], ['ρ', 'ϱ'], ['σ', 'ς'], ['μ', 'µ'], ['Σ', '∑'], ['Π', '∏'], ['Δ', '∆'], ['Ω', 'Ω'], ['ℓ', 'l'], ['∂', 'δ'], ['ν', 'v'],
] // biome-ignore format: a table

function withTwins(letters: ReadonlySet<string>): Set<string> {
  const all = new Set(letters)
  for (const twins of TWINS) if (twins.some((twin) => letters.has(twin))) for (const twin of twins) all.add(twin)
  return all
}
