// `handbill seed`: synthetic posts with the same rows as posts that were submitted, paid for and published.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import texts from '../../demo/synthetic-posts.json' with { type: 'json' }
import { syntheticPost, syntheticSite } from '../../demo/synthetic-posts.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { publicView } from '../../src/domain/posts/post.ts'
import { postText } from '../../src/domain/posts/post-text.ts'
import { readText } from '../../src/moderation/reading.ts'
import { audit } from '../../src/store/audit/audit.ts'
import { largestPlaces } from '../../src/store/lists/places.ts'
import { preparePost } from '../../src/usecases/posts/prepare-post.ts'
import { freshDatabase } from '../databases.ts'
import { eventBody, onOneDatabase, startApp, startOfTests, type TestApp } from '../harness.ts'
import { jsonOf } from './command-on.ts'

const seed = (app: TestApp, posts: number) => jsonOf(app, ['seed', '--posts', String(posts)])

const breaches = async ({ platform, clock }: TestApp) =>
  (await audit(platform.db, platform.dialect, clock.now())).breaches

onOneDatabase('PostgreSQL', 'seed', ({ fresh }) => {
  test('seed publishes 2,000 posts, paid for, listed and found, that pass the audit; a second run adds other posts', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { db } = app.platform
    const first = await seed(app, 2_000)
    assert.deepEqual({ status: first.status, err: first.err }, { status: 0, err: [] })
    const [{ posts, seconds, account_id }] = first.out
    assert.deepEqual([posts, typeof seconds], [2_000, 'number'])
    assert.deepEqual(await breaches(app), [])

    const second = await seed(app, 301)
    assert.deepEqual([second.status, second.out[0].account_id], [0, account_id])
    assert.deepEqual(await breaches(app), [])
    const rows = await db.selectFrom('posts').select(['id', 'live_fingerprint', 'public_json', 'account_id']).execute()
    assert.equal(new Set(rows.map(row => row.id)).size, 2_301)
    assert.equal(new Set(rows.map(row => row.live_fingerprint)).size, 2_301)
    assert.ok(rows.every(row => row.public_json !== null && row.account_id === account_id))
    const published = await db
      .selectFrom('posts')
      .innerJoin('revisions', 'revisions.id', 'posts.shown_revision')
      .select(['posts.id', 'fields', 'facts', 'published_at', 'public_json'])
      .limit(100)
      .execute()
    for (const post of published) {
      const view = publicView(siteRow(syntheticSite), JSON.parse(post.fields), JSON.parse(post.facts), {
        id: post.id,
        event: null,
        handle: 'seed',
        publishedAt: post.published_at!,
        updatedAt: null,
        policyVersion: app.platform.policy.version,
      })
      assert.equal(post.public_json, JSON.stringify(view))
    }
    const account = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([account.handle, account.balance, account.email_verified], ['seed', 0, 1])

    const newest = await app.call('GET', '/v1/posts?limit=50')
    assert.equal(newest.json.items.length, 50)
    assert.equal(newest.json.items[0].author.handle, 'seed')
    const { title, topics } = newest.json.items[0]
    const found = await app.call('GET', `/v1/search?q=${encodeURIComponent(`"${title}"`)}&topic=${topics[0]}`)
    assert.equal(found.status, 200, found.text)
    assert.ok(found.json.items.some((item: { title: string }) => item.title === title))
    const one = await app.call('GET', `/v1/posts/${newest.json.items[0].id}`)
    assert.deepEqual(one.json, newest.json.items[0])
  })

  test('a seeded post has rows of the same form as a post that was submitted and published', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { key } = await app.account()
    const answer = await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await app.moderate()
    assert.equal((await app.call('GET', `/v1/posts/${answer.json.id}`)).status, 200)
    await seed(app, 1)
    const { db } = app.platform
    const pair = async (table: 'posts' | 'listing' | 'events' | 'ledger') => {
      const column = table === 'posts' ? 'id' : 'post_id'
      const rows = (await db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[]
      const real = rows.find(row => row[column] === answer.json.id)
      const synthetic = rows.find(row => row[column] !== null && row[column] !== answer.json.id)
      assert.ok(real && synthetic, table)
      return [real, synthetic] as const
    }
    for (const table of ['posts', 'listing', 'events', 'ledger'] as const) {
      const [real, synthetic] = await pair(table)
      // The number of views is the only difference.
      const form = (row: Record<string, unknown>) => shape({ ...row, attempts: 0 })
      assert.deepEqual(form(synthetic), form(real), table)
    }
  })

  test('seed does not touch another person’s account that has the handle', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    await app.platform.act('createAccount', { name: 'Seed', handle: 'seed', email: 'seed@example.org' })
    const { status, out, err } = await seed(app, 10)
    assert.deepEqual({ status, out }, { status: 1, out: [] })
    assert.match(err.join('\n'), /^handle_taken: /)
    assert.deepEqual(await breaches(app), [])
  })

  test('two runs at once on one database number their posts differently', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const runs = await Promise.all([seed(app, 600), seed(app, 600), seed(app, 600)])
    assert.deepEqual(
      runs.map(({ status, err }) => [status, err]),
      [
        [0, []],
        [0, []],
        [0, []],
      ],
    )
    assert.deepEqual(await breaches(app), [])
    const { n } = await app.platform.db
      .selectFrom('listing')
      .select(count => count.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    assert.equal(n, 1_800)
  })
})

/** The form of a value: names and types. JSON texts are parsed, and lists are described by their first item. */
function shape(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && /^[[{]/.test(value)) return shape(JSON.parse(value))
  if (Array.isArray(value)) return ['list']
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  const optional = [
    'location',
    'state',
    'country',
    'city',
    'lat',
    'lon',
    'place',
    'online_url',
    'occurrences',
    'starts_at',
    'ends_at',
  ]
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !optional.includes(key) || name !== '')
      .map(([key, member]) => [key, shape(member)]),
  )
}

test('a synthetic post equals the result of validating its body, and passes the fixed rules', async t => {
  const app = await startApp(await freshDatabase('SQLite'))
  t.after(() => app.close())
  const places = await largestPlaces(app.platform.db, 2_000)
  for (let number = 0; number < 1_500; number++) {
    const post = syntheticPost(number, startOfTests, places)
    const { refusal, edits, atOnce, changes, ...prepared } = await preparePost(
      app.platform,
      syntheticSite,
      post.fields,
      {
        accountId: 'acct_test',
        dryRun: false,
      },
    )
    assert.deepEqual([refusal, edits, atOnce, changes], [null, null, null, []])
    assert.deepEqual(post, prepared)
    const { flags } = readText(postText(siteRow(syntheticSite), post.fields))
    assert.deepEqual(flags, post.fields.online_url ? ['external_links'] : [])
  }
})

test('no sentence of synthetic posts stands twice, and each kind has what an event needs', () => {
  const sentences = [...texts.sentences.flat(), ...texts.kinds.flatMap(kind => kind.sentences)]
  assert.equal(new Set(sentences).size, sentences.length)
  for (const { nouns, topics, sentences, hours, quarters } of texts.kinds) {
    for (const list of [nouns, topics, sentences, hours, quarters]) assert.ok(list.length > 0, nouns[0])
    assert.ok([...hours, ...quarters].every(Number.isInteger), nouns[0])
  }
})

test('the same number always gives the same post, and two numbers never give the same text', async () => {
  const berlin = {
    geonamesId: 2950159,
    name: 'Berlin',
    names: ['Berlin'],
    country: 'DE',
    state: 'DE-BE',
    lat: 52.52437,
    lon: 13.41053,
    timezone: 'Europe/Berlin',
    population: 3_426_354,
  }
  const make = (number: number) => syntheticPost(number, startOfTests, [berlin])
  const bodies = new Set<unknown>()
  const prints = new Set<string>()
  for (let number = 0; number < 30_000; number++) {
    const post = make(number)
    bodies.add(post.fields.body)
    prints.add(post.fingerprint)
    const { startsAt } = post.facts.times[0]!
    assert.ok(startsAt > startOfTests && startsAt < startOfTests + 367 * 86_400_000)
  }
  assert.deepEqual([bodies.size, prints.size], [30_000, 30_000])
  for (const number of [0, 7, 29_999, 1_000_000]) assert.deepEqual(make(number), make(number))
})
