// The typical mistakes of a first caller: each answer names the fault, the value, what would be right, and a page with more.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemCode } from '../../../src/contract/problems/problems.ts'
import { freshDatabase } from '../../databases.ts'
import {
  type CallOptions,
  classifiedBody,
  eventBody,
  hostOf,
  messageBody,
  startApp,
  storyBody,
  withPresentedSites,
  withSites,
} from '../../harness.ts'

/** A request, and what its answer has to say besides its code. */
type Mistake = {
  site?: 'messages' | 'stories' | 'classifieds' | 'events'
  method?: string
  path?: string
  body?: unknown
  key?: string | null
  headers?: Record<string, string>
  code: ProblemCode
  says: readonly (string | RegExp)[]
}

const london = { country: 'GB', city: { geonames_id: 2643743, name: 'London' } }

/** `without` names members to leave out. */
const event = (change: Record<string, unknown>, ...without: string[]) =>
  Object.fromEntries(Object.entries(eventBody(change)).filter(([name]) => !without.includes(name)))

const mistakes: Record<string, Mistake> = {
  'a missing member': {
    body: event({}, 'timezone'),
    code: 'invalid',
    says: ['/timezone: is missing; it takes text', 'Europe/Paris'],
  },
  'a missing topic': {
    body: event({}, 'topics'),
    code: 'invalid',
    says: ['/topics: is missing', '1 to 5 topics', 'lower-case letters, digits and single hyphens, 1 to 40 characters'],
  },
  'terms that are not accepted': {
    path: '/v1/accounts',
    key: null,
    body: { name: 'Ada', email: 'ada.terms@example.org' },
    code: 'invalid',
    says: ['/accept_terms: is missing; it takes true: the owner accepts the terms at /terms/'],
  },
  'a misspelt member': {
    body: event({ tittle: 'Clay' }, 'title'),
    code: 'invalid',
    says: ['/tittle: is no field here; did you mean "title"?'],
  },
  'a value of the wrong type': {
    body: event({ topics: 'art' }),
    code: 'invalid',
    says: ['/topics: got "art"; it takes a list'],
  },
  'a zone by its abbreviation': {
    body: event({ timezone: 'CET' }),
    code: 'invalid',
    says: [/\/timezone: .*CET.*Europe\//],
  },
  'a time without an offset': {
    body: event({ starts_at: '2027-03-06T14:00:00' }),
    code: 'invalid',
    says: [
      /\/starts_at: .*got "2027-03-06T14:00:00"; write "2027-03-06T14:00:00\+01:00", which is 14:00 in Europe\/Paris/,
    ],
  },
  'an event that ends before it starts': {
    body: event({ ends_at: '2027-03-06T13:00:00+01:00' }),
    code: 'invalid',
    says: [/\/ends_at: .*2027-03-06T13:00:00\+01:00/],
  },
  'an event in the past': {
    body: event({ starts_at: '2025-03-06T14:00:00+01:00', ends_at: '2025-03-06T16:00:00+01:00' }),
    code: 'invalid',
    says: [/\/ends_at: the event is over: its last end is 2025-03-06T15:00:00Z, and it is \S+ now/],
  },
  'a country under another code': {
    body: event({ location: { country: 'UK' } }),
    code: 'invalid',
    says: [/\/location\/country: .*"UK".*GB/],
  },
  'a city in another country': {
    body: event({ location: { ...london, country: 'FR' } }),
    code: 'invalid',
    says: [/\/location\/city.*London.*GB/],
  },
  'a text over its limit': {
    site: 'messages',
    body: messageBody({ text: 'word '.repeat(120) }),
    code: 'invalid',
    says: [/\/text: .*it has 599 characters and takes at most 500/],
  },
  'a story below its number of words': {
    site: 'stories',
    body: storyBody({ body: 'It was a dark night.' }),
    code: 'invalid',
    says: [/\/body: .*5 words.*150/],
  },
  'a price as text': {
    site: 'classifieds',
    body: classifiedBody({ price: '25 EUR' }),
    code: 'invalid',
    says: [
      '/price: got "25 EUR"; it takes an object {"amount": a number, "currency": text, "per": one of "hour", "day", "week", "month", "item" (optional)}',
    ],
  },
  'an unknown category': {
    site: 'classifieds',
    body: classifiedBody({ category: 'forsale' }),
    code: 'invalid',
    says: [/\/category: got "forsale"; it takes one of .*; did you mean "for-sale"\?/],
  },
  'the body of another site': {
    site: 'messages',
    body: eventBody(),
    code: 'invalid',
    says: ['/: has the members of an event, and this site takes messages; post it at http://events.test/v1/posts'],
  },
  'no key': { key: null, body: eventBody(), code: 'unauthorized', says: ['Authorization: Bearer <API key>'] },
  'a key with a typo': {
    key: 'ak_6nLr8vQwT2yBxM4kZpD9hGsJ3fXcVe1a0ca9Mx',
    body: eventBody(),
    code: 'unauthorized',
    says: ['no API key', 'checksum'],
  },
  'a key in the header X-Api-Key': {
    key: null,
    headers: { 'X-Api-Key': 'secret-of-mine' },
    body: eventBody(),
    code: 'unauthorized',
    says: ['the header x-api-key', 'Authorization: Bearer <API key>'],
  },
  'a key in the URL': {
    key: null,
    path: '/v1/posts?api_key=secret-of-mine',
    method: 'GET',
    code: 'unauthorized',
    says: ['the parameter api_key', 'Authorization: Bearer <API key>', 'revoke'],
  },
  'a key without the word Bearer': {
    key: null,
    headers: { authorization: 'ak_6nLr8vQwT2yBxM4kZpD9hGsJ3fXcVe1a0ca9Mr' },
    body: eventBody(),
    code: 'unauthorized',
    says: ['"Bearer <API key>"'],
  },
  'a wrong path': { method: 'GET', path: '/v1/post', code: 'not_found', says: ['"/v1/post"', '"/v1/posts"'] },
  'the path of posts under the name of the site': {
    method: 'GET',
    path: '/v1/event',
    code: 'not_found',
    says: ['"/v1/event"', '"/v1/posts"'],
  },
  'the path of outcomes under the name of events': {
    method: 'GET',
    path: '/v1/events',
    code: 'not_found',
    says: ['"/v1/events"', '"/v1/posts" or "/v1/outcomes"'],
  },
  'a path unlike any other': { method: 'GET', path: '/v1/nothing', code: 'not_found', says: ['"/v1" lists'] },
  'a wrong method': {
    method: 'PUT',
    path: '/v1/posts',
    body: eventBody(),
    code: 'method_not_allowed',
    says: ['PUT', 'GET, HEAD, POST'],
  },
  'a wrong parameter': {
    method: 'GET',
    path: '/v1/posts?topics=art',
    code: 'invalid',
    says: ['/topics: is no parameter here; did you mean "topic"?'],
  },
  'a body that is not JSON': { body: '{"title": "Clay",}', code: 'invalid_json', says: [/JSON/] },
  'a form in place of JSON': {
    body: 'title=Clay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    code: 'unsupported_media_type',
    says: ['application/json'],
  },
  'a price above max_price_micros': {
    path: '/v1/posts?max_price_micros=10',
    body: eventBody(),
    code: 'price_too_high',
    says: ['1.00 USD', 'max_price_micros is 10 (0.000010 USD)'],
  },
}

withPresentedSites('typical mistakes', app => {
  const send = async ({ site = 'events', method = 'POST', path = '/v1/posts', body, key, headers }: Mistake) => {
    const own = key === undefined ? (await app().account()).key : key
    const options: CallOptions = { host: hostOf(site), ...(own && { key: own }), ...(headers && { headers }) }
    return app().call(method, path, body === undefined ? options : { ...options, body })
  }

  for (const [name, mistake] of Object.entries(mistakes))
    test(`${name} gets an answer with what would be right`, async () => {
      const { json, text, status } = await send(mistake)
      assert.equal(json.code, mistake.code, text)
      assert.equal(status, json.status)
      const told = [json.detail, ...(json.errors ?? [])].join('\n')
      for (const words of mistake.says)
        if (typeof words === 'string') assert.ok(told.includes(words), `${words} in ${told}`)
        else assert.match(told, words)
      assert.doesNotMatch(text, /secret-of-mine/)
      const page = await app().call('GET', '/problems/', { host: hostOf(mistake.site ?? 'events') })
      const [address, anchor] = json.type.split('#')
      assert.equal(address, `http://${hostOf(mistake.site ?? 'events')}/problems/`)
      assert.ok(page.text.includes(`id="${anchor}"`), 'the page of problems has the code')
    })

  const host = 'events.test'

  test('a duplicate of the caller’s own post gets its id, status and URL, and a duplicate of a stranger’s post gets none', async () => {
    const { key } = await app().account()
    const { key: stranger } = await app().account()
    const body = eventBody()
    const post = (by: string) => app().call('POST', '/v1/posts', { host, key: by, body })
    const { id } = (await post(key)).json
    assert.deepEqual((await post(key)).json.existing_post, { id, status: 'queued' })
    await app().moderate()
    const url = `http://events.test/p/${id}`
    assert.deepEqual((await post(key)).json.existing_post, { id, status: 'published', url })
    assert.equal((await post(stranger)).json.existing_post, undefined)
  })

  test('a caller that cancels a published event learns the free way to do it, and may write canceled', async () => {
    const { key } = await app().account()
    const { id } = (await app().call('POST', '/v1/posts', { host, key, body: eventBody() })).json
    await app().moderate()
    const { json } = await app().call('POST', `/v1/posts/${id}/cancel`, { host, key })
    const [, path, body] = /PATCH (\S+) with (\{[^}]+\})/.exec(json.detail) ?? []
    assert.deepEqual([json.code, path, body], ['not_cancellable', `/v1/posts/${id}`, '{"event_status":"cancelled"}'])
    const american = body!.replace('cancelled', 'canceled')
    const { status, json: done } = await app().call('PATCH', path!, { host, key, body: JSON.parse(american) })
    assert.deepEqual([status, done.post.event_status], [200, 'cancelled'])
    const queued = (await app().call('POST', '/v1/posts', { host, key, body: eventBody() })).json
    await app().call('POST', `/v1/posts/${queued.id}/cancel`, { host, key })
    const list = await app().call('GET', '/v1/posts?mine=true&status=canceled', { host, key })
    assert.deepEqual(
      list.json.items.map((item: { id: string }) => item.id),
      [queued.id],
    )
  })

  test('email_taken and human_required name the owner’s next step', async () => {
    const { key, email } = await app().account()
    const signUp = { name: 'Ada', email, accept_terms: true }
    const taken = await app().call('POST', '/v1/accounts', { host, body: signUp })
    assert.equal(taken.json.code, 'email_taken')
    assert.match(taken.json.detail, /Ask the owner for the API key/)
    const turnOn = { auto_recharge: { enabled: true } }
    const human = await app().call('PATCH', '/v1/account', { host, key, body: turnOn })
    assert.match(human.json.detail, /on the account page\.$/)
    assert.match(human.json.message_for_owner, /^Handbill needs you to turn auto-recharge on yourself/)
    assert.match(human.json.account_url, /^http:\/\/events\.test\/account/)
  })
})

withSites('the highest price that a caller takes', app => {
  const host = 'events.test'

  test('limits the price of a post and of an edit, and nothing is charged above it', async () => {
    const { key } = await app().account()
    const { id } = (await app().call('POST', '/v1/posts?max_price_micros=1000000', { host, key, body: eventBody() }))
      .json
    await app().moderate()
    const edit = (most: string) =>
      app().call('PATCH', `/v1/posts/${id}?max_price_micros=${most}`, { host, key, body: { title: 'Another title' } })
    assert.equal((await edit('499999')).json.code, 'price_too_high')
    assert.match((await edit('0.5')).json.detail, /^\/max_price_micros: /)
    assert.equal((await edit('500000')).status, 202)
    const { balance } = (await app().call('GET', '/v1/account', { host, key })).json
    assert.equal(balance, 8_500_000)
  })
})

test('the log never has a key that was sent in the URL', async () => {
  const lines: unknown[] = []
  const write = (...line: unknown[]) => void lines.push(line)
  const log = { debug: write, info: write, warn: write, error: write }
  const app = await startApp(await freshDatabase('SQLite'), { log })
  assert.equal((await app.call('GET', '/v1/account?api_key=secret-of-mine')).status, 401)
  await app.close()
  assert.match(JSON.stringify(lines), /\/v1\/account/)
  assert.doesNotMatch(JSON.stringify(lines), /secret-of-mine/)
})
