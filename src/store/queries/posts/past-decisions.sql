-- The statements of src/store/posts/past-decisions.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and (d.action like ? or d.action like ? or d.action like ? or d.action like ?) and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SCAN d USING INDEX decision_log_people
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and (d.action like ?) and d.seq >= (select min(t.seq)
  from decision_log t
  where t.created_at >= ? and t.created_at < ?) and d.seq <= (select max(t.seq)
  from decision_log t
  where t.created_at >= ? and t.created_at < ?) and d.created_at >= ? and d.created_at < ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SEARCH d USING INDEX decision_log_people (seq>? AND seq<?)
-- SQLite       SCALAR SUBQUERY 2
-- SQLite         SEARCH t USING COVERING INDEX decision_log_time (created_at>? AND created_at<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH t USING COVERING INDEX decision_log_time (created_at>? AND created_at<?)
-- SQLite       CORRELATED SCALAR SUBQUERY 3
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 5
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and (d.action like ?) and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SCAN d USING INDEX decision_log_people
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and d.actor = ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SEARCH d USING INDEX decision_log_person (actor=?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and d.seq >= (select min(t.seq)
  from decision_log t
  where t.created_at >= ? and t.created_at < ?) and d.seq <= (select max(t.seq)
  from decision_log t
  where t.created_at >= ? and t.created_at < ?) and d.created_at >= ? and d.created_at < ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SEARCH d USING INDEX decision_log_people (seq>? AND seq<?)
-- SQLite       SCALAR SUBQUERY 2
-- SQLite         SEARCH t USING COVERING INDEX decision_log_time (created_at>? AND created_at<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH t USING COVERING INDEX decision_log_time (created_at>? AND created_at<?)
-- SQLite       CORRELATED SCALAR SUBQUERY 3
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 5
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and d.site = ? and d.category = ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SCAN d USING INDEX decision_log_people
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and d.site = ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SCAN d USING INDEX decision_log_people
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and d.subject in (select ? as subject
  union select r.id
  from revisions r
  where r.account_id = ?
  union select a.id
  from appeals a
  where a.account_id = ?) and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SEARCH d USING INDEX decision_log_subject (subject=?)
-- SQLite       LIST SUBQUERY 3
-- SQLite         MERGE (UNION)
-- SQLite           LEFT
-- SQLite             MERGE (UNION)
-- SQLite               LEFT
-- SQLite                 SCAN CONSTANT ROW
-- SQLite               RIGHT
-- SQLite                 SEARCH r USING INDEX revisions_account (account_id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite           RIGHT
-- SQLite             SEARCH a USING INDEX appeals_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite       CORRELATED SCALAR SUBQUERY 4
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 6
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.decider = 'person' and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SCAN d USING INDEX decision_log_people
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.seq < ? and d.decider = 'person' and d.actor = ? and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SEARCH d USING INDEX decision_log_person (actor=? AND seq<?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.subject in (select ? as subject
  union select r.id
  from revisions r
  where r.account_id = ?
  union select a.id
  from appeals a
  where a.account_id = ?) and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SEARCH d USING INDEX decision_log_subject (subject=?)
-- SQLite       LIST SUBQUERY 3
-- SQLite         MERGE (UNION)
-- SQLite           LEFT
-- SQLite             MERGE (UNION)
-- SQLite               LEFT
-- SQLite                 SCAN CONSTANT ROW
-- SQLite               RIGHT
-- SQLite                 SEARCH r USING INDEX revisions_account (account_id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite           RIGHT
-- SQLite             SEARCH a USING INDEX appeals_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite       CORRELATED SCALAR SUBQUERY 4
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 6
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- pastDecisions, SQLite only
select l.*, a.id as account_id, a.handle, r.fields
  from (select *
  from decision_log d
  where 1 = 1 and d.subject in (select ? as subject
  union select r.id
  from revisions r
  where r.post_id = ? and r.id <> r.post_id
  union select a.id
  from appeals a
  where a.post_id = ?) and not exists (select 1
  from review_samples s
  where s.post_id = d.post_id and s.second_at is null and s.first_reviewer <> ? and d.created_at >= s.first_at)
  order by d.seq desc
  limit ?) l
  left join revisions r on r.id = coalesce((select p.revision_id
  from appeals p
  where p.id = l.subject), l.subject)
  left join accounts a on a.id = coalesce(r.account_id, l.subject)
  order by l.seq desc;
-- SQLite     CO-ROUTINE l
-- SQLite       SEARCH d USING INDEX decision_log_subject (subject=?)
-- SQLite       LIST SUBQUERY 3
-- SQLite         MERGE (UNION)
-- SQLite           LEFT
-- SQLite             MERGE (UNION)
-- SQLite               LEFT
-- SQLite                 SCAN CONSTANT ROW
-- SQLite               RIGHT
-- SQLite                 SEARCH r USING INDEX revisions_edits (post_id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite           RIGHT
-- SQLite             SEARCH a USING INDEX appeals_post (post_id=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite       CORRELATED SCALAR SUBQUERY 4
-- SQLite         SCAN s USING INDEX review_samples_since
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     CORRELATED SCALAR SUBQUERY 6
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN
