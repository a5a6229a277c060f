import { describe, expect, it } from 'vitest'
import { box, displays, math, type Piece } from './lettered-page.ts'

describe('cases', () => {
  const brace = (x: number): Piece => ({ ...math('{', x, 120), ink: box(x, 104, x + 4, 136) })

  it('may stand side by side', () => {
    const rows = [110, 128].flatMap((y, at) => [math(['a=b', 'c=d'][at] ?? '', 156, y), math(['p=q', 'u=v'][at] ?? '', 206, y)])
    expect(displays([...rows, brace(150), brace(200)])).toEqual([
      '\\begin{cases} a=b \\\\ c=d \\end{cases}\\begin{cases} p=q \\\\ u=v \\end{cases}',
    ])
  })

  it('keep the index of an index in its line, though it hangs nearer to the next one', () => {
    const small = (text: string, x: number, y: number, size: number): Piece => ({ ...math(text, x, y), size })
    const first = [math('a', 156, 112), small('b', 161, 115, 7), small('c', 164.5, 117, 5), math('=d', 168, 112)]
    expect(displays([first, math('u=v', 156, 126), brace(150)])).toEqual(['\\begin{cases} a_{b_c}=d \\\\ u=v \\end{cases}'])
  })
})

describe('an underline', () => {
  it('is one under a letter that others stand close to', () => {
    const bar = (x: number): Piece => ({ ...math('|', x, 122), ink: box(x + 2, 114, x + 2.4, 124) })
    const row = [math('v=', 150, 122), bar(160), math('a', 164, 122), bar(167.5), math('+c', 172, 122)]
    expect(displays([row], [{ box: box(164, 123.5, 169, 124), kind: 'fill', shape: 'horizontal', order: 1 }])).toEqual([
      'v=|\\underline{a}|+c',
    ])
  })
})
