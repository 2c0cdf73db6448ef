// The pages and the feed in a real browser: no script of a post runs, the policy blocks none of ours, and axe-core finds no
// violation.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { packagedCatalogues } from '../../../src/contract/languages/catalogues.ts'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { guidePages } from '../../../src/documents/guide/pages.ts'
import { freshDatabase } from '../../databases.ts'
import { hostOf } from '../../harness.ts'
import { assertAccessible, complaintsOf, noBrowser, startBrowser, widthOf } from '../../kit/browser.ts'
import { hostile, type PublishingSites, startPublishingSites } from './published.ts'

const skips = new Set(Object.values(packagedCatalogues).map(messages => messages['frame.skip']))

describe('the public pages in a browser', { skip: noBrowser }, () => {
  let app: PublishingSites
  let browser: Browser
  let reader = 1
  let pages: Record<string, readonly [site: SiteId, path: string]>

  before(async () => {
    app = await startPublishingSites(await freshDatabase('SQLite'), { TRUST_PROXY: '127.0.0.1' })
    browser = await startBrowser(app)
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
      venue: await page('events', {
        venue: { name: 'Bibliothèque Forney', street: '1 rue du Figuier', postal_code: '75004' },
        title: `Café${'\u0301'.repeat(120)} שלום عالم 🎷`,
        body: `Tea${'\u0301'.repeat(500)} is served in the reading room, and everybody brings a book to talk about.`,
      }),
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
      author: ['events', `/by/${app.author.handle}/`],
      month: ['events', '/topics/art/calendar/2027-03/'],
      'month with nothing': ['events', '/calendar/2027-09/'],
      'topic of classifieds': ['classifieds', '/topics/office/'],
      search: ['events', '/search'],
      'search of stories': ['stories', '/search'],
      found: ['events', '/search?q=watercolour&place=Paris'],
      'not found': ['events', '/search?q=nothing-like-it&place=Texas'],
      'not searched': ['events', '/search?q=watercolour&place=Xyzzyplugh'],
      'home in Arabic': ['events', '/ar/'],
      'month in Arabic': ['events', '/ar/topics/art/calendar/2027-03/'],
      'found in Arabic': ['events', '/ar/search?q=watercolour&place=Paris'],
      'home in Japanese': ['classifieds', '/ja/'],
      status: ['events', '/status/'],
      transparency: ['events', '/transparency/'],
      ...Object.fromEntries(guidePages.map(({ path }) => [path, ['events', path] as const])),
    }
    const [, hostileEvent] = pages.hostile!
    pages['report form'] = ['events', `${hostileEvent}/report`]
    pages['report form in Arabic'] = ['events', `/ar${hostileEvent}/report`]
    pages['series in Arabic'] = ['events', `/ar${pages.series![1]}`]
    pages['event in Japanese'] = ['events', `/ja${pages.venue![1]}`]
    pages['report form of a message'] = ['messages', `${pages['hostile message']![1]}/report`]
    const report = { post_id: hostileEvent.slice(3), reason: 'scam' }
    const reported = await app.call('POST', '/v1/reports', { host: hostOf('events'), body: report })
    pages.report = ['events', `/reports/${reported.json.report_id}`]
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  /** Opens a page in a new browser and passes it to `look`. Fails on complaints of the page. */
  async function visit(
    at: readonly [SiteId, string],
    options: BrowserContextOptions,
    look: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options)
    try {
      await lookAt(await context.newPage(), at, look)
    } finally {
      await context.close()
    }
  }

  /** As `visit`, in a page that is open already. */
  async function lookAt(page: Page, [site, path]: readonly [SiteId, string], look: (page: Page) => Promise<void>) {
    // Each visit has another address, so that it has its own daily searches.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${reader++ % 250}` })
    const origin = `http://${hostOf(site)}`
    const complaints = complaintsOf(page, origin, [400, 404])
    await page.goto(origin + path)
    await look(page)
    assert.deepEqual(complaints, [], `${site} ${path}`)
    page.removeAllListeners()
  }

  /** Looks at every page in turn, each site in a tab of its own: a browser may request the icon of a page that it has left. */
  async function everyPage(options: BrowserContextOptions, look: (page: Page, name: string) => Promise<void>) {
    const context = await browser.newContext(options)
    const tabs = new Map<SiteId, Page>()
    for (const [name, at] of Object.entries(pages)) {
      const tab = tabs.get(at[0]) ?? (await context.newPage())
      tabs.set(at[0], tab)
      await lookAt(tab, at, page => look(page, name))
    }
    await context.close()
  }

  /** What one look at a page has found; `width` is that on a small screen. */
  type Look = {
    styled: boolean
    width: number
    levels: number[]
    first: { text: string; left: number }
    stops: string[]
    reached: string[]
  }

  test('the public pages run no script of a post, and their content security policy blocks nothing that we send', async () => {
    for (const [name, { styled }] of await looks()) assert.ok(styled, `${name}: the stylesheet is applied`)
  })

  let looked: Promise<[name: string, Look][]> | undefined

  /** A look at every page, once for all tests. */
  function looks(): Promise<[name: string, Look][]> {
    const look = async () => {
      const found: [string, Look][] = []
      await everyPage({}, async (page, name) => {
        found.push([name, await lookOf(page)])
      })
      return found
    }
    looked ??= look()
    return looked
  }

  async function lookOf(page: Page): Promise<Look> {
    const told = `element => [element.tagName, element.getAttribute('href') ?? element.getAttribute('name') ?? element.textContent].join(' ')`
    const seen = (await page.evaluate(
      `({
        styled: getComputedStyle(document.querySelector('main')).maxWidth !== 'none',
        levels: [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(heading => Number(heading.tagName[1])),
        stops: [...document.querySelectorAll('a[href],button,input,select,textarea,summary')].filter(element => element.checkVisibility() && element.tabIndex >= 0).map(${told}),
      })`,
    )) as Pick<Look, 'styled' | 'levels' | 'stops'>
    await page.evaluate(
      `reached = []; document.addEventListener('focusin', ({ target }) => reached.push((${told})(target)))`,
    )
    await page.keyboard.press('Tab')
    const first = (await page.evaluate(
      '({ text: document.activeElement.textContent, left: document.activeElement.getBoundingClientRect().left })',
    )) as Look['first']
    let reached: string[] = []
    // A field for a date has several keyboard stops.
    for (let presses = 1; presses < seen.stops.length * 4 && reached.length < seen.stops.length; ) {
      for (const _ of seen.stops.slice(Math.max(1, reached.length))) {
        await page.keyboard.press('Tab')
        presses++
      }
      reached = (await page.evaluate('reached')) as string[]
    }
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 320, height: 640 })
    const narrow = await widthOf(page)
    await page.setViewportSize({ width, height })
    return { ...seen, width: narrow, first, reached }
  }

  test('a public page has a data block that reads as JSON-LD, letter for letter as the post', async () => {
    const stored = (await app.call('GET', `${pages.hostile![1]}.json`, { host: hostOf('events') })).json
    await visit(pages.hostile!, {}, async page => {
      const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
      assert.equal(blocks.length, 1)
      const { name, description } = JSON.parse(blocks[0]!)
      assert.deepEqual([name, description], [stored.title, stored.body])
      assert.equal(await page.locator('h1').textContent(), stored.title)
    })
  })

  test('the public pages have no axe-core violation, in light and dark, wide and narrow', () =>
    everyPage({}, assertAccessible))

  test('the public pages are never wider than a small screen', async () => {
    for (const [name, { width }] of await looks()) assert.equal(width, 320, name)
  })

  test('the public pages have one h1 and no skipped heading level, and the first keyboard stop skips to the content', async () => {
    for (const [name, { levels, first }] of await looks()) {
      assert.equal(levels.filter(level => level === 1).length, 1, name)
      assert.ok(
        levels.every((level, i) => (i === 0 ? level === 1 : level <= levels[i - 1]! + 1)),
        `${name}: ${levels}`,
      )
      assert.ok(skips.has(first.text), name)
      assert.ok(first.left >= 0, 'the skip link is visible while it has the focus')
    }
  })

  test('the keyboard reaches every link, button and field in their order on the page', async () => {
    for (const [name, { stops, reached }] of await looks()) assert.deepEqual(reached, stops, name)
  })

  test('a page offers itself in the language of the browser, in one line, and nothing else does', async () => {
    const offered = async (path: string, locale: string) => {
      let said: string[] = []
      await visit(['events', path], { locale }, async page => {
        const line = page.locator('.offer a')
        said = await line.allTextContents()
        if (said.length === 0) return
        await line.click()
        said.push(new URL(page.url()).pathname + new URL(page.url()).search)
        assert.equal(await page.locator('.offer').count(), 0, 'the page in that language offers nothing')
      })
      return said
    }
    assert.deepEqual(await offered('/topics/', 'de-AT'), ['Diese Seite auf Deutsch', '/de/topics/'])
    assert.deepEqual(await offered('/ar/topics/art/?when=weekend', 'pt-BR'), [
      'Esta página em português',
      '/pt/topics/art/?when=weekend',
    ])
    assert.deepEqual(await offered('/topics/', 'sv-SE'), [])
    assert.deepEqual(await offered('/help/', 'de-AT'), [])
  })

  test('a page shows the reader’s time beside that of the event only where the clocks differ', async () => {
    const yours = async (at: readonly [SiteId, string], timezoneId: string, javaScriptEnabled = true) => {
      let texts: string[] = []
      await visit(at, { timezoneId, javaScriptEnabled }, async page => {
        texts = await page.locator('.yours').allTextContents()
      })
      return texts.map(text => text.replaceAll(/\s/g, ' '))
    }
    assert.deepEqual(await yours(pages.plain!, 'America/Los_Angeles'), ['Sat 6 March, 05:00–07:00 your time'])
    assert.deepEqual(await yours(pages.plain!, 'Europe/Berlin'), [])
    assert.deepEqual(await yours(pages.plain!, 'America/Los_Angeles', false), [])
    assert.deepEqual(await yours(pages.story!, 'America/Los_Angeles'), [])
    assert.deepEqual(await yours(pages.series!, 'Asia/Kolkata'), [
      'Wed 2 December, 08:30–12:30 your time',
      'Wed 9 December, 08:30–12:30 your time',
      'Wed 16 December, 08:30–12:30 your time',
    ])
  })

  test('a reader without JavaScript can search, open a result, report it and see the report', async () => {
    await visit(['events', '/'], { javaScriptEnabled: false }, async page => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
      await page.getByLabel('Words').fill('watercolour library')
      await page.getByText('Place, topic, days').click()
      await page.getByLabel('Place', { exact: true }).fill('Paris')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.locator('.cards h2 a').first().click()
      await page.getByRole('link', { name: 'Report this event' }).click()
      await page.getByLabel('What is wrong with it?').selectOption('scam')
      await page.getByLabel('What should we know?').fill('The library knows nothing of it.')
      await page.getByLabel('I believe in good faith').check()
      await page.getByRole('button', { name: 'Send the report' }).click()
      assert.equal(await page.locator('h1').textContent(), 'Your report was received')
      assert.match(page.url(), /^http:\/\/events\.test\/reports\/rep_\w+$/)
    })
  })

  test('a browser’s XML parser reads the RSS feed, hostile titles included', async () => {
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
