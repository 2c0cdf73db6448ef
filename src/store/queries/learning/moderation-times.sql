-- The statements of src/store/learning/moderation-times.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- measuredTimes
select "ms", "at"
  from "moderation_times"
  where "kind" = ? and "at" >= ?
  order by "seq" desc;
-- SQLite     SEARCH moderation_times USING INDEX moderation_times_kind (kind=?)
-- PostgreSQL Index Scan Backward using moderation_times_kind on moderation_times
-- PostgreSQL   Index Cond: (kind = $1)
-- PostgreSQL   Filter: (at >= $2)

-- noteTimes
delete
  from "moderation_times"
  where "kind" = ? and "seq" <= (select "seq"
  from "moderation_times"
  where "kind" = ?
  order by "seq" desc
  limit ? offset ?);
-- SQLite     SEARCH moderation_times USING COVERING INDEX moderation_times_kind (kind=? AND seq<?)
-- SQLite     SCALAR SUBQUERY 1
-- SQLite       SEARCH moderation_times USING COVERING INDEX moderation_times_kind (kind=?)
-- PostgreSQL Delete on moderation_times
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Index Only Scan Backward using moderation_times_kind on moderation_times moderation_times_1
-- PostgreSQL                 Index Cond: (kind = $2)
-- PostgreSQL   ->  Index Scan using moderation_times_kind on moderation_times
-- PostgreSQL         Index Cond: ((kind = $1) AND (seq <= (InitPlan 1).col1))

-- noteTimes
insert into "moderation_times" ("kind", "ms", "at")
  values (?, ?, ?);
-- PostgreSQL Insert on moderation_times
-- PostgreSQL   ->  Result
