// Rules of payments: each payment is on the ledger once, and refunds, disputes and payouts are accounted for (contract.md §5).
import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/** The refunded and disputed amount of a payment, at most the whole payment, in micros. */
const back = sql`case when p.refunded + p.disputed > p.amount then p.amount else p.refunded + p.disputed end`

export const paymentRules: readonly Rule[] = [
  {
    rule: 'topup-is-a-payment',
    query: () => sql`
      select l.id as subject, l.amount || ' of ' || coalesce(l.reference, 'no payment') as detail
      from ledger l
      left join payments p
        on p.reference = l.reference and p.account_id = l.account_id and p.amount = l.amount and p.state = 'paid'
      where l.type = 'topup' and p.id is null`,
  },
  {
    rule: 'payment-is-booked',
    query: () => sql`
      select p.id as subject, p.state || ', ' || case when l.id is null then 'not booked' else 'booked' end as detail
      from payments p left join ledger l on l.type = 'topup' and l.reference = p.reference
      where (p.state = 'paid') <> (l.id is not null)`,
  },
  {
    rule: 'what-went-back-is-taken-or-owed',
    query: () => sql`
      select p.id as subject,
        'refunded ' || p.refunded || ', disputed ' || p.disputed || ', paid out ' || p.paid_out
          || ', taken ' || p.taken || ', owed ' || p.owed as detail
      from payments p
      where p.taken < 0 or p.taken + p.owed <> case when ${back} > p.paid_out then ${back} - p.paid_out else 0 end`,
  },
  {
    rule: 'payout-was-taken-off',
    query: () => sql`
      select o.id as subject, 'amount ' || o.amount || ', taken off ' || coalesce(-l.amount, 0) as detail
      from payouts o left join ledger l on l.reference = o.id and l.type = 'payout' and l.account_id = o.account_id
      where l.id is null or -l.amount <> o.amount or o.refunded > o.amount`,
  },
]
