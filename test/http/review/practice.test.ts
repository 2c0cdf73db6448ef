// Practice in the console: decisions that stood, as in the queue and without their outcome; nothing is written.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { practiceRound } from '../../../src/usecases/review/practice.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

onEveryDatabase('practice in the console', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns
  /** The texts by what became of them. */
  const ids: Record<'fine' | 'scam' | 'granted' | 'erased' | 'removed' | 'anns', string> = {
    ...{ fine: '', scam: '', granted: '', erased: '', removed: '', anns: '' },
  }

  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }

  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers })
    author = await app.account({ balance: 500_000_000 })
    ;[anns, bobs] = [await reviewing(app, ann), await reviewing(app, bob)]
    const decided = async (by: typeof anns, word: string, fields: Record<string, string>) => {
      const id = await submitted(app, author, `REVIEW ${word}`)
      await by.post(`/review/items/text/${id}`, fields)
      await due()
      return id
    }
    const scam = { action: 'reject', category: 'scam', reason: 'It promises doubled money.' }
    ids.fine = await decided(bobs, 'FINE', { action: 'publish', reason: 'A bread oven.' })
    ids.scam = await decided(bobs, 'SCAM', scam)
    ids.anns = await decided(anns, 'OWN', { action: 'publish' })
    ids.removed = await decided(bobs, 'TAKEN', { action: 'publish' })
    await app.call('DELETE', `/v1/posts/${ids.removed}`, { key: author.key })
    ids.granted = await decided(bobs, 'GRANTED', { action: 'reject', category: 'vague', reason: 'Vague.' })
    await app.call('POST', `/v1/posts/${ids.granted}/appeal`, { key: author.key, body: { message: 'Look again.' } })
    const person = { reviewer: ann, reason: 'So it is.' }
    const appeal = await app.platform.db.selectFrom('appeals').select('id').executeTakeFirstOrThrow()
    await anns.post(`/review/items/appeal/${appeal.id}`, { action: 'grant', reason: person.reason, seen: ids.granted })
    await due()
    // The words of an erased text are gone.
    ids.erased = await decided(bobs, 'ERASED', { action: 'reject', category: 'spam', reason: 'Spam.' })
    const { db, close } = app.platform.dialect.open(app.databaseUrl, 'write')
    await db.updateTable('revisions').set({ fields: '{}' }).where('id', '=', ids.erased).execute()
    await close()
  })
  after(() => app.close())

  const round = (reviewer: string, name = 'aaaaaaaaaaaa') => practiceRound(app.platform, reviewer, name)
  const address = (html: string) => /href="(\/review\/practice\?[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const fieldsIn = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )

  it('a round has the decisions of others that stood, and examples of the policy where they are few', async () => {
    const cases = await round(ann)
    const past = cases.filter(({ decided }) => decided.by !== null).map(({ id }) => id)
    assert.deepEqual(past.sort(), [ids.fine, ids.scam].sort())
    assert.equal(cases.length, limits.practiceRound)
    assert.deepEqual(
      (await round(bob)).flatMap(({ id, decided }) => (decided.by ? [id] : [])),
      [ids.anns],
    )
    assert.deepEqual(await round(ann), cases, 'the same name, the same round')
    assert.notDeepEqual(
      (await round(ann, 'bbbbbbbbbbbb')).map(({ id }) => id),
      cases.map(({ id }) => id),
    )
    const example = cases.find(({ decided }) => decided.by === null && decided.action === 'reject')
    assert.ok(
      example &&
        app.platform.policy.categories.some(
          ({ id, definition }) => id === example.decided.category && definition === example.decided.why,
        ),
    )
  })

  it('a text is shown without its decision; the answer tells what was decided and why, and the score goes on', async () => {
    const first = address((await anns.get('/review/practice')).html)
    assert.match(first, /round=[0-9a-f]{12}&behind=0/)
    let page = (await anns.get(first)).html
    let answered = 0
    const told = new Map<string, string>()
    while (textOf(page).includes('What it does, and') || page.includes('id="send"')) {
      const fields = fieldsIn(page)
      assert.ok(
        !page.includes('It promises doubled money.') && !page.includes('A bread oven.'),
        'the decision is not on the page',
      )
      const sent =
        fields.text === ids.scam ? { action: 'reject', category: 'spam' } : { action: 'publish', category: '' }
      const after = await anns.post('/review/practice', { ...fields, ...sent } as Record<string, string>)
      assert.equal(after.status, 200)
      answered++
      told.set(fields.text ?? '', textOf(after.html))
      assert.match(textOf(after.html), new RegExp(`Agreed on \\d+ of ${answered}`))
      page = (await anns.get(address(after.html))).html
    }
    assert.equal(answered, limits.practiceRound)
    assert.match(
      told.get(ids.fine) ?? '',
      /The same decision Answer Publish Decided Publish by bob@example\.org, .* Why A bread oven\./,
    )
    assert.match(
      told.get(ids.scam) ?? '',
      /The same outcome, another category Answer Reject as Spam Decided Reject as Scams by bob@example\.org, .* Why It promises doubled money\./,
    )
    assert.match(textOf(page), /The round is over Agreed on \d+ of 10/)
  })

  it('practice writes nothing, skips without a score, and says what is wrong with an answer', async () => {
    const stored = async () => {
      const { db } = app.platform
      const tables = [
        'posts',
        'revisions',
        'decision_log',
        'examples',
        'review_claims',
        'pending_decisions',
        'counters',
      ] as const
      return JSON.stringify(await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute())))
    }
    const before = await stored()
    const at = address((await anns.get('/review/practice')).html)
    const fields = fieldsIn((await anns.get(at)).html) as Record<string, string>
    const wrong = await anns.post('/review/practice', { ...fields, action: 'reject', category: 'nothing' })
    assert.equal(wrong.status, 400)
    assert.match(textOf(wrong.html), /Not answered\. Choose a category of the policy\./)
    await anns.post('/review/practice', { ...fields, action: 'reject', category: 'scam' })
    const skipped = await anns.post('/review/practice', { ...fields, action: 'skip' })
    assert.match(skipped.location ?? '', /behind=1&answered=0/)
    assert.equal(await stored(), before)
  })
})
