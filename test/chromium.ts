import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian’s Chromium, or undefined with a line that says how to get it. */
export function chromiumPath(): string | undefined {
  const found = PATHS.find((path) => existsSync(path))
  if (!found) console.warn('Skipped in the browser: Chromium is not installed (Debian: apt-get install -y chromium).')
  return found
}

export const startBrowser = (executablePath: string): Promise<Browser> => chromium.launch({ executablePath, args: FLAGS })

/** Opens a page of its own session; anything that goes wrong inside it is collected. */
export async function openPage(browser: Browser, start: string): Promise<{ page: Page; troubles: string[]; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) troubles.push(message.text())
  })
  await page.goto(start)
  return { page, troubles, close: () => context.close() }
}

/** What axe finds serious or worse on a page. The page lets nothing run that is not its own: the checker is put in by the browser itself. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: typeof axe }).axe // put there by the line above
    const { violations } = await run.run(document)
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}
