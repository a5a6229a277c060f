/**
 * Takes the pictures of the review page that README and docs show, over the sample workspace’s pages:
 *   npx tsx scripts/review-screenshots.ts [folder]
 * Needs Debian’s Chromium.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { openStore, type Store } from '../corpus/store.ts'
import { createPool } from '../pipeline/pool.ts'
import { type DocumentJob, runDocuments } from '../pipeline/run.ts'
import { stages } from '../pipeline/stages.ts'
import { claim } from '../review/claims.ts'
import { queueItems } from '../review/queue.ts'
import { serveReview } from '../review/server/serve.ts'
import { openReview, type Review } from '../review/store/open.ts'
import { writePolicy } from '../review/store/settings.ts'
import { type Submission, submit } from '../review/submit.ts'
import type { Item } from '../schemas/item.ts'
import { ReviewPolicy } from '../schemas/review.ts'
import type { TopicList } from '../schemas/topics.ts'
import { chromiumPath, startBrowser } from '../test/chromium.ts'
import { openSample } from '../test/review/sample.ts'
import { buildWeb } from '../test/review/web-build.ts'
import { assignTopics } from '../topics/assign.ts'
import { loadTopicList } from '../topics/list.ts'

const SIZE = { width: 1280, height: 800 }
const folder = process.argv[2] ?? fileURLToPath(new URL('../docs/images', import.meta.url))

const PROTOCOL = `## Reading an item

1. Look at the page first, then at the item: number, text, every numeral and unit.
2. Compare each formula with the page. Correct the LaTeX, never the physics.
3. The diagram’s box holds strokes and labels, not the caption.
4. Reject what can be solved without its figure, or in one step.`

/** Work that others have done before the pictures are taken. */
async function work(review: Review, id: string, name: string, reading: Submission['reading'], change: Partial<Submission>): Promise<void> {
  const actor = { name, role: 'reviewer' } as const
  const { token } = await claim(review, id, reading, actor)
  const { revision } = await review.db.selectFrom('items').select('revision').where('id', '=', id).executeTakeFirstOrThrow()
  await submit(review, { item: id, reading, token, base: revision, edits: [], decision: 'approved', seconds: 42, ...change }, actor)
}

/** Items as the extraction makes them from the sample workspace, and where their pictures are. */
async function extracted(): Promise<{ items: Item[]; store: Store; drop(): Promise<void> }> {
  const work = await mkdtemp(join(tmpdir(), 'review-pictures-'))
  const store = await openStore(work)
  const path = (name: string) => fileURLToPath(new URL(`../sample/${name}.pdf`, import.meta.url))
  const common = { licence: 'CC0-1.0', items: 'problems' } as const
  const jobs: DocumentJob[] = [
    { ...common, id: 'thermo-a', file: path('thermo-a'), solutions: path('thermo-a-sol'), subject: 'thermodynamics' },
    { ...common, id: 'mech-a', file: path('mech-a'), subject: 'mechanics-of-materials' },
  ]
  const pool = createPool({ threads: 2 })
  try {
    const results = await runDocuments(jobs, { chain: stages, store, pool, dpi: 200, signal: new AbortController().signal })
    const found = results.flatMap(({ items }) => items)
    const lists = new Map<string, TopicList>()
    for (const { subject } of jobs) lists.set(subject, (await loadTopicList(subject)).list)
    const { items } = await assignTopics(found, lists, { by: 'embedded' })
    return { items: [...items], store, drop: () => rm(work, { recursive: true }) }
  } finally {
    await pool.close()
  }
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const pages = await openSample()
  const { items, store, drop } = await extracted()
  const image = async (digest: string) => (await store.blob(digest)) ?? pages.sources.image(digest)
  const sample = { items, sources: { ...pages.sources, image } }
  let now = Date.now() - 3_600_000
  const review = await openReview(':memory:', () => new Date(now))
  await writePolicy(review.db, ReviewPolicy.parse({ protocol: PROTOCOL, secondShare: 0.3, unsureBelow: 0.4 }))
  await queueItems(review, sample.items)
  const ids = sample.items.map(({ id }) => id)
  const text = sample.items[1]?.question.text ?? ''
  for (const [index, id] of ids.slice(1, 8).entries()) {
    now += 55_000 + index * 4000
    const edits: Submission['edits'] =
      index === 0 ? [{ path: 'question.text', after: text.replace('Steam expands', 'Water vapour expands') }] : []
    await work(
      review,
      id,
      index % 2 === 0 ? 'r1' : 'r2',
      'first',
      index === 3 ? { decision: 'rejected', reason: 'no-figure-needed' } : { edits },
    )
  }
  const wanted = await review.db
    .selectFrom('items')
    .select(['id', 'first_by'])
    .where('second', '=', 'wanted')
    .where('first_by', 'is not', null)
    .execute()
  for (const { id, first_by } of wanted) {
    const item = sample.items.find((one) => one.id === id)
    now += 60_000
    await work(review, id, first_by === 'r1' ? 'r2' : 'r1', 'second', {
      edits: [{ path: 'question.text', after: (item?.question.text ?? '').replace(/[Dd]etermine/, 'Find') }],
    })
  }
  now = Date.now()
  const web = await buildWeb()
  const server = await serveReview(review, sample.sources, { web: web.folder, alone: { name: 'ann' } })
  const path = chromiumPath()
  if (path === undefined) throw new Error('Pictures of the page need a browser.')
  const browser = await startBrowser(path)
  try {
    await pictures(browser, server.start)
  } finally {
    await browser.close()
    await server.close()
    web.drop()
    await review.close()
    pages.close()
    await drop()
  }
}

async function pictures(browser: Browser, start: string): Promise<void> {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  page.setDefaultTimeout(10_000)
  await page.goto(start)
  await desk(page, '5-118')
  await page.hover('.diagrams li img')
  await page.locator('.fields').evaluate((fields) => fields.scrollTo(0, 0))
  await shoot(page, 'review-desk')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.keyboard.press('e')
  await page.locator('textarea#question').press('End')
  await shoot(page, 'review-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await shoot(page, 'review-keys')
  await page.keyboard.press('Escape')
  await page.getByLabel('List').selectOption({ label: 'Two readings differ' })
  await page.waitForSelector('.readings')
  await shoot(page, 'review-readings')
  await page.getByRole('button', { name: 'Progress' }).click()
  await shoot(page, 'review-progress')
}

/** Opens an item by its number and waits for its pictures. */
async function desk(page: Page, number: string): Promise<void> {
  await page.waitForSelector('.item-head h2')
  await page.keyboard.press('g')
  await page.keyboard.type(number)
  await page.waitForSelector(`dialog .choices li:first-child strong:text-is("${number}")`)
  await page.keyboard.press('Enter')
  await page.waitForSelector(`.item-head h2:has-text("${number}")`)
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/${name}.png` })
}

await main()
