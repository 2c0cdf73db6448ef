-- The statements of src/store/money/moved.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- lastMovement
select "seq"
  from "ledger"
  order by "seq" desc
  limit ?;
-- SQLite     SCAN ledger
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Only Scan Backward using ledger_pkey on ledger

-- movementsAfter
select "seq", "type", "amount", "created_at"
  from "ledger"
  where "seq" > ?
  order by "seq"
  limit ?;
-- SQLite     SEARCH ledger USING INTEGER PRIMARY KEY (rowid>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using ledger_pkey on ledger
-- PostgreSQL         Index Cond: (seq > $1)
