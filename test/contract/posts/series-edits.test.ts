// Edits of a series: single dates are changed by their start, no date goes unnoticed, and the answer tells what changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, type TestAccount, withApp } from '../../harness.ts'

const march = (day: string, hour = '14') => ({
  starts_at: `2027-03-${day}T${hour}:00:00+01:00`,
  ends_at: `2027-03-${day}T${Number(hour) + 2}:00:00+01:00`,
})
const days = ['03', '10', '17', '24']

withApp('an edit of a series', app => {
  const publish = async (owner: TestAccount, change: object = { occurrences: days.map(day => march(day)) }) => {
    const { starts_at: _, ends_at: __, ...body } = eventBody()
    const { json, text } = await app().call('POST', '/v1/posts', { key: owner.key, body: { ...body, ...change } })
    assert.ok(json.id, text)
    await app().moderate()
    return json.id as string
  }
  const rich = () => app().account({ balance: 50_000_000 })
  const edit = (owner: TestAccount, id: string, body: object, query = '') =>
    app().call('PATCH', `/v1/posts/${id}${query}`, { key: owner.key, body })
  const dates = async (owner: TestAccount, id: string) => {
    const { json } = await app().call('GET', `/v1/posts/${id}`, { key: owner.key })
    const { occurrences, starts_at, ends_at } = json.post
    return (occurrences ?? [{ starts_at, ends_at }]).map((date: any) => [
      date.starts_at.slice(8, 13),
      date.ends_at.slice(8, 13),
      ...(date.status ? [date.status] : []),
    ])
  }
  const four = days.map(day => [`${day}T14`, `${day}T16`])

  test('a series with fewer dates is refused, names the dates that would go, and goes with their number', async () => {
    const owner = await rich()
    const id = await publish(owner)
    for (const query of ['', '?dry_run=true']) {
      const { status, json } = await edit(owner, id, { occurrences: [march('10', '18')] }, query)
      assert.equal(status, 400)
      assert.deepEqual(json.errors, [
        '/occurrences: leaves out 3 dates of 4. These are not in it: Wed 3 March 2027, 14:00–16:00; Wed 10 March 2027, 14:00–16:00; Wed 17 March 2027, 14:00–16:00; Wed 24 March 2027, 14:00–16:00. Send occurrence_changes to change single dates, or confirm_removals: 3 if they are to go',
      ])
    }
    const single = await edit(owner, id, march('10'))
    assert.match(single.json.errors[0], /^\/starts_at: leaves out 3 dates of 4/)
    assert.match(
      (await edit(owner, id, { occurrences: [march('10')], confirm_removals: 2 })).json.errors[0],
      /confirm_removals: 3/,
    )
    assert.deepEqual(await dates(owner, id), four)
    const meant = await edit(owner, id, { occurrences: [march('10')], confirm_removals: 3 })
    assert.equal(meant.status, 200, meant.text)
    assert.deepEqual(await dates(owner, id), [['10T14', '10T16']])
    const nothing = await edit(owner, id, { occurrences: [march('10'), march('12')], confirm_removals: 1 })
    assert.deepEqual(nothing.json.errors, ['/confirm_removals: got 1, but no date is left out'])
  })

  test('one date is moved, and the others stay', async () => {
    const owner = await rich()
    const id = await publish(owner)
    const change = {
      occurrence_changes: [{ starts_at: march('10').starts_at, set: { starts_at: march('11', '18').starts_at } }],
    }
    const tried = await edit(owner, id, change, '?dry_run=true')
    assert.deepEqual(tried.json.changes, [
      {
        at: '/occurrences',
        from: 'Wed 10 March 2027, 14:00–16:00',
        to: 'Thu 11 March 2027, 18:00–20:00',
        why: 'moved',
      },
    ])
    const done = await edit(owner, id, change)
    assert.deepEqual([done.status, done.json.changes], [200, tried.json.changes])
    assert.deepEqual(await dates(owner, id), [four[0], ['11T18', '11T20'], four[2], four[3]])
  })

  test('one date is cancelled for free, stays listed, is shown as cancelled in later dry runs, and can take place again', async () => {
    const owner = await rich()
    const id = await publish(owner)
    const before = (await app().call('GET', '/v1/account', { key: owner.key })).json.balance
    const cancel = (off: boolean) =>
      edit(owner, id, { occurrence_changes: [{ starts_at: '2027-03-17T13:00:00Z', cancel: off }] })
    const done = await cancel(true)
    assert.deepEqual(
      done.json.changes.map(({ why }: { why: string }) => why),
      ['cancelled'],
    )
    assert.deepEqual(await dates(owner, id), [four[0], four[1], [...four[2]!, 'cancelled'], four[3]])
    const words = await edit(owner, id, { title: 'Another title for the evening' }, '?dry_run=true')
    assert.equal(words.json.local_times[2], 'Wed 17 March 2027, 14:00–16:00 (Europe/Paris), cancelled')
    assert.ok(!words.json.local_times[1].includes('cancelled'))
    assert.deepEqual(
      words.json.changes.map(({ at, why }: any) => [at, why]),
      [['/title', 'changed']],
    )
    // A move of another date keeps the cancelled one cancelled.
    const moved = await edit(owner, id, {
      occurrence_changes: [{ starts_at: march('24').starts_at, set: march('25') }],
    })
    assert.equal(moved.status, 200, moved.text)
    assert.deepEqual((await dates(owner, id))[2], [...four[2]!, 'cancelled'])
    assert.equal((await cancel(false)).json.changes[0].why, 'takes place again')
    assert.deepEqual((await dates(owner, id))[2], four[2])
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.balance, before)
  })

  test('dates are added and removed by name, together with other members', async () => {
    const owner = await rich()
    const id = await publish(owner)
    const change = {
      occurrence_changes: [
        { starts_at: march('03').starts_at, remove: true },
        { starts_at: march('31', '15').starts_at.replace('+01', '+02'), add: { ends_at: '2027-03-31T17:00:00+02:00' } },
        { starts_at: '2027-04-07T15:00:00+02:00', add: { ends_at: '2027-04-07T17:00:00+02:00' } },
      ],
    }
    const done = await edit(owner, id, change)
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(
      done.json.changes.map(({ why, from, to }: any) => [why, (from ?? to).slice(0, 15).trim()]),
      [
        ['removed', 'Wed 3 March 202'],
        ['added', 'Wed 31 March 20'],
        ['added', 'Wed 7 April 202'],
      ],
    )
    assert.equal((await dates(owner, id)).length, 5)
  })

  test('one date becomes a series when a date is added, and moves without becoming one', async () => {
    const owner = await rich()
    const id = await publish(owner, march('03'))
    const moved = await edit(owner, id, {
      occurrence_changes: [{ starts_at: march('03').starts_at, set: march('04') }],
    })
    assert.equal(moved.status, 200, moved.text)
    assert.equal(moved.json.post.occurrences, undefined)
    assert.equal(moved.json.post.starts_at, march('04').starts_at)
    const grown = await edit(owner, id, {
      occurrence_changes: [{ starts_at: march('11').starts_at, add: { ends_at: march('11').ends_at } }],
    })
    assert.equal(grown.json.post.occurrences.length, 2)
  })

  test('a faulty change of dates is refused with what is wrong, and nothing changes', async () => {
    const owner = await rich()
    const id = await publish(owner)
    const start = march('10').starts_at
    const faults: [unknown, RegExp][] = [
      [
        [{ starts_at: '2027-03-11T14:00:00+01:00', cancel: true }],
        /^\/occurrence_changes\/0\/starts_at: no date starts then; the dates start at 2027-03-03T13:00:00Z, 2027-03-10T13/,
      ],
      [
        [{ starts_at: start, add: { ends_at: march('10').ends_at } }],
        /starts_at: there is a date that starts then; set changes it/,
      ],
      [[{ starts_at: 'tomorrow', cancel: true }], /\/0\/starts_at: .*tomorrow/],
      [[{ starts_at: start, set: { starts_at: '2027-03-09T14:00:00' } }], /\/0\/set\/starts_at: /],
      [[{ starts_at: start }], /occurrence_changes\/0: /],
      [[{ starts_at: start, cancel: true, remove: true }], /occurrence_changes\/0: /],
      [[{ starts_at: start, move: march('11') }], /\/occurrence_changes\/0\/move: is no field here/],
      [[], /\/occurrence_changes: /],
      ['2027', /\/occurrence_changes: got "2027"/],
      [days.map(day => ({ starts_at: march(day).starts_at, remove: true })), /would leave no date; cancel the event/],
      [[{ starts_at: start, set: march('17') }], /is the same instant as/],
    ]
    for (const [occurrence_changes, said] of faults) {
      const { status, json } = await edit(owner, id, { occurrence_changes })
      assert.equal(status, 400, JSON.stringify(occurrence_changes))
      assert.match(json.errors.join('\n'), said)
    }
    const both = await edit(owner, id, {
      occurrence_changes: [{ starts_at: start, cancel: true }],
      occurrences: [march('10')],
    })
    assert.match(both.json.errors[0], /comes without occurrences; send either/)
    assert.deepEqual(await dates(owner, id), four)
  })

  test('an edit under an old ETag is refused as changed, and so are a cancellation and a deletion', async () => {
    const owner = await rich()
    const id = await publish(owner)
    const read = async () =>
      (await app().call('GET', `/v1/posts/${id}`, { key: owner.key })).headers.get('etag') as string
    const first = await read()
    assert.equal(await read(), first)
    const send = (method: string, path: string, tag: string, body?: object) =>
      app().call(method, `/v1/posts/${id}${path}`, {
        key: owner.key,
        headers: { 'if-match': tag },
        ...(body && { body }),
      })
    const cancelled = (day: string) => ({ occurrence_changes: [{ starts_at: march(day).starts_at, cancel: true }] })
    assert.equal((await send('PATCH', '', first, cancelled('03'))).status, 200)
    const second = await read()
    assert.notEqual(second, first)
    const stale = await send('PATCH', '', first, cancelled('10'))
    assert.deepEqual([stale.status, stale.json.code, stale.headers.get('etag')], [412, 'changed', second])
    assert.equal((await send('DELETE', '', first)).status, 412)
    assert.equal((await send('POST', '/cancel', first)).status, 412)
    assert.equal((await send('PATCH', '', `"other", W/${second}`, cancelled('10'))).status, 200)
    assert.equal((await send('DELETE', '', '*')).status, 200)
    const stranger = await rich()
    const theirs = await app().call('DELETE', `/v1/posts/${id}`, { key: stranger.key, headers: { 'if-match': first } })
    assert.equal(theirs.status, 404)
  })
})
