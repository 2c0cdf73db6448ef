-- The statements of src/store/lists/nearest-places.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- readPoints
select "geonames_id", "country", "state", "lat", "lon"
  from "places"
  where "geonames_id" > ?
  order by "geonames_id"
  limit ?;
-- SQLite     SEARCH places USING INTEGER PRIMARY KEY (rowid>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using places_pkey on places
-- PostgreSQL         Index Cond: (geonames_id > $1)
