// Pages, feeds and data blocks of messages, stories and classifieds: each has its own members, and works without a title.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { choiceWords, priceWords } from '../../../src/http/public/kit/post-words.ts'
import { englishRow } from '../../../src/http/public/kit/spoken.ts'
import { hostOf } from '../../harness.ts'
import { presentPublishingSites } from './published.ts'

const day = 86_400_000
const paris = { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2988507, name: 'Paris' } }
const dataBlockOf = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null')

presentPublishingSites('on pages and feeds', app => {
  const get = async (site: SiteId, path: string) => app().call('GET', path, { host: hostOf(site) })

  test('a message is plain text on its card and its page, and has no title in the JSON feed', async () => {
    const text =
      `The ferry goes until Sunday.\n\nBring change & patience. ${'It is a long way round. '.repeat(8)}`.trim()
    const id = await app().publish('messages', { text, location: paris })
    const home = (await get('messages', '/')).text
    assert.match(
      home,
      new RegExp(`<h2[^>]*><a href="/p/${id}"[^>]*>The ferry goes until Sunday. Bring change &amp; patience`),
    )
    assert.equal(home.split('The ferry goes until Sunday').length, 2, 'the text is not shown twice')
    const page = (await get('messages', `/p/${id}`)).text
    const { handle } = app().author
    assert.match(
      page,
      new RegExp(`<h1>Message by <a href="/by/${handle}/" rel="author"><bdi>@${handle}</bdi></a></h1>`),
    )
    assert.ok(page.indexOf('<div class="text ') < page.indexOf('<dl class="details"'), 'the text comes first')
    assert.match(
      page,
      /<title>The ferry goes until Sunday\. Bring change &amp; patience\. [^<]{10,60}… · Messages<\/title>/,
    )
    assert.match(page, /<p>The ferry goes until Sunday\.<\/p><p>Bring change &amp; patience\./)
    const { items } = (await get('messages', '/index.json')).json
    const item = items.find((one: { url: string }) => one.url.endsWith(id))
    assert.ok(!('title' in item))
    assert.equal(item.content_text, `Paris, Île-de-France, France\n\n${text}`)
    assert.ok(!('text' in item._handbill))
    const rss = (await get('messages', '/feed.xml')).text
    assert.match(rss, /<item>\n<title>The ferry goes until Sunday\. Bring change &amp; patience\.[^<]*…<\/title>/)
    const posting = dataBlockOf(page)
    assert.equal(posting['@type'], 'SocialMediaPosting')
    assert.equal(posting.articleBody, text)
    assert.equal(posting.datePublished, '2026-11-21T12:00:00Z')
    assert.equal(posting.author.name, app().author.handle)
    assert.equal(posting.contentLocation.address.addressLocality, 'Paris')
    assert.ok(!('headline' in posting))
  })

  test('a story has paragraphs, its length on the card and an Article as data block', async () => {
    const id = await app().publish('stories')
    const { json } = await get('stories', `/p/${id}.json`)
    const page = (await get('stories', `/p/${id}`)).text
    const text = /<div class="text [^>]*>(.*?)<\/div>/s.exec(page)![1]!
    assert.equal([...text.matchAll(/<p>/g)].length, json.body.split('\n\n').length)
    assert.match(
      (await get('stories', '/')).text,
      new RegExp(`<p>2 minutes · ${json.body.split(/\s+/).length} words</p>`),
    )
    const article = dataBlockOf(page)
    assert.deepEqual([article['@type'], article.headline, article.articleBody], ['Article', json.title, json.body])
    assert.equal(article.url, json.url)
  })

  test('a classified has price, category, condition, place and how to answer, and an Offer as data block', async () => {
    const id = await app().publish('classifieds', { price: { amount: 12.5, currency: 'EUR' }, condition: 'like-new' })
    const home = (await get('classifieds', '/')).text.replaceAll(/<\/?(?:bdi|a)[^>]*>/g, '')
    assert.match(home, /<p class="price">€12\.50<\/p>\n<p>For sale<\/p>\n<p>Condition: like new<\/p>/)
    assert.match(home, /Paris, Île-de-France, France/)
    assert.match(home, /POST \/v1\/relay/)
    const page = (await get('classifieds', `/p/${id}`)).text
    assert.match(page, /<dt>Price<\/dt><dd class="price">€12\.50<\/dd>/)
    assert.match(page, /<dt>Category<\/dt><dd>For sale<\/dd>/)
    assert.match(page, /<dt>Condition<\/dt><dd>Like new<\/dd>/)
    assert.match(
      page,
      new RegExp(`<code>POST http://classifieds.test/v1/relay</code> with <span class="unbroken"><code>${id}</code>`),
    )
    const offer = dataBlockOf(page)
    assert.deepEqual([offer['@type'], offer.price, offer.priceCurrency], ['Offer', 12.5, 'EUR'])
    assert.equal(offer.itemCondition, 'https://schema.org/UsedCondition')
    assert.equal(offer.validThrough, '2026-12-21T12:00:00Z')
    assert.equal(offer.availableAtOrFrom.address.addressCountry, 'France')
    const { items } = (await get('classifieds', '/index.json')).json
    assert.match(items[0].content_text, /^€12\.50\nFor sale\nCondition: like new\nParis, /)
    assert.deepEqual(items[0]._handbill.price, { amount: 12.5, currency: 'EUR' })
    const wanted = await app().publish('classifieds', { category: 'wanted', price: undefined, condition: undefined })
    const block = dataBlockOf((await get('classifieds', `/p/${wanted}`)).text)
    assert.deepEqual([block.price, block.itemCondition, block.itemOffered['@type']], [undefined, undefined, 'Thing'])
  })

  test('on pages and feeds only the classifieds site mentions the relay', async () => {
    for (const site of ['messages', 'stories', 'events'] as const) {
      const id = await app().publish(site)
      for (const path of ['/', `/p/${id}`]) assert.ok(!(await get(site, path)).text.includes('relay'), site)
    }
  })

  test('messages, stories and classifieds are listed newest first', async () => {
    for (const site of ['messages', 'stories', 'classifieds'] as const) {
      const older = await app().publish(site)
      const newer = await app().publish(site)
      for (const path of ['/', '/index.json', '/feed.xml']) {
        const { text } = await get(site, path)
        assert.ok(text.indexOf(newer) > 0 && text.indexOf(newer) < text.indexOf(older), `${site} ${path}`)
      }
    }
  })

  test('a post is shown only on its own site', async () => {
    const id = await app().publish('stories')
    for (const site of ['messages', 'classifieds', 'events'] as const) {
      for (const path of [`/p/${id}`, `/p/${id}.json`]) assert.equal((await get(site, path)).status, 404, site)
      for (const path of ['/', '/index.json', '/feed.xml']) assert.ok(!(await get(site, path)).text.includes(id), site)
    }
  })

  test('an expired classified is not listed; its page says so', async () => {
    const id = await app().publish('classifieds')
    const message = await app().publish('messages')
    for (const form of ['', '.md'])
      assert.ok(!(await get('classifieds', `/p/${id}${form}`)).text.includes('has expired'), form)
    app().clock.advance(30 * day)
    for (const path of ['/', '/index.json', '/feed.xml'])
      assert.ok(!(await get('classifieds', path)).text.includes(id), path)
    const page = await get('classifieds', `/p/${id}`)
    assert.deepEqual([page.status, page.text.includes('This classified has expired.')], [200, true])
    assert.match((await get('classifieds', `/p/${id}.md`)).text, /^- This classified has expired\.$/m)
    assert.ok((await get('messages', '/')).text.includes(message), 'a message never expires')
    app().clock.advance(-30 * day)
  })
})

test('a price is written with the decimals of its currency', () => {
  const classifieds = englishRow({ id: 'classifieds' })
  const written = (amount: number, currency: string) => priceWords(classifieds, { amount, currency })
  assert.deepEqual(
    [written(120, 'EUR'), written(12.5, 'USD'), written(0, 'USD'), written(1_250_000, 'JPY'), written(12.5, 'HUF')],
    ['€120', '$12.50', 'Free', '¥1,250,000', 'HUF\u00a012.50'],
  )
  assert.equal(written(1.25, 'KWD'), 'KWD\u00a01.250')
  assert.equal(choiceWords(classifieds, 'for-parts'), 'For parts')
})
