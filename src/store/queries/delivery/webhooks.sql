-- The statements of src/store/delivery/webhooks.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- deleteWebhookRow
delete
  from "webhooks"
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_newest (webhook_id=?)
-- PostgreSQL Delete on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $1)

-- everyWebhookOf
select *
  from "webhooks"
  where "account_id" = ?
  order by "created_at", "id";
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = $1)

-- insertWebhook
insert into "webhooks" ("previous_secret", "previous_until", "active", "inactive_reason", "inactive_since", "proven_at", "failing_since", "held_until", "served_at", "since_position", "id", "account_id", "url", "host", "events", "secret", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on webhooks
-- PostgreSQL   ->  Result

-- insertWebhook
insert into "webhooks" ("previous_secret", "previous_until", "active", "inactive_reason", "inactive_since", "proven_at", "failing_since", "held_until", "served_at", "since_position", "id", "account_id", "url", "host", "events", "secret", "created_at", "subscription", "key_id", "arguments", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on webhooks
-- PostgreSQL   ->  Result

-- noteAnswer
update "webhooks"
  set "failing_since" = ?
  where "id" = ? and "url" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (url = $3)

-- noteAnswer
update "webhooks"
  set "failing_since" = ?, "held_until" = ?
  where "id" = ? and "url" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $3)
-- PostgreSQL         Filter: (url = $4)

-- noteAnswer
update "webhooks"
  set "proven_at" = ?, "failing_since" = ?
  where "id" = ? and "url" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $3)
-- PostgreSQL         Filter: (url = $4)

-- sealedSecrets
select "id", "account_id", "secret", "previous_secret"
  from "webhooks"
  where "id" > ?
  order by "id"
  limit ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id > $1)

-- turnOff
update "webhook_deliveries"
  set "state" = ?, "lease_token" = ?, "lease_until" = ?
  where "webhook_id" = ? and "state" = 'pending';
-- SQLite     SEARCH webhook_deliveries USING INDEX webhook_deliveries_due (webhook_id=?)
-- PostgreSQL Update on webhook_deliveries
-- PostgreSQL   ->  Index Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL         Index Cond: (webhook_id = $4)
-- PostgreSQL         Filter: (state = 'pending'::text)

-- updateWebhook
update "webhooks"
  set "active" = ?, "inactive_reason" = ?, "inactive_since" = ?, "held_until" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $5)

-- updateWebhook
update "webhooks"
  set "active" = ?, "inactive_reason" = ?, "inactive_since" = ?, "since_position" = ?, "failing_since" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $6)

-- updateWebhook
update "webhooks"
  set "events" = ?, "since_position" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $3)

-- updateWebhook
update "webhooks"
  set "expires_at" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $2)

-- updateWebhook
update "webhooks"
  set "failing_since" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $2)

-- updateWebhook
update "webhooks"
  set "held_until" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $2)

-- updateWebhook
update "webhooks"
  set "proven_at" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $2)

-- updateWebhook
update "webhooks"
  set "secret" = ?, "previous_secret" = ?, "previous_until" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $4)

-- updateWebhook
update "webhooks"
  set "secret" = ?, "previous_secret" = ?, "previous_until" = ?, "expires_at" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $5)

-- updateWebhook
update "webhooks"
  set "url" = ?, "host" = ?, "proven_at" = ?, "failing_since" = ?, "held_until" = ?
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL         Index Cond: (id = $6)

-- webhookById
select *
  from "webhooks"
  where "id" = ?;
-- SQLite     SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Index Scan using webhooks_pkey on webhooks
-- PostgreSQL   Index Cond: (id = $1)

-- webhooksOf
select *
  from "webhooks"
  where "account_id" = ? and "subscription" is null
  order by "created_at", "id";
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (subscription IS NULL)
