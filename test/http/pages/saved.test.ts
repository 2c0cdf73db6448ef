// What readers save in a browser: kept by a worker that is there only for them, readable without a connection, in one calendar file,
// and never older than the network's answer.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { hostOf } from '../../harness.ts'
import { assertAccessible, complaintsOf, noBrowser, startBrowser } from '../../kit/browser.ts'
import { presentPublishingSites } from './published.ts'

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }
const hellersdorf = { ...berlin, city: { geonames_id: 2906809, name: 'Hellersdorf' } }
const onSaturday = (from: string, to: string, location = berlin) => ({
  ...{ timezone: 'Europe/Berlin', location },
  ...{ starts_at: `2026-11-28T${from}:00+01:00`, ends_at: `2026-11-28T${to}:00+01:00` },
})
const origin = 'http://events.test'
/** Chromium gives workers to secure origins alone; the app of the test has no certificate. */
const secure = `--unsafely-treat-insecure-origin-as-secure=${origin},http://messages.test`

presentPublishingSites('saved posts', app => {
  let browser: Browser
  const ids: Record<'chess' | 'choir' | 'print', string> = { chess: '', choir: '', print: '' }
  before(async () => {
    if (noBrowser) return
    browser = await startBrowser(app(), [secure])
    ids.chess = await app().publish('events', { title: 'Schach im Park', ...onSaturday('10:00', '12:00') })
    ids.choir = await app().publish('events', { title: 'Chor am Abend', ...onSaturday('19:00', '21:00', hellersdorf) })
    ids.print = await app().publish('events', { title: 'Druckwerkstatt', ...onSaturday('13:00', '15:00') })
  })
  after(() => browser?.close())

  const newReader = async () => {
    const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin', acceptDownloads: true })
    context.setDefaultTimeout(60_000)
    return context
  }
  const host = hostOf('events')
  const workersOf = (page: Page) =>
    page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')
  const titles = (page: Page) => page.locator('#saved h2').allTextContents()
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  /** Asks a page until an expression holds. The pages forbid what Playwright's own waiting does with a text. */
  async function until(page: Page, expression: string): Promise<void> {
    const deadline = AbortSignal.timeout(60_000)
    while (!(await page.evaluate(expression))) assert.ok(!deadline.aborted, `a minute passed before ${expression}`)
  }

  /** Fails where a post can be read offline that is not kept. */
  async function assertAway(context: BrowserContext, id: string): Promise<void> {
    const page = await context.newPage()
    await assert.rejects(page.goto(`${origin}/de/p/${id}`))
    await page.close()
  }

  /** Saves two of the events of Saturday from the list of two clicks. */
  async function savesTwo(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`${origin}/de/`)
    await page.getByRole('heading', { level: 1, name: /Berlin/ }).waitFor()
    await page.getByRole('link', { name: /28\./ }).first().click()
    await page.getByRole('link', { name: /^25 km/ }).click()
    assert.equal(await workersOf(page), 0, 'nothing is saved yet')
    for (const title of ['Schach im Park', 'Chor am Abend']) {
      await button(page, `Merken: ${title}`).click()
      await button(page, `Gemerkt: ${title}`).waitFor()
    }
    assert.equal(await workersOf(page), 1)
    return page
  }

  test('a reader in Berlin finds Saturday within 25 km in two clicks, saves two, and has both offline, in one calendar file', {
    skip: noBrowser,
  }, async () => {
    const context = await newReader()
    const page = await savesTwo(context)
    const complaints = complaintsOf(page, origin)
    await page.goto(`${origin}/de/saved/`)
    await page.getByRole('heading', { name: 'Chor am Abend' }).waitFor()
    assert.deepEqual(complaints, [])
    await assertAccessible(page, 'saved-de')

    await context.setOffline(true)
    await page.goto(`${origin}/de/saved/`)
    await page.getByRole('heading', { name: 'Chor am Abend' }).waitFor()
    assert.deepEqual(await titles(page), ['Schach im Park', 'Chor am Abend'], 'the soonest first')
    for (const id of [ids.chess, ids.choir]) {
      await page.goto(`${origin}/de/p/${id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const family = await page.evaluate('getComputedStyle(document.querySelector(".actions")).display')
      assert.equal(family, 'flex', 'with its stylesheet')
    }
    await assertAway(context, ids.print)
    await page.goto(`${origin}/de/`)
    assert.equal(page.url(), `${origin}/de/saved/`, 'an app that is opened offline shows what is saved')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Alle als eine Kalenderdatei').click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    const calendar = new ICAL.Component(ICAL.parse(file))
    assert.deepEqual(
      calendar.getAllSubcomponents('vevent').map(event => event.getFirstPropertyValue('summary')),
      ['Chor am Abend', 'Schach im Park'],
    )
    assert.equal(calendar.getAllSubcomponents('vtimezone').length, 1)
    await context.close()
  })

  test('online readers get what the network says: a change is told, a withdrawn post is dropped, and the last removal ends the worker', {
    skip: noBrowser,
  }, async () => {
    const context = await newReader()
    const page = await savesTwo(context)
    const { key } = app().author
    app().clock.advance(2_000)
    const cancelled = await app().call('PATCH', `/v1/posts/${ids.chess}`, {
      host,
      key,
      body: { event_status: 'cancelled' },
    })
    assert.equal(cancelled.status, 200, cancelled.text)
    assert.equal((await app().call('DELETE', `/v1/posts/${ids.choir}`, { host, key })).status, 200)
    app().clock.advance(2_000)

    await page.goto(`${origin}/de/saved/`)
    await page.getByRole('heading', { name: 'Abgesagt: Schach im Park' }).waitFor()
    await page.getByText('Seit dem Merken geändert.').waitFor()
    await page.getByText('Ein gemerkter Beitrag ist nicht mehr öffentlich.').waitFor()
    assert.deepEqual(await titles(page), ['Abgesagt: Schach im Park'])
    await context.setOffline(true)
    await page.goto(`${origin}/de/p/${ids.chess}`)
    await page.getByText('Abgesagt.').waitFor()
    await assertAway(context, ids.choir)
    await context.setOffline(false)
    await page.goto(`${origin}/de/p/${ids.chess}`)
    const { updated_at } = JSON.parse((await app().call('GET', `/p/${ids.chess}.json`, { host })).text)
    await until(page, `JSON.parse(localStorage['handbill-saved']).every(({ version }) => version === '${updated_at}')`)
    await page.goto(`${origin}/de/saved/`)
    await page.getByRole('heading', { name: 'Abgesagt: Schach im Park' }).waitFor()
    assert.equal(await page.getByText('Seit dem Merken geändert.').count(), 0, 'the reader has seen the change')
    await button(page, 'Entfernen: Abgesagt: Schach im Park').click()
    await page.getByText('Noch ist nichts gemerkt.').waitFor()
    await until(page, 'caches.keys().then(({ length }) => length === 0)')
    assert.equal(await workersOf(page), 0)
    await context.close()
  })

  test('a reader who removes the last post while the list is still kept leaves nothing in the browser', {
    skip: noBrowser,
  }, async () => {
    const context = await newReader()
    const page = await context.newPage()
    await page.goto(`${origin}/de/p/${ids.print}`)
    await button(page, 'Merken: Druckwerkstatt').click()
    await button(page, 'Gemerkt: Druckwerkstatt').waitFor()
    await page.addInitScript(`new MutationObserver(() =>
      document.querySelector('#saved button[aria-label="Entfernen: Druckwerkstatt"]')?.click()
    ).observe(document, { childList: true, subtree: true })`)
    await page.goto(`${origin}/de/saved/`)
    await page.getByText('Noch ist nichts gemerkt.').waitFor()
    await page.waitForLoadState('networkidle')
    await until(page, 'navigator.serviceWorker.getRegistrations().then(({ length }) => length === 0)')
    assert.deepEqual(await page.evaluate('caches.keys()'), [])
    await context.close()
  })

  test('a short message without a title is saved too, and a site without times has no calendar of what is saved', {
    skip: noBrowser,
  }, async () => {
    const id = await app().publish('messages')
    const context = await newReader()
    const page = await context.newPage()
    await page.goto(`http://messages.test/de/p/${id}`)
    await page.getByRole('button', { name: /^Merken: / }).click()
    await page.getByRole('button', { name: /^Gemerkt: / }).waitFor()
    await page.locator('.keeping a').click()
    await page.locator('#saved h2').waitFor()
    assert.equal(await page.locator('#saved .actions').count(), 0)
    await context.close()
  })

  test('the worker has the whole site in view, is asked for anew, and may not be run by another page', async () => {
    const { headers, status, text } = await app().call('GET', '/sw.js', { host })
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-cache'])
    assert.match(headers.get('content-type') ?? '', /^text\/javascript/)
    assert.match(text, /^\/\/ [0-9a-f]{12}\n/)
    const page = await app().call('GET', '/ar/saved/', { host })
    assert.match(page.headers.get('content-security-policy') ?? '', /worker-src 'self'/)
    assert.match(page.text, /<noscript><p>يحتاج الحفظ/)
    const plain = (await app().call('GET', `/p/${ids.print || (await app().publish('events'))}`, { host })).text
    assert.doesNotMatch(plain, /<button/, 'without scripts the page is as before')
  })
})
