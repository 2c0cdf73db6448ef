-- The statements of src/store/posts/asked-revisions.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- firstTexts, SQLite only
select "id", "status", "fields"
  from "revisions"
  where "site" = ? and "id" = "post_id"
  order by "seq" desc
  limit ?;
-- SQLite     SCAN revisions

-- revisionsAsking, SQLite only
select "id", "account_id", "site", "fields", "status", coalesce(decided_at, approval_at, submitted_at) as "since"
  from "revisions"
  where "status" in ('review', 'published', 'awaiting_owner') and "fields" like '%test-outcome-%'
  order by "seq";
-- SQLite     SCAN revisions
