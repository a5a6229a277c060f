import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { useDesk } from './desk.ts'
import { withText } from './fixtures.ts'

describe.skipIf(chromiumPath() === undefined)('formulas on the review page', () => {
  const desk = useDesk()
  const { start, enter, head, statuses, until } = desk

  it('are drawn whole: a vector has its arrow, as wide as what it stands over, and nothing is refused', async () => {
    const [item] = desk.items
    if (!item) throw new Error('no item')
    await start([withText(item, 'Forces $\\vec{V}$, $\\overrightarrow{ABCD}$ and $\\sqrt{\\dfrac{a}{b}}$ act.')])
    const page = await enter() // the desk fails a test on whose page the content policy refused something
    const widths = await page
      .locator('.reading .katex-html svg')
      .evaluateAll((drawn) => drawn.map((one) => one.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(one).fontSize)))
    const [arrow = 0, long = 0, root = 0] = widths // in em; a capital is about 0.7 wide
    expect(arrow).toBeGreaterThan(0.3)
    expect(arrow).toBeLessThan(0.7)
    expect(long).toBeGreaterThan(2)
    expect(root).toBeGreaterThan(0.5)
  })

  it('that do not typeset are named before the item is approved, and Enter goes back to them', async () => {
    await start(desk.items.slice(0, 2))
    const page = await enter()
    const first = await head(page)
    await page.keyboard.press('e')
    await page.locator('textarea#question').fill('The mean is $\\frac{a$ and $x^2$.')
    await page.waitForSelector('.preview .katex-error')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('dialog[open]')
    expect(await page.locator('dialog code').allTextContents()).toEqual(['\\frac{a'])
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]', { state: 'detached' })
    expect(await head(page)).toBe(first)
    expect(await statuses()).toEqual(['pending', 'pending'])
    await page.locator('.act-bar .primary').click()
    await page.getByRole('button', { name: 'Approve as it is' }).click()
    await until(async () => (await statuses()).includes('corrected'))
  })

  it('that typeset after all are approved without a question', async () => {
    await start(desk.items.slice(0, 2))
    const page = await enter()
    await page.keyboard.press('e')
    await page.locator('textarea#question').fill('The mean is $\\frac{a$.')
    await page.locator('textarea#question').fill('The mean is $\\frac{a}{2}$.')
    await page.keyboard.press('Control+Enter')
    await until(async () => (await statuses()).includes('corrected'))
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })
})
