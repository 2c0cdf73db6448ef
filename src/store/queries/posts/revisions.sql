-- The statements of src/store/posts/revisions.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- awaitingOwner
select "revisions"."id", "revisions"."post_id", "revisions"."fingerprint", "posts"."key_id"
  from "revisions"
  inner join "posts" on "posts"."id" = "revisions"."post_id"
  where "revisions"."account_id" = ? and "revisions"."status" = 'awaiting_owner';
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using revisions_awaiting on revisions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = revisions.post_id)

-- boundJudging
update "revisions"
  set "judge_until" = ?
  where "judge_until" > ? and "account_id" = ?;
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_account on revisions
-- PostgreSQL         Index Cond: (account_id = $3)
-- PostgreSQL         Filter: (judge_until > $2)

-- correctionsOf
select count(*) as "n"
  from "revisions"
  where "post_id" = ? and id <> post_id and ((status = 'published' and verdict is null) or (status in ('queued', 'review', 'published', 'rejected') and facts like '%"linksAlone":true%'));
-- SQLite     SEARCH revisions USING INDEX revisions_edits (post_id=?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Index Scan using revisions_edits on revisions
-- PostgreSQL         Index Cond: (post_id = $1)
-- PostgreSQL         Filter: (((status = 'published'::text) AND (verdict IS NULL)) OR ((status = ANY ('{queued,review,published,rejected}'::text[])) AND (facts ~~ '%"linksAlone":true%'::text)))

-- insertRevision
insert into "revisions" ("status", "decided_at", "verdict", "rejection_category", "rejection_reason", "rejection_penalized", "rejection_amount", "strike_of", "rejection_basis", "attempts", "lease_token", "lease_until", "judge_until", "urgency", "approval", "approval_at", "approval_reason", "id", "post_id", "site", "account_id", "price", "abuse_penalty", "fields", "facts", "fingerprint", "submitted_at", "due_at", "turn") select ? as "status", ? as "decided_at", ? as "verdict", ? as "rejection_category", ? as "rejection_reason", ? as "rejection_penalized", ? as "rejection_amount", ? as "strike_of", ? as "rejection_basis", ? as "attempts", ? as "lease_token", ? as "lease_until", ? as "judge_until", ? as "urgency", ? as "approval", ? as "approval_at", ? as "approval_reason", ? as "id", ? as "post_id", ? as "site", ? as "account_id", ? as "price", ? as "abuse_penalty", ? as "fields", ? as "facts", ? as "fingerprint", ? as "submitted_at", ? as "due_at", (select coalesce(max(next), 0)
  from (select min(turn) as next
  from revisions
  where status = 'queued'
  union all select max(turn) + 1
  from revisions
  where account_id = ? and status = 'queued') as turns) as "turn"
  from "posts"
  where "posts"."id" = ?
  on conflict do nothing;
-- SQLite     SEARCH posts USING COVERING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SCALAR SUBQUERY 3
-- SQLite       CO-ROUTINE turns
-- SQLite         COMPOUND QUERY
-- SQLite           LEFT-MOST SUBQUERY
-- SQLite             SEARCH revisions USING COVERING INDEX revisions_queue
-- SQLite           UNION ALL
-- SQLite             SEARCH revisions USING COVERING INDEX revisions_turns (account_id=?)
-- SQLite       SEARCH turns
-- SQLite     SCAN review_samples
-- SQLite     SEARCH examples USING COVERING INDEX sqlite_autoindex_examples_1 (revision_id=?)
-- PostgreSQL Insert on revisions
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   InitPlan 3
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Append
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 1
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Only Scan using revisions_queue on revisions revisions_1
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 2
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Only Scan Backward using revisions_turns on revisions revisions_2
-- PostgreSQL                                     Index Cond: (account_id = $29)
-- PostgreSQL   ->  Index Only Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $30)

-- insertRevision
insert into "revisions" ("status", "decided_at", "verdict", "rejection_category", "rejection_reason", "rejection_penalized", "rejection_amount", "strike_of", "rejection_basis", "attempts", "lease_token", "lease_until", "judge_until", "urgency", "approval", "approval_at", "approval_reason", "trace", "id", "post_id", "site", "account_id", "price", "abuse_penalty", "fields", "facts", "fingerprint", "submitted_at", "due_at", "turn") select ? as "status", ? as "decided_at", ? as "verdict", ? as "rejection_category", ? as "rejection_reason", ? as "rejection_penalized", ? as "rejection_amount", ? as "strike_of", ? as "rejection_basis", ? as "attempts", ? as "lease_token", ? as "lease_until", ? as "judge_until", ? as "urgency", ? as "approval", ? as "approval_at", ? as "approval_reason", ? as "trace", ? as "id", ? as "post_id", ? as "site", ? as "account_id", ? as "price", ? as "abuse_penalty", ? as "fields", ? as "facts", ? as "fingerprint", ? as "submitted_at", ? as "due_at", (select coalesce(max(next), 0)
  from (select min(turn) as next
  from revisions
  where status = 'queued'
  union all select max(turn) + 1
  from revisions
  where account_id = ? and status = 'queued') as turns) as "turn"
  from "posts"
  where "posts"."id" = ?
  on conflict do nothing;
-- SQLite     SEARCH posts USING COVERING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SCALAR SUBQUERY 3
-- SQLite       CO-ROUTINE turns
-- SQLite         COMPOUND QUERY
-- SQLite           LEFT-MOST SUBQUERY
-- SQLite             SEARCH revisions USING COVERING INDEX revisions_queue
-- SQLite           UNION ALL
-- SQLite             SEARCH revisions USING COVERING INDEX revisions_turns (account_id=?)
-- SQLite       SEARCH turns
-- SQLite     SCAN review_samples
-- SQLite     SEARCH examples USING COVERING INDEX sqlite_autoindex_examples_1 (revision_id=?)
-- PostgreSQL Insert on revisions
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   InitPlan 3
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Append
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 1
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Only Scan using revisions_queue on revisions revisions_1
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 2
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Only Scan Backward using revisions_turns on revisions revisions_2
-- PostgreSQL                                     Index Cond: (account_id = $30)
-- PostgreSQL   ->  Index Only Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $31)

-- latestOfAccount
select *
  from "revisions"
  where "account_id" = ?
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using revisions_account on revisions
-- PostgreSQL         Index Cond: (account_id = $1)

-- leftUnapproved
select *
  from "revisions"
  where "status" = 'awaiting_owner' and "approval_at" <= ?
  order by "approval_at"
  limit ?;
-- SQLite     SEARCH revisions USING INDEX revisions_unapproved (approval_at<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using revisions_unapproved on revisions
-- PostgreSQL         Index Cond: (approval_at <= $1)

-- makeTextsDue
update "revisions"
  set "due_at" = ?
  where "status" = 'queued' and "attempts" = 0 and "due_at" > ? and "submitted_at" > ?;
-- SQLite     SCAN revisions USING INDEX revisions_queue
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_turns on revisions
-- PostgreSQL         Filter: ((due_at > $2) AND (submitted_at > $3) AND (status = 'queued'::text) AND (attempts = 0))

-- moveRevision
update "revisions"
  set "status" = ?, "decided_at" = ?, "verdict" = ?, "rejection_category" = ?, "rejection_reason" = ?, "rejection_penalized" = ?, "rejection_amount" = ?, "rejection_basis" = ?, "judge_until" = ?, "approval" = ?, "approval_at" = ?, "approval_reason" = ?, "due_at" = ?, "urgency" = ?, "lease_token" = ?, "lease_until" = ?
  where "id" = ? and "status" in (?, ?);
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = $17)
-- PostgreSQL         Filter: (status = ANY (ARRAY[$18, $19]))

-- oldestAwaiting
select *
  from "revisions"
  where "account_id" = ? and "status" = 'awaiting_owner'
  order by "seq"
  limit ?;
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using revisions_awaiting on revisions
-- PostgreSQL         Index Cond: (account_id = $1)

-- openEditOf
select *
  from "revisions"
  where "post_id" = ? and id <> post_id and "status" in ('awaiting_owner', 'queued', 'review');
-- SQLite     SEARCH revisions USING INDEX revisions_open (post_id=?)
-- PostgreSQL Index Scan using revisions_open on revisions
-- PostgreSQL   Index Cond: (post_id = $1)

-- openTextsOf
select "id", "post_id"
  from "revisions"
  where "account_id" = ? and "status" = 'awaiting_owner'
  union all select "id", "post_id"
  from "revisions"
  where "account_id" = ? and "status" = 'queued'
  union all select "id", "post_id"
  from "revisions"
  where "account_id" = ? and "status" = 'review';
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite       UNION ALL
-- SQLite         SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite       UNION ALL
-- SQLite         SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Append
-- PostgreSQL   ->  Index Scan using revisions_awaiting on revisions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL   ->  Index Scan using revisions_turns on revisions revisions_1
-- PostgreSQL         Index Cond: (account_id = $2)
-- PostgreSQL   ->  Index Scan using revisions_review_account on revisions revisions_2
-- PostgreSQL         Index Cond: (account_id = $3)

-- passStrikeOn
select "id"
  from "revisions"
  where "account_id" = ? and "strike_of" = ? and "id" <> ?
  order by "decided_at", "id"
  limit ?;
-- SQLite     SEARCH revisions USING INDEX revisions_struck (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Incremental Sort
-- PostgreSQL         Sort Key: decided_at, id
-- PostgreSQL         Presorted Key: decided_at
-- PostgreSQL         ->  Index Scan using revisions_struck on revisions
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL               Filter: ((id <> $3) AND (strike_of = $2))

-- putOff, SQLite only
update "revisions"
  set "due_at" = ?
  where "account_id" = ? and "status" = 'queued' and "submitted_at" = ?;
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)

-- releaseQueued
update "revisions"
  set "lease_token" = ?, "lease_until" = ?, "due_at" = ?
  where "id" = ? and "status" = 'queued' and "lease_token" = ?;
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = $4)
-- PostgreSQL         Filter: ((status = 'queued'::text) AND (lease_token = $5))

-- releaseQueued
update "revisions"
  set "lease_token" = ?, "lease_until" = ?, "due_at" = ?, "attempts" = attempts - 1
  where "id" = ? and "status" = 'queued' and "lease_token" = ?;
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = $4)
-- PostgreSQL         Filter: ((status = 'queued'::text) AND (lease_token = $5))

-- revisionById
select *
  from "revisions"
  where "id" = ?;
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Index Scan using revisions_id_key on revisions
-- PostgreSQL   Index Cond: (id = $1)

-- revisionsById
select *
  from "revisions"
  where "id" in (?, ?);
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Index Scan using revisions_id_key on revisions
-- PostgreSQL   Index Cond: (id = ANY (ARRAY[$1, $2]))

-- revisionsOf
select "id", "seq"
  from "revisions"
  where "id" = ?
  union all select "id", "seq"
  from "revisions"
  where "post_id" = ? and id <> post_id
  order by "seq";
-- SQLite     MERGE (UNION ALL)
-- SQLite       LEFT
-- SQLite         SEARCH revisions USING COVERING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite       RIGHT
-- SQLite         SEARCH revisions USING INDEX revisions_edits (post_id=?)
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: revisions.seq
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = $1)
-- PostgreSQL         ->  Index Scan using revisions_edits on revisions revisions_1
-- PostgreSQL               Index Cond: (post_id = $2)

-- setPenalty
update "revisions"
  set "rejection_penalized" = ?, "rejection_amount" = ?, "strike_of" = ?
  where "id" = ?;
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = $4)

-- setWaitingText
update "revisions"
  set "fields" = ?, "facts" = ?, "price" = ?, "abuse_penalty" = ?, "fingerprint" = ?
  where "id" = ? and "status" = 'awaiting_owner';
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = $6)
-- PostgreSQL         Filter: (status = 'awaiting_owner'::text)

-- struckTexts
select "id", "site", "fields", "submitted_at", "decided_at"
  from "revisions"
  where "account_id" = ? and "strike_of" is not null and "strike_of" = "id"
  order by "decided_at" desc
  limit ?;
-- SQLite     SEARCH revisions USING INDEX revisions_struck (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using revisions_struck on revisions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (strike_of = id)

-- takeTurn
update "revisions"
  set "turn" = (select coalesce(max(next), 0)
  from (select min(turn) as next
  from revisions
  where status = 'queued'
  union all select max(turn) + 1
  from revisions
  where account_id = ? and status = 'queued') as turns)
  where "id" = ?;
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SCALAR SUBQUERY 3
-- SQLite       CO-ROUTINE turns
-- SQLite         COMPOUND QUERY
-- SQLite           LEFT-MOST SUBQUERY
-- SQLite             SEARCH revisions USING COVERING INDEX revisions_queue
-- SQLite           UNION ALL
-- SQLite             SEARCH revisions USING COVERING INDEX revisions_turns (account_id=?)
-- SQLite       SEARCH turns
-- PostgreSQL Update on revisions
-- PostgreSQL   InitPlan 3
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Append
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 1
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Only Scan using revisions_queue on revisions revisions_1
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 2
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Only Scan Backward using revisions_turns on revisions revisions_2
-- PostgreSQL                                     Index Cond: (account_id = $1)
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = $2)

-- withdrawnTextsOf
select "id", "post_id"
  from "revisions"
  where "judge_until" is not null and "account_id" = ?;
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Index Scan using revisions_account on revisions
-- PostgreSQL   Index Cond: (account_id = $1)
-- PostgreSQL   Filter: (judge_until IS NOT NULL)
