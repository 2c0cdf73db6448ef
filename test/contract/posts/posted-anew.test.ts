// A cancelled event blocks no other post: its text may be posted again, and is no near-duplicate of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, type TestApp, withApp } from '../../harness.ts'

const submit = (app: TestApp, key: string, body: unknown, query = '') =>
  app.call('POST', `/v1/posts${query}`, { key, body })

const setStatus = (app: TestApp, key: string, id: string, event_status: 'cancelled' | 'scheduled') =>
  app.call('PATCH', `/v1/posts/${id}`, { key, body: { event_status } })

async function published(app: TestApp, key: string, body: unknown): Promise<string> {
  const { status, json, text } = await submit(app, key, body)
  assert.equal(status, 202, text)
  await app.moderate()
  assert.equal((await app.call('GET', `/v1/posts/${json.id}`)).status, 200)
  return json.id
}

withApp('an event that is cancelled', app => {
  test('a cancelled event may be posted again by anybody, at the same time or another', async () => {
    const { key } = await app().account()
    const other = await app().account()
    const body = eventBody()
    const moved = { ...body, starts_at: '2027-03-13T14:00:00+01:00', ends_at: '2027-03-13T16:00:00+01:00' }
    const id = await published(app(), key, body)
    assert.equal((await submit(app(), key, body)).json.code, 'duplicate')
    const flags = async (of: unknown) => (await submit(app(), key, of, '?dry_run=true')).json.flags
    assert.deepEqual(await flags(moved), ['copy_with_other_start'])

    assert.equal((await setStatus(app(), key, id, 'cancelled')).status, 200)
    assert.deepEqual(await flags(moved), [])
    const anew = await published(app(), other.key, body)
    assert.equal((await submit(app(), key, body)).json.code, 'duplicate', 'the new post blocks duplicates')
    const both = (await app().call('GET', '/v1/posts')).json.items.map((item: { id: string }) => item.id)
    assert.ok(both.includes(id) && both.includes(anew))
  })

  test('a cancelled event cannot be restored after its author has posted it again, but can be after a stranger has copied it', async () => {
    const { key } = await app().account()
    const other = await app().account()
    const body = eventBody()
    const id = await published(app(), key, body)
    await setStatus(app(), key, id, 'cancelled')
    const anew = await published(app(), key, body)
    const refused = await setStatus(app(), key, id, 'scheduled')
    assert.deepEqual([refused.status, refused.json.code, refused.json.existing_post.id], [422, 'duplicate', anew])
    const tried = await app().call('PATCH', `/v1/posts/${id}?dry_run=true`, {
      key,
      body: { event_status: 'scheduled' },
    })
    assert.deepEqual([tried.json.outcome, tried.json.ready_to_post], ['would_refuse', false])
    await app().call('DELETE', `/v1/posts/${anew}`, { key })
    assert.equal((await setStatus(app(), key, id, 'scheduled')).status, 200)
    assert.equal((await submit(app(), key, body)).json.code, 'duplicate', 'the restored event blocks duplicates again')

    await setStatus(app(), key, id, 'cancelled')
    await published(app(), other.key, body)
    assert.equal((await setStatus(app(), key, id, 'scheduled')).status, 200)
  })

  test('a cancelled event can be corrected while its new post exists, and blocks duplicates again at the times that reopen it', async () => {
    const { key } = await app().account()
    const body = eventBody()
    const id = await published(app(), key, body)
    await setStatus(app(), key, id, 'cancelled')
    await published(app(), key, body)
    const correct = (change: object) => app().call('PATCH', `/v1/posts/${id}`, { key, body: change })
    assert.equal((await correct({ ends_at: '2027-03-06T17:00:00+01:00' })).status, 200, 'the event stays cancelled')
    const later = { starts_at: '2027-03-20T14:00:00+01:00', ends_at: '2027-03-20T16:00:00+01:00' }
    assert.equal((await correct(later)).json.post.event_status, 'rescheduled')
    assert.equal((await submit(app(), key, { ...body, ...later })).json.code, 'duplicate')
  })

  test('a cancelled event is posted again or restored, never both, when both requests come at once', async () => {
    const { key } = await app().account({ balance: 50_000_000 })
    for (let n = 0; n < 5; n++) {
      const body = eventBody()
      const id = await published(app(), key, body)
      await setStatus(app(), key, id, 'cancelled')
      const [anew, back] = await Promise.all([submit(app(), key, body), setStatus(app(), key, id, 'scheduled')])
      assert.deepEqual([anew.status, back.status].sort(), anew.status === 202 ? [202, 422] : [200, 422])
    }
  })
})
