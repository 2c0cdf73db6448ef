-- The statements of src/store/delivery/events.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- appendEvent
insert into "event_positions" ("account_id", "last") select "id", cast(? as integer) as "last"
  from "accounts"
  where "id" = ? and "erased_at" is null
  on conflict ("account_id") do update
  set "last" = event_positions.last + excluded.last
  returning "last";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (erased_at IS NULL)

-- appendEvent
insert into "events" ("id", "type", "account_id", "key_id", "post_id", "site", "payload", "created_at", "position")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on events
-- PostgreSQL   ->  Result

-- appendEvent
insert into "events" ("id", "type", "account_id", "key_id", "post_id", "site", "payload", "created_at", "position", "trace")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on events
-- PostgreSQL   ->  Result

-- appendEvent, SQLite only
select "account_id"
  from "webhooks"
  where "account_id" in (?, ?) and "active" = 1;
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)

-- appendEvent, PostgreSQL only
select distinct "account_id"
  from "webhooks"
  where "account_id" in (?, ?) and "active" = 1;
-- PostgreSQL Unique
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = ANY (ARRAY[$1, $2]))
-- PostgreSQL         Filter: (active = 1)

-- appendEvents
insert into "events" ("id", "type", "account_id", "key_id", "post_id", "site", "payload", "created_at", "position")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on events
-- PostgreSQL   ->  Result

-- appendEvents
insert into event_positions (account_id, last) select accounts.id, cast(asked.column2 as integer)
  from (values (?, ?)) asked
  cross join accounts
  where accounts.id = asked.column1 and accounts.erased_at is null
  order by accounts.id
  on conflict (account_id) do update
  set last = event_positions.last + excluded.last
  returning account_id, last;
-- SQLite     CO-ROUTINE asked
-- SQLite       SCAN CONSTANT ROW
-- SQLite     SCAN asked
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL               Index Cond: (id = $1)
-- PostgreSQL               Filter: (erased_at IS NULL)

-- appendEvents
insert into event_positions (account_id, last) select accounts.id, cast(asked.column2 as integer)
  from (values (?, ?), (?, ?)) asked
  cross join accounts
  where accounts.id = asked.column1 and accounts.erased_at is null
  order by accounts.id
  on conflict (account_id) do update
  set last = event_positions.last + excluded.last
  returning account_id, last;
-- SQLite     SCAN 2-ROW VALUES CLAUSE
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  Sort
-- PostgreSQL               Sort Key: accounts.id
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Values Scan on "*VALUES*"
-- PostgreSQL                     ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL                           Index Cond: (id = "*VALUES*".column1)
-- PostgreSQL                           Filter: (erased_at IS NULL)

-- appendEvents
insert into event_positions (account_id, last) select accounts.id, cast(asked.column2 as integer)
  from (values (?, ?), (?, ?), (?, ?)) asked
  cross join accounts
  where accounts.id = asked.column1 and accounts.erased_at is null
  order by accounts.id
  on conflict (account_id) do update
  set last = event_positions.last + excluded.last
  returning account_id, last;
-- SQLite     SCAN 3-ROW VALUES CLAUSE
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  Sort
-- PostgreSQL               Sort Key: accounts.id
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Values Scan on "*VALUES*"
-- PostgreSQL                     ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL                           Index Cond: (id = "*VALUES*".column1)
-- PostgreSQL                           Filter: (erased_at IS NULL)

-- appendEvents
insert into event_positions (account_id, last) select accounts.id, cast(asked.column2 as integer)
  from (values (?, ?), (?, ?), (?, ?), (?, ?)) asked
  cross join accounts
  where accounts.id = asked.column1 and accounts.erased_at is null
  order by accounts.id
  on conflict (account_id) do update
  set last = event_positions.last + excluded.last
  returning account_id, last;
-- SQLite     SCAN 4-ROW VALUES CLAUSE
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  Sort
-- PostgreSQL               Sort Key: accounts.id
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Values Scan on "*VALUES*"
-- PostgreSQL                     ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL                           Index Cond: (id = "*VALUES*".column1)
-- PostgreSQL                           Filter: (erased_at IS NULL)

-- appendEvents
insert into event_positions (account_id, last) select accounts.id, cast(asked.column2 as integer)
  from (values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?)) asked
  cross join accounts
  where accounts.id = asked.column1 and accounts.erased_at is null
  order by accounts.id
  on conflict (account_id) do update
  set last = event_positions.last + excluded.last
  returning account_id, last;
-- SQLite     SCAN 6-ROW VALUES CLAUSE
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  Sort
-- PostgreSQL               Sort Key: accounts.id
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Values Scan on "*VALUES*"
-- PostgreSQL                     ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL                           Index Cond: (id = "*VALUES*".column1)
-- PostgreSQL                           Filter: (erased_at IS NULL)

-- appendEvents, SQLite only
insert into event_positions (account_id, last) select accounts.id, cast(asked.column2 as integer)
  from (values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?)) asked
  cross join accounts
  where accounts.id = asked.column1 and accounts.erased_at is null
  order by accounts.id
  on conflict (account_id) do update
  set last = event_positions.last + excluded.last
  returning account_id, last;
-- SQLite     SCAN 9-ROW VALUES CLAUSE
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- appendEvents, SQLite only
select "account_id"
  from "webhooks"
  where "account_id" in (?, ?) and "active" = 1;
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)

-- appendEvents, PostgreSQL only
select distinct "account_id"
  from "webhooks"
  where "account_id" in (?, ?) and "active" = 1;
-- PostgreSQL Unique
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = ANY (ARRAY[$1, $2]))
-- PostgreSQL         Filter: (active = 1)

-- deliverPassed
insert into "webhook_deliveries" ("webhook_id", "message_id", "type", "state", "created_at", "due_at", "failures") select "webhooks"."id", "events"."id" as "message_id", "events"."type", 'pending' as "state", "events"."created_at", "events"."created_at" as "due_at", 0 as "failures"
  from "webhooks"
  inner join "events" on "events"."account_id" = "webhooks"."account_id"
  where "webhooks"."active" = 1 and case when webhooks.events = '' then events.type in ('post.published', 'post.rejected', 'post.review', 'post.removed') else webhooks.events like '%,' || events.type || ',%' end and (webhooks.subscription is null or (events.created_at < webhooks.expires_at and (events.key_id is null or events.key_id = webhooks.key_id) and (webhooks.arguments = '{}' or substr(events.payload, 1, length(webhooks.arguments) - 1) = substr(webhooks.arguments, 1, length(webhooks.arguments) - 1)))) and "webhooks"."account_id" = ? and "events"."id" in (?, ?) and "events"."position" > "webhooks"."since_position"
  order by "events"."position"
  on conflict ("webhook_id", "message_id") do nothing;
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     SEARCH events USING INDEX events_position (account_id=? AND position>?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- SQLite     SEARCH webhook_attempts USING COVERING INDEX webhook_attempts_delivery (delivery_seq=?)
-- PostgreSQL Insert on webhook_deliveries
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   Conflict Arbiter Indexes: webhook_deliveries_webhook_id_message_id_key
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               Join Filter: ((events."position" > webhooks.since_position) AND CASE WHEN (webhooks.events = ''::text) THEN (events.type = ANY ('{post.published,post.rejected,post.review,post.removed}'::text[])) ELSE (webhooks.events ~~ (('%,'::text || events.type) || ',%'::text)) END AND ((webhooks.subscription IS NULL) OR ((events.created_at < webhooks.expires_at) AND ((events.key_id IS NULL) OR (events.key_id = webhooks.key_id)) AND ((webhooks.arguments = '{}'::text) OR (substr(events.payload, 1, (length(webhooks.arguments) - 1)) = substr(webhooks.arguments, 1, (length(webhooks.arguments) - 1)))))))
-- PostgreSQL               ->  Index Scan using events_position on events
-- PostgreSQL                     Index Cond: (account_id = $1)
-- PostgreSQL                     Filter: (id = ANY (ARRAY[$2, $3]))
-- PostgreSQL               ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL                     Index Cond: (account_id = $1)
-- PostgreSQL                     Filter: (active = 1)

-- eventsOfKey
select *
  from (select *
  from "events"
  where "position" > ? and "created_at" >= ? and "key_id" = ?
  order by "position"
  limit ?) as "own_events"
  union all select *
  from (select *
  from "events"
  where "position" > ? and "created_at" >= ? and "account_id" = (select "account_id"
  from "api_keys"
  where "id" = ?) and "key_id" is null
  order by "position"
  limit ?) as "account_events"
  order by "position"
  limit ?;
-- SQLite     MERGE (UNION ALL)
-- SQLite       LEFT
-- SQLite         CO-ROUTINE own_events
-- SQLite           SEARCH events USING INDEX events_key (key_id=? AND position>?)
-- SQLite         SCAN own_events
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       RIGHT
-- SQLite         CO-ROUTINE account_events
-- SQLite           SEARCH events USING INDEX events_account (account_id=? AND position>?)
-- SQLite           SCALAR SUBQUERY 3
-- SQLite             SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite         SCAN account_events
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Append
-- PostgreSQL         Sort Key: events."position"
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Index Scan using events_key on events
-- PostgreSQL                     Index Cond: ((key_id = $3) AND ("position" > $1))
-- PostgreSQL                     Filter: (created_at >= $2)
-- PostgreSQL         ->  Limit
-- PostgreSQL               InitPlan 1
-- PostgreSQL                 ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL                       Index Cond: (id = $7)
-- PostgreSQL               ->  Index Scan using events_account on events events_1
-- PostgreSQL                     Index Cond: ((account_id = (InitPlan 1).col1) AND ("position" > $5))
-- PostgreSQL                     Filter: (created_at >= $6)

-- eventsOfKind
select *
  from (select *
  from "events"
  where "position" > ? and "created_at" >= ? and "type" = ? and (? = '{}' or substr(events.payload, 1, length(?) - 1) = substr(?, 1, length(?) - 1)) and "key_id" = ?
  order by "position"
  limit ?) as "own_events"
  union all select *
  from (select *
  from "events"
  where "position" > ? and "created_at" >= ? and "type" = ? and (? = '{}' or substr(events.payload, 1, length(?) - 1) = substr(?, 1, length(?) - 1)) and "account_id" = (select "account_id"
  from "api_keys"
  where "id" = ?) and "key_id" is null
  order by "position"
  limit ?) as "account_events"
  order by "position"
  limit ?;
-- SQLite     MERGE (UNION ALL)
-- SQLite       LEFT
-- SQLite         CO-ROUTINE own_events
-- SQLite           SEARCH events USING INDEX events_key (key_id=? AND position>?)
-- SQLite         SCAN own_events
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       RIGHT
-- SQLite         CO-ROUTINE account_events
-- SQLite           SEARCH events USING INDEX events_account (account_id=? AND position>?)
-- SQLite           SCALAR SUBQUERY 3
-- SQLite             SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite         SCAN account_events
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Append
-- PostgreSQL         Sort Key: events."position"
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Index Scan using events_key on events
-- PostgreSQL                     Index Cond: ((key_id = $8) AND ("position" > $1))
-- PostgreSQL                     Filter: ((created_at >= $2) AND (type = $3) AND (($4 = '{}'::text) OR (substr(payload, 1, (length($5) - 1)) = substr($6, 1, (length($7) - 1)))))
-- PostgreSQL         ->  Limit
-- PostgreSQL               InitPlan 1
-- PostgreSQL                 ->  Index Scan using api_keys_pkey on api_keys
-- PostgreSQL                       Index Cond: (id = $17)
-- PostgreSQL               ->  Index Scan using events_account on events events_1
-- PostgreSQL                     Index Cond: ((account_id = (InitPlan 1).col1) AND ("position" > $10))
-- PostgreSQL                     Filter: ((created_at >= $11) AND (type = $12) AND (($13 = '{}'::text) OR (substr(payload, 1, (length($14) - 1)) = substr($15, 1, (length($16) - 1)))))

-- eventsPosition
select "last"
  from "event_positions"
  where "account_id" = ?;
-- SQLite     SEARCH event_positions USING INDEX sqlite_autoindex_event_positions_1 (account_id=?)
-- PostgreSQL Index Scan using event_positions_pkey on event_positions
-- PostgreSQL   Index Cond: (account_id = $1)

-- forgetEvents
delete
  from "events"
  where "created_at" < ? and not exists (select "seq"
  from "webhook_deliveries"
  where "message_id" = "events"."id" and "state" = 'pending');
-- SQLite     SEARCH events USING INDEX events_age (created_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_message (message_id=?)
-- PostgreSQL Delete on events
-- PostgreSQL   ->  Hash Anti Join
-- PostgreSQL         Hash Cond: (events.id = webhook_deliveries.message_id)
-- PostgreSQL         ->  Index Scan using events_age on events
-- PostgreSQL               Index Cond: (created_at < $1)
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Index Scan using webhook_deliveries_message on webhook_deliveries
-- PostgreSQL                     Filter: (state = 'pending'::text)

-- lockEvents
insert into "event_positions" ("account_id", "last") select "id", cast(? as integer) as "last"
  from "accounts"
  where "id" = ? and "erased_at" is null
  on conflict ("account_id") do update
  set "last" = event_positions.last + excluded.last
  returning "last";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (erased_at IS NULL)

-- lockFreeEvents, PostgreSQL only
select "known"."account_id", "free"."account_id" as "free"
  from (select "account_id"
  from "event_positions"
  where "account_id" in (?, ?)) as "known"
  left join (select "account_id"
  from "event_positions"
  where "account_id" in (?, ?)
  order by "account_id" for no key update skip locked) as "free" on "free"."account_id" = "known"."account_id";
-- PostgreSQL Nested Loop Left Join
-- PostgreSQL   Join Filter: (free.account_id = event_positions.account_id)
-- PostgreSQL   ->  Index Only Scan using event_positions_pkey on event_positions
-- PostgreSQL         Index Cond: (account_id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Materialize
-- PostgreSQL         ->  Subquery Scan on free
-- PostgreSQL               ->  LockRows
-- PostgreSQL                     ->  Index Scan using event_positions_pkey on event_positions event_positions_1
-- PostgreSQL                           Index Cond: (account_id = ANY (ARRAY[$3, $4]))

-- lockFreeEvents, SQLite only
select "known"."account_id", "free"."account_id" as "free"
  from (select "account_id"
  from "event_positions"
  where "account_id" in (?, ?)) as "known"
  left join (select "account_id"
  from "event_positions"
  where "account_id" in (?, ?)
  order by "account_id") as "free" on "free"."account_id" = "known"."account_id";
-- SQLite     SEARCH event_positions USING COVERING INDEX sqlite_autoindex_event_positions_1 (account_id=?)
-- SQLite     SEARCH event_positions USING COVERING INDEX sqlite_autoindex_event_positions_1 (account_id=?) LEFT-JOIN

-- reservePositions
insert into "event_positions" ("account_id", "last") select "id", cast(? as integer) as "last"
  from "accounts"
  where "id" = ? and "erased_at" is null
  on conflict ("account_id") do update
  set "last" = event_positions.last + excluded.last
  returning "last";
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Insert on event_positions
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: event_positions_pkey
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (erased_at IS NULL)

-- withDeliveries, SQLite only
insert into "events" ("id", "type", "account_id", "key_id", "post_id", "site", "payload", "created_at", "position")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- withDeliveries
insert into "webhook_deliveries" ("webhook_id", "message_id", "type", "state", "created_at", "due_at", "failures") select "webhooks"."id", "events"."id" as "message_id", "events"."type", 'pending' as "state", "events"."created_at", "events"."created_at" as "due_at", 0 as "failures"
  from "webhooks"
  inner join "events" on "events"."account_id" = "webhooks"."account_id"
  where "webhooks"."active" = 1 and case when webhooks.events = '' then events.type in ('post.published', 'post.rejected', 'post.review', 'post.removed') else webhooks.events like '%,' || events.type || ',%' end and (webhooks.subscription is null or (events.created_at < webhooks.expires_at and (events.key_id is null or events.key_id = webhooks.key_id) and (webhooks.arguments = '{}' or substr(events.payload, 1, length(webhooks.arguments) - 1) = substr(webhooks.arguments, 1, length(webhooks.arguments) - 1)))) and "webhooks"."account_id" = ? and "events"."position" > ?
  order by "events"."position";
-- SQLite     SEARCH events USING INDEX events_position (account_id=? AND position>?)
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     SEARCH webhook_attempts USING COVERING INDEX webhook_attempts_delivery (delivery_seq=?)
-- PostgreSQL Insert on webhook_deliveries
-- PostgreSQL   ->  Subquery Scan on "*SELECT*"
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               Join Filter: (CASE WHEN (webhooks.events = ''::text) THEN (events.type = ANY ('{post.published,post.rejected,post.review,post.removed}'::text[])) ELSE (webhooks.events ~~ (('%,'::text || events.type) || ',%'::text)) END AND ((webhooks.subscription IS NULL) OR ((events.created_at < webhooks.expires_at) AND ((events.key_id IS NULL) OR (events.key_id = webhooks.key_id)) AND ((webhooks.arguments = '{}'::text) OR (substr(events.payload, 1, (length(webhooks.arguments) - 1)) = substr(webhooks.arguments, 1, (length(webhooks.arguments) - 1)))))))
-- PostgreSQL               ->  Index Scan using events_position on events
-- PostgreSQL                     Index Cond: ((account_id = $1) AND ("position" > $2))
-- PostgreSQL               ->  Materialize
-- PostgreSQL                     ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL                           Index Cond: (account_id = $1)
-- PostgreSQL                           Filter: (active = 1)

-- withDeliveries, SQLite only
select "account_id"
  from "webhooks"
  where "account_id" in (?, ?) and "active" = 1;
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)

-- withDeliveries, PostgreSQL only
select distinct "account_id"
  from "webhooks"
  where "account_id" in (?, ?) and "active" = 1;
-- PostgreSQL Unique
-- PostgreSQL   ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         Index Cond: (account_id = ANY (ARRAY[$1, $2]))
-- PostgreSQL         Filter: (active = 1)
