-- The statements of src/store/accounts/keys.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- countKeys, SQLite only
select "id"
  from "accounts"
  where "id" = ?;
-- SQLite     SEARCH accounts USING COVERING INDEX sqlite_autoindex_accounts_1 (id=?)

-- countKeys, PostgreSQL only
select "id"
  from "accounts"
  where "id" = ? for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $1)

-- countKeys
select count(*) as "n"
  from "api_keys"
  where "account_id" = ? and "revoked_at" is null and "successor_id" is null and not exists (select 1
  from oauth_connections
  where key_id = api_keys.id);
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH oauth_connections USING COVERING INDEX sqlite_autoindex_oauth_connections_1 (key_id=?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL               Filter: ((revoked_at IS NULL) AND (successor_id IS NULL))
-- PostgreSQL         ->  Index Only Scan using oauth_connections_pkey on oauth_connections
-- PostgreSQL               Index Cond: (key_id = api_keys.id)

-- endedKeys
select "id", "account_id", "name", "created_at", "last_used_at", "revoked_at", "daily_budget", "monthly_budget", "post_limit", "sites", "ask_first", "successor_id", "valid_until", "paused_at", "restorable_until", coalesce((select value
  from counters
  where scope = 'key-spent' and subject = "api_keys"."id" and day = ?), 0) as "spent", coalesce((select cast(coalesce(sum(value), 0) as bigint)
  from counters
  where scope = 'key-spent' and subject = "api_keys"."id" and day >= ?), 0) as "spent_month"
  from "api_keys"
  where "account_id" = ? and "revoked_at" is not null and "successor_id" is null
  order by "revoked_at" desc
  limit ?;
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day>?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Result
-- PostgreSQL         ->  Sort
-- PostgreSQL               Sort Key: api_keys.revoked_at DESC
-- PostgreSQL               ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL                     Index Cond: (account_id = $3)
-- PostgreSQL                     Filter: ((revoked_at IS NOT NULL) AND (successor_id IS NULL))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using counters_pkey on counters
-- PostgreSQL                 Index Cond: ((scope = 'key-spent'::text) AND (subject = api_keys.id) AND (day = $1))
-- PostgreSQL         SubPlan 2
-- PostgreSQL           ->  Aggregate
-- PostgreSQL                 ->  Index Scan using counters_pkey on counters counters_1
-- PostgreSQL                       Index Cond: ((scope = 'key-spent'::text) AND (subject = api_keys.id) AND (day >= $2))

-- insertKey
insert into "api_keys" ("id", "account_id", "name", "hash", "created_at", "daily_budget", "monthly_budget", "post_limit", "sites", "ask_first", "last_used_at", "revoked_at", "successor_id", "valid_until", "paused_at", "restorable_until")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on api_keys
-- PostgreSQL   ->  Result

-- keyById
select "id", "account_id", "name", "created_at", "last_used_at", "revoked_at", "daily_budget", "monthly_budget", "post_limit", "sites", "ask_first", "successor_id", "valid_until", "paused_at", "restorable_until", coalesce((select value
  from counters
  where scope = 'key-spent' and subject = "api_keys"."id" and day = ?), 0) as "spent", coalesce((select cast(coalesce(sum(value), 0) as bigint)
  from counters
  where scope = 'key-spent' and subject = "api_keys"."id" and day >= ?), 0) as "spent_month"
  from "api_keys"
  where "id" = ?;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day>?)
-- PostgreSQL Index Scan using api_keys_pkey on api_keys
-- PostgreSQL   Index Cond: (id = $3)
-- PostgreSQL   SubPlan 1
-- PostgreSQL     ->  Index Scan using counters_pkey on counters
-- PostgreSQL           Index Cond: ((scope = 'key-spent'::text) AND (subject = api_keys.id) AND (day = $1))
-- PostgreSQL   SubPlan 2
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Index Scan using counters_pkey on counters counters_1
-- PostgreSQL                 Index Cond: ((scope = 'key-spent'::text) AND (subject = api_keys.id) AND (day >= $2))

-- keyHolder
select coalesce("api_keys"."successor_id", "api_keys"."id") as "keyId", "accounts"."id" as "accountId", "accounts"."handle", "api_keys"."last_used_at" as "lastUsedAt", "api_keys"."valid_until" as "validUntil", case when api_keys.successor_id is null then api_keys.paused_at else (select successor.paused_at
  from api_keys successor
  where successor.id = api_keys.successor_id) end as "pausedAt"
  from "api_keys"
  inner join "accounts" on "accounts"."id" = "api_keys"."account_id"
  where "api_keys"."hash" = ? and "api_keys"."revoked_at" is null;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_2 (hash=?)
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH successor USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using api_keys_hash_key on api_keys
-- PostgreSQL         Index Cond: (hash = $1)
-- PostgreSQL         Filter: (revoked_at IS NULL)
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = api_keys.account_id)
-- PostgreSQL   SubPlan 1
-- PostgreSQL     ->  Index Scan using api_keys_pkey on api_keys successor
-- PostgreSQL           Index Cond: (id = api_keys.successor_id)

-- noteUse
update "api_keys"
  set "last_used_at" = ?
  where "id" = ? and ("last_used_at" is null or "last_used_at" <= ?);
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: ((last_used_at IS NULL) OR (last_used_at <= $3))

-- postsByStatus
select "revisions"."status", count(*) as "n"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."key_id" = ?
  group by "revisions"."status";
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL GroupAggregate
-- PostgreSQL   Group Key: revisions.status
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: revisions.status
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using posts_key on posts
-- PostgreSQL                     Index Cond: (key_id = $1)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL                     Index Cond: (id = posts.id)

-- setKey
update "api_keys"
  set "name" = ?, "daily_budget" = ?, "monthly_budget" = ?, "post_limit" = ?, "sites" = ?, "ask_first" = ?
  where "id" = ? and "account_id" = ? and "revoked_at" is null and "successor_id" is null;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL         Index Cond: (id = $7)
-- PostgreSQL         Filter: ((revoked_at IS NULL) AND (successor_id IS NULL) AND (account_id = $8))

-- workingKeys
select "id", "account_id", "name", "created_at", "last_used_at", "revoked_at", "daily_budget", "monthly_budget", "post_limit", "sites", "ask_first", "successor_id", "valid_until", "paused_at", "restorable_until", coalesce((select value
  from counters
  where scope = 'key-spent' and subject = "api_keys"."id" and day = ?), 0) as "spent", coalesce((select cast(coalesce(sum(value), 0) as bigint)
  from counters
  where scope = 'key-spent' and subject = "api_keys"."id" and day >= ?), 0) as "spent_month"
  from "api_keys"
  where "account_id" = ? and "revoked_at" is null and not exists (select 1
  from oauth_connections
  where key_id = api_keys.id)
  order by "created_at", "id";
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH oauth_connections USING COVERING INDEX sqlite_autoindex_oauth_connections_1 (key_id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day>?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: api_keys.created_at, api_keys.id
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $3)
-- PostgreSQL               Filter: (revoked_at IS NULL)
-- PostgreSQL         ->  Index Only Scan using oauth_connections_pkey on oauth_connections
-- PostgreSQL               Index Cond: (key_id = api_keys.id)
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using counters_pkey on counters
-- PostgreSQL                 Index Cond: ((scope = 'key-spent'::text) AND (subject = api_keys.id) AND (day = $1))
-- PostgreSQL         SubPlan 2
-- PostgreSQL           ->  Aggregate
-- PostgreSQL                 ->  Index Scan using counters_pkey on counters counters_1
-- PostgreSQL                       Index Cond: ((scope = 'key-spent'::text) AND (subject = api_keys.id) AND (day >= $2))
