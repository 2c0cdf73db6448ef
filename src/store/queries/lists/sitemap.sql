-- The statements of src/store/lists/sitemap.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- listedInRange
select "post_id", "changed_at"
  from "listing"
  where "site" = ? and "seq" >= ? and "seq" < ? and ("expires_at" is null or "expires_at" > ?)
  order by "seq";
-- SQLite     SEARCH listing USING INDEX listing_newest (site=? AND seq>? AND seq<?)
-- PostgreSQL Index Scan using listing_newest on listing
-- PostgreSQL   Index Cond: ((site = $1) AND (seq >= $2) AND (seq < $3))
-- PostgreSQL   Filter: ((expires_at IS NULL) OR (expires_at > $4))

-- listedRanges
select "seq"
  from "listing"
  where "site" = ? and "seq" >= ?
  order by "seq"
  limit ?;
-- SQLite     SEARCH listing USING COVERING INDEX listing_newest (site=? AND seq>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Only Scan using listing_newest on listing
-- PostgreSQL         Index Cond: ((site = $1) AND (seq >= $2))
