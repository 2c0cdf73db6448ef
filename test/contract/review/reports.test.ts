// POST /v1/reports (contract.md §6): anyone can report a public post, and a person gets every report once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { reasonsBeside, reportReasons } from '../../../src/contract/moderation/report-reasons.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { openReports } from '../../../src/store/posts/reports.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { reportedPosts } from '../../../src/usecases/review/waiting.ts'
import { allSites, bodyFor, hostOf, type TestApp, withApp } from '../../harness.ts'
import { dismissOpen } from '../../kit/dismiss-reports.ts'

let addresses = 1
/** An address that has not reported anything yet. */
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`

withApp(
  'POST /v1/reports',
  app => {
    const at =
      (host: string) =>
      async (body: unknown, options: { from?: string; key?: string } = {}) => {
        const { from = newAddress(), key } = options
        return app().call('POST', '/v1/reports', {
          host,
          body,
          headers: { 'x-forwarded-for': from },
          ...(key && { key }),
        })
      }
    const report = at('events.test')
    const published = async (site: 'events' | 'classifieds' = 'events') => publish(app(), site)
    const rowsOf = (postId: string) =>
      app().platform.db.selectFrom('reports').selectAll().where('post_id', '=', postId).orderBy('id').execute()

    test('a report is accepted with and without a key, and stored for a person', async () => {
      const { id } = await published()
      const reader = await app().account()
      const keyless = await report({
        post_id: id,
        reason: 'scam',
        details: 'They ask for money.\nTwice.',
        email: 'a@b.example',
      })
      assert.deepEqual(
        [keyless.status, keyless.json],
        [202, { received: true, report_id: keyless.json.report_id, message: 'Thank you. A person reads the report.' }],
      )
      assert.equal((await report({ post_id: id, reason: 'other' }, { key: reader.key })).status, 202)
      const rows = await rowsOf(id)
      const kept = rows.map(row => ({
        ...row,
        id: row.id.slice(0, 4),
        reporter: row.account_id ?? row.reporter.length,
      }))
      const common = {
        id: 'rep_',
        post_id: id,
        site: 'events',
        state: 'open',
        closed_at: null,
        judged_revision: null,
        counted: 0,
        told_at: null,
        ...{ law: null, name: null, good_faith: null, answer: null, complaint_of: null, not_by: null, language: null },
      }
      assert.deepEqual(
        kept.sort((a, b) => (a.reason < b.reason ? -1 : 1)),
        [
          {
            ...common,
            urgency: 4,
            reason: 'other',
            details: null,
            email: null,
            receipt_at: null,
            ...whoIs(reader.accountId, kept[0]!.key_id),
          },
          {
            ...common,
            urgency: 2,
            reason: 'scam',
            details: 'They ask for money.\nTwice.',
            email: 'a@b.example',
            receipt_at: app().clock.now(),
            ...whoIs(null, null),
          },
        ].map(row => ({ ...row, created_at: app().clock.now() })),
      )
    })

    test('a report without a key does not store the caller’s address, not even as a hash that can be guessed', async () => {
      const { id } = await published()
      await report({ post_id: id, reason: 'spam' }, { from: '192.0.2.77' })
      const [row] = await rowsOf(id)
      const { createHash } = await import('node:crypto')
      const guess = createHash('sha256').update('192.0.2.77 ').digest()
      const text = JSON.stringify(row)
      for (const leak of ['192.0.2.77', guess.toString('hex'), guess.toString('base64url')])
        assert.ok(!text.includes(leak))
    })

    test('a repeated report is accepted but stored once; other reasons, details and reporters are stored', async () => {
      const { id } = await published()
      const from = newAddress()
      const reader = await app().account()
      for (let i = 0; i < 3; i++) {
        assert.equal(
          (await report({ post_id: id, reason: 'spam', details: i === 0 ? 'loud' : ' loud\n' }, { from })).status,
          202,
        )
        assert.equal((await report({ post_id: id, reason: 'spam' }, { key: reader.key })).status, 202)
      }
      await report({ post_id: id, reason: 'scam', details: 'and dear' }, { from })
      await report({ post_id: id, reason: 'scam', details: 'They took 90 dollars.' }, { from })
      await report({ post_id: id, reason: 'spam', email: 'neighbour@example.org' }, { from })
      const rows = await rowsOf(id)
      assert.deepEqual(rows.map(row => row.reason).sort(), ['scam', 'scam', 'spam', 'spam', 'spam'])
      assert.equal(rows.find(row => row.reason === 'spam' && row.details !== null)?.details, 'loud')
    })

    test('a wrong report is told every fault at once, with the nearest reason and the list of reasons', async () => {
      const { status, json } = await report({ post_id: 7, reason: 'spma', detials: 'x', email: 'not an address' })
      assert.deepEqual([status, json.code], [400, 'invalid'])
      const all = json.errors.join('\n')
      assert.match(all, /^\/post_id: got 7; it takes text/m)
      assert.match(all, /^\/reason: got "spma"; it takes one of "scam", .*"other"; did you mean "spam"\?$/m)
      assert.match(all, /^\/detials: is no field here; did you mean "details"\?$/m)
      assert.match(all, /^\/email: got "not an address"; it takes an e-mail address such as/m)
      assert.equal(json.errors.length, 4)
      assert.match((await report({})).json.errors.join('\n'), /\/post_id: is missing[\s\S]*\/reason: is missing/)
    })

    test('the details of a report are data: no control characters, no lone surrogates, at most 2,000 characters', async () => {
      const { id } = await published()
      const errorsOf = async (details: string) => (await report({ post_id: id, reason: 'other', details })).json.errors
      assert.match((await errorsOf('a\u0000b'))[0], /^\/details: has the control character U\+0000/)
      assert.match((await errorsOf('a\u001b[2Jb'))[0], /^\/details: has the control character U\+001B/)
      assert.match((await errorsOf('\ud800'))[0], /^\/details: has half of a surrogate pair/)
      assert.match(
        (await errorsOf('🥣'.repeat(2_001)))[0],
        /^\/details: .*it has 2001 characters and takes at most 2000/,
      )
      assert.equal((await report({ post_id: id, reason: 'other', details: '🥣'.repeat(2_000) })).status, 202)
      assert.equal((await report({ post_id: id, reason: 'other', details: `'; drop table reports; --` })).status, 202)
    })

    test('a report gets 404 for a post not public on this site: unknown, malformed id, queued, removed, deleted, on another site', async () => {
      const { id, key } = await published()
      const elsewhere = await published('classifieds')
      const gone = await published()
      await app().call('DELETE', `/v1/posts/${gone.id}`, { host: 'events.test', key: gone.key })
      const removed = await published()
      await decideText(app().platform, { ...removal, revisionId: removed.id })
      const queued = await app().call('POST', '/v1/posts', { host: 'events.test', key, body: bodyFor.events() })
      for (const post_id of ['p_00000000000000000000', 'nothing', queued.json.id, elsewhere.id, gone.id, removed.id]) {
        const { status, json } = await report({ post_id, reason: 'scam' })
        assert.deepEqual([status, json.code], [404, 'not_found'], post_id)
      }
      assert.equal((await report({ post_id: id, reason: 'scam' })).status, 202)
      assert.equal((await at('classifieds.test')({ post_id: elsewhere.id, reason: 'scam' })).status, 202)
      await app().moderate()
    })

    test('a report gets 429 without rate headers after 20 from an address in a UTC day; refused reports do not count', async () => {
      const { id } = await published()
      const elsewhere = await published('classifieds')
      const from = newAddress()
      for (let i = 0; i < 30; i++)
        assert.equal((await report({ post_id: 'p_none', reason: 'scam' }, { from })).status, 404)
      for (let i = 0; i < 5; i++) assert.equal((await report({ post_id: id, reason: 'nope' }, { from })).status, 400)
      for (let i = 0; i < limits.reportsPerIpPerDay; i++) {
        const [site, post_id] = i % 2 ? (['events.test', id] as const) : (['classifieds.test', elsewhere.id] as const)
        assert.equal((await at(site)({ post_id, reason: reportReasons[i] }, { from })).status, 202)
      }
      const refused = await report({ post_id: id, reason: 'other' }, { from })
      assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited'])
      assert.deepEqual(
        [...refused.headers.keys()].filter(name => /^(ratelimit|retry-after|x-ratelimit)/.test(name)),
        [],
      )
      const reader = await app().account()
      assert.equal((await report({ post_id: id, reason: 'other' }, { from, key: reader.key })).status, 429)
      assert.equal((await rowsOf(id)).filter(row => row.reason === 'other').length, 0)
      assert.equal((await report({ post_id: 'p_none', reason: 'other' }, { from })).status, 404)
      app().clock.advance(12 * 3_600_000 - 1)
      assert.equal((await report({ post_id: id, reason: 'other' }, { from })).status, 429)
      app().clock.advance(1)
      assert.equal((await report({ post_id: id, reason: 'other' }, { from })).status, 202)
    })

    test('exactly 20 of 60 reports at once from one /64 are accepted', async () => {
      const { id } = await published()
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          report(
            { post_id: id, reason: reportReasons[i % 30] },
            { from: `2001:db8:7:${addresses}::${(i + 1).toString(16)}` },
          ),
        ),
      )
      addresses++
      assert.deepEqual([count(answers, 202), count(answers, 429)], [20, 40])
    })

    test('the state of a report can be read by its id: received, removed, or nothing done', async () => {
      const stateOf = async (id: string, host = 'events.test') => {
        const { status, json } = await app().call('GET', `/v1/reports/${id}`, { host })
        return status === 200 ? json : [status, json.code]
      }
      const [removed, kept, deleted] = [await published(), await published(), await published()]
      const idOf = async ({ id }: { id: string }) =>
        (await report({ post_id: id, reason: 'scam', details: 'secret' })).json.report_id as string
      const [first, second, third] = [await idOf(removed), await idOf(kept), await idOf(deleted)]
      assert.deepEqual(await stateOf(first), { id: first, post_id: removed.id, state: 'received' })
      await decideText(app().platform, { ...removal, revisionId: removed.id })
      await dismissOpen(app().platform, { postId: kept.id, actor: 'operator', reason: 'No.' })
      await app().call('DELETE', `/v1/posts/${deleted.id}`, { host: 'events.test', key: deleted.key })
      const decided = { state: 'decided', decided_at: new Date(app().clock.now()).toISOString().replace('.000', '') }
      assert.deepEqual(await stateOf(first), {
        ...{ id: first, post_id: removed.id, ...decided, decision: 'removed', category: removal.category },
        explanation: removal.reason,
      })
      assert.deepEqual(await stateOf(second), {
        ...{ id: second, post_id: kept.id, ...decided, decision: 'no_action', explanation: 'No.' },
      })
      assert.deepEqual(await stateOf(third), { id: third, post_id: deleted.id, ...decided, decision: 'no_action' })
      for (const [id, host] of [
        [first, 'classifieds.test'],
        ['rep_00000000000000000000', 'events.test'],
        ["rep_' or 1=1", 'events.test'],
      ] as const)
        assert.deepEqual(await stateOf(id, host), [404, 'not_found'], id)
    })

    test('a repeated report gets the same id while it is open', async () => {
      const { id } = await published()
      const from = newAddress()
      const said = { post_id: id, reason: 'spam' }
      const [one, two] = [await report(said, { from }), await report(said, { from })]
      assert.equal(one.json.report_id, two.json.report_id)
      await dismissOpen(app().platform, { postId: id, actor: 'operator', reason: 'No.' })
      assert.equal((await report(said, { from })).json.report_id, one.json.report_id)
    })

    test('a repeat of a dismissed report is counted without a new review, until another category is given or the post is edited', async () => {
      const { id, key } = await published()
      const say = (reason: string, more = {}) => report({ post_id: id, reason, ...more }, { from: newAddress() })
      const open = async () => (await rowsOf(id)).filter(row => row.state === 'open').map(row => row.reason)
      await say('spam')
      await dismissOpen(app().platform, { postId: id, actor: 'operator', reason: 'No.' })
      const again = await say('spam', { email: 'reader@example.org' })
      assert.equal(again.status, 202)
      assert.deepEqual(await open(), [])
      const told = (await app().call('GET', `/v1/reports/${again.json.report_id}`, { host: 'events.test' })).json
      assert.deepEqual([told.state, told.decision], ['decided', 'no_action'])
      assert.equal((await rowsOf(id)).filter(row => row.counted === 1).length, 1)
      app().clock.advance(1_000)
      await say('scam')
      assert.deepEqual(await open(), ['scam'])
      await dismissOpen(app().platform, { postId: id, actor: 'operator', reason: 'No.' })
      const edit = { host: 'events.test', key, body: { title: 'Another title of the same evening' } }
      assert.ok((await app().call('PATCH', `/v1/posts/${id}`, edit)).status < 300)
      await app().moderate()
      await say('spam')
      assert.deepEqual(await open(), ['spam'])
    })

    test('open reports of a removed post are upheld in the same transaction, and those of a deleted post are withdrawn', async () => {
      const from = newAddress()
      const [removed, deleted] = [await published(), await published()]
      for (const { id } of [removed, deleted])
        for (const reason of ['scam', 'spam']) await report({ post_id: id, reason }, { from })
      await dismissOpen(app().platform, { postId: removed.id, actor: 'operator', reason: 'No.' })
      await report({ post_id: removed.id, reason: 'hate' }, { from })
      await decideText(app().platform, { ...removal, revisionId: removed.id })
      await app().call('DELETE', `/v1/posts/${deleted.id}`, { host: 'events.test', key: deleted.key })
      const statesOf = async (postId: string) => (await rowsOf(postId)).map(row => `${row.reason} ${row.state}`).sort()
      assert.deepEqual(await statesOf(removed.id), ['hate upheld', 'scam dismissed', 'spam dismissed'])
      assert.deepEqual(await statesOf(deleted.id), ['scam withdrawn', 'spam withdrawn'])
      assert.ok(
        [...(await rowsOf(removed.id)), ...(await rowsOf(deleted.id))].every(
          row => row.closed_at === app().clock.now(),
        ),
      )
      await assert.rejects(dismissOpen(app().platform, { postId: removed.id, actor: 'x', reason: 'x' }), {
        code: 'not_found',
      })
    })

    test('a report that comes while its post is removed is upheld or refused, and never stays open', async () => {
      for (let round = 0; round < 8; round++) {
        const { id } = await published()
        const [removal_, ...answers] = await Promise.all([
          decideText(app().platform, { ...removal, revisionId: id }),
          ...Array.from({ length: 6 }, (_, i) => report({ post_id: id, reason: reportReasons[i] })),
        ])
        assert.equal(removal_.status, 'removed')
        assert.equal(count(answers, 202) + count(answers, 404), 6)
        const rows = await rowsOf(id)
        assert.equal(rows.length, count(answers, 202))
        assert.deepEqual(
          [...new Set(rows.map(row => row.state))].filter(state => state !== 'upheld'),
          [],
        )
      }
    })

    test('open reports are listed oldest first', async () => {
      const before = (await openReports(app().platform.db, 1_000)).map(row => row.id)
      const posts = [await published(), await published()]
      for (const post of posts) {
        app().clock.advance(1_000)
        await report({ post_id: post.id, reason: 'scam' })
      }
      const found = (await openReports(app().platform.db, 1_000)).filter(row => !before.includes(row.id))
      assert.deepEqual(
        found.map(row => row.post_id),
        posts.map(post => post.id),
      )
    })

    test('a report takes the categories of the policy, the rights of the reporter and `other` as reasons', () => {
      const categories = app().platform.policy.categories.map(category => category.id)
      assert.deepEqual([...categories, ...Object.keys(reasonsBeside)], [...reportReasons])
      for (const { removedAs } of Object.values(reasonsBeside))
        assert.ok(removedAs === null || categories.includes(removedAs), `${removedAs} is a category of the policy`)
    })

    test('a notice keeps its law, name and statement for the reviewer, and is as urgent as the category under which it is removed', async () => {
      const { id } = await published()
      const notice = {
        reason: 'copyright',
        details: 'Chapter one of my book.',
        law: 'Copyright, Germany',
        name: 'Ada Ünal',
      }
      assert.equal((await report({ post_id: id, ...notice, good_faith: true })).status, 202)
      assert.equal((await report({ post_id: id, reason: 'defamation', good_faith: false })).status, 202)
      const [copy, defamation] = (await rowsOf(id)).sort((a, b) => (a.reason < b.reason ? -1 : 1))
      assert.deepEqual(
        [copy?.law, copy?.name, copy?.good_faith, copy?.urgency, defamation?.good_faith, defamation?.urgency],
        [notice.law, notice.name, 1, 4, 0, 2],
      )
      const listed = (await reportedPosts(app().platform)) as { id: string; reports: Record<string, unknown>[] }[]
      const shown = listed.find(post => post.id === id)?.reports.find(({ reason }) => reason === 'copyright')
      assert.deepEqual(
        [shown?.law, shown?.name, shown?.good_faith, shown?.removed_as],
        [notice.law, notice.name, true, 'counterfeit'],
      )
      for (const [wrong, fault] of [
        [{ law: 'x'.repeat(limits.reportLawCodePoints + 1) }, /^\/law: .*takes at most 200/],
        [{ name: 'x'.repeat(limits.reportNameCodePoints + 1) }, /^\/name: .*takes at most 100/],
        [{ good_faith: 'yes' }, /^\/good_faith: got "yes"; it takes true or false/],
      ] as const)
        assert.match((await report({ post_id: id, reason: 'copyright', ...wrong })).json.errors[0], fault)
    })

    test('a report that adds a law to what was said before is new', async () => {
      const { id } = await published()
      await report({ post_id: id, reason: 'trademark', details: 'My mark.' })
      await dismissOpen(app().platform, { postId: id })
      assert.equal((await report({ post_id: id, reason: 'trademark', details: 'My  mark.' })).json.counted, true)
      const more = { post_id: id, reason: 'trademark', details: 'My mark.', law: 'MarkenG § 14, Germany' }
      assert.equal((await report(more)).json.counted, undefined)
    })

    test('reports leave the audit without breaches', async () => {
      const { breaches } = await audit(app().platform.db, app().platform.dialect, app().clock.now())
      assert.deepEqual(breaches, [])
    })
  },
  { SITES: allSites, TRUST_PROXY: '127.0.0.1' },
)

const removal = {
  actor: 'operator',
  reason: 'Reported.',
  action: 'remove',
  category: 'vague',
  penalized: false,
} as const

const whoIs = (account_id: string | null, key_id: string | null) => ({ account_id, key_id, reporter: account_id ?? 43 })

const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter(answer => answer.status === status).length

async function publish(app: TestApp, site: 'events' | 'classifieds'): Promise<{ id: string; key: string }> {
  const { key } = await app.account()
  const { json } = await app.call('POST', '/v1/posts', { host: hostOf(site), key, body: bodyFor[site]() })
  await app.moderate()
  return { id: json.id, key }
}
