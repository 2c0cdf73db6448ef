-- The statements of src/store/posts/log-key.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- insertLogKey
insert into "meta" ("name", "value")
  values (?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on meta
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- replaceLogKey
update "meta"
  set "value" = ?
  where "name" = ? and "value" = ?;
-- SQLite     SEARCH meta USING INDEX sqlite_autoindex_meta_1 (name=?)
-- PostgreSQL Update on meta
-- PostgreSQL   ->  Index Scan using meta_pkey on meta
-- PostgreSQL         Index Cond: (name = $2)
-- PostgreSQL         Filter: (value = $3)
