import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { useDesk } from './desk.ts'

/** Milliseconds that the server takes to find something: longer than a person takes for the next two keys. */
const SLOW = 700

/** Answers of the queue come late, as from a server far away. */
const slowly = (page: Page) =>
  page.route('**/api/queue?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW))
    await route.continue().catch(() => undefined) // the page may have given up on it
  })

const rows = (page: Page) => page.locator('.queue .row strong').allTextContents()

describe.skipIf(chromiumPath() === undefined)('finding an item', () => {
  const desk = useDesk()
  const { start, enter, head, statuses, until } = desk

  it('by number opens what was typed, however late the answer, and the next key reaches no other item', async () => {
    await start()
    const page = await enter()
    const last = desk.items.at(-1)?.source.number ?? ''
    expect(await head(page)).not.toBe(last)
    await page.keyboard.press('g')
    await page.waitForSelector('dialog .choices li') // the list of before anything was typed
    await slowly(page)
    await page.keyboard.type(last)
    await page.keyboard.press('Enter')
    await page.keyboard.press('a')
    await until(async () => (await head(page)) === last)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect(new Set(await statuses())).toEqual(new Set(['pending']))
  })

  it('by a number that there is none of says so and opens nothing', async () => {
    await start()
    const page = await enter()
    const first = await head(page)
    await page.keyboard.press('g')
    await page.keyboard.type('99-999')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog [role=status]:has-text("Nothing found")')
    expect(await head(page)).toBe(first)
  })

  it('by words narrows the list while one types; the open item stays until Enter opens the first', async () => {
    await start()
    const page = await enter()
    const first = await head(page)
    const last = desk.items.at(-1)?.source.number ?? ''
    const all = await rows(page)
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.id === 'search')
    await page.keyboard.type(last, { delay: 40 })
    await until(async () => (await rows(page)).length < all.length && (await rows(page)).includes(last))
    expect(await head(page)).toBe(first)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search')
    await page.keyboard.press('Enter')
    await until(async () => (await head(page)) === last)
    await page.keyboard.press('d') // the keys are the desk’s again
    await until(async () => (await statuses()).includes('discuss'))
  })

  it('by words can be left by one step back, and follows another list', async () => {
    await start()
    const page = await enter()
    const all = await rows(page)
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.id === 'search')
    await page.keyboard.type('wate', { delay: 300 })
    await page.waitForURL(/search=wate/)
    await page.goBack()
    await until(async () => (await page.inputValue('#search')) === '' && (await rows(page)).length === all.length)
    await page.fill('#search', 'water')
    await page.waitForURL(/search=water/)
    await page.getByLabel('List').selectOption({ label: 'Everything' })
    await until(async () => (await page.inputValue('#search')) === '')
  })
})
