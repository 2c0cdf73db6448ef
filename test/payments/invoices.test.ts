// Invoices and credit notes: exact sums, numbers without gaps, and what was issued stays as it was.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import type { Invoicing } from '../../src/contract/invoicing.ts'
import { vatForms } from '../../src/contract/invoicing.ts'
import { limits } from '../../src/contract/limits.ts'
import { InvoiceTrail, type TrailStep } from '../../src/domain/money/invoice-trail.ts'
import { faultOfVatId, plainVatId, taxInside, taxOfPart, taxOn } from '../../src/domain/money/tax.ts'
import { audit, timelessRules } from '../../src/store/audit/audit.ts'
import { onEveryDatabase, quietLog, startApp, type TestApp } from '../harness.ts'
import { sizeOf } from '../kit/long.ts'
import { topUp } from '../kit/top-up.ts'
import { ownerOf, startStripeApp, tell as tellStripe } from './stripe-app.ts'

const file = fileURLToPath(new URL('./pay-forever.ts', import.meta.url))
const cent = 10_000
const dollar = 1_000_000
const seller = { name: 'Žofie GmbH', address: ['Straße 1'], country: 'DE', vatId: 'DE123456789', taxName: 'VAT' }
const invoicing: Invoicing = { seller, prefix: 'INV-', rates: { DE: 19_000, FR: 20_000, '*': 0 } }
const settings = {
  ...{ INVOICE_NAME: 'Žofie GmbH', INVOICE_ADDRESS: 'Straße 1, 10115 Berlin', INVOICE_COUNTRY: 'DE' },
  ...{ INVOICE_VAT_ID: 'DE123456789', INVOICE_TAX_RATES: 'DE=19,FR=20,US=8.875,*=0' },
}

test('the tax inside of an amount is the nearest cent, and half a cent is rounded up', () => {
  assert.equal(taxInside(10 * dollar, 19_000), 1_600_000)
  assert.equal(taxInside(10 * dollar, 0), 0)
  // 25 % inside of 1.025 USD is exactly 20.5 cents, and inside of 1.02 USD 20.4.
  assert.equal(taxInside(1_025_000, 25_000), 21 * cent)
  assert.equal(taxInside(1_020_000, 25_000), 20 * cent)
  const whole = (rate: number) => BigInt(100_000 + rate)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 * dollar }), fc.integer({ min: 0, max: 99_999 }), (gross, rate) => {
      const tax = BigInt(taxInside(gross, rate))
      const off = 2n * (BigInt(gross) * BigInt(rate) - tax * whole(rate))
      return tax % 10_000n === 0n && off < whole(rate) * 10_000n && off >= -whole(rate) * 10_000n
    }),
    { numRuns: 2_000 },
  )
})

test('the rate is of the buyer’s country, and between members of the EU a buyer with a VAT id accounts for the tax', () => {
  const on = (country: string | null, vatId: string | null = null) => taxOn(invoicing, { country, vatId })
  assert.deepEqual(on(null), { rate: 19_000, reverseCharge: false })
  assert.deepEqual(on('FR'), { rate: 20_000, reverseCharge: false })
  assert.deepEqual(on('FR', 'FR12345678901'), { rate: 0, reverseCharge: true })
  assert.deepEqual(on('DE', 'DE987654321'), { rate: 19_000, reverseCharge: false })
  assert.deepEqual(on('US', '12-345'), { rate: 0, reverseCharge: false })
  const unregistered = { ...invoicing, seller: { ...seller, vatId: null } }
  assert.deepEqual(taxOn(unregistered, { country: 'FR', vatId: 'FR12345678901' }), {
    rate: 20_000,
    reverseCharge: false,
  })
})

test('a VAT id has the form of its country, however it is typed', () => {
  assert.equal(Object.keys(vatForms).length, 27)
  for (const [country, { form, example }] of Object.entries(vatForms)) {
    assert.match(example, form)
    assert.equal(faultOfVatId(example, country), null)
    for (const wrong of [example.slice(0, -4), `${example}99999`, example.slice(2), `XX${example.slice(2)}`])
      if (country !== 'RO' || !form.test(wrong)) assert.notEqual(faultOfVatId(wrong, country), null, wrong)
  }
  assert.equal(plainVatId(' de 123.456-789 '), 'DE123456789')
})

/** A history of one account: payments at a rate, and money that goes back. Amounts in micros. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('pay', 'pay', 'back', 'won', 'payout', 'spend'),
    of: fc.nat(20),
    amount: fc.integer({ min: 1, max: 200 * dollar }),
    rate: fc.constantFrom(0, 1, 7_000, 8_875, 19_000, 25_500),
    invoiced: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 40 },
)

test('over 10,000 random histories invoices less credit notes are the ledger, to the micro, and each tax is that of what is left', () => {
  fc.assert(
    fc.property(steps, history => {
      const trail = new InvoiceTrail()
      const payments: { id: string; amount: number; taken: number; rate: number }[] = []
      const sums = new Map<string, { gross: number; tax: number; rate: number }>()
      let [balance, ledger, papers] = [0, 0, 0]
      const book = (step: TrailStep) => {
        const sign = step.way === 'out' ? -1 : 1
        for (const { invoiceId, amount } of trail.add(step)) {
          const sum = sums.get(invoiceId) ?? {
            gross: 0,
            tax: 0,
            rate: payments.find(({ id }) => id === invoiceId)!.rate,
          }
          const below = sign < 0 ? sum.gross - amount : sum.gross
          sum.tax += sign * taxOfPart(amount, below, sum.rate)
          sum.gross += sign * amount
          sums.set(invoiceId, sum)
          papers += sign * amount
        }
        balance += sign * step.amount
        ledger += sign * step.amount
      }
      for (const { what, of, amount, rate } of history) {
        const payment = payments[of % Math.max(1, payments.length)]
        if (what === 'pay') {
          const id = `p${payments.length}`
          payments.push({ id, amount, taken: 0, rate })
          book({ way: 'in', paymentId: id, amount, invoiceId: id })
        } else if (what === 'spend') balance -= Math.min(balance, amount)
        else if (what === 'payout') book({ way: 'out', paymentId: null, amount: Math.min(balance, amount) })
        else if (payment && what === 'back') {
          const taken = Math.min(amount, payment.amount - payment.taken, balance)
          payment.taken += taken
          book({ way: 'out', paymentId: payment.id, amount: taken })
        } else if (payment) {
          const again = Math.min(amount, payment.taken)
          payment.taken -= again
          book({ way: 'again', paymentId: payment.id, amount: again })
        }
      }
      assert.equal(papers, ledger)
      for (const { gross, tax, rate } of sums.values()) {
        assert.ok(gross >= 0)
        assert.equal(tax, taxInside(gross, rate))
      }
    }),
    { numRuns: sizeOf({ small: 10_000, full: 50_000 }) },
  )
})

const start = async (t: { after(run: () => unknown): void }, url: string, env: Record<string, string> = settings) => {
  const app = await startApp(url, { env })
  t.after(() => app.close())
  return app
}
const rowsIn = (app: TestApp) =>
  app.platform.db.selectFrom('invoices').selectAll().orderBy('year').orderBy('serial').execute()
const breaches = async (app: TestApp) =>
  (await audit(app.platform.db, app.platform.dialect, app.clock.now(), { rules: timelessRules })).breaches
const card = { customer: null, method: 'pays', fingerprint: 'card', label: 'test card' }

/** Tells the state of a payment as a provider does. */
async function tell(
  app: TestApp,
  id: string,
  { refunded = 0, disputed = 0 }: { refunded?: number; disputed?: number },
) {
  const dispute = { id: `dp_${id}`, status: 'x', reason: 'fraud', withdrawn: disputed, active: false }
  const { news } = await app.platform.db
    .selectFrom('payments')
    .select('news')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const found = { state: 'paid', reference: `test_${id}`, card, refunded, disputes: [dispute] } as const
  return app.platform.act('settlePayment', { id, news, found })
}

onEveryDatabase('invoices', ({ fresh }) => {
  test('what is paid, refunded, disputed, won and paid out has papers that add up to the ledger, in any order', async t => {
    const app = await start(t, await fresh())
    const random = fc.sample(steps, { numRuns: sizeOf({ small: 6, full: 200 }), seed: 7 })
    for (const history of random) {
      const owner = await app.account({ balance: 0 })
      const ids: string[] = []
      const states = new Map<string, { refunded: number; disputed: number }>()
      for (const { what, of, amount } of history.slice(0, 15)) {
        const id = ids[of % Math.max(1, ids.length)] ?? ''
        const state = states.get(id)
        if (what === 'pay') {
          await topUp(app.platform, { accountId: owner.accountId, amountMicros: 10 * dollar + (amount % 100) * cent })
          const paid = await app.platform.db
            .selectFrom('payments')
            .selectAll()
            .where('account_id', '=', owner.accountId)
            .execute()
          for (const row of paid) if (!ids.includes(row.id)) ids.push(row.id)
        } else if (what === 'spend')
          await app.platform
            .act('creditAccount', {
              handle: owner.handle,
              actor: 'test',
              reason: 'x',
              amountMicros: -(amount % (3 * dollar)) - 1,
            })
            .catch(() => {})
        else if (what === 'payout')
          await app.platform
            .act('owePayoutByOperator', { handle: owner.handle, actor: 'test', reason: 'x' })
            .catch(() => {})
        else if (id !== '') {
          const next = { refunded: state?.refunded ?? 0, disputed: state?.disputed ?? 0 }
          if (what === 'won') next.disputed = 0
          else if (of % 2 === 0)
            next.refunded = Math.min(10 * dollar - next.disputed, next.refunded + (amount % (4 * dollar)))
          else next.disputed = 10 * dollar - next.refunded
          states.set(id, next)
          await tell(app, id, next)
        }
      }
      const ledger = await app.platform.db
        .selectFrom('ledger')
        .selectAll()
        .where('account_id', '=', owner.accountId)
        .execute()
      const moved = ledger
        .filter(({ type, note }) => type === 'topup' || type === 'payout' || note?.startsWith('given back'))
        .reduce((sum, { amount }) => sum + amount, 0)
      const papers = (await rowsIn(app))
        .filter(({ account_id }) => account_id === owner.accountId)
        .reduce((sum, { kind, gross }) => sum + (kind === 'invoice' ? gross : -gross), 0)
      assert.equal(papers, moved)
    }
    assert.deepEqual(await breaches(app), [])
    assert.ok((await rowsIn(app)).some(({ kind }) => kind === 'credit-note'))
  })

  test('a hundred payments at once, some told twice and some that fail, have numbers without gap and duplicate', async t => {
    const app = await start(t, await fresh())
    const owners = await Promise.all(Array.from({ length: 10 }, () => app.account({ balance: 0 })))
    const started = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        app.platform.act('startPayment', {
          ...{ accountId: owners[i % 10]!.accountId, site: 'events', amountMicros: 20 * dollar, method: 'pays' },
          formKey: `race ${i}`,
        }),
      ),
    )
    const settle = ({ id, news }: { id: string; news: number }) => {
      const found = { state: 'paid', reference: `test_${id}`, card, refunded: 0, disputes: [] } as const
      return app.platform.act('settlePayment', { id, news, found })
    }
    const wrong = { ...started[0]!, id: 'pay_none' }
    const settled = [...started, ...started.slice(0, 30), ...Array.from({ length: 20 }, () => wrong)].map(settle)
    assert.equal((await Promise.allSettled(settled)).filter(({ status }) => status === 'rejected').length, 20)
    const rows = await rowsIn(app)
    assert.deepEqual(
      rows.map(({ serial }) => serial),
      Array.from({ length: 100 }, (_, i) => i + 1),
    )
    assert.equal(rows[99]?.number, 'TEST-INV-2026-000100')
    assert.deepEqual(await breaches(app), [])
    app.clock.advance(60 * 86_400_000)
    await topUp(app.platform, { accountId: owners[0]!.accountId })
    assert.equal((await rowsIn(app)).at(-1)?.number, 'TEST-INV-2027-000001', 'each year begins at 1')
    // A transaction that fails after it took a number gives the number back.
    await assert.rejects(
      app.platform.act('settlePayment', {
        ...{
          id: (
            await app.platform.act('startPayment', {
              accountId: owners[1]!.accountId,
              site: 'events',
              amountMicros: 20 * dollar,
              formKey: 'x',
              method: 'pays',
            })
          ).id,
          news: 0,
        },
        found: { state: 'paid', reference: `test_${started[0]!.id}`, card, refunded: 0, disputes: [] },
      }),
    )
    assert.deepEqual(await breaches(app), [])
  })

  test('kill -9 between payments leaves no gap and no duplicate, and loses no invoice of a payment that was told', async t => {
    const url = await fresh()
    const kills = sizeOf({ small: 1, full: 30 })
    let paid = 0
    for (let i = 0; i < kills; i++) {
      const child = spawn(process.execPath, [file, url, JSON.stringify(settings)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const until = paid + 10 + i * 3
      for await (const chunk of child.stdout) {
        paid += String(chunk).split('\n').length - 1
        if (paid >= until) child.kill('SIGKILL')
      }
    }
    const app = await start(t, url)
    assert.deepEqual(await breaches(app), [])
    const invoices = (await rowsIn(app)).filter(({ kind }) => kind === 'invoice')
    assert.ok(invoices.length >= paid, `${invoices.length} invoices of ${paid} payments`)
  })

  test('an invoice stays as it was issued, and is kept when its account is erased', async t => {
    const app = await start(t, await fresh())
    const owner = await app.account({ balance: 0 })
    const { accountId } = owner
    const ann = { name: 'Ann SARL', address: '1 rue X\n75001 Paris', country: 'FR', vat_id: 'FR12345678901' }
    await app.platform.act('setBilling', { accountId, billing: ann })
    await topUp(app.platform, { accountId })
    await app.platform.act('setBilling', { accountId, billing: { ...ann, name: 'Other', vat_id: null } })
    await topUp(app.platform, { accountId })
    const eraseAt = app.clock.now() + limits.deletionMs
    await app.platform.act('requestDeletion', { accountId, eraseAt, link: 'http://events.test/keep' })
    app.clock.advance(limits.deletionMs)
    await app.platform.act('sweep', { limit: 500 })
    assert.equal(await app.platform.db.selectFrom('billing').selectAll().executeTakeFirst(), undefined)
    const rows = (await rowsIn(app)).map(({ kind, gross, tax, reverse_charge, buyer }) => {
      const { name, vatId } = JSON.parse(buyer)
      return [kind, gross, tax, reverse_charge, name, vatId]
    })
    assert.deepEqual(rows, [
      ['invoice', 10 * dollar, 0, 1, 'Ann SARL', 'FR12345678901'],
      ['invoice', 10 * dollar, 1_670_000, 0, 'Other', null],
      ['credit-note', 10 * dollar, 1_670_000, 0, 'Other', null],
      ['credit-note', 10 * dollar, 0, 1, 'Ann SARL', 'FR12345678901'],
    ])
    assert.deepEqual(await breaches(app), [])
  })

  test('the audit finds a missing number, a wrong tax, and a paper that no movement asks for', async t => {
    const app = await start(t, await fresh())
    const owner = await app.account({ balance: 0 })
    for (let i = 0; i < 3; i++) await topUp(app.platform, { accountId: owner.accountId })
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    t.after(() => writing.close())
    const rules = async () => [...new Set((await breaches(app)).map(({ rule }) => rule))]
    const [first, second] = await rowsIn(app)
    await writing.db.updateTable('invoices').set({ tax: 1 }).where('id', '=', second!.id).execute()
    assert.deepEqual(await rules(), ['invoice-and-its-credit-notes-add-up'])
    await writing.db
      .updateTable('invoices')
      .set({ tax: second!.tax, gross: 9 * dollar })
      .where('id', '=', second!.id)
      .execute()
    assert.deepEqual((await rules()).sort(), [
      'invoice-and-its-credit-notes-add-up',
      'invoice-has-its-movement',
      'invoices-follow-the-ledger',
    ])
    await writing.db.updateTable('invoices').set({ gross: second!.gross }).where('id', '=', second!.id).execute()
    await writing.db.deleteFrom('invoices').where('id', '=', first!.id).execute()
    assert.deepEqual(await rules(), ['invoice-numbers-have-no-gap'])
    await writing.db.insertInto('invoices').values(first!).execute()
    assert.deepEqual(await rules(), [])
  })

  test('the page of Stripe and its payment say which tax is inside of the amount, and another amount is paid there', async t => {
    const app = await startStripeApp(t, await fresh(), quietLog, settings)
    const owner = await ownerOf(app)
    const led = await owner.browser.submit(owner.page, '/account/top-up', { amount: 'other', other: '119.00' })
    assert.equal(led.status, 200, led.html)
    const session = [...app.stripe.sessions.values()][0]!
    assert.equal(session.amount_total, 11_900)
    assert.equal(session.asked.line_items[0].price_data.product_data.description, 'Includes VAT 19 %: 19.00 USD')
    const { metadata } = session.asked.payment_intent_data
    assert.deepEqual([metadata.tax_name, metadata.tax_percent, metadata.tax_micros], ['VAT', '19', '19000000'])
    app.stripe.pay(session.id)
    await tellStripe(app, 'checkout.session.completed', session)
    await app.settlePayments()
    assert.deepEqual(
      (await rowsIn(app)).map(({ number, gross, tax }) => [number, gross, tax]),
      [['INV-2026-000001', 119 * dollar, 19 * dollar]],
    )
  })

  test('without the settings nothing is issued, and what was issued before is still credited', async t => {
    const url = await fresh()
    const before = await startApp(url, { env: settings })
    const owner = await before.account({ balance: 0 })
    await topUp(before.platform, { accountId: owner.accountId })
    await before.close()
    const app = await start(t, url, {})
    await topUp(app.platform, { accountId: owner.accountId })
    const ids = await app.platform.db.selectFrom('payments').select('id').orderBy('created_at').orderBy('id').execute()
    const invoiced = (await rowsIn(app))[0]!
    assert.equal((await rowsIn(app)).length, 1)
    for (const { id } of ids) await tell(app, id, { refunded: 4 * dollar })
    const rows = await rowsIn(app)
    assert.deepEqual(
      rows.map(({ kind, gross, number, invoice_id }) => [kind, gross, number, invoice_id]),
      [
        ['invoice', 10 * dollar, 'TEST-INV-2026-000001', invoiced.id],
        ['credit-note', 4 * dollar, 'TEST-INV-2026-000002', invoiced.id],
      ],
    )
    assert.deepEqual(await breaches(app), [])
  })
})
