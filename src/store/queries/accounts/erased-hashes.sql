-- The statements of src/store/accounts/erased-hashes.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- forgetHashes
delete
  from "bans"
  where "created_at" <= ? and "account_id" in (select "id"
  from "accounts"
  where erased_at <= ?);
-- SQLite     SEARCH bans USING INDEX bans_account (account_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SCAN accounts
-- PostgreSQL Delete on bans
-- PostgreSQL   ->  Hash Join
-- PostgreSQL         Hash Cond: (bans.account_id = accounts.id)
-- PostgreSQL         ->  Seq Scan on bans
-- PostgreSQL               Filter: (created_at <= $1)
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on accounts
-- PostgreSQL                     Filter: (erased_at <= $2)

-- forgetHashes
delete
  from "erased_hashes"
  where "kept_until" <= ?;
-- SQLite     SEARCH erased_hashes USING COVERING INDEX erased_hashes_end (kept_until<?)
-- PostgreSQL Delete on erased_hashes
-- PostgreSQL   ->  Index Scan using erased_hashes_end on erased_hashes
-- PostgreSQL         Index Cond: (kept_until <= $1)

-- keepHashes
insert into "erased_hashes" ("kind", "hash", "account_id", "kept_until")
  values (?, ?, ?, ?);
-- PostgreSQL Insert on erased_hashes
-- PostgreSQL   ->  Result

-- keepHashes
select "id"
  from "posts"
  where "key_id" in (select "id"
  from "api_keys"
  where "account_id" = ?) and "public_json" is not null
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL         ->  Index Scan using posts_key on posts
-- PostgreSQL               Index Cond: (key_id = api_keys.id)
-- PostgreSQL               Filter: (public_json IS NOT NULL)
