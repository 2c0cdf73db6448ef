-- The statements of src/store/posts/waiting-revisions.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- claimQueued, PostgreSQL only
update "revisions"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "revisions"
  where "status" = 'queued' and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "turn", "seq"
  limit ? for no key update skip locked)
  returning *;
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  LockRows
-- PostgreSQL                                 ->  Index Scan using revisions_queue on revisions revisions_1
-- PostgreSQL                                       Filter: ((due_at <= $3) AND ((lease_until IS NULL) OR (lease_until < $4)) AND (status = 'queued'::text))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)

-- claimQueued, SQLite only
update "revisions"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "revisions"
  where "status" = 'queued' and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "turn", "seq"
  limit ?)
  returning *;
-- SQLite     SEARCH revisions USING COVERING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SCAN revisions USING INDEX revisions_queue

-- inReview
select count(*) as "waiting", min(coalesce(approval_at, submitted_at)) as "oldest"
  from "revisions"
  where "status" = 'review';
-- SQLite     SCAN revisions USING INDEX revisions_urgent
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Index Scan using revisions_urgent on revisions

-- inReviewOf
select *
  from "revisions"
  where "account_id" = ? and "status" = 'review'
  order by "seq"
  limit ?;
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using revisions_review_account on revisions
-- PostgreSQL         Index Cond: (account_id = $1)

-- inReviewSharing
select *
  from "revisions"
  where "id" in (select "post_id"
  from "near_duplicate_keys"
  where "key" in (?, ?)
  limit ?) and "site" = ? and "status" = 'review'
  order by "seq"
  limit ?;
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH near_duplicate_keys USING PRIMARY KEY (key=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: revisions.seq
-- PostgreSQL         ->  Hash Right Semi Join
-- PostgreSQL               Hash Cond: (near_duplicate_keys.post_id = revisions.id)
-- PostgreSQL               ->  Limit
-- PostgreSQL                     ->  Index Only Scan using near_duplicate_keys_pkey on near_duplicate_keys
-- PostgreSQL                           Index Cond: (key = ANY (ARRAY[$1, $2]))
-- PostgreSQL               ->  Hash
-- PostgreSQL                     ->  Index Scan using revisions_urgent on revisions
-- PostgreSQL                           Filter: (site = $4)

-- isQueued
select "seq"
  from "revisions"
  where "status" = 'queued'
  limit ?;
-- SQLite     SCAN revisions USING COVERING INDEX revisions_queue
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using revisions_turns on revisions

-- queueLength
select count(*) as "n"
  from "revisions"
  where "status" = 'queued';
-- SQLite     SCAN revisions USING COVERING INDEX revisions_queue
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Index Only Scan using revisions_turns on revisions

-- revisionsForReview
select *
  from (select *
  from "revisions"
  where "status" = 'review'
  union all select *
  from "revisions"
  where "judge_until" > ?) as "waiting"
  order by seq + 0
  limit ?;
-- SQLite     CO-ROUTINE waiting
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           SCAN revisions USING INDEX revisions_urgent
-- SQLite         UNION ALL
-- SQLite           SEARCH revisions USING INDEX revisions_withdrawn (judge_until>?)
-- SQLite     SCAN waiting
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: ((revisions.seq + 0))
-- PostgreSQL         ->  Result
-- PostgreSQL               ->  Append
-- PostgreSQL                     ->  Index Scan using revisions_urgent on revisions
-- PostgreSQL                     ->  Index Scan using revisions_withdrawn on revisions revisions_1
-- PostgreSQL                           Index Cond: (judge_until > $1)

-- waitingTexts
select count(*) as waiting, min(since) as oldest
  from (select coalesce(approval_at, submitted_at) as since
  from revisions
  where status = 'queued'
  order by turn, seq
  limit 1000) counted;
-- SQLite     CO-ROUTINE counted
-- SQLite       SCAN revisions USING INDEX revisions_queue
-- SQLite     SCAN counted
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan using revisions_queue on revisions

-- withdrawnUndecided
select *
  from "revisions"
  where "judge_until" <= ?
  order by "judge_until"
  limit ?;
-- SQLite     SEARCH revisions USING INDEX revisions_withdrawn (judge_until<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using revisions_withdrawn on revisions
-- PostgreSQL         Index Cond: (judge_until <= $1)
