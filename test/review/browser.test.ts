import { describe, expect, it } from 'vitest'
import { writePolicy } from '../../review/store/settings.ts'
import { ReviewPolicy } from '../../schemas/review.ts'
import { chromiumPath, seriousFaults } from '../chromium.ts'
import { useDesk } from './desk.ts'
import { withText } from './fixtures.ts'

describe.skipIf(chromiumPath() === undefined)('the review page', () => {
  const desk = useDesk()
  const { start, enter, join, head, statuses, released, until } = desk

  it('takes a whole queue through by keyboard', async () => {
    await start()
    const page = await enter()
    const seen = new Set<string | undefined>()
    for (const _ of desk.items) {
      seen.add(await head(page))
      const before = await head(page)
      await page.keyboard.press('a')
      if (seen.size < desk.items.length) await until(async () => (await head(page)) !== before)
    }
    expect(seen.size).toBe(desk.items.length)
    await until(async () => (await statuses()).every((status) => status === 'approved'))
  })

  it('rejects with a reason, undoes, skips and finds again', async () => {
    await start()
    const page = await enter()
    const first = await head(page)
    await page.keyboard.press('x')
    await page.waitForSelector('dialog[open]')
    await page.keyboard.press('3')
    await until(async () => (await head(page)) !== first)
    await until(async () => (await statuses()).includes('rejected'))
    await page.keyboard.press('u')
    await until(async () => (await head(page)) === first && !(await statuses()).includes('rejected'))
    await page.keyboard.press('s')
    await until(async () => (await head(page)) !== first)
    await page.keyboard.press('g')
    await page.keyboard.type('5-127')
    await page.waitForSelector('dialog .choices li:first-child strong:text("5-127")')
    await page.keyboard.press('Enter')
    await until(async () => (await head(page)) === '5-127')
  })

  it('cuts a diagram anew where its box is dragged to, and the release has the new crop', async () => {
    await start(desk.items.filter(({ source }) => source.number === '5-118'))
    const page = await enter()
    const before = desk.items.find(({ source }) => source.number === '5-118')?.diagrams[0]
    await page.hover('.mark.diagram .box')
    const grip = await page.locator('.mark.diagram [data-grip=se]').boundingBox()
    if (!grip || !before) throw new Error('no diagram to drag')
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
    await page.mouse.down()
    await page.mouse.move(grip.x + 30, grip.y + 40, { steps: 4 })
    await page.mouse.up()
    await page.waitForFunction((old) => !document.querySelector('.diagrams img')?.getAttribute('src')?.includes(old), before.sha256)
    await page.keyboard.press('a')
    await until(async () => (await statuses())[0] === 'corrected')
    const [result] = await released()
    const after = result?.diagrams[0]
    expect(after?.sha256).not.toBe(before.sha256)
    expect(after?.bbox[2]).toBeGreaterThan(before.bbox[2] + 10)
    expect(await desk.sources.image(after?.sha256 ?? '')).toBeDefined()
    expect(result?.review.changed).toEqual(['diagrams'])
  })

  it('edits a question beside its typeset preview, and a formula in the text along with its equation', async () => {
    await start(desk.items.filter(({ source }) => source.number === '5-118'))
    const page = await enter()
    await page.keyboard.press('e')
    await page.waitForSelector('textarea#question')
    await page.locator('textarea#question').fill('What is $x^2$?\n\n$$W_b=\\int_{V_1}^{V_2}P\\,dV$$')
    await page.waitForSelector('.preview .katex')
    await page.keyboard.press('Escape')
    await page.getByLabel('LaTeX of formula 1').fill('W_b=\\int P\\,dV')
    await page.keyboard.press('Escape')
    await page.keyboard.press('v')
    await page.waitForSelector('[data-field=equation-0] del')
    await page.waitForSelector('[data-field=question] ins')
    await page.keyboard.press('Control+Enter')
    await until(async () => (await statuses())[0] === 'corrected')
    const [result] = await released()
    expect(result?.question.text).toBe('What is $x^2$?\n\n$$W_b=\\int P\\,dV$$')
    expect(result?.equations[0]).toMatchObject({ latex: 'W_b=\\int P\\,dV', method: 'person' })
  })

  it('keeps what was typed over a reload, and decisions over a lost connection', async () => {
    await start()
    const page = await enter()
    const first = await head(page)
    await page.keyboard.press('e')
    await page.locator('textarea#question').fill('Half a sentence')
    await page.reload()
    await page.waitForSelector('.text-field:has-text("Half a sentence")')
    await page.context().setOffline(true)
    await page.keyboard.press('a')
    await page.waitForSelector('.offline:has-text("1 decision kept here")')
    expect(await statuses()).not.toContain('corrected')
    await page.context().setOffline(false)
    await until(async () => (await statuses()).includes('corrected'))
    const texts = (await released()).filter(({ review: { status } }) => status === 'corrected')
    expect(texts).toMatchObject([{ source: { number: first }, question: { text: 'Half a sentence' } }])
  })

  it('picks a topic by a few letters, and marks what the machine had picked', async () => {
    await start(desk.items.slice(0, 1))
    const page = await enter()
    await page.keyboard.press('t')
    await page.keyboard.type('entrpy')
    await page.waitForSelector('[role=option]:has-text("Entropy balance")')
    await page.keyboard.press('Enter')
    expect(await page.locator('.topics li.machine').count()).toBe(2)
    await page.keyboard.press('Control+Enter')
    await until(async () => (await statuses())[0] === 'corrected')
    const [result] = await released()
    expect(result?.topics.at(-1)).toMatchObject({ name: 'Entropy balance', by: 'ann' })
  })

  it('adds a missed problem that is drawn on the page, reading its text', async () => {
    await start(desk.items.slice(0, 2))
    const page = await enter()
    await page.keyboard.press('n')
    const sheet = await page.locator('.sheet svg').boundingBox()
    if (!sheet) throw new Error('no page')
    await page.mouse.move(sheet.x + 40, sheet.y + 60)
    await page.mouse.down()
    await page.mouse.move(sheet.x + 240, sheet.y + 260, { steps: 4 })
    await page.mouse.up()
    await page.waitForFunction(() => (document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value.length ?? 0) > 20)
    await page.getByLabel('Number as printed').fill('5-999')
    await page.getByRole('button', { name: 'Add to the queue' }).click()
    await until(async () => (await head(page)) === '5-999')
    expect((await released()).map(({ source }) => source.number)).toContain('5-999')
  })

  it('gives two reviewers who race for one item to one of them and tells the other', async () => {
    await start(desk.items.slice(0, 1), true)
    const [ann, bob] = await Promise.all([join('ann', 'reviewer'), join('bob', 'reviewer')])
    await until(
      async () =>
        (await Promise.all([ann, bob].map((page) => page.locator('.refused').count()))).reduce((sum, count) => sum + count, 0) === 1,
    )
    const [loser, winner] = (await ann.locator('.refused').count()) === 1 ? [ann, bob] : [bob, ann]
    await loser.keyboard.press('a')
    await winner.keyboard.press('d')
    await until(async () => (await statuses())[0] === 'discuss')
    expect(await loser.locator('.act-bar .primary').isDisabled()).toBe(true)
  })

  it('takes an item through a blind second reading to an adjudicator who merges the two', async () => {
    await writePolicy(desk.review.db, ReviewPolicy.parse({ secondShare: 1 }))
    await start(desk.items.slice(0, 1), true)
    const ann = await join('ann', 'reviewer')
    await ann.keyboard.press('e')
    await ann.locator('textarea#question').fill('As ann reads it')
    await ann.keyboard.press('Control+Enter')
    await until(async () => (await statuses())[0] === 'corrected')
    const bob = await join('bob', 'reviewer')
    await bob.getByLabel('List').selectOption({ label: 'Second readings' })
    await bob.waitForSelector('.badge:has-text("blind")')
    expect(await bob.locator('main').textContent()).not.toContain('As ann reads it')
    await bob.keyboard.press('a')
    await until(async () => (await statuses())[0] === 'discuss')
    const cat = await join('cat', 'adjudicator')
    await cat.getByLabel('List').selectOption({ label: 'Two readings differ' })
    await cat.getByRole('button', { name: 'take ann’s question.text' }).click()
    await cat.keyboard.press('a')
    await until(async () => (await statuses())[0] === 'corrected')
    const [result] = await released()
    expect(result).toMatchObject({ question: { text: 'As ann reads it' }, review: { by: ['ann', 'bob', 'cat'] } })
  })

  it('shows hostile text as text: nothing runs, nothing leaves the page, nothing hangs', async () => {
    const hostile = [
      '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
      '[click](javascript:window.hacked=1) ![x](https://evil.example/x.png) <https://evil.example>',
      '$\\href{javascript:window.hacked=1}{x}$ $\\url{javascript:alert(1)}$ $\\includegraphics{https://evil.example/x.png}$',
      '$\\def\\a{\\a\\a}\\a$ $\\rule{99999em}{99999em}$ $\\htmlClass{x}{y}$',
      `$${'{'.repeat(3000)}x${'}'.repeat(3000)}$ $${'x^{'.repeat(900)}$ $${'\\frac{1}{'.repeat(400)}1${'}'.repeat(400)}$`,
    ].join('\n\n')
    const [item] = desk.items
    if (!item) throw new Error('no item')
    const evil = { ...withText(item, hostile), topics: [{ id: 'x', name: '<b onclick=alert(1)>x</b>', by: '<script>' }] }
    await start([evil])
    const page = await enter()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).host))
    await page.keyboard.press('e')
    await page.waitForSelector('.preview .rich')
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('.preview a, .preview img, .preview script').count()).toBe(0)
    expect(await page.locator('.preview').textContent()).toContain('<script>window.hacked=1</script>')
    const tallest = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('.preview .katex *')].map((one) => one.getBoundingClientRect().height), 0),
    )
    expect(tallest).toBeLessThan(20_000)
    expect(asked.every((host) => host === new URL(desk.url).host)).toBe(true)
  })

  it('has nothing serious that axe finds, on any of its pages, light or dark', async () => {
    await start(desk.items.slice(0, 6))
    const page = await enter()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const name of ['Review', 'Progress', 'Protocol', 'People']) {
        await page.getByRole('button', { name, exact: true }).click()
        await page.waitForSelector(name === 'Review' ? '.item-head h2' : '.page h2')
        expect(await seriousFaults(page), `${name}, ${scheme}`).toEqual([])
      }
    }
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.waitForSelector('.item-head h2')
    for (const key of ['?', 'x', 'y', 'm', 'f']) {
      await page.keyboard.press(key)
      await page.waitForSelector('dialog[open]')
      expect(await seriousFaults(page), `the dialog of ${key}`).toEqual([])
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog[open]', { state: 'detached' })
    }
  })

  it('lets a person change a key', async () => {
    await start(desk.items.slice(0, 2))
    const page = await enter()
    await page.keyboard.press('?')
    await page.getByRole('button', { name: /^Key for: skip/ }).click()
    await page.keyboard.press('9')
    await page.keyboard.press('Escape')
    const first = await head(page)
    await page.keyboard.press('9')
    await until(async () => (await head(page)) !== first)
  })
})
