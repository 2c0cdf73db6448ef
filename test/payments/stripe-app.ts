// An app that takes payments by Stripe, with the stand-in for its API, and an owner in a separate browser.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Browser, type BrowserPage, openBrowser } from '../../demo/demo-browser.ts'
import { type LedgerRow, latestMovements } from '../../src/store/money/ledger.ts'
import { type PaymentRow, paymentsOf } from '../../src/store/money/payments.ts'
import { quietLog, startApp, type TestAccount, type TestApp, testClock } from '../harness.ts'
import { type StripeServer, startStripe, webhookSecret } from '../kit/stripe-server.ts'

export const base = 'http://events.test'

export type StripeApp = TestApp & { stripe: StripeServer }

/** Starts the app and the stand-in on a database, and closes them after the test. */
export async function startStripeApp(
  t: TestContext,
  databaseUrl: string,
  log = quietLog,
  more: Record<string, string> = {},
): Promise<StripeApp> {
  const clock = testClock()
  const stripe = await startStripe(clock.now)
  const env = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: stripe.url,
    ...more,
  }
  const app = await startApp(databaseUrl, { env, clock, log })
  t.after(() => app.close().finally(() => stripe.close()))
  return { ...app, stripe }
}

export type Owner = TestAccount & { browser: Browser; page: BrowserPage }

/** A new account without money, whose owner has the account page open. */
export async function ownerOf(
  app: TestApp,
  options: Parameters<TestApp['account']>[0] = { balance: 0 },
): Promise<Owner> {
  const account = await app.account(options)
  const browser = openBrowser({ send: (url, init) => fetch(url.replace(base, app.origin), init), log: () => {} })
  const page = await browser.open(app.platform.links.accountUrl(base, account.accountId, app.platform.now()))
  assert.equal(page.status, 200)
  return { ...account, browser, page }
}

/** The owner requests a top-up and is redirected to the page of Stripe. Returns the id of that page. */
export async function askForTopUp(app: StripeApp, { browser, page }: Owner, amount = 10_000_000): Promise<string> {
  const led = await browser.submit(page, '/account/top-up', { amount: String(amount) })
  assert.equal(led.status, 200, led.html)
  const url = /href="(https:\/\/checkout\.stripe\.com\/[^"]+)"/.exec(led.html)?.[1]
  const session = [...app.stripe.sessions.values()].find(each => each.url === url)
  assert.ok(session, 'the form redirects to a page of Stripe')
  return session.id
}

/** The account pays at Stripe and saves the card. Returns the payment intent. */
export async function paidBy(app: StripeApp, owner: Owner, card: Parameters<StripeServer['pay']>[1] = {}) {
  const session = await askForTopUp(app, owner)
  const intent = app.stripe.pay(session, card)
  await tell(app, 'checkout.session.completed', app.stripe.sessions.get(session)!)
  await app.settlePayments()
  return intent
}

/** Sends an event as Stripe does, and returns the status of the answer. */
export async function tell(app: StripeApp, type: string, object: object, id?: string): Promise<number> {
  const { payload } = app.stripe.event(type, object, id)
  return (await send(app, payload, app.stripe.sign(payload, app.clock.now()))).status
}

export async function send({ origin }: TestApp, body: string, signature?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'stripe-signature': signature }),
  }
  const answer = await fetch(`${origin}/payments/stripe`, { method: 'POST', body, headers })
  return { status: answer.status, json: (await answer.json().catch(() => null)) as any }
}

export const movements = ({ platform }: TestApp, accountId: string): Promise<LedgerRow[]> =>
  latestMovements(platform.db, accountId, 100)

export const payments = ({ platform }: TestApp, accountId: string): Promise<PaymentRow[]> =>
  paymentsOf(platform.db, accountId, 100)

export const accountOf = async (app: TestApp, { key }: Pick<TestAccount, 'key'>) =>
  (await app.call('GET', '/v1/account', { key })).json

/** The requests to the stand-in that changed something. */
export const done = ({ stripe }: StripeApp, path: string) =>
  stripe.asked.filter(asked => asked.method === 'POST' && asked.path === path)
