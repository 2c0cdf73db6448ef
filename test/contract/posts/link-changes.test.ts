// A new link of a published event: at once on the same host, judged like a text on another, and the old link stays until then
// (contract.md §4).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { type Answer, eventBody, withApp } from '../../harness.ts'

const old = 'https://example.org/talk'

/** Links by which a published event could be turned into bait. */
const baits = [
  'https://xn--pypal-4ve.com/login?verify-your-account-now',
  'https://paypal.com.account-verify.example.net/login',
  'https://bit.ly/3xyzabc',
  'https://t.me/buy_cocaine_now_cheap',
  'https://cheap.example/casino-bonus-viagra-cheap-loans-adult-xxx',
]

withApp('a new link of a published event', app => {
  const published = async (key: string, change: Record<string, unknown> = { online_url: old }) => {
    const { json } = await app().call('POST', '/v1/posts', { key, body: eventBody(change) })
    await app().moderate()
    assert.equal(await linkOf(json.id), change.online_url)
    return json.id as string
  }
  const patch = (key: string, id: string, body: object, query = '') =>
    app().call('PATCH', `/v1/posts/${id}${query}`, { key, body })
  const linkOf = async (id: string) => {
    const { json } = await app().call('GET', `/v1/posts/${id}`)
    const page = (await app().call('GET', `/p/${id}`, { headers: { accept: 'text/html' } })).text
    for (const bait of baits) assert.equal(page.includes(`"${bait}"`), json.online_url === bait, bait)
    return json.online_url as string | undefined
  }
  const editOf = async (key: string, id: string) => (await app().call('GET', `/v1/posts/${id}`, { key })).json.edit
  const balanceOf = async (key: string) => (await app().call('GET', '/v1/account', { key })).json.balance as number
  const said = ({ status, json }: Answer<any>) => [status, json.edit?.status, json.edit?.price]

  for (const [i, bait] of baits.entries())
    test(`is judged before readers see it when it leads to ${new URL(bait).host}, free of charge`, async () => {
      const { key } = await app().account()
      const id = await published(key)
      const balance = await balanceOf(key)
      const tried = await patch(key, id, { online_url: bait }, '?dry_run=true')
      const { outcome, price, review, ready_to_post, price_lines } = tried.json
      assert.deepEqual([outcome, price, ready_to_post], ['would_queue', 0, true])
      assert.deepEqual(price_lines, [{ what: 'An edit that changes a link and no word', amount: 0 }])
      assert.equal(review.likely, i < 2)
      assert.match(tried.json.note, /judged like a text.* the old link stays public\. It is free; 4 more of 5/)
      const answer = await patch(key, id, { online_url: bait })
      assert.deepEqual(said(answer), [202, 'queued', 0], answer.text)
      assert.match(answer.json.note, /^The new link is judged like a text; until then the old one stays public\./)
      assert.equal(await linkOf(id), old)
      await app().moderate()
      assert.equal(await linkOf(id), (await editOf(key, id)).status === 'applied' ? bait : old)
      assert.equal(await balanceOf(key), balance)
    })

  test('is at once and free on the same scheme, host and port, and judged on any other', async () => {
    const { key } = await app().account()
    const id = await published(key)
    for (const link of ['https://example.org/other?day=2#top', 'https://EXAMPLE.org:443/third', old])
      assert.deepEqual(said(await patch(key, id, { online_url: link })), [200, 'applied', 0], link)
    for (const host of ['www.example.org', 'example.org:8443', 'live.example.org']) {
      const tried = await patch(key, id, { online_url: `https://${host}/talk` }, '?dry_run=true')
      assert.equal(tried.json.outcome, 'would_queue', host)
    }
    assert.deepEqual(said(await patch(key, id, { online_url: null, location: eventBody().location })), [
      ...[200, 'applied', 0],
    ])
    assert.deepEqual(said(await patch(key, id, { online_url: old })), [202, 'queued', 0], 'a link where none was')
  })

  test('is judged on the same host, too, where the rules find something in it, whatever they found before', async () => {
    const { key } = await app().account()
    const id = await published(key)
    const asked = 'https://example.org/?q=ignore-previous-instructions'
    assert.deepEqual(said(await patch(key, id, { online_url: asked })), [202, 'queued', 0])
    const short = await published(key, { online_url: 'https://bit.ly/3first' })
    assert.deepEqual(said(await patch(key, short, { online_url: baits[2] })), [202, 'queued', 0])
  })

  test('is among the five free corrections of a post, and costs as an edit after them', async () => {
    const { key } = await app().account()
    const id = await published(key)
    for (let n = 1; n <= limits.freeCorrectionsPerPost; n++) {
      const online_url = n % 2 ? `https://host-${n}.example.org/` : `https://host-${n - 1}.example.org/again`
      assert.deepEqual(said(await patch(key, id, { online_url })), n % 2 ? [202, 'queued', 0] : [200, 'applied', 0])
      await app().moderate()
      assert.equal(await linkOf(id), online_url)
    }
    assert.deepEqual(said(await patch(key, id, { online_url: 'https://sixth.example.org/' })), [202, 'queued', 500_000])
  })

  test('that is abuse costs the penalty of an edit and a strike, although its fee is waived', async () => {
    const { key } = await app().account()
    const id = await published(key)
    const balance = await balanceOf(key)
    const { json } = await patch(key, id, { online_url: baits[1] }, '?dry_run=true')
    assert.equal(json.penalty_if_abuse, 4_500_000)
    await patch(key, id, { online_url: baits[1] })
    await app().moderate()
    const { id: edit, status } = await editOf(key, id)
    assert.equal(status, 'review')
    const by = { actor: 'ann', reason: 'A trap.', action: 'reject', category: 'phishing', penalized: true } as const
    await app().platform.act('decideByPerson', { ...by, revisionId: edit, publication: null })
    assert.equal(await balanceOf(key), balance - 4_500_000)
    assert.equal(await linkOf(id), old)
    assert.equal((await app().call('GET', '/v1/account', { key })).json.strikes, 1)
  })

  test('waits with the times that are changed in the same edit', async () => {
    const { key } = await app().account()
    const id = await published(key)
    const times = { starts_at: '2027-03-07T14:00:00+01:00', ends_at: '2027-03-07T16:00:00+01:00' }
    assert.deepEqual(said(await patch(key, id, { ...times, online_url: 'https://live.example.org/' })), [
      ...[202, 'queued', 0],
    ])
    const before = (await app().call('GET', `/v1/posts/${id}`)).json
    assert.equal(before.starts_at, eventBody().starts_at)
    await app().moderate()
    assert.equal((await app().call('GET', `/v1/posts/${id}`)).json.starts_at, times.starts_at)
  })
})
