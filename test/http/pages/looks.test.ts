// The face of the pages: posters, date blocks, fonts, and what is read next.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { stylesheetPath } from '../../../src/http/public/kit/layout.ts'
import { shownPost } from '../../../src/http/public/kit/post-words.ts'
import { shareImageSvg } from '../../../src/http/public/pages/share-image.ts'
import { hostOf } from '../../harness.ts'
import { presentPublishingSites } from './published.ts'

const kilobyte = 1_000
const fontsMost = 60 * kilobyte
const homeMost = 40 * kilobyte

presentPublishingSites('the face of the pages', app => {
  const get = (path: string, site: SiteId = 'events') => app().call('GET', path, { host: hostOf(site) })
  const posters = (text: string) => [...text.matchAll(/<path class="i" d="([^"]+)"/g)].map(([, shapes]) => shapes!)
  const preloaded = (text: string) => [...text.matchAll(/<link rel="preload" href="([^"]*)" as="font"/g)]

  test('card, page and share picture of a post have the same poster, hidden from screen readers', async () => {
    for (const site of siteIds) {
      const id = await app().publish(site)
      const [page, home, json] = [await get(`/p/${id}`, site), await get('/', site), await get(`/p/${id}.json`, site)]
      const [poster] = posters(page.text)
      assert.ok(poster && posters(home.text).includes(poster), site)
      const context = { id: site, baseUrl: `http://${hostOf(site)}` }
      assert.ok(shareImageSvg(context, shownPost(json.text), app().clock.now()).includes(poster), site)
      assert.equal(page.text.match(/<svg class="art"[^>]* aria-hidden="true">/g)?.length, posters(page.text).length)
    }
  })

  test('a card shows the day once for the posts of a day, in the language of the page, and says all of it in words', async () => {
    await app().publish('events', { topics: ['same-day'] })
    await app().publish('events', { topics: ['same-day'] })
    const dates = async (prefix: string) => {
      const { text } = await get(`${prefix}/topics/same-day/`)
      const blocks = [
        ...text.matchAll(/<time class="date" datetime="2027-03-06" aria-hidden="true">(.*?)<\/time>/g),
      ].map(([, block]) => block)
      return { blocks, words: text.match(/<span class="on">[^<]*<\/span>/g) }
    }
    const english = await dates('')
    assert.deepEqual(english.blocks, ['Sat<span>6</span>Mar 2027'])
    assert.deepEqual(english.words, Array(2).fill('<span class="on">Sat 6 March 2027, </span>'))
    assert.deepEqual((await dates('/de')).blocks, ['Sa<span>6</span>Mär 2027'])
    assert.deepEqual((await dates('/ja')).blocks, ['土<span>6</span>3月 2027'])
  })

  test('a cancelled event is stamped on its share picture, and said in large on its page', async () => {
    const id = await app().publish('events')
    const change = { host: hostOf('events'), key: app().author.key, body: { event_status: 'cancelled' } }
    assert.equal((await app().call('PATCH', `/v1/posts/${id}`, change)).status, 200)
    const svg = shareImageSvg(
      { id: 'events', baseUrl: 'http://events.test' },
      shownPost((await get(`/p/${id}.json`)).text),
      app().clock.now(),
    )
    assert.match(svg, />CANCELLED<\/text>/)
    assert.match((await get(`/p/${id}`)).text, /<div class="notice status" role="note"[^>]*><p><strong>Cancelled/)
  })

  test('the page of a country has a map, whose dots lead to its cities with posts; keyboards and screen readers pass it', async () => {
    await app().publish('events')
    const { text } = await get('/de/in/FR/')
    const [, map = ''] = /<svg class="map"[^>]* aria-hidden="true">(.*?)<\/svg>/s.exec(text) ?? []
    assert.match(map, /^<path d="M[\d -]+l[^"]{300,3000}z"\/>/)
    assert.match(
      map,
      /<a href="\/de\/in\/FR\/FR-IDF\/2988507\/" tabindex="-1"><title>Paris: \d+<\/title><circle cx="159" cy="77"/,
    )
    assert.doesNotMatch((await get('/in/PT/')).text, /class="map"/)
    assert.match((await get('/in/FR/FR-IDF/')).text, /class="map"/)
  })

  test('a story leads to the one before it, the oldest to the newest, and not to one that is deleted', async () => {
    const ids = [await app().publish('stories'), await app().publish('stories'), await app().publish('stories')]
    const next = async (id: string | undefined) =>
      /<a href="\/p\/([^"]*)" rel="next">/.exec((await get(`/p/${id}`, 'stories')).text)?.[1]
    assert.equal(await next(ids[2]), ids[1])
    await app().call('DELETE', `/v1/posts/${ids[1]}`, { host: hostOf('stories'), key: app().author.key })
    assert.equal(await next(ids[2]), ids[0])
    const { items } = (await get('/index.json', 'stories')).json as { items: { url: string }[] }
    const [newest, oldest] = [items[0], items.at(-1)].map(item => item?.url.split('/p/')[1])
    assert.equal(await next(oldest), newest)
    assert.equal(/rel="next"/.test((await get(`/p/${await app().publish('messages')}`, 'messages')).text), false)
  })

  test('a page preloads two fonts of less than 60 KB together, and none in a language that they cannot write', async () => {
    const { text } = await get('/')
    const paths = preloaded(text).map(([, path]) => path!)
    assert.equal(paths.length, 2)
    let sum = 0
    for (const path of paths) {
      const font = await app().app.http.inject({ url: path, headers: { host: hostOf('events') } })
      assert.deepEqual([font.statusCode, font.headers['content-type']], [200, 'font/woff2'])
      assert.equal(font.rawPayload.toString('latin1', 0, 4), 'wOF2')
      sum += font.rawPayload.length
    }
    assert.ok(sum < fontsMost, `${sum} bytes`)
    assert.equal(preloaded((await get('/pl/')).text).length, 4)
    for (const prefix of ['/ar/', '/ja/', '/zh/']) assert.equal(preloaded((await get(prefix)).text).length, 0, prefix)
  })

  test('a home page of twenty posts takes at most 40 KB over the wire, with its stylesheet and without its fonts', async () => {
    for (let posts = 0; posts < 18; posts++)
      await app().publish('events', { topics: [['music', 'art', 'science', 'community', 'markets'][posts % 5]] })
    const [home, style] = [(await get('/')).text, (await get(stylesheetPath)).text]
    assert.ok(posters(home).length >= 20)
    const wire = [home, style].map(text => brotliCompressSync(text).length)
    assert.ok(wire[0]! + wire[1]! <= homeMost, wire.join(' and '))
  })
})
