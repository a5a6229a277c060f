/** Takes the README's picture: a page of the demo's preview, with its boxes and the items it became. Needs `npm run demo` and Chromium. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { chromiumPath, startBrowser } from '../test/chromium.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const preview = join(root, '.work/demo/releases/1.0.0/preview.html')
const target = join(root, 'docs/images/preview.png')
const browser = chromiumPath()

/** The source whose page makes the clearest picture: two columns, figures, a float. */
const SHOWN = process.argv[2] ?? 'dyn-a'

/** Pixels of the bar that stays at the top. */
const HEAD_HEIGHT = 64

if (!existsSync(preview)) throw new Error('There is no preview yet: run `npm run demo` first.')
if (!browser) throw new Error('Chromium is not installed: apt-get install chromium')
const running = await startBrowser(browser)
try {
  const page = await running.newPage({ viewport: { width: 1280, height: 820 }, colorScheme: 'light' })
  await page.goto(pathToFileURL(preview).href)
  const spread = page.locator(`[id="page-${SHOWN}-1"]`)
  for (let look = 0; look < 3; look++) {
    await spread.evaluate((element, head) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - head), HEAD_HEIGHT)
    await page.waitForTimeout(400) // pictures above load when they come near, and push the page down
  }
  await mkdir(dirname(target), { recursive: true })
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90 })
    .toFile(target)
  console.log(target)
} finally {
  await running.close()
}
