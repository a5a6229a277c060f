/**
 * Markdown with formulas as one line of plain words, for lists: "Bar $ABC$ turns at $\dot\omega = 2\,\mathrm{rad/s^2}$" → "Bar ABC turns at
 * ω = 2 rad/s^2". A formula that the line cuts off is shown as far as it goes.
 */
export const plainText = (markdown: string): string =>
  markdown
    .split(/(?<!\\)\$\$?/)
    .map((piece, index) => (index % 2 === 1 ? plainFormula(piece) : piece))
    .join('')
    .replaceAll(/\\\$/g, '$')
    .replaceAll(/\*\*/g, '')
    .replaceAll(/\s+/g, ' ')

const LETTERS =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega'
const GREEK: ReadonlyMap<string, string> = new Map(
  LETTERS.split(' ').flatMap((name, index) => {
    const letter = String.fromCodePoint(0x3b1 + index + (index > 16 ? 1 : 0)) // U+03C2 is the other small sigma
    return [
      [name, letter],
      [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, letter.toUpperCase()],
    ]
  }),
)
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['times', '×'],
  ['cdot', '·'],
  ['circ', '°'],
  ['le', '≤'],
  ['leq', '≤'],
  ['ge', '≥'],
  ['geq', '≥'],
  ['ne', '≠'],
  ['approx', '≈'],
  ['pm', '±'],
  ['infty', '∞'],
  ['int', '∫'],
  ['sum', '∑'],
  ['sqrt', '√'],
])

const plainFormula = (latex: string): string =>
  latex
    .replaceAll(/\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
    .replaceAll(/\\[,;:! ]|~/g, ' ')
    .replaceAll(/\\([A-Za-z]+)/g, (_, name: string) => GREEK.get(name) ?? SIGNS.get(name) ?? '')
    .replaceAll(/\^\{?°\}?/g, '°')
    .replaceAll(/[{}\\]/g, '')
