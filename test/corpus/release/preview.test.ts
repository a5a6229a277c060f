import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { evenSample, type PreviewInput, renderPreview } from '../../../corpus/release/preview/preview.ts'
import { ProblemError } from '../../../schemas/problem.ts'
import { diagram, equation, item, Pictures, picture } from './sample.ts'

const pictures = new Pictures()
const preview = (items: PreviewInput['items'], over: Partial<PreviewInput> = {}) =>
  renderPreview({ title: 'Tiny', subtitle: '1.0.0', items, image: pictures.read, ...over })

const base64 = async (seed: number) => (await picture(seed)).toString('base64')

describe('preview.html', () => {
  it('shows every item with its diagrams, typeset math, solution and topics beside its page', async () => {
    const items = [
      item('1', { diagrams: [diagram(await pictures.add(1), { caption: 'A loaded beam' })], equations: [equation()] }),
      item('2', { source: { ...item('2').source, pages: [2] } }),
    ]
    const html = await preview(items, { renderPage: async (_, page) => picture(page + 10) })
    expect(html.match(/<article /g)).toHaveLength(2)
    expect(html).toContain(await base64(1))
    expect(html).toContain(await base64(11))
    expect(html).toContain(await base64(12))
    expect(html).toContain('A loaded beam')
    expect(html).toContain('aria-label="\\rho = 998\\,\\mathrm{kg/m^3}"')
    expect(html).toContain('Bernoulli equation')
    expect(html).toContain('1 display equation, as printed and as read')
    expect(html.indexOf(await base64(11))).toBeLessThan(html.indexOf('id="item-fluid-mechanics.2Fbook.2F1"'))
  })

  it('places boxes as shares of the page, and links them to their item', async () => {
    const one = item('1', { question: { text: 'x', parts: [], spans: [{ page: 1, bbox: [0, 43.2, 86.4, 86.4] }] } })
    const html = await preview([one], { renderPage: async () => picture(1, 240, 120) }) // 240 × 120 pixels at 100 dpi: 172.8 × 86.4 points
    expect(html).toContain(
      '<a class="box question" href="#item-fluid-mechanics.2Fbook.2F1" style="left:0.00%;top:50.00%;width:50.00%;height:50.00%"',
    )
  })

  it('loads nothing from anywhere: fonts and pictures are inside, and the policy forbids the rest', async () => {
    const html = await preview([item('1')])
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(policy).toContain("default-src 'none'")
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect([...html.matchAll(/url\(([^)]{0,30})/g)].every(([, address]) => address?.startsWith('data:font/woff2'))).toBe(true)
    expect(html).not.toMatch(/(?:src|href)="(?!data:|#)/)
  })

  it('escapes everything that an item says', async () => {
    const bad = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const one = item('1', {
      id: `fluid-mechanics/book/${bad}`,
      question: { text: `${bad} $\\text{${bad}}$`, parts: [], spans: [{ page: 1, bbox: [1, 1, 2, 2] }] },
      diagrams: [diagram(await pictures.add(1), { label: bad, caption: bad, type: bad })],
      equations: [equation({ latex: bad, tag: bad })],
      topics: [{ id: 'x', name: bad, by: bad }],
      source: { ...item('1').source, document: 'book', number: bad, licence: bad },
      solution: {
        text: bad,
        pages: [],
        spans: [],
        files: [],
        answers: [{ part: bad, quantity: null, value: null, unit: null, text: bad, sure: true }],
      },
      provenance: {
        engine: 'local',
        stages: {},
        models: [],
        confidence: 1,
        problems: [{ code: 'crop-failed', severity: 'warning', message: bad, hint: '', place: {} }],
      },
    })
    const html = await preview([one], { title: bad, subtitle: bad, notice: bad, canary: bad, renderPage: async () => picture(1) })
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toContain('<img src=x')
    const tags = html.replaceAll(/="[^"]*"/g, '=""').match(/<[a-z][^>]*>/g) ?? []
    expect(tags.length).toBeGreaterThan(50)
    for (const tag of tags) expect(tag).not.toMatch(/\son\w+=/)
  })

  it('says why a page or a picture is not there, and shows the item all the same', async () => {
    const gone = diagram({ file: `images/${'0'.repeat(64)}.png`, sha256: '0'.repeat(64), width: 1, height: 1 })
    const renderPage = () =>
      Promise.reject(new ProblemError({ code: 'file-missing', message: 'The file is gone.', hint: 'Find it.', place: {} }))
    const html = await preview([item('1', { diagrams: [gone] })], { renderPage })
    expect(html).toContain('The file is gone.')
    expect(html).toContain('picture not in this release')
    expect(html.match(/<article /g)).toHaveLength(1)
    await expect(preview([item('1')], { renderPage: () => Promise.reject(new Error('a bug')) })).rejects.toThrow('a bug')
    expect(await preview([item('1')])).toContain('the source file was not at hand')
  })

  it('shows an even sample of a set that is too large for one page, and says so', async () => {
    const items = Array.from({ length: 1300 }, (_, index) =>
      item(String(index), { question: { text: 'x', parts: [], spans: [] }, solution: null }),
    )
    const html = await preview(items)
    expect(html.match(/<article /g)).toHaveLength(600)
    expect(html).toContain('This page shows 600 of 1300 items')
  })
})

describe('evenSample', () => {
  it('takes all when there are few, and otherwise just so many, from everywhere', () => {
    expect(evenSample([1, 2, 3], 5)).toEqual([1, 2, 3])
    const sample = evenSample(
      Array.from({ length: 1001 }, (_, index) => index),
      100,
    )
    expect(sample).toHaveLength(100)
    const gaps = sample.slice(1).map((value, index) => value - (sample[index] ?? 0))
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1)
  })
})
