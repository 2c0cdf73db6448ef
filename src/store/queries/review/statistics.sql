-- The statements of src/store/review/statistics.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- answersByDecision
select l.decider, l.action, a.state, count(*) as n
  from (select revision_id, decision_at, state
  from appeals
  where decided_at >= ?
  order by decided_at desc
  limit ?) a join decision_log l on l.subject = a.revision_id and l.created_at = a.decision_at and l.category is not null
  group by l.decider, l.action, a.state
  order by l.decider, l.action, a.state;
-- SQLite     CO-ROUTINE a
-- SQLite       SEARCH appeals USING INDEX appeals_answered (decided_at>?)
-- SQLite     SCAN a
-- SQLite     SEARCH l USING INDEX decision_log_time (created_at=?)
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL GroupAggregate
-- PostgreSQL   Group Key: l.decider, l.action, appeals.state
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: l.decider, l.action, appeals.state
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Limit
-- PostgreSQL                     ->  Index Scan Backward using appeals_answered on appeals
-- PostgreSQL                           Index Cond: (decided_at >= $1)
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL                     Index Cond: (subject = appeals.revision_id)
-- PostgreSQL                     Filter: ((category IS NOT NULL) AND (appeals.decision_at = created_at))

-- decidedByPeople
select "action", "waited_ms"
  from (select "action", "waited_ms", "created_at"
  from "decision_log"
  where "decider" = 'person'
  order by "seq" desc
  limit ?) as "latest"
  where "created_at" >= ?;
-- SQLite     CO-ROUTINE latest
-- SQLite       SCAN decision_log USING INDEX decision_log_people
-- SQLite     SCAN latest
-- PostgreSQL Subquery Scan on latest
-- PostgreSQL   Filter: (latest.created_at >= $2)
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan Backward using decision_log_people on decision_log
