import { expect, it } from 'vitest'
import { Checker } from '../../../pipeline/equations/check.ts'
import { verdictOf } from '../../../pipeline/equations/verdict.ts'
import { found, pageOf, sentence } from './lettered-page.ts'

/** What is believed of a long display whose LaTeX is another than was read. */
const believed = (change: (latex: string) => string): number => {
  const [display] = found(pageOf([sentence(60), { text: 'v=a+b+c+d+e+f+g+h+k+m+n+p+q', x: 150, y: 84, face: 'math' }, sentence(110)]))
  if (!display) throw new Error('There is a display.')
  return verdictOf({ ...display, latex: change(display.latex) }, new Checker()).agreement
}

it('believes a formula that is as on the page', () => {
  expect(believed((latex) => latex)).toBe(1)
})

it('believes 90 % at most where one symbol of many is another', () => {
  expect(believed((latex) => latex.replace('q', 'y'))).toBe(0.9)
})

it('believes the share of symbols that are there where it is less', () => {
  expect(believed(() => 'v=a+b')).toBeLessThan(0.5)
})
