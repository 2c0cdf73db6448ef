-- The statements of src/store/review/list-entries.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- addHits, SQLite only
select *
  from "list_entries"
  where "seq" = ?;
-- SQLite     SEARCH list_entries USING INTEGER PRIMARY KEY (rowid=?)

-- addHits
update "list_entries"
  set "hits" = "hits" + ?, "hit_at" = ?, "latest" = ?
  where "seq" = ?;
-- SQLite     SEARCH list_entries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on list_entries
-- PostgreSQL   ->  Index Scan using list_entries_pkey on list_entries
-- PostgreSQL         Index Cond: (seq = $4)

-- countEntries
select count(*) as "n"
  from "list_entries";
-- SQLite     SCAN list_entries USING COVERING INDEX sqlite_autoindex_list_entries_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on list_entries

-- deleteEnded
delete
  from "list_entries"
  where "expires_at" <= ?;
-- SQLite     SCAN list_entries
-- PostgreSQL Delete on list_entries
-- PostgreSQL   ->  Seq Scan on list_entries
-- PostgreSQL         Filter: (expires_at <= $1)

-- deleteEntry
delete
  from "list_entries"
  where "seq" = ?;
-- SQLite     SEARCH list_entries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Delete on list_entries
-- PostgreSQL   ->  Index Scan using list_entries_pkey on list_entries
-- PostgreSQL         Index Cond: (seq = $1)

-- entryBySeq
select *
  from "list_entries"
  where "seq" = ?;
-- SQLite     SEARCH list_entries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan using list_entries_pkey on list_entries
-- PostgreSQL   Index Cond: (seq = $1)

-- entryOf
select *
  from "list_entries"
  where "kind" = ? and "value" = ?;
-- SQLite     SEARCH list_entries USING INDEX sqlite_autoindex_list_entries_1 (kind=? AND value=?)
-- PostgreSQL Index Scan using list_entries_kind_value_key on list_entries
-- PostgreSQL   Index Cond: ((kind = $1) AND (value = $2))

-- insertEntry
insert into "list_entries" ("kind", "value", "action", "category", "note", "shadow", "advice", "added_by", "created_at", "expires_at", "hits", "hit_at", "latest")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning "seq";
-- PostgreSQL Insert on list_entries
-- PostgreSQL   ->  Result

-- listEntries
select *
  from "list_entries"
  order by "seq" desc
  limit ?;
-- SQLite     SCAN list_entries
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using list_entries_pkey on list_entries

-- listsVersion
select "value"
  from "meta"
  where "name" = 'list-changes';
-- SQLite     SEARCH meta USING INDEX sqlite_autoindex_meta_1 (name=?)
-- PostgreSQL Index Scan using meta_pkey on meta
-- PostgreSQL   Index Cond: (name = 'list-changes'::text)

-- setEnforced
update "list_entries"
  set "shadow" = ?, "hits" = ?, "hit_at" = ?, "latest" = ?
  where "seq" = ?;
-- SQLite     SEARCH list_entries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on list_entries
-- PostgreSQL   ->  Index Scan using list_entries_pkey on list_entries
-- PostgreSQL         Index Cond: (seq = $5)
