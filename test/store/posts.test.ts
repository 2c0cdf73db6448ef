// The store of posts and their texts: the promise of each function, on every database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { limits } from '../../src/contract/limits.ts'
import { recordsOf } from '../../src/store/database/tables.ts'
import { measuredTimes, noteTimes } from '../../src/store/learning/moderation-times.ts'
import * as appeals from '../../src/store/posts/appeals.ts'
import {
  addNearDuplicateKeys,
  postsSharingKeys,
  removeNearDuplicateKeys,
} from '../../src/store/posts/near-duplicate-keys.ts'
import * as posts from '../../src/store/posts/posts.ts'
import * as revisions from '../../src/store/posts/revisions.ts'
import * as queue from '../../src/store/posts/waiting-revisions.ts'
import { newPost, newRevision, now, undecided, withStore } from './rows.ts'

const ids = (rows: Iterable<{ id: string }>) => [...rows].map(({ id }) => id)
const waiting = { status: 'awaiting_owner', approval: 'awaiting', approval_at: now } as const

withStore('the store of posts', store => {
  test('the store lets one live post have a text, also of five that are inserted at once, and frees the text of a hidden post', async () => {
    const { db, account, atOnce } = store()
    const owner = await account()
    const insert = (id: string) => ({
      ...newPost({ id, account: owner, site: 'events' as const }),
      live_fingerprint: 'one text',
    })
    const inserted = await atOnce(5, async (tx, i) => {
      const stored = await posts.insertPost(tx, insert(`p_same${i}`))
      return stored ? `p_same${i}` : null
    })
    const [id, ...others] = inserted.filter(one => one !== null)
    assert.ok(id)
    assert.deepEqual(others, [])
    assert.equal(await posts.insertPost(db, { ...insert('p_none'), live_fingerprint: null }), true)
    assert.equal(await posts.insertPost(db, { ...insert('p_none2'), live_fingerprint: null }), true)
    await posts.hidePost(db, id, { live_fingerprint: null, version: 1, hidden_at: now })
    assert.equal(await posts.insertPost(db, insert('p_again')), true)
  })

  test('the store keeps no text of a post that is not there, such as one whose post was a duplicate', async () => {
    const { db, account } = store()
    const owner = await account()
    const text = newRevision({ id: 'p_lost', postId: 'p_lost', account: owner, site: 'events' })
    assert.equal(await revisions.insertRevision(db, text), false)
    assert.equal(await revisions.revisionById(db, 'p_lost'), undefined)
  })

  test('the store names the live post of a text with its key and status, and reads the post with its first text', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const id = await post({ account: owner, text: { price: 7 } })
    const live = { id, key_id: `key of ${owner}`, status: 'queued', public: 0 }
    assert.deepEqual(await posts.livePostWith(db, `text of ${id}`), live)
    const found = await posts.postById(db, id)
    assert.deepEqual([found?.status, found?.price, found?.hidden_at], ['queued', 7, null])
    const shown = { shown_revision: id, version: 1, event: null, live_fingerprint: `text of ${id}` }
    const times = { published_at: now, expires_at: now + 5, hidden_at: null }
    await posts.showPost(db, id, { ...shown, ...times, public_json: '{}' })
    assert.equal((await posts.livePostWith(db, `text of ${id}`))?.public, 1)
    await posts.hidePost(db, id, { live_fingerprint: null, version: 2, hidden_at: now + 1 })
    assert.equal(await posts.livePostWith(db, `text of ${id}`), undefined)
    const hidden = await posts.postById(db, id)
    assert.deepEqual([hidden?.version, hidden?.hidden_at, hidden?.public_json], [2, now + 1, null])
    assert.equal(await posts.postById(db, 'p_none'), undefined)
  })

  test('the store frees the texts of expired posts, at most a number of them', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const expiring = async (expires_at: number) => post({ account: owner, post: { expires_at } })
    const [first, second] = [await expiring(now + 100), await expiring(now + 100)]
    await expiring(now + 101)
    assert.deepEqual(await posts.releaseExpired(db, now + 99, 10), [])
    const freed = [await posts.releaseExpired(db, now + 100, 1), await posts.releaseExpired(db, now + 100, 10)]
    assert.deepEqual(
      freed.map(rows => rows.length),
      [1, 1],
    )
    assert.deepEqual(ids(freed.flat()).sort(), [first, second])
  })

  test('the store pages the posts of a key on a site, newest first, deleted ones only when they are asked for', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const [a, b, c] = [await post({ account: owner }), await post({ account: owner }), await post({ account: owner })]
    const deleted = await post({ account: owner, text: { status: 'deleted' } })
    await post({ account: owner, site: 'stories' })
    await post({ account: await account() })
    const of = { keyId: `key of ${owner}`, site: 'events', status: undefined, before: undefined, limit: 2 } as const
    const page = await posts.postsOfKey(db, of)
    assert.deepEqual(ids(page), [c, b])
    assert.deepEqual(ids(await posts.postsOfKey(db, { ...of, before: page[1]!.seq })), [a])
    assert.deepEqual(ids(await posts.postsOfKey(db, { ...of, status: 'deleted' })), [deleted])
    assert.deepEqual(ids(await posts.postsOfKey(db, { ...of, status: 'review' })), [])
  })

  test('the store moves a text only from an expected status, once of many at once, and ends its lease', async () => {
    const { db, account, post, atOnce } = store()
    const id = await post({ account: await account(), text: { lease_token: 'x', lease_until: now } })
    assert.equal(await revisions.moveRevision(db, id, ['review', 'published'], 'removed', undecided), false)
    assert.equal((await revisions.revisionById(db, id))?.lease_token, 'x', 'a refused move changes nothing')
    const to = (i: number) => ({ ...undecided, decided_at: now + i })
    const moved = await atOnce(4, (tx, i) =>
      revisions.moveRevision(tx, id, ['queued', 'review'], 'published', to(i)).then(done => (done ? i : null)),
    )
    const [winner, ...others] = moved.filter(i => i !== null)
    assert.deepEqual(others, [])
    const found = await revisions.revisionById(db, id)
    assert.deepEqual(
      [found?.status, found?.decided_at, found?.lease_token, found?.lease_until],
      ['published', now + winner!, null, null],
    )
  })

  test('the store lets one edit of a post wait, and counts applied edits without a verdict as corrections', async () => {
    const { db, account, post, edit } = store()
    const owner = await account()
    const id = await post({ account: owner, text: { status: 'published' } })
    const first = await edit(id, owner)
    assert.equal((await revisions.openEditOf(db, id))?.id, first)
    for (const status of ['queued', 'review'] as const) assert.equal(await edit(id, owner, { status }), null)
    assert.equal(await edit(id, owner, waiting), null)
    assert.ok(await edit(id, owner, { status: 'rejected' }), 'a decided edit is stored beside the waiting one')
    await revisions.moveRevision(db, first!, ['queued'], 'published', { ...undecided, decided_at: now })
    assert.equal(await revisions.openEditOf(db, id), undefined)
    assert.equal(await revisions.correctionsOf(db, id), 1)
    const judged = await edit(id, owner, { status: 'published', verdict: '{}' })
    assert.equal(await revisions.correctionsOf(db, id), 1)
    const texts = ids(await revisions.revisionsOf(db, id))
    assert.deepEqual([texts[0], texts[1], texts.at(-1), texts.length], [id, first, judged, 4])
    assert.deepEqual([...(await revisions.revisionsById(db, [id, 'p_none'])).keys()], [id])
    assert.equal((await revisions.revisionsById(db, [])).size, 0)
  })

  test('the store claims texts so that accounts take turns, and a lease ends by time, by its token alone, or by a move', async () => {
    const { db, account, post, connection } = store()
    await db.updateTable('revisions').set({ status: 'deleted' }).where('status', '=', 'queued').execute()
    const [many, few] = [await account(), await account()]
    const [a, b, c] = [await post({ account: many }), await post({ account: many }), await post({ account: many })]
    const other = await post({ account: few })
    await post({ account: few, text: { due_at: now + 50 } })
    assert.deepEqual([await queue.isQueued(db), await queue.queueLength(db)], [true, 5])
    const claim = (token: string, limit = 10, at = now) =>
      connection.transaction(tx => queue.claimQueued(tx, { token, now: at, leaseMs: 10, limit }))
    const [first, second] = [await claim('one', 2), await claim('two')]
    assert.deepEqual(
      [ids(first), ids(second)],
      [
        [a, other],
        [b, c],
      ],
    )
    assert.deepEqual([first[0]?.attempts, first[0]?.lease_until], [1, now + 10])
    assert.deepEqual(await claim('none', 10, now + 10), [], 'a lease holds to its last millisecond')
    const release = (token: string, counted = false) =>
      revisions.releaseQueued(db, a, { token, dueAt: now + 5, counted })
    assert.equal(await release('two'), false)
    assert.equal(await release('one'), true)
    assert.equal(await release('one'), false)
    assert.equal((await revisions.revisionById(db, a))?.attempts, 0, 'the attempt does not count')
    assert.deepEqual(ids(await claim('late', 10, now + 11)), [a, other, b, c])
    assert.equal(await release('late', true), true)
    assert.equal((await revisions.revisionById(db, a))?.attempts, 1)
    await revisions.moveRevision(db, other, ['queued'], 'review', undecided)
    assert.equal(await revisions.releaseQueued(db, other, { token: 'late', dueAt: now, counted: true }), false)
  })

  test('the store never lets two claims at once have the same text', async () => {
    const { db, account, post, atOnce } = store()
    await db.updateTable('revisions').set({ status: 'deleted' }).where('status', '=', 'queued').execute()
    const owner = await account()
    for (let i = 0; i < 12; i++) await post({ account: owner })
    const claimed = await atOnce(4, (tx, i) => queue.claimQueued(tx, { token: `t${i}`, now, leaseMs: 10, limit: 5 }))
    const all = ids(claimed.flat())
    assert.equal(new Set(all).size, all.length)
    assert.ok(all.length >= 5)
  })

  test('the texts in review are found by their indexes, however many texts were decided', async () => {
    const { db, dialect } = store()
    const sent: CompiledQuery[] = []
    const spied = db.withPlugin({
      transformQuery({ node, queryId }) {
        sent.push(db.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await queue.revisionsForReview(spied, now, 10)
    // The parts of the query come before it.
    const { sql: text, parameters } = sent.at(-1) ?? assert.fail()
    const lines = await db.transaction().execute(async tx => {
      // PostgreSQL reads a short table from end to end.
      if (!dialect.singleWriter) await sql`set local enable_seqscan = off`.execute(tx)
      const explain = dialect.singleWriter ? 'explain query plan' : 'explain (costs off)'
      const { rows } = await tx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
      )
      return rows.map(row => row.detail ?? row['QUERY PLAN'] ?? '')
    })
    const plan = lines.join('\n')
    for (const index of ['revisions_(review|urgent)', 'revisions_withdrawn'])
      assert.match(plan, new RegExp(`(INDEX|using|on) ${index}\\b`))
    assert.doesNotMatch(plan, /SCAN revisions$|Seq Scan on revisions|revisions_pkey|revisions_seq/m)
  })

  test('the store lists the texts in review oldest first, with withdrawn ones until their time to be judged is over', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const inReview = await post({ account: owner, text: { status: 'review', submitted_at: now - 5 } })
    const withdrawn = await post({ account: owner, text: { status: 'cancelled', judge_until: now + 10 } })
    const approved = { status: 'review', approval: 'approved', approval_at: now + 3 } as const
    const later = await post({ account: owner, text: { ...approved, submitted_at: now - 9 } })
    const listed = async (at: number) => {
      const rows = await queue.revisionsForReview(db, at, 100)
      return ids(rows.filter(row => row.account_id === owner))
    }
    assert.deepEqual(await listed(now + 9), [inReview, withdrawn, later])
    assert.deepEqual(await listed(now + 10), [inReview, later])
    assert.deepEqual(ids(await queue.inReviewOf(db, owner, 1)), [inReview])
    const undecidedAt = async (at: number) => ids(await queue.withdrawnUndecided(db, at, 10))
    assert.deepEqual([await undecidedAt(now + 9), await undecidedAt(now + 10)], [[], [withdrawn]])
    await revisions.boundJudging(db, owner, now + 20)
    assert.deepEqual(await undecidedAt(now + 9), [], 'the time to judge is never made longer')
    await revisions.boundJudging(db, owner, now + 2)
    assert.deepEqual(await undecidedAt(now + 2), [withdrawn])
    assert.deepEqual(ids(await revisions.withdrawnTextsOf(db, owner)), [withdrawn])
    assert.deepEqual(ids(await revisions.openTextsOf(db, owner)).sort(), [inReview, later])
    const oldest = (await queue.inReview(db)).oldest
    assert.equal(oldest, now - 5, 'an approved text waits since its approval')
  })

  test('the store changes a text that waits for its owner, and only such a text', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const asked = await post({ account: owner, post: { live_fingerprint: null }, text: waiting })
    const later = await post({
      account: owner,
      post: { live_fingerprint: null },
      text: { ...waiting, approval_at: now + 5 },
    })
    const queued = await post({ account: owner })
    const change = { fields: '{"title":"new"}', facts: '{}', price: 9, abuse_penalty: 90, fingerprint: 'new text' }
    for (const id of [asked, queued]) await revisions.setWaitingText(db, id, change)
    const prices = await revisions.revisionsById(db, [asked, queued])
    assert.deepEqual([prices.get(asked)?.price, prices.get(queued)?.price], [9, 5])
    const found = await revisions.awaitingOwner(db, owner)
    assert.deepEqual(found.map(text => [text.id, text.fingerprint, text.key_id]).sort(), [
      [asked, 'new text', `key of ${owner}`],
      [later, `text of ${later}`, `key of ${owner}`],
    ])
    assert.deepEqual(ids(await revisions.oldestAwaiting(db, owner, 1)), [asked])
    const left = async (before: number) =>
      ids((await revisions.leftUnapproved(db, before, 10)).filter(({ account_id }) => account_id === owner))
    assert.deepEqual([await left(now - 1), await left(now), await left(now + 5)], [[], [asked], [asked, later]])
  })

  test('the store finds live posts of a site that share keys, those with the most first, then the newest', async () => {
    const { db, account, post } = store()
    const owner = await account()
    const [one, two, three] = [
      await post({ account: owner }),
      await post({ account: owner }),
      await post({ account: owner }),
    ]
    const elsewhere = await post({ account: owner, site: 'stories' })
    const hidden = await post({ account: owner, post: { live_fingerprint: null } })
    const keys = [-5, 7, 2 ** 31 - 1]
    await addNearDuplicateKeys(db, [
      { postId: one, keys: keys.slice(0, 1) },
      { postId: two, keys },
      { postId: three, keys: keys.slice(0, 1) },
      ...[elsewhere, hidden].map(postId => ({ postId, keys })),
    ])
    await addNearDuplicateKeys(db, [{ postId: two, keys }])
    const sharing = async (limit = 10, of: readonly number[] = keys) =>
      ids(await postsSharingKeys(db, { site: 'events', keys: of, limit }))
    assert.deepEqual(await sharing(), [two, three, one])
    assert.deepEqual(await sharing(1), [two])
    assert.deepEqual([await sharing(10, []), await sharing(10, [8])], [[], []])
    await removeNearDuplicateKeys(db, two, keys.slice(1))
    assert.deepEqual(await sharing(), [three, two, one])
    await removeNearDuplicateKeys(db, two, keys)
    assert.deepEqual(await sharing(), [three, one])
  })

  test('the store adds more keys than one statement can carry', async () => {
    const { db, dialect, account, post } = store()
    const id = await post({ account: await account() })
    const keys = Array.from({ length: Math.floor(dialect.maxParameters / 2) + 3 }, (_, i) => 1_000_000 + i)
    await addNearDuplicateKeys(db, [{ postId: id, keys }])
    assert.deepEqual(ids(await postsSharingKeys(db, { site: 'events', keys: keys.slice(-2), limit: 5 })), [id])
  })

  test('the store keeps one appeal for each decision, and one answer to it', async () => {
    const { db, account, post, atOnce } = store()
    const owner = await account()
    const id = await post({ account: owner, text: { status: 'rejected' } })
    const appeal = (n: string, decision_at: number) => ({
      ...{ id: n, post_id: id, revision_id: id, site: 'events' as const, account_id: owner, decision_at, message: 'm' },
      ...{ state: 'open' as const, answer: null, decided_by: null, created_at: decision_at + 1, decided_at: null },
    })
    const stored = await atOnce(3, (tx, i) => appeals.insertAppeal(tx, appeal(`apl_${i}`, now)))
    assert.equal(stored.filter(Boolean).length, 1)
    const first = await appeals.openAppealOf(db, id)
    const answer = { state: 'refused', answer: 'no', decided_by: 'ann', decided_at: now + 2 } as const
    const answered = await atOnce(3, tx => appeals.answerAppeal(tx, first!.id, answer))
    assert.equal(answered.filter(Boolean).length, 1)
    assert.equal(await appeals.openAppealOf(db, id), undefined)
    assert.equal(await appeals.insertAppeal(db, appeal('apl_later', now + 10)), true, 'about a later decision')
    assert.equal((await appeals.latestAppeal(db, id))?.id, 'apl_later')
    assert.deepEqual(ids(await appeals.appealsOf(db, id)), ['apl_later', first!.id])
    assert.deepEqual(ids(await recordsOf(db, 'appeals', owner)), [first!.id, 'apl_later'])
    assert.deepEqual(ids(await appeals.openAppeals(db, 5)), ['apl_later'])
    assert.deepEqual(
      [(await appeals.latestAppeals(db, [])).size, await appeals.appealById(db, 'apl_none')],
      [0, undefined],
    )
  })

  test('the store keeps the newest measured times of each kind', async () => {
    const { db } = store()
    const kept = limits.moderationMeasured.start
    await noteTimes(db, 'decision', [{ ms: 1, at: now }])
    for (let i = 0; i < kept + 2; i++) await noteTimes(db, 'start', [{ ms: i, at: now + i }])
    await noteTimes(db, 'start', [])
    const measured = await measuredTimes(db, 'start', 0)
    assert.deepEqual(
      [measured.length, measured[0], measured.at(-1)?.ms],
      [kept, { ms: kept + 1, at: now + kept + 1 }, 2],
    )
    assert.equal((await measuredTimes(db, 'start', now + kept + 1)).length, 1)
    assert.deepEqual(await measuredTimes(db, 'decision', 0), [{ ms: 1, at: now }])
  })
})
