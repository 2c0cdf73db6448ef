// Proposals for edits and over MCP, and their bounds (contract.md §8).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, type TestApp, withPresentation } from '../../harness.ts'
import { legacy, raw } from '../../mcp/clients.ts'

async function published(app: TestApp, key: string): Promise<string> {
  const { json } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
  await app.moderate()
  return json.id
}

async function check(app: TestApp, key: string, name: string, args: Record<string, unknown>) {
  const { body, headers } = legacy('tools/call', { name, arguments: args })
  const { result } = (await raw(app, body, { ...headers, authorization: `Bearer ${key}` })).json
  return { value: result.structuredContent, text: result.content[0].text as string }
}

withPresentation('proposals for edits and over MCP', app => {
  test('a faulty edit gets the edit as it would be valid, by the zone of the post', async () => {
    const { key } = await app().account()
    const id = await published(app(), key)
    const edit = (body: object, query = '?dry_run=true') =>
      app().call('PATCH', `/v1/posts/${id}${query}`, { key, body })
    const faulty = { startsAt: '2027-03-06 15:00', end: '2027-03-06T17:00', tags: 'art, Life Drawing' }
    const { status, json, text } = await edit(faulty)
    assert.equal(status, 400, text)
    assert.deepEqual(json.proposal, {
      starts_at: '2027-03-06T15:00:00+01:00',
      ends_at: '2027-03-06T17:00:00+01:00',
      topics: ['art', 'life-drawing'],
    })
    assert.equal((await edit(json.proposal)).status, 200)
    const real = await edit(faulty, '')
    assert.deepEqual([real.status, real.json.proposal, real.json.changes], [400, undefined, undefined])
  })

  test('a rule in an edit is written out from the times of the post; null still takes a member away', async () => {
    const { key } = await app().account()
    const id = await published(app(), key)
    const edit = (body: object) => app().call('PATCH', `/v1/posts/${id}?dry_run=true`, { key, body })
    const { json } = await edit({ rrule: 'FREQ=WEEKLY;COUNT=2' })
    assert.deepEqual(Object.keys(json.proposal), ['occurrences'])
    assert.equal(json.proposal.occurrences.length, 2)
    const removal = await edit({ location: null, url: 'https://example.org/walk' })
    assert.deepEqual(removal.json.proposal, { location: null, online_url: 'https://example.org/walk' })
  })

  test('an edit that cannot be made has no proposal', async () => {
    const { key } = await app().account()
    const stranger = await app().account()
    const id = await published(app(), key)
    const { json } = await app().call('PATCH', `/v1/posts/${id}?dry_run=true`, {
      key: stranger.key,
      body: { tags: 'a' },
    })
    assert.deepEqual([json.proposal, json.changes], [undefined, undefined])
  })

  test('a tool that checks gives the proposal in its structured content and in its text', async () => {
    const { key } = await app().account()
    const { timezone, ...rest } = eventBody()
    const { value, text } = await check(app(), key, 'check_event', {
      ...rest,
      tz: 'europe/paris',
      dry_run: true,
      idempotency_key: 'a',
    })
    assert.equal(value.code, 'invalid', text)
    assert.deepEqual(value.proposal, { ...rest, timezone })
    assert.ok(text.includes(JSON.stringify(value.proposal)), text)
    const again = await check(app(), key, 'check_event', value.proposal)
    assert.equal(again.value.outcome, 'would_queue', again.text)
    const wrapped = await check(app(), key, 'check_event', { event: eventBody() })
    assert.match(wrapped.text, /These arguments would be valid: /)
    const unsure = await check(app(), key, 'check_event', eventBody({ ends_at: '07/03/2027 16:00' }))
    assert.match(
      unsure.text,
      /Choose a value for \/ends_at; only you know which is meant:\n- "2027-03-07T16:00:00\+01:00": /,
    )
  })

  test('a body of the largest size is answered within 50 ms of work a step, whatever its shape', async () => {
    const { key } = await app().account()
    const long = 60_000
    const bodies: Record<string, unknown> = {
      'many unknown names': Object.fromEntries(Array.from({ length: 3_500 }, (_, i) => [`name${i}`, i])),
      'many topics': { ...eventBody(), topics: Array.from({ length: 8_000 }, () => 'A b') },
      'many dates with other names': {
        ...eventBody(),
        occurrences: Array.from({ length: 900 }, () => ({ start: '2027-03-06 15:00', end: '2027-03-06 16:00' })),
      },
      'a long place': { ...eventBody(), location: 'Paris, '.repeat(7_000) },
      'a long time': { ...eventBody(), starts_at: '2027-'.repeat(10_000) },
      'a long rule': { ...eventBody(), rrule: 'FREQ=DAILY;'.repeat(5_000) },
      'a text of brackets': { ...eventBody(), body: '['.repeat(4_900) },
      'a fence of nothing': '`'.repeat(long),
    }
    for (const [name, body] of Object.entries(bodies)) {
      const before = process.cpuUsage()
      const { status, text } = await app().call('POST', '/v1/posts?dry_run=true', { key, body })
      const { user, system } = process.cpuUsage(before)
      assert.ok([200, 400].includes(status), text)
      // Test and service share the process, which also checks the answer: the bound is of the order, not exact.
      assert.ok(user + system < 1_000_000, `${name} took ${(user + system) / 1_000} ms`)
    }
  })
})
