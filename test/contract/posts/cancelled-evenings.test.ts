// An evening of a series that is cancelled while the others take place: it stays listed as cancelled wherever the event is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { sentences } from '../../../src/contract/sentences.ts'
import { eventBody, type TestApp, withApp } from '../../harness.ts'

type Evening = { starts_at: string; ends_at: string; status?: string }

const evening = (day: number, status?: string): Evening => ({
  starts_at: `2027-02-${String(day).padStart(2, '0')}T19:00:00+01:00`,
  ends_at: `2027-02-${String(day).padStart(2, '0')}T21:00:00+01:00`,
  ...(status && { status }),
})
const off = (day: number) => evening(day, 'cancelled')

const patch = (app: TestApp, key: string, id: string, body: unknown) =>
  app.call('PATCH', `/v1/posts/${id}`, { key, body })

const publicPost = async (app: TestApp, id: string) => (await app.call('GET', `/v1/posts/${id}`)).json

/** The status of the event, and of each evening. */
async function statuses(app: TestApp, id: string) {
  const { event_status, occurrences } = await publicPost(app, id)
  return [event_status, ...occurrences.map((one: Evening) => one.status)]
}

async function series(app: TestApp, key: string, occurrences: readonly Evening[]): Promise<string> {
  const body = eventBody({ starts_at: undefined, ends_at: undefined, occurrences })
  const { status, json, text } = await app.call('POST', '/v1/posts', { key, body })
  assert.equal(status, 202, text)
  await app.moderate()
  return json.id
}

const calendarOf = async (app: TestApp, id: string) =>
  (await app.call('GET', `/p/${id}.ics`)).text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map(entry => ['UID', 'SEQUENCE', 'STATUS'].map(name => new RegExp(`${name}:(.*)\r\n`).exec(entry)?.[1]))

withApp('an evening of a series that is cancelled alone', app => {
  const author = () => app().account({ balance: 30_000_000 })

  test('one evening of a series is cancelled at once and free, and shown as cancelled over REST, on pages, in feeds, JSON-LD and calendars', async () => {
    const { key } = await author()
    const id = await series(app(), key, [evening(6), evening(13), evening(20)])
    const balance = (await app().call('GET', '/v1/account', { key })).json.balance
    const tried = await app().call('PATCH', `/v1/posts/${id}?dry_run=true`, {
      key,
      body: { occurrences: [evening(6), off(13), evening(20)] },
    })
    assert.deepEqual([tried.json.price, tried.json.ready_to_post], [0, true])
    assert.deepEqual(
      tried.json.local_times.map((time: string) => /, cancelled$/.test(time)),
      [false, true, false],
    )
    const answer = await patch(app(), key, id, { occurrences: [evening(6), off(13), evening(20)] })
    assert.deepEqual([answer.status, answer.json.edit], [200, undefined], answer.text)
    assert.equal((await app().call('GET', '/v1/account', { key })).json.balance, balance)
    assert.deepEqual(await statuses(app(), id), [undefined, undefined, 'cancelled', undefined])

    const listed = async (query: string) =>
      (await app().call('GET', `/v1/posts?${query}`)).json.items.find((item: { id: string }) => item.id === id)
    assert.deepEqual((await listed('order=soonest')).occurrences[1], off(13))
    assert.equal((await listed('starts_after=2027-02-13T00:00:00Z&starts_before=2027-02-14T00:00:00Z')).id, id)

    const page = (await app().call('GET', `/p/${id}`)).text
    assert.equal(page.match(/<strong>is cancelled<\/strong>/g)?.length, 1)
    assert.match(page, /datetime="2027-02-13T19:00:00\+01:00"[^>]*>[^\n]*?<strong>is cancelled<\/strong><\/li>/)
    assert.doesNotMatch(page, /does not take place|<title>Cancelled/)
    const event = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)![1]!)
    assert.deepEqual(
      [event, ...event.subEvent].map((one: Record<string, string>) => one.eventStatus),
      ['Scheduled', 'Scheduled', 'Cancelled', 'Scheduled'].map(word => `https://schema.org/Event${word}`),
    )
    assert.deepEqual(await calendarOf(app(), id), [
      [`${id}@events.test`, '1', 'CONFIRMED'],
      [`${id}-1@events.test`, '1', 'CANCELLED'],
      [`${id}-2@events.test`, '1', 'CONFIRMED'],
    ])
    for (const feed of ['/feed.xml', '/index.json'])
      assert.match(
        (await app().call('GET', feed)).text,
        /and 2 more dates; cancelled: Sat 13 February 2027, 19:00–21:00/,
      )

    assert.equal((await patch(app(), key, id, { occurrences: [evening(6), evening(13), off(20)] })).status, 200)
    assert.deepEqual(
      await statuses(app(), id),
      [undefined, undefined, undefined, 'cancelled'],
      'another evening is cancelled instead',
    )
    assert.deepEqual(
      (await calendarOf(app(), id)).map(([, sequence, status]) => [sequence, status]),
      [
        ['2', 'CONFIRMED'],
        ['2', 'CONFIRMED'],
        ['2', 'CANCELLED'],
      ],
    )
  })

  test('an event is cancelled once all its evenings are cancelled, and rescheduling the event restores them all', async () => {
    const { key } = await author()
    const id = await series(app(), key, [evening(6), evening(13)])
    assert.equal((await patch(app(), key, id, { occurrences: [off(6), evening(13)] })).status, 200)
    assert.equal((await patch(app(), key, id, { occurrences: [off(6), off(13)] })).status, 200)
    assert.deepEqual(await statuses(app(), id), ['cancelled', 'cancelled', 'cancelled'])
    assert.match((await app().call('GET', `/p/${id}`)).text, /This event does not take place/)
    assert.equal((await patch(app(), key, id, { event_status: 'cancelled' })).json.note, sentences.nothingChanged)
    assert.equal((await patch(app(), key, id, { event_status: 'scheduled' })).status, 200)
    assert.deepEqual(await statuses(app(), id), [undefined, undefined, undefined])

    await patch(app(), key, id, { occurrences: [off(6), evening(13)] })
    await patch(app(), key, id, { event_status: 'cancelled' })
    assert.deepEqual(await statuses(app(), id), ['cancelled', 'cancelled', 'cancelled'])
    await patch(app(), key, id, { event_status: 'scheduled' })
    assert.deepEqual(
      await statuses(app(), id),
      [undefined, 'cancelled', undefined],
      'the evening that was cancelled by itself stays cancelled',
    )

    await patch(app(), key, id, { event_status: 'cancelled' })
    assert.equal((await patch(app(), key, id, { occurrences: [evening(6), off(13)] })).status, 200)
    assert.deepEqual(
      await statuses(app(), id),
      [undefined, undefined, 'cancelled'],
      'one evening takes place after all',
    )
  })

  test('a cancelled evening counts among the ten free changes of the event in a day, and not as a correction', async () => {
    const { key } = await author()
    const id = await series(app(), key, [evening(6), evening(13)])
    for (let n = 0; n < limits.freeChangesPerPostPerDay; n++) {
      const change = n % 2 === 0 ? { occurrences: [evening(6), off(13)] } : { occurrences: [evening(6), evening(13)] }
      const wholly = { event_status: n % 2 === 0 ? 'cancelled' : 'scheduled' }
      assert.equal((await patch(app(), key, id, n < 6 ? change : wholly)).status, 200, String(n))
    }
    const refused = await patch(app(), key, id, { occurrences: [evening(6), off(13)] })
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited'])
    const moved = await patch(app(), key, id, { occurrences: [evening(6), off(14)] })
    assert.match(moved.json.note, /; 4 more of 5 such edits/)
  })

  test('a cancelled evening stays cancelled when it moves, and when an edit that was queued before is applied', async () => {
    const { key } = await author()
    const id = await series(app(), key, [evening(6), evening(13), evening(20)])
    assert.equal((await patch(app(), key, id, { title: 'Watercolour under a new name' })).status, 202)
    assert.equal((await patch(app(), key, id, { occurrences: [evening(6), off(13), evening(20)] })).status, 200)
    await app().moderate()
    assert.deepEqual(await statuses(app(), id), [undefined, undefined, 'cancelled', undefined])

    const all = { title: 'Watercolour under its third name', occurrences: [evening(7), evening(13), evening(20)] }
    assert.equal((await patch(app(), key, id, all)).status, 202)
    assert.equal((await patch(app(), key, id, { occurrences: [evening(6), off(13), off(20)] })).status, 200)
    await app().moderate()
    assert.deepEqual(
      await statuses(app(), id),
      ['rescheduled', undefined, undefined, 'cancelled'],
      'the edit overwrites cancellations from before it was sent, not later ones',
    )
    const moved = await patch(app(), key, id, { occurrences: [evening(7), evening(13), off(21)] })
    assert.deepEqual([moved.status, moved.json.edit.status], [200, 'applied'])
    assert.deepEqual((await calendarOf(app(), id)).at(-1)?.slice(0, 3), [`${id}-2@events.test`, '5', 'CANCELLED'])
    assert.equal(
      (
        await patch(app(), key, id, {
          starts_at: evening(21).starts_at,
          ends_at: evening(21).ends_at,
          confirm_removals: 2,
        })
      ).status,
      200,
    )
    assert.equal(
      (await publicPost(app(), id)).event_status,
      'rescheduled',
      'an evening that is sent without a status takes place',
    )
  })

  test('an evening accepts the spelling canceled; any other status is refused, and so is a status in a new event', async () => {
    const { key } = await author()
    const id = await series(app(), key, [evening(6), evening(13)])
    const wrong = await patch(app(), key, id, { occurrences: [evening(6, 'off'), evening(13, 'rescheduled')] })
    assert.deepEqual(wrong.json.errors, [
      '/occurrences/0/status: got "off"; it takes cancelled, scheduled',
      '/occurrences/1/status: got "rescheduled"; it takes cancelled, scheduled',
    ])
    assert.equal((await patch(app(), key, id, { occurrences: [evening(6), evening(13, 'canceled')] })).status, 200)
    assert.deepEqual(await statuses(app(), id), [undefined, undefined, 'cancelled'])
    const again = await patch(app(), key, id, { occurrences: [evening(6), off(13)] })
    assert.deepEqual([again.status, again.json.note], [200, sentences.nothingChanged])
    const utc = { starts_at: '2027-02-06T18:00:00Z', ends_at: '2027-02-06T20:00:00Z' }
    const otherwise = await patch(app(), key, id, {
      occurrences: [evening(13, 'scheduled'), { ...utc, status: 'cancelled' }],
    })
    assert.deepEqual([otherwise.status, otherwise.json.edit], [200, undefined], 'the same times in another notation')
    assert.deepEqual(await statuses(app(), id), [undefined, 'cancelled', undefined])
    const body = eventBody({ starts_at: undefined, ends_at: undefined, occurrences: [off(6)] })
    assert.match(
      (await app().call('POST', '/v1/posts', { key, body })).json.errors[0],
      /^\/occurrences\/0\/status: is no field/,
    )
  })

  test('the cancellation of an evening is reported over MCP', async () => {
    const { key } = await author()
    const id = await series(app(), key, [evening(6), evening(13)])
    const { json } = await app().call('POST', '/mcp', {
      key,
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'edit_event', arguments: { id, occurrences: [evening(6), off(13)] } },
      },
    })
    assert.match(
      json.result.content[0].text,
      /is scheduled now, 1 of its 2 dates cancelled, for everyone to see\. Nothing was/,
    )
    assert.equal(json.result.structuredContent.post.occurrences[1].status, 'cancelled')
  })

  test('an evening is cancelled and counted once, however many requests come at once, and a repeat succeeds', async () => {
    const { key } = await author()
    const id = await series(app(), key, [evening(6), evening(13), evening(20)])
    const asked = { occurrences: [evening(6), off(13), evening(20)] }
    const answers = await Promise.all(Array.from({ length: 8 }, () => patch(app(), key, id, asked)))
    const said = answers.map(({ status, json }) => json.code ?? status)
    assert.deepEqual(
      [...new Set(said)].filter(one => one !== 'not_editable'),
      [200],
    )
    const changed = answers.filter(({ status, json }) => status === 200 && !json.note)
    assert.equal(changed.length, 1)
    const repeated = await patch(app(), key, id, asked)
    assert.deepEqual([repeated.status, repeated.json.note], [200, sentences.nothingChanged])
    assert.deepEqual(await statuses(app(), id), [undefined, undefined, 'cancelled', undefined])
    const counter = app().platform.db.selectFrom('counters').select('value').where('scope', '=', 'free-change')
    assert.equal((await counter.where('subject', '=', id).executeTakeFirstOrThrow()).value, 1)
  })
})
