-- The statements of src/store/delivery/deliveries.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- deliveryPage
select *
  from "webhook_attempts"
  where "delivery_seq" in (?, ?)
  order by "seq";
-- SQLite     SEARCH webhook_attempts USING INDEX webhook_attempts_delivery (delivery_seq=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: seq
-- PostgreSQL   ->  Index Scan using webhook_attempts_delivery on webhook_attempts
-- PostgreSQL         Index Cond: (delivery_seq = ANY (ARRAY[$1, $2]))

-- deliveryPage
select *
  from "webhook_deliveries"
  where "webhook_id" = ? and "created_at" >= ? and "seq" < ?
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH webhook_deliveries USING INDEX webhook_deliveries_newest (webhook_id=? AND seq<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using webhook_deliveries_newest on webhook_deliveries
-- PostgreSQL         Index Cond: ((webhook_id = $1) AND (seq < $3))
-- PostgreSQL         Filter: (created_at >= $2)

-- deliveryPage
select *
  from "webhook_deliveries"
  where "webhook_id" = ? and "created_at" >= ?
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH webhook_deliveries USING INDEX webhook_deliveries_newest (webhook_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using webhook_deliveries_newest on webhook_deliveries
-- PostgreSQL         Index Cond: (webhook_id = $1)
-- PostgreSQL         Filter: (created_at >= $2)

-- finishAttempt
insert into "webhook_attempts" ("at", "status", "latency_ms", "error", "delivery_seq")
  values (?, ?, ?, ?, ?);
-- PostgreSQL Insert on webhook_attempts
-- PostgreSQL   ->  Result

-- finishAttempt
update "webhook_deliveries"
  set "due_at" = ?, "failures" = ?, "lease_token" = ?, "lease_until" = ?
  where "seq" = ? and "lease_token" = ?;
-- SQLite     SEARCH webhook_deliveries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
-- PostgreSQL         Index Cond: (seq = $5)
-- PostgreSQL         Filter: (lease_token = $6)

-- finishAttempt
update "webhook_deliveries"
  set "lease_token" = ?, "lease_until" = ?
  where "seq" = ? and "lease_token" = ?;
-- SQLite     SEARCH webhook_deliveries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
-- PostgreSQL         Index Cond: (seq = $3)
-- PostgreSQL         Filter: (lease_token = $4)

-- finishAttempt
update "webhook_deliveries"
  set "state" = ?, "failures" = ?, "lease_token" = ?, "lease_until" = ?
  where "seq" = ? and "lease_token" = ?;
-- SQLite     SEARCH webhook_deliveries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
-- PostgreSQL         Index Cond: (seq = $5)
-- PostgreSQL         Filter: (lease_token = $6)

-- finishAttempt
update "webhook_deliveries"
  set "state" = ?, "lease_token" = ?, "lease_until" = ?
  where "seq" = ? and "lease_token" = ?;
-- SQLite     SEARCH webhook_deliveries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
-- PostgreSQL         Index Cond: (seq = $4)
-- PostgreSQL         Filter: (lease_token = $5)

-- forgetDeliveries
delete
  from "webhook_deliveries"
  where "created_at" < ? and "state" != 'pending';
-- SQLite     SEARCH webhook_deliveries USING INDEX webhook_deliveries_age (created_at<?)
-- SQLite     SEARCH webhook_attempts USING COVERING INDEX webhook_attempts_delivery (delivery_seq=?)
-- PostgreSQL Delete on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_age on webhook_deliveries
-- PostgreSQL         Index Cond: (created_at < $1)
-- PostgreSQL         Filter: (state <> 'pending'::text)

-- heldDelivery
select *
  from "webhook_deliveries"
  where "seq" = ? and "lease_token" = ?;
-- SQLite     SEARCH webhook_deliveries USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan using webhook_deliveries_pkey on webhook_deliveries
-- PostgreSQL   Index Cond: (seq = $1)
-- PostgreSQL   Filter: (lease_token = $2)

-- insertTestDelivery
insert into "webhook_deliveries" ("webhook_id", "message_id", "type", "payload", "state", "created_at", "due_at", "failures", "lease_token", "lease_until")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on webhook_deliveries
-- PostgreSQL   ->  Result

-- makeDeliveriesDue
update "webhook_deliveries"
  set "due_at" = ?
  where "state" = 'pending' and "failures" = 0 and "due_at" > ? and "created_at" > ?;
-- SQLite     SEARCH webhook_deliveries USING INDEX webhook_deliveries_age (created_at>?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL         Index Cond: (due_at > $2)
-- PostgreSQL         Filter: ((created_at > $3) AND (state = 'pending'::text) AND (failures = 0))

-- missedEvents
select "events"."id", "events"."position"
  from "webhooks"
  inner join "events" on "events"."account_id" = "webhooks"."account_id"
  left join "webhook_deliveries" on "webhook_deliveries"."webhook_id" = "webhooks"."id" and "webhook_deliveries"."message_id" = "events"."id"
  where "webhooks"."id" = ? and "events"."position" > ? and "events"."created_at" >= ? and case when webhooks.events = '' then events.type in ('post.published', 'post.rejected', 'post.review', 'post.removed') else webhooks.events like '%,' || events.type || ',%' end and (webhooks.subscription is null or (events.created_at < webhooks.expires_at and (events.key_id is null or events.key_id = webhooks.key_id) and (webhooks.arguments = '{}' or substr(events.payload, 1, length(webhooks.arguments) - 1) = substr(webhooks.arguments, 1, length(webhooks.arguments) - 1)))) and ("webhook_deliveries"."state" is null or "webhook_deliveries"."state" in (?, ?))
  order by "events"."position"
  limit ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     SEARCH events USING INDEX events_position (account_id=? AND position>?)
-- SQLite     SEARCH webhook_deliveries USING INDEX sqlite_autoindex_webhook_deliveries_1 (webhook_id=? AND message_id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: events."position"
-- PostgreSQL         ->  Nested Loop Left Join
-- PostgreSQL               Filter: ((webhook_deliveries.state IS NULL) OR (webhook_deliveries.state = ANY (ARRAY[$4, $5])))
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL                           Index Cond: (id = $1)
-- PostgreSQL                     ->  Index Scan using events_position on events
-- PostgreSQL                           Index Cond: ((account_id = webhooks.account_id) AND ("position" > $2))
-- PostgreSQL                           Filter: ((created_at >= $3) AND CASE WHEN (webhooks.events = ''::text) THEN (type = ANY ('{post.published,post.rejected,post.review,post.removed}'::text[])) ELSE (webhooks.events ~~ (('%,'::text || type) || ',%'::text)) END AND ((webhooks.subscription IS NULL) OR ((created_at < webhooks.expires_at) AND ((key_id IS NULL) OR (key_id = webhooks.key_id)) AND ((webhooks.arguments = '{}'::text) OR (substr(payload, 1, (length(webhooks.arguments) - 1)) = substr(webhooks.arguments, 1, (length(webhooks.arguments) - 1)))))))
-- PostgreSQL               ->  Index Scan using webhook_deliveries_webhook_id_message_id_key on webhook_deliveries
-- PostgreSQL                     Index Cond: ((webhook_id = $1) AND (message_id = events.id))

-- queueMissed
insert into "webhook_deliveries" ("webhook_id", "message_id", "type", "payload", "state", "created_at", "due_at", "failures", "lease_token", "lease_until")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("webhook_id", "message_id") do nothing;
-- PostgreSQL Insert on webhook_deliveries
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   Conflict Arbiter Indexes: webhook_deliveries_webhook_id_message_id_key
-- PostgreSQL   ->  Result

-- queueMissed
select "id", "type", "created_at"
  from "events"
  where "id" in (?, ?)
  order by "position";
-- SQLite     SEARCH events USING INDEX sqlite_autoindex_events_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: "position"
-- PostgreSQL   ->  Index Scan using events_id_key on events
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))

-- queueMissed
update "webhook_deliveries"
  set "state" = ?, "due_at" = ?, "failures" = ?
  where "webhook_id" = ? and "message_id" in (?, ?) and "state" in ('failed', 'stopped');
-- SQLite     SEARCH webhook_deliveries USING INDEX sqlite_autoindex_webhook_deliveries_1 (webhook_id=? AND message_id=?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_webhook_id_message_id_key on webhook_deliveries
-- PostgreSQL         Index Cond: ((webhook_id = $4) AND (message_id = ANY (ARRAY[$5, $6])))
-- PostgreSQL         Filter: (state = ANY ('{failed,stopped}'::text[]))

-- requeue
select "type"
  from "webhook_deliveries"
  where "webhook_id" = ? and "message_id" = ?;
-- SQLite     SEARCH webhook_deliveries USING INDEX sqlite_autoindex_webhook_deliveries_1 (webhook_id=? AND message_id=?)
-- PostgreSQL Index Scan using webhook_deliveries_webhook_id_message_id_key on webhook_deliveries
-- PostgreSQL   Index Cond: ((webhook_id = $1) AND (message_id = $2))

-- requeue
update "webhook_deliveries"
  set "state" = ?, "due_at" = ?, "failures" = ?, "lease_token" = ?, "lease_until" = ?
  where "webhook_id" = ? and "message_id" = ? and ("lease_until" is null or "lease_until" < ?);
-- SQLite     SEARCH webhook_deliveries USING INDEX sqlite_autoindex_webhook_deliveries_1 (webhook_id=? AND message_id=?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_webhook_id_message_id_key on webhook_deliveries
-- PostgreSQL         Index Cond: ((webhook_id = $6) AND (message_id = $7))
-- PostgreSQL         Filter: ((lease_until IS NULL) OR (lease_until < $8))

-- waitingDeliveries
select count(*) as waiting, min(since) as oldest
  from (select created_at as since
  from webhook_deliveries
  where state = 'pending'
  order by message_id
  limit 1000) counted;
-- SQLite     CO-ROUTINE counted
-- SQLite       SCAN webhook_deliveries USING INDEX webhook_deliveries_message
-- SQLite     SCAN counted
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan using webhook_deliveries_message on webhook_deliveries
