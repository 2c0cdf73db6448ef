-- The statements of src/store/database/meta.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- beat
insert into "heartbeats" ("name", "state", "at", "since")
  values (?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on heartbeats
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- beat, SQLite only
select "state", "at", "since"
  from "heartbeats"
  where "name" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)

-- beat
update "heartbeats"
  set "at" = ?
  where "name" = ? and "state" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
-- PostgreSQL Update on heartbeats
-- PostgreSQL   ->  Index Scan using heartbeats_pkey on heartbeats
-- PostgreSQL         Index Cond: (name = $2)
-- PostgreSQL         Filter: (state = $3)

-- beat
update "heartbeats"
  set "state" = ?, "at" = ?, "since" = ?
  where "name" = ? and "state" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
-- PostgreSQL Update on heartbeats
-- PostgreSQL   ->  Index Scan using heartbeats_pkey on heartbeats
-- PostgreSQL         Index Cond: (name = $4)
-- PostgreSQL         Filter: (state = $5)

-- countMeta
insert into "meta" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = cast(cast(meta.value as bigint) + 1 as text)
  returning "value";
-- PostgreSQL Insert on meta
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: meta_pkey
-- PostgreSQL   ->  Result

-- doneAtMostEvery
insert into "heartbeats" ("name", "state", "at", "since")
  values (?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on heartbeats
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- doneAtMostEvery
update "heartbeats"
  set "at" = ?
  where "name" = ? and "at" <= ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
-- PostgreSQL Update on heartbeats
-- PostgreSQL   ->  Index Scan using heartbeats_pkey on heartbeats
-- PostgreSQL         Index Cond: (name = $2)
-- PostgreSQL         Filter: (at <= $3)

-- heartbeat
select "state", "at", "since"
  from "heartbeats"
  where "name" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
-- PostgreSQL Index Scan using heartbeats_pkey on heartbeats
-- PostgreSQL   Index Cond: (name = $1)

-- readMeta
select "value"
  from "meta"
  where "name" = ?;
-- SQLite     SEARCH meta USING INDEX sqlite_autoindex_meta_1 (name=?)
-- PostgreSQL Index Scan using meta_pkey on meta
-- PostgreSQL   Index Cond: (name = $1)

-- writeMeta
insert into "meta" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = ?;
-- PostgreSQL Insert on meta
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: meta_pkey
-- PostgreSQL   ->  Result
