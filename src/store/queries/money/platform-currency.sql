-- The statements of src/store/money/platform-currency.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- currencyOf
select 1 as "one"
  from "ledger"
  limit ?;
-- SQLite     SCAN ledger USING COVERING INDEX ledger_account
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on ledger

-- currencyOf
select 1 as "one"
  from "payments"
  limit ?;
-- SQLite     SCAN payments USING COVERING INDEX payments_account
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on payments

-- hasMoney
select 1 as "one"
  from "ledger"
  limit ?;
-- SQLite     SCAN ledger USING COVERING INDEX ledger_account
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on ledger

-- hasMoney
select 1 as "one"
  from "payments"
  limit ?;
-- SQLite     SCAN payments USING COVERING INDEX payments_account
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on payments
