-- The statements of src/store/accounts/passkeys.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- deletePasskeys
delete
  from "passkeys"
  where "account_id" = ? and "id" = ?
  returning *;
-- SQLite     SEARCH passkeys USING INDEX sqlite_autoindex_passkeys_1 (id=?)
-- PostgreSQL Delete on passkeys
-- PostgreSQL   ->  Index Scan using passkeys_pkey on passkeys
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (account_id = $1)

-- deletePasskeys
delete
  from "passkeys"
  where "account_id" = ?
  returning *;
-- SQLite     SEARCH passkeys USING COVERING INDEX passkeys_account (account_id=?)
-- PostgreSQL Delete on passkeys
-- PostgreSQL   ->  Index Scan using passkeys_account on passkeys
-- PostgreSQL         Index Cond: (account_id = $1)

-- deletePasskeysSince
delete
  from "passkeys"
  where "account_id" = ? and "created_at" >= ?;
-- SQLite     SEARCH passkeys USING INDEX passkeys_account (account_id=?)
-- PostgreSQL Delete on passkeys
-- PostgreSQL   ->  Index Scan using passkeys_account on passkeys
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (created_at >= $2)

-- forgetChallenges
delete
  from "used_challenges"
  where "expires_at" <= ?;
-- SQLite     SCAN used_challenges
-- PostgreSQL Delete on used_challenges
-- PostgreSQL   ->  Seq Scan on used_challenges
-- PostgreSQL         Filter: (expires_at <= $1)

-- insertPasskey
insert into "passkeys" ("id", "account_id", "credential_id", "public_key", "counter", "host", "name", "transports", "created_at", "used_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on passkeys
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- namePasskey
update "passkeys"
  set "name" = ?
  where "id" = ? and "account_id" = ?
  returning *;
-- SQLite     SEARCH passkeys USING INDEX sqlite_autoindex_passkeys_1 (id=?)
-- PostgreSQL Update on passkeys
-- PostgreSQL   ->  Index Scan using passkeys_pkey on passkeys
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (account_id = $3)

-- notePasskeyUse
update "passkeys"
  set "counter" = ?, "used_at" = ?
  where "id" = ? and "counter" < ?
  returning *;
-- SQLite     SEARCH passkeys USING INDEX sqlite_autoindex_passkeys_1 (id=?)
-- PostgreSQL Update on passkeys
-- PostgreSQL   ->  Index Scan using passkeys_pkey on passkeys
-- PostgreSQL         Index Cond: (id = $3)
-- PostgreSQL         Filter: (counter < $4)

-- passkeyByCredential
select *
  from "passkeys"
  where "credential_id" = ?;
-- SQLite     SEARCH passkeys USING INDEX sqlite_autoindex_passkeys_2 (credential_id=?)
-- PostgreSQL Index Scan using passkeys_credential_id_key on passkeys
-- PostgreSQL   Index Cond: (credential_id = $1)

-- passkeysOf
select *
  from "passkeys"
  where "account_id" = ?
  order by "created_at" desc, "id" desc;
-- SQLite     SEARCH passkeys USING INDEX passkeys_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at DESC, id DESC
-- PostgreSQL   ->  Index Scan using passkeys_account on passkeys
-- PostgreSQL         Index Cond: (account_id = $1)

-- useChallenge
insert into "used_challenges" ("hash", "expires_at")
  values (?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on used_challenges
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result
