-- The statements of src/store/delivery/mail.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- claimMail, PostgreSQL only
update "mail"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "mail"
  where ("sent_at" is null and "failed_at" is null) and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "due_at", "id"
  limit ? for no key update skip locked)
  returning *;
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  LockRows
-- PostgreSQL                                 ->  Incremental Sort
-- PostgreSQL                                       Sort Key: mail_1.due_at, mail_1.id
-- PostgreSQL                                       Presorted Key: mail_1.due_at
-- PostgreSQL                                       ->  Index Scan using mail_due on mail mail_1
-- PostgreSQL                                             Index Cond: (due_at <= $3)
-- PostgreSQL                                             Filter: ((sent_at IS NULL) AND (failed_at IS NULL) AND ((lease_until IS NULL) OR (lease_until < $4)))
-- PostgreSQL         ->  Index Scan using mail_pkey on mail
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)

-- claimMail, SQLite only
update "mail"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "mail"
  where ("sent_at" is null and "failed_at" is null) and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "due_at", "id"
  limit ?)
  returning *;
-- SQLite     SEARCH mail USING COVERING INDEX sqlite_autoindex_mail_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH mail USING INDEX mail_due (due_at<?)
-- SQLite       USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- countFailedMails
select count(*) as waiting, min(since) as oldest
  from (select failed_at as since
  from mail
  where failed_at is not null and erase = 0
  order by failed_at desc
  limit 1000) counted;
-- SQLite     CO-ROUTINE counted
-- SQLite       SEARCH mail USING INDEX mail_failed (failed_at>?)
-- SQLite     SCAN counted
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan Backward using mail_failed on mail
-- PostgreSQL               Filter: (erase = 0)

-- deleteMails
delete
  from "mail"
  where "id" in (?, ?);
-- SQLite     SEARCH mail USING INDEX sqlite_autoindex_mail_1 (id=?)
-- PostgreSQL Delete on mail
-- PostgreSQL   ->  Index Scan using mail_pkey on mail
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))

-- eraseMails
update "mail"
  set "body" = ?, "html" = ?, "reply_to" = ?, "recipient" = ?, "subject" = ?, "failure" = ?, "erase" = ?
  where ("account_id" = ? or ("account_id" is null and lower(recipient) = ?));
-- SQLite     MULTI-INDEX OR
-- SQLite       INDEX 1
-- SQLite         SEARCH mail USING INDEX mail_account (account_id=?)
-- SQLite       INDEX 2
-- SQLite         SEARCH mail USING INDEX mail_strangers (<expr>=?)
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Bitmap Heap Scan on mail
-- PostgreSQL         Recheck Cond: ((account_id = $8) OR ((lower(recipient) = $9) AND (account_id IS NULL)))
-- PostgreSQL         ->  BitmapOr
-- PostgreSQL               ->  Bitmap Index Scan on mail_account
-- PostgreSQL                     Index Cond: (account_id = $8)
-- PostgreSQL               ->  Bitmap Index Scan on mail_strangers
-- PostgreSQL                     Index Cond: (lower(recipient) = $9)

-- eraseMails
update "mail"
  set "failed_at" = ?
  where ("account_id" = ? or ("account_id" is null and lower(recipient) = ?)) and ("sent_at" is null and "failed_at" is null);
-- SQLite     MULTI-INDEX OR
-- SQLite       INDEX 1
-- SQLite         SEARCH mail USING INDEX mail_account (account_id=?)
-- SQLite       INDEX 2
-- SQLite         SEARCH mail USING INDEX mail_strangers (<expr>=?)
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Index Scan using mail_due on mail
-- PostgreSQL         Filter: ((sent_at IS NULL) AND (failed_at IS NULL) AND ((account_id = $2) OR ((account_id IS NULL) AND (lower(recipient) = $3))))

-- failedMails
select *
  from "mail"
  where "failed_at" is not null and "erase" = 0
  order by "failed_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH mail USING INDEX mail_failed (failed_at>?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Incremental Sort
-- PostgreSQL         Sort Key: failed_at DESC, id DESC
-- PostgreSQL         Presorted Key: failed_at
-- PostgreSQL         ->  Index Scan Backward using mail_failed on mail
-- PostgreSQL               Filter: (erase = 0)

-- insertMail
insert into "mail" ("id", "recipient", "subject", "body", "html", "account_id", "reply_to", "language", "created_at", "due_at", "attempts", "lease_token", "lease_until", "sent_at", "failed_at", "failure", "erase")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on mail
-- PostgreSQL   ->  Result

-- insertMail
insert into "mail" ("recipient", "subject", "body", "html", "id", "account_id", "reply_to", "language", "created_at", "due_at", "attempts", "lease_token", "lease_until", "sent_at", "failed_at", "failure", "erase")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on mail
-- PostgreSQL   ->  Result

-- insertMailIfVerified
insert into "mail" ("account_id", "recipient", "id", "subject", "body", "html", "reply_to", "language", "created_at", "due_at", "attempts", "lease_token", "lease_until", "sent_at", "failed_at", "failure", "erase") select "account_id", "email", ? as "id", ? as "subject", ? as "body", ? as "html", ? as "reply_to", ? as "language", ? as "created_at", ? as "due_at", ? as "attempts", ? as "lease_token", ? as "lease_until", ? as "sent_at", ? as "failed_at", ? as "failure", ? as "erase"
  from (select "id" as "account_id", "email"
  from "accounts"
  where "email_key" = ? and "email_verified" = 1
  union all select "members"."account_id", "members"."email"
  from "members"
  where "members"."email_key" = ? and not exists (select "id"
  from "accounts"
  where "email_key" = ? and "email_verified" = 1) and "members"."id" = (select "id"
  from "members"
  where "email_key" = ?
  order by "created_at", "id"
  limit ?)) as "person";
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- SQLite       UNION ALL
-- SQLite         SEARCH members USING INDEX sqlite_autoindex_members_1 (id=?)
-- SQLite         SCALAR SUBQUERY 3
-- SQLite           SEARCH members USING INDEX members_email (email_key=?)
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite         SCALAR SUBQUERY 2
-- SQLite           SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- PostgreSQL Insert on mail
-- PostgreSQL   ->  Result
-- PostgreSQL         ->  Append
-- PostgreSQL               ->  Index Scan using accounts_verified_email on accounts
-- PostgreSQL                     Index Cond: (email_key = $16)
-- PostgreSQL               ->  Result
-- PostgreSQL                     One-Time Filter: (NOT (InitPlan 1).col1)
-- PostgreSQL                     InitPlan 1
-- PostgreSQL                       ->  Index Only Scan using accounts_verified_email on accounts accounts_1
-- PostgreSQL                             Index Cond: (email_key = $18)
-- PostgreSQL                     InitPlan 2
-- PostgreSQL                       ->  Limit
-- PostgreSQL                             ->  Sort
-- PostgreSQL                                   Sort Key: members_1.created_at, members_1.id
-- PostgreSQL                                   ->  Index Scan using members_email on members members_1
-- PostgreSQL                                         Index Cond: (email_key = $19)
-- PostgreSQL                     ->  Index Scan using members_pkey on members
-- PostgreSQL                           Index Cond: (id = (InitPlan 2).col1)
-- PostgreSQL                           Filter: (email_key = $17)

-- mailsToErase
select "id"
  from "mail"
  where "erase" = 1 and ("sent_at" is not null or "failed_at" is not null) and ("lease_until" is null or "lease_until" <= ?)
  order by "id"
  limit ?;
-- SQLite     SCAN mail USING INDEX mail_erase
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using mail_erase on mail
-- PostgreSQL         Filter: (((sent_at IS NOT NULL) OR (failed_at IS NOT NULL)) AND ((lease_until IS NULL) OR (lease_until <= $1)))

-- makeMailDue
update "mail"
  set "due_at" = ?
  where ("sent_at" is null and "failed_at" is null) and "attempts" = 0 and "due_at" > ? and "due_at" = "created_at";
-- SQLite     SEARCH mail USING INDEX mail_due (due_at>?)
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Index Scan using mail_due on mail
-- PostgreSQL         Index Cond: (due_at > $2)
-- PostgreSQL         Filter: ((sent_at IS NULL) AND (failed_at IS NULL) AND (attempts = 0) AND (due_at = created_at))

-- settleMail
update "mail"
  set "due_at" = ?, "lease_token" = ?, "lease_until" = ?
  where "id" = ? and "lease_token" = ?;
-- SQLite     SEARCH mail USING INDEX sqlite_autoindex_mail_1 (id=?)
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Index Scan using mail_pkey on mail
-- PostgreSQL         Index Cond: (id = $4)
-- PostgreSQL         Filter: (lease_token = $5)

-- settleMail
update "mail"
  set "failed_at" = ?, "failure" = ?, "body" = ?, "html" = ?, "reply_to" = ?, "lease_token" = ?, "lease_until" = ?
  where "id" = ? and "lease_token" = ?;
-- SQLite     SEARCH mail USING INDEX sqlite_autoindex_mail_1 (id=?)
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Index Scan using mail_pkey on mail
-- PostgreSQL         Index Cond: (id = $8)
-- PostgreSQL         Filter: (lease_token = $9)

-- settleMail
update "mail"
  set "sent_at" = ?, "body" = ?, "html" = ?, "reply_to" = ?, "lease_token" = ?, "lease_until" = ?
  where "id" = ? and "lease_token" = ?;
-- SQLite     SEARCH mail USING INDEX sqlite_autoindex_mail_1 (id=?)
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Index Scan using mail_pkey on mail
-- PostgreSQL         Index Cond: (id = $7)
-- PostgreSQL         Filter: (lease_token = $8)

-- waitingMails
select count(*) as waiting, min(since) as oldest
  from (select created_at as since
  from mail
  where sent_at is null and failed_at is null and (attempts > 0 or due_at <= 0)
  order by due_at
  limit 1000) counted;
-- SQLite     CO-ROUTINE counted
-- SQLite       SCAN mail USING INDEX mail_due
-- SQLite     SCAN counted
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan using mail_due on mail
-- PostgreSQL               Filter: ((attempts > 0) OR (due_at <= 0))
