// What every database must do alike: one suite for both, from pragmas to races.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import { indexTags, type ListingRow } from '../../src/domain/posts/publication.ts'
import { documentOf, parseQuery } from '../../src/domain/text/search-text.ts'
import { accountById, insertAccount, newAccount } from '../../src/store/accounts/accounts.ts'
import { count } from '../../src/store/accounts/counters.ts'
import { type Connection, dialectOf } from '../../src/store/database/dialect.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { claimMail, insertMail, settleMail } from '../../src/store/delivery/mail.ts'
import { listPage } from '../../src/store/lists/list-pages.ts'
import { newestMatches } from '../../src/store/lists/search-matches.ts'
import { addPublished, removeListing } from '../../src/store/lists/writes.ts'
import { move, moveAtMost } from '../../src/store/money/ledger.ts'
import { logDecision } from '../../src/store/posts/decision-log.ts'
import { rememberedAnswer, storeAnswer } from '../../src/store/posts/idempotency.ts'
import { freshFolder } from '../databases.ts'
import { runCommand } from '../e2e/process.ts'
import { onEveryDatabase, startApp, type TestApp } from '../harness.ts'

const now = Date.UTC(2026, 10, 21)

onEveryDatabase('the store', ({ kind, fresh }) => {
  let connection: Connection
  let url: string
  const dialect = () => dialectOf(url)
  before(async () => {
    url = await fresh()
    connection = dialectOf(url).open(url, 'write')
  })
  after(() => connection.close())

  let made = 0
  const account = async (balance = 0) => {
    const n = made++
    const id = `acct_conformance${n}`
    await insertAccount(connection.db, newAccount({ id, name: 'C', email: `c${n}@example.org`, handle: `c_${n}`, now }))
    if (balance > 0) await spend(id, balance)
    return id
  }
  const spend = (accountId: string, amount: number, type: 'topup' | 'charge' = 'topup', postId: string | null = null) =>
    connection.db
      .transaction()
      .execute(db =>
        move(db, { id: `led_${made++}`, accountId, type, amount, site: null, postId, revisionId: postId, now }),
      )

  test('every connection of a file is durable: WAL, synchronous=FULL, foreign keys', async t => {
    if (kind !== 'SQLite') return t.diagnostic('a server keeps its own settings')
    for (const mode of ['read', 'write'] as const) {
      const opened = dialect().open(url, mode)
      const pragma = async (name: string) => {
        const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(opened.db)
        return Object.values(rows[0] ?? {})[0]
      }
      assert.deepEqual(
        [await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')],
        ['wal', 2, 1],
      )
      await opened.close()
    }
  })

  test('the store cannot write on a reading connection of a single-writer database', async () => {
    const reading = dialect().open(url, 'read')
    if (dialect().singleWriter)
      await assert.rejects(
        insertAccount(reading.db, newAccount({ id: 'acct_x', name: 'x', email: 'x', handle: 'xxx', now })),
      )
    await reading.close()
  })

  test('the store can be migrated again without a change, and by two processes at once', async () => {
    assert.deepEqual(await migrate(connection, dialect()), [])
    const env = { DATABASE_URL: `${url}`, DATA_DIR: freshFolder(), SECRET_KEY: Buffer.alloc(32).toString('base64') }
    const runs = await Promise.all([runCommand(env, ['migrate']), runCommand(env, ['migrate'])])
    assert.deepEqual(
      runs.map(({ status, stdout }) => [status, stdout.trim()]),
      [
        [0, '{"applied":[]}'],
        [0, '{"applied":[]}'],
      ],
      runs.map(run => run.stderr).join(),
    )
  })

  test('a failed migration is rolled back completely', async () => {
    const half = connection.db.transaction().execute(async db => {
      await sql`create table half_made (id integer)`.execute(db)
      throw new Error('stopped in the middle')
    })
    await assert.rejects(half, /stopped in the middle/)
    assert.equal(await dialect().tableExists(connection.db, 'half_made'), false)
    assert.equal(await dialect().tableExists(connection.db, 'posts'), true)
  })

  test('the store keeps the balance at zero or above, with a ledger row for every movement', async () => {
    const id = await account(3)
    assert.equal(await spend(id, -2, 'charge', 'p_a'), 1)
    assert.equal(await spend(id, -2, 'charge', 'p_b'), null)
    const rows = await connection.db
      .selectFrom('ledger')
      .select(['amount', 'balance_after'])
      .where('account_id', '=', id)
      .orderBy('seq')
      .execute()
    assert.deepEqual(rows, [
      { amount: 3, balance_after: 3 },
      { amount: -2, balance_after: 1 },
    ])
  })

  test('the store moves money up to 2^53 exactly, and refuses larger amounts', async () => {
    const id = await account(Number.MAX_SAFE_INTEGER)
    assert.equal((await accountById(connection.db, id))?.balance, Number.MAX_SAFE_INTEGER)
    await assert.rejects(spend(id, 1))
    await assert.rejects(spend(id, 2 ** 53))
    assert.equal((await accountById(connection.db, id))?.balance, Number.MAX_SAFE_INTEGER)
  })

  test('the store bounds the amounts in the log of decisions', async () => {
    const log = (amount: number) =>
      logDecision(connection.db, {
        ...{ decider: 'person', actor: 'test', action: 'test', subject: 'p_x', reason: 'test', policy_version: '1' },
        ...{ now, amount },
      })
    await log(Number.MAX_SAFE_INTEGER)
    await assert.rejects(log(-1))
    await assert.rejects(log(2 ** 53))
  })

  test('a second charge of a post is refused as a unique violation, and rolled back', async () => {
    const id = await account(10)
    await spend(id, -1, 'charge', 'p_once')
    const second = await spend(id, -1, 'charge', 'p_once').catch(error => error)
    assert.match(String(second), /unique/i)
    assert.equal((await accountById(connection.db, id))?.balance, 9)
  })

  test('the store takes at most the balance with moveAtMost', async () => {
    const id = await account(5)
    const take = (amount: number) =>
      connection.db.transaction().execute(db =>
        moveAtMost(db, {
          id: `led_${made++}`,
          accountId: id,
          type: 'penalty',
          amount,
          site: null,
          postId: `p_${made}`,
          now,
        }),
      )
    assert.deepEqual(
      [await take(3), await take(9), await take(9)],
      [
        { amount: 3, balance: 2 },
        { amount: 2, balance: 0 },
        { amount: 0, balance: 0 },
      ],
    )
  })

  test('the store keeps one answer for an Idempotency-Key byte for byte, and another one after its expiry', async () => {
    const scope = { keyId: 'key_1', site: 'events', idempotencyKey: 'k' } as const
    const answer = { status: 202, headers: { a: 'b' }, body: '{"é":"\\u0000"}' }
    const store = (bodyHash: string, at: number) =>
      storeAnswer(connection.db, scope, { ...answer, bodyHash, now: at, since: at - 10 })
    assert.equal(await store('h1', now), true)
    assert.equal(await store('h2', now), false)
    const remembered = await rememberedAnswer(connection.db, scope, now - 10)
    assert.deepEqual(remembered, { ...answer, bodyHash: 'h1', createdAt: now })
    assert.equal(await rememberedAnswer(connection.db, scope, now + 1), undefined)
    assert.equal(await store('h3', now + 20), true)
  })

  test('the store counts each of 50 concurrent calls once', async () => {
    const counts = await Promise.all(
      Array.from({ length: 50 }, () => count(connection.db, 'search-ip', 'x', '2026-11-21')),
    )
    assert.deepEqual(
      counts.sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
  })

  test('claims never overlap; an expired lease is claimed again, and its old token settles nothing', async () => {
    const mail = { accountId: 'acct_1', recipient: 'a@example.org', subject: 's', body: 'b', html: 'h', now }
    for (let i = 0; i < 40; i++) await insertMail(connection.db, { ...mail, id: `msg_${i}` })
    const claim = (token: string, at = now) =>
      connection.db.transaction().execute(db => claimMail(db, { token, now: at, leaseMs: 1_000, limit: 15 }))
    const claimed: { id: string }[][] = []
    if (dialect().singleWriter) for (const token of ['a', 'b', 'c', 'd']) claimed.push(await claim(token))
    else claimed.push(...(await Promise.all(['a', 'b', 'c', 'd'].map(token => claim(token)))))
    const ids = claimed.flat().map(mail => mail.id)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.length <= 40)
    const [again] = await claim('late', now + 2_000)
    assert.ok(again)
    const first = ['a', 'b', 'c', 'd'].find((_, i) => claimed[i]?.some(mail => mail.id === again.id))
    assert.equal(await settleMail(connection.db, again.id, first ?? 'a', { sentAt: now }), false)
    assert.equal(await settleMail(connection.db, again.id, 'late', { sentAt: now }), true)
  })

  test('the search index keeps the sites apart, even with sequence numbers beyond 2^31', async () => {
    const { searchIndex } = dialect()
    const rows = [
      { site: 'events', seq: 2_900_000_000 },
      { site: 'stories', seq: 2_900_000_001 },
      { site: 'stories', seq: 7 },
    ] as const
    const document = documentOf({ title: 'Apart', topics: [], body: 'of one another' }, ['topic=apart'])
    await searchIndex.addAll(
      connection.db,
      rows.map(row => ({ ...row, document })),
    )
    const found = async (site: SiteId, before = Number.MAX_SAFE_INTEGER, q = 'apart') => {
      const matches = searchIndex.match({ site, before, clauses: parseQuery(q), tags: ['topic=apart'] })
      const query = sql<{ seq: number }>`
        select ${searchIndex.seqOf(site)} as seq from listing_search where ${matches} order by ${searchIndex.newest}`
      return (await query.execute(connection.db)).rows.map(({ seq }) => seq)
    }
    assert.deepEqual(await found('events'), [2_900_000_000])
    assert.deepEqual(await found('stories'), [2_900_000_001, 7])
    assert.deepEqual(await found('stories', 2_900_000_001), [7])
    assert.deepEqual(await found('stories', undefined, ''), [2_900_000_001, 7])
    assert.deepEqual(await found('messages'), [])
    for (const row of rows) await searchIndex.remove(connection.db, row)
    assert.deepEqual([await found('events'), await found('stories')], [[], []])
  })

  test('the search index finds words by the query grammar, within one column, and not after their removal', async () => {
    const texts = [
      ['Łódź café', 'A naïve résumé of STRASSE and Straße, O’Brien and obrien', ['one']],
      ['東京の夜', 'ラーメンを食べる会', ['two']],
      ["it's a 'quoted' \\ title: x*y", 'colon: NEAR( AND) OR "x" ^y {z} ½ ² １２', ['three']],
      [`${'long'.repeat(30)} word`, `${'same '.repeat(400)}end`, ['one', 'two']],
    ] as const
    const db = connection.db
    for (const [i, [title, body, topics]] of texts.entries()) {
      const id = await account()
      const post = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirstOrThrow()
      await sql`insert into api_keys (id, account_id, name, hash, ask_first, created_at) values (${`key_c${i}`}, ${post.id}, 'k', ${`hash${i}`}, 0, 0)`.execute(
        db,
      )
      await sql`insert into posts (id, site, account_id, key_id, latest_revision, shown_revision, version)
        values (${`p_c${i}`}, 'events', ${id}, ${`key_c${i}`}, 'r', 'r', 0)`.execute(db)
      const tags = topics.map(topic => `topic=${topic}`)
      const row: ListingRow = {
        post_id: `p_c${i}`,
        site: 'events',
        starts_at: i,
        expires_at: null,
        changed_at: now,
        area: null,
        tags,
        place: { lat: 1.5, lon: -2.25 },
        price: null,
        public_json: `{"i":${i}}`,
        times: [{ startsAt: now + i, endsAt: now + i + 1, days: { from: 0, to: 0 } }],
      }
      const document = documentOf({ title, topics, body }, indexTags(tags, row.place))
      await addPublished(db, dialect(), [{ row, document }])
    }
    const find = async (q: string, topic?: string) => {
      const seqs = await newestMatches(db, dialect(), { site: 'events', now, topic }, parseQuery(q), 10)
      const rows = await db.selectFrom('listing').select(['seq', 'post_id']).execute()
      return seqs.map(({ seq }) => Number(rows.find(row => row.seq === seq)?.post_id.slice(3)))
    }
    assert.deepEqual(await find('lodz cafe'), [0])
    assert.deepEqual(await find('strasse'), [0])
    assert.deepEqual(await find("o'brien"), [0])
    assert.deepEqual(await find('東京'), [1])
    assert.deepEqual(await find('ラーメン -東京'), [])
    assert.deepEqual(await find('title near'), [2])
    assert.deepEqual(await find('12'), [2])
    assert.deepEqual(await find('"cafe a"'), [])
    assert.deepEqual(await find('long*'), [3])
    assert.deepEqual(await find('"same same" end'), [3])
    // A word that occurs hundreds of times is indexed 255 times: no database finds a phrase with a later one.
    assert.deepEqual(await find('"same end"'), [])
    assert.deepEqual(await find(''), [3, 2, 1, 0])
    assert.deepEqual(await find('', 'two'), [3, 1])
    const page = await listPage(db, dialect(), { site: 'events', now }, { order: 'soonest', after: null, limit: 2 })
    assert.deepEqual(
      page.map(item => item.json),
      ['{"i":0}', '{"i":1}'],
    )
    await removeListing(db, dialect(), 'p_c1')
    assert.deepEqual(await find('東京'), [])
    assert.deepEqual(await find('', 'two'), [3])
  })
})

onEveryDatabase('the writer', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh())
  })
  after(() => app.close())

  test('the writer commits the other actions of a group when one action fails', async () => {
    const { handle } = await app.account({ balance: 0 })
    const credit = (amountMicros: number) =>
      app.platform.act('creditAccount', { handle, actor: 'test', reason: 'test', amountMicros }).then(
        () => 'credited',
        error => error.code as string,
      )
    const outcomes = await Promise.all([credit(5), credit(-100), credit(7), credit(-200), credit(1)])
    assert.deepEqual(outcomes, ['credited', 'invalid', 'credited', 'invalid', 'credited'])
    const account = await app.platform.db
      .selectFrom('accounts')
      .select('balance')
      .where('handle', '=', handle)
      .executeTakeFirst()
    assert.equal(account?.balance, 13)
  })

  test('the writer answers overloaded with Retry-After beyond 4,096 waiting actions, and runs the waiting ones', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 4_200 }, (_, n) =>
        app.platform.act('heartbeatOf', { name: `many ${n}`, state: 'ok' }).then(
          () => 'done',
          error => `${error.code ?? error.message} ${error.extras?.headers['retry-after']}`,
        ),
      ),
    )
    assert.equal(outcomes.filter(outcome => outcome === 'done').length, 4_096)
    assert.equal(outcomes.filter(outcome => outcome === 'overloaded 1').length, 104)
  })

  test('the writer gives the same ids for the same call, wherever the call runs', async () => {
    const call = { now, seed: 'ab'.repeat(24) }
    const first = await app.app.writer.act('createAccount', { name: 'Same', email: 'same@example.org' }, call)
    const again = app.app.writer.act(
      'createAccount',
      { name: 'Same', email: 'other@example.org', handle: 'same_other' },
      call,
    )
    await assert.rejects(again)
    assert.match(first.accountId, /^acct_[0-9A-Za-z]{20}$/)
  })
})
