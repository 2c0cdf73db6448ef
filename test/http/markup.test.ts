// The pages and the feed in a real browser: nothing runs, nothing is refused, nothing overflows, axe-core finds nothing.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { SiteId } from '../../src/contract/site-ids.ts'
import { freshDatabase } from '../databases.ts'
import { hostOf } from '../harness.ts'
import { hostile, type PublishingSites, startPublishingSites } from './published.ts'

const executablePath = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== undefined && existsSync(path))
const skip = executablePath ? false : 'NO CHROMIUM: install it, or set CHROMIUM_PATH; nothing here was checked'
if (skip) console.warn(`test/http/markup.test.ts: ${skip}`)

const quiet =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

describe('in a browser', { skip }, () => {
  let app: PublishingSites
  let browser: Browser
  let pages: Record<string, readonly [site: SiteId, path: string]>

  before(async () => {
    app = await startPublishingSites(await freshDatabase('SQLite'))
    const toApp = `--host-resolver-rules=MAP *.test 127.0.0.1:${new URL(app.origin).port}`
    browser = await chromium.launch({ executablePath: executablePath!, args: [...quiet.split(' '), toApp] })
    const occurrences = [1, 8, 15].map(day => ({
      starts_at: `2026-12-${String(day).padStart(2, '0')}T22:00:00-05:00`,
      ends_at: `2026-12-${String(day + 1).padStart(2, '0')}T02:00:00-05:00`,
    }))
    const series = { timezone: 'America/New_York', starts_at: undefined, ends_at: undefined, occurrences }
    const page = async (site: SiteId, change?: Record<string, unknown>) =>
      [site, `/p/${await app.publish(site, change)}`] as const
    const ownText = { title: hostile.title, body: hostile.body }
    pages = {
      plain: await page('events', { online_url: `https://example.org/${'long'.repeat(60)}` }),
      hostile: await page('events', ownText),
      series: await page('events', series),
      missing: ['events', '/p/none'],
      message: await page('messages', { text: `Times are on https://example.org/${'trams'.repeat(30)} until Sunday.` }),
      'hostile message': await page('messages', { text: hostile.body }),
      story: await page('stories'),
      classified: await page('classifieds', {
        title: 'Donaudampfschiff'.repeat(7),
        price: { amount: 999_999_999_999.99, currency: 'CHF' },
      }),
      'hostile classified': await page('classifieds', {
        body: hostile.body.replace('user:secret@', ''),
        title: hostile.title.slice(0, 120),
        price: undefined,
      }),
      'home of events': ['events', '/'],
      'home of messages': ['messages', '/'],
      'home of stories': ['stories', '/'],
      'home of classifieds': ['classifieds', '/'],
      problems: ['events', '/problems/'],
      topics: ['events', '/topics/'],
      topic: ['events', '/topics/art/'],
      'topic without posts': ['events', '/topics/nobody-uses-this/'],
      places: ['events', '/in/'],
      'a place that is looked for': ['events', '/in/?q=paris'],
      country: ['events', '/in/FR/'],
      city: ['events', '/in/FR/FR-IDF/2988507/'],
      month: ['events', '/topics/art/calendar/2027-03/'],
      'month with nothing': ['events', '/calendar/2027-09/'],
      'topic of classifieds': ['classifieds', '/topics/office/'],
    }
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  /** Opens a page, hands it to `look`; what the console and the policy complained about meanwhile. */
  async function visit(
    [site, path]: readonly [SiteId, string],
    options: BrowserContextOptions,
    look: (page: Page) => Promise<void>,
  ): Promise<string[]> {
    const context = await browser.newContext(options)
    const complaints: string[] = []
    try {
      const page = await context.newPage()
      page.on('console', message => complaints.push(message.text()))
      page.on('pageerror', error => complaints.push(String(error)))
      page.on('dialog', dialog => {
        complaints.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('request', request => {
        if (new URL(request.url()).host !== hostOf(site)) complaints.push(`asked for ${request.url()}`)
      })
      await page.goto(`http://${hostOf(site)}${path}`)
      await look(page)
    } finally {
      await context.close()
    }
    return complaints.filter(complaint => !complaint.includes('404 (Not Found)'))
  }

  test('no script of a post runs, and the content security policy refuses nothing that we send', async () => {
    for (const [name, at] of Object.entries(pages)) {
      const complaints = await visit(at, {}, async page => {
        assert.equal(
          await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth === "none"'),
          false,
          'the stylesheet is not applied',
        )
      })
      assert.deepEqual(complaints, [], name)
    }
  })

  test('the data block is read as JSON-LD, letter for letter what the post says', async () => {
    const stored = (await app.call('GET', `${pages.hostile![1]}.json`, { host: hostOf('events') })).json
    const complaints = await visit(pages.hostile!, {}, async page => {
      const blocks = await page.locator('script').allTextContents()
      assert.equal(blocks.length, 1)
      const { name, description } = JSON.parse(blocks[0]!)
      assert.deepEqual([name, description], [stored.title, stored.body])
      assert.equal(await page.locator('h1').textContent(), stored.title)
    })
    assert.deepEqual(complaints, [])
  })

  test('axe-core finds no violation, in light and dark, wide and narrow', async () => {
    for (const [name, at] of Object.entries(pages))
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 360],
      ] as const) {
        await visit(at, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true }, async page => {
          await page.evaluate(axe)
          const violations = (await page.evaluate('axe.run(document).then(found => found.violations)')) as Violation[]
          const told = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`,
          )
          assert.deepEqual(told, [], `${name} ${colorScheme} ${width}`)
        })
      }
  })

  test('no page is wider than a small screen', async () => {
    for (const [name, at] of Object.entries(pages))
      await visit(at, { viewport: { width: 320, height: 640 } }, async page => {
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, name)
      })
  })

  test('headings go down one level at a time from a single h1, and the first stop of the keyboard skips to the content', async () => {
    for (const [name, at] of Object.entries(pages))
      await visit(at, {}, async page => {
        const levels = (await page.evaluate(
          '[...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map(heading => Number(heading.tagName[1]))',
        )) as number[]
        assert.equal(levels.filter(level => level === 1).length, 1, name)
        assert.ok(
          levels.every((level, i) => (i === 0 ? level === 1 : level <= levels[i - 1]! + 1)),
          `${name}: ${levels}`,
        )
        await page.keyboard.press('Tab')
        const first = (await page.evaluate(
          '({ text: document.activeElement.textContent, left: document.activeElement.getBoundingClientRect().left })',
        )) as { text: string; left: number }
        assert.equal(first.text, 'Skip to content')
        assert.ok(first.left >= 0, 'it shows while it has the focus')
      })
  })

  test("a browser's XML parser reads the RSS feed, hostile titles included", async () => {
    const { text } = await app.call('GET', '/feed.xml', { host: hostOf('events') })
    const stored = (await app.call('GET', `${pages.hostile![1]}.json`, { host: hostOf('events') })).json
    await visit(['events', '/'], { bypassCSP: true }, async page => {
      const read = (await page.evaluate(xml => {
        const parse = new Function(
          'xml',
          `
          const document = new DOMParser().parseFromString(xml, 'application/xml')
          const error = document.querySelector('parsererror')
          return { error: error && error.textContent, titles: [...document.querySelectorAll('item > title')].map(title => title.textContent) }`,
        )
        return parse(xml) as unknown
      }, text)) as { error: string | null; titles: string[] }
      assert.equal(read.error, null)
      assert.ok(read.titles.includes(stored.title))
    })
  })
})
