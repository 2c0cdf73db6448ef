-- The statements of src/store/accounts/members.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- addressesOf
select "email"
  from "members"
  where "account_id" = ? and "role" in (?, ?)
  order by "id";
-- SQLite     SEARCH members USING INDEX sqlite_autoindex_members_2 (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: id
-- PostgreSQL   ->  Index Scan using members_account_id_email_key_key on members
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (role = ANY (ARRAY[$2, $3]))

-- deleteMembers
delete
  from "members"
  where "account_id" = ? and "id" in (?, ?);
-- SQLite     SEARCH members USING INDEX sqlite_autoindex_members_1 (id=?)
-- PostgreSQL Delete on members
-- PostgreSQL   ->  Index Scan using members_pkey on members
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$2, $3]))
-- PostgreSQL         Filter: (account_id = $1)

-- deleteMembers
delete
  from "sessions"
  where "account_id" = ? and "member_id" in (?, ?);
-- SQLite     SEARCH sessions USING INDEX sessions_account (account_id=?)
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (member_id = ANY (ARRAY[$2, $3]))

-- deleteMembers
delete
  from "sign_ins"
  where "account_id" = ? and "member_id" in (?, ?);
-- SQLite     SEARCH sign_ins USING INDEX sign_ins_account (account_id=?)
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_account on sign_ins
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (member_id = ANY (ARRAY[$2, $3]))

-- endInvitations
delete
  from "invitations"
  where "account_id" = ? and "created_at" >= ?;
-- SQLite     SEARCH invitations USING INDEX sqlite_autoindex_invitations_3 (account_id=?)
-- PostgreSQL Delete on invitations
-- PostgreSQL   ->  Index Scan using invitations_account_id_email_key_key on invitations
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (created_at >= $2)

-- forgetInvitations
delete
  from "invitations"
  where "expires_at" <= ?;
-- SQLite     SEARCH invitations USING COVERING INDEX invitations_end (expires_at<?)
-- PostgreSQL Delete on invitations
-- PostgreSQL   ->  Index Scan using invitations_end on invitations
-- PostgreSQL         Index Cond: (expires_at <= $1)

-- insertMember
insert into "members" ("id", "account_id", "email", "email_key", "role", "invited_by", "created_at")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on members
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- invitationByToken
select *
  from "invitations"
  where "token" = ?;
-- SQLite     SEARCH invitations USING INDEX sqlite_autoindex_invitations_2 (token=?)
-- PostgreSQL Index Scan using invitations_token_key on invitations
-- PostgreSQL   Index Cond: (token = $1)

-- invitationsOf
select *
  from "invitations"
  where "account_id" = ? and "expires_at" > ?
  order by "created_at", "id";
-- SQLite     SEARCH invitations USING INDEX sqlite_autoindex_invitations_3 (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using invitations_account_id_email_key_key on invitations
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (expires_at > $2)

-- memberByAddress
select *
  from "members"
  where "account_id" = ? and "email_key" = ?;
-- SQLite     SEARCH members USING INDEX sqlite_autoindex_members_2 (account_id=? AND email_key=?)
-- PostgreSQL Index Scan using members_account_id_email_key_key on members
-- PostgreSQL   Index Cond: ((account_id = $1) AND (email_key = $2))

-- memberById
select *
  from "members"
  where "id" = ? and "account_id" = ?;
-- SQLite     SEARCH members USING INDEX sqlite_autoindex_members_1 (id=?)
-- PostgreSQL Index Scan using members_pkey on members
-- PostgreSQL   Index Cond: (id = $1)
-- PostgreSQL   Filter: (account_id = $2)

-- membersOf
select *
  from "members"
  where "account_id" = ?
  order by "created_at", "id";
-- SQLite     SEARCH members USING INDEX sqlite_autoindex_members_2 (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using members_account_id_email_key_key on members
-- PostgreSQL         Index Cond: (account_id = $1)

-- putInvitation
insert into "invitations" ("id", "account_id", "email", "email_key", "role", "token", "invited_by", "created_at", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("account_id", "email_key") do update
  set "id" = ?, "email" = ?, "role" = ?, "token" = ?, "invited_by" = ?, "created_at" = ?, "expires_at" = ?;
-- PostgreSQL Insert on invitations
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: invitations_account_id_email_key_key
-- PostgreSQL   ->  Result

-- seatsOf
select "accounts"."id", "accounts"."handle", "members"."id" as "member", "members"."role"
  from "members"
  inner join "accounts" on "accounts"."id" = "members"."account_id"
  where "members"."email_key" = ?
  order by "members"."created_at", "members"."id";
-- SQLite     SEARCH members USING INDEX members_email (email_key=?)
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: members.created_at, members.id
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using members_email on members
-- PostgreSQL               Index Cond: (email_key = $1)
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL               Index Cond: (id = members.account_id)

-- seatsOf
select "id", "handle"
  from "accounts"
  where "email_key" = ? and "email_verified" = 1;
-- SQLite     SEARCH accounts USING INDEX accounts_verified_email (email_key=?)
-- PostgreSQL Index Scan using accounts_verified_email on accounts
-- PostgreSQL   Index Cond: (email_key = $1)

-- setRole
update "members"
  set "role" = ?
  where "id" = ? and "account_id" = ?;
-- SQLite     SEARCH members USING INDEX sqlite_autoindex_members_1 (id=?)
-- PostgreSQL Update on members
-- PostgreSQL   ->  Index Scan using members_pkey on members
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (account_id = $3)

-- takeInvitation
delete
  from "invitations"
  where "id" = ? and "account_id" = ?
  returning *;
-- SQLite     SEARCH invitations USING INDEX sqlite_autoindex_invitations_1 (id=?)
-- PostgreSQL Delete on invitations
-- PostgreSQL   ->  Index Scan using invitations_pkey on invitations
-- PostgreSQL         Index Cond: (id = $1)
-- PostgreSQL         Filter: (account_id = $2)
