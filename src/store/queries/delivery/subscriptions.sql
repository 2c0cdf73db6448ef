-- The statements of src/store/delivery/subscriptions.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- deliveredUpTo
select min("events"."position") as "position"
  from "webhook_deliveries"
  inner join "events" on "events"."id" = "webhook_deliveries"."message_id"
  where "webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."state" = 'pending';
-- SQLite     SEARCH webhook_deliveries USING INDEX webhook_deliveries_due (webhook_id=?)
-- SQLite     SEARCH events USING INDEX sqlite_autoindex_events_1 (id=?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL               Index Cond: (webhook_id = $1)
-- PostgreSQL         ->  Index Scan using events_id_key on events
-- PostgreSQL               Index Cond: (id = webhook_deliveries.message_id)

-- deliveredUpTo
select min("events"."position") as "position"
  from "webhook_deliveries"
  inner join "events" on "events"."id" = "webhook_deliveries"."message_id"
  where "webhook_deliveries"."webhook_id" = ? and "webhook_deliveries"."state" = 'pending' and "webhook_deliveries"."message_id" != ?;
-- SQLite     SEARCH webhook_deliveries USING INDEX webhook_deliveries_due (webhook_id=?)
-- SQLite     SEARCH events USING INDEX sqlite_autoindex_events_1 (id=?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL               Index Cond: (webhook_id = $1)
-- PostgreSQL               Filter: (message_id <> $2)
-- PostgreSQL         ->  Index Scan using events_id_key on events
-- PostgreSQL               Index Cond: (id = webhook_deliveries.message_id)

-- forgetSubscriptions
delete
  from "webhooks"
  where "expires_at" is not null and ("expires_at" <= ? or (select count(*) as "n"
  from "api_keys"
  where "api_keys"."id" = "webhooks"."key_id" and "api_keys"."revoked_at" is null and ("api_keys"."valid_until" is null or "api_keys"."valid_until" > ?)) = ?)
  returning "account_id", "arguments";
-- SQLite     SEARCH webhooks USING INDEX webhooks_expiry (expires_at>?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite     SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_newest (webhook_id=?)
-- PostgreSQL Delete on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_expiry on webhooks
-- PostgreSQL         Index Cond: (expires_at IS NOT NULL)
-- PostgreSQL         Filter: ((expires_at <= $1) OR ((SubPlan 1) = $3))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Aggregate
-- PostgreSQL                 ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL                       Index Cond: (id = webhooks.key_id)
-- PostgreSQL                       Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $2)))

-- isVerified
select "id"
  from "webhooks"
  where "key_id" = ? and "url" = ? and "expires_at" > ?;
-- SQLite     SEARCH webhooks USING INDEX webhooks_expiry (expires_at>?)
-- PostgreSQL Index Scan using webhooks_expiry on webhooks
-- PostgreSQL   Index Cond: (expires_at > $3)
-- PostgreSQL   Filter: ((key_id = $1) AND (url = $2))

-- leavesOut
select "id"
  from "events"
  where "account_id" = ? and "position" > ? and "type" = ? and ("key_id" = ? or "key_id" is null) and "created_at" < ?
  limit ?;
-- SQLite     SEARCH events USING INDEX events_position (account_id=? AND position>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using events_position on events
-- PostgreSQL         Index Cond: ((account_id = $1) AND ("position" > $2))
-- PostgreSQL         Filter: (((key_id = $4) OR (key_id IS NULL)) AND (created_at < $5) AND (type = $3))

-- leavesOut
select min("position") as "position"
  from "events"
  where "account_id" = ? and "position" > ?;
-- SQLite     SEARCH events USING COVERING INDEX events_position (account_id=? AND position>?)
-- PostgreSQL Result
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Index Only Scan using events_position on events
-- PostgreSQL                 Index Cond: ((account_id = $1) AND ("position" > $2))

-- passSubscriptions
update "webhooks"
  set "key_id" = ?
  where "account_id" = ? and "key_id" = ?;
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = $2)
-- PostgreSQL         Filter: (key_id = $3)

-- subscriptionById
select *
  from "webhooks"
  where "subscription" = ?;
-- SQLite     SEARCH webhooks USING INDEX webhooks_subscription (subscription=?)
-- PostgreSQL Index Scan using webhooks_subscription on webhooks
-- PostgreSQL   Index Cond: (subscription = $1)

-- subscriptionTo
select *
  from "webhooks"
  where "account_id" = (select "api_keys"."account_id"
  from "api_keys"
  where "id" = ?) and "key_id" = ? and "url" = ? and "events" = ? and "arguments" = ?;
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     SCALAR SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Index Scan using webhooks_account on webhooks
-- PostgreSQL   Index Cond: (account_id = (InitPlan 1).col1)
-- PostgreSQL   Filter: ((key_id = $2) AND (url = $3) AND (events = $4) AND (arguments = $5))
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL           Index Cond: (id = $1)

-- subscriptionsOf
select *
  from "webhooks"
  where "account_id" = ? and "subscription" is not null and "expires_at" > ?
  order by "created_at", "id";
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: ((subscription IS NOT NULL) AND (expires_at > $2))
