import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { reviewedItems } from '../../review/exchange.ts'
import { invite } from '../../review/people.ts'
import { queueItems } from '../../review/queue.ts'
import { type ReviewServer, serveReview } from '../../review/server/serve.ts'
import { openReview, type Review } from '../../review/store/open.ts'
import { writePolicy } from '../../review/store/settings.ts'
import type { Item } from '../../schemas/item.ts'
import { ReviewPolicy, type Role } from '../../schemas/review.ts'
import { chromiumPath, openPage, startBrowser } from '../chromium.ts'
import { collect } from './fixtures.ts'
import { openSample, type Sample } from './sample.ts'
import { buildWeb } from './web-build.ts'

const PASSWORD = 'correct horse battery'

/** A review server over the sample’s pages and a browser in front of it; each test has a database of its own. */
export function useDesk() {
  let browser: Browser
  let web: Awaited<ReturnType<typeof buildWeb>>
  let sample: Sample
  let review: Review
  let server: ReviewServer
  let opened: Awaited<ReturnType<typeof openPage>>[] = []

  beforeAll(async () => {
    ;[browser, web, sample] = await Promise.all([startBrowser(chromiumPath() ?? ''), buildWeb(), openSample(['thermo-a'])])
  })
  afterAll(async () => {
    await browser?.close()
    web?.drop()
    sample?.close()
  })
  beforeEach(async () => {
    opened = []
    review = await openReview(':memory:')
    await writePolicy(review.db, ReviewPolicy.parse({ secondShare: 0, unsureBelow: 0 }))
    return async () => {
      const troubles = opened.flatMap((one) => one.troubles)
      await Promise.all(opened.map((one) => one.close()))
      await server.close()
      await review.close()
      expect(troubles).toEqual([])
    }
  })

  const open = async (address: string) => {
    const one = await openPage(browser, address)
    opened.push(one)
    return one.page
  }
  return {
    get items(): readonly Item[] {
      return sample.items
    },
    get sources() {
      return sample.sources
    },
    get review() {
      return review
    },
    get url() {
      return server.url
    },
    /** Puts items into the queue and opens the server over them. */
    start: async (items: readonly Item[] = sample.items, team = false) => {
      await queueItems(review, items)
      server = await serveReview(review, sample.sources, { web: web.folder, ...(!team && { alone: { name: 'ann' } }) })
    },
    /** What another run of the extraction leaves. */
    rerun: (items: readonly Item[]) => queueItems(review, items),
    /** Enters as the one who works alone. */
    enter: async (): Promise<Page> => {
      const page = await open(server.start)
      await page.waitForSelector('.item-head h2')
      return page
    },
    /** Joins a team by an invitation. */
    join: async (name: string, role: Role): Promise<Page> => {
      const page = await open(`${server.url}/#join=${await invite(review, role, 'cli')}`)
      await page.fill('[name=name]', name)
      await page.fill('[name=password]', PASSWORD)
      await page.click('button[type=submit]')
      await page.waitForSelector('.item-head h2, .nothing')
      return page
    },
    head: async (page: Page) => (await page.locator('.item-head h2').textContent())?.trim().split(' ')[0],
    released: () => collect(reviewedItems(review)),
    statuses: async () => (await collect(reviewedItems(review))).map((item) => item.review.status),
    until: async (check: () => Promise<boolean>) => {
      await expect.poll(check, { timeout: 15_000, interval: 50 }).toBe(true)
    },
  }
}

/** Draws a box over the page from one point to another; both in points of the page. */
export async function drawBox(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const sheet = page.locator('.sheet svg')
  const box = await sheet.boundingBox()
  const size = (await sheet.getAttribute('viewBox'))?.split(' ').map(Number) ?? []
  if (!box) throw new Error('no page')
  const scale = box.width / (size[2] ?? box.width)
  await page.mouse.move(box.x + from[0] * scale, box.y + from[1] * scale)
  await page.mouse.down()
  await page.mouse.move(box.x + to[0] * scale, box.y + to[1] * scale, { steps: 4 })
  await page.mouse.up()
}
