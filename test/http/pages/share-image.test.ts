// The share image of a post: it exists for every public post and shows only the text of the post.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { shareFont } from '../../../src/http/public/kit/font.ts'
import { createImages, drawUnlessSame } from '../../../src/http/public/kit/images.ts'
import { shownPost } from '../../../src/http/public/kit/post-words.ts'
import { drawable, shareImageSvg } from '../../../src/http/public/pages/share-image.ts'
import { createDocuments } from '../../../src/usecases/documents.ts'
import { bodyFor, hostOf } from '../../harness.ts'
import { hostile, presentPublishingSites } from './published.ts'

const site = { id: 'events', baseUrl: 'http://events.test' } as const
const now = Date.UTC(2026, 10, 21, 12)
const post = (title: string) => shownPost(JSON.stringify({ ...bodyFor.events(), title, risk_flags: [] }))
const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!)

/** Width and height of a PNG. Fails if it is no PNG. */
function sizeOf(png: Buffer): [number, number] {
  assert.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
  assert.equal(png.toString('latin1', 12, 16), 'IHDR')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('a title is drawn as text, whatever it contains: markup, emoji, many marks, long words', () => {
  for (const title of [hostile.title, 'Donaudampfschiff'.repeat(9), `Café${'\u0301'.repeat(500)}`, 'a '.repeat(75)]) {
    const svg = shareImageSvg(site, post(title), now)
    assert.ok(
      !/<script|<img|onload=(?!&)/.test(svg.replaceAll('&quot;', '"').replace(/<text [^>]*>[^<]*<\/text>/g, '')),
    )
    const texts = textsOf(svg)
    assert.equal(texts.length, (svg.match(/<text /g) ?? []).length, 'no text opens an element')
    const { width } = shareFont()
    for (const text of texts) assert.ok(width(text.replace(/&\w+;|&#39;/g, '&')) * 52 <= 1200, text)
  }
  const long = textsOf(shareImageSvg(site, post('word '.repeat(150)), now))
  assert.ok(long.some(text => text.endsWith('word…')))
  assert.ok(long.length <= 9)
})

test('characters outside the font are left out: emoji singly, a title in another script as a whole', () => {
  assert.equal(drawable('Jazz 🎷 in the park 👩‍👩‍👧 🇫🇷 ❤️'), 'Jazz in the park')
  assert.equal(drawable('Ёлка, Καλημέρα, naïve, Tiếng Việt'), 'Ёлка, Καλημέρα, naïve, Tiếng Việt'.normalize('NFC'))
  assert.equal(drawable('a\u202ebc\u200bd'), 'a bc d')
  for (const text of ['שלום עולם', 'مرحبا', '日本語の夕べ', 'Evening 日本語', '🎷🎷', ''])
    assert.equal(drawable(text), null, text)
  const texts = textsOf(shareImageSvg(site, post('שלום עולם'), now))
  assert.deepEqual(texts, [
    'Events',
    'events.test',
    'Sat 6 March 2027, 14:00–16:00 (Europe/Paris)',
    'Paris, Île-de-France, France',
  ])
  assert.ok(drawable(`e${'\u0301'.repeat(500)}`)!.length <= 4)
})

test('a burst of 200 images is drawn, none refused', async () => {
  const images = createImages(new URL('../../../src/http/public/kit/image-thread.ts', import.meta.url))
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>'
  const drawn = await Promise.all(Array.from({ length: 200 }, () => images.draw(svg)))
  for (const png of drawn) assert.deepEqual(sizeOf(png), [8, 8])
  await images.close()
})

test('a document is made again only if its content changes', async () => {
  let time = now
  const documents = createDocuments({ now: () => time, onSignal: () => () => {} })
  let drawn = 0
  const asked = (svg: string) => {
    time += 5_000
    const draw = async () => ({ body: Buffer.from(`drawn ${++drawn}`), headers: {} })
    return documents.get('image', before => drawUnlessSame(svg, before, draw))
  }
  const first = await asked('<svg/>')
  assert.equal(await asked('<svg/>'), first)
  assert.equal(drawn, 1)
  assert.equal((await asked('<svg></svg>')).body.toString(), 'drawn 2')
})

presentPublishingSites('the share image', app => {
  const get = (name: string, path: string, headers: Record<string, string> = {}) =>
    app().app.http.inject({ url: path, headers: { host: name, ...headers } })

  test('the share image of a post of every site is a PNG of 1200 by 630, unchanged while the post is', async () => {
    for (const id of siteIds) {
      const post = await app().publish(id)
      const host = hostOf(id)
      const image = await get(host, `/p/${post}.png`, { 'accept-encoding': 'br, gzip' })
      assert.deepEqual([image.statusCode, image.headers['content-type']], [200, 'image/png'], image.body)
      assert.equal(image.headers['content-encoding'], undefined)
      assert.deepEqual(sizeOf(image.rawPayload), [1200, 630])
      app().clock.advance(5_000)
      const again = await get(host, `/p/${post}.png`, { 'if-none-match': String(image.headers.etag) })
      assert.equal(again.statusCode, 304)
      const page = (await app().call('GET', `/p/${post}`, { host })).text
      const tags = Object.fromEntries(
        [...page.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">/g)].map(
          ([, name, content]) => [name!, content!],
        ),
      )
      assert.equal(tags['og:image'], `http://${host}/p/${post}.png`)
      assert.deepEqual([tags['og:image:width'], tags['og:image:height']], ['1200', '630'])
      assert.deepEqual(
        [tags['og:url'], tags['og:type'], tags['twitter:card']],
        [`http://${host}/p/${post}`, 'article', 'summary_large_image'],
      )
      assert.ok(tags['og:title'] && tags['og:description'] && tags['og:site_name'] && tags['og:image:alt'])
      const block = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)![1]!)
      assert.equal(block.image, tags['og:image'])
    }
  })

  test('the share image shows the text of its post, and changes with the text', async () => {
    const [one, two] = [
      await app().publish('events', { title: 'Watercolour in the morning' }),
      await app().publish('events', { title: 'Watercolour in the evening' }),
    ]
    const images = await Promise.all([one, two].map(id => get('events.test', `/p/${id}.png`)))
    assert.notDeepEqual(images[0]!.rawPayload, images[1]!.rawPayload)
    const call = { host: 'events.test', key: app().author.key, body: { event_status: 'cancelled' } }
    assert.equal((await app().call('PATCH', `/v1/posts/${one}`, call)).status, 200)
    assert.notDeepEqual((await get('events.test', `/p/${one}.png`)).rawPayload, images[0]!.rawPayload)
  })

  test('a post that is not public has no share image', async () => {
    const id = await app().publish('events')
    const body = bodyFor.events()
    const waiting = await app().call('POST', '/v1/posts', { host: 'events.test', key: app().author.key, body })
    for (const other of [waiting.json.id, 'p_00000000000000000000', 'nothing'])
      assert.equal((await get('events.test', `/p/${other}.png`)).statusCode, 404)
    assert.equal((await get('stories.test', `/p/${id}.png`)).statusCode, 404, 'the post of another site')
    assert.equal((await get('events.test', `/p/${id}.png`)).statusCode, 200)
    await app().call('DELETE', `/v1/posts/${id}`, { host: 'events.test', key: app().author.key })
    assert.equal((await get('events.test', `/p/${id}.png`)).statusCode, 410)
    await app().moderate()
  })
})
