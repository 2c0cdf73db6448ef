-- The statements of src/store/review/practice.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- stoodDecisions
select *
  from (select *
  from (select l.seq, l.actor, l.category, l.created_at, l.reason as said, 0 as rejects, r.id, r.post_id, r.site, r.fields, r.facts, r.verdict
  from (select *
  from decision_log d
  where d.decider = 'person' and d.actor <> ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at) and d.action like ?
  order by d.seq desc
  limit 500) l join revisions r on r.id = l.subject
  where r.fields <> '{}' and r.status = 'published' and not exists (select 1
  from appeals a
  where a.revision_id = r.id and a.state <> 'refused')
  order by l.seq desc
  limit 60) of_kind
  union all select *
  from (select l.seq, l.actor, l.category, l.created_at, l.reason as said, 1 as rejects, r.id, r.post_id, r.site, r.fields, r.facts, r.verdict
  from (select *
  from decision_log d
  where d.decider = 'person' and d.actor <> ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at) and d.action like ?
  order by d.seq desc
  limit 500) l join revisions r on r.id = l.subject
  where r.fields <> '{}' and r.status = 'rejected' and not exists (select 1
  from appeals a
  where a.revision_id = r.id and a.state <> 'refused')
  order by l.seq desc
  limit 60) of_kind) stood
  order by seq desc;
-- SQLite     MERGE (UNION ALL)
-- SQLite       LEFT
-- SQLite         CO-ROUTINE of_kind
-- SQLite           CO-ROUTINE l
-- SQLite             SCAN d USING INDEX decision_log_people
-- SQLite             CORRELATED SCALAR SUBQUERY 1
-- SQLite               SCAN s USING INDEX review_samples_since
-- SQLite           SCAN l
-- SQLite           SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite           CORRELATED SCALAR SUBQUERY 3
-- SQLite             SEARCH a USING INDEX sqlite_autoindex_appeals_2 (revision_id=?)
-- SQLite         SCAN of_kind
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       RIGHT
-- SQLite         CO-ROUTINE of_kind
-- SQLite           CO-ROUTINE l
-- SQLite             SCAN d USING INDEX decision_log_people
-- SQLite             CORRELATED SCALAR SUBQUERY 6
-- SQLite               SCAN s USING INDEX review_samples_since
-- SQLite           SCAN l
-- SQLite           SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite           CORRELATED SCALAR SUBQUERY 8
-- SQLite             SEARCH a USING INDEX sqlite_autoindex_appeals_2 (revision_id=?)
-- SQLite         SCAN of_kind
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Merge Append
-- PostgreSQL   Sort Key: d.seq DESC
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Nested Loop Anti Join
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Nested Loop Anti Join
-- PostgreSQL                                 Join Filter: ((d.created_at >= s.first_at) AND (s.post_id = d.post_id))
-- PostgreSQL                                 ->  Index Scan Backward using decision_log_people on decision_log d
-- PostgreSQL                                       Filter: ((actor <> $1) AND (action ~~ $3))
-- PostgreSQL                                 ->  Materialize
-- PostgreSQL                                       ->  Index Scan using review_samples_since on review_samples s
-- PostgreSQL                                             Filter: (first_reviewer <> $2)
-- PostgreSQL                     ->  Memoize
-- PostgreSQL                           Cache Key: d.subject
-- PostgreSQL                           Cache Mode: logical
-- PostgreSQL                           ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL                                 Index Cond: (id = d.subject)
-- PostgreSQL                                 Filter: ((fields <> '{}'::text) AND (status = 'published'::text))
-- PostgreSQL               ->  Index Scan using appeals_revision_id_decision_at_key on appeals a
-- PostgreSQL                     Index Cond: (revision_id = r.id)
-- PostgreSQL                     Filter: (state <> 'refused'::text)
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Nested Loop Anti Join
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Nested Loop Anti Join
-- PostgreSQL                                 Join Filter: ((d_1.created_at >= s_1.first_at) AND (s_1.post_id = d_1.post_id))
-- PostgreSQL                                 ->  Index Scan Backward using decision_log_people on decision_log d_1
-- PostgreSQL                                       Filter: ((actor <> $4) AND (action ~~ $6))
-- PostgreSQL                                 ->  Materialize
-- PostgreSQL                                       ->  Index Scan using review_samples_since on review_samples s_1
-- PostgreSQL                                             Filter: (first_reviewer <> $5)
-- PostgreSQL                     ->  Memoize
-- PostgreSQL                           Cache Key: d_1.subject
-- PostgreSQL                           Cache Mode: logical
-- PostgreSQL                           ->  Index Scan using revisions_id_key on revisions r_1
-- PostgreSQL                                 Index Cond: (id = d_1.subject)
-- PostgreSQL                                 Filter: ((fields <> '{}'::text) AND (status = 'rejected'::text))
-- PostgreSQL               ->  Index Scan using appeals_revision_id_decision_at_key on appeals a_1
-- PostgreSQL                     Index Cond: (revision_id = r_1.id)
-- PostgreSQL                     Filter: (state <> 'refused'::text)
