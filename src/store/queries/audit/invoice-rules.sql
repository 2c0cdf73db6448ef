-- The statements of src/store/audit/invoice-rules.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- stepsOf
select "id", "reference"
  from "payments"
  where "account_id" = ?;
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=?)
-- PostgreSQL Index Scan using payments_account on payments
-- PostgreSQL   Index Cond: (account_id = $1)

-- stepsOf
select "id", "type", "amount", "reference", "note"
  from "ledger"
  where "account_id" = ? and "type" in ('topup', 'payout', 'platform_credit')
  order by "seq";
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=?)
-- PostgreSQL Index Scan using ledger_account on ledger
-- PostgreSQL   Index Cond: (account_id = $1)
-- PostgreSQL   Filter: (type = ANY ('{topup,payout,platform_credit}'::text[]))

-- walk, SQLite only
select "account_id"
  from "invoices"
  where "account_id" > ?
  order by "account_id"
  limit ?;
-- SQLite     SEARCH invoices USING COVERING INDEX invoices_account (account_id>?)

-- walk
select "id", "reference"
  from "payments"
  where "account_id" = ?;
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=?)
-- PostgreSQL Index Scan using payments_account on payments
-- PostgreSQL   Index Cond: (account_id = $1)

-- walk
select "id", "type", "amount", "reference", "note"
  from "ledger"
  where "account_id" = ? and "type" in ('topup', 'payout', 'platform_credit')
  order by "seq";
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=?)
-- PostgreSQL Index Scan using ledger_account on ledger
-- PostgreSQL   Index Cond: (account_id = $1)
-- PostgreSQL   Filter: (type = ANY ('{topup,payout,platform_credit}'::text[]))

-- walk, SQLite only
select *
  from "invoices"
  where "account_id" = ?
  order by "issued_at", "serial";
-- SQLite     SEARCH invoices USING INDEX invoices_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- walk, PostgreSQL only
select distinct "account_id"
  from "invoices"
  where "account_id" > ?
  order by "account_id"
  limit ?;
-- PostgreSQL Limit
-- PostgreSQL   ->  Unique
-- PostgreSQL         ->  Index Only Scan using invoices_account on invoices
-- PostgreSQL               Index Cond: (account_id > $1)
