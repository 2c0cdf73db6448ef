// A reviewer decides only on the text that the reviewer saw: if it has changed, nothing is decided (contract.md §12).
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { limits } from '../../../src/contract/limits.ts'
import { sentences } from '../../../src/contract/sentences.ts'
import { postById } from '../../../src/store/posts/posts.ts'
import { openReportsOf } from '../../../src/store/posts/reports.ts'
import { revisionById } from '../../../src/store/posts/revisions.ts'
import { publicationFor } from '../../../src/usecases/posts/publication.ts'
import { waitingAppeals } from '../../../src/usecases/review/appeals.ts'
import { decideBulk } from '../../../src/usecases/review/bulk.ts'
import { decideItem, type ItemDecision, returned } from '../../../src/usecases/review/decide-item.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { itemContext } from '../../../src/usecases/review/item-context.ts'
import { type Item, reviewQueue } from '../../../src/usecases/review/queue.ts'
import { reportedPosts } from '../../../src/usecases/review/waiting.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { runAction } from '../../../src/writer/run-action.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { decideAsShown } from '../../kit/decide-as-shown.ts'
import { dismissOpen } from '../../kit/dismiss-reports.ts'
import { byTitle } from '../../kit/title-model.ts'

const [ann, bob, cleo] = ['ann@example.org', 'bob@example.org', 'cleo@example.org'] as const
const dismiss = { action: 'dismiss', reason: 'It is fine.' } as const
const remove = { action: 'remove', category: 'scam', reason: 'A trick.' } as const
const changed = { code: 'not_in_review', message: sentences.textChanged } as const

onEveryDatabase('a decision on a text that has changed since it was seen', ({ kind, fresh }) => {
  let app: TestApp
  let author: TestAccount
  before(async () => {
    const env = { REVIEWERS: `${ann},${bob},${cleo}`, REVIEW_SAMPLE: '1' }
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env })
  })
  beforeEach(async () => {
    author = await app.account({ balance: 500_000_000 })
  })
  after(() => app.close())

  const own = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json
  const publish = async () => {
    app.clock.advance(1_000)
    const { id } = (await app.call('POST', '/v1/posts', { key: author.key, body: eventBody() })).json
    await app.moderate()
    return id as string
  }
  let edits = 0
  const edit = async (id: string, body: object = { title: `Another title, number ${edits++}` }) => {
    app.clock.advance(1_000)
    const answer = await app.call('PATCH', `/v1/posts/${id}`, { key: author.key, body })
    assert.ok([200, 202].includes(answer.status), answer.text)
    await app.moderate()
    return answer.json.edit.id as string
  }
  const correction = { starts_at: '2027-03-07T14:00:00+01:00', ends_at: '2027-03-07T16:00:00+01:00' }
  const report = async (id: string, reason = 'scam') => {
    const { status } = await app.call('POST', '/v1/reports', { body: { post_id: id, reason } })
    assert.equal(status, 202)
    return { kind: 'report', subject: id } as const
  }
  const reported = async () => report(await publish())
  const seenOn = async (item: Item, reviewer: string = ann) => (await itemContext(app.platform, item, reviewer)).text.id
  const decide = async (item: Item, made: ItemDecision, seen: string, reviewer: string = ann) => {
    const open = item.kind === 'report' ? await openReportsOf(app.platform.db, item.subject) : []
    const decision = made.action === 'dismiss' ? { ...made, reports: open.map(({ id }) => id) } : made
    return decideItem(app.platform, { ...item, reviewer, decision, seen })
  }
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const pending = () => app.platform.db.selectFrom('pending_decisions').selectAll().execute()
  const reportsOf = async ({ subject }: Item) =>
    (
      await app.platform.db
        .selectFrom('reports')
        .select(['state', 'judged_revision'])
        .where('post_id', '=', subject)
        .execute()
    ).map(({ state, judged_revision }) => [state, judged_revision])
  const waits = async ({ kind, subject }: Item) =>
    (await reviewQueue(app.platform)).items.some(item => item.kind === kind && item.subject === subject)
  const decidedOn = async ({ subject }: Item) =>
    (
      await app.platform.db
        .selectFrom('decision_log')
        .select('action')
        .where('subject', '=', subject)
        .where('decider', '=', 'person')
        .execute()
    ).map(({ action }) => action)

  for (const [name, decision] of Object.entries({ dismiss, remove }))
    test(`the decision ${name} on a reported post that was edited is refused until the reviewer has seen the new text`, async () => {
      const item = await reported()
      const seen = await seenOn(item)
      assert.equal(seen, item.subject)
      const shown = await edit(item.subject)
      for (const other of [seen, '', 'p_none']) assert.equal(await decide(item, decision, other), 'changed')
      assert.deepEqual([await pending(), await reportsOf(item)], [[], [['open', null]]])
      assert.equal(await seenOn(item), shown)
      assert.notEqual(await decide(item, decision, shown), 'changed')
      await due()
      assert.deepEqual(await reportsOf(item), [name === 'dismiss' ? ['dismissed', shown] : ['upheld', null]])
    })

  for (const [name, decision] of Object.entries({ dismiss, remove }))
    for (const [what, change] of Object.entries({ edited: undefined, 'given other times': correction }))
      test(`the decision ${name} is not applied to a reported post that was ${what} within ten seconds; the post waits again, and the reviewer sees why`, async () => {
        const item = await reported()
        await decideAsShown(app.platform, { ...item, reviewer: ann, decision })
        const shown = await edit(item.subject, change)
        await due()
        assert.deepEqual([await pending(), await reportsOf(item)], [[], [['open', null]]])
        assert.deepEqual([(await own(item.subject)).status, await decidedOn(item)], ['published', []])
        assert.ok(await waits(item))
        const { why, decision: back, ...about } = (await returned(app.platform, ann))[0]!
        const { reports, ...made } = back
        assert.equal(why, sentences.textChanged)
        assert.deepEqual([about, made], [item, { ...decision, again: false }])
        assert.equal(reports?.length, name === 'dismiss' ? 1 : undefined)
        assert.deepEqual(await returned(app.platform, bob), [])
        await decideAsShown(app.platform, { ...item, reviewer: bob, decision })
        await due()
        assert.deepEqual(await reportsOf(item), [name === 'dismiss' ? ['dismissed', shown] : ['upheld', null]])
      })

  test('a decision on the command line names the listed text, and is refused if the post has another text since', async () => {
    const by = { actor: 'operator', reason: 'x' }
    const item = await reported()
    const shown = await edit(item.subject)
    const [listed] = (await reportedPosts(app.platform)).filter(each => (each as { id: string }).id === item.subject)
    assert.equal((listed as { seen?: string }).seen, shown)
    await assert.rejects(dismissOpen(app.platform, { ...by, postId: item.subject, seen: item.subject }), changed)
    const removal = { ...by, ...remove, revisionId: item.subject, penalized: true }
    await assert.rejects(decideText(app.platform, { ...removal, seen: item.subject }), changed)
    assert.deepEqual(await reportsOf(item), [['open', null]])
    await decideText(app.platform, { ...removal, seen: shown })
    assert.equal((await own(item.subject)).status, 'removed')
  })

  test('a decision on an appeal is about the text that readers saw last, which a granted appeal publishes', async () => {
    const id = await publish()
    const shown = await edit(id)
    const { title } = await own(id).then(({ post }) => post)
    const removal = {
      revisionId: id,
      actor: ann,
      reason: 'x',
      action: 'remove',
      category: 'scam',
      penalized: true,
    } as const
    await decideText(app.platform, removal)
    await app.call('POST', `/v1/posts/${id}/appeal`, { key: author.key, body: { message: 'It is none.' } })
    const { items } = await reviewQueue(app.platform)
    const { kind, subject } = items.find(each => each.kind === 'appeal' && each.post_id === id)!
    const item = { kind, subject }
    const { text, rejection, can_be_published, edit: isEdit } = await itemContext(app.platform, item, bob)
    assert.deepEqual([text.id, text.fields.title, text.status], [shown, title, 'removed'])
    assert.deepEqual([rejection?.category, can_be_published, isEdit], ['scam', true, false])
    const [listed] = (await waitingAppeals(app.platform, 100)) as { seen: string; fields: { title: string } }[]
    assert.deepEqual([listed?.seen, listed?.fields.title], [shown, title])

    const answers = [
      { action: 'grant-publish', reason: 'Right.' },
      { action: 'grant', reason: 'Right.' },
      { action: 'refuse', reason: 'No.' },
    ] as const
    for (const answer of answers) {
      assert.equal(await decide(item, answer, id, bob), 'changed')
      await decide(item, answer, shown, bob)
      await changeSeen()
      await due()
      assert.equal((await own(id)).appeal.state, 'open', answer.action)
      assert.equal((await returned(app.platform, bob))[0]?.why, sentences.textChanged)
    }
    await decide(item, answers[0], shown, bob)
    await due()
    assert.equal((await own(id)).post.title, title)
  })

  test('a decision on another text is not counted as the second decision on a sample', async () => {
    const item = await reported()
    await decideAsShown(app.platform, { ...item, reviewer: ann, decision: dismiss })
    await due()
    const first = await seenOn(item, bob)
    const samples = () =>
      app.platform.db.selectFrom('review_samples').selectAll().where('subject', '=', item.subject).execute()
    // Nobody is asked about the first text any more: cleo has decided on it, and then ann dismissed another text.
    await decideAsShown(app.platform, { ...item, reviewer: cleo, decision: dismiss })
    await due()
    const shown = await edit(item.subject)
    await report(item.subject, 'spam')
    assert.equal(
      await decide(item, dismiss, first, bob),
      'changed',
      'the item is no sample any more and waits for a first decision',
    )
    await decideAsShown(app.platform, { ...item, reviewer: ann, decision: dismiss })
    await due()
    assert.equal(await decide(item, dismiss, first, bob), 'changed', 'the sample has another text')
    assert.notEqual(await decide(item, dismiss, shown, bob), 'changed')
    await changeSeen()
    await due()
    assert.deepEqual((await samples()).map(({ second_reviewer }) => second_reviewer).sort(), [cleo, null].sort())
    await decide(item, dismiss, shown, bob)
    await due()
    assert.deepEqual((await samples()).map(({ second_reviewer }) => second_reviewer).sort(), [bob, cleo])
  })

  test('a decision on a text in review names that text, for one text and for many at once', async () => {
    app.clock.advance(1_000)
    const body = { ...eventBody(), title: `REVIEW of a text, number ${edits++}` }
    const { id } = (await app.call('POST', '/v1/posts', { key: author.key, body })).json
    await app.moderate()
    const item = { kind: 'text', subject: id } as const
    const fine = { action: 'publish', reason: '' } as const
    assert.equal(await decide(item, fine, 'p_none'), 'changed')
    assert.deepEqual(await pending(), [])
    await decide(item, fine, id)
    await changeSeen()
    await due()
    assert.equal((await own(id)).status, 'review')
    const ticked = { subjects: [id], of: 'author', revisionId: id, reviewer: ann, decision: fine, typed: '' } as const
    assert.equal((await decideBulk(app.platform, ticked)).kept.length, 1)
    assert.deepEqual(
      (await pending()).map(({ seen }) => seen),
      [id],
    )
    await changeSeen()
    await due()
    assert.equal((await own(id)).status, 'review')
    await decideBulk(app.platform, ticked)
    await due()
    assert.equal((await own(id)).status, 'published')
  })

  test('a decision that was not applied is shown to its reviewer, whatever the cause, until they open the item, for a week at most', async () => {
    const items = [await reported(), await reported()] as const
    for (const item of items) await decideAsShown(app.platform, { ...item, reviewer: cleo, decision: dismiss })
    await app.call('DELETE', `/v1/posts/${items[0].subject}`, { key: author.key })
    await edit(items[1].subject)
    await due()
    const told = async () => (await returned(app.platform, cleo)).map(({ subject, why }) => [subject, why])
    assert.deepEqual(
      (await told()).sort(),
      [
        [items[0].subject, `The post ${items[0].subject} has no open report.`],
        [items[1].subject, sentences.textChanged],
      ].sort(),
    )
    await app.platform.act('readReturned', { ...items[0], reviewer: ann })
    assert.equal((await told()).length, 2, 'another reviewer opened the item')
    await app.platform.act('readReturned', { ...items[0], reviewer: cleo })
    assert.deepEqual(await told(), [[items[1].subject, sentences.textChanged]])
    app.clock.advance(limits.reviewReturnedMs)
    await app.platform.act('sweep', { limit: 100 })
    assert.deepEqual(await told(), [])
  })

  if (kind === 'PostgreSQL')
    test('a decision waits while another text is being published, and is then refused', async t => {
      const { platform } = app
      const holder = platform.dialect.open(app.databaseUrl, 'write')
      t.after(() => holder.close())
      const item = await reported()
      const id = await edit(item.subject, { title: 'REVIEW of an edit' })
      const [post, revision] = [(await postById(platform.db, item.subject))!, (await revisionById(platform.db, id))!]
      const publication = await publicationFor(platform, post, revision)
      const by = { actor: 'operator', reason: 'x' }
      let dismissal: Promise<unknown> | undefined
      let settled = false
      await holder.transaction(async db => {
        await runAction(db, platform.dialect, platform.facts, {
          name: 'decideByPerson',
          input: { ...by, revisionId: id, action: 'publish', publication },
          call: { now: app.clock.now(), seed: randomBytes(24).toString('hex') },
        })
        dismissal = dismissOpen(platform, { ...by, postId: item.subject, seen: item.subject })
        const ended = () => {
          settled = true
        }
        dismissal.then(ended, ended)
        const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        while (!settled && Number((await waiting.execute(platform.db)).rows[0]?.n) === 0);
      })
      await assert.rejects(dismissal!, changed)
      assert.deepEqual(await reportsOf(item), [['open', null]])
    })

  /** Gives every kept decision another seen text, as if the text had changed since. */
  const changeSeen = async () => {
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    await writing.db.updateTable('pending_decisions').set({ seen: 'p_another' }).execute()
    await writing.close()
  }
})
