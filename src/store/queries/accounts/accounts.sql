-- The statements of src/store/accounts/accounts.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- accountByHandle
select *
  from "accounts"
  where "handle" = ? and "erased_at" is null;
-- SQLite     SEARCH accounts USING INDEX accounts_handle (handle=?)
-- PostgreSQL Index Scan using accounts_handle on accounts
-- PostgreSQL   Index Cond: (handle = $1)
-- PostgreSQL   Filter: (erased_at IS NULL)

-- accountById
select *
  from "accounts"
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Index Scan using accounts_pkey on accounts
-- PostgreSQL   Index Cond: (id = $1)

-- accountsSince
select "handle", "created_at"
  from "accounts"
  where "handle" in (?, ?) and "erased_at" is null;
-- SQLite     SEARCH accounts USING INDEX accounts_handle (handle=?)
-- PostgreSQL Index Scan using accounts_handle on accounts
-- PostgreSQL   Index Cond: (handle = ANY (ARRAY[$1, $2]))
-- PostgreSQL   Filter: (erased_at IS NULL)

-- addStrike
update "accounts"
  set "strikes" = strikes + 1, "banned_at" = case when strikes + 1 >= 3 then coalesce(banned_at, ?) else banned_at end, "banned_for" = case when strikes + 1 >= 3 then coalesce(banned_for, 'strikes') else banned_for end, "auto_recharge_paused" = 1, "recharge_paused_by" = ?
  where "id" = ?
  returning "strikes", "banned_at", "email_key", "card_fingerprint";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $3)

-- ban
insert into "bans" ("kind", "hash", "account_id", "created_at")
  values (?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on bans
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- banForCard
update "accounts"
  set "banned_at" = ?, "banned_for" = ?, "auto_recharge_enabled" = ?
  where "id" = ? and "banned_at" is null;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $4)
-- PostgreSQL         Filter: (banned_at IS NULL)

-- claimAddress
select "account_id"
  from "address_holds"
  where "email_key" = ? and "until" > ? and "account_id" <> ?;
-- SQLite     SEARCH address_holds USING INDEX address_holds_email (email_key=?)
-- PostgreSQL Index Scan using address_holds_email on address_holds
-- PostgreSQL   Index Cond: (email_key = $1)
-- PostgreSQL   Filter: ((until > $2) AND (account_id <> $3))

-- claimAddress, SQLite only
select "id", "email", "email_verified"
  from "accounts"
  where "email_key" = ?
  order by "id";
-- SQLite     SEARCH accounts USING INDEX accounts_email (email_key=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- claimAddress, PostgreSQL only
select "id", "email", "email_verified"
  from "accounts"
  where "email_key" = ?
  order by "id" for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: id
-- PostgreSQL         ->  Index Scan using accounts_email on accounts
-- PostgreSQL               Index Cond: (email_key = $1)

-- claimAddress
update "accounts"
  set "email" = ?, "email_key" = ?
  where "id" in (?, ?);
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$3, $4]))

-- insertAccount
insert into "accounts" ("id", "name", "email", "email_key", "handle", "suspended_at", "banned_at", "banned_for", "balance", "strikes", "email_verified", "card_on_file", "card_fingerprint", "auto_recharge_enabled", "auto_recharge_threshold", "auto_recharge_amount", "auto_recharge_paused", "recharges_per_day", "recharges_per_month", "recharge_paused_by", "recharges_counted_from", "low_balance_threshold", "approval_mail_at", "erase_at", "erased_at", "language", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on accounts
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- isBanned
select "hash"
  from "bans"
  where "kind" = ? and "hash" = ?
  limit ?;
-- SQLite     SEARCH bans USING COVERING INDEX sqlite_autoindex_bans_1 (kind=? AND hash=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Only Scan using bans_pkey on bans
-- PostgreSQL         Index Cond: ((kind = $1) AND (hash = $2))

-- languageOfAddress
select "a"."language"
  from "members" as "m"
  inner join "accounts" as "a" on "a"."id" = "m"."account_id"
  where "m"."email_key" = ?
  order by "m"."created_at", "m"."id"
  limit ?;
-- SQLite     SEARCH m USING INDEX members_email (email_key=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: m.created_at, m.id
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using members_email on members m
-- PostgreSQL                     Index Cond: (email_key = $1)
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                     Index Cond: (id = m.account_id)

-- languageOfAddress
select "language"
  from "accounts"
  where "email_key" = ? and "email_verified" = 1;
-- SQLite     SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- PostgreSQL Index Scan using accounts_verified_email on accounts
-- PostgreSQL   Index Cond: (email_key = $1)

-- liftCardBan
update "accounts"
  set "banned_at" = case when strikes >= 3 then banned_at else null end, "banned_for" = case when strikes >= 3 then 'strikes' else null end
  where "id" = ? and "banned_for" = 'card';
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $1)
-- PostgreSQL         Filter: (banned_for = 'card'::text)

-- lockAccount, SQLite only
select *
  from "accounts"
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)

-- lockAccount, PostgreSQL only
select *
  from "accounts"
  where "id" = ? for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $1)

-- oldestAccount, SQLite only
select *
  from "accounts"
  order by "created_at", "id"
  limit ?;
-- SQLite     SCAN accounts
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- setAddress
update "accounts"
  set "email" = ?, "email_key" = ?
  where "id" = ? and "email_verified" = 0;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $3)
-- PostgreSQL         Filter: (email_verified = 0)

-- setSuspension
update "accounts"
  set "suspended_at" = ?
  where "id" = ? and "suspended_at" is not null;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (suspended_at IS NOT NULL)

-- setSuspension
update "accounts"
  set "suspended_at" = ?
  where "id" = ? and "suspended_at" is null;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (suspended_at IS NULL)

-- takeApprovalMail
update "accounts"
  set "approval_mail_at" = case when approval_mail_at + ? > ? then approval_mail_at + ? else ? end
  where "id" = ? and "approval_mail_at" <= ?
  returning "approval_mail_at";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $5)
-- PostgreSQL         Filter: (approval_mail_at <= $6)

-- takeBackStrike
update "accounts"
  set "strikes" = strikes - 1, "banned_at" = case when strikes - 1 < 3 and banned_for = 'strikes' then null else banned_at end, "banned_for" = case when strikes - 1 < 3 and banned_for = 'strikes' then null else banned_for end
  where "id" = ? and "strikes" > 0
  returning "banned_at";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $1)
-- PostgreSQL         Filter: (strikes > 0)

-- unban
delete
  from "bans"
  where "account_id" = ?;
-- SQLite     SEARCH bans USING COVERING INDEX bans_account (account_id=?)
-- PostgreSQL Delete on bans
-- PostgreSQL   ->  Index Scan using bans_account on bans
-- PostgreSQL         Index Cond: (account_id = $1)

-- updateAccount
update "accounts"
  set "auto_recharge_enabled" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)

-- updateAccount
update "accounts"
  set "auto_recharge_paused" = ?, "recharge_paused_by" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $3)

-- updateAccount
update "accounts"
  set "auto_recharge_paused" = ?, "recharge_paused_by" = ?, "recharges_counted_from" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $4)

-- updateAccount
update "accounts"
  set "card_on_file" = ?, "card_fingerprint" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $3)

-- updateAccount
update "accounts"
  set "email" = ?, "email_key" = ?, "email_verified" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $4)

-- updateAccount
update "accounts"
  set "email_verified" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)

-- updateAccount
update "accounts"
  set "email_verified" = ?, "card_on_file" = ?, "card_fingerprint" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $4)

-- updateAccount
update "accounts"
  set "handle" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)

-- updateAccount
update "accounts"
  set "handle" = ?, "name" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $3)

-- updateAccount
update "accounts"
  set "low_balance_threshold" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)

-- updateAccount
update "accounts"
  set "name" = ?, "email" = ?, "email_key" = ?, "handle" = ?, "email_verified" = ?, "erased_at" = ?, "card_on_file" = ?, "card_fingerprint" = ?, "auto_recharge_enabled" = ?, "language" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $11)

-- updateAccount
update "accounts"
  set "recharges_per_day" = ?, "recharges_per_month" = ?, "auto_recharge_enabled" = ?, "auto_recharge_threshold" = ?, "auto_recharge_amount" = ?
  where "id" = ?;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $6)

-- verifiedAccount
select *
  from "accounts"
  where "email_key" = ? and "email_verified" = 1;
-- SQLite     SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- PostgreSQL Index Scan using accounts_verified_email on accounts
-- PostgreSQL   Index Cond: (email_key = $1)
