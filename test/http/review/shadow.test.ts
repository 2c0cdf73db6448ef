// The candidate in the console: leads see how often it agrees and where it differs, on every width and in both colours.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { textOf } from '../../../demo/demo-browser.ts'
import * as listsWorker from '../../../src/workers/lists.ts'
import { commandOn } from '../../cli/command-on.ts'
import { onPresentation, startApp, type TestApp } from '../../harness.ts'
import { assertAccessible, pictures, noBrowser as skip, startBrowser } from '../../kit/browser.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

const path = '/review/statistics'

onPresentation('the candidate in the console', ({ fresh }) => {
  let app: TestApp
  let browser: Browser
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers })
    ;[anns, bobs] = [await reviewing(app, ann), await reviewing(app, bob)]
    if (!skip) browser = await startBrowser(app)
  })
  after(async () => {
    await browser?.close()
    await app.close()
  })

  test('a lead sees where the candidate differs, with links to the texts, until it ends; another reviewer sees nothing of it', async () => {
    assert.doesNotMatch((await bobs.get(path)).html, /The candidate/)
    assert.equal((await commandOn(app, ['policy', 'shadow', '--learned', '0', '--one-in', '2'])).status, 0)
    await listsWorker.runOnce(app.platform)
    assert.match(textOf((await bobs.get(path)).html), /asked about 0 texts, and has another outcome for 0\./)
    const author = await app.account({ balance: 500_000_000 })
    const [first, second] = [await submitted(app, author, 'Fine'), await submitted(app, author, 'REVIEW')]
    const of = (id: string) => ({ revisionId: id, postId: id, site: 'events' as const })
    const to = (outcome: 'published' | 'review' | 'rejected', category: string | null = null) => ({
      ...{ to: outcome, category, penalized: outcome === 'rejected' },
    })
    const same = { active: to('published'), candidate: to('published') }
    const compared = [
      ...Array.from({ length: 17 }, (_, i) => ({ ...of(`same_${i}`), ...same })),
      { ...of(first), active: to('published'), candidate: to('review', 'scam') },
      { ...of(second), active: to('review', 'personal-data'), candidate: to('rejected', 'prompt-injection') },
    ]
    const { seq } = app.platform.shadow.candidate()!
    await app.platform.act('noteShadow', { candidate: seq, compared, missed: 3 })
    const { html } = await bobs.get(path)
    const text = textOf(html)
    assert.match(text, /It is the packaged model, and judges one decided text in 2 too, since .* It decides nothing\./)
    assert.match(text, /asked about 19 texts, and has another outcome for 2 \(11 %\)\. It did not judge 3 more\./)
    assert.match(text, /personal-data to a person 0 0 1 /)
    assert.match(
      text,
      new RegExp(`${second} .*to a person \\(personal-data\\) rejected \\(prompt-injection\\).*${first} `),
    )
    for (const id of [first, second]) {
      assert.ok(html.includes(`href="/review/items/text/${id}"`))
      assert.equal((await bobs.get(`/review/items/text/${id}`)).status, 200)
    }
    assert.doesNotMatch((await anns.get(path)).html, /The candidate/)
  })

  test('the region is readable on narrow and wide screens, in light and dark', { skip }, async () => {
    const context = await browser.newContext()
    const [name, value] = bobs.cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: app.origin }])
    const page = await context.newPage()
    await page.goto(app.origin + path)
    await page.locator('#candidate').scrollIntoViewIfNeeded()
    await assertAccessible(page, 'review-candidate')
    for (const width of pictures ? [360, 768, 1280] : [])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const picture = await page.screenshot({ fullPage: true })
        writeFileSync(join(pictures!, `candidate-${width}-${colorScheme}.png`), picture)
      }
    await context.close()
  })
})
