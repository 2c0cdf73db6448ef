-- The statements of src/store/money/payouts.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- countRefund
select *
  from "payouts"
  where "account_id" = ? and "refunded" < "amount"
  order by "created_at", "id";
-- SQLite     SEARCH payouts USING INDEX payouts_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using payouts_account on payouts
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (refunded < amount)

-- countRefund
update "payouts"
  set "refunded" = ?
  where "id" = ?;
-- SQLite     SEARCH payouts USING INDEX sqlite_autoindex_payouts_1 (id=?)
-- PostgreSQL Update on payouts
-- PostgreSQL   ->  Index Scan using payouts_pkey on payouts
-- PostgreSQL         Index Cond: (id = $2)

-- finishPayout
update "payouts"
  set "done_at" = ?, "done_by" = ?, "note" = ?
  where "id" = ? and "done_at" is null;
-- SQLite     SEARCH payouts USING INDEX sqlite_autoindex_payouts_1 (id=?)
-- PostgreSQL Update on payouts
-- PostgreSQL   ->  Index Scan using payouts_pkey on payouts
-- PostgreSQL         Index Cond: (id = $4)
-- PostgreSQL         Filter: (done_at IS NULL)

-- insertPayout
insert into "payouts" ("id", "account_id", "amount", "reason", "created_at", "refunded", "done_at", "done_by", "note")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on payouts
-- PostgreSQL   ->  Result

-- listPayouts
select *
  from "payouts"
  order by "created_at", "id"
  limit ?;
-- SQLite     SCAN payouts
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: created_at, id
-- PostgreSQL         ->  Seq Scan on payouts

-- listPayouts
select *
  from "payouts"
  where "done_at" is null
  order by "created_at", "id"
  limit ?;
-- SQLite     SCAN payouts USING INDEX payouts_open
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Incremental Sort
-- PostgreSQL         Sort Key: created_at, id
-- PostgreSQL         Presorted Key: created_at
-- PostgreSQL         ->  Index Scan using payouts_open on payouts

-- owePayout
insert into "payouts" ("id", "account_id", "amount", "reason", "created_at", "refunded", "done_at", "done_by", "note")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on payouts
-- PostgreSQL   ->  Result

-- owePayout, SQLite only
select "balance"
  from "accounts"
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)

-- owePayout, PostgreSQL only
select "balance"
  from "accounts"
  where "id" = ? for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $1)

-- owePayout
select "seq", "type", "amount", "revision_id", "reference", "note"
  from "ledger"
  where "account_id" = ? and "seq" > ?
  order by "seq"
  limit ?;
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=? AND seq>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using ledger_account on ledger
-- PostgreSQL         Index Cond: ((account_id = $1) AND (seq > $2))

-- paidInOf
select "seq", "type", "amount", "revision_id", "reference", "note"
  from "ledger"
  where "account_id" = ? and "seq" > ?
  order by "seq"
  limit ?;
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=? AND seq>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using ledger_account on ledger
-- PostgreSQL         Index Cond: ((account_id = $1) AND (seq > $2))

-- payoutById
select *
  from "payouts"
  where "id" = ?;
-- SQLite     SEARCH payouts USING INDEX sqlite_autoindex_payouts_1 (id=?)
-- PostgreSQL Index Scan using payouts_pkey on payouts
-- PostgreSQL   Index Cond: (id = $1)
