// Near-duplicates of live posts are flagged for the model and in a dry run, and never refused (contract.md §9).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, hostOf, messageBody, storyBody, withSites } from '../../harness.ts'

const day = 86_400_000

withSites('near-duplicates', app => {
  const flagsOf = async (site: 'events' | 'messages' | 'stories', key: string, body: unknown): Promise<string[]> => {
    const { json, text } = await app().call('POST', '/v1/posts?dry_run=true', { host: hostOf(site), key, body })
    assert.equal(json.outcome, 'would_queue', text)
    return json.flags
  }
  const submit = async (site: 'events' | 'messages' | 'stories', key: string, body: unknown): Promise<string> => {
    const { status, json, text } = await app().call('POST', '/v1/posts', { host: hostOf(site), key, body })
    assert.equal(status, 202, text)
    return json.id
  }
  const text =
    'The district library lends sewing machines from Monday on, three weeks each, against a deposit of your old one. A short introduction is part of it; thread is not.'

  test('near-duplicates of queued and published posts are flagged, only on the same site, whoever posts them', async () => {
    const [author, other] = [await app().account(), await app().account()]
    const copy = messageBody({ text: text.replace('Monday', 'Tuesday') })
    assert.deepEqual(await flagsOf('messages', author.key, messageBody({ text })), ['mentions_payment'])
    await submit('messages', author.key, messageBody({ text }))
    await app().platform.act('takeQueued', { limit: 10 })
    assert.ok((await flagsOf('messages', other.key, copy)).includes('near_duplicate'), 'in the queue of moderation too')
    app().clock.advance(61_000)
    await app().moderate()
    assert.ok((await flagsOf('messages', other.key, copy)).includes('near_duplicate'))
    const event = eventBody({ title: 'Sewing machines', body: text.replace('Monday', 'Tuesday') })
    assert.ok(!(await flagsOf('events', other.key, event)).includes('near_duplicate'))
  })

  test('near-duplicates are sent to the model with their flag, and not refused', async () => {
    const author = await app().account()
    const body = storyBody()
    await submit('stories', author.key, body)
    const id = await submit('stories', author.key, { ...body, title: 'The clock that ran fast' })
    const model = app().platform.model
    // Texts of one batch are judged in any order.
    const told = new Map<string | null, boolean>()
    const { decide } = model
    model.decide = (text, flags) => {
      told.set(text.title, flags.includes('near_duplicate'))
      return decide.call(model, text, flags)
    }
    await app().moderate()
    model.decide = decide
    assert.deepEqual(
      [told.get(String(body.title)), told.get('The clock that ran fast')],
      [false, true],
      'of two near-duplicates in one batch the later one is flagged',
    )
    const { verdict } = await app()
      .platform.db.selectFrom('revisions')
      .select('verdict')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual((JSON.parse(verdict ?? '') as { flags: string[] }).flags, ['near_duplicate'])
  })

  test('near-duplicates are not flagged once the other post is deleted or cancelled', async () => {
    const author = await app().account()
    const body = storyBody({ title: 'A quiet year at the lock' })
    body.body = `${body.body}`.split(' ').reverse().join(' ')
    const near = { ...body, title: 'A quiet year at the old lock' }
    const host = hostOf('stories')
    for (const end of [
      (id: string) => app().call('DELETE', `/v1/posts/${id}`, { host, key: author.key }),
      (id: string) => app().call('POST', `/v1/posts/${id}/cancel`, { host, key: author.key }),
    ]) {
      const before = await flagsOf('stories', author.key, near)
      const id = await submit('stories', author.key, body)
      await app().platform.act('takeQueued', { limit: 10 })
      assert.deepEqual(await flagsOf('stories', author.key, near), [...before, 'near_duplicate'])
      assert.equal((await end(id)).status, 200)
      assert.deepEqual(await flagsOf('stories', author.key, near), before)
      const rows = await app()
        .platform.db.selectFrom('near_duplicate_keys')
        .selectAll()
        .where('post_id', '=', id)
        .execute()
      assert.deepEqual(rows, [])
    }
  })

  test('include an event with the same text at another start; after the end of the other event it is not flagged', async () => {
    const author = await app().account()
    const first = eventBody({ starts_at: '2026-11-25T14:00:00+01:00', ends_at: '2026-11-25T16:00:00+01:00' })
    const second = { ...first, starts_at: '2027-05-01T14:00:00+02:00', ends_at: '2027-05-01T16:00:00+02:00' }
    await submit('events', author.key, first)
    await app().moderate()
    const flags = await flagsOf('events', author.key, second)
    assert.ok(flags.includes('copy_with_other_start'), flags.join())
    const again = await app().call('POST', '/v1/posts?dry_run=true', {
      host: hostOf('events'),
      key: author.key,
      body: first,
    })
    assert.equal(again.json.refusal.category, 'duplicate')
    assert.ok(!again.json.flags.includes('copy_with_other_start'))
    app().clock.advance(5 * day)
    await app().platform.act('sweep', { limit: 500 })
    assert.ok(!(await flagsOf('events', author.key, second)).includes('copy_with_other_start'))
  })
})
