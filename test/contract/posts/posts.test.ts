// Reading, the outcomes of moderation, cancelling and deleting: the life of a post after its submission.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAddresses } from '../../../src/domain/posts/addresses.ts'
import type { ModerationModel } from '../../../src/moderation/model.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp, withApp } from '../../harness.ts'

const submit = async (app: TestApp, key: string, change: Record<string, unknown> = {}) => {
  const answer = await app.call('POST', '/v1/posts', { key, body: eventBody(change) })
  assert.equal(answer.status, 202, answer.text)
  return answer.json.id as string
}

const published = async (app: TestApp, key: string, change: Record<string, unknown> = {}) => {
  const id = await submit(app, key, change)
  await app.moderate()
  return id
}

withApp('posts after submission', app => {
  test('posts after submission are published; the public view has every member of the contract, with times in the zone of the event', async () => {
    const { key, handle } = await app().account()
    const id = await published(app(), key, { starts_at: '2027-07-06T12:00:00Z', ends_at: '2027-07-06T14:00:00Z' })
    const own = await app().call('GET', `/v1/posts/${id}`, { key })
    assert.equal(own.json.status, 'published', own.text)
    assert.equal(own.headers.get('retry-after'), null)
    const { status, json, headers } = await app().call('GET', `/v1/posts/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(own.json.post, json)
    assert.equal(json.url, `http://events.test/p/${id}`)
    assert.equal(json.content_trust, 'untrusted-user-content')
    assert.deepEqual(json.license, { id: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' })
    assert.deepEqual(json.author, { handle })
    assert.equal(json.starts_at, '2027-07-06T14:00:00+02:00')
    assert.equal(json.expires_at, '2027-07-06T14:00:00Z')
    assert.match(json.attribution, new RegExp(`${handle}.*CC BY 4.0`))
    assert.deepEqual(json.risk_flags, [])
    assert.match(json.policy_version, /^\d{4}\.\d\d\.\d\d-\d+$/)
    assert.ok(!('moderation' in json) && !('status' in json))
    const again = await app().call('GET', `/v1/posts/${id}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    assert.deepEqual([again.status, again.text], [304, ''])
  })

  test('posts after submission show the owning key the estimate with Retry-After while queued; everybody else gets 404', async () => {
    const { key } = await app().account()
    const other = await app().account()
    const id = await submit(app(), key)
    const own = await app().call('GET', `/v1/posts/${id}`, { key })
    assert.equal(own.json.status, 'queued')
    assert.equal(own.headers.get('retry-after'), String(own.json.moderation.retry_after_seconds))
    assert.equal((await app().call('GET', `/v1/posts/${id}`)).status, 404)
    assert.equal((await app().call('GET', `/v1/posts/${id}`, { key: other.key })).status, 404)
    assert.equal((await app().call('GET', `/v1/posts/${id}`, { key: `ak_${'a'.repeat(38)}` })).status, 401)
  })

  test('posts after submission return the fee once when cancelled in the queue; a repeat gets the same answer, and another key gets 404', async () => {
    const { key } = await app().account()
    const other = await app().account()
    const id = await submit(app(), key)
    assert.equal((await app().call('POST', `/v1/posts/${id}/cancel`, { key: other.key })).status, 404)
    const cancelled = await app().call('POST', `/v1/posts/${id}/cancel`, { key })
    assert.deepEqual(cancelled.json, { id, status: 'cancelled', refunded: 1_000_000, balance: 10_000_000 })
    const again = await app().call('POST', `/v1/posts/${id}/cancel`, { key })
    assert.deepEqual([again.status, again.json], [200, cancelled.json])
    assert.equal((await app().call('DELETE', `/v1/posts/${id}`, { key })).json.code, 'gone')
    await app().moderate()
    assert.equal((await app().call('GET', `/v1/posts/${id}`, { key })).json.status, 'cancelled')
  })

  test('posts after submission are gone everywhere at once when deleted, without a refund; a repeat by the key gets 200 again', async () => {
    const { key } = await app().account()
    const id = await published(app(), key, { topics: ['deleted-soon'] })
    assert.equal((await app().call('GET', '/v1/posts?topic=deleted-soon')).json.items.length, 1)
    assert.deepEqual((await app().call('DELETE', `/v1/posts/${id}`, { key })).json, { id, status: 'deleted' })
    assert.deepEqual((await app().call('DELETE', `/v1/posts/${id}`, { key })).json, { id, status: 'deleted' })
    assert.equal((await app().call('GET', '/v1/posts?topic=deleted-soon')).json.items.length, 0)
    const public_ = await app().call('GET', `/v1/posts/${id}`)
    assert.deepEqual([public_.status, public_.json.code], [410, 'gone'])
    assert.equal((await app().call('GET', '/v1/account', { key })).json.balance, 9_000_000)
    assert.equal((await app().call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
  })

  test('posts after submission are listed by topic, country, state, city and start, and not after their end', async () => {
    const { key } = await app().account({ balance: 100_000_000 })
    const place = (country: string, state: string, geonames_id: number, name: string) => ({
      location: { country, state, city: { geonames_id, name } },
    })
    const berlin = await published(app(), key, {
      topics: ['list-a'],
      timezone: 'Europe/Berlin',
      ...place('DE', 'DE-BE', 2950159, 'Berlin'),
    })
    const paris = await published(app(), key, {
      topics: ['list-a', 'list-b'],
      starts_at: '2027-01-06T14:00:00+01:00',
      ends_at: '2027-01-06T15:00:00+01:00',
    })
    const soon = await published(app(), key, {
      topics: ['list-a'],
      starts_at: '2026-11-21T13:00:00+01:00',
      ends_at: '2026-11-21T19:00:00+01:00',
    })
    const ids = async (query: string) =>
      (await app().call('GET', `/v1/posts?${query}`)).json.items.map((item: { id: string }) => item.id)
    assert.deepEqual(await ids('topic=list-a'), [soon, paris, berlin])
    assert.deepEqual(await ids('topic=list-b'), [paris])
    assert.deepEqual(await ids('topic=list-a&country=DE'), [berlin])
    assert.deepEqual(await ids('topic=list-a&state=FR-IDF'), [soon, paris])
    assert.deepEqual(await ids('topic=list-a&city=2950159'), [berlin])
    assert.deepEqual(await ids('topic=list-a&order=soonest'), [soon, paris, berlin])
    assert.deepEqual(await ids('topic=list-a&starts_after=2027-01-01T00:00:00Z&order=soonest'), [paris, berlin])
    assert.deepEqual(await ids('topic=list-a&starts_before=2027-01-06T13:00:00Z'), [soon])
    app().clock.advance(8 * 3_600_000)
    assert.deepEqual(await ids('topic=list-a'), [paris, berlin])
    await app().platform.act('sweep', { limit: 100 })
    assert.deepEqual(await ids('topic=list-a'), [paris, berlin])
    assert.equal((await app().call('GET', `/v1/posts/${soon}`)).status, 200)
  })

  test('posts after submission come once each on pages that next_cursor links, in both orders; a cursor of the other order is refused', async () => {
    const { key } = await app().account({ balance: 100_000_000 })
    const made: string[] = []
    for (let day = 1; day <= 7; day++)
      made.push(
        await published(app(), key, {
          topics: ['paging'],
          starts_at: `2027-04-0${(day * 3) % 8 || 8}T10:00:00Z`,
          ends_at: `2027-04-0${(day * 3) % 8 || 8}T11:00:00Z`,
        }),
      )
    for (const order of ['newest', 'soonest']) {
      const seen: string[] = []
      let path: string | null = `/v1/posts?topic=paging&limit=2&order=${order}`
      for (let pages = 0; path && pages < 10; pages++) {
        const page: any = await app().call('GET', path)
        seen.push(...page.json.items.map((item: { id: string }) => item.id))
        const next = page.json.next_cursor
        assert.equal(/rel="next"/.test(page.headers.get('link') ?? ''), next !== undefined)
        path = next ? `/v1/posts?topic=paging&limit=2&order=${order}&cursor=${next}` : null
      }
      assert.equal(seen.length, 7, order)
      assert.deepEqual(new Set(seen), new Set(made))
      if (order === 'newest') assert.deepEqual(seen, [...made].reverse())
    }
    const { json } = await app().call('GET', '/v1/posts?topic=paging&limit=2')
    const wrong = await app().call('GET', `/v1/posts?order=soonest&cursor=${json.next_cursor}`)
    assert.equal(wrong.status, 400)
    for (const bad of ['x', 'bi4xLjI.', '%00', 'bi45OTk5OTk5OTk5OTk5OTk5OTk5OS4w'])
      assert.equal((await app().call('GET', `/v1/posts?cursor=${bad}`)).status, 400, bad)
  })

  test('posts after submission are listed only with valid parameters; a wrong one gets 400 with the nearest name', async () => {
    const wrong = async (query: string) => (await app().call('GET', `/v1/posts?${query}`)).json.errors?.[0]
    assert.match(await wrong('topik=a'), /^\/topik: .*"topic"/)
    assert.match(await wrong('limit=0'), /^\/limit: .*at least 1/)
    assert.match(await wrong('limit=51'), /^\/limit: .*at most 50/)
    assert.match(await wrong('limit=many'), /^\/limit: .*whole number/)
    assert.match(await wrong('order=oldest'), /^\/order: .*newest.*soonest/)
    assert.match(await wrong('topic=a&topic=b'), /^\/topic: /)
    assert.match(await wrong('starts_after=tomorrow'), /^\/starts_after: /)
    assert.match(await wrong('country=fr'), /^\/country: /)
  })

  test('posts after submission are listed with an ETag that changes only with a publication', async () => {
    const { key } = await app().account()
    const first = await app().call('GET', '/v1/posts')
    const etag = first.headers.get('etag') ?? ''
    assert.equal((await app().call('GET', '/v1/posts', { headers: { 'if-none-match': etag } })).status, 304)
    await published(app(), key)
    const after = await app().call('GET', '/v1/posts', { headers: { 'if-none-match': etag } })
    assert.equal(after.status, 200)
    assert.match(after.headers.get('cache-control') ?? '', /public/)
  })

  test('posts after submission leave the audit without breaches', async () => {
    const { platform, clock } = app()
    await app().moderate()
    assert.deepEqual((await audit(platform.db, platform.dialect, clock.now())).breaches, [])
  })
})

onEveryDatabase('moderation outcomes', ({ fresh }) => {
  const verdicts: ModerationModel & { next: () => unknown } = {
    name: 'scripted',
    next: () => null,
    state: async () => 'running',
    decide: async () => verdicts.next(),
  }
  const start = async () => startApp(await fresh(), { overrides: { model: verdicts } })
  const says = (answer: object) => {
    verdicts.next = () => ({ confidence: 0.95, category: null, reason: 'as scripted', scores: {}, ...answer })
  }

  test('moderation outcomes have the money, the strike, the status and the event of the state table', async () => {
    const app = await start()
    const { key } = await app.account({ balance: 50_000_000 })
    const outcome = async (answer: object) => {
      says(answer)
      const id = await submit(app, key)
      await app.moderate()
      const post = await app.call('GET', `/v1/posts/${id}`, { key })
      const account = await app.call('GET', '/v1/account', { key })
      const events = await app.platform.db
        .selectFrom('events')
        .select(['type', 'payload'])
        .where('post_id', '=', id)
        .execute()
      return { post: post.json, balance: account.json.balance, strikes: account.json.strikes, events }
    }
    const abuse = app.platform.policy.categories.find(c => c.penalized && c.sites.includes('events'))!.id
    const low = app.platform.policy.categories.find(c => !c.penalized && c.sites.includes('events'))!.id

    const good = await outcome({ outcome: 'publish' })
    assert.deepEqual(
      [good.post.status, good.balance, good.events.map(e => e.type)],
      ['published', 49_000_000, ['post.published']],
    )
    assert.deepEqual(JSON.parse(withAddresses(good.events[0]!.payload, 'http://events.test')), good.post)
    const unsure = await outcome({ outcome: 'publish', confidence: 0.59 })
    assert.deepEqual(
      [unsure.post.status, unsure.balance, unsure.events.map(e => e.type)],
      ['review', 48_000_000, ['post.review']],
    )
    const timid = await outcome({ outcome: 'reject', category: abuse, confidence: 0.84 })
    assert.equal(timid.post.status, 'review')
    const malformed = await outcome({ outcome: 'explode' })
    assert.equal(malformed.post.status, 'review')
    const refunded = await outcome({ outcome: 'reject', category: low })
    assert.deepEqual([refunded.post.status, refunded.balance, refunded.strikes], ['rejected', 46_000_000, 0])
    const { statement, ...rejection } = refunded.post.rejection
    assert.deepEqual(rejection, { category: low, reason: 'as scripted', penalized: false, amount: 0 })
    assert.deepEqual([statement.decided_by, statement.fee_refunded], ['model', true])
    const penalised = await outcome({ outcome: 'reject', category: abuse })
    assert.deepEqual([penalised.post.status, penalised.balance, penalised.strikes], ['rejected', 36_000_000, 1])
    assert.equal(penalised.post.rejection.amount, 9_000_000)
    assert.deepEqual(
      penalised.events.map(e => e.type),
      ['post.rejected'],
    )
    assert.deepEqual((await audit(app.platform.db, app.platform.dialect, app.clock.now())).breaches, [])
    await app.close()
  })

  test('moderation outcomes send the post to a person after five failures of the model', async () => {
    const app = await start()
    const { key } = await app.account()
    let calls = 0
    verdicts.next = () => {
      calls++
      throw new Error('model down')
    }
    const id = await submit(app, key)
    for (let i = 0; i < 10; i++) {
      await app.moderate()
      app.clock.advance(130_000)
    }
    assert.equal(calls, 5)
    assert.equal((await app.call('GET', `/v1/posts/${id}`, { key })).json.status, 'review')
    await app.close()
  })

  test('moderation outcomes come from another worker once the lease of a dead worker has expired; a late verdict of the first worker is refused', async () => {
    const app = await start()
    const { key } = await app.account()
    const id = await submit(app, key)
    const dead = await app.platform.act('takeQueued', { limit: 10 })
    assert.equal(dead.revisions.length, 1)
    assert.equal((await app.platform.act('takeQueued', { limit: 10 })).revisions.length, 0)
    app.clock.advance(61_000)
    const alive = await app.platform.act('takeQueued', { limit: 10 })
    assert.deepEqual(
      alive.revisions.map(revision => revision.id),
      [id],
    )
    const record = async ({ token }: { token: string }) => {
      const decisions = [
        { revisionId: id, postId: id, to: 'review', refused: null, verdict: { why: '' }, publication: null } as const,
      ]
      return app.platform.act('recordVerdicts', { token, decisions })
    }
    assert.deepEqual(await record(dead), ['late'])
    assert.deepEqual(await record(alive), ['decided'])
    assert.deepEqual(await record(alive), ['late'])
    await app.close()
  })

  test('moderation outcomes do not apply to a post that was cancelled meanwhile', async () => {
    const app = await start()
    const { key } = await app.account()
    const id = await submit(app, key)
    const { token } = await app.platform.act('takeQueued', { limit: 10 })
    await app.call('POST', `/v1/posts/${id}/cancel`, { key })
    const decision = {
      revisionId: id,
      postId: id,
      to: 'review',
      refused: null,
      verdict: { why: '' },
      publication: null,
    } as const
    assert.deepEqual(await app.platform.act('recordVerdicts', { token, decisions: [decision] }), ['late'])
    assert.equal((await app.call('GET', `/v1/posts/${id}`, { key })).json.status, 'cancelled')
    assert.equal((await app.call('GET', '/v1/account', { key })).json.balance, 10_000_000)
    await app.close()
  })

  test('moderation outcomes come from people too, who publish, reject, remove and grant appeals; a second decision gets not_in_review', async () => {
    const app = await start()
    const { key } = await app.account({ balance: 100_000_000 })
    const by = { actor: 'test', reason: 'seen' }
    const inReview = async () => {
      says({ outcome: 'review' })
      const id = await submit(app, key)
      await app.moderate()
      return id
    }
    const standing = async () => {
      const { json } = await app.call('GET', '/v1/account', { key })
      return [json.balance / 1_000_000, json.strikes]
    }
    const first = await inReview()
    await decideText(app.platform, { ...by, revisionId: first, action: 'publish' })
    assert.equal((await app.call('GET', `/v1/posts/${first}`)).status, 200)
    await assert.rejects(decideText(app.platform, { ...by, revisionId: first, action: 'publish' }), {
      code: 'not_in_review',
    })
    assert.deepEqual(await standing(), [99, 0])
    const second = await inReview()
    await decideText(app.platform, {
      ...by,
      revisionId: second,
      action: 'reject',
      category: 'x',
      penalized: false,
    })
    assert.deepEqual(await standing(), [99, 0])
    const third = await inReview()
    await decideText(app.platform, { ...by, revisionId: third, action: 'reject', category: 'x', penalized: true })
    assert.deepEqual(await standing(), [89, 1])
    await decideText(app.platform, { ...by, revisionId: third, action: 'appeal', publish: false })
    assert.deepEqual(await standing(), [99, 0])
    await decideText(app.platform, { ...by, revisionId: first, action: 'remove', category: 'x', penalized: true })
    assert.deepEqual(await standing(), [90, 1])
    assert.equal((await app.call('GET', `/v1/posts/${first}`)).json.code, 'gone')
    await decideText(app.platform, { ...by, revisionId: first, action: 'appeal', publish: true })
    assert.deepEqual(await standing(), [99, 0])
    assert.equal((await app.call('GET', `/v1/posts/${first}`)).status, 200)
    // A post pays one penalty at most: the second removal costs a strike and no money.
    await decideText(app.platform, { ...by, revisionId: first, action: 'remove', category: 'x', penalized: true })
    assert.deepEqual(await standing(), [99, 1])
    await decideText(app.platform, { ...by, revisionId: first, action: 'appeal', publish: true })
    assert.deepEqual(await standing(), [99, 0])
    const log = await app.platform.db.selectFrom('decision_log').selectAll().execute()
    assert.equal(log.filter(row => row.actor === 'test' && row.reason === 'seen').length, 8)
    assert.deepEqual((await audit(app.platform.db, app.platform.dialect, app.clock.now())).breaches, [])
    await app.close()
  })
})
