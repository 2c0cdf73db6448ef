-- The statements of src/store/accounts/activity.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- activityOf
select *
  from "account_activity"
  where "account_id" = ?
  order by "created_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH account_activity USING INDEX account_activity_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using account_activity_account on account_activity
-- PostgreSQL         Index Cond: (account_id = $1)

-- activitySince
select *
  from "account_activity"
  where "account_id" = ? and "kind" = ? and "created_at" >= ?
  order by "created_at" desc, "id" desc;
-- SQLite     SEARCH account_activity USING INDEX account_activity_account (account_id=? AND created_at>?)
-- PostgreSQL Index Scan Backward using account_activity_account on account_activity
-- PostgreSQL   Index Cond: ((account_id = $1) AND (created_at >= $3))
-- PostgreSQL   Filter: (kind = $2)

-- forgetActivity
delete
  from "account_activity"
  where "created_at" < ?;
-- SQLite     SEARCH account_activity USING COVERING INDEX account_activity_age (created_at<?)
-- PostgreSQL Delete on account_activity
-- PostgreSQL   ->  Index Scan using account_activity_age on account_activity
-- PostgreSQL         Index Cond: (created_at < $1)

-- insertActivity
insert into "account_activity" ("id", "account_id", "kind", "detail", "who", "who_id", "name", "network", "browser", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on account_activity
-- PostgreSQL   ->  Result
