import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asRighted, fromBBox } from '../../schemas/geometry.ts'
import type { Item } from '../../schemas/item.ts'
import { chromiumPath } from '../chromium.ts'
import { drawBox, useDesk } from './desk.ts'

/** Parts with boxes below each other in the left column of page 1. */
const PARTS: Item['question']['parts'] = [
  { label: 'a', text: 'the final temperature', spans: [{ page: 1, bbox: [50, 420, 290, 450] }] },
  { label: 'b', text: 'the boundary work', spans: [{ page: 1, bbox: [50, 460, 290, 490] }] },
]

describe.skipIf(chromiumPath() === undefined)('the boxes over the page', () => {
  const desk = useDesk()
  const { start, enter, head, released, statuses, until } = desk
  const numbered = (number: string, change: Partial<Item['question']> = {}): Item => {
    const item = desk.items.find(({ source }) => source.number === number)
    if (!item) throw new Error(`The sample has no ${number}.`)
    return { ...item, equations: [], question: { ...item.question, ...change } }
  }
  const only = async (): Promise<Item> => {
    const [item] = await released()
    if (!item) throw new Error('Nothing is in the queue.')
    return item
  }
  const approve = async (page: Page) => {
    await page.keyboard.press('Escape')
    await page.locator('.act-bar .primary').click()
    await until(async () => (await statuses())[0] === 'corrected')
  }

  it('stand on an upright page where the page lies on its side in its file, and are told as it lies there', async () => {
    const item = numbered('5-118')
    const [diagram] = item.diagrams
    if (!diagram) throw new Error('5-118 has no diagram.')
    await start([{ ...item, source: { ...item.source, turned: [{ of: 'document', page: diagram.page, degrees: 90 }] } }])
    const page = await enter()
    const sheet = page.locator('.sheet svg')
    const [, , across = 0, down = 0] = (await sheet.getAttribute('viewBox'))?.split(' ').map(Number) ?? []
    expect(across).toBeGreaterThan(down)
    const [picture, paper] = await Promise.all([page.locator('.sheet img').boundingBox(), sheet.boundingBox()])
    expect(picture?.width).toBeCloseTo(paper?.width ?? 0, 0)
    expect(picture?.x).toBeCloseTo(paper?.x ?? 0, 0)
    expect(picture?.y).toBeCloseTo(paper?.y ?? 0, 0)
    const upright = asRighted(fromBBox(diagram.bbox), { width: across, height: down, turned: 90 })
    const box = page.locator('.mark.diagram .box').first()
    expect(Number(await box.getAttribute('x'))).toBeCloseTo(upright.left, 1)
    expect(Number(await box.getAttribute('y'))).toBeCloseTo(upright.top, 1)
    expect(Number(await box.getAttribute('width'))).toBeCloseTo(upright.right - upright.left, 1)
    await page.keyboard.press('b')
    await drawBox(page, [upright.left, upright.top], [upright.right, upright.bottom])
    await until(async () => (await page.locator('.diagrams img').count()) === item.diagrams.length + 1)
    await approve(page)
    const drawn = (await only()).diagrams.at(-1)?.bbox ?? []
    for (const [at, edge] of diagram.bbox.entries()) expect(Math.abs((drawn[at] ?? 0) - edge)).toBeLessThan(1.5)
  })

  it('light up with their fields, and a click on either brings the other into view', async () => {
    await start([numbered('5-118', { parts: PARTS })])
    const page = await enter()
    await page.locator('[data-mark=part-1-0]').hover()
    expect(await page.locator('[data-field=part-1][data-active]').count()).toBe(1)
    await page.getByLabel('Text').first().hover()
    expect(await page.locator('.mark.part.active [data-mark=part-0-0]').count()).toBe(1)
    await page.locator('.fields').evaluate((fields) => fields.scrollTo(0, 0))
    await page.locator('[data-mark=part-1-0]').click()
    const [field, panel] = await Promise.all(['[data-field=part-1]', '.fields'].map((one) => page.locator(one).boundingBox()))
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0) + 1)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('[data-field=question]').click({ position: { x: 200, y: 8 } })
    await page.waitForSelector('.mark.question.active')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('[data-field=question]').click({ position: { x: 200, y: 8 } })
    expect(await page.locator('.page-number').inputValue()).toBe('2') // turned on purpose, while at this field
  })

  it('of a part are dragged, redrawn by key, and taken away', async () => {
    await start([numbered('5-118', { parts: PARTS })])
    const page = await enter()
    await page.locator('[data-mark=part-0-0]').click()
    await drawBox(page, [100, 435], [120, 438])
    await page.waitForSelector('[data-mark=part-0-0][x="70"]')
    await page.locator('[data-mark=part-1-0]').hover()
    await page.keyboard.press('r')
    await drawBox(page, [60, 520], [260, 560])
    await page.waitForSelector('[data-mark=part-1-0][y="520"]')
    await approve(page)
    const { question, review } = await only()
    expect(question.parts.map(({ spans }) => spans?.[0]?.bbox.map(Math.round))).toEqual([
      [70, 423, 310, 453],
      [60, 520, 260, 560],
    ])
    expect(review.changed).toEqual(['question.parts'])
  })

  it('stay where they are when a hand only clicks, or moves the page', async () => {
    await start([numbered('5-118', { parts: PARTS })])
    const page = await enter()
    const part = page.locator('[data-mark=part-0-0]')
    await drawBox(page, [100, 435], [140, 440]) // not chosen before: this moves the page
    await part.click()
    await drawBox(page, [100, 435], [100.5, 435])
    expect(await part.getAttribute('x')).toBe('50')
    expect(await page.locator('.act-bar .primary').textContent()).toContain('Approve')
    expect(await page.locator('.act-bar .primary').textContent()).not.toContain('Fix')
  })

  it('of parts, formulas and a solution that were missed are drawn, and what stands in them is read', async () => {
    await start([{ ...numbered('5-118', { parts: [] }), solution: null }])
    const page = await enter()
    const draw = async (what: string, from: [number, number], to: [number, number]) => {
      await page.getByRole('button', { name: `+ draw ${what}` }).click()
      await page.waitForSelector('.frame.drawing')
      await drawBox(page, from, to)
    }
    await draw('a part', [50, 140], [300, 170])
    await page.waitForFunction(() => (document.querySelector<HTMLTextAreaElement>('.part textarea')?.value.length ?? 0) > 10)
    await draw('a formula', [120, 190], [230, 230])
    await page.waitForSelector('[data-field=equation-0]')
    await draw('the solution', [50, 60], [300, 300])
    await page.waitForSelector('.printed')
    expect(await page.getByRole('button', { name: 'show question' }).count()).toBe(1)
    await approve(page)
    const { question, equations, solution } = await only()
    expect(question.parts[0]?.spans?.[0]?.bbox.map(Math.round)).toEqual([50, 140, 300, 170])
    expect(equations[0]).toMatchObject({ method: 'person', page: 1 })
    expect(solution).toMatchObject({ pages: [1], spans: [{ page: 1 }], files: [expect.stringMatching(/^images\//)] })
    expect(solution?.text.length).toBeGreaterThan(20)
    expect(await desk.sources.image(solution?.files[0]?.slice(7, -4) ?? '')).toBeDefined()
  })

  it('grow with the page under Ctrl and the wheel', async () => {
    await start([numbered('5-118', { parts: PARTS })])
    const page = await enter()
    const part = page.locator('[data-mark=part-0-0]')
    const before = (await part.boundingBox())?.width ?? 0
    await part.hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -100)
    await page.keyboard.up('Control')
    await page.getByRole('button', { name: '125%' }).waitFor()
    expect(((await part.boundingBox())?.width ?? 0) / before).toBeCloseTo(1.25, 1)
  })

  it('are typed as numbers by those who do not draw', async () => {
    await start([numbered('5-118', { parts: PARTS })])
    const page = await enter()
    await page.locator('[data-field=question] summary').click()
    await page.locator('[data-field=question]').getByLabel('Box 1', { exact: true }).fill('2: 10, 20, 300, 400')
    await page.keyboard.press('Enter')
    await page.locator('[data-field=part-0] summary').click()
    await page.getByRole('button', { name: 'Remove box 1 of part a' }).click()
    await approve(page)
    const { question, source } = await only()
    expect(question.spans).toEqual([{ page: 2, bbox: [10, 20, 300, 400] }])
    expect(source.pages).toContain(2)
    expect(question.parts[0]).toEqual({ label: 'a', text: 'the final temperature' })
  })

  it('give up drawing at Escape, and draw only on the file that is asked for', async () => {
    await start([numbered('5-118')])
    const page = await enter()
    await page.keyboard.press('b')
    await page.waitForSelector('.frame.drawing')
    await page.getByRole('button', { name: 'show solutions' }).click()
    await page.waitForSelector('.frame:not(.drawing)')
    await page.locator('.hint', { hasText: 'in the document' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.hint').waitFor({ state: 'detached' })
  })

  it('split a problem where the second one is drawn: text, number, boxes and diagram follow', async () => {
    const first = numbered('5-118')
    const diagram = first.diagrams[0]
    if (!diagram) throw new Error('5-118 has a diagram')
    const span = { page: 1, bbox: [50, 130, 300, 700] as [number, number, number, number] }
    const read = await desk.sources.readText?.('thermo-a', 1, { left: 50, top: 470, right: 300, bottom: 520 }, 'document')
    const text = `What is the work?\n\n${read?.trim()}`
    await start([
      { ...first, diagrams: [diagram, { ...diagram, bbox: [60, 600, 250, 690] }], question: { text, parts: [], spans: [span] } },
    ])
    const page = await enter()
    await page.getByRole('button', { name: /^split…/ }).click()
    await page.getByRole('button', { name: 'Draw the second problem' }).click()
    await drawBox(page, [50, 470], [300, 700])
    await page.waitForFunction(() => (document.querySelector('.halves section:last-child')?.textContent?.length ?? 0) > 40)
    const number = page.getByLabel('Number of the second problem')
    if ((await number.inputValue()) === '') await number.fill('5-119')
    await page.getByRole('button', { name: 'Split', exact: true }).click()
    await until(async () => (await released()).length === 2)
    const [stays, leaves] = (await released()).toSorted((a, b) => a.question.text.length - b.question.text.length)
    expect(stays?.question).toMatchObject({ text: 'What is the work?', spans: [{ page: 1, bbox: [50, 130, 300, 470] }] })
    expect(leaves?.source.number).toBe('5-119')
    expect(leaves?.question.spans[0]?.bbox.map(Math.round)).toEqual([50, 470, 300, 700])
    expect(leaves?.diagrams.map(({ bbox }) => bbox[1])).toEqual([600])
    expect(stays?.diagrams).toHaveLength(1)
  })

  it('go with a problem that is merged, and so does what was typed before; the neighbours come first', async () => {
    await start(desk.items)
    const page = await enter()
    await page.keyboard.press('g')
    await page.keyboard.type('5-119')
    await page.waitForSelector('dialog .choices li:first-child strong:text("5-119")')
    await page.keyboard.press('Enter')
    await until(async () => (await head(page)) === '5-119')
    await page.keyboard.press('e')
    await page.locator('textarea#question').fill('Typed and not yet sent.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^merge…/ }).click()
    await page.locator('dialog .choices button', { hasText: '5-118' }).click()
    await until(async () => (await head(page)) === '5-118')
    const all = await released()
    expect(all.find(({ source }) => source.number === '5-118')?.question.text).toContain('Typed and not yet sent.')
    expect(all.find(({ source }) => source.number === '5-119')?.review.status).toBe('rejected')
  })
})
