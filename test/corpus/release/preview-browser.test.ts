import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderPreview } from '../../../corpus/release/preview/preview.ts'
import { chromiumPath, startBrowser } from '../../chromium.ts'
import { diagram, item, Pictures, picture } from './sample.ts'

// Without a browser the page is checked as text only, in preview.test.ts.
describe.skipIf(chromiumPath() === undefined)('preview.html in a browser', () => {
  let folder: string
  let browser: Browser
  let page: Page
  const complaints: string[] = []
  const requests: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preview-'))
    const pictures = new Pictures()
    const hostile =
      '<img src="https://example.org/x.png" onerror="document.title=1"> ![x](https://example.org/y.png) $\\href{javascript:alert(1)}{x}$'
    const html = await renderPreview({
      title: 'Tiny',
      subtitle: '1.0.0',
      items: [
        item('1', { diagrams: [diagram(await pictures.add(1))] }),
        item('2', { question: { text: hostile, parts: [], spans: [{ page: 1, bbox: [10, 10, 90, 60] }] } }),
        item('3', {
          subject: 'dynamics',
          document: 'other',
          question: { text: 'A crate slides down.', parts: [], spans: [{ page: 1, bbox: [9, 9, 50, 50] }] },
        }),
      ],
      image: pictures.read,
      renderPage: () => picture(7, 480, 320),
    })
    await writeFile(join(folder, 'preview.html'), html)
    browser = await startBrowser(chromiumPath() ?? '')
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(5000)
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(pathToFileURL(join(folder, 'preview.html')).href)
  })
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  })

  it('loads nothing but itself, runs its own script and nothing of an item’s', async () => {
    expect(await page.title()).toBe('Tiny')
    expect(requests.filter((url) => !url.startsWith('data:'))).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it('typesets with the fonts that it carries, and shows the pictures', async () => {
    expect(await page.evaluate(async () => (await document.fonts.load('16px KaTeX_Main')).length)).toBeGreaterThan(0)
    const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length)
    expect(broken).toBe(0)
  })

  it('covers nothing of a page: frames are hollow and numbers stand beside them until the pointer asks', async () => {
    const fills = await page.locator('.box').evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).backgroundColor))
    expect(new Set(fills)).toEqual(new Set(['rgba(0, 0, 0, 0)']))
    const gaps = await page
      .locator('.box.question b')
      .evaluateAll((labels) =>
        labels.map((label) => (label.parentElement?.getBoundingClientRect().left ?? 0) - label.getBoundingClientRect().right),
      )
    expect(gaps.length).toBeGreaterThan(0)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
    const labels = page.locator('.box.diagram b')
    expect(await labels.evaluateAll((all) => all.map((label) => getComputedStyle(label).opacity))).toEqual(['0'])
    await page.locator('.box.diagram').hover()
    expect(await labels.evaluate((label) => getComputedStyle(label).opacity)).not.toBe('0')
    await page.mouse.move(0, 0)
  })

  it('finds items by words and by subject, and says how many', async () => {
    const shown = () => page.locator('article:visible').count()
    await page.fill('#find', 'crate slides')
    expect([await shown(), await page.textContent('#count')]).toEqual([1, '1 shown'])
    await page.fill('#find', '')
    await page.selectOption('#subject', 'fluid-mechanics')
    expect(await shown()).toBe(2)
    await page.selectOption('#subject', '')
    expect([await shown(), await page.textContent('#count')]).toEqual([3, ''])
  })

  it('steps from item to item with the keyboard, and lights up an item’s box', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type('j') // in the search field a letter is a letter
    expect(await page.inputValue('#find')).toBe('j')
    await page.fill('#find', '')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    const first = await page.locator('article.lit').getAttribute('id')
    await page.keyboard.press('j')
    const second = await page.locator('article.lit').getAttribute('id')
    expect([first === null, second === null, first === second]).toEqual([false, false, false])
    expect(await page.locator('.box.lit').count()).toBeGreaterThan(0)
  })

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
