-- The statements of src/store/review/trust.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- foundAgainst
select "rejection_basis"
  from "revisions"
  where "account_id" = ? and "rejection_category" is not null and "decided_at" >= ? and ("rejection_penalized" = ? or "status" = 'removed');
-- SQLite     SEARCH revisions USING INDEX revisions_refused (account_id=?)
-- PostgreSQL Index Scan using revisions_refused on revisions
-- PostgreSQL   Index Cond: (account_id = $1)
-- PostgreSQL   Filter: ((decided_at >= $2) AND ((rejection_penalized = $3) OR (status = 'removed'::text)))

-- publishedPosts
select count(*) as n
  from (select 1
  from revisions
  where account_id = ? and id = post_id and status = 'published'
  limit 10) published;
-- SQLite     CO-ROUTINE published
-- SQLite       SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite     SCAN published
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan using revisions_account on revisions
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL               Filter: ((id = post_id) AND (status = 'published'::text))

-- publishedPosts
select count(*) as n
  from (select 1
  from revisions
  where account_id = ? and id = post_id and status = 'published'
  limit 2) published;
-- SQLite     CO-ROUTINE published
-- SQLite       SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite     SCAN published
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan using revisions_account on revisions
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL               Filter: ((id = post_id) AND (status = 'published'::text))
