import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStudy } from '../../../judge/study/plan.ts'
import { serveStudy } from '../../../judge/study/serve.ts'
import { chromiumPath, openPage, seriousFaults, startBrowser } from '../../chromium.ts'
import { sampleRuns } from '../sample-runs.ts'
import { NOW } from '../scripted.ts'

const path = chromiumPath()

describe.skipIf(path === undefined)('the study in a browser', () => {
  let browser: Browser
  let folder: string
  let server: Awaited<ReturnType<typeof serveStudy>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engvqa-study-web-'))
    const sample = await sampleRuns(folder)
    await createStudy({
      ...sample,
      out: join(folder, 'study'),
      title: 'A study',
      consent: 'You agree.',
      contact: 'me@example.org',
      casesEach: 1,
      seed: 's',
    })
    ;[browser, server] = await Promise.all([
      startBrowser(path ?? ''),
      serveStudy({ study: join(folder, 'study'), release: sample.release, now: NOW }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('takes a participant by keyboard from consent to thanks, keeping half-filled forms through a reload', async () => {
    const { page, troubles, close } = await openPage(browser, server.url)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\//)
    expect(await seriousFaults(page)).toEqual([])
    const first = page.locator('fieldset').first().locator('input').first()
    await first.check()
    await page.reload()
    expect(await first.isChecked()).toBe(true)
    await answerAll(page, 'right')
    await page.getByRole('button', { name: 'Store marks' }).click()
    await page.getByText('Are these scores right?').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.locator('textarea').fill('half a thought')
    await page.reload()
    expect(await page.locator('textarea').inputValue()).toBe('half a thought')
    await answerAll(page, '0')
    await page.locator('input[name=preferred][value=neither]').check()
    await page.getByRole('button', { name: 'Store ratings' }).click()
    await page.getByText('Thank you').waitFor()
    const events = await readFile(join(folder, 'study', 'events.jsonl'), 'utf8')
    expect(events).toContain('half a thought')
    await close()
    expect(troubles).toEqual([])
  })
})

async function answerAll(page: Page, value: string): Promise<void> {
  for (const choice of await page.locator(`input[type=radio][value="${value}"]`).all()) await choice.check()
}
