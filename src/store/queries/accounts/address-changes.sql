-- The statements of src/store/accounts/address-changes.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- changeByToken
select *
  from "address_changes"
  where "back_token" = ?;
-- SQLite     SEARCH address_changes USING INDEX sqlite_autoindex_address_changes_4 (back_token=?)
-- PostgreSQL Index Scan using address_changes_back_token_key on address_changes
-- PostgreSQL   Index Cond: (back_token = $1)

-- changeByToken
select *
  from "address_changes"
  where ("old_token" = ? or "new_token" = ?);
-- SQLite     MULTI-INDEX OR
-- SQLite       INDEX 1
-- SQLite         SEARCH address_changes USING INDEX sqlite_autoindex_address_changes_2 (old_token=?)
-- SQLite       INDEX 2
-- SQLite         SEARCH address_changes USING INDEX sqlite_autoindex_address_changes_3 (new_token=?)
-- PostgreSQL Bitmap Heap Scan on address_changes
-- PostgreSQL   Recheck Cond: ((old_token = $1) OR (new_token = $2))
-- PostgreSQL   ->  BitmapOr
-- PostgreSQL         ->  Bitmap Index Scan on address_changes_old_token_key
-- PostgreSQL               Index Cond: (old_token = $1)
-- PostgreSQL         ->  Bitmap Index Scan on address_changes_new_token_key
-- PostgreSQL               Index Cond: (new_token = $2)

-- endAppliedSince
update "address_changes"
  set "over_at" = ?
  where "account_id" = ? and "applied_at" >= ? and "over_at" is null;
-- SQLite     SEARCH address_changes USING INDEX address_changes_account (account_id=?)
-- PostgreSQL Update on address_changes
-- PostgreSQL   ->  Index Scan using address_changes_account on address_changes
-- PostgreSQL         Index Cond: (account_id = $2)
-- PostgreSQL         Filter: ((over_at IS NULL) AND (applied_at >= $3))

-- endWaiting
update "address_changes"
  set "over_at" = ?
  where "account_id" = ? and "applied_at" is null and "over_at" is null and "expires_at" > ?;
-- SQLite     SEARCH address_changes USING INDEX address_changes_account (account_id=?)
-- PostgreSQL Update on address_changes
-- PostgreSQL   ->  Index Scan using address_changes_account on address_changes
-- PostgreSQL         Index Cond: (account_id = $2)
-- PostgreSQL         Filter: ((applied_at IS NULL) AND (over_at IS NULL) AND (expires_at > $3))

-- forgetChanges
delete
  from "address_changes"
  where "expires_at" <= ?;
-- SQLite     SEARCH address_changes USING COVERING INDEX address_changes_end (expires_at<?)
-- PostgreSQL Delete on address_changes
-- PostgreSQL   ->  Index Scan using address_changes_end on address_changes
-- PostgreSQL         Index Cond: (expires_at <= $1)

-- forgetChanges
delete
  from "address_holds"
  where "until" <= ?;
-- SQLite     SEARCH address_holds USING COVERING INDEX address_holds_end (until<?)
-- PostgreSQL Delete on address_holds
-- PostgreSQL   ->  Index Scan using address_holds_end on address_holds
-- PostgreSQL         Index Cond: (until <= $1)

-- heldBy
select "email_key"
  from "address_holds"
  where "account_id" = ?;
-- SQLite     SEARCH address_holds USING COVERING INDEX sqlite_autoindex_address_holds_1 (account_id=?)
-- PostgreSQL Index Only Scan using address_holds_pkey on address_holds
-- PostgreSQL   Index Cond: (account_id = $1)

-- holdAddress
insert into "address_holds" ("account_id", "email_key", "until")
  values (?, ?, ?)
  on conflict ("account_id", "email_key") do update
  set "until" = ?;
-- PostgreSQL Insert on address_holds
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: address_holds_pkey
-- PostgreSQL   ->  Result

-- insertChange
insert into "address_changes" ("id", "account_id", "old_email", "new_email", "old_token", "new_token", "back_token", "old_confirmed_at", "new_confirmed_at", "applied_at", "over_at", "created_at", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on address_changes
-- PostgreSQL   ->  Result

-- insertChange
insert into "address_changes" ("id", "account_id", "old_email", "new_email", "old_token", "new_token", "back_token", "old_confirmed_at", "new_confirmed_at", "created_at", "expires_at", "applied_at", "over_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on address_changes
-- PostgreSQL   ->  Result

-- isHeldByOther
select "account_id"
  from "address_holds"
  where "email_key" = ? and "until" > ? and "account_id" <> ?
  limit ?;
-- SQLite     SEARCH address_holds USING INDEX address_holds_email (email_key=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using address_holds_email on address_holds
-- PostgreSQL         Index Cond: (email_key = $1)
-- PostgreSQL         Filter: ((until > $2) AND (account_id <> $3))

-- isHeldByOther
select "account_id"
  from "address_holds"
  where "email_key" = ? and "until" > ?
  limit ?;
-- SQLite     SEARCH address_holds USING INDEX address_holds_email (email_key=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using address_holds_email on address_holds
-- PostgreSQL         Index Cond: (email_key = $1)
-- PostgreSQL         Filter: (until > $2)

-- moveAddress, SQLite only
select "id", "email_verified"
  from "accounts"
  where ("email_key" = ? or "id" = ?)
  order by "id";
-- SQLite     MULTI-INDEX OR
-- SQLite       INDEX 1
-- SQLite         SEARCH accounts USING INDEX accounts_email (email_key=?)
-- SQLite       INDEX 2
-- SQLite         SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- moveAddress, PostgreSQL only
select "id", "email_verified"
  from "accounts"
  where ("email_key" = ? or "id" = ?)
  order by "id" for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: id
-- PostgreSQL         ->  Bitmap Heap Scan on accounts
-- PostgreSQL               Recheck Cond: ((email_key = $1) OR (id = $2))
-- PostgreSQL               ->  BitmapOr
-- PostgreSQL                     ->  Bitmap Index Scan on accounts_email
-- PostgreSQL                           Index Cond: (email_key = $1)
-- PostgreSQL                     ->  Bitmap Index Scan on accounts_pkey
-- PostgreSQL                           Index Cond: (id = $2)

-- setChange
update "address_changes"
  set "applied_at" = ?, "expires_at" = ?, "back_token" = ?
  where "id" = ?;
-- SQLite     SEARCH address_changes USING INDEX sqlite_autoindex_address_changes_1 (id=?)
-- PostgreSQL Update on address_changes
-- PostgreSQL   ->  Index Scan using address_changes_pkey on address_changes
-- PostgreSQL         Index Cond: (id = $4)

-- setChange
update "address_changes"
  set "old_confirmed_at" = ?, "new_confirmed_at" = ?
  where "id" = ?;
-- SQLite     SEARCH address_changes USING INDEX sqlite_autoindex_address_changes_1 (id=?)
-- PostgreSQL Update on address_changes
-- PostgreSQL   ->  Index Scan using address_changes_pkey on address_changes
-- PostgreSQL         Index Cond: (id = $3)

-- waitingChange
select *
  from "address_changes"
  where "account_id" = ? and "applied_at" is null and "over_at" is null and "expires_at" > ?;
-- SQLite     SEARCH address_changes USING INDEX address_changes_account (account_id=?)
-- PostgreSQL Index Scan using address_changes_account on address_changes
-- PostgreSQL   Index Cond: (account_id = $1)
-- PostgreSQL   Filter: ((applied_at IS NULL) AND (over_at IS NULL) AND (expires_at > $2))
