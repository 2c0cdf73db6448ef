-- The statements of src/store/database/tables.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- erasePerson
delete
  from "account_activity"
  where "account_id" = ?;
-- SQLite     SEARCH account_activity USING COVERING INDEX account_activity_account (account_id=?)
-- PostgreSQL Delete on account_activity
-- PostgreSQL   ->  Index Scan using account_activity_account on account_activity
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "address_changes"
  where "account_id" = ?;
-- SQLite     SEARCH address_changes USING COVERING INDEX address_changes_account (account_id=?)
-- PostgreSQL Delete on address_changes
-- PostgreSQL   ->  Index Scan using address_changes_account on address_changes
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "address_holds"
  where "account_id" = ?;
-- SQLite     SEARCH address_holds USING COVERING INDEX sqlite_autoindex_address_holds_1 (account_id=?)
-- PostgreSQL Delete on address_holds
-- PostgreSQL   ->  Index Scan using address_holds_pkey on address_holds
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "billing"
  where "account_id" = ?;
-- SQLite     SEARCH billing USING INDEX sqlite_autoindex_billing_1 (account_id=?)
-- PostgreSQL Delete on billing
-- PostgreSQL   ->  Index Scan using billing_pkey on billing
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "blocked_addresses"
  where ("author_id" = ? or "sender_id" = ?);
-- SQLite     SCAN blocked_addresses
-- PostgreSQL Delete on blocked_addresses
-- PostgreSQL   ->  Seq Scan on blocked_addresses
-- PostgreSQL         Filter: ((author_id = $1) OR (sender_id = $2))

-- erasePerson
delete
  from "cards"
  where "account_id" = ?;
-- SQLite     SEARCH cards USING INDEX sqlite_autoindex_cards_1 (account_id=?)
-- PostgreSQL Delete on cards
-- PostgreSQL   ->  Index Scan using cards_pkey on cards
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "events"
  where "account_id" = ?;
-- SQLite     SEARCH events USING INDEX events_position (account_id=?)
-- PostgreSQL Delete on events
-- PostgreSQL   ->  Index Scan using events_position on events
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "examples"
  where "revision_id" in (select id
  from "revisions"
  where account_id = ?);
-- SQLite     SEARCH examples USING COVERING INDEX sqlite_autoindex_examples_1 (revision_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Delete on examples
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using revisions_account on revisions
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL         ->  Index Scan using examples_pkey on examples
-- PostgreSQL               Index Cond: (revision_id = revisions.id)

-- erasePerson
delete
  from "former_handles"
  where "account_id" = ?;
-- SQLite     SEARCH former_handles USING COVERING INDEX former_handles_account (account_id=?)
-- PostgreSQL Delete on former_handles
-- PostgreSQL   ->  Index Scan using former_handles_account on former_handles
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "held_messages"
  where "account_id" = ?;
-- SQLite     SCAN held_messages
-- PostgreSQL Delete on held_messages
-- PostgreSQL   ->  Seq Scan on held_messages
-- PostgreSQL         Filter: (account_id = $1)

-- erasePerson
delete
  from "idempotency"
  where "key_id" in (select id
  from "api_keys"
  where account_id = ?);
-- SQLite     SEARCH idempotency USING COVERING INDEX sqlite_autoindex_idempotency_1 (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Delete on idempotency
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL         ->  Index Scan using idempotency_pkey on idempotency
-- PostgreSQL               Index Cond: (key_id = api_keys.id)

-- erasePerson
delete
  from "invitations"
  where "account_id" = ?;
-- SQLite     SEARCH invitations USING COVERING INDEX sqlite_autoindex_invitations_3 (account_id=?)
-- PostgreSQL Delete on invitations
-- PostgreSQL   ->  Index Scan using invitations_account_id_email_key_key on invitations
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "members"
  where "account_id" = ?;
-- SQLite     SEARCH members USING COVERING INDEX sqlite_autoindex_members_2 (account_id=?)
-- PostgreSQL Delete on members
-- PostgreSQL   ->  Index Scan using members_account_id_email_key_key on members
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "name_checks"
  where "account_id" = ?;
-- SQLite     SEARCH name_checks USING INDEX sqlite_autoindex_name_checks_1 (account_id=?)
-- PostgreSQL Delete on name_checks
-- PostgreSQL   ->  Index Scan using name_checks_pkey on name_checks
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "oauth_connections"
  where "account_id" = ?;
-- SQLite     SEARCH oauth_connections USING COVERING INDEX oauth_connections_account (account_id=?)
-- PostgreSQL Delete on oauth_connections
-- PostgreSQL   ->  Index Scan using oauth_connections_account on oauth_connections
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "oauth_records"
  where "key_id" in (select id
  from "api_keys"
  where account_id = ?);
-- SQLite     SEARCH oauth_records USING COVERING INDEX oauth_records_key (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Delete on oauth_records
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL         ->  Index Scan using oauth_records_key on oauth_records
-- PostgreSQL               Index Cond: (key_id = api_keys.id)

-- erasePerson
delete
  from "passkeys"
  where "account_id" = ?;
-- SQLite     SEARCH passkeys USING COVERING INDEX passkeys_account (account_id=?)
-- PostgreSQL Delete on passkeys
-- PostgreSQL   ->  Index Scan using passkeys_account on passkeys
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "refused_readers"
  where "author_id" = ?;
-- SQLite     SEARCH refused_readers USING COVERING INDEX sqlite_autoindex_refused_readers_1 (author_id=?)
-- PostgreSQL Delete on refused_readers
-- PostgreSQL   ->  Index Scan using refused_readers_pkey on refused_readers
-- PostgreSQL         Index Cond: (author_id = $1)

-- erasePerson
delete
  from "refused_senders"
  where ("author_id" = ? or "sender_id" = ?);
-- SQLite     SCAN refused_senders
-- PostgreSQL Delete on refused_senders
-- PostgreSQL   ->  Bitmap Heap Scan on refused_senders
-- PostgreSQL         Recheck Cond: ((author_id = $1) OR (sender_id = $2))
-- PostgreSQL         ->  BitmapOr
-- PostgreSQL               ->  Bitmap Index Scan on refused_senders_pkey
-- PostgreSQL                     Index Cond: (author_id = $1)
-- PostgreSQL               ->  Bitmap Index Scan on refused_senders_pkey
-- PostgreSQL                     Index Cond: (sender_id = $2)

-- erasePerson
delete
  from "relay_messages"
  where ("author_id" = ? or "sender_id" = ?);
-- SQLite     MULTI-INDEX OR
-- SQLite       INDEX 1
-- SQLite         SEARCH relay_messages USING INDEX relay_messages_author (author_id=?)
-- SQLite       INDEX 2
-- SQLite         SEARCH relay_messages USING INDEX relay_messages_sender (sender_id=?)
-- PostgreSQL Delete on relay_messages
-- PostgreSQL   ->  Bitmap Heap Scan on relay_messages
-- PostgreSQL         Recheck Cond: ((author_id = $1) OR (sender_id = $2))
-- PostgreSQL         ->  BitmapOr
-- PostgreSQL               ->  Bitmap Index Scan on relay_messages_author
-- PostgreSQL                     Index Cond: (author_id = $1)
-- PostgreSQL               ->  Bitmap Index Scan on relay_messages_sender
-- PostgreSQL                     Index Cond: (sender_id = $2)

-- erasePerson
delete
  from "review_samples"
  where "revision_id" in (select "id"
  from "revisions"
  where "account_id" = ?) and "second_at" is null;
-- SQLite     SCAN review_samples USING INDEX review_samples_since
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite       CREATE BLOOM FILTER
-- PostgreSQL Delete on review_samples
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         Join Filter: (review_samples.revision_id = revisions.id)
-- PostgreSQL         ->  Index Scan using review_samples_since on review_samples
-- PostgreSQL               Filter: (second_at IS NULL)
-- PostgreSQL         ->  Index Scan using revisions_account on revisions
-- PostgreSQL               Index Cond: (account_id = $1)

-- erasePerson
delete
  from "sessions"
  where "account_id" = ?;
-- SQLite     SEARCH sessions USING COVERING INDEX sessions_account (account_id=?)
-- PostgreSQL Delete on sessions
-- PostgreSQL   ->  Index Scan using sessions_account on sessions
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "shadow_differences"
  where "revision_id" in (select id
  from "revisions"
  where account_id = ?);
-- SQLite     SEARCH shadow_differences USING COVERING INDEX sqlite_autoindex_shadow_differences_1 (revision_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Delete on shadow_differences
-- PostgreSQL   ->  Hash Join
-- PostgreSQL         Hash Cond: (shadow_differences.revision_id = revisions.id)
-- PostgreSQL         ->  Seq Scan on shadow_differences
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Index Scan using revisions_account on revisions
-- PostgreSQL                     Index Cond: (account_id = $1)

-- erasePerson
delete
  from "sign_ins"
  where "account_id" = ?;
-- SQLite     SEARCH sign_ins USING COVERING INDEX sign_ins_account (account_id=?)
-- PostgreSQL Delete on sign_ins
-- PostgreSQL   ->  Index Scan using sign_ins_account on sign_ins
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "standing_searches"
  where "account_id" = ?;
-- SQLite     SEARCH standing_searches USING COVERING INDEX standing_searches_account (account_id=?)
-- SQLite     SEARCH standing_matches USING COVERING INDEX standing_matches_newest (search_id=?)
-- SQLite     SEARCH standing_anchors USING INDEX standing_anchors_search (search_id=?)
-- PostgreSQL Delete on standing_searches
-- PostgreSQL   ->  Index Scan using standing_searches_account on standing_searches
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "test_keys"
  where "world_id" in (select "id"
  from "test_worlds"
  where "account_id" = ?);
-- SQLite     SEARCH test_keys USING COVERING INDEX test_keys_world (world_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH test_worlds USING INDEX test_worlds_account (account_id=?)
-- PostgreSQL Delete on test_keys
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using test_worlds_account on test_worlds
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL         ->  Index Scan using test_keys_world on test_keys
-- PostgreSQL               Index Cond: (world_id = test_worlds.id)

-- erasePerson
delete
  from "test_worlds"
  where "account_id" = ?;
-- SQLite     SEARCH test_worlds USING INDEX test_worlds_account (account_id=?)
-- SQLite     SEARCH test_keys USING COVERING INDEX test_keys_world (world_id=?)
-- PostgreSQL Delete on test_worlds
-- PostgreSQL   ->  Index Scan using test_worlds_account on test_worlds
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
delete
  from "webhooks"
  where "account_id" = ?;
-- SQLite     SEARCH webhooks USING COVERING INDEX webhooks_account (account_id=?)
-- SQLite     SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_newest (webhook_id=?)
-- PostgreSQL Delete on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = $1)

-- erasePerson
update "api_keys"
  set "name" = ?
  where "account_id" = ? and true;
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Update on api_keys
-- PostgreSQL   ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL         Index Cond: (account_id = $2)

-- erasePerson
update "appeals"
  set "message" = ?
  where "account_id" = ? and true;
-- SQLite     SEARCH appeals USING INDEX appeals_account (account_id=?)
-- PostgreSQL Update on appeals
-- PostgreSQL   ->  Index Scan using appeals_account on appeals
-- PostgreSQL         Index Cond: (account_id = $2)

-- erasePerson
update "held_messages"
  set "note" = ?
  where "reported" is not null and exists (select "posts"."id"
  from "posts"
  where "posts"."id" = "held_messages"."post_id" and "posts"."account_id" = ?);
-- SQLite     SCAN held_messages
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Update on held_messages
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Seq Scan on held_messages
-- PostgreSQL               Filter: (reported IS NOT NULL)
-- PostgreSQL         ->  Index Scan using posts_id_key on posts
-- PostgreSQL               Index Cond: (id = held_messages.post_id)
-- PostgreSQL               Filter: (account_id = $2)

-- erasePerson
update "payments"
  set "customer" = ?, "method" = ?
  where "account_id" = ? and due_at is null;
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_account on payments
-- PostgreSQL         Index Cond: (account_id = $3)
-- PostgreSQL         Filter: (due_at IS NULL)

-- erasePerson
update "reports"
  set "details" = ?, "law" = ?
  where "account_id" = ? and "state" <> 'open';
-- SQLite     SEARCH reports USING INDEX reports_account (account_id=?)
-- PostgreSQL Update on reports
-- PostgreSQL   ->  Index Scan using reports_account on reports
-- PostgreSQL         Index Cond: (account_id = $3)
-- PostgreSQL         Filter: (state <> 'open'::text)

-- erasePerson
update "reports"
  set "email" = ?, "name" = ?, "language" = ?
  where ("account_id" = ? or lower(email) = ?);
-- SQLite     SCAN reports
-- PostgreSQL Update on reports
-- PostgreSQL   ->  Seq Scan on reports
-- PostgreSQL         Filter: ((account_id = $4) OR (lower(email) = $5))

-- erasePerson
update "revisions"
  set "approval_reason" = ?
  where "account_id" = ? and true;
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_account on revisions
-- PostgreSQL         Index Cond: (account_id = $2)

-- erasePerson
update "revisions"
  set "fields" = ?, "facts" = ?, "fingerprint" = ?, "verdict" = ?, "rejection_reason" = ?, "rejection_basis" = ?
  where "account_id" = ? and not exists (select 1
  from posts
  where posts.id = revisions.post_id and shown_revision = revisions.id and public_json is not null);
-- SQLite     SEARCH revisions USING INDEX revisions_account (account_id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Index Scan using revisions_account on revisions
-- PostgreSQL               Index Cond: (account_id = $7)
-- PostgreSQL         ->  Index Scan using posts_id_key on posts
-- PostgreSQL               Index Cond: (id = revisions.post_id)
-- PostgreSQL               Filter: ((public_json IS NOT NULL) AND (shown_revision = revisions.id))

-- recordsOf
select *
  from "account_activity"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH account_activity USING INDEX account_activity_account (account_id=?)
-- PostgreSQL Index Scan using account_activity_account on account_activity
-- PostgreSQL   Index Cond: (account_id = $1)

-- recordsOf
select *
  from "address_changes"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH address_changes USING INDEX address_changes_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   Presorted Key: created_at
-- PostgreSQL   ->  Index Scan using address_changes_account on address_changes
-- PostgreSQL         Index Cond: (account_id = $1)

-- recordsOf
select *
  from "appeals"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH appeals USING INDEX appeals_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   Presorted Key: created_at
-- PostgreSQL   ->  Index Scan using appeals_account on appeals
-- PostgreSQL         Index Cond: (account_id = $1)

-- recordsOf
select *
  from "held_messages"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SCAN held_messages
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Seq Scan on held_messages
-- PostgreSQL         Filter: (account_id = $1)

-- recordsOf
select *
  from "invitations"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH invitations USING INDEX sqlite_autoindex_invitations_3 (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using invitations_account_id_email_key_key on invitations
-- PostgreSQL         Index Cond: (account_id = $1)

-- recordsOf
select *
  from "mail"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH mail USING INDEX mail_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using mail_account on mail
-- PostgreSQL         Index Cond: (account_id = $1)

-- recordsOf
select *
  from "members"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH members USING INDEX sqlite_autoindex_members_2 (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using members_account_id_email_key_key on members
-- PostgreSQL         Index Cond: (account_id = $1)

-- recordsOf
select *
  from "payouts"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH payouts USING INDEX payouts_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using payouts_account on payouts
-- PostgreSQL         Index Cond: (account_id = $1)

-- recordsOf
select *
  from "relay_messages"
  where "author_id" = ?
  order by created_at, id;
-- SQLite     SEARCH relay_messages USING INDEX relay_messages_author (author_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using relay_messages_author on relay_messages
-- PostgreSQL         Index Cond: (author_id = $1)

-- recordsOf
select *
  from "reports"
  where "account_id" = ?
  order by created_at, id;
-- SQLite     SEARCH reports USING INDEX reports_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   Presorted Key: created_at
-- PostgreSQL   ->  Index Scan using reports_account on reports
-- PostgreSQL         Index Cond: (account_id = $1)
