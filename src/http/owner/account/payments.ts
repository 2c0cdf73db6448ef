// The payments of the account: a list by month with receipts, invoices and credit notes, files for accountants, and to whom invoices are
// made out.
import { Readable } from 'node:stream'
import { plainAmount, wireCurrency } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { type BillingFaults, readBilling } from '../../../domain/money/billing.ts'
import { percent } from '../../../domain/money/tax.ts'
import { instant } from '../../../domain/times/time.ts'
import type { PaymentRow } from '../../../store/money/payments.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import {
  billingFor,
  ownInvoice,
  type PaymentPapers,
  papersPage,
  spendingByType,
} from '../../../usecases/money/papers.ts'
import { ownPayment } from '../../../usecases/money/top-up.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { csvLine, Decimal } from '../../private/csv.ts'
import { field } from '../../private/forms.ts'
import { signed } from '../../private/money.ts'
import { parameter, send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { fontFileFor } from '../../public/kit/share-fonts.ts'
import { leadTo } from '../notices.ts'
import { invoicePaper, type Paper, receiptPaper } from '../papers/paper.ts'
import { printPaper } from '../papers/print-paper.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { mayOpen } from '../session.ts'
import { type BillingForm, billingSection } from './billing-section.ts'
import { accountPage, heading, more } from './frame.ts'
import { when } from './words.ts'

const path = '/account/payments'

export const paymentRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => sendPayments(visit) },
  {
    method: 'GET',
    path: `${path}/:id/receipt`,
    grade: 'email',
    async run({ platform, session, request, reply }) {
      const account = await existingAccount(platform, session.accountId)
      const payment = await ownPayment(platform, account.id, idIn(request))
      if (payment.state !== 'paid') throw new Problem('not_found', 'The payment was not made, so it has no receipt.')
      return sendPdf(reply, `receipt-${payment.id}`, receiptPaper(request.site, account, payment))
    },
  },
  {
    method: 'GET',
    path: '/account/invoices/:id',
    grade: 'email',
    async run({ platform, session, request, reply }) {
      const account = await existingAccount(platform, session.accountId)
      const { invoice, about } = await ownInvoice(platform, account, idIn(request))
      return sendPdf(reply, invoice.number.replaceAll('/', '-'), invoicePaper(request.site, invoice, about))
    },
  },
  {
    method: 'GET',
    path: `${path}.csv`,
    grade: 'email',
    async run({ platform, session, request, reply }) {
      const { id, handle } = await existingAccount(platform, session.accountId)
      const month = parameter(request, 'month')
      // Refuses a wrong month before the file begins.
      await papersPage(platform, id, { month, before: null, limit: 1 })
      return sendCsv(reply, ['payments', handle, month], Readable.from(paymentsCsv(platform, id, month)))
    },
  },
  {
    method: 'GET',
    path: '/account/spending.csv',
    grade: 'email',
    async run({ platform, session, request, reply }) {
      const { id, handle } = await existingAccount(platform, session.accountId)
      const month = parameter(request, 'month') || instant(platform.now()).slice(0, 7)
      const rows = await spendingByType(platform, id, month)
      const lines = rows.map(({ site, type, movements, amount }) =>
        csvLine([month, site, type, movements, decimal(amount), amount]),
      )
      return sendCsv(reply, ['spending', handle, month], csvLine(spendingColumns()) + lines.join(''))
    },
  },
  { method: 'POST', path: '/account/billing', grade: 'email', run: saveBillingForm },
]

const idIn = (request: Visit['request']) => (request.params as { id: string }).id

/** Sends the page, also as the answer to a form that was not taken. */
async function sendPayments(visit: Visit, typed?: { form: BillingForm; faults: BillingFaults }) {
  const { platform, session, request, reply, csrf } = visit
  const account = await existingAccount(platform, session.accountId)
  const month = parameter(request, 'month') || null
  const before = parameter(request, 'before')
  const { items, next } = await papersPage(platform, account.id, { month, before, limit: limits.pageDefault })
  const query = month === null ? '' : new URLSearchParams({ month }).toString()
  const kept = await billingFor(platform, account.id)
  const body = html`${heading('Payments', 'What was paid into the balance, the newest first, with the papers of each payment.')}
<form class="filter" method="get" action="${path}">
<label>Month (UTC) <input type="month" name="month" value="${month ?? ''}" placeholder="2026-11" pattern="20\\d\\d-\\d\\d"></label>
<button type="submit" class="outline">Show</button>
${month !== null && html`<a href="${path}">Show all</a>`}
</form>
${items.length === 0 ? html`<p class="empty">${month === null ? 'Nothing was paid yet.' : 'Nothing was paid in this month.'}</p>` : paymentsTable(items)}
${more(path, next, query)}
${mayOpen(session, `${path}.csv`) && html`<p>For accountants, as CSV: <a href="${path}.csv${query && `?${query}`}" download>${month === null ? 'all payments' : `payments of ${month}`}</a>, <a href="/account/spending.csv${query && `?${query}`}" download>${month === null ? 'spending of this month by type' : `spending of ${month} by type`}</a>.</p>`}
${platform.facts.invoicing !== null && mayOpen(session, '/account/billing') && billingSection({ csrf, taxName: platform.facts.invoicing.seller.taxName, form: typed?.form ?? kept, kept: kept !== undefined, faults: typed?.faults ?? {} })}`
  const alert = typed && html`<p><strong>Not saved.</strong> <a href="#billing">See why</a></p>`
  const title = typed ? 'Not saved · Payments' : 'Payments'
  return send(
    reply,
    typed ? problems.invalid.status : 200,
    accountPage(visit, { account, title, section: path, body, alert }),
  )
}

const ways = { topup: 'Top-up', recharge: 'Auto-recharge' } as const

const stateWords: Record<PaymentRow['state'], string> = {
  started: 'Not finished',
  open: 'Not finished',
  authenticate: 'Waits for you',
  paid: 'Paid',
  declined: 'Declined',
  expired: 'Ended unpaid',
  returning: 'Goes back to the card',
  returned: 'Went back to the card',
}

function paymentsTable(items: readonly PaymentPapers[]): Html {
  return html`<table class="rows">
<thead><tr><th scope="col">When</th><th scope="col">How</th><th scope="col">Papers</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${items.map(
  ({
    payment,
    papers,
  }) => html`<tr><td class="when">${when(payment.created_at)}</td><td>${ways[payment.kind]}: ${stateOf(payment)}</td><td class="papers">${papersOf(payment, papers)}</td><td class="amount">${signed(payment.amount)}</td></tr>
`,
)}</tbody>
</table>`
}

function stateOf({ state, refunded, disputed, provider }: PaymentRow): Html {
  const words = [
    stateWords[state],
    ...(refunded > 0 ? [`${signed(refunded)} refunded`] : []),
    ...(disputed > 0 ? [`${signed(disputed)} disputed`] : []),
    ...(provider === 'sandbox' ? ['test, no money moved'] : []),
  ]
  return html`${words[0]}${words.length > 1 && html` <small>(${words.slice(1).join(', ')})</small>`}`
}

function papersOf({ id, state }: PaymentRow, papers: PaymentPapers['papers']): Html {
  if (state !== 'paid') return html`–`
  return html`<a href="${path}/${id}/receipt">Receipt</a>${papers.map(
    ({ id, kind, number }) =>
      html`<br><a href="/account/invoices/${id}">${kind === 'invoice' ? 'Invoice' : 'Credit note'} <span>${number}</span></a>`,
  )}`
}

async function sendPdf(reply: Visit['reply'], name: string, paper: Paper) {
  const pdf = await printPaper(paper)
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .send(pdf)
}

function sendCsv(reply: Visit['reply'], name: readonly (string | null)[], body: Readable | string) {
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header(
      'content-disposition',
      `attachment; filename="${name.filter(part => part !== null && part !== '').join('-')}.csv"`,
    )
    .send(body)
}

/** Signed micros in units of the currency with a point, exactly. */
const decimal = (micros: number) => new Decimal(`${micros < 0 ? '-' : ''}${plainAmount(Math.abs(micros))}`)

/** A column of amounts in units of the currency. */
const inUnits = (name: string) => `${name}_${wireCurrency()}`

const spendingColumns = () => ['month', 'site', 'type', 'movements', inUnits('amount'), 'amount_micros']
const paymentColumns = () => [
  ...['id', 'created', 'settled', 'kind', 'state', 'provider', 'reference', inUnits('amount'), 'amount_micros'],
  ...[
    inUnits('refunded'),
    inUnits('disputed'),
    'paper',
    'paper_kind',
    'issued',
    inUnits('gross'),
    inUnits('net'),
    inUnits('tax'),
    'tax_percent',
  ],
]

/** A record for each payment; one that has invoices and credit notes has a record for each of those. */
async function* paymentsCsv(platform: Platform, accountId: string, month: string | null): AsyncGenerator<string> {
  yield csvLine(paymentColumns())
  for (let before: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof papersPage>> = await papersPage(platform, accountId, {
      ...{ month, before, limit: limits.pageMax },
    })
    for (const { payment, papers } of page.items) {
      const { id, kind, state, provider, reference, amount, refunded, disputed, created_at, settled_at } = payment
      const first = [
        ...[id, instant(created_at), settled_at === null ? '' : instant(settled_at), kind, state, provider, reference],
        ...[decimal(amount), amount, decimal(refunded), decimal(disputed)],
      ]
      if (papers.length === 0) yield csvLine([...first, ...Array.from({ length: 7 }, () => '')])
      for (const { number, kind, issued_at, gross, tax, rate } of papers) {
        const sign = kind === 'invoice' ? 1 : -1
        const amounts = [gross, gross - tax, tax].map(micros => decimal(sign * micros))
        yield csvLine([...first, number, kind, instant(issued_at), ...amounts, percent(rate).replace(' %', '')])
      }
    }
    if (page.next === null) return
    before = page.next
  }
}

async function saveBillingForm(visit: Visit) {
  const { platform, session, request, reply } = visit
  const { accountId } = session
  if (platform.facts.invoicing === null) throw new Problem('not_found', 'The operator issues no invoices.')
  if (field(request, 'remove') === 'yes') {
    await platform.act('setBilling', { accountId, billing: null })
    return leadTo(reply, path, 'billing-removed')
  }
  const form = {
    ...{ name: field(request, 'name'), address: field(request, 'address') },
    ...{ country: field(request, 'country'), vatId: field(request, 'vat_id') },
  }
  const { stored, faults } = readBilling(form, character => fontFileFor(character) !== null)
  if (faults) return sendPayments(visit, { form, faults })
  await platform.act('setBilling', { accountId, billing: stored })
  return leadTo(reply, path, 'billing-saved')
}
