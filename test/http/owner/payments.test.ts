// The sandbox: test cards behave as with the real provider, nobody can mistake it for a real provider, and no card number is
// stored.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Browser, type BrowserPage, openBrowser, textOf } from '../../../demo/demo-browser.ts'
import { sandboxCards } from '../../../src/integrations/payments/sandbox.ts'
import { tableNames } from '../../../src/store/database/tables.ts'
import { latestMovements } from '../../../src/store/money/ledger.ts'
import { freshDatabase } from '../../databases.ts'
import { eventBody, startApp, type TestApp, testClock, withPresentation } from '../../harness.ts'
import { assertAccessible, noBrowser, startBrowser } from '../../kit/browser.ts'
import { topUp } from '../../kit/top-up.ts'

const base = 'http://events.test'
const authenticates = '4000 0025 0000 3155'

async function ownerOf(app: TestApp, options: Parameters<TestApp['account']>[0] = { balance: 0 }) {
  const account = await app.account(options)
  const browser = openBrowser({ send: (url, init) => fetch(url.replace(base, app.origin), init), log: () => {} })
  const page = await browser.open(app.platform.links.accountUrl(base, account.accountId, app.platform.now()))
  return { ...account, browser, page }
}

const paymentsOf = ({ platform }: TestApp, accountId: string) =>
  platform.db.selectFrom('payments').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

const balanceOf = async (app: TestApp, key: string) => (await app.call('GET', '/v1/account', { key })).json.balance

const topUpWith = (browser: Browser, page: BrowserPage, card: string) =>
  browser.submit(page, '/account/top-up', { card, amount: '20000000' })

withPresentation('the sandbox', app => {
  it('the sandbox requires a confirmation for a card that requires one, and books the payment after it', async () => {
    const { browser, page, key, accountId } = await ownerOf(app())
    const asked = await topUpWith(browser, page, authenticates)
    assert.match(asked.url, /^http:\/\/events\.test\/account\/confirm\?payment=pay_\w+$/)
    assert.match(textOf(asked.html), /Sandbox: no money moves.*asks its owner to confirm a payment of \$20\.00/)
    assert.equal(await balanceOf(app(), key), 0)
    const again = await topUpWith(browser, page, authenticates)
    assert.equal(again.url, asked.url, 'the same form is the same payment')
    const paid = await browser.submit(asked, '/account/confirm', { answer: 'yes' })
    assert.match(textOf(paid.html), /\$20\.00 were added to your balance/)
    assert.equal(await balanceOf(app(), key), 20_000_000)
    const twice = await browser.submit(asked, '/account/confirm', { answer: 'yes' })
    assert.match(textOf(twice.html), /already booked/)
    assert.equal((await browser.open(asked.url)).url, `${base}/account`, 'the payment needs no further confirmation')
    assert.equal((await latestMovements(app().platform.db, accountId, 10)).length, 1)
  })

  it('the sandbox charges nothing when the owner refuses to confirm, and accepts another card for the same form', async () => {
    const { browser, page, key, accountId } = await ownerOf(app())
    const asked = await topUpWith(browser, page, authenticates)
    const refused = await browser.submit(asked, '/account/confirm', { answer: 'no' })
    assert.equal(refused.status, 402)
    assert.match(textOf(refused.html), /You have not confirmed the payment\. Nothing was charged\./)
    assert.equal(await balanceOf(app(), key), 0)
    const paid = await topUpWith(browser, page, '4242 4242 4242 4242')
    assert.match(textOf(paid.html), /\$20\.00 were added/)
    assert.deepEqual(
      (await paymentsOf(app(), accountId)).map(({ state, method }) => [state, method]),
      [['paid', 'pays']],
    )
  })

  it('the sandbox ends a payment that is never confirmed', async () => {
    const { browser, page, accountId, key } = await ownerOf(app())
    const asked = await topUpWith(browser, page, authenticates)
    app().clock.advance(3_600_000)
    await app().settlePayments()
    assert.deepEqual(
      (await paymentsOf(app(), accountId)).map(({ state }) => state),
      ['expired'],
    )
    const { platform } = app()
    const late = await browser.open(platform.links.accountUrl(base, accountId, platform.now()))
    assert.equal(late.status, 200)
    const stale = await browser
      .submit({ ...late, html: asked.html }, '/account/confirm', { answer: 'yes' })
      .catch(() => late)
    assert.doesNotMatch(textOf(stale.html), /were added/)
    assert.equal(await balanceOf(app(), key), 0)
  })

  it('only the owner of a sandbox payment confirms it, on our own page', async () => {
    const one = await ownerOf(app())
    const other = await ownerOf(app())
    const asked = await topUpWith(one.browser, one.page, authenticates)
    assert.equal((await other.browser.open(asked.url)).status, 404)
    const payment = new URL(asked.url).searchParams.get('payment') ?? ''
    const csrf = /name="csrf" value="([^"]*)"/.exec(other.page.html)?.[1] ?? ''
    const send = (browser: Browser, form: Record<string, string>, headers = {}) =>
      fetch(`${app().origin}/account/confirm`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ payment, answer: 'yes', ...form }),
        headers: { cookie: browser.cookies(base), ...headers },
      })
    assert.equal((await send(other.browser, { csrf })).status, 404)
    assert.equal((await send(one.browser, { csrf: '' })).status, 403)
    const own = /name="csrf" value="([^"]*)"/.exec(asked.html)?.[1] ?? ''
    assert.equal((await send(one.browser, { csrf: own }, { 'sec-fetch-site': 'cross-site' })).status, 403)
    for (const payment of ['', 'pay_none', asked.url])
      assert.equal((await send(one.browser, { csrf: own, payment })).status, 404)
    const unknown = await app().call('GET', '/account/confirm?payment=pay_x')
    assert.deepEqual([unknown.status, unknown.headers.get('location')], [303, '/account'], 'without a session')
    assert.equal(await balanceOf(app(), one.key), 0)
  })

  it('the sandbox says on every page of a payment that no money moves, and lists its cards', async () => {
    const { browser, page } = await ownerOf(app())
    const asked = await topUpWith(browser, page, authenticates)
    const declined = await topUpWith(browser, page, '4000 0000 0000 0002')
    for (const { html } of [page, asked, declined, await browser.submit(page, '/account/top-up', { card: 'none' })])
      assert.match(textOf(html), /Sandbox: no money moves\. Nothing is charged/)
    for (const { number, does } of Object.values(sandboxCards))
      assert.ok(textOf(page.html).includes(`${number} ${does}`))
  })

  it('the sandbox stores no card number in any table', async () => {
    const { browser, page } = await ownerOf(app())
    for (const { number } of Object.values(sandboxCards)) await topUpWith(browser, page, number)
    await topUpWith(browser, page, '5555 5555 5555 4444')
    const { db } = app().platform
    for (const table of tableNames.filter(name => !name.startsWith('place'))) {
      const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute())
      assert.doesNotMatch(rows, /(?:4242[ -]?){4}|4000[ -]?00\d\d[ -]?\d{4}[ -]?\d{4}|5555[ -]?5555/, table)
    }
  })

  it('the account page shows the card, the settings of auto-recharge and why auto-recharge failed', async () => {
    const { browser, accountId, key } = await ownerOf(app())
    const look = async () => textOf((await browser.open(`${base}/account`)).html)
    await topUp(app().platform, { accountId, amountMicros: 2_000_000, method: 'declines-later' })
    assert.match(await look(), /Card on file, test card Auto-recharge off /)
    await app().platform.act('setAutoRecharge', { accountId, site: 'events', enabled: true })
    assert.match(
      await look(),
      /Auto-recharge on: when the balance falls below \$2\.00 the card is charged \$10\.00, at most 2 times a day/,
    )
    await app().call('POST', '/v1/posts', { key, body: eventBody() })
    await app().settlePayments()
    assert.match(
      await look(),
      /charged \$10\.00, at most 2 times a day and 10 times a month\. The last time it failed: The card was declined\./,
    )
  })

  it('the account page shows the amount that is owed', async () => {
    const { browser, accountId, key } = await ownerOf(app())
    await topUp(app().platform, { accountId })
    for (let i = 0; i < 8; i++) await app().call('POST', '/v1/posts', { key, body: eventBody() })
    const [payment] = await paymentsOf(app(), accountId)
    const { id, news, reference, method } = payment!
    const card = { customer: null, method: method!, fingerprint: 'x', label: 'x' }
    const found = { state: 'paid', reference: reference!, card, refunded: 10_000_000, disputes: [] } as const
    await app().platform.act('settlePayment', { id, news, found })
    const text = textOf((await browser.open(`${base}/account`)).html)
    assert.match(text, /Balance \$0\.00 .*You owe \$8\.00 .*Your next top-up covers it first\./)
    await topUp(app().platform, { accountId })
    const after = textOf((await browser.open(`${base}/account`)).html)
    assert.match(after, /Balance \$2\.00/)
    assert.doesNotMatch(after, /You owe/)
  })
})

describe('a top-up in a real browser', { skip: noBrowser }, () => {
  it('a top-up in a real browser is declined, refused, confirmed and booked, without axe-core violations', {
    timeout: 120_000,
  }, async () => {
    const app = await startApp(await freshDatabase('SQLite'), { clock: testClock(Date.now()) })
    const browser = await startBrowser(app)
    try {
      const { accountId } = await app.account({ balance: 0 })
      const page = await browser.newPage()
      const check = (name: string) => assertAccessible(page, name)
      const pay = async (card: string) => {
        await page.getByLabel('Card number').fill(card)
        await page.getByRole('button', { name: 'Top up' }).click()
      }
      await page.goto(app.platform.links.accountUrl(base, accountId, app.platform.now()))
      await page.getByText('The test cards').click()
      await page.getByText(authenticates).waitFor()
      await check('test-cards')
      await page.getByLabel('$20.00').check()
      await page.getByLabel('I accept this penalty').check()
      await pay('4000 0000 0000 9995')
      await page.getByText('There is not enough money on the card. Nothing was charged.').waitFor()
      await check('insufficient')
      await pay('4000 0000 0000 0069')
      await page.getByText('The card has expired. Nothing was charged.').waitFor()
      await pay('5555 5555 5555 4444')
      await page.getByText('This is not a test card.').waitFor()
      await pay(authenticates)
      await page.getByRole('heading', { name: 'Confirm the payment' }).waitFor()
      await check('confirm')
      await page.getByRole('button', { name: 'Do not pay' }).click()
      await page.getByText('You have not confirmed the payment. Nothing was charged.').waitFor()
      await check('not-confirmed')
      await pay(authenticates)
      await page.getByRole('button', { name: 'Confirm $20.00' }).press('Enter')
      await page.getByText('$20.00 were added to your balance.').waitFor()
      await check('confirmed')
      assert.equal((await latestMovements(app.platform.db, accountId, 10)).length, 1)
    } finally {
      await browser.close()
      await app.close()
    }
  })
})
