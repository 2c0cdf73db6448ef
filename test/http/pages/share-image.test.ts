// The share image of a post: it exists for every public post and shows only the text of the post.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { createImages, drawUnlessSame } from '../../../src/http/public/kit/images.ts'
import { shownPost } from '../../../src/http/public/kit/post-words.ts'
import { shareFont } from '../../../src/http/public/kit/share-fonts.ts'
import { drawable, shareImageSvg } from '../../../src/http/public/pages/share-image.ts'
import { createDocuments } from '../../../src/usecases/documents.ts'
import { bodyFor, hostOf } from '../../harness.ts'
import { hostile, presentPublishingSites } from './published.ts'

const site = { id: 'events', baseUrl: 'http://events.test' } as const
const now = Date.UTC(2026, 10, 21, 12)
const post = (title: string) => shownPost(JSON.stringify({ ...bodyFor.events(), id: 'p_1', title, risk_flags: [] }))
const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!)

/** Width and height of a PNG. Fails if it is no PNG. */
function sizeOf(png: Buffer): [number, number] {
  assert.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
  assert.equal(png.toString('latin1', 12, 16), 'IHDR')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

/** For each row of a PNG with 8-bit colours whether it has dark pixels right of the poster. */
function inkedRows(png: Buffer): boolean[] {
  const [width, height] = sizeOf(png)
  const colours = png[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const raw = inflateSync(Buffer.concat(parts))
  const line = width * colours
  const pixels = Buffer.alloc(line * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)]
    for (let x = 0; x < line; x++) {
      const left = x < colours ? 0 : pixels[y * line + x - colours]!
      const up = y === 0 ? 0 : pixels[(y - 1) * line + x]!
      const corner = x < colours || y === 0 ? 0 : pixels[(y - 1) * line + x - colours]!
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner
      pixels[y * line + x] = raw[y * (line + 1) + 1 + x]! + [0, left, up, (left + up) >> 1, paeth][filter!]!
    }
  }
  return Array.from({ length: height }, (_, y) =>
    pixels.subarray(y * line + 510 * colours, (y + 1) * line).some(value => value < 100),
  )
}

test('a title is drawn as text, whatever it contains: markup, emoji, many marks, long words', () => {
  for (const title of [hostile.title, 'Donaudampfschiff'.repeat(9), `Café${'\u0301'.repeat(500)}`, 'a '.repeat(75)]) {
    const svg = shareImageSvg(site, post(title), now)
    assert.ok(
      !/<script|<img|onload=(?!&)/.test(svg.replaceAll('&quot;', '"').replace(/<text [^>]*>[^<]*<\/text>/g, '')),
    )
    const texts = textsOf(svg)
    assert.equal(texts.length, (svg.match(/<text /g) ?? []).length, 'no text opens an element')
    for (const text of texts) assert.ok(shareFont.width(text.replace(/&\w+;|&#39;/g, '&')) * 44 <= 1200, text)
  }
  const long = textsOf(shareImageSvg(site, post('word '.repeat(150)), now))
  assert.ok(long.some(text => text.endsWith('word…')))
  assert.ok(long.length <= 14)
})

test('characters outside the fonts are left out: emoji singly, a title in another script as a whole, with its topics instead', () => {
  assert.equal(drawable('Jazz 🎷 in the park 👩‍👩‍👧 🇫🇷 ❤️'), 'Jazz in the park')
  assert.equal(drawable('Ёлка, Καλημέρα, naïve, Tiếng Việt'), 'Ёлка, Καλημέρα, naïve, Tiếng Việt'.normalize('NFC'))
  assert.equal(drawable('a\u202ebc\u200bd'), 'a bc d')
  for (const text of ['שלום עולם', 'مرحبا', '日本語の夕べ', 'Evening 日本語', '수채화', 'คลาสสีน้ำ', 'जलरंग'])
    assert.equal(drawable(text), text)
  for (const text of ['ქართული', '🎷🎷', '']) assert.equal(drawable(text), null, text)
  assert.deepEqual(textsOf(shareImageSvg(site, post('ქართული'), now)), [
    'EVENTS',
    'events.test',
    'art · workshops',
    'Sat 6 March 2027, 14:00–16:00 (Europe/Paris)',
    'Paris, Île-de-France, France',
    ...['SAT', '6', 'MAR'],
  ])
  assert.ok(drawable(`e${'\u0301'.repeat(500)}`)!.length <= 4)
})

test('no title is blank in any script, and none runs into the facts', async () => {
  const titles = [
    'Watercolour',
    'درس الرسم بالألوان المائية',
    'שיעור ציור',
    '図書館で水彩画の教室',
    '图书馆的水彩画课',
    '수채화 교실',
    'คลาสสีน้ำ',
    'जलरंग कार्यशाला',
    'ქართული',
  ]
  const images = createImages(new URL('../../../src/http/public/kit/image-thread.ts', import.meta.url))
  const long = [...titles.slice(0, -1), 'Evening '].map(title => `${title} `.repeat(30).slice(0, 150).trim())
  const drawn = await Promise.all(
    [...titles, ...long].map(async title => {
      const svg = shareImageSvg(site, post(title), now)
      return { title, png: await images.draw(svg) }
    }),
  )
  await images.close()
  const seen = new Set<string>()
  for (const { title, png } of drawn) {
    const rows = inkedRows(png)
    const inTitle = rows.slice(150, 450).filter(Boolean).length
    assert.ok(inTitle > 20, `${title}: ${inTitle} rows with ink`)
    // The facts stand at 518 to 585: the rows above them are the gap below the title.
    assert.ok(!rows.slice(500, 512).some(Boolean), `${title} runs into the facts`)
    seen.add(png.toString('base64'))
  }
  assert.equal(seen.size, drawn.length, 'each title is drawn differently')
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
