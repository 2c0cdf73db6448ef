-- The statements of src/store/lists/place-names.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- placesNamed
select "entries"
  from "place_names"
  where "initials" >= ? and "initials" <= ?;
-- SQLite     SEARCH place_names USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- PostgreSQL Bitmap Heap Scan on place_names
-- PostgreSQL   Recheck Cond: ((initials >= $1) AND (initials <= $2))
-- PostgreSQL   ->  Bitmap Index Scan on place_names_pkey
-- PostgreSQL         Index Cond: ((initials >= $1) AND (initials <= $2))

-- store
delete
  from "place_names";
-- PostgreSQL Delete on place_names
-- PostgreSQL   ->  Seq Scan on place_names

-- store
insert into "place_names" ("initials", "entries")
  values (?, ?);
-- PostgreSQL Insert on place_names
-- PostgreSQL   ->  Result
