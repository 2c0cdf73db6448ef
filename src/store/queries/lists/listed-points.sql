-- The statements of src/store/lists/listed-points.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- listedPoints
select "seq", "x", "y", "z"
  from "listing"
  where "seq" in (?, ?);
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan using listing_pkey on listing
-- PostgreSQL   Index Cond: (seq = ANY (ARRAY[$1, $2]))
