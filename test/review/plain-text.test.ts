import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from '../../review/web/plain-text.ts'

it.each([
  ['Bar $ABC$ is fitted between two walls', 'Bar ABC is fitted between two walls'],
  ['It turns at $\\dot\\omega = 2\\,\\mathrm{rad/s^2}$ and $60^{\\circ}$.', 'It turns at ω = 2 rad/s^2 and 60°.'],
  ['so that $\\sigma \\le \\frac{P}{A}$', 'so that σ ≤ P/A'],
  ['**Title** It costs \\$4', 'Title It costs $4'],
  ['cut off in $W_b = \\int_{V_1', 'cut off in W_b = ∫_V_1'],
  ['$\\Omega$ and $\\alpha$', 'Ω and α'],
])('shows %j as %j', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain)
})

it('leaves plain words as they are', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9,.]+( [a-z0-9,.]+){0,5}$/), (text) => plainText(text) === text))
})
