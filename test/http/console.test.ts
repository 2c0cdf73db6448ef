// The developers' pages in a real browser: no complaint, no way to overflow, axe-core finds nothing; copying, and the console with a key.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { freshDatabase } from '../databases.ts'
import { startApp, type TestAccount, type TestApp } from '../harness.ts'

const executablePath = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== undefined && existsSync(path))
const skip = executablePath ? false : 'NO CHROMIUM: install it, or set CHROMIUM_PATH; nothing here was checked'
if (skip) console.warn(`test/http/console.test.ts: ${skip}`)

const quiet =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const origin = 'http://events.test'
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const pages = ['/developers/', '/developers/reference/', '/developers/webhooks/', '/console/']
type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

describe('in a browser', { skip }, () => {
  let app: TestApp
  let account: TestAccount
  let browser: Browser

  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
    account = await app.account()
    const toApp = `--host-resolver-rules=MAP *.test 127.0.0.1:${new URL(app.origin).port}`
    // As over https, where browsers lend the clipboard.
    const secure = `--unsafely-treat-insecure-origin-as-secure=${origin}`
    browser = await chromium.launch({ executablePath: executablePath!, args: [...quiet.split(' '), toApp, secure] })
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  /** Opens a page and hands it to `look`; fails when anything complained, or was asked of anybody else. */
  async function visit(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
    const context = await browser.newContext(options)
    const complaints: string[] = []
    try {
      const page = await context.newPage()
      page.on('console', message => complaints.push(message.text()))
      page.on('pageerror', error => complaints.push(String(error)))
      page.on('request', request => {
        if (new URL(request.url()).origin !== origin) complaints.push(`asked for ${request.url()}`)
      })
      await page.goto(origin + path, { waitUntil: 'load' })
      await look(page)
      const folder = process.env.SCREENSHOTS
      const { width = 0 } = options.viewport ?? {}
      if (folder && width > 0)
        await page.screenshot({
          path: `${folder}/devs${path.replaceAll('/', '-')}${width}-${options.colorScheme}.png`,
        })
    } finally {
      await context.close()
    }
    assert.deepEqual(complaints, [], path)
  }

  test('axe-core finds no violation and nothing overflows, in light and dark, wide and narrow', async () => {
    for (const path of pages)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 1280])
          await visit(path, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }, async page => {
            await page.evaluate(axe)
            const violations = (await page.evaluate('axe.run(document).then(found => found.violations)')) as Violation[]
            const told = violations.map(
              ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`,
            )
            assert.deepEqual(told, [], `${path} ${colorScheme} ${width}`)
            assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${path} ${width}`)
          })
  })

  test('code and the whole page are copied, letter for letter', async () => {
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

  test('without scripts the pages are whole, and the console says that it needs them and takes no key', async () => {
    for (const path of pages)
      await visit(path, { javaScriptEnabled: false }, async page => {
        const open = 'button:not(:disabled), input:not(:disabled), textarea:not(:disabled)'
        assert.equal(await page.locator(open).count(), 0, path)
        assert.equal(await page.getByText('This page needs JavaScript').isVisible(), path === '/console/', path)
      })
  })

  test('the console tries a post out with a key, by keyboard alone, and keeps the key nowhere', async () => {
    await visit('/console/', {}, async page => {
      await page.getByLabel('API key').focus()
      await page.keyboard.type(account.key)
      await page.keyboard.press('Enter')
      await page.getByText('Answered with 200.').waitFor()
      const answer = JSON.parse((await page.locator('#answer').textContent())!)
      assert.deepEqual([answer.outcome, answer.ready_to_post, answer.charged], ['would_queue', true, 0])
      const curl = (await page.locator('#curl').textContent())!
      assert.ok(curl.startsWith(`curl -sS '${origin}/v1/posts?dry_run=true' \\\n`), curl)
      assert.ok(!(await page.content()).includes(account.key), 'it is not in the page')
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

  test('the console shows what it sends, quotes included, and what is wrong with it', async () => {
    const told: string[] = []
    await visit('/console/', {}, async page => {
      page.on('request', request => request.method() === 'POST' && told.push(request.postData() ?? ''))
      await page.getByLabel('API key').fill(account.key)
      const body = `{"title": "It's a try"}`
      await page.getByLabel('Body').fill(body)
      const curl = (await page.locator('#curl').textContent())!
      assert.ok(curl.endsWith(`-d '{"title": "It'\\''s a try"}'`), curl)
      // A refusal is an answer; the browser writes it to its console all the same.
      page.removeAllListeners('console')
      await page.getByRole('button', { name: 'Try it out' }).click()
      await page.getByText('Answered with 400.').waitFor()
      assert.deepEqual(told, [body])
      assert.equal(JSON.parse((await page.locator('#answer').textContent())!).code, 'invalid')
    })
  })
})
