-- The statements of src/store/posts/reports.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- closeReports
update "reports"
  set "state" = ?, "closed_at" = ?, "judged_revision" = ?, "answer" = ?
  where "post_id" = ? and "state" = 'open' and "id" in (?, ?)
  returning "id", "email";
-- SQLite     SEARCH reports USING INDEX sqlite_autoindex_reports_1 (id=?)
-- PostgreSQL Update on reports
-- PostgreSQL   ->  Index Scan using reports_urgent on reports
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$6, $7]))
-- PostgreSQL         Filter: ((post_id = $5) AND (state = 'open'::text))

-- closeReports
update "reports"
  set "state" = ?, "closed_at" = ?, "judged_revision" = ?, "answer" = ?
  where "post_id" = ? and "state" = 'open'
  returning "id", "email";
-- SQLite     SEARCH reports USING COVERING INDEX reports_once (post_id=?)
-- PostgreSQL Update on reports
-- PostgreSQL   ->  Index Scan using reports_once on reports
-- PostgreSQL         Index Cond: (post_id = $5)
-- PostgreSQL         Filter: (state = 'open'::text)

-- closedReportOf
select "id"
  from "reports"
  where "post_id" = ? and "reason" = ? and "judged_revision" = ? and "reporter" = ?
  order by "closed_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH reports USING INDEX reports_judged (post_id=? AND reason=? AND judged_revision=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: closed_at DESC, id DESC
-- PostgreSQL         ->  Index Scan using reports_judged on reports
-- PostgreSQL               Index Cond: ((post_id = $1) AND (reason = $2) AND (judged_revision = $3))
-- PostgreSQL               Filter: (reporter = $4)

-- complaintAbout
select *
  from "reports"
  where "complaint_of" = ?;
-- SQLite     SEARCH reports USING INDEX reports_complaints (complaint_of=?)
-- PostgreSQL Index Scan using reports_complaints on reports
-- PostgreSQL   Index Cond: (complaint_of = $1)

-- countedReports
select count(*) as "n"
  from "reports"
  where "post_id" = ? and "judged_revision" = ? and "counted" = 1;
-- SQLite     SEARCH reports USING INDEX reports_post (post_id=?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Index Scan using reports_judged on reports
-- PostgreSQL         Index Cond: ((post_id = $1) AND (judged_revision = $2))
-- PostgreSQL         Filter: (counted = 1)

-- dismissedWords
select "details", "law"
  from "reports"
  where "post_id" = ? and "judged_revision" = ? and "counted" = 0 and ("details" is not null or "law" is not null)
  order by "closed_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH reports USING INDEX reports_post (post_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: closed_at DESC, id DESC
-- PostgreSQL         ->  Index Scan using reports_judged on reports
-- PostgreSQL               Index Cond: ((post_id = $1) AND (judged_revision = $2))
-- PostgreSQL               Filter: (((details IS NOT NULL) OR (law IS NOT NULL)) AND (counted = 0))

-- holdPublic, SQLite only
select "shown_revision"
  from "posts"
  where "id" = ? and "site" = ? and "public_json" is not null;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)

-- holdPublic, PostgreSQL only
select "shown_revision"
  from "posts"
  where "id" = ? and "site" = ? and "public_json" is not null for share;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $1)
-- PostgreSQL         Filter: ((public_json IS NOT NULL) AND (site = $2))

-- insertCounted
insert into "reports" ("id", "post_id", "site", "reason", "details", "law", "name", "good_faith", "email", "language", "reporter", "account_id", "key_id", "created_at", "urgency", "state", "closed_at", "judged_revision", "counted")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on reports
-- PostgreSQL   ->  Result

-- insertReport
insert into "reports" ("id", "post_id", "site", "reason", "details", "email", "reporter", "account_id", "key_id", "state", "created_at", "closed_at", "judged_revision", "counted", "told_at", "law", "name", "good_faith", "receipt_at", "answer", "complaint_of", "not_by")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on reports
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertReport
insert into "reports" ("id", "post_id", "site", "reason", "details", "law", "name", "good_faith", "email", "language", "reporter", "account_id", "key_id", "created_at", "urgency", "state", "closed_at", "judged_revision", "counted")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on reports
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertReport
insert into "reports" ("id", "post_id", "site", "reason", "details", "law", "name", "good_faith", "email", "reporter", "account_id", "key_id", "created_at", "urgency", "state", "closed_at", "judged_revision", "counted", "complaint_of", "not_by", "language")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on reports
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertReport
insert into "reports" ("post_id", "site", "details", "email", "account_id", "id", "reason", "reporter", "key_id", "state", "created_at", "closed_at", "judged_revision", "counted")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on reports
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertReport
select "id"
  from "reports"
  where "post_id" = ? and "reason" = ? and "reporter" = ? and "state" = 'open';
-- SQLite     SEARCH reports USING INDEX reports_once (post_id=? AND reason=? AND reporter=?)
-- PostgreSQL Index Scan using reports_once on reports
-- PostgreSQL   Index Cond: ((post_id = $1) AND (reason = $2) AND (reporter = $3))

-- isAnythingUntold
select "id"
  from "reports"
  where "receipt_at" is null and "email" is not null and ("state" = 'open' or "counted" = 1) and lower(email) = ?
  limit ?;
-- SQLite     SCAN reports USING INDEX reports_unreceipted
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using reports_unreceipted on reports
-- PostgreSQL         Filter: (lower(email) = $1)

-- isAnythingUntold
select "id"
  from "reports"
  where "told_at" is null and "email" is not null and "counted" = 0 and "state" <> 'open' and lower(email) = ?
  limit ?;
-- SQLite     SCAN reports USING INDEX reports_untold
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using reports_untold on reports
-- PostgreSQL         Filter: (lower(email) = $1)

-- isReportedFor
select "id"
  from "reports"
  where "post_id" = ? and "reason" = ? and "state" = 'open'
  limit ?;
-- SQLite     SEARCH reports USING INDEX reports_once (post_id=? AND reason=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using reports_once on reports
-- PostgreSQL         Index Cond: ((post_id = $1) AND (reason = $2))

-- lastDismissal
select "closed_at"
  from "reports"
  where "post_id" = ? and "reason" = ? and "judged_revision" = ? and "counted" = 0
  order by "closed_at" desc
  limit ?;
-- SQLite     SEARCH reports USING INDEX reports_judged (post_id=? AND reason=? AND judged_revision=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: closed_at DESC
-- PostgreSQL         ->  Index Scan using reports_judged on reports
-- PostgreSQL               Index Cond: ((post_id = $1) AND (reason = $2) AND (judged_revision = $3))
-- PostgreSQL               Filter: (counted = 0)

-- openReports
select *
  from "reports"
  where "state" = 'open'
  order by "created_at", "id"
  limit ?;
-- SQLite     SCAN reports USING INDEX reports_open
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using reports_open on reports

-- openReportsOf
select *
  from "reports"
  where "post_id" = ? and "state" = 'open'
  order by "created_at", "id";
-- SQLite     SEARCH reports USING INDEX reports_post (post_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using reports_once on reports
-- PostgreSQL         Index Cond: (post_id = $1)

-- openWords
select "details", "law"
  from "reports"
  where "post_id" = ? and "reason" = ? and "reporter" = ? and "state" = 'open';
-- SQLite     SEARCH reports USING INDEX reports_once (post_id=? AND reason=? AND reporter=?)
-- PostgreSQL Index Scan using reports_once on reports
-- PostgreSQL   Index Cond: ((post_id = $1) AND (reason = $2) AND (reporter = $3))

-- reportById
select "reports".*, "revisions"."rejection_category", "revisions"."status" as "post_status", "shown"."fields" as "shown_fields"
  from "reports"
  inner join "posts" on "posts"."id" = "reports"."post_id"
  inner join "revisions" on "revisions"."id" = "reports"."post_id"
  inner join "revisions" as "shown" on "shown"."id" = "posts"."shown_revision"
  where "reports"."id" = ?;
-- SQLite     SEARCH reports USING INDEX sqlite_autoindex_reports_1 (id=?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SEARCH shown USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using reports_pkey on reports
-- PostgreSQL                     Index Cond: (id = $1)
-- PostgreSQL               ->  Index Scan using posts_id_key on posts
-- PostgreSQL                     Index Cond: (id = reports.post_id)
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = posts.id)
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions shown
-- PostgreSQL         Index Cond: (id = posts.shown_revision)

-- reportTimes
select "created_at", "closed_at"
  from "reports"
  where "counted" = 0 and "state" in ('upheld', 'dismissed') and "closed_at" >= ?
  order by "closed_at" desc
  limit ?;
-- SQLite     SEARCH reports USING INDEX reports_measured (closed_at>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using reports_measured on reports
-- PostgreSQL         Index Cond: (closed_at >= $1)

-- reportersCounted
select count(distinct reporter) as "n"
  from "reports"
  where "post_id" = ? and "reason" = ? and "judged_revision" = ? and "counted" = 1 and "closed_at" >= ?;
-- SQLite     USE TEMP B-TREE FOR count(DISTINCT)
-- SQLite     SEARCH reports USING INDEX reports_closed (post_id=? AND closed_at>?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: reporter
-- PostgreSQL         ->  Index Scan using reports_judged on reports
-- PostgreSQL               Index Cond: ((post_id = $1) AND (reason = $2) AND (judged_revision = $3))
-- PostgreSQL               Filter: ((closed_at >= $4) AND (counted = 1))

-- reportsClosedAt
select *
  from "reports"
  where "post_id" = ? and "closed_at" = ?
  order by "created_at", "id";
-- SQLite     SEARCH reports USING INDEX reports_post (post_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using reports_closed on reports
-- PostgreSQL         Index Cond: ((post_id = $1) AND (closed_at = $2))

-- takeUnreceipted
select "reports".*, "revisions"."rejection_category", "revisions"."status" as "post_status", "shown"."fields" as "shown_fields"
  from "reports"
  inner join "posts" on "posts"."id" = "reports"."post_id"
  inner join "revisions" on "revisions"."id" = "reports"."post_id"
  inner join "revisions" as "shown" on "shown"."id" = "posts"."shown_revision"
  where "reports"."id" in (?, ?)
  order by "reports"."created_at", "reports"."id";
-- SQLite     SEARCH reports USING INDEX sqlite_autoindex_reports_1 (id=?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SEARCH shown USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: reports.created_at, reports.id
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Index Scan using reports_pkey on reports
-- PostgreSQL                           Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL                     ->  Index Scan using posts_id_key on posts
-- PostgreSQL                           Index Cond: (id = reports.post_id)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL                     Index Cond: (id = posts.id)
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions shown
-- PostgreSQL               Index Cond: (id = posts.shown_revision)

-- takeUnreceipted
update "reports"
  set "receipt_at" = ?
  where "id" in (select "id"
  from "reports"
  where "receipt_at" is null and "email" is not null and ("state" = 'open' or "counted" = 1) and lower(email) = ?
  order by "created_at", "id"
  limit ?) and "receipt_at" is null
  returning "id";
-- SQLite     SEARCH reports USING INDEX sqlite_autoindex_reports_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SCAN reports USING INDEX reports_unreceipted
-- SQLite       USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Update on reports
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Incremental Sort
-- PostgreSQL                                 Sort Key: reports_1.created_at, reports_1.id
-- PostgreSQL                                 Presorted Key: reports_1.created_at
-- PostgreSQL                                 ->  Index Scan using reports_unreceipted on reports reports_1
-- PostgreSQL                                       Filter: (lower(email) = $2)
-- PostgreSQL         ->  Index Scan using reports_pkey on reports
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)
-- PostgreSQL               Filter: (receipt_at IS NULL)

-- takeUntold
select "reports".*, "revisions"."rejection_category", "revisions"."status" as "post_status", "shown"."fields" as "shown_fields"
  from "reports"
  inner join "posts" on "posts"."id" = "reports"."post_id"
  inner join "revisions" on "revisions"."id" = "reports"."post_id"
  inner join "revisions" as "shown" on "shown"."id" = "posts"."shown_revision"
  where "reports"."id" in (?, ?)
  order by "reports"."closed_at", "reports"."id";
-- SQLite     SEARCH reports USING INDEX sqlite_autoindex_reports_1 (id=?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SEARCH shown USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: reports.closed_at, reports.id
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Index Scan using reports_pkey on reports
-- PostgreSQL                           Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL                     ->  Index Scan using posts_id_key on posts
-- PostgreSQL                           Index Cond: (id = reports.post_id)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL                     Index Cond: (id = posts.id)
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions shown
-- PostgreSQL               Index Cond: (id = posts.shown_revision)

-- takeUntold
update "reports"
  set "told_at" = ?
  where "id" in (select "id"
  from "reports"
  where "told_at" is null and "email" is not null and "counted" = 0 and "state" <> 'open' and lower(email) = ?
  order by "closed_at", "id"
  limit ?) and "told_at" is null
  returning "id";
-- SQLite     SEARCH reports USING INDEX sqlite_autoindex_reports_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SCAN reports USING INDEX reports_untold
-- SQLite       USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Update on reports
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Incremental Sort
-- PostgreSQL                                 Sort Key: reports_1.closed_at, reports_1.id
-- PostgreSQL                                 Presorted Key: reports_1.closed_at
-- PostgreSQL                                 ->  Index Scan using reports_untold on reports reports_1
-- PostgreSQL                                       Filter: (lower(email) = $2)
-- PostgreSQL         ->  Index Scan using reports_pkey on reports
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)
-- PostgreSQL               Filter: (told_at IS NULL)

-- untoldAddresses
select lower(email) as "address"
  from "reports"
  where "receipt_at" is null and "email" is not null and ("state" = 'open' or "counted" = 1) and "created_at" < ?
  group by lower(email)
  order by min(created_at)
  limit ?;
-- SQLite     SEARCH reports USING INDEX reports_unreceipted (created_at<?)
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (min(created_at))
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: (lower(email))
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: (lower(email))
-- PostgreSQL                     ->  Index Scan using reports_unreceipted on reports
-- PostgreSQL                           Index Cond: (created_at < $1)

-- untoldAddresses
select lower(email) as "address"
  from "reports"
  where "told_at" is null and "email" is not null and "counted" = 0 and "state" <> 'open' and "closed_at" < ?
  group by lower(email)
  order by min(closed_at)
  limit ?;
-- SQLite     SEARCH reports USING INDEX reports_untold (closed_at<?)
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (min(closed_at))
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: (lower(email))
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: (lower(email))
-- PostgreSQL                     ->  Index Scan using reports_untold on reports
-- PostgreSQL                           Index Cond: (closed_at < $1)
