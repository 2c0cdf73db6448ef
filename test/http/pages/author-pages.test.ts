// The pages of authors: the posts of an author with feeds and calendar, and nothing about an erased author.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { eventBody, type TestAccount } from '../../harness.ts'
import { ownerToken } from '../../kit/key-controls.ts'
import { presentOnePublishingApp } from './published.ts'

presentOnePublishingApp('the page of an author', app => {
  let other: TestAccount
  const ids: string[] = []
  const get = (path: string) => app().call('GET', path)
  const pathOf = ({ handle }: TestAccount) => `/by/${handle}/`
  const publish = async ({ key }: TestAccount, change: Record<string, unknown> = {}) => {
    const { status, json } = await app().call('POST', '/v1/posts', { key, body: eventBody(change) })
    assert.equal(status, 202)
    await app().moderate()
    return json.id as string
  }
  const postsIn = (html: string) => new Set([...html.matchAll(/href="\/p\/(\w+)"/g)].map(([, id]) => id!))
  before(async () => {
    other = await app().account({ balance: 50_000_000 })
    for (const account of [app().author, other, app().author]) ids.push(await publish(account))
  })

  test('the page of an author lists only the author’s posts, soonest first, with feeds, a calendar and a twin at its address', async () => {
    const path = pathOf(app().author)
    const [first, strange, last] = ids as [string, string, string]
    const page = await get(path)
    assert.deepEqual(postsIn(page.text), new Set([first, last]))
    assert.match(page.text, new RegExp(`<title>Events by @${app().author.handle} · Events</title>`))
    assert.match(page.text, new RegExp(`<link rel="canonical" href="http://events.test${path}">`))
    const feed = (await get(`${path}index.json`)).json
    assert.deepEqual(
      [feed.feed_url, feed.items.map((item: { _handbill: { id: string } }) => item._handbill.id)],
      [`http://events.test${path}index.json`, [last, first]],
    )
    for (const file of ['feed.xml', 'calendar.ics', 'calendar/2027-03/', 'index.md', 'index.json?topic=art']) {
      const { text } = await get(path + file)
      assert.deepEqual(
        [first, last, strange].map(id => text.includes(id)),
        [true, true, false],
        file,
      )
    }
    assert.deepEqual((await get(`${path}index.json?topic=dance`)).json.items, [])
  })

  test('the page of an author is linked wherever the author is named: in the post, its twin, its data block and the feed', async () => {
    const path = pathOf(app().author)
    const post = (await get(`/p/${ids[0]}`)).text
    assert.match(post, new RegExp(`Posted by <span class="p-author h-card"><a href="${path}" rel="author">`))
    const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(post) ?? []
    assert.equal(JSON.parse(block).subjectOf.author.url, `http://events.test${path}`)
    assert.ok((await get(`/p/${ids[0]}.md`)).text.includes(`(http://events.test${path}index.md)`))
    const { items } = (await get('/index.json')).json
    assert.ok(items.some((item: any) => item.authors[0].url === `http://events.test${path}`))
  })

  test('the page of an author changes at once when a post is published or deleted; the calendar marks a deleted event as cancelled', async () => {
    const path = pathOf(other)
    await get(path)
    const id = await publish(other)
    assert.ok(postsIn((await get(path)).text).has(id))
    await app().call('DELETE', `/v1/posts/${id}`, { key: other.key })
    assert.ok(!postsIn((await get(path)).text).has(id))
    const entry = (calendar: string) => calendar.split('BEGIN:VEVENT').find(part => part.includes(id))
    assert.match(entry((await get(`${path}calendar.ics`)).text) ?? '', /STATUS:CANCELLED/)
    assert.equal(entry((await get(`${pathOf(app().author)}calendar.ics`)).text), undefined)
  })

  test('the page of an author is found by the handle in any letter case, and does not exist for an invalid handle', async () => {
    const { handle } = app().author
    const answer = await fetch(`${app().origin}/by/${handle.toUpperCase()}/`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [308, pathOf(app().author)])
    for (const name of ['deleted', 'nobody_has_this', 'a', `${handle}-`, '%3Cscript%3E', `@${handle}`])
      assert.equal((await get(`/by/${name}/`)).status, 404, name)
  })

  test('the page of an author disappears with the account; its posts stay without a link, and the handle’s next account begins without posts', async () => {
    const owner = await app().account({ balance: 50_000_000 })
    const id = await publish(owner)
    const path = pathOf(owner)
    assert.ok(postsIn((await get(path)).text).has(id))
    const session = await ownerToken(app(), owner)
    const csrf = app().platform.links.csrf(session)
    const asked = await fetch(`${app().origin}/account/delete`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `handbill-account=${session}` },
      body: new URLSearchParams({ csrf, handle: owner.handle }),
    })
    assert.equal(asked.status, 303)
    app().clock.advance(limits.deletionMs)
    await app().platform.act('sweep', { limit: 500 })
    assert.equal((await get(path)).status, 404)
    const post = (await get(`/p/${id}`)).text
    assert.match(post, /Posted by <span class="p-author h-card"><bdi>@deleted<\/bdi>/)
    assert.doesNotMatch(post, /("|events\.test)\/by\//)
    const heir = { name: 'Heir', email: 'heir@example.org', handle: owner.handle, accept_terms: true }
    assert.equal((await app().call('POST', '/v1/accounts', { body: heir })).status, 201)
    const page = await get(path)
    assert.deepEqual([page.status, postsIn(page.text).size], [200, 0])
    assert.match(page.text, /<meta name="robots" content="noindex">/)
  })
})
