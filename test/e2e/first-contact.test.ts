// Five first contacts of agents that know only an address, each from nothing to a public post, within a number of requests and tokens.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import { freshDatabase } from '../databases.ts'
import { allSites, fetchAt, hostOf, startApp, type TestApp } from '../harness.ts'
import { topUp } from '../kit/top-up.ts'
import { connect } from '../mcp/clients.ts'

/** What a contact may read before its first request that is no GET, and until its post is public: a token is four characters. */
const budgets = {
  home: { requests: 7, before: 4_300, whole: 5_600 },
  llms: { requests: 6, before: 4_000, whole: 4_000 },
  errors: { requests: 8, before: 0, whole: 4_000 },
  mcp: { requests: 7, before: 4_000, whole: 5_200 },
  oldMcp: { requests: 6, before: 4_000, whole: 5_200 },
} as const

type Budget = { requests: number; before: number; whole: number }

describe('first contacts', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite', 'every'), { env: { SITES: allSites } })
  })
  after(() => app.close())

  /** Counts what an agent sends and reads. */
  function contact(site: SiteId) {
    const spent = { requests: 0, before: 0, whole: 0 }
    let begun = false
    const read = (text: string) => {
      spent.whole += text.length / 4
      if (!begun) spent.before = spent.whole
    }
    /** The agent knows enough to act. */
    const begin = () => {
      begun = true
    }
    const send = async (method: string, url: string, { key, body, headers = {} }: Sent = {}) => {
      spent.requests++
      if (method !== 'GET' && !url.startsWith('/mcp')) begin()
      const answer = await fetchAt(hostOf(site), new URL(url, app.origin).href.replace(/^http:\/\/[^/]+/, app.origin), {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key && { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      read(text)
      const isJson = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, text, json: isJson ? JSON.parse(text) : {} }
    }
    const within = (name: string, budget: Budget) => {
      const { requests, before, whole } = spent
      console.log(
        `first contact ${name}: ${requests} requests, ${Math.ceil(before)} tokens before the first that acts, ${Math.ceil(whole)} in all`,
      )
      for (const each of ['requests', 'before', 'whole'] as const)
        assert.ok(spent[each] <= budget[each], `${each}: ${Math.ceil(spent[each])} of ${budget[each]}`)
    }
    return { spent, read, begin, send, within }
  }
  type Sent = { key?: string; body?: unknown; headers?: Record<string, string> }

  /** What the owner does with the sentence that the agent forwards. */
  async function ownersPart(account: { account_id: string; blocking: { message_for_owner: string } }): Promise<void> {
    assert.match(account.blocking.message_for_owner, /http:\/\/\S+\/account\?t=/)
    await app.platform.act('verifyEmail', { accountId: account.account_id, email: null })
    await topUp(app.platform, { accountId: account.account_id })
  }

  test('from the home page: an event on four dates in a city whose id the agent does not know', async () => {
    const { send, within } = contact('events')
    const home = await send('GET', '/', { headers: { accept: '*/*' } })
    const forAgents = home.text.slice(home.text.indexOf('id="agents"'))
    const [, start] = /href="([^"]+)"/.exec(forAgents) ?? []
    assert.equal(start, '/v1', 'the first link for agents leads to the index')
    const index = (await send('GET', start)).json
    const { sign_up: signUp, post } = index
    const account = (
      await send(signUp.method, signUp.url, { body: { ...signUp.body, email: 'home@example.org', handle: 'home' } })
    ).json
    await ownersPart(account)
    const key = account.api_key
    const days = ['2027-07-01', '2027-07-08', '2027-07-15', '2027-07-22']
    const { starts_at, ends_at, ...example } = post.body
    assert.match(post.next, /GET \/v1\/places finds cities/)
    const [place] = (await send('GET', '/v1/places?q=Leuven,%20Belgium')).json.items
    const draft = {
      ...example,
      title: 'Lantern walk along the river',
      ...{ location: place.location, timezone: place.timezone },
      occurrences: days.map(day => ({ starts_at: `${day}T20:00:00+02:00`, ends_at: `${day}T22:00:00+02:00` })),
    }
    const checked = (await send(post.method, `${post.url}?dry_run=true`, { key, body: draft })).json
    assert.deepEqual([checked.ready_to_post, checked.price], [true, 4_000_000])
    const posted = await send(post.method, post.url, {
      key,
      body: draft,
      headers: { 'idempotency-key': 'first-contact-home' },
    })
    assert.deepEqual([posted.status, posted.json.price], [202, 4_000_000])
    await app.moderate()
    const { json } = await send('GET', `/v1/posts/${posted.json.id}`, { key })
    assert.equal(json.status, 'published')
    within('from /', budgets.home)
  })

  test('from llms.txt: a classified whose category the agent guesses', async () => {
    const { send, within } = contact('classifieds')
    const { text } = await send('GET', '/llms.txt')
    const example = JSON.parse(/A whole post, as `createPost` takes it: `(\{.*\})`/.exec(text)![1]!)
    assert.match(text, /createAccount \(POST \/v1\/accounts\)/)
    const owner = { name: 'Ada Lovelace', email: 'llms@example.org', accept_terms: true }
    const account = (await send('POST', '/v1/accounts', { body: owner })).json
    await ownersPart(account)
    const key = account.api_key
    const draft = { ...example, title: 'Oak desk, 140 by 70 cm', category: 'For Sale', price: '120 EUR' }
    const checked = (await send('POST', '/v1/posts?dry_run=true', { key, body: draft })).json
    assert.deepEqual(
      [checked.proposal.category, checked.proposal.price],
      ['for-sale', { amount: 120, currency: 'EUR' }],
    )
    const posted = (await send('POST', '/v1/posts', { key, body: checked.proposal })).json
    await app.moderate()
    assert.equal((await send('GET', `/v1/posts/${posted.id}`, { key })).json.status, 'published')
    within('from /llms.txt', budgets.llms)
  })

  test('by error messages alone: a message with a link', async () => {
    const { send, within } = contact('messages')
    const text =
      'The town library is open on Sundays from March on, ten to five; the list of rooms is at https://library.example.org'
    const lost = await send('POST', '/api/posts', { body: { text } })
    const right = /did you mean "([^"]+)"/.exec(lost.json.detail)![1]!
    const refused = await send('POST', right, { body: { text } })
    const [, method, path] = /(POST) (\/v1\/accounts)/.exec(refused.json.detail) ?? []
    const asked = await send(method!, path!, { body: {} })
    assert.equal(asked.json.errors.length, 3)
    const owner = { name: 'Ada Lovelace', email: 'errors@example.org', accept_terms: true }
    const account = (await send(method!, path!, { body: owner })).json
    const key = account.api_key
    const faulty = await send('POST', right, { key, body: { text } })
    assert.match(faulty.json.detail, /\/topics: is missing; it takes a list: 1 to 5 topics/)
    const body = { text, topics: ['library'] }
    const blocked = await send('POST', right, { key, body })
    assert.equal(blocked.json.code, 'verify_email')
    await ownersPart({ ...account, blocking: blocked.json })
    const posted = await send('POST', right, { key, body })
    assert.equal(posted.status, 202, posted.text)
    await app.moderate()
    assert.equal((await send('GET', `/v1/posts/${posted.json.id}`, { key })).json.status, 'published')
    within('by errors alone', budgets.errors)
  })

  test('over MCP, with the official client: a story', async () => {
    const { spent, read, begin, within } = contact('stories')
    const opened = async (key?: string) => {
      const client = await connect(app, {
        era: '2026-07-28',
        site: 'stories',
        query: '?tools=post',
        ...(key && { key }),
      })
      const call = async (name: string, args: object) => {
        spent.requests++
        const { content, structuredContent } = await client.callTool({ name, arguments: { ...args } })
        const [{ text } = { text: '' }] = content as { text: string }[]
        read(text)
        return { text, value: structuredContent as any }
      }
      return { client, call }
    }
    const { client, call } = await opened()
    read(client.getInstructions() ?? '')
    const { tools } = await client.listTools()
    // A client shows its model names, descriptions and input schemas.
    for (const { name, description, inputSchema } of tools) read(JSON.stringify({ name, description, inputSchema }))
    begin()
    const account = (await call('create_account', { name: 'Ada', email: 'mcp@example.org', accept_terms: true })).value
    await client.close()
    const { client: signedIn, call: mine } = await opened(account.api_key)
    const words =
      'The lamp keeper counted the boats twice every evening, and wrote the number into a book with a blue cover. '
    const story = { title: 'The lamp keeper', body: words + tale, topics: '#lighthouse' }
    const wrong = await mine('check_story', story)
    const { proposal } = wrong.value
    assert.deepEqual(proposal.topics, ['lighthouse'])
    const blocked = await mine('check_story', proposal)
    assert.equal(blocked.value.blocking.code, 'verify_email')
    await ownersPart({ ...account, blocking: blocked.value.blocking })
    const posted = await mine('post_story', { ...proposal, idempotency_key: 'first-contact-mcp' })
    const [address] = /http:\/\/stories\.test\/p\/p_\w+/.exec(posted.text) ?? []
    assert.ok(address, 'the text has the address')
    await app.moderate()
    assert.equal((await mine('get_post', { id: posted.value.id })).value.status, 'published')
    await signedIn.close()
    within('over MCP', budgets.mcp)
  })

  test('over MCP, with an old client by hand: a message', async () => {
    const { spent, read, begin, within } = contact('messages')
    const rpc = async (method: string, params: object, key?: string) => {
      spent.requests++
      const { json } = await app.call('POST', '/mcp?tools=post', {
        host: hostOf('messages'),
        body: { jsonrpc: '2.0', id: 1, method, params },
        headers: { accept: 'application/json', 'mcp-protocol-version': '2025-06-18' },
        ...(key && { key }),
      })
      assert.equal(json.error, undefined, JSON.stringify(json.error))
      return json.result
    }
    const call = async (name: string, args: object, key?: string) => {
      const { content, structuredContent } = await rpc('tools/call', { name, arguments: args }, key)
      read(content[0].text)
      return structuredContent
    }
    const clientInfo = { name: 'old', version: '1' }
    const { instructions } = await rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    read(instructions)
    const { tools } = await rpc('tools/list', {})
    for (const { name, description, inputSchema } of tools) read(JSON.stringify({ name, description, inputSchema }))
    begin()
    const account = await call('create_account', { name: 'Ada', email: 'old@example.org', accept_terms: true })
    await ownersPart(account)
    const key = account.api_key
    const message = {
      text: 'Line 7 takes its usual way over the tram bridge again since this morning, every ten minutes.',
      topics: ['traffic'],
    }
    assert.equal((await call('check_message', message, key)).ready_to_post, true)
    const posted = await call('post_message', { ...message, idempotency_key: 'first-contact-old' }, key)
    await app.moderate()
    assert.equal((await call('get_post', { id: posted.id }, key)).status, 'published')
    within('over MCP by hand', budgets.oldMcp)
  })
})

/** A tale as long as a story has to be. */
const tale = Array.from(
  { length: 12 },
  (_, night) =>
    `On night ${night + 1} a fishing boat came in late, and its captain brought bread, news of the storm and a letter for the keeper. `,
).join('')
