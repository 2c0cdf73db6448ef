-- The statements of src/store/accounts/key-life.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- actingKey
select "successor_id"
  from "api_keys"
  where "id" = ?;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Index Scan using api_keys_pkey on api_keys
-- PostgreSQL   Index Cond: (id = $1)

-- endReplaced
update "api_keys"
  set "revoked_at" = ?
  where "successor_id" is not null and "revoked_at" is null and "valid_until" <= ?;
-- SQLite     SEARCH api_keys USING INDEX api_keys_successor (successor_id>?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_successor on api_keys
-- PostgreSQL         Index Cond: (successor_id IS NOT NULL)
-- PostgreSQL         Filter: ((revoked_at IS NULL) AND (valid_until <= $2))

-- nameSuccessor
update "api_keys"
  set "successor_id" = ?
  where "successor_id" = ?;
-- SQLite     SEARCH api_keys USING INDEX api_keys_successor (successor_id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_successor on api_keys
-- PostgreSQL         Index Cond: (successor_id = $2)

-- nameSuccessor
update "api_keys"
  set "successor_id" = ?, "valid_until" = ?
  where "id" = ?;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL         Index Cond: (id = $3)

-- passOn
update "events"
  set "key_id" = ?
  where "key_id" = ?
  returning "id";
-- SQLite     SEARCH events USING COVERING INDEX events_key (key_id=?)
-- PostgreSQL Update on events
-- PostgreSQL   ->  Index Scan using events_key on events
-- PostgreSQL         Index Cond: (key_id = $2)

-- passOn
update "idempotency" as "old"
  set "key_id" = ?
  where "key_id" = ? and not exists (select "newer"."site"
  from "idempotency" as "newer"
  where "newer"."key_id" = ? and "newer"."site" = "old"."site" and "newer"."idempotency_key" = "old"."idempotency_key");
-- SQLite     SEARCH old USING COVERING INDEX sqlite_autoindex_idempotency_1 (key_id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH newer USING COVERING INDEX sqlite_autoindex_idempotency_1 (key_id=? AND site=? AND idempotency_key=?)
-- PostgreSQL Update on idempotency old
-- PostgreSQL   ->  Merge Anti Join
-- PostgreSQL         Merge Cond: ((old.site = newer.site) AND (old.idempotency_key = newer.idempotency_key))
-- PostgreSQL         ->  Index Scan using idempotency_pkey on idempotency old
-- PostgreSQL               Index Cond: (key_id = $2)
-- PostgreSQL         ->  Index Scan using idempotency_pkey on idempotency newer
-- PostgreSQL               Index Cond: (key_id = $3)

-- passOn
update "posts"
  set "key_id" = ?
  where "key_id" = ?;
-- SQLite     SEARCH posts USING COVERING INDEX posts_key (key_id=?)
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Index Scan using posts_key on posts
-- PostgreSQL         Index Cond: (key_id = $2)

-- passOn
update "relay_messages"
  set "key_id" = ?
  where "key_id" = ?;
-- SQLite     SEARCH relay_messages USING INDEX relay_messages_key (key_id=?)
-- PostgreSQL Update on relay_messages
-- PostgreSQL   ->  Index Scan using relay_messages_key on relay_messages
-- PostgreSQL         Index Cond: (key_id = $2)

-- pauseKeys
update "api_keys"
  set "paused_at" = ?
  where "account_id" = ? and "revoked_at" is null and "successor_id" is null and "paused_at" is null;
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL         Index Cond: (account_id = $2)
-- PostgreSQL         Filter: ((revoked_at IS NULL) AND (successor_id IS NULL) AND (paused_at IS NULL))

-- pausedGroups
select "paused_at" as "pausedAt", count(*) as "keys"
  from "api_keys"
  where "account_id" = ? and "revoked_at" is null and "successor_id" is null and "paused_at" is not null
  group by "paused_at"
  order by "paused_at" desc;
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL GroupAggregate
-- PostgreSQL   Group Key: paused_at
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: paused_at DESC
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL               Filter: ((revoked_at IS NULL) AND (successor_id IS NULL) AND (paused_at IS NOT NULL))

-- replacedSince
select "id", "successor_id", "account_id"
  from "api_keys"
  where "successor_id" is not null and "valid_until" >= ?;
-- SQLite     SEARCH api_keys USING INDEX api_keys_successor (successor_id>?)
-- PostgreSQL Index Scan using api_keys_successor on api_keys
-- PostgreSQL   Filter: (valid_until >= $1)

-- restoreKey
update "api_keys"
  set "revoked_at" = ?, "restorable_until" = ?
  where "id" = ? and "account_id" = ? and "successor_id" is null and "restorable_until" > ?;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL         Index Cond: (id = $3)
-- PostgreSQL         Filter: ((successor_id IS NULL) AND (restorable_until > $5) AND (account_id = $4))

-- resumeKeys
update "api_keys"
  set "paused_at" = ?
  where "account_id" = ? and "revoked_at" is null and "successor_id" is null and "paused_at" = ?;
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL         Index Cond: (account_id = $2)
-- PostgreSQL         Filter: ((revoked_at IS NULL) AND (successor_id IS NULL) AND (paused_at = $3))

-- revokeKey
update "api_keys"
  set "revoked_at" = ?, "restorable_until" = ?
  where "id" = ? and "account_id" = ? and "revoked_at" is null;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL         Index Cond: (id = $3)
-- PostgreSQL         Filter: ((revoked_at IS NULL) AND (account_id = $4))

-- revokeKeys
update "api_keys"
  set "revoked_at" = coalesce(revoked_at, ?), "restorable_until" = ?
  where "account_id" = ? and "created_at" >= ?;
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL         Index Cond: (account_id = $3)
-- PostgreSQL         Filter: (created_at >= $4)

-- setPaused
update "api_keys"
  set "paused_at" = ?
  where "id" = ? and "account_id" = ? and "revoked_at" is null and "successor_id" is null;
-- SQLite     SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: ((revoked_at IS NULL) AND (successor_id IS NULL) AND (account_id = $3))
