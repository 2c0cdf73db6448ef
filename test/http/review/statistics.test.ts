// Other pages of the console: statistics, the log as a file, many texts at once.
import assert from 'node:assert/strict'
import { after, before, beforeEach, it, test } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import { queuesTable } from '../../../src/http/review/statistics.ts'
import { decisionEntries } from '../../../src/usecases/posts/decision-log.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { onPresentation, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ask } from '../owner/owner-site.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

onPresentation('the console', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns

  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: { ...reviewers, REVIEW_SAMPLE: '1' } })
    anns = await reviewing(app, ann)
    bobs = await reviewing(app, bob)
  })
  after(() => app.close())
  beforeEach(async () => {
    app.clock.advance(limits.reviewLeaseMs)
    author = await app.account({ balance: 500_000_000 })
  })

  const submit = (word: string, change?: object) => submitted(app, author, word, change)
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const item = (id: string) => `/review/items/text/${id}`
  const many = (id: string, of: string) => `${item(id)}/bulk/${of}`
  const statusOf = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json.status
  /** Sends a form with a box for each text, as a browser does. */
  const send = async (path: string, texts: readonly string[], fields: Record<string, string>) => {
    const body = new URLSearchParams({ csrf: anns.csrf, ...fields })
    for (const text of texts) body.append('text', text)
    const headers = { cookie: anns.cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(app.origin + path, { method: 'POST', headers, body, redirect: 'manual' })
    return { status: answer.status, html: await answer.text() }
  }
  const scam = { action: 'reject', category: 'scam', reason: 'A trick.' }

  it('the console shows a sample like any other item, on the list, on its page and on its form', async () => {
    const id = await submit('REVIEW')
    const page = async (as: typeof anns, path: string) =>
      (await as.get(path)).html.replace(/name="csrf" value="[^"]*"/g, '').replace(/<time[^>]*>[^<]*<\/time>/g, '')
    const [list, before] = [await page(bobs, '/review'), await page(bobs, item(id))]
    await bobs.post(`${item(id)}/release`)
    await anns.post(item(id), scam)
    await due()
    assert.equal(await statusOf(id), 'rejected')
    const row = (html: string) =>
      html.match(new RegExp(`<tr>\\s*<th scope="row"><a href="${item(id)}".*?</tr>`, 's'))?.[0]
    assert.ok(row(list))
    assert.equal(row(await page(bobs, '/review')), row(list))
    const shown = (html: string) => textOf(/<div class="desk">.*<\/div>/s.exec(html)?.[0] ?? '')
    assert.equal(shown(await page(bobs, item(id))), shown(before))
    assert.equal(row(await page(anns, '/review')), undefined)
    assert.match(textOf((await anns.get(item(id))).html), /It is rejected: person-reject-abuse by ann@/)
    const decided = await bobs.post(item(id), { action: 'publish', reason: 'A joke.' })
    assert.equal(decided.status, 303)
    await due()
    assert.equal(await statusOf(id), 'rejected')
  })

  it('the console has statistics for all reviewers, and for leads both sides of each disagreement', async () => {
    const [anns_, bobs_] = [await anns.get('/review/statistics'), await bobs.get('/review/statistics')]
    assert.deepEqual([anns_.status, bobs_.status, headingOf(anns_.html)], [200, 200, 'Statistics'])
    assert.match(textOf(anns_.html), /Texts in review .* 1 .*Reported posts .*Appeals/)
    assert.match(
      textOf(anns_.html),
      /Decisions that another reviewer repeated without knowing the first one: 1\. The two disagreed: 1 \(100 %\)/,
    )
    assert.doesNotMatch(textOf(anns_.html), /A joke\./)
    assert.match(textOf(bobs_.html), /scam ann@example.org, .* A trick\. .*fine bob@example.org, .* A joke\./)
  })

  it('the console offers the log of decisions as a file, as the command prints it', async () => {
    const answer = await fetch(`${app.origin}/review/log.jsonl`, { headers: { cookie: anns.cookie } })
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store'])
    assert.match(answer.headers.get('content-disposition') ?? '', /attachment/)
    const lines = (await answer.text()).trimEnd().split('\n')
    const entries: object[] = []
    for await (const entry of decisionEntries(app.platform)) entries.push(entry)
    assert.deepEqual(
      lines.map(line => JSON.parse(line)),
      entries,
    )
    assert.equal((await ask(app, 'GET', '/review/log.jsonl')).location, '/review/sign-in')
  })

  it('the console decides all waiting texts of an author at once, lists the texts that were left out, and undoes all decisions', async () => {
    const [first, second, third] = [await submit('REVIEW'), await submit('REVIEW'), await submit('REVIEW')]
    await bobs.get(item(third))
    const page = await anns.get(many(first, 'author'))
    assert.deepEqual([page.status, headingOf(page.html)], [200, 'Texts of this author in review'])
    for (const id of [first, second, third]) assert.match(page.html, new RegExp(`value="${id}">`), 'nothing is ticked')
    const told = await send(many(first, 'author'), [first, second, third], scam)
    assert.deepEqual([told.status, headingOf(told.html)], [200, '2 decided'])
    assert.match(textOf(told.html), /1 left out .* bob@example.org holds it/)
    const decisions = /name="decisions" value="([^"]*)"/.exec(told.html)?.[1] ?? ''
    assert.equal(headingOf((await anns.post('/review/bulk/undo', { decisions })).html), '2 undone')
    await due()
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['review', 'review'])
    await send(many(first, 'author'), [first, second], { action: 'publish' })
    await due()
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['published', 'published'])
    const gone = textOf((await anns.post('/review/bulk/undo', { decisions })).html)
    assert.match(gone, /0 undone Nothing could be undone any more\./)
    assert.doesNotMatch(gone, /had already gone out/)
    const [fourth, fifth] = [await submit('REVIEW'), await submit('REVIEW')]
    const late = /name="decisions" value="([^"]*)"/.exec((await send(many(fourth, 'author'), [fourth], scam)).html)?.[1]
    await due()
    const fresh = /name="decisions" value="([^"]*)"/.exec((await send(many(fifth, 'author'), [fifth], scam)).html)?.[1]
    const both = textOf((await anns.post('/review/bulk/undo', { decisions: `${late},${fresh}` })).html)
    assert.match(both, /1 undone These texts are in review again\. 1 had already gone out\./)
  })

  it('the console shows a wrong form again with its fields, and decides nothing', async () => {
    // A title in a hundred other words: each text is a near-duplicate of each other, whatever the numbers in the titles.
    const body = [
      'The printing workshop opens its doors to everybody who has never held a roller, and to those who have forgotten how.',
      'We cut a simple picture into soft linoleum, ink it in one colour, and print it on cards that each guest takes home.',
      'Aprons, tools, paper and ink are there; a plain shirt is better than a new one, since ink does not wash out.',
      'Children of ten years and older come with an adult, and the room behind the kitchen has a ramp and a wide door.',
      'Tea and cake are on the long table from four, and whoever likes may stay afterwards to clean the press with us.',
    ].join(' ')
    const ids: string[] = []
    for (let i = 0; i <= limits.reviewBulkUntyped; i++) ids.push(await submit('REVIEW', { body }))
    const page = await anns.get(many(ids[0]!, 'alike'))
    assert.match(textOf(page.html), /21 texts, oldest first .*type their number/)
    for (const [texts, fields, why] of [
      [ids, scam, /type 21 to decide all of them/],
      [[], scam, /Choose at least one text/],
      [ids.slice(1, 2), { ...scam, category: 'nonsense' }, /is no category/],
      [ids.slice(1, 2), { ...scam, reason: ' ' }, /Give a reason/],
      [ids.slice(1, 2), { reason: 'typed' }, /Choose a decision/],
    ] as const) {
      const answer = await send(many(ids[0]!, 'alike'), texts, fields)
      assert.equal(answer.status, 400)
      assert.match(textOf(answer.html), why)
      assert.equal([...answer.html.matchAll(/ checked> (?:<bdi>)/g)].length, texts.length)
    }
    const told = await send(many(ids[0]!, 'alike'), ids, { ...scam, typed: '21' })
    assert.equal(headingOf(told.html), '21 decided')
    await due()
    assert.equal(await statusOf(ids[20]!), 'rejected')
    for (const path of [many(ids[0]!, 'everything'), `/review/items/appeal/${ids[0]}/bulk/author`])
      assert.equal((await anns.get(path)).status, 404)
  })
})

test('the statistics say that a queue is longer than its count when the count stopped at its bound', () => {
  const none = {
    decided: 0,
    half_within_seconds: null,
    nine_of_ten_within_seconds: null,
    overturned: 0,
    overturned_share: null,
  }
  const waiting = (more: boolean) =>
    /data-name="Waiting">([^<]*)</.exec(
      `${queuesTable({ queues: [{ kind: 'text', waiting: 1000, more, oldest: null, ...none }] }, 0)}`,
    )?.[1]
  assert.deepEqual([waiting(false), waiting(true)], ['1000', '1000+'])
})
