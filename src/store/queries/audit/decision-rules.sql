-- The statements of src/store/audit/decision-rules.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- walkChain, SQLite only
select "position", "hash", "sealed_at", "seal"
  from "decision_log_head"
  where "name" = 'head';
-- SQLite     SEARCH decision_log_head USING INDEX sqlite_autoindex_decision_log_head_1 (name=?)

-- walkChain, SQLite only
select *
  from "decision_log"
  where "position" > ?
  order by "position"
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_chain (position>?)

-- walkUnsealed
select *
  from "decision_log"
  where position is null and "seq" > ?
  order by "seq"
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_unsealed (seq>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using decision_log_unsealed on decision_log
-- PostgreSQL         Index Cond: (seq > $1)
