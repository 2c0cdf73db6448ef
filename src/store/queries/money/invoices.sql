-- The statements of src/store/money/invoices.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- creditedFor
select "invoice_id", 0 - cast(sum(case when kind = 'invoice' then gross else -gross end) as bigint) as "credited"
  from "invoices"
  inner join "ledger" on "ledger"."id" = "invoices"."ledger_id"
  where "payment_id" = ? and "invoices"."id" <> "invoice_id"
  group by "invoice_id"
  order by max("ledger"."seq") desc, "invoice_id";
-- SQLite     SEARCH invoices USING INDEX invoices_payment (payment_id=?)
-- SQLite     SEARCH ledger USING COVERING INDEX sqlite_autoindex_ledger_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (max(ledger.seq)) DESC, invoices.invoice_id
-- PostgreSQL   ->  GroupAggregate
-- PostgreSQL         Group Key: invoices.invoice_id
-- PostgreSQL         ->  Sort
-- PostgreSQL               Sort Key: invoices.invoice_id
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Index Scan using invoices_payment on invoices
-- PostgreSQL                           Index Cond: (payment_id = $1)
-- PostgreSQL                           Filter: (id <> invoice_id)
-- PostgreSQL                     ->  Index Scan using ledger_id_key on ledger
-- PostgreSQL                           Index Cond: (id = invoices.ledger_id)

-- invoiceById
select *
  from "invoices"
  where "id" = ?;
-- SQLite     SEARCH invoices USING INDEX sqlite_autoindex_invoices_1 (id=?)
-- PostgreSQL Index Scan using invoices_pkey on invoices
-- PostgreSQL   Index Cond: (id = $1)

-- invoicesOf
select *
  from "invoices"
  where "account_id" = ?
  order by "issued_at", "serial";
-- SQLite     SEARCH invoices USING INDEX invoices_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: issued_at, serial
-- PostgreSQL   Presorted Key: issued_at
-- PostgreSQL   ->  Index Scan using invoices_account on invoices
-- PostgreSQL         Index Cond: (account_id = $1)

-- issue
insert into "invoice_numbers" ("series", "year", "last")
  values (?, ?, ?)
  on conflict ("series", "year") do update
  set "last" = invoice_numbers.last + 1
  returning "last";
-- PostgreSQL Insert on invoice_numbers
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: invoice_numbers_pkey
-- PostgreSQL   ->  Result

-- issue
insert into "invoices" ("id", "account_id", "kind", "invoice_id", "payment_id", "ledger_id", "series", "gross", "tax", "rate", "reverse_charge", "seller", "buyer", "issued_at", "year", "serial", "number")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on invoices
-- PostgreSQL   ->  Result

-- issue
insert into "invoices" ("kind", "series", "id", "account_id", "invoice_id", "payment_id", "ledger_id", "issued_at", "gross", "tax", "rate", "reverse_charge", "seller", "buyer", "year", "serial", "number")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on invoices
-- PostgreSQL   ->  Result

-- openInvoices
select "invoices"."id", "invoices"."payment_id", "of"."left"
  from "invoices"
  inner join (select "invoice_id", cast(sum(case when kind = 'invoice' then gross else -gross end) as bigint) as "left"
  from "invoices"
  where "account_id" = ?
  group by "invoice_id") as "of" on "of"."invoice_id" = "invoices"."id"
  inner join "ledger" on "ledger"."id" = "invoices"."ledger_id"
  order by "ledger"."seq" desc;
-- SQLite     CO-ROUTINE of
-- SQLite       SEARCH invoices USING INDEX invoices_account (account_id=?)
-- SQLite       USE TEMP B-TREE FOR GROUP BY
-- SQLite     SCAN of
-- SQLite     SEARCH invoices USING INDEX sqlite_autoindex_invoices_1 (id=?)
-- SQLite     SEARCH ledger USING COVERING INDEX sqlite_autoindex_ledger_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: ledger.seq DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  GroupAggregate
-- PostgreSQL                     Group Key: invoices_1.invoice_id
-- PostgreSQL                     ->  Sort
-- PostgreSQL                           Sort Key: invoices_1.invoice_id
-- PostgreSQL                           ->  Index Scan using invoices_account on invoices invoices_1
-- PostgreSQL                                 Index Cond: (account_id = $1)
-- PostgreSQL               ->  Index Scan using invoices_pkey on invoices
-- PostgreSQL                     Index Cond: (id = invoices_1.invoice_id)
-- PostgreSQL         ->  Index Scan using ledger_id_key on ledger
-- PostgreSQL               Index Cond: (id = invoices.ledger_id)
