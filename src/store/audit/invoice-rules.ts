// Rules of invoices: numbers without gaps, exact sums, and the movement of money behind each (contract.md §5).
import { sql } from 'kysely'
import { ratePerPercent } from '../../contract/invoicing.ts'
import { InvoiceTrail, type TrailStep } from '../../domain/money/invoice-trail.ts'
import { givenBack } from '../../domain/money/paid-in.ts'
import type { Db } from '../database/schema.ts'
import { type InvoiceRow, invoicesOf } from '../money/invoices.ts'
import type { BrokenRow, Rule } from './rule.ts'

const cent = sql`cast(10000 as bigint)`
const signed = (column: string) => sql`case when kind = 'invoice' then ${sql.ref(column)} else -${sql.ref(column)} end`
const whole = sql`cast(${sql.lit(100 * ratePerPercent)} + rate as bigint)`

const accountsAtOnce = 500

export const invoiceRules: readonly Rule[] = [
  {
    rule: 'invoice-numbers-have-no-gap',
    query: () => sql`
      select coalesce(n.series, i.series) || ' ' || coalesce(n.year, i.year) as subject,
        'last number ' || coalesce(n.last, 0) || ', highest ' || coalesce(i.highest, 0) || ', rows ' || coalesce(i.total, 0) as detail
      from invoice_numbers n
      full join (select series, year, count(*) as total, max(serial) as highest from invoices group by series, year) i
        on i.series = n.series and i.year = n.year
      where coalesce(n.last, 0) <> coalesce(i.highest, 0) or coalesce(n.last, 0) <> coalesce(i.total, 0)`,
  },
  {
    rule: 'invoice-has-its-movement',
    query: () => sql`
      select i.number as subject,
        i.kind || ' of ' || i.gross || ', movement ' || coalesce(l.type, 'none') || ' of ' || coalesce(l.amount, 0) as detail
      from invoices i
      left join ledger l on l.id = i.ledger_id and l.account_id = i.account_id
      left join payments p on p.id = i.payment_id and p.account_id = i.account_id
      left join invoices first on first.id = i.invoice_id and first.id = first.invoice_id and first.account_id = i.account_id
      where l.id is null or first.id is null or (i.payment_id is not null and p.id is null)
        or i.series <> first.series or i.rate <> first.rate or i.reverse_charge <> first.reverse_charge
        or i.seller <> first.seller or i.buyer <> first.buyer
        or (i.id = i.invoice_id and (i.kind <> 'invoice' or l.type <> 'topup' or l.amount <> i.gross or coalesce(l.reference, '') <> coalesce(p.reference, '')))
        or (i.id <> i.invoice_id and i.kind = 'invoice' and l.type <> 'platform_credit')
        or (i.kind = 'credit-note' and l.type <> 'payout')`,
  },
  {
    // The tax of what is left of an invoice is that of one invoice of this amount, so that no part is taxed twice or never.
    rule: 'invoice-and-its-credit-notes-add-up',
    query: () => sql`
      select invoice_id as subject, 'left ' || gross || ', tax ' || tax || ', rate ' || rate as detail
      from (
        select invoice_id, rate, cast(sum(${signed('gross')}) as bigint) as gross, cast(sum(${signed('tax')}) as bigint) as tax
        from invoices group by invoice_id, rate
      ) sums
      where gross < 0 or tax <> (2 * gross * rate + ${whole} * ${cent}) / (2 * ${whole} * ${cent}) * ${cent}`,
  },
  {
    rule: 'invoices-follow-the-ledger',
    async *walk(db): AsyncIterable<BrokenRow> {
      for (let last = ''; ; ) {
        const accounts = await db
          .selectFrom('invoices')
          .select('account_id')
          .distinct()
          .where('account_id', '>', last)
          .orderBy('account_id')
          .limit(accountsAtOnce)
          .execute()
        for (const { account_id } of accounts) yield* breachesOf(db, account_id)
        const end = accounts.at(-1)
        if (!end || accounts.length < accountsAtOnce) return
        last = end.account_id
      }
    },
  },
]

/** Compares the invoices of an account with those that its movements ask for, movement by movement. */
async function* breachesOf(db: Db, accountId: string): AsyncIterable<BrokenRow> {
  const issued = Map.groupBy(await invoicesOf(db, accountId), ({ ledger_id }) => ledger_id)
  const trail = new InvoiceTrail()
  for (const { id, step } of await stepsOf(db, accountId, issued)) {
    const asked = partsText(trail.add(step).map(({ invoiceId, amount }) => [invoiceId, amount]))
    const found = partsText((issued.get(id) ?? []).map(({ invoice_id, gross }) => [invoice_id, gross]))
    issued.delete(id)
    if (asked !== found)
      yield { subject: id, detail: `${step.way} ${step.amount}: asked for ${asked}, issued ${found}` }
  }
  for (const [id, rows] of issued) yield { subject: id, detail: `${rows.length} issued for another movement` }
}

const partsText = (parts: readonly (readonly [invoiceId: string, amount: number])[]) =>
  parts
    .map(([invoiceId, amount]) => `${amount} of ${invoiceId}`)
    .sort()
    .join(' and ') || 'nothing'

/** The movements of paid-in money of an account, in order. */
async function stepsOf(
  db: Db,
  accountId: string,
  issued: ReadonlyMap<string, readonly InvoiceRow[]>,
): Promise<{ id: string; step: TrailStep }[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'reference'])
    .where('account_id', '=', accountId)
    .execute()
  const paymentOf = (name: string | null) =>
    payments.find(({ id, reference }) => name === (reference ?? id))?.id ?? null
  const movements = await db
    .selectFrom('ledger')
    .select(['id', 'type', 'amount', 'reference', 'note'])
    .where('account_id', '=', accountId)
    .where('type', 'in', [sql.lit('topup' as const), sql.lit('payout' as const), sql.lit('platform_credit' as const)])
    .orderBy('seq')
    .execute()
  return movements.flatMap(({ id, type, amount, reference, note }): { id: string; step: TrailStep }[] => {
    if (type === 'topup') {
      const invoiceId = issued.get(id)?.[0]?.id ?? null
      return [{ id, step: { way: 'in', paymentId: paymentOf(reference) ?? '', amount, invoiceId } }]
    }
    if (type === 'payout') {
      const taken = reference === null ? paymentOf((note ?? '').replace(takenFor, '')) : null
      return [{ id, step: { way: 'out', paymentId: taken, amount: 0 - amount } }]
    }
    if (!note?.startsWith(givenBack)) return []
    return [{ id, step: { way: 'again', paymentId: paymentOf(note.slice(givenBack.length)) ?? '', amount } }]
  })
}

/** How the note of a movement begins that takes back a payment (actions/money/reverse-payment.ts). */
const takenFor = /^(?:taken back: |owed for )/
