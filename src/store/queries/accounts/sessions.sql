-- The statements of src/store/accounts/sessions.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- deleteReviewersSessions
delete
  from "sessions"
  where "reviewer" = ?;
-- SQLite     SCAN sessions
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Seq Scan on sessions
-- PostgreSQL         Filter: (reviewer = $1)

-- deleteReviewersSessions
delete
  from "sign_ins"
  where "reviewer" = ?;
-- SQLite     SCAN sign_ins
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Seq Scan on sign_ins
-- PostgreSQL         Filter: (reviewer = $1)

-- deleteSession
delete
  from "sessions"
  where (id = ? or handed_from = ? or id in (select handed_from
  from sessions
  where id = ?) or handed_from in (select handed_from
  from sessions
  where id = ?)) and "account_id" = ?;
-- SQLite     SEARCH sessions USING INDEX sessions_account (account_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)
-- SQLite       CREATE BLOOM FILTER
-- SQLite     LIST SUBQUERY 2
-- SQLite       SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)
-- SQLite       CREATE BLOOM FILTER
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $5)
-- PostgreSQL         Filter: ((id = $1) OR (handed_from = $2) OR (ANY (id = (hashed SubPlan 1).col1)) OR (ANY (handed_from = (hashed SubPlan 2).col1)))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using sessions_pkey on sessions sessions_1
-- PostgreSQL                 Index Cond: (id = $3)
-- PostgreSQL         SubPlan 2
-- PostgreSQL           ->  Index Scan using sessions_pkey on sessions sessions_2
-- PostgreSQL                 Index Cond: (id = $4)

-- deleteSession
delete
  from "sessions"
  where (id = ? or handed_from = ? or id in (select handed_from
  from sessions
  where id = ?) or handed_from in (select handed_from
  from sessions
  where id = ?)) and "reviewer" = ?;
-- SQLite     SCAN sessions
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)
-- SQLite       CREATE BLOOM FILTER
-- SQLite     LIST SUBQUERY 2
-- SQLite       SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)
-- SQLite       CREATE BLOOM FILTER
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Seq Scan on sessions
-- PostgreSQL         Filter: ((reviewer = $5) AND ((id = $1) OR (handed_from = $2) OR (ANY (id = (hashed SubPlan 1).col1)) OR (ANY (handed_from = (hashed SubPlan 2).col1))))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using sessions_pkey on sessions sessions_1
-- PostgreSQL                 Index Cond: (id = $3)
-- PostgreSQL         SubPlan 2
-- PostgreSQL           ->  Index Scan using sessions_pkey on sessions sessions_2
-- PostgreSQL                 Index Cond: (id = $4)

-- deleteSessions
delete
  from "sessions"
  where "account_id" = ?;
-- SQLite     SEARCH sessions USING COVERING INDEX sessions_account (account_id=?)
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $1)

-- deleteSessions
delete
  from "sessions"
  where "account_id" = ? and "member_id" = ?;
-- SQLite     SEARCH sessions USING INDEX sessions_account (account_id=?)
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (member_id = $2)

-- deleteSessions
delete
  from "sessions"
  where "account_id" = ? and "member_id" is null;
-- SQLite     SEARCH sessions USING INDEX sessions_account (account_id=?)
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (member_id IS NULL)

-- deleteSessions
delete
  from "sessions"
  where "account_id" = ? and (id = ? or handed_from = ? or id in (select handed_from
  from sessions
  where id = ?) or handed_from in (select handed_from
  from sessions
  where id = ?));
-- SQLite     SEARCH sessions USING INDEX sessions_account (account_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)
-- SQLite       CREATE BLOOM FILTER
-- SQLite     LIST SUBQUERY 2
-- SQLite       SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)
-- SQLite       CREATE BLOOM FILTER
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: ((id = $2) OR (handed_from = $3) OR (ANY (id = (hashed SubPlan 1).col1)) OR (ANY (handed_from = (hashed SubPlan 2).col1)))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using sessions_pkey on sessions sessions_1
-- PostgreSQL                 Index Cond: (id = $4)
-- PostgreSQL         SubPlan 2
-- PostgreSQL           ->  Index Scan using sessions_pkey on sessions sessions_2
-- PostgreSQL                 Index Cond: (id = $5)

-- deleteSessions
delete
  from "sign_ins"
  where "account_id" = ?;
-- SQLite     SEARCH sign_ins USING COVERING INDEX sign_ins_account (account_id=?)
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_account on sign_ins
-- PostgreSQL         Index Cond: (account_id = $1)

-- deleteSessions
delete
  from "sign_ins"
  where "account_id" = ? and "member_id" = ?;
-- SQLite     SEARCH sign_ins USING INDEX sign_ins_account (account_id=?)
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_account on sign_ins
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (member_id = $2)

-- deleteSessions
delete
  from "sign_ins"
  where "account_id" = ? and "member_id" is null;
-- SQLite     SEARCH sign_ins USING INDEX sign_ins_account (account_id=?)
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_account on sign_ins
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (member_id IS NULL)

-- forgetSessions
delete
  from "sessions"
  where "expires_at" <= ?;
-- SQLite     SEARCH sessions USING COVERING INDEX sessions_age (expires_at<?)
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_age on sessions
-- PostgreSQL         Index Cond: (expires_at <= $1)

-- forgetSessions
delete
  from "sign_ins"
  where "expires_at" <= ?;
-- SQLite     SEARCH sign_ins USING COVERING INDEX sign_ins_age (expires_at<?)
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_age on sign_ins
-- PostgreSQL         Index Cond: (expires_at <= $1)

-- insertHandOver
insert into "sign_ins" ("id", "browser", "token", "code", "created_at", "expires_at", "account_id", "member_id", "reviewer", "tries", "handed_from")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on sign_ins
-- PostgreSQL   ->  Result

-- insertReviewersSignIn
insert into "sign_ins" ("id", "browser", "token", "code", "created_at", "expires_at", "account_id", "member_id", "reviewer", "tries", "handed_from")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on sign_ins
-- PostgreSQL   ->  Result

-- insertSession
insert into "sessions" ("account_id", "member_id", "reviewer", "browser", "expires_at", "link_made_at", "handed_from", "id", "hash", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on sessions
-- PostgreSQL   ->  Result

-- insertSession
insert into "sessions" ("account_id", "member_id", "reviewer", "browser", "handed_from", "expires_at", "link_made_at", "id", "hash", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on sessions
-- PostgreSQL   ->  Result

-- insertSession
insert into "sessions" ("id", "account_id", "reviewer", "hash", "browser", "created_at", "expires_at", "link_made_at", "handed_from", "member_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on sessions
-- PostgreSQL   ->  Result

-- insertSignIn
insert into "sign_ins" ("id", "browser", "token", "code", "created_at", "expires_at", "account_id", "member_id", "reviewer", "tries", "handed_from")
  values (?, ?, ?, ?, ?, ?, coalesce((select "id"
  from "accounts"
  where "email_key" = ? and "email_verified" = 1), (select "account_id"
  from "members"
  where "email_key" = ? and not exists (select "id"
  from "accounts"
  where "email_key" = ? and "email_verified" = 1)
  order by "created_at", "id"
  limit ?)), (select "id"
  from "members"
  where "email_key" = ? and not exists (select "id"
  from "accounts"
  where "email_key" = ? and "email_verified" = 1)
  order by "created_at", "id"
  limit ?), ?, ?, ?);
-- SQLite     SCALAR SUBQUERY 1
-- SQLite       SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- SQLite     SCALAR SUBQUERY 3
-- SQLite       SEARCH members USING INDEX members_email (email_key=?)
-- SQLite       SCALAR SUBQUERY 2
-- SQLite         SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCALAR SUBQUERY 5
-- SQLite       SEARCH members USING INDEX members_email (email_key=?)
-- SQLite       SCALAR SUBQUERY 4
-- SQLite         SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Insert on sign_ins
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Index Scan using accounts_verified_email on accounts
-- PostgreSQL           Index Cond: (email_key = $7)
-- PostgreSQL   InitPlan 3
-- PostgreSQL     ->  Limit
-- PostgreSQL           InitPlan 2
-- PostgreSQL             ->  Index Only Scan using accounts_verified_email on accounts accounts_1
-- PostgreSQL                   Index Cond: (email_key = $9)
-- PostgreSQL           ->  Sort
-- PostgreSQL                 Sort Key: members.created_at, members.id
-- PostgreSQL                 ->  Result
-- PostgreSQL                       One-Time Filter: (NOT (InitPlan 2).col1)
-- PostgreSQL                       ->  Index Scan using members_email on members
-- PostgreSQL                             Index Cond: (email_key = $8)
-- PostgreSQL   InitPlan 5
-- PostgreSQL     ->  Limit
-- PostgreSQL           InitPlan 4
-- PostgreSQL             ->  Index Only Scan using accounts_verified_email on accounts accounts_2
-- PostgreSQL                   Index Cond: (email_key = $12)
-- PostgreSQL           ->  Sort
-- PostgreSQL                 Sort Key: members_1.created_at, members_1.id
-- PostgreSQL                 ->  Result
-- PostgreSQL                       One-Time Filter: (NOT (InitPlan 4).col1)
-- PostgreSQL                       ->  Index Scan using members_email on members members_1
-- PostgreSQL                             Index Cond: (email_key = $11)
-- PostgreSQL   ->  Result

-- openSignIns
select "id"
  from "sign_ins"
  where "browser" = ? and "handed_from" is null and "expires_at" > ? and "tries" < ?;
-- SQLite     SEARCH sign_ins USING INDEX sign_ins_browser (browser=?)
-- PostgreSQL Index Scan using sign_ins_browser on sign_ins
-- PostgreSQL   Index Cond: (browser = $1)
-- PostgreSQL   Filter: ((handed_from IS NULL) AND (expires_at > $2) AND (tries < $3))

-- sessionByHash
select *
  from "sessions"
  where "hash" = ?;
-- SQLite     SEARCH sessions USING INDEX sqlite_autoindex_sessions_2 (hash=?)
-- PostgreSQL Index Scan using sessions_hash_key on sessions
-- PostgreSQL   Index Cond: (hash = $1)

-- sessionById
select *
  from "sessions"
  where "id" = ? and "expires_at" > ?;
-- SQLite     SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)
-- PostgreSQL Index Scan using sessions_pkey on sessions
-- PostgreSQL   Index Cond: (id = $1)
-- PostgreSQL   Filter: (expires_at > $2)

-- sessionsOf
select *
  from "sessions"
  where "account_id" = ? and "expires_at" > ? and "handed_from" is null
  order by "created_at" desc, "id" desc;
-- SQLite     SEARCH sessions USING INDEX sessions_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at DESC, id DESC
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: ((handed_from IS NULL) AND (expires_at > $2))

-- signInByToken
select *
  from "sign_ins"
  where "token" = ? and "expires_at" > ?;
-- SQLite     SEARCH sign_ins USING INDEX sqlite_autoindex_sign_ins_2 (token=?)
-- PostgreSQL Index Scan using sign_ins_token_key on sign_ins
-- PostgreSQL   Index Cond: (token = $1)
-- PostgreSQL   Filter: (expires_at > $2)

-- takeSignIn
delete
  from "sign_ins"
  where "id" = ?;
-- SQLite     SEARCH sign_ins USING INDEX sqlite_autoindex_sign_ins_1 (id=?)
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_pkey on sign_ins
-- PostgreSQL         Index Cond: (id = $1)

-- tryCode
update "sign_ins"
  set "tries" = tries + 1
  where "browser" = ? and "handed_from" is null and "expires_at" > ? and "tries" < ?
  returning *;
-- SQLite     SEARCH sign_ins USING INDEX sign_ins_browser (browser=?)
-- PostgreSQL Update on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_browser on sign_ins
-- PostgreSQL         Index Cond: (browser = $1)
-- PostgreSQL         Filter: ((handed_from IS NULL) AND (expires_at > $2) AND (tries < $3))
