// The papers of an owner's money: the list of payments, receipts and invoices as PDF, files for accountants, and the form of a buyer.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { drawPaper } from '../../../src/http/owner/papers/draw-paper.ts'
import { termsVersion } from '../../../src/usecases/accounts/terms.ts'
import { type TestAccount, type TestApp, withPresentation } from '../../harness.ts'
import { missing } from '../../kit/report.ts'
import { topUp } from '../../kit/top-up.ts'
import { sessionIn } from './owner-site.ts'

const settings = {
  ...{ INVOICE_NAME: 'Žofie Müller GmbH', INVOICE_ADDRESS: 'Straße 1, 10115 Berlin', INVOICE_COUNTRY: 'DE' },
  ...{ INVOICE_VAT_ID: 'DE123456789', INVOICE_TAX_RATES: 'DE=19,FR=20,*=0', TOPUP_MAX: '80000000' },
}
const dollar = 1_000_000
const noReader =
  spawnSync('pdftotext', ['-v']).error === undefined
    ? false
    : missing('the words of PDFs, because there is no pdftotext (poppler-utils)')

/** The words of a PDF, with its spaces as single ones. */
const wordsOf = (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    .replace(/[\u202a-\u202e]/g, '')
    .replace(/\s+/g, ' ')

async function ownerOf(app: TestApp) {
  const owner = await app.account({ balance: 0 })
  const session = await sessionIn(app, owner, 'email')
  const pdf = async (path: string) => {
    const answer = await fetch(app.origin + path, { headers: { cookie: session.cookie } })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    return new Uint8Array(await answer.arrayBuffer())
  }
  return { owner, session, pdf }
}

const linksIn = (html: string, path: string) =>
  [...html.matchAll(new RegExp(`href="(${path}[^"]*)"`, 'g'))].map(([, link]) => link!)

async function refund(app: TestApp, { accountId }: TestAccount, refunded: number) {
  const [payment] = await app.platform.db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute()
  const card = { customer: null, method: 'pays', fingerprint: 'x', label: 'card' }
  const found = { state: 'paid', reference: payment!.reference!, card, refunded, disputes: [] } as const
  await app.platform.act('settlePayment', { id: payment!.id, news: payment!.news, found })
}

const buyer = {
  name: 'محمد العربي',
  address: '12 rue de la Paix\r\n75002 Paris',
  country: 'FR',
  vat_id: 'fr 12345678901',
}

withPresentation(
  'papers of an account',
  app => {
    it('an owner has the receipt and the invoice of a payment by mail and in a list, each the same bytes every time', {
      skip: noReader,
    }, async () => {
      const { owner, session, pdf } = await ownerOf(app())
      assert.match(textOf((await session.get('/account/payments')).html), /Nothing was paid yet\./)
      assert.equal((await session.post('/account/billing', buyer)).status, 303)
      await topUp(app().platform, { accountId: owner.accountId })
      await refund(app(), owner, 4 * dollar)
      const { html } = await session.get('/account/payments?month=2026-11')
      assert.match(
        textOf(html),
        /Top-up: Paid \(\$4\.00 refunded, test, no money moved\) Receipt Invoice TEST-INV-2026-\d{6} Credit note TEST-INV-2026-\d{6} \$10\.00/,
      )
      const [receipt] = linksIn(html, '/account/payments/')
      const [invoice, credit] = linksIn(html, '/account/invoices/')
      const said = wordsOf(await pdf(invoice!))
      assert.match(said, /Invoice Number: TEST-INV-2026-\d{6} Date: 2026-11-21/)
      for (const words of [
        'Žofie Müller GmbH',
        'VAT id DE123456789',
        'محمد العربي',
        '75002 Paris',
        'France',
        'VAT id FR12345678901',
      ])
        assert.ok(said.includes(words), `${words} in ${said}`)
      assert.match(said, /\$10\.00 USD Total \$10\.00 USD Reverse charge: the buyer accounts for the VAT/)
      assert.match(
        wordsOf(await pdf(credit!)),
        /Credit note .*About invoice: TEST-INV-2026-\d{6} of 2026-11-21 .*Credited −\$4\.00 USD/,
      )
      assert.match(wordsOf(await pdf(receipt!)), /Receipt Payment: pay_\w+ Date: 2026-11-21 .*Paid \$10\.00 USD/)
      for (const path of [receipt!, invoice!, credit!]) assert.deepEqual(await pdf(path), await pdf(path))
      const mails = await app()
        .platform.db.selectFrom('mail')
        .select('body')
        .where('recipient', '=', owner.email)
        .execute()
      const body = mails.map(({ body }) => body).join()
      for (const path of [receipt!, invoice!]) assert.ok(body.includes(`http://events.test${path}\n`), path)
      const stranger = await ownerOf(app())
      for (const path of [receipt!, invoice!]) assert.equal((await stranger.session.get(path)).status, 404)
    })

    it('the tax inside of a payment stands on the invoice, and the whole payment is on the balance', {
      skip: noReader,
    }, async () => {
      const { owner, session, pdf } = await ownerOf(app())
      await topUp(app().platform, { accountId: owner.accountId })
      const [invoice] = linksIn((await session.get('/account/payments')).html, '/account/invoices/')
      const words = wordsOf(await pdf(invoice!))
      assert.match(words, /\$8\.40 USD VAT 19 % \$1\.60 USD Total \$10\.00 USD The VAT is inside of the amount\./)
      assert.match(words, new RegExp(`@${owner.handle}`))
      assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.balance, 10 * dollar)
    })

    it('accountants get payments with their papers, and spending by type, of a month as CSV with exact amounts', async () => {
      const { owner, session } = await ownerOf(app())
      await session.post('/account/billing', { ...buyer, name: '=cmd()', vat_id: '' })
      await topUp(app().platform, { accountId: owner.accountId })
      await refund(app(), owner, 4 * dollar)
      const by = { handle: owner.handle, actor: 'test', reason: 'x' }
      await app().platform.act('creditAccount', { ...by, amountMicros: -1_001 })
      const lines = (await session.get('/account/payments.csv?month=2026-11')).html.split('\r\n')
      assert.equal(
        lines[0],
        'id,created,settled,kind,state,provider,reference,amount_usd,amount_micros,refunded_usd,disputed_usd,paper,paper_kind,issued,gross_usd,net_usd,tax_usd,tax_percent',
      )
      const cells = lines.slice(1, 3).map(line => line.split(','))
      assert.deepEqual(
        cells.map(row => [row[7], row[8], row[9], row[12], ...row.slice(14)]),
        [
          ['10.00', '10000000', '4.00', 'invoice', '10.00', '8.33', '1.67', '20'],
          ['10.00', '10000000', '4.00', 'credit-note', '-4.00', '-3.33', '-0.67', '20'],
        ],
      )
      assert.equal((await session.get('/account/payments.csv?month=2026-10')).html.split('\r\n').length, 2)
      assert.deepEqual((await session.get('/account/spending.csv?month=2026-11')).html.split('\r\n').slice(0, 4), [
        'month,site,type,movements,amount_usd,amount_micros',
        '2026-11,,payout,1,-4.00,-4000000',
        '2026-11,,platform_credit,1,-0.001001,-1001',
        '2026-11,,topup,1,10.00,10000000',
      ])
      const refused = await session.get('/account/payments?month=2026-13')
      assert.deepEqual([refused.status, /such as 2026-11/.test(refused.html)], [400, true])
    })

    it('the form of a buyer says what is wrong with each field, and keeps what was typed', async () => {
      const { session, owner } = await ownerOf(app())
      const wrong = await session.post('/account/billing', {
        name: 'Ann አ',
        address: '',
        country: 'DE',
        vat_id: 'DE12',
      })
      assert.equal(wrong.status, 400)
      const text = textOf(wrong.html)
      for (const words of [
        /Not saved\./,
        /The character አ cannot be printed/,
        /1 to 5 lines/,
        /looks like DE123456789/,
      ])
        assert.match(text, words)
      assert.match(wrong.html, /value="DE12"/)
      const kept = () =>
        app().platform.db.selectFrom('billing').selectAll().where('account_id', '=', owner.accountId).executeTakeFirst()
      assert.equal(await kept(), undefined)
      await session.post('/account/billing', buyer)
      assert.equal((await kept())?.address, '12 rue de la Paix\n75002 Paris')
      assert.equal((await kept())?.vat_id, 'FR12345678901')
      assert.equal((await session.post('/account/billing', { remove: 'yes' })).status, 303)
      assert.equal(await kept(), undefined)
    })

    it('an owner tops up another amount within the bounds, and nothing is charged for one outside of them', async () => {
      const { owner, session } = await ownerOf(app())
      const pays = { card: '4242 4242 4242 4242', terms: termsVersion(app().platform) }
      const form = (other: string) =>
        session.post('/account/top-up', { ...pays, amount: 'other', other, nonce: 'n'.repeat(20) })
      for (const other of ['', 'many', '4.99', '80.01', '12.345']) {
        const refused = await form(other)
        assert.equal(refused.status, 400, other)
        assert.match(textOf(refused.html), /An amount is from \$5\.00 to \$80\.00, in steps of \$0\.01/)
      }
      assert.equal((await form('12,50')).status, 303)
      assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).json.balance, 12_500_000)
      assert.equal((await app().call('GET', '/v1/pricing')).json.topup_max, 80 * dollar)
    })
  },
  settings,
)

withPresentation('papers of a platform without invoices', app => {
  it('without the settings of a seller payments have receipts alone', async () => {
    const { owner, session, pdf } = await ownerOf(app())
    await topUp(app().platform, { accountId: owner.accountId })
    const { html } = await session.get('/account/payments')
    assert.deepEqual(linksIn(html, '/account/invoices/'), [])
    assert.doesNotMatch(html, /made out to/)
    assert.equal(Buffer.from(await pdf(linksIn(html, '/account/payments/')[0]!)).toString('latin1', 0, 5), '%PDF-')
    assert.equal((await session.post('/account/billing', buyer)).status, 404)
  })

  it('a PDF has every font embedded, is tagged, and prints names in the scripts of the fonts', {
    skip: noReader,
  }, async () => {
    const names = ['Ελένη Иван', 'יוסי כהן', 'สวัสดีครับ', '李小龍', '김철수', 'አ']
    const pdf = await drawPaper({
      ...{ title: 'Receipt', name: 'Receipt x', author: 'Ann', at: 0, warning: null, facts: [], lines: [], notes: [] },
      ...{ parties: [{ title: 'Paid by', lines: names }], total: ['Paid', '$1.00 USD'] },
    })
    const text = pdf.toString('latin1')
    assert.match(text, /\/MarkInfo/)
    assert.match(text, /pdfaid:part>2</)
    assert.match(wordsOf(pdf), /Ελένη Иван יוסי כהן สวัสดีครับ 李小龍 김철수 \?/)
  })
})
