-- The statements of src/store/posts/idempotency.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- forgetAnswers
delete
  from "idempotency"
  where "created_at" < ?;
-- SQLite     SEARCH idempotency USING INDEX idempotency_age (created_at<?)
-- PostgreSQL Delete on idempotency
-- PostgreSQL   ->  Index Scan using idempotency_age on idempotency
-- PostgreSQL         Index Cond: (created_at < $1)

-- rememberedAnswer
select "status", "headers", "body", "body_hash", "created_at"
  from "idempotency"
  where "key_id" = ? and "site" = ? and "idempotency_key" = ?;
-- SQLite     SEARCH idempotency USING INDEX sqlite_autoindex_idempotency_1 (key_id=? AND site=? AND idempotency_key=?)
-- PostgreSQL Index Scan using idempotency_pkey on idempotency
-- PostgreSQL   Index Cond: ((key_id = $1) AND (site = $2) AND (idempotency_key = $3))

-- storeAnswer
insert into "idempotency" ("key_id", "site", "idempotency_key", "body_hash", "status", "headers", "body", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("key_id", "site", "idempotency_key") do update
  set "body_hash" = ?, "status" = ?, "headers" = ?, "body" = ?, "created_at" = ?
  where "idempotency"."created_at" < ?;
-- PostgreSQL Insert on idempotency
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: idempotency_pkey
-- PostgreSQL   Conflict Filter: (idempotency.created_at < $14)
-- PostgreSQL   ->  Result
