// The ledger of the account: every movement of money with the balance after it, as pages and as one CSV file.
import { Readable } from 'node:stream'
import { siteRow } from '../../../contract/sites.ts'
import { instant } from '../../../domain/times/time.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { ledgerPage, type MovementView } from '../../../usecases/accounts/owner-records.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { csvLine } from '../../private/csv.ts'
import { signed } from '../../private/money.ts'
import { parameter, send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import type { OwnersRoute } from '../route.ts'
import { accountPage, heading, more } from './frame.ts'
import { when } from './words.ts'

export const ledgerRoutes: readonly OwnersRoute[] = [
  {
    method: 'GET',
    path: '/account/ledger',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const account = await existingAccount(platform, session.accountId)
      const { items, next } = await ledgerPage(platform, account.id, parameter(request, 'before'))
      const body = html`${heading('Ledger', 'Every movement of money, the newest first, with the balance after it.')}
${items.length === 0 ? html`<p class="empty">No money has moved yet.</p>` : movementsTable(items)}
${more('/account/ledger', next)}
${items.length > 0 && html`<p><a href="/account/ledger.csv" download>Download all of it as CSV</a></p>`}`
      return send(reply, 200, accountPage(visit, { account, title: 'Ledger', section: '/account/ledger', body }))
    },
  },
  {
    method: 'GET',
    path: '/account/ledger.csv',
    grade: 'email',
    async run({ platform, session, reply }) {
      const { id, handle } = await existingAccount(platform, session.accountId)
      return reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="ledger-${handle}.csv"`)
        .send(Readable.from(ledgerCsv(platform, id)))
    },
  },
]

/** Movements as a table; narrow screens show the table as a list. */
export function movementsTable(items: readonly MovementView[]): Html {
  return html`<table class="rows">
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col" class="amount">Amount</th><th scope="col" class="amount">Balance</th></tr></thead>
<tbody>
${items.map(
  row => html`<tr><td class="when">${when(row.at)}</td><td>${movementWords(row)}</td><td class="amount">${signed(row.amount, 'always')}</td><td class="amount" data-label="Balance">${signed(row.balance)}</td></tr>
`,
)}</tbody>
</table>`
}

const types: Record<MovementView['type'], string> = {
  topup: 'Top-up',
  charge: 'Posted',
  refund: 'Refund',
  penalty: 'Penalty for abuse',
  search: 'Search',
  platform_credit: 'Credit',
  payout: 'Taken back or paid out',
}

function movementWords({ type, site, postId, isEdit, note }: MovementView): Html {
  const noun = site && siteRow(site).noun
  const what = type === 'charge' && isEdit ? 'Edited' : types[type]
  const of =
    postId && noun ? html` <a href="/account/posts/${postId}">${type === 'charge' ? noun : `for ${noun}`}</a>` : null
  return html`${what}${of}${note && html` <small><bdi>${note}</bdi></small>`}`
}

const columns = [
  'id',
  'time',
  'type',
  'amount_micros',
  'balance_after_micros',
  'site',
  'post_id',
  'key_id',
  'reference',
  'note',
]

const csvBatch = 500

async function* ledgerCsv(platform: Platform, accountId: string): AsyncGenerator<string> {
  yield csvLine(columns)
  for (let before: string | null = null; ; ) {
    const { items, next }: Awaited<ReturnType<typeof ledgerPage>> = await ledgerPage(
      platform,
      accountId,
      before,
      csvBatch,
    )
    for (const { id, at, type, amount, balance, site, postId, keyId, reference, note } of items)
      yield csvLine([id, instant(at), type, amount, balance, site, postId, keyId, reference, note])
    if (next === null) return
    before = next
  }
}
