-- The statements of src/store/review/account-history.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- historyOf
select *
  from (select *
  from (select *
  from (select 'text' as happened, r.submitted_at as at, r.id as ref, r.post_id, r.site, r.status, r.rejection_category as category, coalesce(r.rejection_reason, '') as said, cast(null as text) as who, r.rejection_penalized as penalized, r.rejection_amount as amount, r.strike_of, r.fields
  from revisions r
  where r.account_id = ?) h
  where (h.at < ? or (h.at = ? and h.ref < ?))
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'appeal' as happened, a.created_at as at, a.id as ref, a.post_id, a.site, a.state as status, cast(null as text) as category, a.message as said, a.decided_by as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from appeals a
  where a.account_id = ?) h
  where (h.at < ? or (h.at = ? and h.ref < ?))
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'reported' as happened, p.created_at as at, p.id as ref, p.post_id, p.site, p.state as status, p.reason as category, coalesce(p.details, '') as said, cast(null as text) as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from reports p
  where p.post_id in (select r.id
  from revisions r
  where r.account_id = ? and r.id = r.post_id)) h
  where (h.at < ? or (h.at = ? and h.ref < ?))
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'reports' as happened, p.created_at as at, p.id as ref, p.post_id, p.site, p.state as status, p.reason as category, coalesce(p.details, '') as said, cast(null as text) as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from reports p
  where p.account_id = ?) h
  where (h.at < ? or (h.at = ? and h.ref < ?))
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'standing' as happened, l.created_at as at, cast(l.seq as text) as ref, l.post_id, l.site, l.action as status, l.category, l.reason as said, l.actor as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from decision_log l
  where l.subject = ? and l.action in ('suspend', 'unsuspend', 'ban', 'unban', 'keep-name', 'reset-name')) h
  where (h.at < ? or (h.at = ? and h.ref < ?))
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'message' as happened, l.created_at as at, l.subject as ref, l.post_id, l.site, l.action as status, l.category, l.reason as said, l.actor as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from decision_log l
  where l.decider = 'person' and l.action in ('publish-message', 'reject-message', 'dismiss-message', 'pause-sender') and l.detail like ? escape '!') h
  where (h.at < ? or (h.at = ? and h.ref < ?))
  order by at desc, ref desc
  limit ?) part) h
  order by at desc, ref desc
  limit ?;
-- SQLite     CO-ROUTINE h
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH r USING INDEX revisions_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH a USING INDEX appeals_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH p USING INDEX reports_post (post_id=?)
-- SQLite             LIST SUBQUERY 7
-- SQLite               SEARCH r USING INDEX revisions_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH p USING INDEX reports_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH l USING INDEX decision_log_subject (subject=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             MULTI-INDEX OR
-- SQLite               INDEX 1
-- SQLite                 SEARCH l USING INDEX decision_log_time (created_at<?)
-- SQLite               INDEX 2
-- SQLite                 SEARCH l USING INDEX decision_log_time (created_at=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite     SCAN h
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Append
-- PostgreSQL         Sort Key: r.submitted_at DESC, r.id DESC
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: r.submitted_at DESC, r.id DESC
-- PostgreSQL                     ->  Index Scan using revisions_account on revisions r
-- PostgreSQL                           Index Cond: (account_id = $1)
-- PostgreSQL                           Filter: ((submitted_at < $2) OR ((submitted_at = $3) AND (id < $4)))
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Incremental Sort
-- PostgreSQL                     Sort Key: a.created_at DESC, a.id DESC
-- PostgreSQL                     Presorted Key: a.created_at
-- PostgreSQL                     ->  Index Scan Backward using appeals_account on appeals a
-- PostgreSQL                           Index Cond: (account_id = $6)
-- PostgreSQL                           Filter: ((created_at < $7) OR ((created_at = $8) AND (id < $9)))
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: p.created_at DESC, p.id DESC
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  Index Scan using revisions_account on revisions r_1
-- PostgreSQL                                 Index Cond: (account_id = $11)
-- PostgreSQL                                 Filter: (id = post_id)
-- PostgreSQL                           ->  Index Scan using reports_post on reports p
-- PostgreSQL                                 Index Cond: (post_id = r_1.id)
-- PostgreSQL                                 Filter: ((created_at < $12) OR ((created_at = $13) AND (id < $14)))
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Incremental Sort
-- PostgreSQL                     Sort Key: p_1.created_at DESC, p_1.id DESC
-- PostgreSQL                     Presorted Key: p_1.created_at
-- PostgreSQL                     ->  Index Scan Backward using reports_account on reports p_1
-- PostgreSQL                           Index Cond: (account_id = $16)
-- PostgreSQL                           Filter: ((created_at < $17) OR ((created_at = $18) AND (id < $19)))
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: l.created_at DESC, ((l.seq)::text) DESC
-- PostgreSQL                     ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL                           Index Cond: (subject = $21)
-- PostgreSQL                           Filter: ((action = ANY ('{suspend,unsuspend,ban,unban,keep-name,reset-name}'::text[])) AND ((created_at < $22) OR ((created_at = $23) AND ((seq)::text < $24))))
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: l_1.created_at DESC, l_1.subject DESC
-- PostgreSQL                     ->  Index Scan using decision_log_person on decision_log l_1
-- PostgreSQL                           Filter: ((action = ANY ('{publish-message,reject-message,dismiss-message,pause-sender}'::text[])) AND (detail ~~ like_escape($26, '!'::text)) AND ((created_at < $27) OR ((created_at = $28) AND (subject < $29))))

-- historyOf
select *
  from (select *
  from (select *
  from (select 'text' as happened, r.submitted_at as at, r.id as ref, r.post_id, r.site, r.status, r.rejection_category as category, coalesce(r.rejection_reason, '') as said, cast(null as text) as who, r.rejection_penalized as penalized, r.rejection_amount as amount, r.strike_of, r.fields
  from revisions r
  where r.account_id = ?) h
  where 1 = 1
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'appeal' as happened, a.created_at as at, a.id as ref, a.post_id, a.site, a.state as status, cast(null as text) as category, a.message as said, a.decided_by as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from appeals a
  where a.account_id = ?) h
  where 1 = 1
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'reported' as happened, p.created_at as at, p.id as ref, p.post_id, p.site, p.state as status, p.reason as category, coalesce(p.details, '') as said, cast(null as text) as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from reports p
  where p.post_id in (select r.id
  from revisions r
  where r.account_id = ? and r.id = r.post_id)) h
  where 1 = 1
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'reports' as happened, p.created_at as at, p.id as ref, p.post_id, p.site, p.state as status, p.reason as category, coalesce(p.details, '') as said, cast(null as text) as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from reports p
  where p.account_id = ?) h
  where 1 = 1
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'standing' as happened, l.created_at as at, cast(l.seq as text) as ref, l.post_id, l.site, l.action as status, l.category, l.reason as said, l.actor as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from decision_log l
  where l.subject = ? and l.action in ('suspend', 'unsuspend', 'ban', 'unban', 'keep-name', 'reset-name')) h
  where 1 = 1
  order by at desc, ref desc
  limit ?) part
  union all select *
  from (select *
  from (select 'message' as happened, l.created_at as at, l.subject as ref, l.post_id, l.site, l.action as status, l.category, l.reason as said, l.actor as who, cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of, cast(null as text) as fields
  from decision_log l
  where l.decider = 'person' and l.action in ('publish-message', 'reject-message', 'dismiss-message', 'pause-sender') and l.detail like ? escape '!') h
  where 1 = 1
  order by at desc, ref desc
  limit ?) part) h
  order by at desc, ref desc
  limit ?;
-- SQLite     CO-ROUTINE h
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH r USING INDEX revisions_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH a USING INDEX appeals_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH p USING INDEX reports_post (post_id=?)
-- SQLite             LIST SUBQUERY 7
-- SQLite               SEARCH r USING INDEX revisions_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH p USING INDEX reports_account (account_id=?)
-- SQLite             USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SEARCH l USING INDEX decision_log_subject (subject=?)
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite         UNION ALL
-- SQLite           CO-ROUTINE part
-- SQLite             SCAN l USING INDEX decision_log_people
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN part
-- SQLite     SCAN h
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Append
-- PostgreSQL         Sort Key: r.submitted_at DESC, r.id DESC
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: r.submitted_at DESC, r.id DESC
-- PostgreSQL                     ->  Index Scan using revisions_account on revisions r
-- PostgreSQL                           Index Cond: (account_id = $1)
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Incremental Sort
-- PostgreSQL                     Sort Key: a.created_at DESC, a.id DESC
-- PostgreSQL                     Presorted Key: a.created_at
-- PostgreSQL                     ->  Index Scan Backward using appeals_account on appeals a
-- PostgreSQL                           Index Cond: (account_id = $3)
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: p.created_at DESC, p.id DESC
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  Index Scan using revisions_account on revisions r_1
-- PostgreSQL                                 Index Cond: (account_id = $5)
-- PostgreSQL                                 Filter: (id = post_id)
-- PostgreSQL                           ->  Index Scan using reports_post on reports p
-- PostgreSQL                                 Index Cond: (post_id = r_1.id)
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Incremental Sort
-- PostgreSQL                     Sort Key: p_1.created_at DESC, p_1.id DESC
-- PostgreSQL                     Presorted Key: p_1.created_at
-- PostgreSQL                     ->  Index Scan Backward using reports_account on reports p_1
-- PostgreSQL                           Index Cond: (account_id = $7)
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: l.created_at DESC, ((l.seq)::text) DESC
-- PostgreSQL                     ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL                           Index Cond: (subject = $9)
-- PostgreSQL                           Filter: (action = ANY ('{suspend,unsuspend,ban,unban,keep-name,reset-name}'::text[]))
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: l_1.created_at DESC, l_1.subject DESC
-- PostgreSQL                     ->  Index Scan using decision_log_person on decision_log l_1
-- PostgreSQL                           Filter: ((action = ANY ('{publish-message,reject-message,dismiss-message,pause-sender}'::text[])) AND (detail ~~ like_escape($11, '!'::text)))

-- samplesOfAccount
select "s".*
  from "review_samples" as "s"
  inner join "revisions" as "r" on "r"."id" = "s"."revision_id"
  where "r"."account_id" = ? and "s"."second_at" is null and "s"."first_reviewer" <> ?;
-- SQLite     SCAN s USING INDEX review_samples_since
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   Join Filter: (r.id = s.revision_id)
-- PostgreSQL   ->  Index Scan using review_samples_since on review_samples s
-- PostgreSQL         Filter: (first_reviewer <> $2)
-- PostgreSQL   ->  Index Scan using revisions_account on revisions r
-- PostgreSQL         Index Cond: (account_id = $1)
