// Takes pictures of every kind of readers' page: three widths, two colour schemes, four languages, into a folder.
// Usage: npm run shots -- [FOLDER] [--only NAME]; needs Chromium. FOLDER is `shots` when left out.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { type SiteId, siteIds } from '../src/contract/sites/site-ids.ts'
import { databaseVariables } from './databases.ts'
import { hostOf } from './harness.ts'
import { type PublishingSites, startPublishingSites } from './http/pages/published.ts'
import { startBrowser } from './kit/browser.ts'
import { type ShownPosts, shownPosts } from './shots-posts.ts'

const widths = [360, 768, 1280]
const height = 800
const schemes = ['light', 'dark'] as const
const prefixes = { en: '', de: '/de', ar: '/ar', ja: '/ja' }

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: widths.join() },
    schemes: { type: 'string', default: schemes.join() },
    languages: { type: 'string', default: Object.keys(prefixes).join() },
    whole: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const folder = resolve(positionals[0] ?? 'shots')
mkdirSync(folder, { recursive: true })
const data = mkdtempSync(join(tmpdir(), 'handbill-shots-'))
Object.assign(process.env, databaseVariables(data, ''))

const app = await startPublishingSites(`sqlite:${join(data, 'handbill.db')}`)
// Chromium draws the buttons that save a post on secure origins alone.
const origins = siteIds.map(site => `http://${hostOf(site)}`)
const browser = await startBrowser(app, [`--unsafely-treat-insecure-origin-as-secure=${origins}`])
try {
  const ids = await publishAll(app)
  for (const page of pagesOf(ids)) if (page.name.includes(values.only)) await shoot(browser, page)
  for (const { site, id } of ids.cards)
    if (`share ${site}`.includes(values.only)) {
      const image = await app.app.http.inject({ url: `/p/${id}.png`, headers: { host: hostOf(site) } })
      writeFileSync(join(folder, `share-${site}-${id}.png`), image.rawPayload)
    }
} finally {
  await browser.close()
  await app.close()
  rmSync(data, { recursive: true, force: true })
}

/** The ids of the posts by site and name. */
type Ids = { named: Record<string, string>; cards: { site: SiteId; id: string }[] }

async function publishAll(app: PublishingSites): Promise<Ids> {
  const ids: Ids = { named: {}, cards: [] }
  for (const [site, posts] of Object.entries(shownPosts(app.clock.now())) as [SiteId, ShownPosts][])
    for (const { name, change, body } of posts) {
      const id = await app.publish(site, body)
      app.clock.advance(17 * 60_000)
      if (change) await app.call('PATCH', `/v1/posts/${id}`, { host: hostOf(site), key: app.author.key, body: change })
      if (name) ids.named[name] = id
      if (name) ids.cards.push({ site, id })
    }
  return ids
}

type Shot = { name: string; site: SiteId; path: string }

/** Every kind of page that readers meet. */
function pagesOf({ named }: Ids): Shot[] {
  const posts = Object.entries(named).map(
    ([name, id]): Shot => ({ name: `post ${name}`, site: name.split('-')[0] as SiteId, path: `/p/${id}` }),
  )
  const homes = (['events', 'messages', 'stories', 'classifieds'] as const).map(
    (site): Shot => ({ name: `home ${site}`, site, path: '/' }),
  )
  const events: [string, string][] = [
    ['topic', '/topics/music/'],
    ['topics', '/topics/'],
    ['places', '/in/'],
    ['country', '/in/DE/'],
    ['region', '/in/DE/DE-BY/'],
    ['city', '/in/DE/DE-BE/2950159/'],
    ['near', '/near/2950159/'],
    ['month', '/calendar/2026-12/'],
    ['author', `/by/${app.author.handle}/`],
    ['search', '/search?q=music'],
    ['empty', '/in/IS/'],
    ['missing', '/p/p_0'],
    ['report', `/p/${named['events-jazz']}/report`],
    ['follow', '/follow/'],
    ['developers', '/developers/'],
    ['prices', '/pricing/'],
    ['policy', '/policy/'],
    ['transparency', '/transparency/'],
  ]
  return [...homes, ...posts, ...events.map(([name, path]): Shot => ({ name, site: 'events', path }))]
}

async function shoot(browser: Browser, { name, site, path }: Shot): Promise<void> {
  for (const [language, prefix] of Object.entries(prefixes))
    for (const colorScheme of schemes)
      for (const width of widths) {
        if (
          ![
            values.languages.split(',').includes(language),
            values.schemes.split(',').includes(colorScheme),
            values.widths.split(',').includes(String(width)),
          ].every(Boolean)
        )
          continue
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
          locale: language,
        })
        const page = await context.newPage()
        await page.goto(`http://${hostOf(site)}${prefix}${path}`)
        await page.evaluate('document.fonts.ready')
        const file = `${name.replaceAll(' ', '-')}-${language}-${colorScheme}-${width}.png`
        await page.screenshot({ path: join(folder, file), fullPage: values.whole })
        await context.close()
      }
}
