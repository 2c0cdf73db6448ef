-- The statements of src/store/review/claims.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- addNote
insert into "review_notes" ("post_id", "reviewer", "note", "created_at")
  values (?, ?, ?, ?);
-- PostgreSQL Insert on review_notes
-- PostgreSQL   ->  Result

-- claimItem
insert into "review_claims" ("kind", "subject", "reviewer", "until")
  values (?, ?, ?, ?)
  on conflict ("kind", "subject") do update
  set "reviewer" = ?, "until" = ?
  where ("review_claims"."until" <= ? or "review_claims"."reviewer" = ?);
-- PostgreSQL Insert on review_claims
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: review_claims_pkey
-- PostgreSQL   Conflict Filter: ((review_claims.until <= $7) OR (review_claims.reviewer = $8))
-- PostgreSQL   ->  Result

-- claimOf
select *
  from "review_claims"
  where "kind" = ? and "subject" = ? and "until" > ?;
-- SQLite     SEARCH review_claims USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?)
-- PostgreSQL Index Scan using review_claims_pkey on review_claims
-- PostgreSQL   Index Cond: ((kind = $1) AND (subject = $2))
-- PostgreSQL   Filter: (until > $3)

-- deleteReturned
delete
  from "returned_decisions"
  where "reviewer" = ? and "kind" = ? and "subject" = ?;
-- SQLite     SEARCH returned_decisions USING INDEX returned_decisions_reviewer (reviewer=?)
-- PostgreSQL Delete on returned_decisions
-- PostgreSQL   ->  Bitmap Heap Scan on returned_decisions
-- PostgreSQL         Recheck Cond: (reviewer = $1)
-- PostgreSQL         Filter: ((kind = $2) AND (subject = $3))
-- PostgreSQL         ->  Bitmap Index Scan on returned_decisions_reviewer
-- PostgreSQL               Index Cond: (reviewer = $1)

-- duePending
select *
  from "pending_decisions"
  where "due_at" <= ?
  order by "due_at", "id"
  limit ?;
-- SQLite     SEARCH pending_decisions USING INDEX pending_decisions_due (due_at<?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Incremental Sort
-- PostgreSQL         Sort Key: due_at, id
-- PostgreSQL         Presorted Key: due_at
-- PostgreSQL         ->  Index Scan using pending_decisions_due on pending_decisions
-- PostgreSQL               Index Cond: (due_at <= $1)

-- forgetClaims
delete
  from "review_claims"
  where "until" <= ?;
-- SQLite     SCAN review_claims
-- PostgreSQL Delete on review_claims
-- PostgreSQL   ->  Seq Scan on review_claims
-- PostgreSQL         Filter: (until <= $1)

-- forgetClaims
delete
  from "review_passes"
  where "until" <= ?;
-- SQLite     SCAN review_passes
-- PostgreSQL Delete on review_passes
-- PostgreSQL   ->  Seq Scan on review_passes
-- PostgreSQL         Filter: (until <= $1)

-- forgetReturned
delete
  from "returned_decisions"
  where "created_at" <= ?;
-- SQLite     SCAN returned_decisions
-- PostgreSQL Delete on returned_decisions
-- PostgreSQL   ->  Seq Scan on returned_decisions
-- PostgreSQL         Filter: (created_at <= $1)

-- insertPending
insert into "pending_decisions" ("id", "kind", "subject", "reviewer", "decision", "seen", "due_at", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on pending_decisions
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertPending
insert into "pending_decisions" ("kind", "subject", "id", "reviewer", "decision", "seen", "due_at", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on pending_decisions
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertPending
insert into "pending_decisions" ("kind", "subject", "reviewer", "id", "decision", "seen", "due_at", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on pending_decisions
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertReturned
insert into "returned_decisions" ("id", "kind", "subject", "reviewer", "decision", "why", "created_at")
  values (?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on returned_decisions
-- PostgreSQL   ->  Result

-- insertReturned
insert into "returned_decisions" ("kind", "subject", "id", "reviewer", "decision", "why", "created_at")
  values (?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on returned_decisions
-- PostgreSQL   ->  Result

-- insertReturned
insert into "returned_decisions" ("kind", "subject", "reviewer", "id", "decision", "why", "created_at")
  values (?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on returned_decisions
-- PostgreSQL   ->  Result

-- notesOf
select *
  from "review_notes"
  where "post_id" = ?
  order by "seq";
-- SQLite     SEARCH review_notes USING INDEX review_notes_post (post_id=?)
-- PostgreSQL Index Scan using review_notes_post on review_notes
-- PostgreSQL   Index Cond: (post_id = $1)

-- passItem
insert into "review_passes" ("kind", "subject", "reviewer", "what", "reason", "until", "created_at")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict ("kind", "subject", "reviewer") do update
  set "what" = ?, "reason" = ?, "until" = ?, "created_at" = ?;
-- PostgreSQL Insert on review_passes
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: review_passes_pkey
-- PostgreSQL   ->  Result

-- passesOf
select *
  from "review_passes"
  where "kind" = ? and "subject" = ?
  order by "created_at", "reviewer";
-- SQLite     SEARCH review_passes USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, reviewer
-- PostgreSQL   ->  Index Scan using review_passes_pkey on review_passes
-- PostgreSQL         Index Cond: ((kind = $1) AND (subject = $2))

-- pendingById
select *
  from "pending_decisions"
  where "id" = ?;
-- SQLite     SEARCH pending_decisions USING INDEX sqlite_autoindex_pending_decisions_1 (id=?)
-- PostgreSQL Index Scan using pending_decisions_pkey on pending_decisions
-- PostgreSQL   Index Cond: (id = $1)

-- pendingOf
select *
  from "pending_decisions"
  where "kind" = ? and "subject" = ?;
-- SQLite     SEARCH pending_decisions USING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- PostgreSQL Index Scan using pending_decisions_kind_subject_key on pending_decisions
-- PostgreSQL   Index Cond: ((kind = $1) AND (subject = $2))

-- recordOf
select "status", count(*) as "n"
  from (select "status"
  from "revisions"
  where "account_id" = ?
  order by "seq" desc
  limit ?) as "latest"
  group by "status"
  order by "status";
-- SQLite     CO-ROUTINE latest
-- SQLite       SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite     SCAN latest
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL GroupAggregate
-- PostgreSQL   Group Key: latest.status
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: latest.status
-- PostgreSQL         ->  Subquery Scan on latest
-- PostgreSQL               ->  Limit
-- PostgreSQL                     ->  Index Scan Backward using revisions_account on revisions
-- PostgreSQL                           Index Cond: (account_id = $1)

-- releaseItem
delete
  from "review_claims"
  where "kind" = ? and "subject" = ? and "reviewer" = ?;
-- SQLite     SEARCH review_claims USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?)
-- PostgreSQL Delete on review_claims
-- PostgreSQL   ->  Index Scan using review_claims_pkey on review_claims
-- PostgreSQL         Index Cond: ((kind = $1) AND (subject = $2))
-- PostgreSQL         Filter: (reviewer = $3)

-- returnedTo
select *
  from "returned_decisions"
  where "reviewer" = ?
  order by "created_at" desc, "id" desc;
-- SQLite     SEARCH returned_decisions USING INDEX returned_decisions_reviewer (reviewer=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at DESC, id DESC
-- PostgreSQL   ->  Bitmap Heap Scan on returned_decisions
-- PostgreSQL         Recheck Cond: (reviewer = $1)
-- PostgreSQL         ->  Bitmap Index Scan on returned_decisions_reviewer
-- PostgreSQL               Index Cond: (reviewer = $1)

-- takePending
delete
  from "pending_decisions"
  where "id" = ?
  returning *;
-- SQLite     SEARCH pending_decisions USING INDEX sqlite_autoindex_pending_decisions_1 (id=?)
-- PostgreSQL Delete on pending_decisions
-- PostgreSQL   ->  Index Scan using pending_decisions_pkey on pending_decisions
-- PostgreSQL         Index Cond: (id = $1)

-- undoableBy
select *
  from "pending_decisions"
  where "reviewer" = ? and "due_at" > ?
  order by "due_at" desc, "id" desc;
-- SQLite     SEARCH pending_decisions USING INDEX pending_decisions_due (due_at>?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: due_at DESC, id DESC
-- PostgreSQL   Presorted Key: due_at
-- PostgreSQL   ->  Index Scan Backward using pending_decisions_due on pending_decisions
-- PostgreSQL         Index Cond: (due_at > $2)
-- PostgreSQL         Filter: (reviewer = $1)
