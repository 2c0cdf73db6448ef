// A database of the first version is brought up to date: what it lists is found by words, place and time as before and after.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { circle } from '../../src/domain/geo.ts'
import { parseQuery } from '../../src/domain/search-text.ts'
import { audit } from '../../src/store/audit.ts'
import { dialectOf } from '../../src/store/dialect.ts'
import { listPage, newestMatches } from '../../src/store/listing.ts'
import { migrate } from '../../src/store/migrate.ts'
import { up as firstVersion } from '../../src/store/migrations/0001-first-slice.ts'
import { freshFolder } from '../databases.ts'
import { eventBody, onEveryDatabase } from '../harness.ts'

const now = Date.UTC(2026, 10, 21)
const hour = 3_600_000

onEveryDatabase('a database of the first version', ({ kind, fresh }) => {
  test('gets occurrences, coordinates, headlines and a new index for what it lists', async () => {
    const url = kind === 'SQLite' ? `sqlite:${join(freshFolder(), 'first.db')}` : await fresh()
    const dialect = dialectOf(url)
    const connection = dialect.open(url, 'write')
    const { db } = connection
    if (kind === 'PostgreSQL')
      for (const text of ['drop schema public cascade', 'create schema public']) await connection.command(text)
    await db.transaction().execute(tx => firstVersion(tx as unknown as Kysely<unknown>, dialect))
    await sql`create table migrations (name text primary key)`.execute(db)
    await sql`insert into migrations (name) values ('0001-first-slice')`.execute(db)
    await sql`insert into accounts (id, name, email, email_key, handle, status, balance, strikes, email_verified, card_on_file,
      auto_recharge_enabled, auto_recharge_threshold, auto_recharge_amount, auto_recharge_paused, created_at)
      values ('acct_m', 'm', 'm', 'm', 'mmm', 'active', 0, 0, 1, 0, 0, 0, 0, 0, 0)`.execute(db)
    await sql`insert into api_keys (id, account_id, name, hash, created_at) values ('key_m', 'acct_m', 'k', 'h', 0)`.execute(
      db,
    )
    for (let i = 0; i < 3; i++) {
      const times = [0, 1].map(week => ({
        startsAt: now + (10 - i + week * 168) * hour,
        endsAt: now + (11 - i + week * 168) * hour,
      }))
      const facts = { times, place: i === 0 ? null : { lat: 52.5, lon: 13.4 }, flags: [] }
      const fields = eventBody({ title: `Owl walk ${i}`, topics: ['night-walks'] })
      await sql`insert into posts (id, site, account_id, key_id, status, price, fields, facts, submitted_at, published_at, expires_at,
        public_json, due_at, attempts) values (${`p_m${i}`}, 'events', 'acct_m', 'key_m', 'published', 0, ${JSON.stringify(fields)},
        ${JSON.stringify(facts)}, 0, 0, ${times[1]!.endsAt}, ${`"${i}"`}, 0, 0)`.execute(db)
      await sql`insert into listing (post_id, site, starts_at, ends_at, expires_at, country, lat, lon, public_json) values
        (${`p_m${i}`}, 'events', ${times[0]!.startsAt}, ${times[1]!.endsAt}, ${times[1]!.endsAt}, 'DE', ${facts.place?.lat ?? null},
        ${facts.place?.lon ?? null}, ${`"${i}"`})`.execute(db)
    }
    assert.ok((await migrate(connection, dialect)).includes('0004-occurrences'))
    const list = async (filter: object, order: 'newest' | 'soonest', at = now) =>
      (await listPage(db, dialect, { site: 'events', now: at, ...filter }, { order, after: null, limit: 10 })).map(
        row => JSON.parse(row.json),
      )
    assert.deepEqual(await list({}, 'soonest'), ['2', '1', '0'])
    assert.deepEqual(await list({}, 'soonest', now + 9.5 * hour), ['1', '0', '2'])
    assert.deepEqual(await list({ topic: 'night-walks', near: circle({ lat: 52.5, lon: 13.5 }, 20) }, 'newest'), [
      '2',
      '1',
    ])
    const found = await newestMatches(db, dialect, { site: 'events', now }, parseQuery('"owl walk"'), 10)
    assert.equal(found[0]?.headline, 'owl walk 2\n·night walks·')
    assert.equal(found.length, 3)
    const about = /listed|listing|occurrence|searchable/
    assert.deepEqual(
      (await audit(db, dialect, now)).breaches.filter(({ rule }) => about.test(rule)),
      [],
    )
    await connection.close()
  })
})
