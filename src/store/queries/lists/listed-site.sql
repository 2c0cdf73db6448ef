-- The statements of src/store/lists/listed-site.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- hasListedPosts
select "site"
  from "listing"
  where "site" = ?
  limit ?;
-- SQLite     SEARCH listing USING COVERING INDEX listing_newest (site=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Only Scan using listing_newest on listing
-- PostgreSQL         Index Cond: (site = $1)
