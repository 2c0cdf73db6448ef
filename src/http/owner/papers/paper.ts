// What a receipt, an invoice or a credit note says, as plain data: the thread that makes PDFs gets it, and knows no words of its own.
import { currencyCode } from '../../../contract/currency.ts'
import type { Buyer, Seller } from '../../../contract/invoicing.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { percent } from '../../../domain/money/tax.ts'
import { countryName } from '../../../domain/places/countries.ts'
import { instant } from '../../../domain/times/time.ts'
import type { Account } from '../../../store/accounts/accounts.ts'
import type { InvoiceRow } from '../../../store/money/invoices.ts'
import type { PaymentRow } from '../../../store/money/payments.ts'
import { signed } from '../../private/money.ts'

export type Paper = {
  title: string
  /** Of the document, for programs that show PDFs. */
  name: string
  author: string
  /** Epoch ms: the date of the document. */
  at: number
  /** Above everything else: that no money has moved. */
  warning: string | null
  facts: readonly (readonly [name: string, value: string])[]
  parties: readonly { title: string; lines: readonly string[] }[]
  lines: readonly (readonly [what: string, amount: string])[]
  total: readonly [what: string, amount: string]
  notes: readonly string[]
}

const sandboxWarning = 'Test payment: no money has moved. This document is no invoice and no receipt.'
const day = (at: number) => instant(at).slice(0, 10)
const inWords = (micros: number) => `${signed(micros)} ${currencyCode()}`
const ways = { topup: 'Paid by the owner with a card', recharge: 'Auto-recharge of the saved card' } as const
const what = (site: SiteContext) =>
  `Prepaid balance for posts on ${siteRow(site.id).title} (${new URL(site.baseUrl).host})`

/** The receipt of a payment that was booked. */
export function receiptPaper(site: SiteContext, account: Account, payment: PaymentRow): Paper {
  const at = payment.settled_at ?? payment.created_at
  const { operator } = site
  const from = [operator?.name ?? new URL(site.baseUrl).host]
  return {
    ...{ title: 'Receipt', name: `Receipt ${payment.id}`, author: from[0] ?? '', at },
    warning: payment.provider === 'sandbox' ? sandboxWarning : null,
    facts: [
      ['Payment', payment.id],
      ['Date', day(at)],
      ['How', ways[payment.kind]],
      ['Reference', payment.reference ?? ''],
    ],
    parties: [
      { title: 'Paid to', lines: from },
      { title: 'Paid by', lines: [account.name, `@${account.handle}`] },
    ],
    lines: [[what(site), inWords(payment.amount)]],
    total: ['Paid', inWords(payment.amount)],
    notes: ['This receipt confirms the payment. It is no invoice.'],
  }
}

/** An invoice or a credit note as it was issued. `about`: the invoice that was first issued for the payment. */
export function invoicePaper(site: SiteContext, invoice: InvoiceRow, about: InvoiceRow): Paper {
  const seller = JSON.parse(invoice.seller) as Seller
  const buyer = JSON.parse(invoice.buyer) as Buyer
  const { gross, tax, rate } = invoice
  const isCredit = invoice.kind === 'credit-note'
  const title = isCredit ? 'Credit note' : 'Invoice'
  const sign = isCredit ? -1 : 1
  const again = !isCredit && invoice.id !== about.id
  return {
    ...{ title, name: `${title} ${invoice.number}`, author: seller.name, at: invoice.issued_at },
    warning: invoice.series === 'test' ? sandboxWarning : null,
    facts: [
      ['Number', invoice.number],
      ['Date', day(invoice.issued_at)],
      ...(isCredit || again
        ? [['About invoice', `${about.number} of ${day(about.issued_at)}`] as const]
        : [['Paid on', day(invoice.issued_at)] as const]),
    ],
    parties: [
      { title: 'Seller', lines: partyLines(seller, seller.taxName) },
      { title: 'Buyer', lines: [...partyLines(buyer, seller.taxName), `@${buyer.handle}`] },
    ],
    lines: [
      [isCredit ? `Taken back: ${what(site)}` : what(site), inWords(sign * (gross - tax))],
      ...(rate > 0 ? [[`${seller.taxName} ${percent(rate)}`, inWords(sign * tax)] as const] : []),
    ],
    total: [isCredit ? 'Credited' : 'Total', inWords(sign * gross)],
    notes: [
      ...(invoice.reverse_charge
        ? [`Reverse charge: the buyer accounts for the ${seller.taxName} (article 196 of directive 2006/112/EC).`]
        : rate === 0
          ? [`No ${seller.taxName} is charged.`]
          : [`The ${seller.taxName} is inside of the amount.`]),
      isCredit
        ? 'This amount has left the balance: it was refunded, disputed at the bank, or listed for payout.'
        : again
          ? 'A dispute was settled: what a credit note took back is invoiced again.'
          : 'Paid in full. The whole amount was added to the balance.',
    ],
  }
}

function partyLines(
  { name, address, country, vatId }: Pick<Buyer, 'name' | 'address' | 'country' | 'vatId'>,
  taxName: string,
): string[] {
  return [
    ...(name === null ? [] : [name]),
    ...address,
    ...(country === null ? [] : [countryName(country)]),
    ...(vatId === null ? [] : [`${taxName} id ${vatId}`]),
  ]
}
