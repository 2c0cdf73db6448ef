-- The statements of src/store/accounts/names.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- closeNameCheck
update "name_checks"
  set "state" = ?, "judged_at" = ?, "repeated" = ?
  where "account_id" = ?;
-- SQLite     SEARCH name_checks USING INDEX sqlite_autoindex_name_checks_1 (account_id=?)
-- PostgreSQL Update on name_checks
-- PostgreSQL   ->  Index Scan using name_checks_pkey on name_checks
-- PostgreSQL         Index Cond: (account_id = $4)

-- deleteNameCheck
delete
  from "name_checks"
  where "account_id" = ?;
-- SQLite     SEARCH name_checks USING INDEX sqlite_autoindex_name_checks_1 (account_id=?)
-- PostgreSQL Delete on name_checks
-- PostgreSQL   ->  Index Scan using name_checks_pkey on name_checks
-- PostgreSQL         Index Cond: (account_id = $1)

-- isRetired
select "hash"
  from "retired_handles"
  where "hash" = ?;
-- SQLite     SEARCH retired_handles USING COVERING INDEX sqlite_autoindex_retired_handles_1 (hash=?)
-- PostgreSQL Index Only Scan using retired_handles_pkey on retired_handles
-- PostgreSQL   Index Cond: (hash = $1)

-- lockNameCheck, SQLite only
select *
  from "name_checks"
  where "account_id" = ?;
-- SQLite     SEARCH name_checks USING INDEX sqlite_autoindex_name_checks_1 (account_id=?)

-- lockNameCheck, PostgreSQL only
select *
  from "name_checks"
  where "account_id" = ? for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using name_checks_pkey on name_checks
-- PostgreSQL         Index Cond: (account_id = $1)

-- nameCheck
select *
  from "name_checks"
  where "account_id" = ?;
-- SQLite     SEARCH name_checks USING INDEX sqlite_autoindex_name_checks_1 (account_id=?)
-- PostgreSQL Index Scan using name_checks_pkey on name_checks
-- PostgreSQL   Index Cond: (account_id = $1)

-- namesOfItems
select "a"."id", "a"."handle", "a"."name", "c"."findings"
  from "name_checks" as "c"
  inner join "accounts" as "a" on "a"."id" = "c"."account_id"
  where "a"."id" in (?, ?);
-- SQLite     SEARCH c USING INDEX sqlite_autoindex_name_checks_1 (account_id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using name_checks_pkey on name_checks c
-- PostgreSQL         Index Cond: (account_id = a.id)

-- putNameCheck
insert into "name_checks" ("account_id", "site", "findings", "state", "reports", "repeated", "urgency", "created_at", "judged_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("account_id") do update
  set "site" = ?, "findings" = ?, "state" = ?, "reports" = ?, "repeated" = ?, "urgency" = ?, "created_at" = ?, "judged_at" = ?;
-- PostgreSQL Insert on name_checks
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: name_checks_pkey
-- PostgreSQL   ->  Result

-- putNameCheck
insert into "name_checks" ("account_id", "site", "state", "findings", "reports", "repeated", "urgency", "created_at", "judged_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("account_id") do update
  set "site" = ?, "state" = ?, "findings" = ?, "reports" = ?, "repeated" = ?, "urgency" = ?, "created_at" = ?, "judged_at" = ?;
-- PostgreSQL Insert on name_checks
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: name_checks_pkey
-- PostgreSQL   ->  Result

-- retireHandle
insert into "retired_handles" ("hash", "retired_at")
  values (?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on retired_handles
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result
