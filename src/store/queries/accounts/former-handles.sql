-- The statements of src/store/accounts/former-handles.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- forgetHandles
delete
  from "former_handles"
  where "kept_until" <= ?;
-- SQLite     SEARCH former_handles USING COVERING INDEX former_handles_end (kept_until<?)
-- PostgreSQL Delete on former_handles
-- PostgreSQL   ->  Index Scan using former_handles_end on former_handles
-- PostgreSQL         Index Cond: (kept_until <= $1)

-- formerHandlesOf
select "handle", "left_at", "kept_until"
  from "former_handles"
  where "account_id" = ?
  order by "left_at" desc;
-- SQLite     SEARCH former_handles USING INDEX former_handles_account (account_id=?)
-- PostgreSQL Index Scan Backward using former_handles_account on former_handles
-- PostgreSQL   Index Cond: (account_id = $1)

-- formerHolder
select "account_id"
  from "former_handles"
  where "handle" = ? and "kept_until" > ?;
-- SQLite     SEARCH former_handles USING INDEX sqlite_autoindex_former_handles_1 (handle=?)
-- PostgreSQL Index Scan using former_handles_pkey on former_handles
-- PostgreSQL   Index Cond: (handle = $1)
-- PostgreSQL   Filter: (kept_until > $2)

-- isTaken, SQLite only
select *
  from "accounts"
  where "handle" = ? and "erased_at" is null;
-- SQLite     SEARCH accounts USING INDEX accounts_handle (handle=?)

-- lastLeft
select "left_at"
  from "former_handles"
  where "account_id" = ?
  order by "left_at" desc
  limit ?;
-- SQLite     SEARCH former_handles USING COVERING INDEX former_handles_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Only Scan Backward using former_handles_account on former_handles
-- PostgreSQL         Index Cond: (account_id = $1)

-- leaveHandle
delete
  from "former_handles"
  where "handle" in (?, ?);
-- SQLite     SEARCH former_handles USING COVERING INDEX sqlite_autoindex_former_handles_1 (handle=?)
-- PostgreSQL Delete on former_handles
-- PostgreSQL   ->  Index Scan using former_handles_pkey on former_handles
-- PostgreSQL         Index Cond: (handle = ANY (ARRAY[$1, $2]))

-- leaveHandle
insert into "former_handles" ("handle", "account_id", "left_at", "kept_until")
  values (?, ?, ?, ?);
-- PostgreSQL Insert on former_handles
-- PostgreSQL   ->  Result
