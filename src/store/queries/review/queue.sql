-- The statements of src/store/review/queue.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- categoriesOfAppeals
select "a"."id", "r"."rejection_category" as "category"
  from "appeals" as "a"
  inner join "revisions" as "r" on "r"."id" = "a"."revision_id"
  where "a"."id" in (?, ?);
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using appeals_pkey on appeals a
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL         Index Cond: (id = a.revision_id)

-- nextItems
select *
  from (select *
  from (select 1 as listed, 'text' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, seq as place, coalesce(approval_at, submitted_at) as since, urgency
  from revisions
  where status = 'review') w
  left join review_claims c on c.kind = 'text' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'text' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'text' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'text' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, judge_until as place, coalesce(approval_at, submitted_at) as since, urgency
  from revisions
  where judge_until > 0) w
  left join review_claims c on c.kind = 'text' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'text' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'text' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by place
  limit 2) part
  union all select *
  from (select 1 as listed, 'report' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select r.post_id as subject, r.post_id, r.site, r.id as place, r.created_at as since, r.urgency
  from reports r
  where r.state = 'open' and not exists (select 1
  from reports o
  where o.post_id = r.post_id and o.state = 'open' and (o.urgency < r.urgency or (o.urgency = r.urgency and (o.created_at < r.created_at or (o.created_at = r.created_at and o.id < r.id)))))) w
  left join review_claims c on c.kind = 'report' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'report' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'report' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'appeal' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, id as place, created_at as since, 4 as urgency
  from appeals
  where state = 'open') w
  left join review_claims c on c.kind = 'appeal' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'appeal' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'appeal' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'message' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, id as place, created_at as since, urgency
  from held_messages) w
  left join review_claims c on c.kind = 'message' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'message' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'message' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'name' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select account_id as subject, account_id as post_id, site, account_id as place, created_at as since, urgency
  from name_checks
  where state = 'open') w
  left join review_claims c on c.kind = 'name' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'name' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'name' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'text' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select s.subject, s.post_id, s.site, s.subject as place, s.since, coalesce((select r.urgency
  from revisions r
  where r.id = s.subject), 5) as urgency
  from review_samples s
  where s.kind = 'text' and s.second_at is null and s.first_reviewer <> ? and 1 = 1) w
  left join review_claims c on c.kind = 'text' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'text' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'text' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'report' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select s.subject, s.post_id, s.site, s.subject as place, s.since, coalesce((select min(r.urgency)
  from reports r
  where r.post_id = s.subject), 5) as urgency
  from review_samples s
  where s.kind = 'report' and s.second_at is null and s.first_reviewer <> ? and not exists (select 1
  from reports o
  where o.post_id = s.subject and o.state = 'open')) w
  left join review_claims c on c.kind = 'report' and c.subject = w.subject and c.until > 0
  where (c.subject is null or c.reviewer = ?) and not exists (select 1
  from review_passes p
  where p.kind = 'report' and p.subject = w.subject and p.reviewer = ? and (p.until is null or p.until > 0)) and not exists (select 1
  from pending_decisions d
  where d.kind = 'report' and d.subject = w.subject) and 1 = 1 and 1 = 1 and 1 = 1
  order by since, place
  limit 2) part) items
  order by listed, urgency, since, kind, subject
  limit 2;
-- SQLite     CO-ROUTINE items
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN revisions USING INDEX revisions_urgent
-- SQLite             CORRELATED SCALAR SUBQUERY 2
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 3
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH revisions USING INDEX revisions_withdrawn (judge_until>?)
-- SQLite             CORRELATED SCALAR SUBQUERY 7
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 8
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN r USING INDEX reports_urgent
-- SQLite             CORRELATED SCALAR SUBQUERY 11
-- SQLite               SEARCH o USING INDEX reports_post (post_id=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 13
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 14
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN appeals USING INDEX appeals_open
-- SQLite             CORRELATED SCALAR SUBQUERY 18
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 19
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN held_messages USING INDEX held_messages_urgent
-- SQLite             CORRELATED SCALAR SUBQUERY 23
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 24
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN name_checks USING INDEX name_checks_urgent
-- SQLite             CORRELATED SCALAR SUBQUERY 28
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 29
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 34
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 35
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite             CORRELATED SCALAR SUBQUERY 32
-- SQLite               SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 39
-- SQLite               SEARCH o USING COVERING INDEX reports_once (post_id=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 41
-- SQLite               SEARCH p USING INDEX sqlite_autoindex_review_passes_1 (kind=? AND subject=? AND reviewer=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 42
-- SQLite               SEARCH d USING COVERING INDEX sqlite_autoindex_pending_decisions_2 (kind=? AND subject=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite             CORRELATED SCALAR SUBQUERY 38
-- SQLite               SEARCH r USING INDEX reports_post (post_id=?)
-- SQLite           SCAN part
-- SQLite     SCAN items
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: part.listed, ((part.urgency)::bigint), part.since, part.kind, part.subject
-- PostgreSQL         ->  Append
-- PostgreSQL               ->  Result
-- PostgreSQL                     ->  Append
-- PostgreSQL                           ->  Subquery Scan on part
-- PostgreSQL                                 ->  Limit
-- PostgreSQL                                       ->  Nested Loop Anti Join
-- PostgreSQL                                             ->  Nested Loop Anti Join
-- PostgreSQL                                                   ->  Nested Loop Left Join
-- PostgreSQL                                                         Join Filter: (c.subject = revisions.id)
-- PostgreSQL                                                         Filter: ((c.subject IS NULL) OR (c.reviewer = $1))
-- PostgreSQL                                                         ->  Index Scan using revisions_urgent on revisions
-- PostgreSQL                                                         ->  Materialize
-- PostgreSQL                                                               ->  Bitmap Heap Scan on review_claims c
-- PostgreSQL                                                                     Recheck Cond: (kind = 'text'::text)
-- PostgreSQL                                                                     Filter: (until > 0)
-- PostgreSQL                                                                     ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                                           Index Cond: (kind = 'text'::text)
-- PostgreSQL                                                   ->  Index Scan using review_passes_pkey on review_passes p
-- PostgreSQL                                                         Index Cond: ((kind = 'text'::text) AND (subject = revisions.id) AND (reviewer = $2))
-- PostgreSQL                                                         Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                             ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d
-- PostgreSQL                                                   Index Cond: ((kind = 'text'::text) AND (subject = revisions.id))
-- PostgreSQL                           ->  Subquery Scan on part_1
-- PostgreSQL                                 ->  Limit
-- PostgreSQL                                       ->  Nested Loop Anti Join
-- PostgreSQL                                             ->  Nested Loop Anti Join
-- PostgreSQL                                                   ->  Nested Loop Left Join
-- PostgreSQL                                                         Join Filter: (c_1.subject = revisions_1.id)
-- PostgreSQL                                                         Filter: ((c_1.subject IS NULL) OR (c_1.reviewer = $3))
-- PostgreSQL                                                         ->  Index Scan using revisions_withdrawn on revisions revisions_1
-- PostgreSQL                                                               Index Cond: (judge_until > 0)
-- PostgreSQL                                                         ->  Materialize
-- PostgreSQL                                                               ->  Bitmap Heap Scan on review_claims c_1
-- PostgreSQL                                                                     Recheck Cond: (kind = 'text'::text)
-- PostgreSQL                                                                     Filter: (until > 0)
-- PostgreSQL                                                                     ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                                           Index Cond: (kind = 'text'::text)
-- PostgreSQL                                                   ->  Index Scan using review_passes_pkey on review_passes p_1
-- PostgreSQL                                                         Index Cond: ((kind = 'text'::text) AND (subject = revisions_1.id) AND (reviewer = $4))
-- PostgreSQL                                                         Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                             ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d_1
-- PostgreSQL                                                   Index Cond: ((kind = 'text'::text) AND (subject = revisions_1.id))
-- PostgreSQL                           ->  Subquery Scan on part_2
-- PostgreSQL                                 ->  Limit
-- PostgreSQL                                       ->  Nested Loop Anti Join
-- PostgreSQL                                             ->  Nested Loop Anti Join
-- PostgreSQL                                                   ->  Nested Loop Anti Join
-- PostgreSQL                                                         ->  Nested Loop Left Join
-- PostgreSQL                                                               Join Filter: (c_2.subject = r.post_id)
-- PostgreSQL                                                               Filter: ((c_2.subject IS NULL) OR (c_2.reviewer = $5))
-- PostgreSQL                                                               ->  Index Scan using reports_urgent on reports r
-- PostgreSQL                                                               ->  Materialize
-- PostgreSQL                                                                     ->  Bitmap Heap Scan on review_claims c_2
-- PostgreSQL                                                                           Recheck Cond: (kind = 'report'::text)
-- PostgreSQL                                                                           Filter: (until > 0)
-- PostgreSQL                                                                           ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                                                 Index Cond: (kind = 'report'::text)
-- PostgreSQL                                                         ->  Index Scan using reports_once on reports o
-- PostgreSQL                                                               Index Cond: (post_id = r.post_id)
-- PostgreSQL                                                               Filter: ((urgency < r.urgency) OR ((urgency = r.urgency) AND ((created_at < r.created_at) OR ((created_at = r.created_at) AND (id < r.id)))))
-- PostgreSQL                                                   ->  Index Scan using review_passes_pkey on review_passes p_2
-- PostgreSQL                                                         Index Cond: ((kind = 'report'::text) AND (subject = r.post_id) AND (reviewer = $6))
-- PostgreSQL                                                         Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                             ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d_2
-- PostgreSQL                                                   Index Cond: ((kind = 'report'::text) AND (subject = r.post_id))
-- PostgreSQL                           ->  Subquery Scan on part_3
-- PostgreSQL                                 ->  Limit
-- PostgreSQL                                       ->  Nested Loop Anti Join
-- PostgreSQL                                             ->  Nested Loop Anti Join
-- PostgreSQL                                                   ->  Nested Loop Left Join
-- PostgreSQL                                                         Join Filter: (c_3.subject = appeals.id)
-- PostgreSQL                                                         Filter: ((c_3.subject IS NULL) OR (c_3.reviewer = $7))
-- PostgreSQL                                                         ->  Index Scan using appeals_open on appeals
-- PostgreSQL                                                         ->  Materialize
-- PostgreSQL                                                               ->  Bitmap Heap Scan on review_claims c_3
-- PostgreSQL                                                                     Recheck Cond: (kind = 'appeal'::text)
-- PostgreSQL                                                                     Filter: (until > 0)
-- PostgreSQL                                                                     ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                                           Index Cond: (kind = 'appeal'::text)
-- PostgreSQL                                                   ->  Index Scan using review_passes_pkey on review_passes p_3
-- PostgreSQL                                                         Index Cond: ((kind = 'appeal'::text) AND (subject = appeals.id) AND (reviewer = $8))
-- PostgreSQL                                                         Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                             ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d_3
-- PostgreSQL                                                   Index Cond: ((kind = 'appeal'::text) AND (subject = appeals.id))
-- PostgreSQL                           ->  Subquery Scan on part_4
-- PostgreSQL                                 ->  Limit
-- PostgreSQL                                       ->  Sort
-- PostgreSQL                                             Sort Key: held_messages.urgency, held_messages.created_at, held_messages.id
-- PostgreSQL                                             ->  Nested Loop Anti Join
-- PostgreSQL                                                   ->  Nested Loop Anti Join
-- PostgreSQL                                                         ->  Hash Left Join
-- PostgreSQL                                                               Hash Cond: (held_messages.id = c_4.subject)
-- PostgreSQL                                                               Filter: ((c_4.subject IS NULL) OR (c_4.reviewer = $9))
-- PostgreSQL                                                               ->  Seq Scan on held_messages
-- PostgreSQL                                                               ->  Hash
-- PostgreSQL                                                                     ->  Bitmap Heap Scan on review_claims c_4
-- PostgreSQL                                                                           Recheck Cond: (kind = 'message'::text)
-- PostgreSQL                                                                           Filter: (until > 0)
-- PostgreSQL                                                                           ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                                                 Index Cond: (kind = 'message'::text)
-- PostgreSQL                                                         ->  Index Scan using review_passes_pkey on review_passes p_4
-- PostgreSQL                                                               Index Cond: ((kind = 'message'::text) AND (subject = held_messages.id) AND (reviewer = $10))
-- PostgreSQL                                                               Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                                   ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d_4
-- PostgreSQL                                                         Index Cond: ((kind = 'message'::text) AND (subject = held_messages.id))
-- PostgreSQL               ->  Subquery Scan on part_5
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Nested Loop Anti Join
-- PostgreSQL                                 ->  Nested Loop Anti Join
-- PostgreSQL                                       ->  Nested Loop Left Join
-- PostgreSQL                                             Join Filter: (c_5.subject = name_checks.account_id)
-- PostgreSQL                                             Filter: ((c_5.subject IS NULL) OR (c_5.reviewer = $11))
-- PostgreSQL                                             ->  Index Scan using name_checks_urgent on name_checks
-- PostgreSQL                                             ->  Materialize
-- PostgreSQL                                                   ->  Bitmap Heap Scan on review_claims c_5
-- PostgreSQL                                                         Recheck Cond: (kind = 'name'::text)
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL                                                         ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                               Index Cond: (kind = 'name'::text)
-- PostgreSQL                                       ->  Index Scan using review_passes_pkey on review_passes p_5
-- PostgreSQL                                             Index Cond: ((kind = 'name'::text) AND (subject = name_checks.account_id) AND (reviewer = $12))
-- PostgreSQL                                             Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                 ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d_5
-- PostgreSQL                                       Index Cond: ((kind = 'name'::text) AND (subject = name_checks.account_id))
-- PostgreSQL               ->  Subquery Scan on "*SELECT* 7"
-- PostgreSQL                     ->  Subquery Scan on part_6
-- PostgreSQL                           ->  Limit
-- PostgreSQL                                 ->  Nested Loop Anti Join
-- PostgreSQL                                       ->  Nested Loop Anti Join
-- PostgreSQL                                             Join Filter: (p_6.subject = s.subject)
-- PostgreSQL                                             ->  Nested Loop Left Join
-- PostgreSQL                                                   Filter: ((c_6.subject IS NULL) OR (c_6.reviewer = $14))
-- PostgreSQL                                                   ->  Index Scan using review_samples_since on review_samples s
-- PostgreSQL                                                         Index Cond: (kind = 'text'::text)
-- PostgreSQL                                                         Filter: (first_reviewer <> $13)
-- PostgreSQL                                                   ->  Index Scan using review_claims_pkey on review_claims c_6
-- PostgreSQL                                                         Index Cond: ((kind = 'text'::text) AND (subject = s.subject))
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL                                             ->  Index Scan using review_passes_pkey on review_passes p_6
-- PostgreSQL                                                   Index Cond: ((kind = 'text'::text) AND (reviewer = $15))
-- PostgreSQL                                                   Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                       ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d_6
-- PostgreSQL                                             Index Cond: ((kind = 'text'::text) AND (subject = s.subject))
-- PostgreSQL                                       SubPlan 1
-- PostgreSQL                                         ->  Index Scan using revisions_id_key on revisions r_1
-- PostgreSQL                                               Index Cond: (id = s.subject)
-- PostgreSQL               ->  Subquery Scan on "*SELECT* 8"
-- PostgreSQL                     ->  Subquery Scan on part_7
-- PostgreSQL                           ->  Limit
-- PostgreSQL                                 ->  Result
-- PostgreSQL                                       ->  Sort
-- PostgreSQL                                             Sort Key: s_1.since, s_1.subject
-- PostgreSQL                                             ->  Nested Loop Anti Join
-- PostgreSQL                                                   ->  Nested Loop Anti Join
-- PostgreSQL                                                         Join Filter: (p_7.subject = s_1.subject)
-- PostgreSQL                                                         ->  Nested Loop Left Join
-- PostgreSQL                                                               Filter: ((c_7.subject IS NULL) OR (c_7.reviewer = $17))
-- PostgreSQL                                                               ->  Merge Anti Join
-- PostgreSQL                                                                     Merge Cond: (s_1.subject = o_1.post_id)
-- PostgreSQL                                                                     ->  Index Scan using review_samples_open on review_samples s_1
-- PostgreSQL                                                                           Index Cond: (kind = 'report'::text)
-- PostgreSQL                                                                           Filter: (first_reviewer <> $16)
-- PostgreSQL                                                                     ->  Index Only Scan using reports_once on reports o_1
-- PostgreSQL                                                               ->  Index Scan using review_claims_pkey on review_claims c_7
-- PostgreSQL                                                                     Index Cond: ((kind = 'report'::text) AND (subject = s_1.subject))
-- PostgreSQL                                                                     Filter: (until > 0)
-- PostgreSQL                                                         ->  Index Scan using review_passes_pkey on review_passes p_7
-- PostgreSQL                                                               Index Cond: ((kind = 'report'::text) AND (reviewer = $18))
-- PostgreSQL                                                               Filter: ((until IS NULL) OR (until > 0))
-- PostgreSQL                                                   ->  Index Only Scan using pending_decisions_kind_subject_key on pending_decisions d_7
-- PostgreSQL                                                         Index Cond: ((kind = 'report'::text) AND (subject = s_1.subject))
-- PostgreSQL                                       SubPlan 2
-- PostgreSQL                                         ->  Aggregate
-- PostgreSQL                                               ->  Index Scan using reports_post on reports r_2
-- PostgreSQL                                                     Index Cond: (post_id = s_1.subject)

-- openQueue
select *
  from (select 0 as listed, 'text' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select coalesce(approval_at, submitted_at) as since
  from revisions
  where status = 'review') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from revisions
  where status = 'review'
  limit 1000) counted) as n
  union all select 0 as listed, 'text' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select since
  from (select coalesce(approval_at, submitted_at) as since
  from revisions
  where judge_until > 0
  order by judge_until
  limit 1) withdrawn) t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from revisions
  where judge_until > 0
  limit 1000) counted) as n
  union all select 0 as listed, 'report' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from reports
  where state = 'open') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select distinct post_id
  from reports
  where state = 'open'
  limit 1000) counted) as n
  union all select 0 as listed, 'appeal' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from appeals
  where state = 'open') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from appeals
  where state = 'open'
  limit 1000) counted) as n
  union all select 0 as listed, 'message' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from held_messages) t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from held_messages
  limit 1000) counted) as n
  union all select 0 as listed, 'name' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from name_checks
  where state = 'open') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from name_checks
  where state = 'open'
  limit 1000) counted) as n
  union all select 0 as listed, 'text' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select s.since
  from review_samples s
  where s.kind = 'text' and s.second_at is null and s.first_reviewer <> ? and 1 = 1) t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from review_samples s
  where s.kind = 'text' and s.second_at is null and s.first_reviewer <> ? and 1 = 1
  limit 1000) counted) as n
  union all select 0 as listed, 'report' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select s.since
  from review_samples s
  where s.kind = 'report' and s.second_at is null and s.first_reviewer <> ? and not exists (select 1
  from reports o
  where o.post_id = s.subject and o.state = 'open')) t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from review_samples s
  where s.kind = 'report' and s.second_at is null and s.first_reviewer <> ? and not exists (select 1
  from reports o
  where o.post_id = s.subject and o.state = 'open')
  limit 1000) counted) as n
  union all select *
  from (select 1 as listed, 'text' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, seq as place, coalesce(approval_at, submitted_at) as since, urgency
  from revisions
  where status = 'review') w
  left join review_claims c on c.kind = 'text' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'text' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, judge_until as place, coalesce(approval_at, submitted_at) as since, urgency
  from revisions
  where judge_until > 0) w
  left join review_claims c on c.kind = 'text' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by place
  limit 2) part
  union all select *
  from (select 1 as listed, 'report' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select r.post_id as subject, r.post_id, r.site, r.id as place, r.created_at as since, r.urgency
  from reports r
  where r.state = 'open' and not exists (select 1
  from reports o
  where o.post_id = r.post_id and o.state = 'open' and (o.urgency < r.urgency or (o.urgency = r.urgency and (o.created_at < r.created_at or (o.created_at = r.created_at and o.id < r.id)))))) w
  left join review_claims c on c.kind = 'report' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'appeal' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, id as place, created_at as since, 4 as urgency
  from appeals
  where state = 'open') w
  left join review_claims c on c.kind = 'appeal' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'message' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select id as subject, post_id, site, id as place, created_at as since, urgency
  from held_messages) w
  left join review_claims c on c.kind = 'message' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'name' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select account_id as subject, account_id as post_id, site, account_id as place, created_at as since, urgency
  from name_checks
  where state = 'open') w
  left join review_claims c on c.kind = 'name' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by urgency, since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'text' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select s.subject, s.post_id, s.site, s.subject as place, s.since, coalesce((select r.urgency
  from revisions r
  where r.id = s.subject), 5) as urgency
  from review_samples s
  where s.kind = 'text' and s.second_at is null and s.first_reviewer <> ? and 1 = 1) w
  left join review_claims c on c.kind = 'text' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by since, place
  limit 2) part
  union all select *
  from (select 1 as listed, 'report' as kind, w.subject, w.post_id, w.site, w.since, w.urgency, c.reviewer, c.until, 0 as n
  from (select s.subject, s.post_id, s.site, s.subject as place, s.since, coalesce((select min(r.urgency)
  from reports r
  where r.post_id = s.subject), 5) as urgency
  from review_samples s
  where s.kind = 'report' and s.second_at is null and s.first_reviewer <> ? and not exists (select 1
  from reports o
  where o.post_id = s.subject and o.state = 'open')) w
  left join review_claims c on c.kind = 'report' and c.subject = w.subject and c.until > 0
  where 1 = 1 and 1 = 1 and 1 = 1 and 1 = 1
  order by since, place
  limit 2) part) items
  order by listed, urgency, since, kind, subject
  limit 10;
-- SQLite     CO-ROUTINE items
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 2
-- SQLite             SCAN revisions USING INDEX revisions_review
-- SQLite           SCALAR SUBQUERY 4
-- SQLite             CO-ROUTINE counted
-- SQLite               SCAN revisions USING COVERING INDEX revisions_urgent
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 8
-- SQLite             CO-ROUTINE withdrawn
-- SQLite               SEARCH revisions USING INDEX revisions_withdrawn (judge_until>?)
-- SQLite             SCAN withdrawn
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCALAR SUBQUERY 10
-- SQLite             CO-ROUTINE counted
-- SQLite               SEARCH revisions USING COVERING INDEX revisions_withdrawn (judge_until>?)
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 13
-- SQLite             SCAN reports USING COVERING INDEX reports_open
-- SQLite           SCALAR SUBQUERY 15
-- SQLite             CO-ROUTINE counted
-- SQLite               SCAN reports USING COVERING INDEX reports_once
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 18
-- SQLite             SCAN appeals USING COVERING INDEX appeals_open
-- SQLite           SCALAR SUBQUERY 20
-- SQLite             CO-ROUTINE counted
-- SQLite               SCAN appeals USING COVERING INDEX appeals_open
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 23
-- SQLite             SCAN held_messages USING COVERING INDEX held_messages_urgent
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCALAR SUBQUERY 25
-- SQLite             CO-ROUTINE counted
-- SQLite               SCAN held_messages USING COVERING INDEX held_messages_reported
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 28
-- SQLite             SCAN name_checks USING COVERING INDEX name_checks_urgent
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCALAR SUBQUERY 30
-- SQLite             CO-ROUTINE counted
-- SQLite               SCAN name_checks USING COVERING INDEX name_checks_urgent
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 33
-- SQLite             SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite           SCALAR SUBQUERY 35
-- SQLite             CO-ROUTINE counted
-- SQLite               SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN CONSTANT ROW
-- SQLite           SCALAR SUBQUERY 39
-- SQLite             SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 37
-- SQLite               SEARCH o USING COVERING INDEX reports_once (post_id=?)
-- SQLite           SCALAR SUBQUERY 42
-- SQLite             CO-ROUTINE counted
-- SQLite               SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite               CORRELATED SCALAR SUBQUERY 40
-- SQLite                 SEARCH o USING COVERING INDEX reports_once (post_id=?)
-- SQLite             SCAN counted
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN revisions USING INDEX revisions_urgent
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH revisions USING INDEX revisions_withdrawn (judge_until>?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN r USING INDEX reports_urgent
-- SQLite             CORRELATED SCALAR SUBQUERY 50
-- SQLite               SEARCH o USING INDEX reports_post (post_id=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN appeals USING INDEX appeals_open
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN held_messages USING INDEX held_messages_urgent
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN name_checks USING INDEX name_checks_urgent
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite             CORRELATED SCALAR SUBQUERY 63
-- SQLite               SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH s USING INDEX review_samples_since (kind=?)
-- SQLite             CORRELATED SCALAR SUBQUERY 68
-- SQLite               SEARCH o USING COVERING INDEX reports_once (post_id=?)
-- SQLite             SEARCH c USING INDEX sqlite_autoindex_review_claims_1 (kind=? AND subject=?) LEFT-JOIN
-- SQLite             CORRELATED SCALAR SUBQUERY 67
-- SQLite               SEARCH r USING INDEX reports_post (post_id=?)
-- SQLite           SCAN part
-- SQLite     SCAN items
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (0), (((0))::bigint), ((InitPlan 1).col1), ('text'::text), (''::text)
-- PostgreSQL         ->  Append
-- PostgreSQL               ->  Result
-- PostgreSQL                     ->  Append
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 1
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Index Scan using revisions_review on revisions revisions_2
-- PostgreSQL                                 InitPlan 2
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Only Scan using revisions_urgent on revisions revisions_3
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 3
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Sort
-- PostgreSQL                                               Sort Key: withdrawn.since
-- PostgreSQL                                               ->  Subquery Scan on withdrawn
-- PostgreSQL                                                     ->  Limit
-- PostgreSQL                                                           ->  Index Scan using revisions_withdrawn on revisions revisions_4
-- PostgreSQL                                                                 Index Cond: (judge_until > 0)
-- PostgreSQL                                 InitPlan 4
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Only Scan using revisions_withdrawn on revisions revisions_5
-- PostgreSQL                                                     Index Cond: (judge_until > 0)
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 5
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Index Only Scan using reports_open on reports
-- PostgreSQL                                 InitPlan 6
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Unique
-- PostgreSQL                                                     ->  Index Only Scan using reports_once on reports reports_1
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 7
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Index Only Scan using appeals_open on appeals appeals_1
-- PostgreSQL                                 InitPlan 8
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Only Scan using appeals_open on appeals appeals_2
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 9
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Sort
-- PostgreSQL                                               Sort Key: held_messages_1.created_at
-- PostgreSQL                                               ->  Seq Scan on held_messages held_messages_1
-- PostgreSQL                                 InitPlan 10
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Seq Scan on held_messages held_messages_2
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 11
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Sort
-- PostgreSQL                                               Sort Key: name_checks_1.created_at
-- PostgreSQL                                               ->  Index Only Scan using name_checks_urgent on name_checks name_checks_1
-- PostgreSQL                                 InitPlan 12
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Only Scan using name_checks_urgent on name_checks name_checks_2
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 13
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Index Scan using review_samples_since on review_samples s_2
-- PostgreSQL                                               Index Cond: (kind = 'text'::text)
-- PostgreSQL                                               Filter: (first_reviewer <> $1)
-- PostgreSQL                                 InitPlan 14
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Scan using review_samples_since on review_samples s_3
-- PostgreSQL                                                     Index Cond: (kind = 'text'::text)
-- PostgreSQL                                                     Filter: (first_reviewer <> $2)
-- PostgreSQL                           ->  Result
-- PostgreSQL                                 InitPlan 15
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Sort
-- PostgreSQL                                               Sort Key: s_4.since
-- PostgreSQL                                               ->  Merge Anti Join
-- PostgreSQL                                                     Merge Cond: (s_4.subject = o_2.post_id)
-- PostgreSQL                                                     ->  Index Scan using review_samples_open on review_samples s_4
-- PostgreSQL                                                           Index Cond: (kind = 'report'::text)
-- PostgreSQL                                                           Filter: (first_reviewer <> $3)
-- PostgreSQL                                                     ->  Index Only Scan using reports_once on reports o_2
-- PostgreSQL                                 InitPlan 16
-- PostgreSQL                                   ->  Aggregate
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Merge Anti Join
-- PostgreSQL                                                     Merge Cond: (s_5.subject = o_3.post_id)
-- PostgreSQL                                                     ->  Index Scan using review_samples_open on review_samples s_5
-- PostgreSQL                                                           Index Cond: (kind = 'report'::text)
-- PostgreSQL                                                           Filter: (first_reviewer <> $4)
-- PostgreSQL                                                     ->  Index Only Scan using reports_once on reports o_3
-- PostgreSQL                           ->  Subquery Scan on "*SELECT* 9"
-- PostgreSQL                                 ->  Subquery Scan on part
-- PostgreSQL                                       ->  Limit
-- PostgreSQL                                             ->  Nested Loop Left Join
-- PostgreSQL                                                   ->  Index Scan using revisions_urgent on revisions
-- PostgreSQL                                                   ->  Index Scan using review_claims_pkey on review_claims c
-- PostgreSQL                                                         Index Cond: ((kind = 'text'::text) AND (subject = revisions.id))
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL                           ->  Subquery Scan on "*SELECT* 10"
-- PostgreSQL                                 ->  Subquery Scan on part_1
-- PostgreSQL                                       ->  Limit
-- PostgreSQL                                             ->  Nested Loop Left Join
-- PostgreSQL                                                   ->  Index Scan using revisions_withdrawn on revisions revisions_1
-- PostgreSQL                                                         Index Cond: (judge_until > 0)
-- PostgreSQL                                                   ->  Index Scan using review_claims_pkey on review_claims c_1
-- PostgreSQL                                                         Index Cond: ((kind = 'text'::text) AND (subject = revisions_1.id))
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL                           ->  Subquery Scan on "*SELECT* 11"
-- PostgreSQL                                 ->  Subquery Scan on part_2
-- PostgreSQL                                       ->  Limit
-- PostgreSQL                                             ->  Nested Loop Left Join
-- PostgreSQL                                                   ->  Nested Loop Anti Join
-- PostgreSQL                                                         ->  Index Scan using reports_urgent on reports r
-- PostgreSQL                                                         ->  Index Scan using reports_once on reports o
-- PostgreSQL                                                               Index Cond: (post_id = r.post_id)
-- PostgreSQL                                                               Filter: ((urgency < r.urgency) OR ((urgency = r.urgency) AND ((created_at < r.created_at) OR ((created_at = r.created_at) AND (id < r.id)))))
-- PostgreSQL                                                   ->  Index Scan using review_claims_pkey on review_claims c_2
-- PostgreSQL                                                         Index Cond: ((kind = 'report'::text) AND (subject = r.post_id))
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL                           ->  Subquery Scan on "*SELECT* 12"
-- PostgreSQL                                 ->  Subquery Scan on part_3
-- PostgreSQL                                       ->  Limit
-- PostgreSQL                                             ->  Nested Loop Left Join
-- PostgreSQL                                                   ->  Index Scan using appeals_open on appeals
-- PostgreSQL                                                   ->  Index Scan using review_claims_pkey on review_claims c_3
-- PostgreSQL                                                         Index Cond: ((kind = 'appeal'::text) AND (subject = appeals.id))
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL                           ->  Subquery Scan on "*SELECT* 13"
-- PostgreSQL                                 ->  Subquery Scan on part_4
-- PostgreSQL                                       ->  Limit
-- PostgreSQL                                             ->  Nested Loop Left Join
-- PostgreSQL                                                   ->  Index Scan using held_messages_urgent on held_messages
-- PostgreSQL                                                   ->  Index Scan using review_claims_pkey on review_claims c_4
-- PostgreSQL                                                         Index Cond: ((kind = 'message'::text) AND (subject = held_messages.id))
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL               ->  Subquery Scan on "*SELECT* 14"
-- PostgreSQL                     ->  Subquery Scan on part_5
-- PostgreSQL                           ->  Limit
-- PostgreSQL                                 ->  Nested Loop Left Join
-- PostgreSQL                                       ->  Index Scan using name_checks_urgent on name_checks
-- PostgreSQL                                       ->  Index Scan using review_claims_pkey on review_claims c_5
-- PostgreSQL                                             Index Cond: ((kind = 'name'::text) AND (subject = name_checks.account_id))
-- PostgreSQL                                             Filter: (until > 0)
-- PostgreSQL               ->  Subquery Scan on "*SELECT* 15"
-- PostgreSQL                     ->  Subquery Scan on part_6
-- PostgreSQL                           ->  Limit
-- PostgreSQL                                 ->  Nested Loop Left Join
-- PostgreSQL                                       Join Filter: (c_6.subject = s.subject)
-- PostgreSQL                                       ->  Index Scan using review_samples_since on review_samples s
-- PostgreSQL                                             Index Cond: (kind = 'text'::text)
-- PostgreSQL                                             Filter: (first_reviewer <> $5)
-- PostgreSQL                                       ->  Bitmap Heap Scan on review_claims c_6
-- PostgreSQL                                             Recheck Cond: (kind = 'text'::text)
-- PostgreSQL                                             Filter: (until > 0)
-- PostgreSQL                                             ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                   Index Cond: (kind = 'text'::text)
-- PostgreSQL                                       SubPlan 17
-- PostgreSQL                                         ->  Index Scan using revisions_id_key on revisions r_1
-- PostgreSQL                                               Index Cond: (id = s.subject)
-- PostgreSQL               ->  Subquery Scan on "*SELECT* 16"
-- PostgreSQL                     ->  Subquery Scan on part_7
-- PostgreSQL                           ->  Limit
-- PostgreSQL                                 ->  Result
-- PostgreSQL                                       ->  Sort
-- PostgreSQL                                             Sort Key: s_1.since, s_1.subject
-- PostgreSQL                                             ->  Nested Loop Left Join
-- PostgreSQL                                                   Join Filter: (c_7.subject = s_1.subject)
-- PostgreSQL                                                   ->  Merge Anti Join
-- PostgreSQL                                                         Merge Cond: (s_1.subject = o_1.post_id)
-- PostgreSQL                                                         ->  Index Scan using review_samples_open on review_samples s_1
-- PostgreSQL                                                               Index Cond: (kind = 'report'::text)
-- PostgreSQL                                                               Filter: (first_reviewer <> $6)
-- PostgreSQL                                                         ->  Index Only Scan using reports_once on reports o_1
-- PostgreSQL                                                   ->  Bitmap Heap Scan on review_claims c_7
-- PostgreSQL                                                         Recheck Cond: (kind = 'report'::text)
-- PostgreSQL                                                         Filter: (until > 0)
-- PostgreSQL                                                         ->  Bitmap Index Scan on review_claims_pkey
-- PostgreSQL                                                               Index Cond: (kind = 'report'::text)
-- PostgreSQL                                       SubPlan 18
-- PostgreSQL                                         ->  Aggregate
-- PostgreSQL                                               ->  Index Scan using reports_post on reports r_2
-- PostgreSQL                                                     Index Cond: (post_id = s_1.subject)

-- queueCounts
select 0 as listed, 'text' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select coalesce(approval_at, submitted_at) as since
  from revisions
  where status = 'review') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from revisions
  where status = 'review'
  limit 1000) counted) as n
  union all select 0 as listed, 'text' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select since
  from (select coalesce(approval_at, submitted_at) as since
  from revisions
  where judge_until > 0
  order by judge_until
  limit 1) withdrawn) t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from revisions
  where judge_until > 0
  limit 1000) counted) as n
  union all select 0 as listed, 'report' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from reports
  where state = 'open') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select distinct post_id
  from reports
  where state = 'open'
  limit 1000) counted) as n
  union all select 0 as listed, 'appeal' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from appeals
  where state = 'open') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from appeals
  where state = 'open'
  limit 1000) counted) as n
  union all select 0 as listed, 'message' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from held_messages) t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from held_messages
  limit 1000) counted) as n
  union all select 0 as listed, 'name' as kind, '' as subject, '' as post_id, '' as site, (select t.since
  from (select created_at as since
  from name_checks
  where state = 'open') t
  order by t.since
  limit 1) as since, 0 as urgency, cast(null as text) as reviewer, cast(null as bigint) as until, (select count(*)
  from (select 1
  from name_checks
  where state = 'open'
  limit 1000) counted) as n;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SCAN CONSTANT ROW
-- SQLite         SCALAR SUBQUERY 2
-- SQLite           SCAN revisions USING INDEX revisions_review
-- SQLite         SCALAR SUBQUERY 4
-- SQLite           CO-ROUTINE counted
-- SQLite             SCAN revisions USING COVERING INDEX revisions_urgent
-- SQLite           SCAN counted
-- SQLite       UNION ALL
-- SQLite         SCAN CONSTANT ROW
-- SQLite         SCALAR SUBQUERY 8
-- SQLite           CO-ROUTINE withdrawn
-- SQLite             SEARCH revisions USING INDEX revisions_withdrawn (judge_until>?)
-- SQLite           SCAN withdrawn
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite         SCALAR SUBQUERY 10
-- SQLite           CO-ROUTINE counted
-- SQLite             SEARCH revisions USING COVERING INDEX revisions_withdrawn (judge_until>?)
-- SQLite           SCAN counted
-- SQLite       UNION ALL
-- SQLite         SCAN CONSTANT ROW
-- SQLite         SCALAR SUBQUERY 13
-- SQLite           SCAN reports USING COVERING INDEX reports_open
-- SQLite         SCALAR SUBQUERY 15
-- SQLite           CO-ROUTINE counted
-- SQLite             SCAN reports USING COVERING INDEX reports_once
-- SQLite           SCAN counted
-- SQLite       UNION ALL
-- SQLite         SCAN CONSTANT ROW
-- SQLite         SCALAR SUBQUERY 18
-- SQLite           SCAN appeals USING COVERING INDEX appeals_open
-- SQLite         SCALAR SUBQUERY 20
-- SQLite           CO-ROUTINE counted
-- SQLite             SCAN appeals USING COVERING INDEX appeals_open
-- SQLite           SCAN counted
-- SQLite       UNION ALL
-- SQLite         SCAN CONSTANT ROW
-- SQLite         SCALAR SUBQUERY 23
-- SQLite           SCAN held_messages USING COVERING INDEX held_messages_urgent
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite         SCALAR SUBQUERY 25
-- SQLite           CO-ROUTINE counted
-- SQLite             SCAN held_messages USING COVERING INDEX held_messages_reported
-- SQLite           SCAN counted
-- SQLite       UNION ALL
-- SQLite         SCAN CONSTANT ROW
-- SQLite         SCALAR SUBQUERY 28
-- SQLite           SCAN name_checks USING COVERING INDEX name_checks_urgent
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite         SCALAR SUBQUERY 30
-- SQLite           CO-ROUTINE counted
-- SQLite             SCAN name_checks USING COVERING INDEX name_checks_urgent
-- SQLite           SCAN counted
-- PostgreSQL Append
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Index Scan using revisions_review on revisions
-- PostgreSQL   InitPlan 2
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan using revisions_urgent on revisions revisions_1
-- PostgreSQL   InitPlan 3
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Sort
-- PostgreSQL                 Sort Key: withdrawn.since
-- PostgreSQL                 ->  Subquery Scan on withdrawn
-- PostgreSQL                       ->  Limit
-- PostgreSQL                             ->  Index Scan using revisions_withdrawn on revisions revisions_2
-- PostgreSQL                                   Index Cond: (judge_until > 0)
-- PostgreSQL   InitPlan 4
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan using revisions_withdrawn on revisions revisions_3
-- PostgreSQL                       Index Cond: (judge_until > 0)
-- PostgreSQL   InitPlan 5
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Index Only Scan using reports_open on reports
-- PostgreSQL   InitPlan 6
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Unique
-- PostgreSQL                       ->  Index Only Scan using reports_once on reports reports_1
-- PostgreSQL   InitPlan 7
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Index Only Scan using appeals_open on appeals
-- PostgreSQL   InitPlan 8
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan using appeals_open on appeals appeals_1
-- PostgreSQL   InitPlan 9
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Sort
-- PostgreSQL                 Sort Key: held_messages.created_at
-- PostgreSQL                 ->  Seq Scan on held_messages
-- PostgreSQL   InitPlan 10
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Seq Scan on held_messages held_messages_1
-- PostgreSQL   InitPlan 11
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Sort
-- PostgreSQL                 Sort Key: name_checks.created_at
-- PostgreSQL                 ->  Index Only Scan using name_checks_urgent on name_checks
-- PostgreSQL   InitPlan 12
-- PostgreSQL     ->  Aggregate
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan using name_checks_urgent on name_checks name_checks_1
-- PostgreSQL   ->  Result
-- PostgreSQL   ->  Result
-- PostgreSQL   ->  Result
-- PostgreSQL   ->  Result
-- PostgreSQL   ->  Result
-- PostgreSQL   ->  Result

-- reasonsOfReports, SQLite only
select "post_id", "reason", "urgency", "state"
  from "reports"
  where "post_id" in (?, ?)
  order by "urgency", "reason";
-- SQLite     SEARCH reports USING INDEX reports_post (post_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- reasonsOfReports, PostgreSQL only
select distinct "post_id", "reason", "urgency", "state"
  from "reports"
  where "post_id" in (?, ?)
  order by "urgency", "reason";
-- PostgreSQL Unique
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: urgency, reason, post_id, state
-- PostgreSQL         ->  Index Scan using reports_post on reports
-- PostgreSQL               Index Cond: (post_id = ANY (ARRAY[$1, $2]))

-- textsOfItems
select "r"."id", "r"."post_id", "r"."fields", "r"."facts", "r"."verdict", "a"."handle"
  from "revisions" as "r"
  inner join "accounts" as "a" on "a"."id" = "r"."account_id"
  where "r"."id" in (select "revisions"."id"
  from "revisions"
  where "revisions"."id" in (?, ?)
  union all select "posts"."shown_revision" as "id"
  from "posts"
  where "posts"."id" in (?, ?));
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     LIST SUBQUERY 2
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           SEARCH revisions USING COVERING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite         UNION ALL
-- SQLite           SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: revisions.id
-- PostgreSQL               ->  Append
-- PostgreSQL                     ->  Index Only Scan using revisions_id_key on revisions
-- PostgreSQL                           Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL                     ->  Index Scan using posts_id_key on posts
-- PostgreSQL                           Index Cond: (id = ANY (ARRAY[$3, $4]))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL               Index Cond: (id = revisions.id)
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL         Index Cond: (id = r.account_id)
