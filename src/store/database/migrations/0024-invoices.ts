// Invoices and credit notes with numbers that have no gap, and to whom the owners have them made out.
import { type Kysely, sql } from 'kysely'

/** Creates the tables. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    `create table billing (
      account_id text primary key references accounts (id),
      name text not null,
      address text not null,
      country text not null,
      vat_id text,
      changed_at ${integer} not null
    )`,
    `create table invoice_numbers (
      series text not null check (series in ('live', 'test')),
      year integer not null,
      last integer not null check (last > 0),
      primary key (series, year)
    )`,
    `create table invoices (
      id text primary key,
      account_id text not null references accounts (id),
      kind text not null check (kind in ('invoice', 'credit-note')),
      invoice_id text not null,
      payment_id text references payments (id),
      ledger_id text not null,
      series text not null,
      year integer not null,
      serial integer not null check (serial > 0),
      number text not null,
      gross ${integer} not null check (gross > 0),
      tax ${integer} not null check (tax between 0 and gross),
      rate integer not null check (rate >= 0),
      reverse_charge integer not null check (reverse_charge in (0, 1)),
      seller text not null,
      buyer text not null,
      issued_at ${integer} not null
    )`,
    'create unique index invoices_serial on invoices (series, year, serial)',
    'create unique index invoices_number on invoices (number)',
    'create unique index invoices_movement on invoices (ledger_id, invoice_id)',
    'create index invoices_account on invoices (account_id, issued_at)',
    'create index invoices_invoice on invoices (invoice_id)',
    'create index invoices_payment on invoices (payment_id) where payment_id is not null',
  ])
    await sql.raw(statement).execute(db)
}
