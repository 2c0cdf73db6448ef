// The developers' pages in a real browser: no console output, no overflow, no axe-core violation; copying code, and the console
// with a key.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { freshDatabase } from '../../databases.ts'
import { startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { assertAccessible, complaintsOf, noBrowser, startBrowser } from '../../kit/browser.ts'

const origin = 'http://events.test'
const pages = ['/developers/', '/developers/reference/', '/developers/webhooks/', '/console/']

describe('the developers’ pages in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let account: TestAccount
  let browser: Browser

  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
    account = await app.account()
    // As over https, where browsers give access to the clipboard.
    browser = await startBrowser(app, [`--unsafely-treat-insecure-origin-as-secure=${origin}`])
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  /** Opens a page and passes it to `look`. Fails on console output, errors and requests to other origins. */
  async function visit(
    path: string,
    { statuses, ...options }: BrowserContextOptions & { statuses?: number[] },
    look: (page: Page) => Promise<void>,
  ) {
    const context = await browser.newContext(options)
    try {
      const page = await context.newPage()
      const complaints = complaintsOf(page, origin, statuses)
      await page.goto(origin + path)
      await look(page)
      assert.deepEqual(complaints, [], path)
    } finally {
      await context.close()
    }
  }

  test('the developers’ pages in a browser have no axe-core violation and no overflow, in light and dark, wide and narrow', async () => {
    for (const path of pages) await visit(path, {}, page => assertAccessible(page, path))
  })

  test('copy code and the whole page letter for letter', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const markdown = (await app.call('GET', '/developers/index.md')).text
    await visit('/developers/', { permissions }, async page => {
      const copied = () => page.evaluate('navigator.clipboard.readText()')
      await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
      await page.getByText('Copied.').waitFor()
      assert.equal(await copied(), `curl -s "${origin}/v1/posts?limit=1"`)
      await page.getByRole('button', { name: 'Copy as Markdown' }).click()
      await page.waitForFunction('navigator.clipboard.readText().then(text => text.startsWith("# "))')
      assert.equal(await copied(), markdown)
    })
  })

  test('the developers’ pages in a browser are complete without JavaScript, except the console, which says that it needs JavaScript and takes no key', async () => {
    for (const path of pages)
      await visit(path, { javaScriptEnabled: false }, async page => {
        const open = 'button:not(:disabled), input:not(:disabled), textarea:not(:disabled)'
        assert.equal(await page.locator(open).count(), 0, path)
        assert.equal(await page.getByText('This page needs JavaScript').isVisible(), path === '/console/', path)
      })
  })

  test('include a console that tries a post with a key, by keyboard alone, and stores the key nowhere', async () => {
    await visit('/console/', {}, async page => {
      await page.getByLabel('API key').focus()
      await page.keyboard.type(account.key)
      await page.keyboard.press('Enter')
      await page.getByText('Answered with 200.').waitFor()
      const answer = JSON.parse((await page.locator('#answer').textContent())!)
      assert.deepEqual([answer.outcome, answer.ready_to_post, answer.charged], ['would_queue', true, 0])
      const curl = (await page.locator('#curl').textContent())!
      assert.ok(curl.startsWith(`curl -sS '${origin}/v1/posts?dry_run=true' \\\n`), curl)
      assert.ok(!(await page.content()).includes(account.key), 'the key is not in the page')
      const kept = await page.evaluate(
        'JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }])',
      )
      assert.ok(!String(kept).includes(account.key))
      await page.goto(`${origin}/developers/`)
      await page.goBack()
      assert.equal(await page.getByLabel('API key').inputValue(), '')
    })
    assert.equal((await app.call('GET', '/v1/posts?mine=true', { key: account.key })).json.items.length, 0)
  })

  test('include a console that shows the request, quotes included, and the errors of the body', async () => {
    const told: string[] = []
    await visit('/console/', { statuses: [400] }, async page => {
      page.on('request', request => request.method() === 'POST' && told.push(request.postData() ?? ''))
      await page.getByLabel('API key').fill(account.key)
      const body = `{"title": "It's a try"}`
      await page.getByLabel('Body').fill(body)
      const curl = (await page.locator('#curl').textContent())!
      assert.ok(curl.endsWith(`-d '{"title": "It'\\''s a try"}'`), curl)
      await page.getByRole('button', { name: 'Try it out' }).click()
      await page.getByText('Answered with 400.').waitFor()
      assert.deepEqual(told, [body])
      assert.equal(JSON.parse((await page.locator('#answer').textContent())!).code, 'invalid')
    })
  })
})
