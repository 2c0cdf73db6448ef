// A database that an older program wrote is brought up to date at the start, and loses nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '../../src/store/audit/audit.ts'
import { listedDocuments } from '../../src/store/lists/listed-documents.ts'
import { allSites, bodyFor, eventBody, hostOf, onEveryDatabase, startApp } from '../harness.ts'

/** What the migrations after the first have added: taken away, the database is as the first program left it. */
const added = [
  ...['shadow_candidates', 'shadow_counts', 'shadow_differences'].map(table => `drop table ${table}`),
  'drop index occurrences_long',
  ...['members', 'invitations', 'address_changes', 'address_holds', 'former_handles', 'account_activity'].map(
    table => `drop table ${table}`,
  ),
  ...['sessions', 'sign_ins'].map(table => `alter table ${table} drop column member_id`),
  'alter table accounts drop column recharges_per_day',
  'alter table accounts drop column recharges_per_month',
  'alter table accounts drop column recharge_paused_by',
  'alter table accounts drop column recharges_counted_from',
  'drop index revisions_urgent',
  'alter table revisions drop column urgency',
  'drop index reports_urgent',
  'alter table reports drop column urgency',
  'alter table decision_log drop column seal',
  'alter table decision_log_head drop column seal',
  'alter table sessions drop column link_made_at',
  'drop table erased_hashes',
  'drop table blocked_addresses',
  'drop table paused_senders',
  'drop index held_messages_reported',
  'alter table held_messages drop column reported',
  'alter table held_messages drop column note',
  'drop index relay_messages_key',
  'drop index relay_messages_post',
  'drop index relay_messages_author',
  'drop index relay_messages_sender',
  'drop index relay_messages_age',
  'drop table relay_messages',
  'alter table held_messages drop column answers',
  'alter table held_messages drop column reader',
  'drop table refused_readers',
  'drop index api_keys_successor',
  'alter table api_keys drop column successor_id',
  'alter table api_keys drop column valid_until',
  'alter table api_keys drop column paused_at',
  'alter table api_keys drop column monthly_budget',
  'alter table api_keys drop column restorable_until',
  'drop table invoices',
  'drop table invoice_numbers',
  'drop table billing',
  'alter table sessions drop column handed_from',
  'alter table sign_ins drop column handed_from',
  'drop table oauth_records',
  'drop table oauth_connections',
  'drop table passkeys',
  'drop table used_challenges',
  'drop table accepted_terms',
  'drop index webhooks_subscription',
  'drop index webhooks_expiry',
  'alter table webhooks drop column subscription',
  'alter table webhooks drop column key_id',
  'alter table webhooks drop column arguments',
  'alter table webhooks drop column expires_at',
  'drop table standing_posts',
  'drop table standing_matches',
  'drop table standing_anchors',
  'drop table standing_searches',
  'drop table list_entries',
  'drop table test_keys',
  'drop table test_worlds',
  'drop index revisions_struck',
  'alter table revisions drop column strike_of',
  'drop index reports_untold',
  'alter table reports drop column told_at',
  'drop index reports_unreceipted',
  'drop index reports_measured',
  'drop index reports_complaints',
  'drop index reports_not_by',
  'drop index mail_strangers',
  ...['law', 'name', 'good_faith', 'receipt_at', 'answer', 'complaint_of', 'not_by'].map(
    column => `alter table reports drop column ${column}`,
  ),
  'drop index occurrences_soonest',
  'alter table occurrences drop column first_day',
  'alter table occurrences drop column last_day',
  'create index occurrences_soonest on occurrences (site, starts_at, listing_seq, ends_at, marks, x, y, z)',
  'drop index held_messages_urgent',
  'alter table held_messages drop column urgency',
  'drop table saved_answers',
  'drop index decision_log_person',
  'drop index decision_log_time',
  'drop index reports_post',
  'drop index listing_priced',
  'alter table listing drop column currency',
  'alter table listing drop column price',
  'drop index reports_account',
  'drop index name_checks_urgent',
  'drop table name_checks',
  'drop table retired_handles',
  ...['accounts', 'mail', 'reports', 'held_messages'].map(table => `alter table ${table} drop column language`),
  ...['revisions', 'events'].map(table => `alter table ${table} drop column trace`),
  "delete from migrations where name > '0001-first-schema'",
]

onEveryDatabase('a database of the first schema', ({ fresh }) => {
  test('a database of the first schema keeps its accounts, posts, money and held messages, and gets what is new', async t => {
    const url = await fresh()
    const old = await startApp(url, { env: { SITES: allSites } })
    const host = hostOf('classifieds')
    const seller = await old.account()
    const buyer = await old.account()
    const posted = await old.call('POST', '/v1/posts', { host, key: seller.key, body: bodyFor.classifieds() })
    const evening = {
      starts_at: '2027-01-10T23:00:00-08:00',
      ends_at: '2027-01-11T02:00:00-08:00',
      location: undefined,
    }
    const online = { timezone: 'America/Los_Angeles', online_url: 'https://example.org/stream', ...evening }
    await old.call('POST', '/v1/posts', { host: hostOf('events'), key: seller.key, body: eventBody(online) })
    await old.moderate()
    const threat = 'I know where you live. I will kill you, and I will come to your house to hurt your family.'
    const message = { post_id: posted.json.id, message: threat, reply_email: 'buyer@example.com' }
    assert.equal((await old.call('POST', '/v1/relay', { host, key: buyer.key, body: message })).status, 202)
    const before = (await old.call('GET', '/v1/account', { host, key: seller.key })).json
    await old.close()

    const dialect = old.platform.dialect
    const writing = dialect.open(url, 'write')
    const listed = await listedDocuments(writing.db, 0, 1_000)
    for (const row of listed) await dialect.searchIndex.remove(writing.db, row)
    const untagged = listed.map(row => ({ ...row, document: { ...row.document, tags: [] } }))
    await dialect.searchIndex.addAll(writing.db, untagged)
    await sql`update listing set tags = replace(replace(tags, ${'category=for-sale\n'}, ''), ${'condition=good\n'}, '')`.execute(
      writing.db,
    )
    for (const statement of added) await sql.raw(statement).execute(writing.db)
    const claim = {
      kind: 'text',
      subject: posted.json.id,
      reviewer: 'ann@example.org',
      until: old.clock.now() + 1,
    } as const
    await writing.db.insertInto('review_claims').values(claim).execute()
    await writing.close()

    const app = await startApp(url, { env: { SITES: allSites }, clock: old.clock })
    t.after(() => app.close())
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(app.platform.db)
    assert.deepEqual(
      rows.map(({ name }) => name),
      [
        '0001-first-schema',
        '0002-test-keys',
        '0003-relay-messages',
        '0004-key-of-messages',
        '0005-urgency',
        '0006-recharge-ceilings',
        '0007-hashes-of-erased',
        '0008-keyed-log',
        '0009-told-reports',
        '0010-campaigns',
        '0012-local-days',
        '0013-readers-messages',
        '0014-moderators-day',
        '0015-notices',
        '0017-paused-keys',
        '0018-handed-sessions',
        '0019-fair-names',
        '0020-prices-of-lists',
        '0021-passkeys',
        '0022-members',
        '0024-invoices',
        '0025-terms',
        '0026-oauth',
        '0027-standing-searches',
        '0028-subscriptions',
        '0029-conversations',
        '0032-mail-languages',
        '0033-list-entries',
        '0036-long-occurrences',
        '0037-shadow',
        '0039-traces',
      ],
    )
    const { account_url: _, ...after } = (await app.call('GET', '/v1/account', { host, key: seller.key })).json
    const { account_url: __, ...expected } = before
    assert.deepEqual(after, expected)
    const { price, category, condition } = (await app.call('GET', `/v1/posts/${posted.json.id}`, { host })).json
    const narrow = `currency=${price.currency}&price_max=${price.amount}&category=${category}&condition=${condition}`
    for (const path of ['posts?order=cheapest', 'search?order=newest']) {
      const { json, text } = await app.call('GET', `/v1/${path}&${narrow}`, { host })
      assert.deepEqual(
        json.items?.map(({ id }: { id: string }) => id),
        [posted.json.id],
        `${path} ${text}`,
      )
    }
    const less = await app.call('GET', `/v1/search?currency=${price.currency}&price_max=${price.amount - 0.01}`, {
      host,
    })
    assert.deepEqual(less.json.items, [])
    const [held] = await app.platform.db.selectFrom('held_messages').selectAll().execute()
    assert.deepEqual([held?.message, held?.answers], [threat, null])
    assert.deepEqual(await app.platform.db.selectFrom('review_claims').selectAll().execute(), [claim])
    const asked = { ...message, message: 'Is the desk still there? I could come on Saturday.' }
    assert.equal((await app.call('POST', '/v1/relay', { host, key: buyer.key, body: asked })).status, 200)
    const { json } = await app.call('GET', '/v1/relay/messages', { host, key: seller.key })
    assert.equal(json.items.length, 1)
    const [days] = await app.platform.db.selectFrom('occurrences').select(['first_day', 'last_day']).execute()
    const day = (text: string) => Date.parse(text) / 86_400_000
    assert.deepEqual(days, { first_day: day('2027-01-10'), last_day: day('2027-01-11') }, 'in the zone of the event')
    const event = await app.call('POST', '/v1/posts', { host: hostOf('events'), key: seller.key, body: eventBody() })
    assert.equal(event.status, 202)
    await app.moderate()
    assert.deepEqual((await audit(app.platform.db, app.platform.dialect, app.clock.now())).breaches, [])
  })
})
