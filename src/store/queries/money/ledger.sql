-- The statements of src/store/money/ledger.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- creditOf
select *
  from "ledger"
  where "reference" = ?;
-- SQLite     SEARCH ledger USING INDEX ledger_payment (reference=?)
-- PostgreSQL Index Scan using ledger_payment on ledger
-- PostgreSQL   Index Cond: (reference = $1)

-- latestMovements
select *
  from "ledger"
  where "account_id" = ?
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using ledger_account on ledger
-- PostgreSQL         Index Cond: (account_id = $1)

-- move, SQLite only
insert into "ledger" ("id", "account_id", "key_id", "type", "amount", "site", "post_id", "revision_id", "created_at", "reference", "note", "balance_after") select ? as "id", ? as "account_id", ? as "key_id", ? as "type", ? as "amount", ? as "site", ? as "post_id", ? as "revision_id", ? as "created_at", ? as "reference", ? as "note", balance + ? as "balance_after"
  from "accounts"
  where "id" = ? and balance + ? >= 0;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)

-- move, PostgreSQL only
insert into "ledger" ("id", "account_id", "key_id", "type", "amount", "site", "post_id", "revision_id", "created_at", "reference", "note", "balance_after") select ? as "id", ? as "account_id", ? as "key_id", ? as "type", ? as "amount", ? as "site", ? as "post_id", ? as "revision_id", ? as "created_at", ? as "reference", ? as "note", balance + ? as "balance_after"
  from "accounts"
  where "id" = ? and balance + ? >= 0 for no key update;
-- PostgreSQL Insert on ledger
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  LockRows
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL                     Index Cond: (id = $13)
-- PostgreSQL                     Filter: ((balance + $14) >= 0)

-- move
update "accounts"
  set "balance" = balance + ?
  where "id" = ? and balance + ? >= 0
  returning "balance";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: ((balance + $3) >= 0)

-- moveAtMost
update "accounts"
  set "balance" = balance + 0
  where "id" = ?
  returning "balance";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $1)

-- moveBatch
insert into "ledger" ("id", "account_id", "key_id", "type", "amount", "balance_after", "site", "post_id", "revision_id", "created_at", "reference", "note")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on ledger
-- PostgreSQL   ->  Result

-- moveBatch
update "accounts"
  set "balance" = balance + 0
  where "id" = ?
  returning "balance";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $1)

-- moveBatch
update "accounts"
  set "balance" = balance + ?
  where "id" = ? and balance + ? >= 0
  returning "balance";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: ((balance + $3) >= 0)

-- movedByType
select "site", "type", count(*) as "movements", cast(sum(amount) as bigint) as "amount"
  from "ledger"
  where "account_id" = ? and "created_at" >= ? and "created_at" < ?
  group by "site", "type"
  order by "site", "type";
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL GroupAggregate
-- PostgreSQL   Group Key: site, type
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: site, type
-- PostgreSQL         ->  Index Scan using ledger_account on ledger
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL               Filter: ((created_at >= $2) AND (created_at < $3))

-- movementOf
select *
  from "ledger"
  where "revision_id" = ? and "type" = ?;
-- SQLite     SEARCH ledger USING INDEX ledger_revision_type (revision_id=? AND type=?)
-- PostgreSQL Index Scan using ledger_revision_type on ledger
-- PostgreSQL   Index Cond: ((revision_id = $1) AND (type = $2))
