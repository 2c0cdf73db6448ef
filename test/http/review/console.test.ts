// Decisions in the console: what each form of an item does and refuses, and which page comes next (contract.md §12).
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { Problem } from '../../../src/contract/problems/problem.ts'
import { sentences } from '../../../src/contract/sentences.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onPresentation, quietLog, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ask } from '../owner/owner-site.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

onPresentation('the console', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns
  const failures: Record<string, unknown>[] = []
  const log = { ...quietLog, error: (fields: object) => void failures.push({ ...fields }) }

  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers, log })
  })
  after(() => app.close())
  beforeEach(async () => {
    // Releases the claims of earlier tests.
    app.clock.advance(limits.reviewLeaseMs)
    author = await app.account({ balance: 500_000_000 })
    anns = await reviewing(app, ann)
    bobs = await reviewing(app, bob)
  })

  const submit = (word: string, change?: object) => submitted(app, author, word, change)
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const own = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json
  const reportsIn = (html: string) => /name="reports" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const item = (id: string, kind = 'text') => `/review/items/${kind}/${id}`

  it('the console publishes, and opens the next item', async () => {
    const [first, second] = [await submit('REVIEW'), await submit('REVIEW')]
    const started = await anns.post('/review/next')
    assert.deepEqual([started.status, started.location], [303, item(first)])
    const page = await anns.get(item(first))
    assert.equal(page.status, 200)
    assert.match(textOf(page.html), /Text in review .*Decide .*Context .*Unsure\./)
    const decided = await anns.post(item(first), { action: 'publish', reason: '' })
    assert.deepEqual([decided.status, decided.location], [303, item(second)])
    assert.equal((await own(first)).status, 'review', 'the decision has not taken effect yet')
    const next = await anns.get(item(second))
    assert.match(textOf(next.html), /Published\. Nothing has gone out yet\. Undo/)
    await due()
    assert.equal((await own(first)).status, 'published')
    const last = await anns.post(item(second), { action: 'publish', reason: '' })
    assert.equal(last.location, '/review')
    await due()
  })

  it('the filter of the list goes with its items to the next one, and an unknown part says what it takes', async () => {
    const stranger = await app.account({ balance: 500_000_000 })
    const [mine, theirs] = [await submit('REVIEW'), await submitted(app, stranger, 'REVIEW')]
    const second = await submitted(app, stranger, 'REVIEW')
    const query = `?language=en&author=${stranger.handle}`
    const list = await anns.get(`/review${query}&words=`)
    assert.equal(list.status, 200)
    assert.ok(list.html.includes(`href="${item(theirs)}?language=en&amp;author=${stranger.handle}"`))
    assert.ok(!list.html.includes(mine))
    assert.match(textOf(list.html), /English · @\w+ · p_/)
    assert.ok(list.html.includes(`action="/review/next?language=en&amp;author=${stranger.handle}"`))
    assert.equal((await anns.post(`/review/next${query}`)).location, item(theirs) + query)
    const page = await anns.get(item(theirs) + query)
    assert.match(textOf(page.html), new RegExp(`Next items: language en, author ${stranger.handle}`))
    for (const action of ['', '/note', '/release'])
      assert.ok(page.html.includes(`action="${item(theirs)}${action}?language=en&amp;author=`), action)
    const decided = await anns.post(item(theirs) + query, { action: 'publish', seen: theirs })
    assert.equal(decided.location, item(second) + query)
    const last = await anns.post(item(second) + query, { action: 'publish', seen: second })
    assert.equal(last.location, `/review${query}`)
    const wrong = await anns.get('/review?language=qqx&kind=text')
    assert.equal(wrong.status, 400)
    assert.match(textOf(wrong.html), /"qqx" is no language; it takes a code such as de/)
    assert.ok(wrong.html.includes(mine), 'the other parts still hold')
    assert.equal((await anns.post('/review/next?language=qqx')).status, 400)
    await anns.post(item(mine), { action: 'publish' })
    await due()
  })

  it('the console shows a marked passage with hyphens and slashes', async () => {
    const part = 'machine-readable /new-books'
    const id = await submit('REVIEW', { body: `${eventBody().body} It has ${part}.` })
    const { db, close } = app.platform.dialect.open(app.databaseUrl, 'write')
    await db
      .updateTable('revisions')
      .set({ verdict: JSON.stringify({ part }) })
      .where('id', '=', id)
      .execute()
    await close()
    const page = await anns.get(item(id))
    assert.equal(page.status, 200)
    assert.ok(page.html.includes(`<mark title="Marked: the model">${part}</mark>`))
    await anns.post(item(id), { action: 'publish', reason: '' })
    await due()
  })

  it('the console goes on past an item that cannot be drawn, and shows its stored text', async () => {
    const [broken, next] = [await submit('REVIEW'), await submit('REVIEW')]
    const { db, close } = app.platform.dialect.open(app.databaseUrl, 'write')
    const of = db.selectFrom('revisions').select('fields').where('id', '=', broken)
    const { fields } = await of.executeTakeFirstOrThrow()
    const store = (text: string) => db.updateTable('revisions').set({ fields: text }).where('id', '=', broken).execute()
    await store('no JSON, but <b>text</b>')
    assert.equal((await anns.post('/review/next')).location, item(broken))
    const page = await anns.get(item(broken))
    assert.deepEqual([page.status, headingOf(page.html)], [500, 'This item cannot be shown'])
    assert.match(page.html, />no JSON, but &lt;b&gt;text&lt;\/b&gt;<\/pre>/)
    const [line] = failures.filter(({ item: of }) => of === broken)
    assert.ok(line?.err instanceof SyntaxError && page.html.includes(String(line.request_id)))
    assert.deepEqual(
      [...page.html.matchAll(/<button[^>]* data-key="(\w)"/g)].map(([, key]) => key),
      ['s', 'q'],
    )
    assert.equal((await anns.post(`${item(broken)}/release`)).location, '/review')
    assert.equal((await anns.post('/review/next')).location, item(broken))
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.html)?.[1] ?? ''
    const skipped = await anns.post(item(broken), { action: field('action'), reason: field('reason') })
    assert.deepEqual([skipped.status, skipped.location], [303, item(next)])
    await store(fields)
    await close()
    for (const id of [broken, next]) await anns.post(item(id), { action: 'publish', reason: '' })
    await due()
  })

  it('the console goes on past an item whose text always takes too long to compare', async () => {
    const { body } = eventBody()
    await submit('Fine', { body })
    const [slow, next] = [await submit('REVIEW', { body: `${body} Tea.` }), await submit('REVIEW')]
    assert.equal((await anns.post('/review/next')).location, item(slow))
    const { reader } = app.platform
    const { compare } = reader
    reader.compare = () => Promise.reject(new Problem('overloaded', 'Reading the text took longer than 5 s.'))
    const page = await anns.get(item(slow))
    reader.compare = compare
    assert.deepEqual([page.status, headingOf(page.html)], [503, 'This item cannot be shown'])
    assert.match(textOf(page.html), /Reading the text took longer than 5 s\./)
    const skipped = await anns.post(item(slow), { action: 'skip', reason: 'Cannot be shown.' })
    assert.equal(skipped.location, item(next))
    for (const id of [slow, next]) await anns.post(item(id), { action: 'publish', reason: '' })
    await due()
  })

  it('the console rejects with the typed reason, or with that of the policy if none is typed', async () => {
    const [silent, typed] = [await submit('REVIEW'), await submit('REVIEW')]
    await anns.post(item(silent), { action: 'reject', category: 'scam', reason: ' ' })
    await anns.post(item(typed), { action: 'reject', category: 'vague', reason: ' It says nothing. ' })
    await due()
    const { title, definition } = app.platform.policy.categories.find(({ id }) => id === 'scam')!
    const { rejection } = await own(silent)
    assert.deepEqual([rejection.category, rejection.reason], ['scam', `${title}: ${definition}`])
    assert.equal((await own(typed)).rejection.reason, 'It says nothing.')
  })

  it('the console says what is wrong with a form, and keeps the typed fields', async () => {
    const id = await submit('REVIEW')
    const wrong: [Record<string, string>, RegExp][] = [
      [{ action: 'reject', reason: 'Because I <say> so' }, /Choose a category of the policy/],
      [{ action: 'reject', category: 'nonsense', reason: 'x' }, /Choose a category/],
      [{ action: 'reject', category: 'scam', reason: 'x'.repeat(limits.appealCodePoints + 1) }, /longer than/],
      [{ action: 'reject', category: 'scam', reason: 'a\u0007b' }, /control character/],
      [{ action: 'skip', reason: '' }, /Give a reason/],
      [{ action: 'second_opinion', reason: ' ' }, /Give a reason/],
      [{ action: 'remove', category: 'scam', reason: 'x' }, /takes publish, dismiss, reject/],
      [{ action: 'dismiss', reason: 'x' }, /withdrawn/],
      [{ action: 'grant', reason: 'x' }, /takes publish/],
      [{ action: 'explode', reason: 'x' }, /Choose a decision/],
      [{}, /Choose a decision/],
    ]
    for (const [fields, said] of wrong) {
      const answer = await anns.post(item(id), fields)
      assert.equal(answer.status, 400, JSON.stringify(fields).slice(0, 80))
      assert.match(textOf(answer.html), said)
    }
    const kept = await anns.post(item(id), wrong[0]![0])
    assert.match(kept.html, /value="reject"[^>]* checked/)
    assert.match(kept.html, /Because I &lt;say&gt; so<\/textarea>/)
    assert.equal((await app.platform.db.selectFrom('pending_decisions').selectAll().execute()).length, 0)
    await anns.post(item(id), { action: 'publish' })
    await due()
  })

  it('the console undoes a decision within ten seconds: the reviewer has the item again, and nothing was sent', async () => {
    const id = await submit('REVIEW')
    const { location } = await anns.post(item(id), { action: 'reject', category: 'scam' })
    const page = await anns.get(location ?? '')
    const decision = /name="decision" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
    assert.equal((await bobs.post('/review/undo', { decision })).status, 409, 'only the reviewer who decided can undo')
    const undone = await anns.post('/review/undo', { decision })
    assert.equal(undone.location, item(id))
    const again = await bobs.get(item(id))
    assert.deepEqual([again.status, /ann@example.org holds it until/.test(textOf(again.html))], [409, true])
    await anns.post(item(id), { action: 'publish' })
    const late = await anns.get('/review')
    const other = /name="decision" value="([^"]+)"/.exec(late.html)?.[1] ?? ''
    await due()
    assert.equal((await anns.post('/review/undo', { decision: other })).status, 409)
    assert.doesNotMatch((await anns.get('/review')).html, /name="decision"/)
    assert.equal((await own(id)).status, 'published')
  })

  it('an item is claimed for the reviewer who opens it; a second one sees who has it until when, and gets it after the lease', async () => {
    const id = await submit('REVIEW')
    assert.equal((await ask(app, 'HEAD', item(id), { cookie: anns.cookie })).status, 200)
    assert.equal((await bobs.get(item(id))).status, 200, 'HEAD claims nothing')
    const held = await anns.get(item(id))
    const until = new Date(app.clock.now() + limits.reviewLeaseMs).toISOString().slice(0, 19)
    assert.equal(held.status, 409)
    assert.match(textOf(held.html), new RegExp(`bob@example.org holds it until ${until}`))
    assert.doesNotMatch(held.html, /name="action"/)
    for (const fields of [{ action: 'publish' }, { action: 'skip', reason: 'x' }]) {
      const answer = await anns.post(item(id), fields)
      assert.deepEqual([answer.status, headingOf(answer.html)], [409, 'Somebody was quicker'])
      assert.match(textOf(answer.html), /bob@example.org holds it until .* Next item/)
    }
    await bobs.post(`${item(id)}/release`)
    assert.equal((await anns.get(item(id))).status, 200)
    app.clock.advance(limits.reviewLeaseMs)
    assert.equal((await bobs.get(item(id))).status, 200, 'the lease has expired')
    await bobs.post(item(id), { action: 'publish' })
    await due()
  })

  it('a reviewer alone is told that nobody can give a second opinion; of two, each may ask for one', async () => {
    const id = await submit('REVIEW')
    const told = /Nobody else can give a second opinion/
    const both = (await bobs.get(item(id))).html
    assert.match(both, /value="second_opinion"/)
    assert.doesNotMatch(both, told)
    const lone = await startApp(app.databaseUrl, {
      overrides: { model: byTitle },
      env: { REVIEWERS: ann },
      clock: app.clock,
    })
    try {
      app.clock.advance(limits.reviewLeaseMs)
      const alone = (await (await reviewing(lone, ann)).get(item(id))).html
      assert.match(alone, told)
      assert.doesNotMatch(alone, /value="second_opinion"/)
    } finally {
      await lone.close()
    }
    app.clock.advance(limits.reviewLeaseMs)
    await bobs.post(item(id), { action: 'publish', reason: '' })
    await due()
    assert.equal((await own(id)).status, 'published')
  })

  it('the second of two deciding reviewers is shown the decision, its reviewer and its time', async () => {
    const id = await submit('REVIEW')
    const both = await Promise.all([
      anns.post(item(id), { action: 'publish' }),
      bobs.post(item(id), { action: 'reject', category: 'scam' }),
    ])
    const lost = both.find(({ status }) => status === 409)
    assert.equal(both.filter(({ status }) => status === 303).length, 1)
    const moment = new Date(app.clock.now()).toISOString().slice(0, 19)
    assert.match(
      textOf(lost?.html ?? ''),
      new RegExp(`(ann|bob)@example.org has decided it a moment ago: (publish|reject), at ${moment}`),
    )
    await due()
    const later = await anns.post(item(id), { action: 'publish' })
    assert.equal(later.status, 409)
    assert.match(textOf(later.html), /It is (published|rejected): person-\S+ by (ann|bob)@example.org at 20/)
    const looked = await anns.get(item(id))
    assert.match(textOf(looked.html), /by (ann|bob)@example.org at 20/)
  })

  it('the console decides reports and appeals; the first reviewer does not decide the appeal', async () => {
    const [kept, bad] = [await submit('Fine'), await submit('Fine')]
    const report = (post_id: string) =>
      app.call('POST', '/v1/reports', { body: { post_id, reason: 'scam', details: 'A <b>trick</b>' } })
    for (const id of [kept, bad]) await report(id)
    const page = await anns.get(item(kept, 'report'))
    assert.match(textOf(page.html), /Reports \(1\) scam .* A <b>trick<\/b>/)
    await anns.post(item(kept, 'report'), { action: 'dismiss', reports: reportsIn(page.html) })
    await anns.post(item(bad, 'report'), { action: 'remove', category: 'scam', reason: 'A trick.' })
    await due()
    assert.deepEqual([(await own(kept)).status, (await own(bad)).status], ['published', 'removed'])
    const message = 'It is <i>no</i> trick.'
    await app.call('POST', `/v1/posts/${bad}/appeal`, { key: author.key, body: { message } })
    const { location } = await bobs.post('/review/next')
    const hers = await anns.get(location ?? '')
    assert.match(textOf(hers.html), /The person who made the decision cannot decide the appeal/)
    assert.equal((await anns.post(location ?? '', { action: 'refuse', reason: 'No.' })).status, 409)
    const his = await bobs.get(location ?? '')
    assert.match(textOf(his.html), /The author appeals It is <i>no<\/i> trick\./)
    assert.equal((await bobs.post(location ?? '', { action: 'grant-publish', reason: '' })).status, 400)
    const before = (await app.call('GET', '/v1/account', { key: author.key })).json
    await bobs.post(location ?? '', { action: 'grant-publish', reason: 'You are right.', seen: seenIn(his.html) })
    await due()
    const account = (await app.call('GET', '/v1/account', { key: author.key })).json
    const granted = await own(bad)
    assert.deepEqual(
      [granted.status, granted.appeal.state, granted.appeal.answer],
      ['published', 'granted', 'You are right.'],
    )
    assert.deepEqual([before.strikes, account.strikes], [1, 0])
    assert.ok(account.balance > before.balance)
  })

  it('the console decides nothing on a text that has changed: 409 with a sentence, the new text, and the typed words', async () => {
    const id = await submit('Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'scam' } })
    const first = await anns.get(item(id, 'report'))
    assert.equal(seenIn(first.html), id)
    const title = 'Another title: <b>come</b> at seven'
    const { edit } = (await app.call('PATCH', `/v1/posts/${id}`, { key: author.key, body: { title } })).json
    await app.moderate()
    const removal = { action: 'remove', category: 'scam', reason: 'A <trick>.' }
    for (const fields of [removal, { action: 'dismiss', reason: 'It is fine.' }, { ...removal, seen: '' }]) {
      const answer = await anns.post(item(id, 'report'), fields)
      assert.equal(answer.status, 409)
      assert.ok(textOf(answer.html).includes(`${sentences.textChanged} This is the new text.`))
      assert.ok(textOf(answer.html).includes(title))
      assert.equal(seenIn(answer.html), edit.id)
      assert.match(answer.html, /name="action" value="skip"[^>]* checked/, 'a decision has to be chosen again')
      assert.ok(answer.html.includes(`${fields.reason.replace('<', '&lt;').replace('>', '&gt;')}</textarea>`))
    }
    const scam = app.platform.policy.categories.find(each => each.id === 'scam')!
    const prefilled = { ...removal, reason: `${scam.title}: ${scam.definition}` }
    const emptied = await anns.post(item(id, 'report'), prefilled)
    assert.match(
      emptied.html,
      /<textarea id="reason"[^>]*><\/textarea>/,
      'the reviewer did not write the words of the policy',
    )
    assert.equal((await app.platform.db.selectFrom('pending_decisions').selectAll().execute()).length, 0)
    const decided = await anns.post(item(id, 'report'), { ...removal, seen: edit.id })
    assert.equal(decided.status, 303)
    await due()
    assert.equal((await own(id)).status, 'removed')
  })

  it('the console shows on every page a decision that could not be applied, until its item is opened; the item waits again', async () => {
    const id = await submit('Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'scam' } })
    await anns.get(item(id, 'report'))
    await anns.post(item(id, 'report'), { action: 'remove', category: 'scam' })
    await app.call('PATCH', `/v1/posts/${id}`, { key: author.key, body: { title: 'Another title: come at seven' } })
    await app.moderate()
    await due()
    assert.equal((await own(id)).status, 'published')
    const said = `Not applied: Removed as scam. ${sentences.textChanged} Open ${id}`
    for (const path of ['/review', '/review/statistics']) {
      const page = await anns.get(path)
      assert.ok(textOf(page.html).includes(said), path)
      assert.ok(page.html.includes(`<a href="${item(id, 'report')}">Open <`))
    }
    assert.ok(!textOf((await bobs.get('/review')).html).includes(said), 'to nobody else')
    assert.equal((await anns.post('/review/next')).location, item(id, 'report'))
    assert.equal((await ask(app, 'HEAD', item(id, 'report'), { cookie: anns.cookie })).status, 200)
    const opened = await anns.get(item(id, 'report'))
    assert.ok(textOf(opened.html).includes(said))
    assert.ok(textOf(opened.html).includes('come at seven'))
    assert.ok(!textOf((await anns.get('/review')).html).includes(said), 'once it was opened')
    await anns.post(item(id, 'report'), {
      ...{ action: 'dismiss', seen: seenIn(opened.html), reports: reportsIn(opened.html) },
    })
    await due()
    assert.equal((await app.call('GET', `/v1/posts/${id}`)).status, 200)
    assert.ok(!(await anns.get('/review')).html.includes(id))
  })

  it('the console stores notes, and shows them to other reviewers', async () => {
    const id = await submit('REVIEW')
    await anns.get(item(id))
    const noted = await bobs.post(`${item(id)}/note`, { note: 'Seen <script>before</script>.' })
    assert.equal(noted.location, item(id), 'a reviewer without the claim can add a note too')
    assert.match(textOf((await anns.get(item(id))).html), /note bob@example.org, .* Seen <script>before<\/script>\./)
    assert.equal((await anns.post(`${item(id)}/note`, { note: ' ' })).status, 400)
    assert.equal((await anns.post(`${item('p_none')}/note`, { note: 'x' })).status, 404)
    await anns.post(item(id), { action: 'skip', reason: 'Not my language.' })
    assert.equal((await anns.post('/review/next')).location, '/review')
    assert.equal((await bobs.post('/review/next')).location, item(id))
    await bobs.post(item(id), { action: 'publish' })
    await due()
  })

  it('a lead can suspend, unsuspend and credit in the console, and undo each for ten seconds', async () => {
    const id = await submit('REVIEW')
    const { handle } = author
    const standing = async () => (await app.call('GET', '/v1/account', { key: author.key })).json
    const fields = { handle, item: item(id), reason: 'Floods the site.' }
    const sent = await bobs.post('/review/accounts/suspend', fields)
    assert.deepEqual([sent.status, sent.location], [303, item(id)])
    const page = await bobs.get('/review')
    assert.match(textOf(page.html), /Account suspended\. Nothing has gone out yet/)
    const decision = /name="decision" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
    assert.equal((await bobs.post('/review/undo', { decision })).location, '/review')
    await due()
    assert.equal((await standing()).status, 'active')
    await bobs.post('/review/accounts/suspend', { ...fields, item: '//evil.test/' })
    assert.equal(
      (await bobs.post('/review/accounts/credit', { ...fields, amount: '1' })).status,
      409,
      'one action at a time',
    )
    await due()
    assert.equal((await standing()).status, 'suspended')
    await bobs.post('/review/accounts/unsuspend', fields)
    await due()
    const { balance } = await standing()
    for (const amount of ['', '-1', 'x', '0']) {
      const answer = await bobs.post('/review/accounts/credit', { ...fields, amount })
      assert.equal(answer.status, 400, amount)
    }
    await bobs.post('/review/accounts/credit', { ...fields, amount: '2.50' })
    await due()
    assert.deepEqual([(await standing()).status, (await standing()).balance - balance], ['active', 2_500_000])
    const none = await bobs.post('/review/accounts/suspend', { ...fields, handle: 'deleted' })
    assert.equal(none.status, 404)
    const actions = await app.platform.db
      .selectFrom('decision_log')
      .select(['action', 'actor'])
      .where('subject', '=', author.accountId)
      .orderBy('seq')
      .execute()
    assert.deepEqual(
      actions.filter(({ actor }) => actor === bob).map(({ action }) => action),
      ['suspend', 'unsuspend', 'credit'],
    )
    await bobs.post(item(id), { action: 'publish' })
    await due()
  })
})
