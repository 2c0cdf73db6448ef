// A classified that is sold: its author says so for free and at once, readers see it, and it leaves the lists after a day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteRow } from '../../../src/contract/sites.ts'
import { priceWords } from '../../../src/http/public/kit/post-words.ts'
import { englishRow } from '../../../src/http/public/kit/spoken.ts'
import { runOnce as sweepOnce } from '../../../src/workers/sweep.ts'
import { classifiedBody, hostOf, type TestAccount, withSites } from '../../harness.ts'
import { sessionIn } from '../../http/owner/owner-site.ts'
import { secondKey } from '../../kit/second-key.ts'

const host = hostOf('classifieds')
const day = 86_400_000

withSites('a classified that is sold', app => {
  const published = async (owner: TestAccount, change: Record<string, unknown> = {}) => {
    const { json } = await app().call('POST', '/v1/posts', { host, key: owner.key, body: classifiedBody(change) })
    await app().moderate()
    return json.id as string
  }
  const mark = (key: string, id: string, body: object, query = '') =>
    app().call('PATCH', `/v1/posts/${id}${query}`, { host, key, body })
  const shown = async (id: string) => (await app().call('GET', `/v1/posts/${id}`, { host })).json
  const listed = async () =>
    (await app().call('GET', '/v1/posts', { host })).json.items.map(({ id }: { id: string }) => id)

  test('the author marks it for free and at once, and takes that back; its page, its data and its list say so', async () => {
    const owner = await app().account()
    const id = await published(owner)
    const { balance } = (await app().call('GET', '/v1/account', { host, key: owner.key })).json
    const usual = (await shown(id)).expires_at
    const sold = await mark(owner.key, id, { sold: true })
    assert.deepEqual([sold.status, sold.json.status, sold.json.post.sold], [200, 'published', true])
    const post = await shown(id)
    assert.equal(post.sold, true)
    assert.equal(Date.parse(post.expires_at), Math.floor((app().clock.now() + day) / 1000) * 1000)
    const page = (await app().call('GET', `/p/${id}`, { host })).text
    assert.match(page, /<h1[^>]* class="p-name off"/)
    assert.match(page, /<strong>Sold\.<\/strong> The seller takes no more messages about it\./)
    assert.match(page, /"availability":"https:\/\/schema\.org\/SoldOut"/)
    assert.doesNotMatch(page, /Write to the seller/)
    assert.match((await app().call('GET', '/', { host })).text, /class="card h-entry off"/)
    assert.ok((await listed()).includes(id), 'it stays listed for a day')
    const again = await mark(owner.key, id, { sold: true })
    assert.equal(again.status, 200)
    assert.match(again.json.note, /Nothing was changed/)
    const back = await mark(owner.key, id, { sold: false })
    assert.deepEqual([back.status, 'sold' in back.json.post, back.json.post.expires_at], [200, false, usual])
    assert.match((await app().call('GET', `/p/${id}`, { host })).text, /Write to the seller/)
    assert.equal((await app().call('GET', '/v1/account', { host, key: owner.key })).json.balance, balance, 'free')
  })

  test('it takes no messages, and leaves the lists after a day, also when it is edited meanwhile', async () => {
    const [owner, buyer] = [await app().account(), await app().account()]
    const [id, other] = [await published(owner), await published(owner)]
    await mark(owner.key, id, { sold: true })
    const message = { message: 'Is the desk still there? I could fetch it on Saturday.', reply_email: 'b@example.com' }
    const relay = (post_id: string) =>
      app().call('POST', '/v1/relay', { host, key: buyer.key, body: { ...message, post_id } })
    const refused = await relay(id)
    assert.deepEqual([refused.status, refused.json.code], [410, 'gone'])
    assert.match(refused.json.detail, /is sold; it takes no more answers/)
    assert.equal((await relay(other)).status, 200)
    assert.equal((await mark(owner.key, id, { title: 'A desk of oak that has found its people' })).status, 202)
    await app().moderate()
    assert.equal((await shown(id)).sold, true, 'an edit of the words does not open it again')
    app().clock.advance(day - 1_000)
    assert.ok((await listed()).includes(id))
    app().clock.advance(1_001)
    await sweepOnce(app().platform)
    const left = await listed()
    assert.deepEqual([left.includes(id), left.includes(other)], [false, true])
    assert.equal((await shown(id)).sold, true, 'its address still answers')
  })

  test('only the key that owns it marks it; wrong values and other members beside it are refused by name', async () => {
    const owner = await app().account()
    const id = await published(owner)
    const stranger = await app().account()
    for (const key of [stranger.key, await secondKey(app(), owner.accountId)])
      assert.equal((await mark(key, id, { sold: true })).status, 404)
    for (const sold of ['yes', 1, null]) {
      const { status, json } = await mark(owner.key, id, { sold })
      assert.deepEqual([status, json.code], [400, 'invalid'], String(sold))
      assert.match(json.errors[0], /^\/sold: /)
    }
    const beside = await mark(owner.key, id, { sold: true, title: 'Another title' })
    assert.match(beside.json.errors[0], /^\/sold: got true beside other members; it comes alone/)
    const inPost = await app().call('POST', '/v1/posts', { host, key: owner.key, body: classifiedBody({ sold: true }) })
    assert.equal(inPost.status, 400)
    const onEvents = await app().call('PATCH', `/v1/posts/${id}`, {
      key: owner.key,
      host: hostOf('events'),
      body: { sold: true },
    })
    assert.equal(onEvents.status, 400)
    const dry = await mark(owner.key, id, { sold: true }, '?dry_run=true')
    assert.deepEqual([dry.status, dry.json.price], [200, 0])
    assert.equal('sold' in (await shown(id)), false)
  })

  test('at most ten changes of a post a day are free, and the next is refused', async () => {
    const owner = await app().account()
    const id = await published(owner)
    for (let i = 0; i < 10; i++) assert.equal((await mark(owner.key, id, { sold: i % 2 === 0 })).status, 200)
    assert.equal((await mark(owner.key, id, { sold: true })).json.code, 'rate_limited')
  })

  test('the owner marks it on the account page, whichever key sent it', async () => {
    const owner = await app().account()
    const id = await published(owner)
    const { cookie, csrf } = await sessionIn(app(), owner, 'email')
    const send = (closed: string) =>
      app().call('POST', '/account/closed', {
        host,
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf, post: id, closed }).toString(),
      })
    assert.equal((await send('yes')).status, 303)
    assert.equal((await shown(id)).sold, true)
    const page = (await app().call('GET', `/account/posts/${id}`, { host, headers: { cookie } })).text
    assert.match(page, /It is there again/)
    assert.equal((await send('no')).status, 303)
    assert.equal('sold' in (await shown(id)), false)
  })

  test('a price says for what it is asked, in words and in the data of the page', async () => {
    const owner = await app().account()
    const id = await published(owner, { price: { amount: 15.5, currency: 'EUR', per: 'hour' } })
    const page = (await app().call('GET', `/p/${id}`, { host })).text
    assert.match(page, /€15\.50 an hour/)
    const row = siteRow('classifieds')
    const data = row.jsonLd(await shown(id), {}, []) as { priceSpecification: object }
    assert.deepEqual(data.priceSpecification, {
      '@type': 'UnitPriceSpecification',
      price: 15.5,
      priceCurrency: 'EUR',
      unitCode: 'HUR',
    })
    const words = (per?: string) =>
      priceWords(englishRow({ id: 'classifieds' }), { amount: 900, currency: 'USD', ...(per !== undefined && { per }) })
    assert.deepEqual([words(), words('month'), words('item')], ['$900', '$900 a month', '$900 an item'])
    const wrong = await app().call('POST', '/v1/posts', {
      host,
      key: owner.key,
      body: classifiedBody({ price: { amount: 1, currency: 'EUR', per: 'fortnight' } }),
    })
    assert.match(
      wrong.json.errors[0],
      /^\/price\/per: got "fortnight"; it takes one of "hour", "day", "week", "month", "item"/,
    )
  })
})
