-- The statements of src/store/database/clock.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- followClock
insert into "heartbeats" ("name", "state", "at", "since")
  values (?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on heartbeats
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- followClock, SQLite only
select "state", "at", "since"
  from "heartbeats"
  where "name" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)

-- followClock
update "announcements"
  set "due_at" = "due_at" - 0
  where "due_at" > ? and 1 = 1;
-- SQLite     SCAN announcements
-- PostgreSQL Update on announcements
-- PostgreSQL   ->  Seq Scan on announcements
-- PostgreSQL         Filter: (due_at > $1)

-- followClock
update "announcements"
  set "lease_until" = "lease_until" - 0
  where "lease_until" > ? and 1 = 1;
-- SQLite     SCAN announcements
-- PostgreSQL Update on announcements
-- PostgreSQL   ->  Seq Scan on announcements
-- PostgreSQL         Filter: (lease_until > $1)

-- followClock
update "heartbeats"
  set "at" = "at" - 0
  where "at" > ? and name <> 'clock';
-- SQLite     SCAN heartbeats
-- PostgreSQL Update on heartbeats
-- PostgreSQL   ->  Seq Scan on heartbeats
-- PostgreSQL         Filter: ((at > $1) AND (name <> 'clock'::text))

-- followClock
update "heartbeats"
  set "at" = ?
  where "name" = ? and "at" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
-- PostgreSQL Update on heartbeats
-- PostgreSQL   ->  Index Scan using heartbeats_pkey on heartbeats
-- PostgreSQL         Index Cond: (name = $2)
-- PostgreSQL         Filter: (at = $3)

-- followClock
update "heartbeats"
  set "at" = ?, "since" = ?
  where "name" = ? and "at" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
-- PostgreSQL Update on heartbeats
-- PostgreSQL   ->  Index Scan using heartbeats_pkey on heartbeats
-- PostgreSQL         Index Cond: (name = $3)
-- PostgreSQL         Filter: (at = $4)

-- followClock
update "heartbeats"
  set "since" = "since" - 0
  where "since" > ? and name <> 'clock';
-- SQLite     SCAN heartbeats
-- PostgreSQL Update on heartbeats
-- PostgreSQL   ->  Seq Scan on heartbeats
-- PostgreSQL         Filter: ((since > $1) AND (name <> 'clock'::text))

-- followClock
update "mail"
  set "due_at" = "due_at" - 0
  where "due_at" > ? and sent_at is null and failed_at is null;
-- SQLite     SEARCH mail USING INDEX mail_due (due_at>?)
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Index Scan using mail_due on mail
-- PostgreSQL         Index Cond: (due_at > $1)
-- PostgreSQL         Filter: ((sent_at IS NULL) AND (failed_at IS NULL))

-- followClock
update "mail"
  set "lease_until" = "lease_until" - 0
  where "lease_until" > ? and sent_at is null and failed_at is null;
-- SQLite     SCAN mail USING INDEX mail_due
-- PostgreSQL Update on mail
-- PostgreSQL   ->  Index Scan using mail_due on mail
-- PostgreSQL         Filter: ((sent_at IS NULL) AND (failed_at IS NULL) AND (lease_until > $1))

-- followClock
update "payments"
  set "due_at" = "due_at" - 0
  where "due_at" > ? and due_at is not null;
-- SQLite     SEARCH payments USING INDEX payments_due (due_at>?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_due on payments
-- PostgreSQL         Index Cond: ((due_at > $1) AND (due_at IS NOT NULL))

-- followClock
update "payments"
  set "lease_until" = "lease_until" - 0
  where "lease_until" > ? and due_at is not null;
-- SQLite     SEARCH payments USING INDEX payments_due (due_at>?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_due on payments
-- PostgreSQL         Index Cond: (due_at IS NOT NULL)
-- PostgreSQL         Filter: (lease_until > $1)

-- followClock
update "revisions"
  set "due_at" = "due_at" - 0
  where "due_at" > ? and status = 'queued';
-- SQLite     SCAN revisions USING INDEX revisions_queue
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_turns on revisions
-- PostgreSQL         Filter: ((due_at > $1) AND (status = 'queued'::text))

-- followClock
update "revisions"
  set "lease_until" = "lease_until" - 0
  where "lease_until" > ? and status = 'queued';
-- SQLite     SCAN revisions USING INDEX revisions_queue
-- PostgreSQL Update on revisions
-- PostgreSQL   ->  Index Scan using revisions_turns on revisions
-- PostgreSQL         Filter: ((lease_until > $1) AND (status = 'queued'::text))

-- followClock
update "webhook_deliveries"
  set "due_at" = "due_at" - 0
  where "due_at" > ? and state = 'pending';
-- SQLite     SCAN webhook_deliveries USING INDEX webhook_deliveries_due
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL         Index Cond: (due_at > $1)
-- PostgreSQL         Filter: (state = 'pending'::text)

-- followClock
update "webhook_deliveries"
  set "lease_until" = "lease_until" - 0
  where "lease_until" > ? and state = 'pending';
-- SQLite     SCAN webhook_deliveries USING INDEX webhook_deliveries_message
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_message on webhook_deliveries
-- PostgreSQL         Filter: ((lease_until > $1) AND (state = 'pending'::text))

-- followClock
update "webhook_turns"
  set "lease_until" = "lease_until" - 0
  where "lease_until" > ? and 1 = 1;
-- SQLite     SCAN webhook_turns
-- PostgreSQL Update on webhook_turns
-- PostgreSQL   ->  Seq Scan on webhook_turns
-- PostgreSQL         Filter: (lease_until > $1)

-- followClock
update "webhooks"
  set "failing_since" = "failing_since" - 0
  where "failing_since" > ? and 1 = 1;
-- SQLite     SCAN webhooks
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Seq Scan on webhooks
-- PostgreSQL         Filter: (failing_since > $1)

-- followClock
update "webhooks"
  set "held_until" = "held_until" - 0
  where "held_until" > ? and 1 = 1;
-- SQLite     SCAN webhooks
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Seq Scan on webhooks
-- PostgreSQL         Filter: (held_until > $1)

-- followClock
update "webhooks"
  set "served_at" = "served_at" - 0
  where "served_at" > ? and 1 = 1;
-- SQLite     SCAN webhooks
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Seq Scan on webhooks
-- PostgreSQL         Filter: (served_at > $1)

-- isSteady, SQLite only
select "state", "at", "since"
  from "heartbeats"
  where "name" = ?;
-- SQLite     SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
