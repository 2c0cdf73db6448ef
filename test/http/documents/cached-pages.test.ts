// The cache of pages: a page is rendered once, renewed only when its content changes, and up to date on every node within two
// seconds.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Signal, Touched } from '../../../src/actions/scope.ts'
import { type Hindrance, StoreUnavailable } from '../../../src/store/database/unavailable.ts'
import { createDocuments, type Draft, outdatedMs } from '../../../src/usecases/documents.ts'
import { createSignals } from '../../../src/usecases/signals.ts'
import { freshDatabase } from '../../databases.ts'
import { testClock } from '../../harness.ts'
import { onPublishingSites, type PublishingApp, startPublishing } from '../pages/published.ts'

onPublishingSites('a publication', app => {
  const body = async (path: string, host = 'events.test') => (await app().call('GET', path, { host })).text
  const kept = (key: string) => app().platform.documents.kept(key)
  /** Requests a page with a header that bypasses the cache of answers, and returns the key of its document. */
  const keyOf = async (path: string, host = 'events.test'): Promise<string> => {
    const { documents } = app().platform
    const { get } = documents
    let used = ''
    documents.get = (key, ...rest) => {
      used = key
      return get(key, ...rest)
    }
    try {
      await app().call('GET', path, { host, headers: { 'x-asked': 'anew' } })
    } finally {
      documents.get = get
    }
    return used
  }

  test('a publication renews the pages of its topics, places and site; other pages stay cached', async () => {
    await app().publish('events', { topics: ['art'] })
    const paths = [
      '/index.json?topic=art',
      '/index.json?topic=music',
      '/index.json?country=FR',
      '/index.json?country=DE',
    ]
    const keys: string[] = []
    for (const path of paths) keys.push(await keyOf(path))
    const stories = await keyOf('/', 'stories.test')
    const before = keys.map(kept)
    const ofStories = kept(stories) ?? assert.fail('the page of the stories is not cached')
    assert.ok(before.every(Boolean), 'every page is cached')
    const id = await app().publish('events', { topics: ['music'] })
    assert.deepEqual(
      keys.map((key, i) => kept(key) === before[i]),
      [true, false, false, true],
    )
    assert.equal(kept(stories), ofStories)
    for (const path of ['/index.json?topic=music', '/index.json?country=FR', '/', '/v1/posts', '/v1/posts?topic=music'])
      assert.ok((await body(path)).includes(id), path)
    assert.ok(!(await body('/index.json?topic=art')).includes(id))
  })

  test('an edit to another topic, or a deletion, renews the pages that listed the post', async () => {
    const id = await app().publish('events', { topics: ['art'] })
    const { key } = app().author
    const asked = { host: 'events.test', key }
    for (const path of ['/index.json?topic=art', `/p/${id}.json`, `/p/${id}`])
      assert.ok((await body(path)).includes(id))
    assert.ok(!(await body('/index.json?topic=dance')).includes(id))
    const edit = await app().call('PATCH', `/v1/posts/${id}`, { ...asked, body: { topics: ['dance'] } })
    assert.equal(edit.status, 202, edit.text)
    await app().moderate()
    assert.ok(!(await body('/index.json?topic=art')).includes(id))
    assert.ok((await body('/index.json?topic=dance')).includes(id))
    assert.ok((await body(`/p/${id}.json`)).includes('dance'))
    const art = await keyOf('/index.json?topic=art')
    const still = kept(art) ?? assert.fail('the page is not cached')
    assert.equal((await app().call('DELETE', `/v1/posts/${id}`, asked)).status, 200)
    assert.ok(!(await body('/index.json?topic=dance')).includes(id))
    assert.equal((await app().call('GET', `/p/${id}`, { host: 'events.test' })).status, 410)
    assert.equal(kept(art), still, 'a page that no longer listed the post stays cached')
  })

  test('a publication leaves a page with the same bytes unchanged, compressed only once', async () => {
    const headers = { 'accept-encoding': 'br' }
    const ask = () => app().call('GET', '/index.json?topic=art', { host: 'events.test', headers })
    await ask()
    const art = await keyOf('/index.json?topic=art')
    const before = kept(art)!
    const form = before.forms.get('br') ?? assert.fail('the page is not compressed')
    app().clock.advance(1_500)
    assert.equal(kept(art), undefined, 'the page is checked again after a second')
    await ask()
    assert.equal(kept(art), before)
    assert.equal(kept(art)!.forms.get('br'), form)
  })
})

describe('two nodes on one PostgreSQL', () => {
  const nodes: PublishingApp[] = []
  after(() => Promise.all(nodes.map(node => node.close())))

  test('two nodes on one PostgreSQL show each other’s publications, edits and deletions within two seconds, on every page', async () => {
    const url = await freshDatabase('PostgreSQL')
    const one = await startPublishing(url)
    nodes.push(one)
    const other = await startPublishing(url)
    nodes.push(other)
    const pages = [
      '/',
      '/index.json',
      '/feed.xml',
      '/calendar.ics',
      '/v1/posts',
      '/index.json?topic=art',
      '/v1/posts?country=FR',
      '/index.md',
      '/topics/art/',
      '/topics/art/feed.xml',
      '/in/FR/FR-IDF/2988507/',
      `/by/${one.author.handle}/`,
      '/calendar/2027-03/',
      '/sitemap-posts-0.xml',
    ]
    const counts = ['/topics/', '/in/']
    const at = async (path: string) => other.call('GET', path)
    for (const path of [...pages, ...counts]) await at(path)
    const id = await one.publish()
    other.clock.advance(2_000)
    await at('/removed.json')
    for (const path of [...pages, `/p/${id}`, `/p/${id}.json`, `/p/${id}.ics`, `/p/${id}.md`, `/v1/posts/${id}`])
      assert.ok((await at(path)).text.includes(id), path)
    for (const path of counts) assert.match((await at(path)).text, /<\/a> <span>1<\/span>/, path)
    const { key } = one.author
    assert.equal((await one.call('PATCH', `/v1/posts/${id}`, { key, body: { event_status: 'cancelled' } })).status, 200)
    other.clock.advance(2_000)
    assert.match((await at(`/p/${id}`)).text, /Cancelled/)
    assert.match((await at(`/p/${id}.ics`)).text, /STATUS:CANCELLED/)
    assert.equal((await one.call('DELETE', `/v1/posts/${id}`, { key })).status, 200)
    other.clock.advance(2_000)
    for (const path of pages.filter(path => path !== '/calendar.ics'))
      assert.ok(!(await at(path)).text.includes(id), path)
    for (const path of counts) assert.doesNotMatch((await at(path)).text, /<\/a> <span>/, path)
    for (const path of [`/p/${id}`, `/p/${id}.json`, `/p/${id}.md`, `/p/${id}.png`, `/v1/posts/${id}`])
      assert.equal((await at(path)).status, 410, path)
    assert.ok((await at('/removed.json')).text.includes(id))
  })
})

describe('the cache of documents', () => {
  const world = () => {
    const clock = testClock()
    const { onSignal, onSignals } = createSignals()
    const documents = createDocuments({ now: clock.now, onSignal })
    const publish = (touched: Touched, signal: Signal = 'publications') => onSignals([[signal, touched]])
    return { documents, clock, publish }
  }
  const draft = (body: string): Draft => ({ body, headers: {} })

  test('concurrent requests share one rendering of a document until a publication touches it', async () => {
    const { documents, publish } = world()
    let text = 'before'
    let made = 0
    const held: (() => void)[] = []
    const get = () =>
      documents.get('page', async () => {
        made++
        const seen = text
        await new Promise<void>(resolve => held.push(resolve))
        return draft(seen)
      }, ['events topic=art'])
    const first = [get(), get()]
    publish(['events topic=music'])
    first.push(get())
    assert.equal(made, 1)
    text = 'after'
    publish(['events topic=art'])
    const late = get()
    for (const resolve of held) resolve()
    assert.deepEqual(
      (await Promise.all(first)).map(({ body }) => body.toString()),
      ['before', 'before', 'before'],
    )
    assert.equal((await late).body.toString(), 'after')
    assert.equal(made, 2)
    assert.equal(documents.kept('page')?.body.toString(), 'after')
  })

  test('every document is renewed when a publication names none, or after too many names', async () => {
    const { documents, publish } = world()
    const keep = () => documents.get('page', async () => draft('x'), ['events topic=art'])
    await keep()
    publish(['p_other'])
    assert.ok(documents.kept('page'))
    publish(null)
    assert.equal(documents.kept('page'), undefined)
    await keep()
    publish(Array.from({ length: 20_001 }, (_, n) => `p_${n}`))
    assert.equal(documents.kept('page'), undefined)
  })

  test('while the database does not answer, the document before is shown for two minutes, and never after a change of what it shows', async () => {
    const { documents, clock, publish } = world()
    let hindrance: Hindrance | null = null
    const get = () =>
      documents.get('page', async () => {
        if (hindrance) throw new StoreUnavailable(hindrance, 'test')
        return draft('x')
      }, ['events topic=art'])
    const before = await get()
    clock.advance(outdatedMs - 1)
    hindrance = 'locked'
    await assert.rejects(async () => get(), StoreUnavailable)
    hindrance = 'away'
    assert.equal(await get(), before)
    publish(['events topic=art'], 'additions')
    assert.equal(documents.kept('page'), undefined, 'a new post renews it')
    assert.equal(await get(), before)
    clock.advance(1)
    await assert.rejects(async () => get(), StoreUnavailable)
    hindrance = null
    await get()
    hindrance = 'away'
    publish(['events topic=art'])
    await assert.rejects(async () => get(), StoreUnavailable)
  })
})
