-- The statements of src/store/accounts/test-worlds.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- forgetWorlds
select "id"
  from "test_worlds"
  where "account_id" is null and "used_at" <= ?
  limit ?;
-- SQLite     SEARCH test_worlds USING INDEX test_worlds_unowned (used_at<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using test_worlds_unowned on test_worlds
-- PostgreSQL         Index Cond: (used_at <= $1)

-- insertTestKey
insert into "test_keys" ("hash", "world_id")
  values (?, ?);
-- PostgreSQL Insert on test_keys
-- PostgreSQL   ->  Result

-- insertWorld
insert into "test_worlds" ("id", "account_id", "state", "version", "created_at", "used_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on test_worlds
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- saveWorld
update "test_worlds"
  set "state" = ?, "version" = ?, "used_at" = ?
  where "id" = ? and "version" = ?;
-- SQLite     SEARCH test_worlds USING INDEX sqlite_autoindex_test_worlds_1 (id=?)
-- PostgreSQL Update on test_worlds
-- PostgreSQL   ->  Index Scan using test_worlds_pkey on test_worlds
-- PostgreSQL         Index Cond: (id = $4)
-- PostgreSQL         Filter: (version = $5)

-- stateOfWorld
select "state", "version"
  from "test_worlds"
  where "id" = ?;
-- SQLite     SEARCH test_worlds USING INDEX sqlite_autoindex_test_worlds_1 (id=?)
-- PostgreSQL Index Scan using test_worlds_pkey on test_worlds
-- PostgreSQL   Index Cond: (id = $1)

-- worldById
select "id", "account_id", "version"
  from "test_worlds"
  where "id" = ?;
-- SQLite     SEARCH test_worlds USING INDEX sqlite_autoindex_test_worlds_1 (id=?)
-- PostgreSQL Index Scan using test_worlds_pkey on test_worlds
-- PostgreSQL   Index Cond: (id = $1)

-- worldOfAccount
select "id", "account_id", "version"
  from "test_worlds"
  where "account_id" = ?;
-- SQLite     SEARCH test_worlds USING INDEX test_worlds_account (account_id=?)
-- PostgreSQL Index Scan using test_worlds_account on test_worlds
-- PostgreSQL   Index Cond: (account_id = $1)

-- worldOfKey
select "test_worlds"."id", "test_worlds"."account_id", "test_worlds"."version"
  from "test_keys"
  inner join "test_worlds" on "test_worlds"."id" = "test_keys"."world_id"
  where "test_keys"."hash" = ?;
-- SQLite     SEARCH test_keys USING INDEX sqlite_autoindex_test_keys_1 (hash=?)
-- SQLite     SEARCH test_worlds USING INDEX sqlite_autoindex_test_worlds_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using test_keys_pkey on test_keys
-- PostgreSQL         Index Cond: (hash = $1)
-- PostgreSQL   ->  Index Scan using test_worlds_pkey on test_worlds
-- PostgreSQL         Index Cond: (id = test_keys.world_id)
