-- The statements of src/store/accounts/counters.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- count
insert into "counters" ("scope", "subject", "day", "value")
  values (?, ?, ?, ?)
  on conflict ("scope", "subject", "day") do update
  set "value" = counters.value + excluded.value
  returning "value";
-- PostgreSQL Insert on counters
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: counters_pkey
-- PostgreSQL   ->  Result

-- countAll
insert into "counters" ("scope", "subject", "day", "value")
  values (?, ?, ?, ?)
  on conflict ("scope", "subject", "day") do update
  set "value" = counters.value + excluded.value
  returning "subject", "value";
-- PostgreSQL Insert on counters
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: counters_pkey
-- PostgreSQL   ->  Result

-- countSpent
insert into "counters" ("scope", "subject", "day", "value")
  values ('key-spent', ?, ?, ?)
  on conflict ("scope", "subject", "day") do update
  set "value" = counters.value + ?
  where counters.value + ? <= ?
  returning "value";
-- PostgreSQL Insert on counters
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: counters_pkey
-- PostgreSQL   Conflict Filter: ((counters.value + $5) <= $6)
-- PostgreSQL   ->  Result

-- counted
select "value"
  from "counters"
  where "scope" = ? and "subject" = ? and "day" = ?;
-- SQLite     SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day=?)
-- PostgreSQL Index Scan using counters_pkey on counters
-- PostgreSQL   Index Cond: ((scope = $1) AND (subject = $2) AND (day = $3))

-- forgetCounts
delete
  from "counters"
  where "day" < ?;
-- SQLite     SCAN counters
-- PostgreSQL Delete on counters
-- PostgreSQL   ->  Index Scan using counters_pkey on counters
-- PostgreSQL         Index Cond: (day < $1)

-- forgetCounts
delete
  from "counters"
  where "day" < ? and "scope" not in (?, ?);
-- SQLite     SCAN counters
-- PostgreSQL Delete on counters
-- PostgreSQL   ->  Index Scan using counters_pkey on counters
-- PostgreSQL         Index Cond: (day < $1)
-- PostgreSQL         Filter: (scope <> ALL (ARRAY[$2, $3]))

-- giveSpentBack
update "counters"
  set "value" = value - ?
  where "scope" = 'key-spent' and "subject" = ? and "day" = ?;
-- SQLite     SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day=?)
-- PostgreSQL Update on counters
-- PostgreSQL   ->  Index Scan using counters_pkey on counters
-- PostgreSQL         Index Cond: ((scope = 'key-spent'::text) AND (subject = $2) AND (day = $3))

-- hasDeletedWebhook
select "day"
  from "counters"
  where "scope" = ? and "subject" = ?;
-- SQLite     SEARCH counters USING COVERING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=?)
-- PostgreSQL Index Only Scan using counters_pkey on counters
-- PostgreSQL   Index Cond: ((scope = $1) AND (subject = $2))

-- passCounters
delete
  from "counters"
  where "subject" = ? and "scope" in (?, ?)
  returning *;
-- SQLite     SEARCH counters USING COVERING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=?)
-- PostgreSQL Delete on counters
-- PostgreSQL   ->  Index Scan using counters_pkey on counters
-- PostgreSQL         Index Cond: ((scope = ANY (ARRAY[$2, $3])) AND (subject = $1))

-- spendingOfAccount
select "api_keys"."name", "counters"."day", "counters"."value" as "spent"
  from "api_keys"
  inner join "counters" on "counters"."subject" = "api_keys"."id" and "counters"."scope" = ? and "counters"."day" >= ?
  where "api_keys"."account_id" = ?
  order by "counters"."day", "api_keys"."created_at";
-- SQLite     SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=?)
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: counters.day, api_keys.created_at
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $3)
-- PostgreSQL         ->  Index Scan using counters_pkey on counters
-- PostgreSQL               Index Cond: ((scope = $1) AND (subject = api_keys.id) AND (day >= $2))

-- spentSince
select cast(coalesce(sum(value), 0) as bigint) as "spent"
  from "counters"
  where "scope" = 'key-spent' and "subject" = ? and "day" >= ?;
-- SQLite     SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day>?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Index Scan using counters_pkey on counters
-- PostgreSQL         Index Cond: ((scope = 'key-spent'::text) AND (subject = $1) AND (day >= $2))

-- usageSince
select "day", "subject" as "model", "scope", "value"
  from "counters"
  where "scope" in (?, ?) and "day" >= ?
  order by "day" desc, "subject";
-- SQLite     SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: day DESC, subject
-- PostgreSQL   ->  Index Scan using counters_pkey on counters
-- PostgreSQL         Index Cond: ((scope = ANY (ARRAY[$1, $2])) AND (day >= $3))
