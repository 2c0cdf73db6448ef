// Past decisions and the history of an account in the console: what reviewers find, page by page, and what a sample hides.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

onEveryDatabase('past decisions', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let other: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns
  const ids = { published: '', rejected: '', reported: '', lowQuality: '' }

  const item = (id: string, kind = 'text') => `/review/items/${kind}/${id}`
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const reportsIn = (html: string) => /name="reports" value="([^"]+)"/.exec(html)?.[1] ?? ''

  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers })
    author = await app.account({ balance: 500_000_000 })
    other = await app.account({ balance: 500_000_000 })
    anns = await reviewing(app, ann)
    bobs = await reviewing(app, bob)
    ids.published = await submitted(app, author, 'REVIEW')
    ids.rejected = await submitted(app, author, 'REVIEW')
    await anns.post(item(ids.published), { action: 'publish' })
    await due()
    await anns.post(item(ids.rejected), { action: 'reject', category: 'scam', reason: 'A <trick>.' })
    await due()
    app.clock.advance(3 * 86_400_000)
    // Sessions have ended meanwhile.
    anns = await reviewing(app, ann)
    bobs = await reviewing(app, bob)
    ids.reported = await submitted(app, other, 'Fine')
    const report = { post_id: ids.reported, reason: 'spam', details: 'Look at it' }
    await app.call('POST', '/v1/reports', { key: author.key, body: report })
    const page = await bobs.get(item(ids.reported, 'report'))
    await bobs.post(item(ids.reported, 'report'), { action: 'dismiss', reports: reportsIn(page.html) })
    await due()
    await bobs.post('/review/accounts/suspend', { handle: author.handle, reason: 'Floods the site.' })
    await due()
  })
  after(() => app.close())

  /** What a search finds: the actions, the newest first. */
  const found = async (query: string, as = anns) => {
    const { status, html } = await as.get(`/review/decisions${query}`)
    assert.equal(status, 200)
    return [...html.matchAll(/<th scope="row"><strong>(.*?)<\/strong>/g)].map(([, what]) => what)
  }

  it('past decisions are listed newest first, and found by person, outcome, category, account, post and day', async () => {
    const days = [0, 3].map(n => new Date(Date.UTC(2026, 10, 21 + n)).toISOString().slice(0, 10))
    assert.deepEqual(await found(''), ['suspend', 'dismiss reports', 'person reject abuse', 'person publish'])
    assert.deepEqual(await found(`?by=${ann}`), ['person reject abuse', 'person publish'])
    assert.deepEqual(await found('?what=reports+dismissed'), ['dismiss reports'])
    assert.deepEqual(await found('?category=scam&site=events'), ['person reject abuse'])
    assert.deepEqual(await found(`?account=@${author.handle}`), ['suspend', 'person reject abuse', 'person publish'])
    assert.deepEqual(await found(`?post=${ids.rejected}&by=everybody`), ['person reject abuse', 'verdict review'])
    assert.deepEqual(await found(`?from=${days[1]}`), ['suspend', 'dismiss reports'])
    assert.deepEqual(await found(`?to=${days[0]}`), ['person reject abuse', 'person publish'])
    assert.deepEqual(await found(`?from=${days[0]}&to=${days[1]}&what=published`), ['person publish'])
    assert.match(textOf((await anns.get('/review/decisions?site=stories')).html), /No such decision is in the log/)
  })

  it('each past decision leads to its text and its account, with the reason as plain text', async () => {
    const { html } = await anns.get('/review/decisions?what=rejected')
    assert.ok(html.includes(`href="${item(ids.rejected)}"`))
    assert.ok(html.includes(`href="/review/accounts/${author.accountId}">@${author.handle}</a>`))
    assert.ok(html.includes('A &lt;trick&gt;.'))
    assert.equal((await anns.get(item(ids.rejected))).status, 200)
  })

  it('a part of a search that is not known is left out, and says what it takes', async () => {
    const { status, html } = await anns.get('/review/decisions?what=x&category=x&site=x&account=no_body&from=monday')
    assert.equal(status, 400)
    assert.match(
      textOf(html),
      /what: it takes one of published.* category: .*scam.* site: .*events.* a UTC day such as/s,
    )
  })

  it('past decisions go on page by page, and none is shown twice or left out', async () => {
    const many = await app.account({ balance: 500_000_000 })
    for (let i = 0; i < limits.reviewShown + 1; i++)
      await app.platform.act('passReviewItem', {
        ...{ kind: 'text', subject: ids.published, reviewer: 'carl@example.org', what: 'skip', reason: `No. ${i}.` },
      })
    assert.ok(many)
    const first = await anns.get('/review/decisions?by=carl@example.org')
    const next = /href="([^"]+)" rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await anns.get(next)
    const said = (html: string) => [...html.matchAll(/No\. (\d+)\./g)].map(([, n]) => Number(n))
    assert.equal(said(first.html).length, limits.reviewShown)
    assert.deepEqual(
      [...said(first.html), ...said(second.html)],
      Array.from({ length: 51 }, (_, i) => 50 - i),
    )
    assert.doesNotMatch(second.html, /rel="next"/)
  })

  it('the page of an account has its texts, strikes, reports and suspensions, newest first, and nothing about its money', async () => {
    await app.platform.act('creditAccount', {
      ...{ handle: author.handle, actor: 'operator', reason: 'For patience.', amountMicros: 1_000_000 },
    })
    const page = await anns.get(`/review/accounts/${author.handle}`)
    assert.equal(page.status, 200)
    assert.match(headingOf(page.html) ?? '', new RegExp(`@${author.handle} suspended`))
    const text = textOf(page.html)
    assert.match(text, /1 of 3 strikes · texts: 1 published, 1 rejected/)
    assert.match(
      text,
      /Account suspend Floods the site\..*Reported another post dismissed spam Look at it.*Text rejected scam \$9\.00 penalty, a strike A <trick>\..*Text published/s,
    )
    assert.doesNotMatch(text, /For patience/)
    assert.ok(page.html.includes(`href="${item(ids.rejected)}"`))
    const theirs = textOf((await anns.get(`/review/accounts/${other.accountId}`)).html)
    assert.match(theirs, /Was reported dismissed spam/)
    assert.equal((await anns.get('/review/accounts/nobody_here')).status, 404)
    const shown = await anns.get(item(ids.rejected))
    assert.ok(shown.html.includes(`href="/review/accounts/${author.accountId}"`), 'the item leads to it')
    assert.doesNotMatch(textOf(shown.html), /For patience|credit/, 'money is not in the timeline of a text')
    assert.match(textOf(shown.html), /suspend bob@example.org/)
  })

  it('the page of an account goes on page by page', async () => {
    const many = await app.account({ balance: 500_000_000 })
    const sent: string[] = []
    for (let i = 0; i < 3; i++) sent.push(await submitted(app, many, 'Fine'))
    const all = []
    const { accountHistory } = await import('../../../src/usecases/review/account-history.ts')
    const { historyOf } = await import('../../../src/store/review/account-history.ts')
    for (let place: { at: number; ref: string } | undefined; ; ) {
      const [row] = await historyOf(app.platform.db, many.accountId, { before: place, limit: 1 })
      if (!row) break
      all.push(row.ref)
      place = row
    }
    assert.deepEqual(all, sent.toReversed())
    const asked = { id: many.accountId, reviewer: ann, before: null }
    assert.equal((await accountHistory(app.platform, asked)).entries.length, 3)
  })

  it('only a lead has the forms of an account on its page, and comes back to it', async () => {
    const address = `/review/accounts/${author.accountId}`
    assert.doesNotMatch((await anns.get(address)).html, /action="\/review\/accounts/)
    const page = await bobs.get(address)
    assert.match(page.html, /action="\/review\/accounts\/unsuspend"/)
    const sent = await bobs.post('/review/accounts/unsuspend', {
      ...{ handle: author.handle, item: address, reason: 'Has said sorry.' },
    })
    assert.equal(sent.location, address)
    await due()
  })
})

onEveryDatabase('past decisions with samples', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: { ...reviewers, REVIEW_SAMPLE: '1' } })
  })
  after(() => app.close())

  it('a reviewer who is to repeat a decision finds it neither among the decisions nor in the history of the account', async () => {
    const author = await app.account({ balance: 500_000_000 })
    const [anns, bobs] = [await reviewing(app, ann), await reviewing(app, bob)]
    const id = await submitted(app, author, 'REVIEW')
    await anns.post(item(id), { action: 'reject', category: 'scam', reason: 'A trick.' })
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
    const pages = [`/review/decisions?by=everybody&account=${author.handle}`, `/review/accounts/${author.handle}`]
    for (const path of pages) {
      assert.match(textOf((await anns.get(path)).html), /scam .*A trick\./)
      const his = textOf((await bobs.get(path)).html)
      assert.doesNotMatch(his, /A trick|scam .*penalty|1 of 3|rejected scam/, path)
    }
    assert.match(textOf((await bobs.get(pages[1] ?? '')).html), /0 of 3 strikes.*Text review/s)
  })
  const item = (id: string) => `/review/items/text/${id}`
})
