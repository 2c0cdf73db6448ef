-- The statements of src/store/accounts/connections.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- closeConnection
update "oauth_connections"
  set "kept_until" = ?
  where "key_id" = ?;
-- SQLite     SEARCH oauth_connections USING INDEX sqlite_autoindex_oauth_connections_1 (key_id=?)
-- PostgreSQL Update on oauth_connections
-- PostgreSQL   ->  Index Scan using oauth_connections_pkey on oauth_connections
-- PostgreSQL         Index Cond: (key_id = $2)

-- connectionsOf
select "oauth_connections".*, "last_used_at", "paused_at", "monthly_budget", "ask_first", coalesce((select cast(coalesce(sum(value), 0) as bigint)
  from counters
  where scope = 'key-spent' and subject = "api_keys"."id" and day >= ?), 0) as "spent_month"
  from "oauth_connections"
  inner join "api_keys" on "api_keys"."id" = "oauth_connections"."key_id"
  where "oauth_connections"."account_id" = ? and "api_keys"."revoked_at" is null and "kept_until" > ?
  order by "oauth_connections"."created_at" desc, "oauth_connections"."key_id" desc;
-- SQLite     SEARCH oauth_connections USING INDEX oauth_connections_account (account_id=?)
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH counters USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day>?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: oauth_connections.created_at DESC, oauth_connections.key_id DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using oauth_connections_account on oauth_connections
-- PostgreSQL               Index Cond: (account_id = $2)
-- PostgreSQL               Filter: (kept_until > $3)
-- PostgreSQL         ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL               Index Cond: (id = oauth_connections.key_id)
-- PostgreSQL               Filter: (revoked_at IS NULL)
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Aggregate
-- PostgreSQL                 ->  Index Scan using counters_pkey on counters
-- PostgreSQL                       Index Cond: ((scope = 'key-spent'::text) AND (subject = api_keys.id) AND (day >= $1))

-- insertConnection
insert into "oauth_connections" ("key_id", "account_id", "site", "client_id", "client_name", "host", "scopes", "created_at", "lasts_until", "kept_until")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on oauth_connections
-- PostgreSQL   ->  Result

-- lapsedConnections
select *
  from "oauth_connections"
  where "kept_until" <= ?
  order by "kept_until"
  limit ?;
-- SQLite     SEARCH oauth_connections USING INDEX oauth_connections_end (kept_until<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using oauth_connections_end on oauth_connections
-- PostgreSQL         Index Cond: (kept_until <= $1)

-- prolongConnection
update "oauth_connections"
  set "kept_until" = case when lasts_until < ? then lasts_until else ? end
  where "key_id" = ? and "kept_until" is not null;
-- SQLite     SEARCH oauth_connections USING INDEX sqlite_autoindex_oauth_connections_1 (key_id=?)
-- PostgreSQL Update on oauth_connections
-- PostgreSQL   ->  Index Scan using oauth_connections_pkey on oauth_connections
-- PostgreSQL         Index Cond: (key_id = $3)
-- PostgreSQL         Filter: (kept_until IS NOT NULL)

-- tokenHolder
select "api_keys"."id" as "keyId", "accounts"."id" as "accountId", "accounts"."handle", "api_keys"."last_used_at" as "lastUsedAt", "api_keys"."paused_at" as "pausedAt", "oauth_records"."expires_at" as "expiresAt", "oauth_connections"."lasts_until" as "lastsUntil", "oauth_records"."site", "oauth_records"."payload"
  from "oauth_records"
  inner join "oauth_connections" on "oauth_connections"."key_id" = "oauth_records"."key_id"
  inner join "api_keys" on "api_keys"."id" = "oauth_records"."key_id"
  inner join "accounts" on "accounts"."id" = "api_keys"."account_id"
  where "oauth_records"."hash" = ? and "oauth_records"."kind" = 'AccessToken' and "api_keys"."revoked_at" is null;
-- SQLite     SEARCH oauth_records USING INDEX sqlite_autoindex_oauth_records_1 (hash=?)
-- SQLite     SEARCH oauth_connections USING INDEX sqlite_autoindex_oauth_connections_1 (key_id=?)
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using oauth_records_pkey on oauth_records
-- PostgreSQL                     Index Cond: (hash = $1)
-- PostgreSQL                     Filter: (kind = 'AccessToken'::text)
-- PostgreSQL               ->  Index Scan using oauth_connections_pkey on oauth_connections
-- PostgreSQL                     Index Cond: (key_id = oauth_records.key_id)
-- PostgreSQL         ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL               Index Cond: (id = oauth_connections.key_id)
-- PostgreSQL               Filter: (revoked_at IS NULL)
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = api_keys.account_id)

-- workingConnection
select "oauth_connections".*
  from "oauth_connections"
  inner join "api_keys" on "api_keys"."id" = "oauth_connections"."key_id"
  where "oauth_connections"."key_id" = ? and "api_keys"."revoked_at" is null and "kept_until" > ?;
-- SQLite     SEARCH oauth_connections USING INDEX sqlite_autoindex_oauth_connections_1 (key_id=?)
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using oauth_connections_pkey on oauth_connections
-- PostgreSQL         Index Cond: (key_id = $1)
-- PostgreSQL         Filter: (kept_until > $2)
-- PostgreSQL   ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL         Index Cond: (id = $1)
-- PostgreSQL         Filter: (revoked_at IS NULL)
