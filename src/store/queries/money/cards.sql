-- The statements of src/store/money/cards.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- cardOf
select *
  from "cards"
  where "account_id" = ?;
-- SQLite     SEARCH cards USING INDEX sqlite_autoindex_cards_1 (account_id=?)
-- PostgreSQL Index Scan using cards_pkey on cards
-- PostgreSQL   Index Cond: (account_id = $1)

-- saveCard
insert into "cards" ("account_id", "provider", "customer", "method", "label", "saved_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("account_id") do update
  set "provider" = ?, "customer" = ?, "method" = ?, "label" = ?, "saved_at" = ?;
-- PostgreSQL Insert on cards
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: cards_pkey
-- PostgreSQL   ->  Result

-- saveCard
insert into "cards" ("customer", "method", "label", "account_id", "provider", "saved_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("account_id") do update
  set "customer" = ?, "method" = ?, "label" = ?, "provider" = ?, "saved_at" = ?;
-- PostgreSQL Insert on cards
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: cards_pkey
-- PostgreSQL   ->  Result
