// Mistakes in a request around the body of a post: address, headers, key, parameters, sign-up. Each answer says what would be right.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import {
  allSites,
  type CallOptions,
  classifiedBody,
  eventBody,
  hostOf,
  messageBody,
  onPresentation,
  startApp,
  type TestApp,
} from '../../harness.ts'

type Sent = { method?: string; path?: string; site?: SiteId; key?: null } & Omit<CallOptions, 'key' | 'host'>
type Row = { send: Sent | ((key: string) => Sent); status: number; code?: string; says: readonly string[] }

const check = '/v1/posts?dry_run=true'
const body = eventBody()
const list = (query: string, says: string): Row => ({
  send: { method: 'GET', path: `/v1/posts?${query}` },
  status: 400,
  code: 'invalid',
  says: [says],
})
const signUp = (change: object, ...says: string[]): Row => ({
  send: { path: '/v1/accounts', key: null, body: change },
  status: 400,
  code: 'invalid',
  says,
})
const search = (q: string, ...says: string[]): Row => ({
  send: { method: 'GET', path: `/v1/search?q=${encodeURIComponent(q)}`, key: null },
  status: 200,
  says,
})
const place = (q: string, ...says: string[]): Row => ({
  send: { method: 'GET', path: `/v1/places?q=${encodeURIComponent(q)}` },
  status: 200,
  says,
})
const lost = (path: string, right: string): Row => ({
  send: { path, body },
  status: 404,
  code: 'not_found',
  says: [`There is nothing at ${JSON.stringify(path)}; did you mean "${right}"?`],
})
const faulty = (sent: string, says: string): Row => ({
  send: { path: check, body: sent },
  status: 400,
  code: 'invalid_json',
  says: [says],
})
const ofType = (type: string): Row => ({
  send: { path: check, body: JSON.stringify(body), headers: { 'content-type': type } },
  status: 415,
  code: 'unsupported_media_type',
  says: ['The content-type has to be application/json.'],
})
const unauthorized = (send: Row['send'], ...says: string[]): Row => ({
  send,
  status: 401,
  code: 'unauthorized',
  says: [...says, 'POST /v1/accounts signs up and answers with a key'],
})

const bearer = 'send Authorization: Bearer <API key>'

const rows: Record<string, Row> = {
  'text as content type': ofType('text/plain'),
  'a form as content type': ofType('application/x-www-form-urlencoded'),
  'a trailing comma': faulty('{"title": "a",}', 'Expected double-quoted property name in JSON at position 14'),
  'NaN as a value': faulty('{"title": NaN}', 'The body is not JSON: Unexpected token'),
  'no body': {
    send: { path: check },
    status: 400,
    code: 'invalid_json',
    says: ['The body has to be one JSON object.'],
  },
  'a body that is too large': {
    send: { path: check, body: { ...body, body: 'x'.repeat(70_000) } },
    status: 413,
    code: 'too_large',
    says: ['The body is longer than 65536 bytes.', 'Send a shorter body.'],
  },
  'a key in the address': unauthorized(
    key => ({ path: `${check}&api_key=${key}`, key: null, body }),
    `A key is not read from the parameter api_key: ${bearer}. Addresses are logged, so have the owner revoke a key`,
  ),
  'a key in X-API-Key': unauthorized(
    key => ({ path: check, key: null, body, headers: { 'x-api-key': key } }),
    `A key is not read from the header x-api-key; ${bearer}`,
  ),
  'a key without Bearer': unauthorized(
    key => ({ path: check, key: null, body, headers: { authorization: key } }),
    'The Authorization header takes the form "Bearer <API key>".',
  ),
  'a key by Basic': unauthorized(
    { path: check, key: null, body, headers: { authorization: 'Basic YWs6' } },
    'The Authorization header takes the form "Bearer <API key>".',
  ),
  'no key': unauthorized({ path: check, key: null, body }, `This operation needs an API key: ${bearer}`),
  'a placeholder as key': unauthorized(
    { path: check, key: null, body, headers: { authorization: 'Bearer YOUR_API_KEY' } },
    'This is no API key and no access token: a key begins with ak_, a token with at_, and both end with a checksum.',
  ),
  'no key for the own posts': unauthorized(
    { method: 'GET', path: '/v1/posts?mine=true', key: null },
    'mine=true lists the posts of an API key, so it needs a key.',
  ),
  'the path /api/posts': lost('/api/posts', '/v1/posts'),
  'the path /posts': lost('/posts', '/v1/posts'),
  'the path /v1/post': lost('/v1/post', '/v1/posts'),
  'the path in capitals': lost('/V1/Posts', '/v1/posts'),
  'a slash behind the path': lost('/v1/posts/', '/v1/posts'),
  'the path /v1/signup': lost('/v1/signup', '/v1/accounts'),
  'another version': lost('/v2/posts', '/v1/posts'),
  'the path by the noun of the site': {
    send: { path: '/v1/events', body },
    status: 404,
    code: 'not_found',
    says: ['did you mean "/v1/posts"'],
  },
  'PUT instead of PATCH': {
    send: { method: 'PUT', path: '/v1/posts/p_7Jq2mXcV9bTn4RwLs8Kd', body },
    status: 405,
    code: 'method_not_allowed',
    says: ['PUT is not taken at "/v1/posts/p_7Jq2mXcV9bTn4RwLs8Kd"; it takes GET, HEAD, PATCH, DELETE.'],
  },
  'a method override': {
    send: {
      path: '/v1/posts/p_7Jq2mXcV9bTn4RwLs8Kd',
      body,
      headers: { 'x-http-method-override': 'PATCH' },
    },
    status: 405,
    code: 'method_not_allowed',
    says: ['it takes GET, HEAD, PATCH, DELETE.'],
  },
  'dryRun for dry_run': {
    send: { path: '/v1/posts?dryRun=true', body },
    status: 400,
    code: 'invalid',
    says: ['/dryRun: is no parameter here; did you mean "dry_run"?'],
  },
  'dry_run=1': {
    send: { path: '/v1/posts?dry_run=1', body },
    status: 400,
    code: 'invalid',
    says: ['/dry_run: got "1"; it takes true or false: true only checks: nothing is stored or charged'],
  },
  'a page by its number': list('page=2', '/page: is no parameter here; did you mean "cursor"?'),
  'an offset': list('offset=20', '/offset: is no parameter here; did you mean "cursor"?'),
  'per_page for limit': list('per_page=5', '/per_page: is no parameter here; did you mean "limit"?'),
  'sort for order': list('sort=new', '/sort: is no parameter here; did you mean "order"?'),
  'tag for topic': list('tag=art', '/tag: is no parameter here; did you mean "topic"?'),
  'since for starts_after': list('since=2027-01-01', '/since: is no parameter here; did you mean "starts_after"?'),
  'radius for within_km': list('near=52.5,13.4&radius=9', '/radius: is no parameter here; did you mean "within_km"?'),
  'a city by its name in a list': list(
    'city=Paris',
    'did you mean city=2988507 (Paris, Île-de-France, France) or city=',
  ),
  'a place by its name as point': list(
    'near=Paris',
    'it takes LAT,LON in decimal degrees, such as 52.52,13.405, or place:GEONAMES_ID; GET /v1/places?q=NAME',
  ),
  'a time in words': list('starts_after=tomorrow', 'it takes a date and time with an offset, such as 2027-03-06T14:00'),
  'too many items a page': list('limit=500', '/limit: got 500; it takes at most 50'),
  'a status that no post has': list('mine=true&status=pending', '/status: got "pending"; it takes one of'),
  'a country in words': list('country=Belgium', 'did you mean "BE" (Belgium)?'),
  'three kinds of contact in a classified': {
    send: {
      path: check,
      site: 'classifieds',
      body: classifiedBody({ body: 'Oak desk. Call +32 470 12 34 56, joe (at) example (dot) com or joe@example.com.' }),
    },
    status: 200,
    says: ['joe@example.com', 'joe (at) example (dot) com', '+32 470 12 34 56', 'readers answer through the relay'],
  },
  'a link that makes a message dearer': {
    send: {
      path: check,
      site: 'messages',
      body: messageBody({
        text: 'The tram bridge is open again since this morning; the times are at www.example.org.',
      }),
    },
    status: 200,
    says: ['"price":200000', 'The link \\"www.example.org\\": a message with a link costs 0.20 USD'],
  },
  'fields of a template': {
    send: { path: check, body: { ...body, body: 'We meet at [VENUE] on {{date}} for a walk along the river.' } },
    status: 200,
    says: ['"would_refuse"', 'It holds \\"[VENUE]\\", \\"{{date}}\\": write what is meant there.'],
  },
  'a direction override': {
    send: { path: check, body: { ...body, title: 'Lantern \u202Ewalk' } },
    status: 200,
    says: ['"would_reject_as_abuse"', 'A direction override makes the text read differently on the screen'],
  },
  'a space of no width': {
    send: { path: check, body: { ...body, title: 'Lantern\u200B walk by the river' } },
    status: 200,
    says: ['"would_queue"', '"invisible_characters"'],
  },
  'OR between words': search('tide OR organ', 'No post has \\"tide\\" or \\"organ\\".'),
  'AND between words': search('tide AND organ', '\\"AND\\" is read as a word; words are joined by AND without it.'),
  'NEAR between words': search('NEAR(tide organ)', 'write \\"two words\\"~5 for words so near'),
  'a city with a state': place('Springfield, IL', '"geonames_id":4250542'),
  'a city with a postal code': place('10115 Berlin', '"geonames_id":2950159'),
  'a city in a country that does not exist': place(
    'Paris, Narnia',
    '\\"Narnia\\" is no state or country.',
    '"candidates"',
  ),
  'a city that nobody knows': place('Pariss', 'No city has the name \\"Pariss\\"', 'Send the name of a city alone'),
  'a sign-up without anything': signUp(
    {},
    '/name: is missing; it takes text: name of the owner',
    '/email: is missing',
    '/accept_terms: is missing; it takes true: the owner accepts the terms at /terms/ and the abuse policy at /policy/',
  ),
  'a sign-up with other names': signUp(
    { owner_name: 'Ada', mail: 'ada@example.org', terms: true, username: 'ada' },
    '/owner_name: is no field here; did you mean \\"name\\"?',
    '/mail: is no field here; did you mean \\"email\\"?',
    '/terms: is no field here; did you mean \\"accept_terms\\"?',
    '/username: is no field here; did you mean \\"handle\\"?',
  ),
  'a sign-up with an address that is none': signUp(
    { name: 'Ada', email: 'ada', accept_terms: true },
    '/email: got \\"ada\\"; it takes an e-mail address such as name@example.org',
  ),
  'a sign-up with "true" as text': signUp(
    { name: 'Ada', email: 'ada@example.org', accept_terms: 'true' },
    '"detail":"/accept_terms: got \\"true\\"; it takes true: the owner accepts the terms',
  ),
  'a sign-up with a handle of other characters': signUp(
    { name: 'Ada', email: 'ada@example.org', accept_terms: true, handle: 'Ada L!' },
    '/handle: got \\"Ada L!\\"; it takes 3 to 24 of a-z, 0-9 and underscore',
  ),
  'an Idempotency-Key that is too short': {
    send: { path: '/v1/posts', body, headers: { 'idempotency-key': 'short' } },
    status: 400,
    code: 'invalid',
    says: ['/headers/idempotency-key: has 5 characters; it takes 8 to 128 printable ASCII characters'],
  },
  'a price limit in whole units': {
    send: { path: '/v1/posts?max_price_micros=1.5', body },
    status: 400,
    code: 'invalid',
    says: ['/max_price_micros: got \\"1.5\\"; it takes a whole number', 'micros (1,000,000 is 1 of the currency)'],
  },
  'a webhook to the own machine': {
    send: { path: '/v1/webhooks', body: { callback_url: 'x', url: 'http://localhost:3000/x' } },
    status: 400,
    code: 'invalid',
    says: ['/callback_url: is no field here; did you mean \\"url\\"?'],
  },
  'a kind of event without its prefix': {
    send: { path: '/v1/webhooks', body: { url: 'https://example.org/x', events: ['published'] } },
    status: 400,
    code: 'invalid',
    says: ['/events/0: got \\"published\\"; it takes one of \\"post.published\\"'],
  },
  'auto-recharge turned on by a key': {
    send: { method: 'PATCH', path: '/v1/account', body: { auto_recharge: { enabled: true } } },
    status: 403,
    code: 'human_required',
    says: ['"for_human":true', '"message_for_owner"'],
  },
}

onPresentation('mistakes in a request', ({ fresh }) => {
  let app: TestApp
  let key: string
  before(async () => {
    app = await startApp(await fresh('every'), { env: { SITES: allSites } })
    key = (await app.account()).key
  })
  after(() => app.close())

  for (const [name, { send, status, code, says }] of Object.entries(rows))
    test(`${name}: the answer says what would be right, and nothing is charged`, async () => {
      const {
        method = 'POST',
        path = '/v1/posts',
        site = 'events',
        ...sent
      } = typeof send === 'function' ? send(key) : send
      const { key: own, ...rest } = sent
      const answer = await app.call(method, path, { host: hostOf(site), ...rest, ...(own !== null && { key }) })
      assert.equal(answer.status, status, answer.text)
      if (code) assert.equal(answer.json.code, code)
      for (const part of says) assert.ok(textOf(answer.json).includes(part), `${part} is not in ${textOf(answer.json)}`)
      if (status >= 400) {
        assert.equal(typeof answer.json.fix, 'string')
        assert.equal(answer.json.retryable, false)
      }
      assert.equal((await app.call('GET', '/v1/account', { key, host: hostOf('events') })).json.balance, 10_000_000)
    })
})

/** The answer as JSON on one line, beside its detail as a person reads it. */
function textOf(json: Record<string, unknown>): string {
  return `${JSON.stringify(json)} ${String(json.detail ?? '')} ${((json.errors as string[]) ?? []).join(' ')} ${String(json.fix ?? '')}`
}
