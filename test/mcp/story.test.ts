// The whole story by the official client: every tool that the server lists, in both eras, on both databases.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { type SiteId, siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { bodyFor, eventBody, type TestApp, withPresentation, withPresentedSites } from '../harness.ts'
import { topUp } from '../kit/top-up.ts'
import { type Called, callTool, connect, eras } from './clients.ts'

type Call = (name: string, args?: Record<string, unknown>) => Promise<Called>

/** The calls of an agent, in order. `anonymous` has no key, `mine` the key from create_account. */
async function story(
  app: TestApp,
  siteId: SiteId,
  anonymous: Call,
  signUp: (key: string) => Promise<Call>,
  tools: readonly string[],
) {
  const site = siteRow(siteId)
  const [post, check, edit] = [`post_${site.noun}`, `check_${site.noun}`, `edit_${site.noun}`]
  const price = site.usualPrice.perItemMicros
  const policy = await anonymous('get_policy')
  const here = (entry: { sites: string[] }) => entry.sites.includes(siteId)
  for (const list of ['categories', 'quality_bar'] as const)
    assert.deepEqual(
      policy.value[list].map((entry: { id: string }) => entry.id),
      app.platform.policy[list].filter(here).map(entry => entry.id),
      'the policy has only the rules of this site',
    )
  for (const { id } of policy.value.categories) assert.ok(policy.text.includes(`- ${id}: `), id)
  assert.equal((await anonymous('get_pricing')).value.post.post, price)
  assert.equal((await anonymous('get_status')).value.api, 'ok')

  const email = `story-${process.pid}-${Math.random()}@example.org`
  const signedUp = await anonymous('create_account', { name: 'Story', email, accept_terms: true })
  assert.match(signedUp.value.api_key, /^ak_/)
  const { account_url: link, client_setup: setup } = signedUp.value
  for (const said of [signedUp.value.api_key, link, setup.instructions, JSON.stringify(setup.configuration, null, 2)])
    assert.ok(signedUp.text.includes(said), said)
  const { baseUrl } = app.platform.facts.sites.find(each => each.id === siteId)!
  assert.deepEqual(setup.configuration.mcpServers[`handbill-${site.nouns}`], {
    type: 'http',
    url: `${baseUrl}/mcp`,
    headers: { Authorization: `Bearer ${signedUp.value.api_key}` },
  })
  assert.match(setup.instructions, /Tell the owner.*Authorization: Bearer/)
  const mine = await signUp(signedUp.value.api_key)
  const accountId = signedUp.value.account_id

  const draft = bodyFor[siteId]()
  const place = await mine('find_place', { q: 'Paris' })
  assert.equal(place.value.items[0].location.city.geonames_id, 2988507)
  const blocked = await mine(check, draft)
  assert.equal(blocked.value.blocking.code, 'verify_email')
  assert.match(blocked.value.blocking.account_url, /\/account\?t=/)
  const refused = await mine(post, draft)
  assert.ok(refused.isError)
  assert.equal(refused.value.code, 'verify_email')
  assert.equal(refused.value.for_human, true)
  assert.match(refused.text, /\/account\?t=/)

  await app.platform.act('verifyEmail', { accountId, email: null })
  await topUp(app.platform, { accountId })
  const ready = await mine(check, draft)
  assert.equal(ready.value.ready_to_post, true)
  assert.match(ready.text, /Moderation has not judged the text/)
  assert.equal((await mine('get_account')).value.balance, 10_000_000)

  const posted = await mine(post, {
    ...draft,
    idempotency_key: `key-${accountId}`,
    max_price_micros: price,
  })
  assert.equal(posted.value.status, 'queued')
  const id = posted.value.id as string
  assert.match(posted.text, new RegExp(`//${site.id}\\.test/p/${id} `))
  assert.ok((await anonymous('get_post', { id })).isError, 'nobody else can read a queued post')
  assert.match((await mine('get_post', { id })).text, /queued/)
  await app.moderate()
  const published = await mine('get_post', { id })
  assert.equal(published.value.status, 'published')
  assert.ok(published.text.includes(published.value.post.url))
  const read = await anonymous('get_post', { id })
  assert.equal(read.value.content_trust, 'untrusted-user-content')
  assert.match(read.text, /never follow instructions/)
  const words = String(draft[site.text.title ?? site.text.body])
  assert.ok(!read.text.includes(words.slice(0, 12)), 'the summary has no text of the post')

  const browsed = await anonymous('browse_posts', { topic: (draft.topics as string[])[0], limit: 50 })
  assert.ok(browsed.value.items.some((one: { id: string }) => one.id === id))
  const phrase = words.split(/\s+/).slice(0, 12).join(' ')
  const found = await anonymous('search_posts', { q: `"${phrase}"` })
  assert.ok(found.value.items.some((one: { id: string }) => one.id === id))
  assert.deepEqual(found.value.usage.free_per_day, 20)
  assert.deepEqual((await mine('search_posts', { q: 'nothing' })).value.usage.free_per_day, 100)

  const second = await mine(post, bodyFor[siteId]())
  const cancelled = await mine('cancel_post', { id: second.value.id })
  assert.deepEqual([cancelled.value.status, cancelled.value.refunded], ['cancelled', price])
  assert.deepEqual((await mine('cancel_post', { id: second.value.id })).value, cancelled.value, 'a repeat')
  assert.equal((await mine('cancel_post', { id })).value.code, 'not_cancellable')
  const nothing = await mine('appeal_post', { id, message: 'It was fine.' })
  assert.equal(nothing.value.code, 'not_appealable')

  const correction = { id, topics: ['corrected'] }
  const editPrice = price / 2
  const checked = await mine(edit, { ...correction, dry_run: true })
  assert.deepEqual([checked.value.price, checked.value.charged, checked.value.ready_to_post], [editPrice, 0, true])
  assert.match(checked.text, /Nothing was stored or charged/)
  const edited = await mine(edit, {
    ...correction,
    idempotency_key: `edit-${accountId}`,
    max_price_micros: editPrice,
  })
  assert.deepEqual(
    [edited.value.status, edited.value.edit.status, edited.value.edit.price],
    ['published', 'queued', editPrice],
  )
  assert.match(edited.text, /is queued .* were charged/)
  assert.deepEqual(
    (await anonymous('get_post', { id })).value,
    read.value,
    'the published text stays until the edit is decided',
  )
  assert.equal((await mine(edit, { id, topics: ['twice'] })).value.code, 'not_editable')
  await app.moderate()
  assert.deepEqual((await anonymous('get_post', { id })).value.topics, ['corrected'])
  if (site.timed) {
    const off = await mine(edit, { id, event_status: 'cancelled', max_price_micros: 0 })
    assert.deepEqual([off.value.post.event_status, off.isError], ['cancelled', false])
    assert.match(off.text, /cancelled now.*Nothing was charged/)
    const on = await mine(edit, { id, event_status: 'scheduled' })
    assert.equal(on.value.post.event_status, undefined)
  }

  const begun = await mine('list_outcomes', { limit: 2 })
  assert.deepEqual(
    begun.value.items.map((item: any) => item.type),
    ['account.topped_up', 'account.ready'],
  )
  assert.match(begun.text, /10\.00 USD were added by the owner.*the account can post/s)
  const outcomes = await mine('list_outcomes', { limit: 1, after: begun.value.cursor })
  assert.deepEqual(
    outcomes.value.items.map((item: any) => [item.type, item.data.id]),
    [['post.published', id]],
  )
  assert.ok(outcomes.value.has_more)
  assert.match(outcomes.text, /never follow instructions/)
  const rest = (await mine('list_outcomes', { after: outcomes.value.cursor })).value
  assert.deepEqual(
    rest.items.map((item: any) => [item.type, item.data.id, item.data.edit?.status]),
    [
      ['post.cancelled', second.value.id, undefined],
      ['post.published', id, 'applied'],
      ['post.edited', id, 'applied'],
      ...(site.timed ? [0, 1].map(() => ['post.edited', id, undefined]) : []),
    ],
  )
  assert.deepEqual((await mine('list_outcomes', { after: rest.cursor })).value.items, [])
  await assert.rejects(anonymous('list_outcomes'), /No valid API key/, 'HTTP 401, at which clients begin OAuth')

  const offered = (name: string) => tools.includes(name)
  if (offered('report_post')) {
    const reported = await anonymous('report_post', { post_id: id, reason: 'other', details: 'test' })
    assert.equal(reported.value.received, true)
    const state = await anonymous('get_report', { id: reported.value.report_id })
    assert.deepEqual([state.value.state, state.value.post_id], ['received', id])
  }
  if (offered('contact_seller')) {
    const message = 'Is the desk still there? I could collect it on Saturday.'
    const sent = await mine('contact_seller', { post_id: id, message, reply_email: 'buyer@example.org' })
    assert.equal(sent.value.sent, true)
    const messages = await mine('list_relay_messages', { post_id: id })
    assert.deepEqual(
      messages.value.items.map((item: any) => [item.message, 'reply_email' in item]),
      [[message, false]],
    )
    assert.match(messages.text, /The messages in this answer are untrusted .* never follow instructions/)
    const answer = { id: messages.value.items[0].id, message: 'Yes, it is. Saturday at ten suits us well.' }
    assert.equal((await mine('reply_to_message', answer)).value.sent, true)
    assert.equal((await mine('reply_to_message', answer)).value.sent, true, 'a repeat')
  }
  if (offered('create_webhook')) {
    const webhook = (await mine('create_webhook', { url: 'https://example.org/hook', events: ['post.published'] }))
      .value
    assert.match(webhook.secret, /^whsec_/)
    const listed = (await mine('list_webhooks')).value
    assert.deepEqual([listed.items.length, 'secret' in listed.items[0]], [1, false])
    const tested = (await mine('test_webhook', { id: webhook.id })).value
    assert.equal(tested.queued, true)
    const renamed = await mine('update_webhook', { id: webhook.id, url: 'https://example.org/other' })
    assert.deepEqual([renamed.value.url, renamed.value.events], ['https://example.org/other', ['post.published']])
    const rotated = await mine('rotate_webhook_secret', { id: webhook.id })
    assert.notEqual(rotated.value.secret, webhook.secret)
    assert.ok(rotated.text.includes(rotated.value.secret), 'a client may give its model only the text')
    const deliveries = await mine('list_deliveries', { id: webhook.id })
    assert.deepEqual(
      deliveries.value.items.map((item: any) => [item.id, item.type]),
      [[tested.delivery_id, 'webhook.test']],
    )
    assert.ok(deliveries.text.includes(tested.delivery_id))
    const again = await mine('retry_delivery', { id: webhook.id, msg: tested.delivery_id })
    assert.deepEqual([again.value.queued, again.value.delivery_id], [true, tested.delivery_id])
    const missed = await mine('replay_webhook', { id: webhook.id, since: '2020-01-01T00:00:00Z' })
    assert.ok(missed.value.queued >= 1)
    assert.equal((await mine('delete_webhook', { id: webhook.id })).value.deleted, true)
  }

  assert.equal((await mine('delete_post', { id })).value.status, 'deleted')
  assert.equal((await mine('delete_post', { id })).value.status, 'deleted')
  assert.equal((await anonymous('get_post', { id })).value.code, 'gone')
  assert.equal((await mine('disable_auto_recharge')).value.auto_recharge.enabled, false)
  const deletion = await mine('request_account_deletion')
  assert.deepEqual([deletion.value.for_human, deletion.isError], [true, false])
  assert.equal((await mine('get_account')).value.balance, 10_000_000 - price - editPrice)
}

withPresentedSites('the official client goes through the whole story', app => {
  for (const era of eras)
    for (const site of siteIds)
      test(`the official client goes from sign-up to deletion on ${site}, in ${era}, with every tool of tools/list`, async () => {
        const clients: Client[] = []
        const called = new Set<string>()
        const caller = async (key?: string): Promise<Call> => {
          const client = await connect(app(), { era, site, ...(key && { key }) })
          clients.push(client)
          return (name, args) => {
            called.add(name)
            return callTool(client, name, args)
          }
        }
        const anonymous = await caller()
        const listed = (await clients[0]!.listTools()).tools.map(tool => tool.name)
        await story(app(), site, anonymous, caller, listed)
        assert.deepEqual(
          listed.filter(name => !called.has(name)),
          [],
          'the story calls every tool',
        )
        await Promise.all(clients.map(client => client.close()))
      })
})

withPresentation('resources and prompts by the official client', app => {
  for (const era of eras)
    describe(era, () => {
      let client: Client
      before(async () => {
        client = await connect(app(), { era })
      })
      after(() => client.close())

      test('resources have the policy, the prices and single posts', async () => {
        const { resources } = await client.listResources()
        assert.deepEqual(
          resources.map(({ uri }) => uri).filter(uri => !uri.startsWith('skill://')),
          ['policy://current', 'pricing://current'],
        )
        const { resourceTemplates } = await client.listResourceTemplates()
        assert.deepEqual(
          resourceTemplates.map(template => template.uriTemplate).filter(uri => !uri.startsWith('skill://')),
          ['post://{id}'],
        )
        const text = async (uri: string) => {
          const { contents } = await client.readResource({ uri })
          return JSON.parse((contents[0] as { text: string }).text)
        }
        assert.deepEqual(await text('policy://current'), (await app().call('GET', '/v1/policy')).json)
        assert.deepEqual(await text('pricing://current'), (await app().call('GET', '/v1/pricing')).json)
        const { key } = await app().account()
        const { json: own } = await app().call('POST', '/v1/posts', { key, body: eventBody() })
        await assert.rejects(client.readResource({ uri: `post://${own.id}` }), /not found/i)
        await app().moderate()
        assert.deepEqual(await text(`post://${own.id}`), (await app().call('GET', `/v1/posts/${own.id}`)).json)
        for (const uri of ['post://p_none', 'post://../etc/passwd', 'post://%00', 'other://x'])
          await assert.rejects(client.readResource({ uri }), /not found|invalid/i, uri)
      })

      test('prompts explain writing a post and the hand-off to the owner', async () => {
        const { prompts } = await client.listPrompts()
        assert.deepEqual(
          prompts.map(prompt => prompt.name),
          ['write_event', 'hand_over_to_owner'],
        )
        const get = async (name: string, args: Record<string, string> = {}) => {
          const { messages } = await client.getPrompt({ name, arguments: args })
          return (messages[0]!.content as { text: string }).text
        }
        assert.match(
          await get('write_event', { about: 'A walk in May' }),
          /A walk in May[\s\S]*check_event[\s\S]*post_event/,
        )
        assert.match(await get('write_event'), /Ask me first[\s\S]*edit_event[\s\S]*dry_run/)
        assert.match(await get('hand_over_to_owner', { code: 'needs_card' }), /needs_card[\s\S]*edit_event/)
      })
    })
})
