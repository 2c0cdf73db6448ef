// The lists of the platform: what an entry does to texts, that it costs nobody money, and that every process follows it.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '../../../src/contract/limits.ts'
import type { GivenEntry } from '../../../src/usecases/review/list-entries.ts'
import { addEntries, checkedEntry } from '../../../src/usecases/review/list-entries.ts'
import * as listsWorker from '../../../src/workers/lists.ts'
import { jsonOf } from '../../cli/command-on.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'

onEveryDatabase('the lists', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let url: string
  before(async () => {
    url = await fresh()
    app = await startApp(url, { overrides: { model: byTitle } })
  })
  beforeEach(async () => {
    author = await app.account({ balance: 500_000_000 })
  })
  after(() => app.close())

  const add = async (given: GivenEntry, on = app) => {
    const entries = [checkedEntry(on.platform, { category: 'scam', ...given })]
    const [seq] = await addEntries(on.platform, { entries, actor: 'operator' })
    return `LIST-${seq}`
  }
  const send = (words: string, on = app, path = '/v1/posts') => {
    const body = eventBody()
    return on.call('POST', path, { key: author.key, body: { ...body, body: `${body.body} ${words}` } })
  }
  const account = async () => (await app.call('GET', '/v1/account', { key: author.key })).json
  const statusOf = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json.status
  const entryOf = async (rule: string) => (await jsonOf(app, ['lists', 'show'])).out.find(({ entry }) => entry === rule)
  const logged = (action: string, subject: string) =>
    app.platform.db
      .selectFrom('decision_log')
      .selectAll()
      .where('action', '=', action)
      .where('subject', '=', subject)
      .execute()

  test('an entry that refuses answers 422 with its id, for free and without a strike, in a dry run, a post and an edit', async () => {
    const fine = (await send('A fine evening.')).json.id
    await app.moderate()
    const rule = await add({ kind: 'phrase', value: 'golden goose', action: 'refuse', note: 'seen a hundred times' })
    const before = await account()
    const refused = await send('Buy a GOLDEN  g00se.')
    assert.deepEqual([refused.status, refused.json.code, refused.json.refusal.rule], [422, 'listed', rule])
    assert.equal(refused.json.refusal.category, 'scam')
    assert.ok(!refused.text.includes('hundred'), 'the note is for reviewers')
    const dry = await send('Buy a golden goose.', app, '/v1/posts?dry_run=true')
    assert.deepEqual([dry.json.outcome, dry.json.refusal.rule], ['would_refuse', rule])
    const edit = { key: author.key, body: { title: 'The golden goose of Paris' } }
    assert.equal((await app.call('PATCH', `/v1/posts/${fine}`, edit)).json.code, 'listed')
    const { balance, strikes } = await account()
    assert.deepEqual({ balance, strikes }, { balance: before.balance, strikes: 0 })
    await listsWorker.runOnce(app.platform)
    const { hits, last_hit_at: at, latest } = await entryOf(rule)
    assert.deepEqual([hits, at !== null, latest], [2, true, []], 'a dry run does not count')
  })

  test('an entry that holds sends a text to a person whatever the model says, and a rejection by the model stands', async () => {
    const rule = await add({ kind: 'domain', value: 'held.example', action: 'hold' })
    const sent = await send('See https://a.held.example/x')
    assert.equal(sent.json.review.likely, true)
    assert.ok(sent.json.flags.includes('listed_for_review'))
    const abusive = await app.call('POST', '/v1/posts', {
      ...{
        key: author.key,
        body: { ...eventBody(), title: 'ABUSE of an evening', online_url: 'https://held.example/' },
      },
    })
    await app.moderate()
    assert.equal(await statusOf(sent.json.id), 'review')
    assert.equal(await statusOf(abusive.json.id), 'rejected')
    const [entry] = await logged('verdict-review', sent.json.id)
    assert.match(entry!.reason, /^Held: listed\./)
    const row = await app.platform.db
      .selectFrom('revisions')
      .select('verdict')
      .where('id', '=', sent.json.id)
      .executeTakeFirstOrThrow()
    const { held, category } = JSON.parse(row.verdict!)
    assert.deepEqual([held, category], [['listed'], 'scam'])
    await listsWorker.runOnce(app.platform)
    const { hits, latest } = await entryOf(rule)
    assert.deepEqual([hits, latest.toSorted()], [2, [sent.json.id, abusive.json.id].toSorted()])
  })

  test('an entry that is tried out changes nothing and names the texts that it would change, until it is enforced', async () => {
    const rule = await add({ kind: 'phrase', value: 'silver swan', action: 'refuse', shadow: true })
    const sent = await send('A silver swan.')
    assert.equal(sent.status, 202)
    assert.deepEqual(sent.json.flags, [])
    await app.moderate()
    assert.equal(await statusOf(sent.json.id), 'published')
    await listsWorker.runOnce(app.platform)
    assert.deepEqual((await entryOf(rule)).latest, [sent.json.id])
    assert.equal((await jsonOf(app, ['lists', 'enforce', rule])).status, 0)
    assert.equal((await send('A silver swan.')).json.code, 'listed')
    assert.equal((await entryOf(rule)).hits, 0)
  })

  test('another process follows an entry, its end and its removal, without a request to it', async () => {
    const other = await startApp(url, { overrides: { model: byTitle }, clock: app.clock })
    try {
      const step = () => listsWorker.runOnce(other.platform)
      const statusThere = async (words: string) => (await send(words, other)).status
      const rule = await add({ kind: 'phrase', value: 'bronze bear', action: 'refuse', days: 1 })
      const stays = await add({ kind: 'phrase', value: 'iron ibex', action: 'refuse' })
      await step()
      assert.deepEqual([await statusThere('A bronze bear.'), await statusThere('An iron ibex.')], [422, 422])
      app.clock.advance(24 * 3_600_000)
      await step()
      assert.deepEqual([await statusThere('A bronze bear.'), await statusThere('An iron ibex.')], [202, 422])
      assert.equal((await jsonOf(app, ['lists', 'remove', stays, '--note', 'a mistake'])).status, 0)
      await step()
      assert.equal(await statusThere('An iron ibex.'), 202)
      await app.moderate()
      assert.deepEqual(
        (await logged('list-remove', stays)).map(({ reason }) => reason),
        ['a mistake'],
      )
      const [added] = await logged('list-add', rule)
      assert.ok(!JSON.stringify(added).includes('bronze'), 'the log keeps no value: it may be a phone number')
    } finally {
      await other.close()
    }
  })

  test('a feed of another platform only flags, and phone numbers leave only on request', async () => {
    await add({ kind: 'phone', value: '+43 1 58858-0', action: 'hold' })
    await add({ kind: 'phrase', value: 'copper cow', action: 'refuse' })
    const exported = async (...more: string[]) => (await jsonOf(app, ['lists', 'export', ...more])).out[0]
    const { format, entries } = await exported()
    assert.ok(entries.every(({ kind }: { kind: string }) => kind !== 'phone'))
    assert.ok((await exported('--phones')).entries.some(({ value }: { value: string }) => value === '+431588580'))
    const other = await startApp(await fresh(), { overrides: { model: byTitle } })
    const file = join(other.folder, 'feed.json')
    const feed = (list: object[]) => writeFileSync(file, JSON.stringify({ format, entries: list }))
    try {
      feed([...entries, { kind: 'phrase', value: 'tin tiger', action: 'refuse', category: 'no-such-category' }])
      const imported = await jsonOf(other, ['lists', 'import', file, '--note', 'from a neighbour'])
      assert.deepEqual(imported.out, [{ added: entries.length + 1, on_a_list: 0 }])
      const shown = (await jsonOf(other, ['lists', 'show'])).out
      assert.deepEqual([...new Set(shown.map(({ action, advice }) => `${action} ${advice}`))], ['flag true'])
      assert.deepEqual((await exportedFrom(other)).entries, [], 'advice is not passed on')
      assert.deepEqual((await jsonOf(other, ['lists', 'import', file])).out, [
        { added: 0, on_a_list: entries.length + 1 },
      ])
      for (const bad of [
        [{ kind: 'phrase' }],
        [{ kind: 'word', value: 'x' }],
        [{ kind: 'domain', value: 'no host' }],
      ]) {
        feed(bad)
        assert.equal((await jsonOf(other, ['lists', 'import', file])).status, 1)
      }
      const sender = await other.account()
      const body = { ...eventBody(), title: 'A copper cow in the library of Paris' }
      const sent = await other.call('POST', '/v1/posts', { key: sender.key, body })
      assert.deepEqual([sent.status, sent.json.flags, sent.json.review.likely], [202, ['listed'], false])
      await other.moderate()
    } finally {
      await other.close()
    }
  })

  const exportedFrom = async (on: TestApp) => (await jsonOf(on, ['lists', 'export'])).out[0]

  test('faulty entries and a list without room are refused, with what is right', async () => {
    const faults: [string[], RegExp][] = [
      [['phrase', 'x y', '--action', 'refuse'], /category/],
      [['phrase', 'x y', '--action', 'ban'], /flag, hold, refuse/],
      [['phrase', 'x y', '--category', 'no-such'], /no category/],
      [['phrase', 'x y', '--days', '0'], /days/],
      [['host', 'x.example'], /phrase, domain, phone, text/],
      [['phone', '0660 123'], /country code/],
    ]
    for (const [argv, says] of faults) {
      const { status, err } = await jsonOf(app, ['lists', 'add', ...argv])
      assert.equal(status, 1, argv.join(' '))
      assert.match(err.join(' '), says)
    }
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    try {
      await sql`
        insert into list_entries (kind, value, action, note, shadow, advice, added_by, created_at, hits, latest)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(limits.listEntries)})
        select 'phrase', 'filler ' || cast(i as text), 'flag', '', 1, 0, 'test', 0, 0, '[]' from n`.execute(writing.db)
      const given = { kind: 'phrase', value: 'one too many' }
      await assert.rejects(add(given), /at most 10000 entries/)
    } finally {
      await writing.db.deleteFrom('list_entries').where('added_by', '=', 'test').execute()
      await writing.close()
    }
  })
})
