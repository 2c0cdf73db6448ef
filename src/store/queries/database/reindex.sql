-- The statements of src/store/database/reindex.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- reindex
delete
  from "meta"
  where "name" = ?;
-- SQLite     SEARCH meta USING INDEX sqlite_autoindex_meta_1 (name=?)
-- PostgreSQL Delete on meta
-- PostgreSQL   ->  Index Scan using meta_pkey on meta
-- PostgreSQL         Index Cond: (name = $1)

-- reindex, SQLite only
delete
  from listing_search
  where rowid = 0 + cast(? as integer);
-- SQLite     SCAN listing_search VIRTUAL TABLE INDEX 0:=

-- reindex, PostgreSQL only
delete
  from listing_search
  where seq = ?;
-- PostgreSQL Delete on listing_search
-- PostgreSQL   ->  Index Scan using listing_search_pkey on listing_search
-- PostgreSQL         Index Cond: (seq = $1)

-- reindex, SQLite only
insert into listing_search (rowid, title, topics, body, tags)
  values (cast(? as integer), ?, ?, ?, ?);

-- reindex, PostgreSQL only
insert into listing_search (seq, document)
  values (?::bigint, ?::tsvector);
-- PostgreSQL Insert on listing_search
-- PostgreSQL   ->  Result

-- reindex
select "seq", "site"
  from "listing"
  where "site" = ? and "seq" > ?
  order by "seq"
  limit ?;
-- SQLite     SEARCH listing USING COVERING INDEX listing_newest (site=? AND seq>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Only Scan using listing_newest on listing
-- PostgreSQL         Index Cond: ((site = $1) AND (seq > $2))
