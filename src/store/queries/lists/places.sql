-- The statements of src/store/lists/places.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- byId
select *
  from "places"
  where "geonames_id" = ?;
-- SQLite     SEARCH places USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan using places_pkey on places
-- PostgreSQL   Index Cond: (geonames_id = $1)

-- byIds
select *
  from "places"
  where "geonames_id" in (?, ?);
-- SQLite     SEARCH places USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Bitmap Heap Scan on places
-- PostgreSQL   Recheck Cond: (geonames_id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Bitmap Index Scan on places_pkey
-- PostgreSQL         Index Cond: (geonames_id = ANY (ARRAY[$1, $2]))

-- byName
select *
  from "places"
  where "geonames_id" in (?, ?);
-- SQLite     SEARCH places USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Bitmap Heap Scan on places
-- PostgreSQL   Recheck Cond: (geonames_id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Bitmap Index Scan on places_pkey
-- PostgreSQL         Index Cond: (geonames_id = ANY (ARRAY[$1, $2]))

-- flush
insert into "places" ("geonames_id", "name", "names", "country", "state", "lat", "lon", "timezone", "population")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on places
-- PostgreSQL   ->  Result

-- loadPlaces
delete
  from "places";
-- PostgreSQL Delete on places
-- PostgreSQL   ->  Seq Scan on places

-- loadPlaces
insert into "places" ("geonames_id", "name", "names", "country", "state", "lat", "lon", "timezone", "population")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on places
-- PostgreSQL   ->  Result

-- nearest
select *
  from "places"
  where "geonames_id" in (?, ?);
-- SQLite     SEARCH places USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Bitmap Heap Scan on places
-- PostgreSQL   Recheck Cond: (geonames_id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Bitmap Index Scan on places_pkey
-- PostgreSQL         Index Cond: (geonames_id = ANY (ARRAY[$1, $2]))
