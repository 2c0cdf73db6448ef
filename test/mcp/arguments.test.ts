// Arguments that models send and people would not, and the answers in words: null for an omitted argument, members to clear,
// reasons.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideText } from '../../src/usecases/review/decide-text.ts'
import { eventBody, withPresentation } from '../harness.ts'
import { legacy, raw } from './clients.ts'

withPresentation('arguments as models send them', app => {
  const caller = (key: string) => async (name: string, args: object) => {
    const { body } = legacy('tools/call', { name, arguments: args as Record<string, unknown> })
    const { result } = (await raw(app(), body, { authorization: `Bearer ${key}` })).json
    const [line, copy] = result.content as { text: string }[]
    return { value: result.structuredContent, isError: result.isError === true, text: line?.text ?? '', copy }
  }
  const publish = async (key: string, more: Record<string, unknown> = {}): Promise<string> => {
    const { json } = await app().call('POST', '/v1/posts', { key, body: eventBody(more) })
    await app().moderate()
    return json.id
  }

  test('an optional argument may be null, even inside an object; null for a required argument is a fault', async () => {
    const { key } = await app().account()
    const call = caller(key)
    const browsed = await call('browse_posts', { topic: null, country: null, limit: 2, cursor: null })
    assert.deepEqual([browsed.isError, browsed.value], [false, { items: [] }])
    const optional = { occurrences: null, online_url: null, max_price_micros: null, idempotency_key: null }
    const place = { country: 'FR', state: null, city: null }
    const posted = await call('post_event', eventBody({ ...optional, location: place }))
    assert.equal(posted.value.status, 'queued', posted.text)
    assert.deepEqual((await call('post_event', eventBody({ title: null }))).value.errors, [
      '/title: got null; it takes text: its name',
    ])
    assert.match((await call('get_post', { id: null })).value.errors[0], /^\/id: got null/)
    assert.match((await call('browse_posts', { nope: null })).value.errors[0], /^\/nope: is no field/)
  })

  test('a member of an edit stays unchanged if it is null, and is removed if `clear` names it', async () => {
    const { key } = await app().account()
    const call = caller(key)
    const location = { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2988507, name: 'Paris' } }
    const id = await publish(key, { location, online_url: 'https://example.org/live' })
    const edit = async (args: object) => {
      const answer = await call('edit_event', { id, ...args })
      await app().moderate()
      return answer
    }
    const shown = async () => (await app().call('GET', `/v1/posts/${id}`)).json
    assert.equal((await edit({ title: null, location: null, clear: null, topics: ['kept'] })).isError, false)
    assert.deepEqual([(await shown()).location, (await shown()).topics], [location, ['kept']])
    assert.equal((await edit({ clear: ['location.city'] })).isError, false)
    assert.deepEqual((await shown()).location, { country: 'FR', state: 'FR-IDF' })
    assert.equal((await edit({ clear: ['online_url', 'location.state'], topics: ['less'] })).isError, false)
    const less = await shown()
    assert.deepEqual([less.location, less.online_url, less.topics], [{ country: 'FR' }, undefined, ['less']])
    for (const [args, words] of [
      [{ clear: ['online_url'], online_url: 'https://example.org/' }, /^\/clear: online_url is given as well/],
      [{ clear: ['title'] }, /^\/clear\/0: got "title"; it takes one of "starts_at", /],
      [{ clear: 'location' }, /^\/clear: got "location"; it takes a list/],
      [{ clear: ['location'] }, /location/],
      [{ clear: [] }, /has no member to change/],
    ] as const) {
      const { isError, value } = await edit(args)
      assert.deepEqual([isError, value.code], [true, 'invalid'], JSON.stringify(args))
      assert.match(value.errors[0], words)
    }
  })

  test('an answer to a model has a text line with all that it needs: flags, the reason, the penalty, the strike, every fault', async () => {
    const { key } = await app().account({ balance: 30_000_000 })
    const call = caller(key)
    const flagged = eventBody({ body: 'Details and pictures are at https://example.org/programme for all who come.' })
    const checked = await call('check_event', flagged)
    assert.ok(checked.value.flags.length > 0)
    for (const said of [
      ...checked.value.flags,
      'would_queue',
      '1.00 USD (1000000',
      '10.00 USD',
      'Moderation has not judged',
    ])
      assert.ok(checked.text.includes(said), `${said}: ${checked.text}`)
    const id = (await call('post_event', flagged)).value.id
    await app().moderate()
    if ((await call('get_post', { id })).value.status === 'review')
      await decideText(app().platform, { revisionId: id, action: 'publish', actor: 'test', reason: 'It is fine.' })
    const read = await call('get_post', { id })
    assert.deepEqual(read.value.post.risk_flags, ['external_links'])
    assert.match(read.text, /risk_flags: external_links/)
    await decideText(app().platform, {
      revisionId: id,
      action: 'remove',
      category: 'scam',
      penalized: true,
      actor: 'test',
      reason: 'Readers were asked for a deposit.',
    })
    const removed = await call('get_post', { id })
    assert.match(
      removed.text,
      /is removed.*scam: Readers were asked for a deposit\. Abuse: a penalty of 9\.00 USD .* strike/,
    )
    assert.match((await call('list_outcomes', {})).text, new RegExp(`post\\.removed ${id} .*scam: Readers.* strike`))
    const faulty = await call('post_event', { title: '', colour: 'blue' })
    for (const fault of faulty.value.errors) assert.ok(faulty.text.includes(fault), fault)
    const refused = await call('post_event', eventBody({ body: 'test test test' }))
    assert.equal(refused.value.charged, 0)
    assert.ok(refused.text.includes(refused.value.rule))
  })

  test('an answer to a model has JSON in the text only where a line is not enough, so that no model reads it twice', async () => {
    const { key } = await app().account()
    const call = caller(key)
    const id = await publish(key)
    const copied: [string, object][] = [
      ['browse_posts', {}],
      ['search_posts', {}],
      ['get_post', { id }],
    ]
    for (const [name, args] of copied) {
      const { value, copy } = await call(name, args)
      assert.deepEqual(JSON.parse(copy!.text), value, name)
    }
    const said: [string, object][] = [
      ['get_policy', {}],
      ['get_pricing', {}],
      ['get_account', {}],
      ['check_event', eventBody()],
      ['post_event', eventBody()],
      ['list_outcomes', {}],
      ['get_post', { id: 'p_nothingnothingnothing' }],
    ]
    for (const [name, args] of said) assert.equal((await call(name, args)).copy, undefined, name)
  })
})
