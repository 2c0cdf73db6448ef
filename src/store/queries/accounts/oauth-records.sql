-- The statements of src/store/accounts/oauth-records.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- consumeRecord
update "oauth_records"
  set "consumed_at" = ?
  where "hash" = ? and "consumed_at" is null;
-- SQLite     SEARCH oauth_records USING INDEX sqlite_autoindex_oauth_records_1 (hash=?)
-- PostgreSQL Update on oauth_records
-- PostgreSQL   ->  Index Scan using oauth_records_pkey on oauth_records
-- PostgreSQL         Index Cond: (hash = $2)
-- PostgreSQL         Filter: (consumed_at IS NULL)

-- deleteRecord
delete
  from "oauth_records"
  where "hash" = ?;
-- SQLite     SEARCH oauth_records USING INDEX sqlite_autoindex_oauth_records_1 (hash=?)
-- PostgreSQL Delete on oauth_records
-- PostgreSQL   ->  Index Scan using oauth_records_pkey on oauth_records
-- PostgreSQL         Index Cond: (hash = $1)

-- deleteRecordsOf
delete
  from "oauth_records"
  where "key_id" = ?;
-- SQLite     SEARCH oauth_records USING COVERING INDEX oauth_records_key (key_id=?)
-- PostgreSQL Delete on oauth_records
-- PostgreSQL   ->  Index Scan using oauth_records_key on oauth_records
-- PostgreSQL         Index Cond: (key_id = $1)

-- forgetRecords
delete
  from "oauth_records"
  where "hash" in (select "hash"
  from "oauth_records"
  where "expires_at" <= ?
  order by "expires_at"
  limit ?);
-- SQLite     SEARCH oauth_records USING COVERING INDEX sqlite_autoindex_oauth_records_1 (hash=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH oauth_records USING INDEX oauth_records_expiry (expires_at<?)
-- PostgreSQL Delete on oauth_records
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".hash
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Index Scan using oauth_records_expiry on oauth_records oauth_records_1
-- PostgreSQL                                 Index Cond: (expires_at <= $1)
-- PostgreSQL         ->  Index Scan using oauth_records_pkey on oauth_records
-- PostgreSQL               Index Cond: (hash = "ANY_subquery".hash)

-- keepRecord
update "oauth_records"
  set "expires_at" = ?
  where "hash" = ? and "expires_at" < ?;
-- SQLite     SEARCH oauth_records USING INDEX sqlite_autoindex_oauth_records_1 (hash=?)
-- PostgreSQL Update on oauth_records
-- PostgreSQL   ->  Index Scan using oauth_records_pkey on oauth_records
-- PostgreSQL         Index Cond: (hash = $2)
-- PostgreSQL         Filter: (expires_at < $3)

-- putRecord
insert into "oauth_records" ("hash", "kind", "site", "key_id", "payload", "created_at", "expires_at", "consumed_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("hash") do nothing;
-- PostgreSQL Insert on oauth_records
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   Conflict Arbiter Indexes: oauth_records_pkey
-- PostgreSQL   ->  Result

-- putRecord
insert into "oauth_records" ("hash", "kind", "site", "key_id", "payload", "created_at", "expires_at", "consumed_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("hash") do update
  set "payload" = ?, "expires_at" = ?;
-- PostgreSQL Insert on oauth_records
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: oauth_records_pkey
-- PostgreSQL   ->  Result

-- recordByHash
select *
  from "oauth_records"
  where "hash" = ? and "expires_at" > ?;
-- SQLite     SEARCH oauth_records USING INDEX sqlite_autoindex_oauth_records_1 (hash=?)
-- PostgreSQL Index Scan using oauth_records_pkey on oauth_records
-- PostgreSQL   Index Cond: (hash = $1)
-- PostgreSQL   Filter: (expires_at > $2)
