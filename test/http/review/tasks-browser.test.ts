// The tasks of a moderator's day in a real browser, with no command: find, filter, decide many, messages, names, orders of law,
// accounts, lists and saved answers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { limits } from '../../../src/contract/limits.ts'
import type { ModerationModel } from '../../../src/moderation/model.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import {
  allSites,
  bodyFor,
  eventBody,
  onPresentation,
  startApp,
  type TestAccount,
  type TestApp,
  testClock,
} from '../../harness.ts'
import { complaintsOf, noBrowser as skip, startBrowser } from '../../kit/browser.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, bob, reviewers, reviewing } from './review-site.ts'

const base = 'http://events.test'

/** As `byTitle`, and a message that has REVIEW goes to a person too. */
const model: ModerationModel = {
  ...byTitle,
  decide: (post, flags) => byTitle.decide({ ...post, title: post.title ?? post.body }, flags),
}

onPresentation('the tasks of a moderator in a browser', ({ fresh }) => {
  let app: TestApp
  let browser: Browser
  let author: TestAccount
  let page: Page
  let complaints: string[]

  before(async () => {
    if (skip) return
    app = await startApp(await fresh(), {
      overrides: { model },
      env: { ...reviewers, SITES: allSites },
      clock: testClock(Date.now()),
    })
    browser = await startBrowser(app)
    author = await app.account({ balance: 900_000_000 })
    // Bob is a lead.
    const context = await browser.newContext()
    await context.addCookies([{ name: 'handbill-review', value: (await reviewing(app, bob)).value, url: base }])
    page = await context.newPage()
    complaints = complaintsOf(page, base, [])
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  const call = (method: string, path: string, body: object, key = author.key, host = 'events.test') =>
    app.call(method, path, { host, key, body })
  const submit = async (word: string, change: object = {}, by = author) => {
    app.clock.advance(1_000)
    const body = eventBody()
    const sent = await call('POST', '/v1/posts', { ...body, title: `${word} ${body.title}`, ...change }, by.key)
    assert.equal(sent.status, 202, sent.text)
    await app.moderate()
    return sent.json.id as string
  }
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  const open = (path: string) => page.goto(base + path)
  const press = async (name: string) => {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).click()])
  }
  const follow = async (name: string | RegExp) => {
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name }).first().click()])
  }
  const statusOf = async (id: string) =>
    (await app.call('GET', `/v1/posts/${id}`, { host: 'events.test', key: author.key })).json.status

  test('the queue is limited by language, category and words, and the next item keeps to it', {
    skip,
    timeout: 300_000,
  }, async () => {
    const french = {
      title: 'REVIEW Atelier de poterie',
      body: 'Venez avec nous dans la salle de la mairie pour apprendre la poterie avec une potière du village, le matin.',
    }
    const [english, other] = [await submit('REVIEW'), await submit('', french)]
    await open('/review')
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('Language').fill('French')
    await page.getByLabel('Words').fill('poterie')
    await press('Show')
    assert.equal(await page.getByText(english).count(), 0)
    await press('Start with these')
    assert.equal(new URL(page.url()).pathname, `/review/items/text/${other}`)
    await page.locator('#reason').fill('Written by a potter of the village.')
    await page.getByText('Saved answers', { exact: true }).click()
    await press('Keep the reason above, named by its first words')
    await page.getByText('The reason was kept as a saved answer.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await page.getByText('There is no item that you can take.').waitFor()
    await open(`/review/items/text/${english}`)
    await page.getByText('Saved answers', { exact: true }).click()
    await page.getByLabel('Use a saved answer').selectOption({ index: 1 })
    assert.equal(await page.locator('#reason').inputValue(), 'Written by a potter of the village.')
    await due()
    assert.equal(await statusOf(other), 'published')
  })

  test('many texts of an author are read whole, chosen and decided at once, and undone', {
    skip,
    timeout: 300_000,
  }, async () => {
    const stranger = await app.account({ balance: 900_000_000 })
    const ids = []
    for (const word of ['REVIEW one', 'REVIEW two', 'REVIEW three']) ids.push(await submit(word, {}, stranger))
    await open(`/review/items/text/${ids[0]}/bulk/author`)
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    await page.keyboard.type('Spa')
    await page.getByLabel('Why, for all of them').fill('The same advert three times.')
    await press('Decide all chosen texts')
    await page.getByRole('heading', { name: '3 decided' }).waitFor()
    await press('Undo all of them')
    await page.getByRole('heading', { name: '3 undone' }).waitFor()
    await open(`/review/items/text/${ids[0]}/bulk/author`)
    await page.keyboard.press('a')
    await page.keyboard.press('p')
    await press('Decide all chosen texts')
    await due()
    const rows = await app.platform.db.selectFrom('revisions').select('status').where('id', 'in', ids).execute()
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['published', 'published', 'published'],
    )
  })

  test('a message, a name and an order of law are decided', { skip, timeout: 300_000 }, async () => {
    const offer = await call('POST', '/v1/posts', bodyFor.classifieds(), author.key, 'classifieds.test')
    await app.moderate()
    const buyer = await app.account({ balance: 0 })
    const message = {
      post_id: offer.json.id,
      message: 'REVIEW Is the bicycle still there?',
      reply_email: 'buyer@example.org',
    }
    const held = await call('POST', '/v1/relay', message, buyer.key, 'classifieds.test')
    assert.equal(held.json.sent, false, held.text)
    await open('/review?kind=message')
    await follow(/^Message to an author/)
    await page.getByText('Is the bicycle still there?').waitFor()
    await page.keyboard.press('p')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await due()
    const mails = await app.platform.db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', author.email)
      .execute()
    assert.ok(mails.some(({ body }) => body.includes('Is the bicycle still there?')))

    const made = { name: 'Ada Example', email: 'doubt@example.org', accept_terms: true, handle: 'peer_support_graz' }
    assert.equal((await app.call('POST', '/v1/accounts', { host: 'events.test', body: made })).status, 201)
    await open('/review?kind=name')
    await follow(/^Name of an account/)
    await page.keyboard.press('r')
    await page.keyboard.type('Imp')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await due()
    const renamed = await app.platform.db
      .selectFrom('accounts')
      .select('handle')
      .where('email', '=', made.email)
      .executeTakeFirst()
    assert.match(renamed?.handle ?? '', /^agent_/)

    const id = await submit('Fine')
    await open(`/review/items/report/${id}`)
    await page.keyboard.press('l')
    await page.keyboard.type('12 O 345/26')
    await press('Remove for legal reasons')
    await due()
    assert.equal(await statusOf(id), 'removed')
    const { strikes } = (await app.call('GET', '/v1/account', { host: 'events.test', key: author.key })).json
    assert.equal(strikes, 0)
  })

  test('a past decision leads to the account, which a lead suspends and unsuspends; a phrase goes onto a list', {
    skip,
    timeout: 300_000,
  }, async () => {
    const id = await submit('REVIEW')
    await app.platform.act('releaseReviewItem', { kind: 'text', subject: id, reviewer: bob })
    const kept = { kind: 'text', subject: id, reviewer: ann, seen: id, again: false } as const
    const decision = JSON.stringify({ action: 'reject', category: 'scam', reason: 'A scam with tents.' })
    await app.platform.act('keepDecision', { ...kept, decision })
    await due()
    await open('/review/decisions')
    await page.getByLabel('Decided by').selectOption(ann)
    await page.getByLabel('Category').selectOption('scam')
    await press('Find')
    await page.getByText('A scam with tents.').waitFor()
    await follow(`@${author.handle}`)
    await page.getByText('A scam with tents.').waitFor()
    for (const [word, was] of [
      ['Suspend', false],
      ['Unsuspend', true],
    ] as const) {
      await page.getByText(`The account @${author.handle}`).click()
      await page.getByLabel(/^Why it is/).fill('Three scams a day.')
      await press(`${word} @${author.handle}`)
      await due()
      const row = await app.platform.db
        .selectFrom('accounts')
        .select('suspended_at')
        .where('id', '=', author.accountId)
        .executeTakeFirst()
      assert.equal(row?.suspended_at === null, was)
      await page.reload()
    }
    await open('/review/lists')
    await page.locator('#value').fill('tents for nothing')
    await page.locator('#action').selectOption('hold')
    await page.locator('#note').fill('The scam of the tents.')
    await page.locator('#send').click()
    await page.getByText('The entry was added.').waitFor()
    await page
      .getByRole('cell', { name: /tents for nothing/ })
      .or(page.getByText('tents for nothing'))
      .first()
      .waitFor()
    assert.deepEqual(complaints, [])
  })
})
