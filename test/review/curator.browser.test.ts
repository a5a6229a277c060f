import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { useDesk } from './desk.ts'
import { withText } from './fixtures.ts'

describe.skipIf(chromiumPath() === undefined)('a curator’s page', () => {
  const desk = useDesk()
  const { start, enter, join, head, statuses, until } = desk

  it('approves a whole list after a sample of it has been read, and not before', async () => {
    await start(desk.items, true)
    const page = await join('cat', 'curator')
    const openPlan = () => page.getByRole('button', { name: 'Approve all…' }).click()
    await openPlan()
    await page.getByRole('button', { name: 'Draw the sample' }).click()
    await page.waitForSelector('dialog .choices li')
    const size = await page.locator('dialog .choices li').count()
    expect(size).toBeLessThan(desk.items.length)
    for (let read = 0; read < size; read++) {
      expect(await page.getByRole('button', { name: 'Approve the rest' }).isDisabled()).toBe(true)
      const row = page.locator('dialog .choices button', { hasText: '○' }).first()
      const number = (await row.textContent())?.split('/').at(-1)
      await row.click()
      await page.waitForSelector('dialog[open]', { state: 'detached' })
      await until(async () => (await head(page)) === number)
      await page.keyboard.press('a')
      await until(async () => (await statuses()).filter((status) => status === 'approved').length === read + 1)
      await openPlan()
      await until(async () => (await page.locator('dialog .choices button', { hasText: '✓' }).count()) === read + 1)
    }
    await page.getByRole('button', { name: 'Approve the rest' }).click()
    await until(async () => (await statuses()).every((status) => status === 'approved'))
  })

  it('shows progress by document and person, the pace and the time that is left', async () => {
    await start()
    const page = await enter()
    for (const done of [1, 2]) {
      const shown = await head(page)
      await page.keyboard.press('a')
      await until(async () => (await statuses()).filter((status) => status === 'approved').length === done)
      await page
        .locator('.item-head h2')
        .filter({ hasNotText: shown ?? '' })
        .waitFor() // what is not shown yet cannot be approved
    }
    await page.getByRole('button', { name: 'Progress', exact: true }).click()
    const all = desk.items.length
    await page.locator('tr', { hasText: 'thermo-a' }).getByText(`2 / ${all}`).waitFor()
    await page.locator('tr', { hasText: 'ann' }).getByText('2 decisions').waitFor()
    await page.locator('.figures li', { hasText: 'left at this pace' }).filter({ hasNotText: '–' }).waitFor()
  })

  it('flags with a note from the keyboard, tells what went wrong without losing it, leaves on Escape, and unflags', async () => {
    await start(desk.items.slice(0, 2))
    const page = await enter()
    await page.keyboard.press('f')
    await page.waitForSelector('dialog[open]')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('line')
    await page.keyboard.type('Forget this')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog[open]', { state: 'detached' })
    expect(await page.locator('.badge.discuss').count()).toBe(0)
    await page.route('**/api/flag', (route) => route.abort(), { times: 1 })
    await page.keyboard.press('f')
    await page.keyboard.type('Is the figure from 5-117?')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await page.locator('dialog input').inputValue()).toBe('Is the figure from 5-117?')
    await page.keyboard.press('Enter')
    await page.locator('.badge.discuss', { hasText: 'flagged' }).waitFor()
    await page.getByText('History (1)').click()
    await page.getByText('flagged it Is the figure from 5-117?').waitFor()
    await page.keyboard.press('f')
    await page.locator('.badge.discuss').waitFor({ state: 'detached' })
  })

  it('shows what a model changed before review, with before, after and reason', async () => {
    const [first] = desk.items
    if (!first) throw new Error('The sample is empty.')
    const edit = { field: 'question.text', before: '2OO kPa', after: '200 kPa', reason: 'letters for digits', by: 'm-1' }
    await start([{ ...first, provenance: { ...first.provenance, edits: [edit] } }])
    const page = await enter()
    const changed = page.locator('details', { hasText: 'Changed by a model (1)' })
    await changed.getByText('letters for digits').waitFor()
    expect(await changed.locator('del').textContent()).toBe('2OO')
    expect(await changed.locator('ins').textContent()).toBe('200')
  })

  it('keeps a filter as a view under a name, also after a reload, and forgets it', async () => {
    await start()
    const page = await enter()
    await page.getByText('Filter', { exact: true }).click()
    await page
      .locator('.choice', { hasText: /^Diagram/ })
      .locator('select')
      .selectOption('1')
    await page.getByRole('button', { name: 'Keep this filter as a view' }).click()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'A view needs a name.' }).waitFor()
    await page.keyboard.type('With pictures')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]', { state: 'detached' })
    const list = page.getByLabel('List')
    await list.locator('option', { hasText: '★ With pictures' }).waitFor({ state: 'attached' })
    await list.selectOption({ label: 'Everything' })
    await page.reload()
    await page.waitForSelector('.item-head h2')
    await list.selectOption({ label: '★ With pictures' })
    const some = desk.items.filter(({ diagrams }) => diagrams.length > 0).length
    await page.locator('.queue-head', { hasText: `${some} item` }).waitFor()
    await page.getByRole('button', { name: 'Forget this view' }).click()
    await list.locator('option', { hasText: '★' }).waitFor({ state: 'detached' })
  })

  it('goes on with a draft on another machine', async () => {
    await start(desk.items.slice(0, 1))
    const typed = async (page: Page) => page.locator('.text-field', { hasText: 'Half a sentence' }).waitFor()
    const first = await enter()
    await first.keyboard.press('e')
    const kept = first.waitForResponse((answer) => answer.url().endsWith('/api/draft') && answer.ok())
    await first.locator('textarea#question').fill('Half a sentence')
    await kept
    await typed(await enter())
  })

  it('shows what a rerun has moved under a decision', async () => {
    const [item] = desk.items
    if (!item) throw new Error('no item')
    await start([item])
    const page = await enter()
    await page.keyboard.press('a')
    await until(async () => (await statuses())[0] === 'approved')
    await desk.rerun([withText(item, 'The page reads otherwise now.')])
    await page.getByLabel('List').selectOption({ label: 'Moved by a rerun' })
    await page.locator('section', { hasText: 'Moved since it was decided' }).locator('ins').first().waitFor()
  })

  it('turns to the next items without waiting for the server: they and their pages have been fetched before', async () => {
    await start()
    const page = await enter()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    for (let turn = 0; turn < 3; turn++) {
      const before = await head(page)
      await page.keyboard.press('j')
      await until(async () => (await head(page)) !== before)
      await page.waitForFunction(() => {
        const [sheet, ...crops] = document.querySelectorAll<HTMLImageElement>('.sheet img, .diagrams img')
        return [sheet, ...crops].every((image) => image?.complete && image.naturalWidth > 0)
      })
    }
    await page.context().setOffline(false)
  })
})
