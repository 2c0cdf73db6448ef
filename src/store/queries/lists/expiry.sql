-- The statements of src/store/lists/expiry.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- forgetOccurrences
delete
  from "occurrences"
  where "ends_at" <= ?;
-- SQLite     SEARCH occurrences USING INDEX occurrences_end (ends_at<?)
-- PostgreSQL Delete on occurrences
-- PostgreSQL   ->  Index Scan using occurrences_end on occurrences
-- PostgreSQL         Index Cond: (ends_at <= $1)

-- removeExpired, SQLite only
select "post_id"
  from "listing"
  where "expires_at" <= ?
  limit ?;
-- SQLite     SEARCH listing USING INDEX listing_expiry (expires_at<?)

-- removeExpired, PostgreSQL only
select "post_id"
  from "listing"
  where "expires_at" <= ?
  limit ? for no key update skip locked;
-- PostgreSQL Limit
-- PostgreSQL   ->  LockRows
-- PostgreSQL         ->  Index Scan using listing_expiry on listing
-- PostgreSQL               Index Cond: (expires_at <= $1)
