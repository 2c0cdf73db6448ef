// Before a decision the console says what it does to the author: money, strikes, a ban (contract.md §12).
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onPresentation, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, reviewers, reviewing, submitted } from './review-site.ts'

onPresentation('what a decision does', ({ fresh }) => {
  let app: TestApp
  let anns: Awaited<ReturnType<typeof reviewing>>
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers })
    anns = await reviewing(app, ann)
  })
  after(() => app.close())

  const item = (id: string, kind = 'text') => `/review/items/${kind}/${id}`
  /** What the page says of a category. */
  const sanction = async (path: string, category: string) => {
    const { html } = await anns.get(path)
    return textOf(
      new RegExp(`data-category="${category}">.*?<span class="badge[^>]*>(.*?)</span>`, 's').exec(html)?.[1] ?? '',
    )
  }
  const refuse = async (id: string, category = 'scam') => {
    await anns.post(item(id), { action: 'reject', category, reason: 'A trick.' })
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const standing = async ({ key }: TestAccount) => {
    const { strikes, status } = (await app.call('GET', '/v1/account', { key })).json
    return { strikes, status }
  }

  it('the page says the penalty and the number of the strike, and that the third strike bans, as the decision then does it', async () => {
    const author = await app.account({ balance: 500_000_000 })
    const [first, second, third] = [
      await submitted(app, author, 'REVIEW'),
      await submitted(app, author, 'REVIEW'),
      await submitted(app, author, 'REVIEW'),
    ]
    assert.equal(await sanction(item(first), 'scam'), 'up to 9.00 USD penalty, strike 1 of 3')
    await refuse(first)
    assert.equal(await sanction(item(second), 'scam'), 'up to 9.00 USD penalty, strike 2 of 3')
    await refuse(second)
    assert.deepEqual(await standing(author), { strikes: 2, status: 'active' })
    assert.equal(await sanction(item(third), 'scam'), `up to 9.00 USD penalty, strike 3 of 3: bans @${author.handle}`)
    assert.equal(await sanction(item(third), 'vague'), '1.00 USD refunded')
    assert.equal(await sanction(item(third), 'self-harm'), '1.00 USD refunded')
    await refuse(third)
    assert.deepEqual(await standing(author), { strikes: 3, status: 'banned' })
  })

  it('the page says that a removal without a penalty keeps the price, and that a text of a campaign gets no further strike', async () => {
    const author = await app.account({ balance: 500_000_000 })
    const reported = await submitted(app, author, 'Fine')
    await app.call('POST', '/v1/reports', { body: { post_id: reported, reason: 'scam' } })
    assert.equal(await sanction(item(reported, 'report'), 'vague'), 'no penalty, the price is kept')
    assert.equal(await sanction(item(reported, 'report'), 'scam'), 'up to 9.00 USD penalty, strike 1 of 3')
    const { body } = eventBody()
    const one = await submitted(app, author, 'REVIEW', { body: `${body} harbour` })
    const two = await submitted(app, author, 'REVIEW', { body: `${body} garden` })
    await refuse(one)
    assert.equal(
      await sanction(item(two), 'scam'),
      `up to 9.00 USD penalty, no further strike: one campaign with ${one}`,
    )
    await refuse(two)
    assert.equal((await standing(author)).strikes, 1)
  })

  it('the page of many texts ticks none, and shows each whole', async () => {
    const author = await app.account({ balance: 500_000_000 })
    const end = 'These are the last words of a long text.'
    const id = await submitted(app, author, 'REVIEW', { body: `${eventBody().body}\n\n${end}` })
    await submitted(app, author, 'REVIEW')
    const { html } = await anns.get(`${item(id)}/bulk/author`)
    assert.match(textOf(html), new RegExp(end))
    assert.equal([...html.matchAll(/type="checkbox"[^>]* checked/g)].length, 0)
    assert.match(textOf(html), /a penalty for each text, a strike for each campaign; strike 3 bans an account/)
  })
})
