-- The statements of src/store/money/billing.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- billingOf
select *
  from "billing"
  where "account_id" = ?;
-- SQLite     SEARCH billing USING INDEX sqlite_autoindex_billing_1 (account_id=?)
-- PostgreSQL Index Scan using billing_pkey on billing
-- PostgreSQL   Index Cond: (account_id = $1)

-- deleteBilling
delete
  from "billing"
  where "account_id" = ?;
-- SQLite     SEARCH billing USING INDEX sqlite_autoindex_billing_1 (account_id=?)
-- PostgreSQL Delete on billing
-- PostgreSQL   ->  Index Scan using billing_pkey on billing
-- PostgreSQL         Index Cond: (account_id = $1)

-- saveBilling
insert into "billing" ("name", "address", "country", "vat_id", "account_id", "changed_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("account_id") do update
  set "name" = ?, "address" = ?, "country" = ?, "vat_id" = ?, "changed_at" = ?;
-- PostgreSQL Insert on billing
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: billing_pkey
-- PostgreSQL   ->  Result
