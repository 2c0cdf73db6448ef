-- The statements of src/store/delivery/turns.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- claimDeliveries
delete
  from "webhook_turns"
  where "lease_until" < ?;
-- SQLite     SCAN webhook_turns
-- PostgreSQL Delete on webhook_turns
-- PostgreSQL   ->  Seq Scan on webhook_turns
-- PostgreSQL         Filter: (lease_until < $1)

-- claimDeliveries
insert into "webhook_turns" ("delivery_seq", "token", "webhook_id", "account_id", "host", "standing", "lease_until")
  values (?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on webhook_turns
-- PostgreSQL   ->  Result

-- claimDeliveries
select "d"."seq", "d"."webhook_id", "d"."message_id", "d"."type", "d"."created_at", "w"."account_id", "e"."site", "e"."position", "e"."trace", "w"."subscription", "w"."url", "w"."secret", "w"."previous_secret", "w"."previous_until", coalesce("d"."payload", "e"."payload") as "payload"
  from "webhook_deliveries" as "d"
  inner join "webhooks" as "w" on "w"."id" = "d"."webhook_id"
  left join "events" as "e" on "e"."id" = "d"."message_id"
  where "d"."seq" in (?, ?)
  order by "d"."due_at", "d"."seq";
-- SQLite     SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     SEARCH e USING INDEX sqlite_autoindex_events_1 (id=?) LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: d.due_at, d.seq
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries d
-- PostgreSQL                     Index Cond: (seq = ANY (ARRAY[$1, $2]))
-- PostgreSQL               ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL                     Index Cond: (id = d.webhook_id)
-- PostgreSQL         ->  Index Scan using events_id_key on events e
-- PostgreSQL               Index Cond: (id = d.message_id)

-- claimDeliveries
select "d"."seq", "d"."webhook_id", "d"."message_id", "d"."type", "d"."created_at", "w"."account_id", "e"."site", "e"."position", "w"."subscription", "w"."url", "w"."secret", "w"."previous_secret", "w"."previous_until", coalesce("d"."payload", "e"."payload") as "payload"
  from "webhook_deliveries" as "d"
  inner join "webhooks" as "w" on "w"."id" = "d"."webhook_id"
  left join "events" as "e" on "e"."id" = "d"."message_id"
  where "d"."seq" in (?, ?)
  order by "d"."due_at", "d"."seq";
-- SQLite     SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     SEARCH e USING INDEX sqlite_autoindex_events_1 (id=?) LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: d.due_at, d.seq
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries d
-- PostgreSQL                     Index Cond: (seq = ANY (ARRAY[$1, $2]))
-- PostgreSQL               ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL                     Index Cond: (id = d.webhook_id)
-- PostgreSQL         ->  Index Scan using events_id_key on events e
-- PostgreSQL               Index Cond: (id = d.message_id)

-- claimDeliveries, SQLite only
select "name"
  from "meta"
  where "name" = 'webhook_turns';
-- SQLite     SEARCH meta USING COVERING INDEX sqlite_autoindex_meta_1 (name=?)

-- claimDeliveries, PostgreSQL only
select "name"
  from "meta"
  where "name" = 'webhook_turns' for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using meta_pkey on meta
-- PostgreSQL         Index Cond: (name = 'webhook_turns'::text)

-- claimDeliveries
select *
  from "webhook_turns";
-- SQLite     SCAN webhook_turns
-- PostgreSQL Seq Scan on webhook_turns

-- claimDeliveries
update "webhook_deliveries" as "x"
  set "lease_token" = ?, "lease_until" = ?
  where "seq" in (?, ?) and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  returning "seq";
-- SQLite     SEARCH x USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on webhook_deliveries x
-- PostgreSQL   ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL         Index Cond: ((due_at <= $5) AND (seq = ANY (ARRAY[$3, $4])))
-- PostgreSQL         Filter: ((COALESCE(lease_until, '0'::bigint) < $6) AND (state = 'pending'::text))

-- claimDeliveries, PostgreSQL only
update "webhooks"
  set "served_at" = ?
  where "id" in (select "id"
  from "webhooks"
  where "id" in (?, ?) and "active" = 1 for no key update skip locked)
  returning "id";
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  LockRows
-- PostgreSQL                           ->  Index Scan using webhooks_pkey on webhooks webhooks_1
-- PostgreSQL                                 Index Cond: (id = ANY (ARRAY[$2, $3]))
-- PostgreSQL                                 Filter: (active = 1)
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)

-- claimDeliveries, SQLite only
update "webhooks"
  set "served_at" = ?
  where "id" in (select "id"
  from "webhooks"
  where "id" in (?, ?) and "active" = 1)
  returning "id";
-- SQLite     SEARCH webhooks USING COVERING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)

-- claimDeliveries
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and 1 = 1 and 1 = 1 and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and 1 = 1) or (standing <> 'proven' and 1 = 1 and 1 = 1)), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $10)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: ((ready.standing = 'proven'::text) OR (ready.standing <> 'proven'::text))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $4)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $5)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $6))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $7)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $8))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $9)

-- claimDeliveries
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and 1 = 1 and 1 = 1 and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and 1 = 1) or (standing <> 'proven' and 1 = 1 and id not in (?, ?))), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $12)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: ((ready.standing = 'proven'::text) OR ((ready.standing <> 'proven'::text) AND (ready.id <> ALL (ARRAY[$6, $7]))))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $4)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $5)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $8))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $9)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $10))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $11)

-- claimDeliveries
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and 1 = 1 and 1 = 1 and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and host not in (?, ?)) or (standing <> 'proven' and 1 = 1 and id not in (?, ?))), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $14)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: (((ready.standing = 'proven'::text) AND (ready.host <> ALL (ARRAY[$6, $7]))) OR ((ready.standing <> 'proven'::text) AND (ready.id <> ALL (ARRAY[$8, $9]))))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $4)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $5)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $10))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $11)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $12))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $13)

-- claimDeliveries
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and w.id not in (?, ?) and 1 = 1 and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and 1 = 1) or (standing <> 'proven' and 1 = 1 and id not in (?, ?))), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $14)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: ((ready.standing = 'proven'::text) OR ((ready.standing <> 'proven'::text) AND (ready.id <> ALL (ARRAY[$8, $9]))))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $6)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $7)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (id <> ALL (ARRAY[$4, $5])) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $10))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $11)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $12))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $13)

-- claimDeliveries
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and w.id not in (?, ?) and w.account_id not in (?, ?) and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and 1 = 1) or (standing <> 'proven' and 1 = 1 and id not in (?, ?))), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $16)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: ((ready.standing = 'proven'::text) OR ((ready.standing <> 'proven'::text) AND (ready.id <> ALL (ARRAY[$10, $11]))))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $8)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $9)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (id <> ALL (ARRAY[$4, $5])) AND (account_id <> ALL (ARRAY[$6, $7])) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $12))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $13)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $14))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $15)

-- endTurn
delete
  from "webhook_turns"
  where "delivery_seq" = ? and "token" = ?;
-- SQLite     SEARCH webhook_turns USING INDEX sqlite_autoindex_webhook_turns_1 (delivery_seq=? AND token=?)
-- PostgreSQL Delete on webhook_turns
-- PostgreSQL   ->  Index Scan using webhook_turns_pkey on webhook_turns
-- PostgreSQL         Index Cond: ((delivery_seq = $1) AND (token = $2))

-- lockedTurns, PostgreSQL only
update "webhooks"
  set "served_at" = ?
  where "id" in (select "id"
  from "webhooks"
  where "id" in (?, ?) and "active" = 1 for no key update skip locked)
  returning "id";
-- PostgreSQL Update on webhooks
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  LockRows
-- PostgreSQL                           ->  Index Scan using webhooks_pkey on webhooks webhooks_1
-- PostgreSQL                                 Index Cond: (id = ANY (ARRAY[$2, $3]))
-- PostgreSQL                                 Filter: (active = 1)
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)

-- lockedTurns, SQLite only
update "webhooks"
  set "served_at" = ?
  where "id" in (select "id"
  from "webhooks"
  where "id" in (?, ?) and "active" = 1)
  returning "id";
-- SQLite     SEARCH webhooks USING COVERING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH webhooks USING INDEX sqlite_autoindex_webhooks_1 (id=?)

-- readClaimed
select "d"."seq", "d"."webhook_id", "d"."message_id", "d"."type", "d"."created_at", "w"."account_id", "e"."site", "e"."position", "w"."subscription", "w"."url", "w"."secret", "w"."previous_secret", "w"."previous_until", coalesce("d"."payload", "e"."payload") as "payload"
  from "webhook_deliveries" as "d"
  inner join "webhooks" as "w" on "w"."id" = "d"."webhook_id"
  left join "events" as "e" on "e"."id" = "d"."message_id"
  where "d"."seq" in (?, ?)
  order by "d"."due_at", "d"."seq";
-- SQLite     SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     SEARCH e USING INDEX sqlite_autoindex_events_1 (id=?) LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: d.due_at, d.seq
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries d
-- PostgreSQL                     Index Cond: (seq = ANY (ARRAY[$1, $2]))
-- PostgreSQL               ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL                     Index Cond: (id = d.webhook_id)
-- PostgreSQL         ->  Index Scan using events_id_key on events e
-- PostgreSQL               Index Cond: (id = d.message_id)

-- readyEndpoints
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and 1 = 1 and 1 = 1 and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and 1 = 1) or (standing <> 'proven' and 1 = 1 and 1 = 1)), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $10)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: ((ready.standing = 'proven'::text) OR (ready.standing <> 'proven'::text))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $4)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $5)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $6))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $7)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $8))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $9)

-- readyEndpoints
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and 1 = 1 and 1 = 1 and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and 1 = 1) or (standing <> 'proven' and 1 = 1 and id not in (?, ?))), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $12)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: ((ready.standing = 'proven'::text) OR ((ready.standing <> 'proven'::text) AND (ready.id <> ALL (ARRAY[$6, $7]))))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $4)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $5)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $8))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $9)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $10))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $11)

-- readyEndpoints
with recursive pending(id) as (select min(webhook_id)
  from webhook_deliveries
  where state = 'pending'
  union all select (select min(d.webhook_id)
  from webhook_deliveries d
  where d.state = 'pending' and d.webhook_id > pending.id)
  from pending
  where pending.id is not null), ready as (select w.id, w.host, w.served_at, w.failing_since, case when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end when a.card_on_file = 0 and a.balance = 0 then 'guest' else 'probation' end as standing, row_number() over (partition by w.account_id
  order by w.served_at, w.id) as of_account
  from webhooks w join accounts a on a.id = w.account_id
  where w.id in (select id
  from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ? and (w.subscription is null or (w.expires_at > ? and exists (select 1
  from api_keys k
  where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ?)))) and w.id not in (?, ?) and 1 = 1 and exists (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?)), of_host as (select id, of_account, served_at, failing_since, standing, row_number() over (partition by host, standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as nth
  from ready
  where (standing = 'proven' and 1 = 1) or (standing <> 'proven' and 1 = 1 and id not in (?, ?))), in_turn as (select id, standing, row_number() over (partition by standing
  order by case when failing_since is null then 0 else 1 end, of_account, served_at, id) as turn
  from of_host
  where nth <= case when standing = 'proven' then 16 else 4 end) select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 0) as first, (select x.seq
  from webhook_deliveries x
  where x.webhook_id = w.id and x.state = 'pending' and x.due_at <= ? and coalesce(x.lease_until, 0) < ?
  order by x.due_at, x.seq
  limit 1 offset 1) as second
  from in_turn t join webhooks w on w.id = t.id
  where t.turn <= ?
  order by t.turn;
-- SQLite     CO-ROUTINE in_turn
-- SQLite       CO-ROUTINE (subquery-13)
-- SQLite         CO-ROUTINE of_host
-- SQLite           CO-ROUTINE (subquery-14)
-- SQLite             CO-ROUTINE ready
-- SQLite               CO-ROUTINE (subquery-15)
-- SQLite                 SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   MATERIALIZE pending
-- SQLite                     SETUP
-- SQLite                       SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due
-- SQLite                     RECURSIVE STEP
-- SQLite                       SCAN pending
-- SQLite                       CORRELATED SCALAR SUBQUERY 2
-- SQLite                         SEARCH d USING COVERING INDEX webhook_deliveries_due (webhook_id>?)
-- SQLite                   SCAN pending
-- SQLite                 CORRELATED SCALAR SUBQUERY 5
-- SQLite                   SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite                 SEARCH x EXISTS USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite                 SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               SCAN (subquery-15)
-- SQLite             SCAN ready
-- SQLite             USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN (subquery-14)
-- SQLite         SCAN of_host
-- SQLite         USE TEMP B-TREE FOR ORDER BY
-- SQLite       SCAN (subquery-13)
-- SQLite     SCAN t
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 10
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     CORRELATED SCALAR SUBQUERY 11
-- SQLite       SEARCH x USING INDEX webhook_deliveries_due (webhook_id=? AND due_at<?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: (row_number() OVER w1)
-- PostgreSQL   CTE pending
-- PostgreSQL     ->  Recursive Union
-- PostgreSQL           ->  Result
-- PostgreSQL                 InitPlan 3
-- PostgreSQL                   ->  Limit
-- PostgreSQL                         ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries
-- PostgreSQL           ->  WorkTable Scan on pending pending_1
-- PostgreSQL                 Filter: (id IS NOT NULL)
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY of_host.standing ORDER BY (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL               Run Condition: (row_number() OVER w1 <= $14)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: of_host.standing, (CASE WHEN (of_host.failing_since IS NULL) THEN 0 ELSE 1 END), of_host.of_account, of_host.served_at, of_host.id
-- PostgreSQL                     ->  Subquery Scan on of_host
-- PostgreSQL                           Filter: (of_host.nth <= CASE WHEN (of_host.standing = 'proven'::text) THEN 16 ELSE 4 END)
-- PostgreSQL                           ->  WindowAgg
-- PostgreSQL                                 Window: w1 AS (PARTITION BY ready.host, ready.standing ORDER BY (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: ready.host, ready.standing, (CASE WHEN (ready.failing_since IS NULL) THEN 0 ELSE 1 END), ready.of_account, ready.served_at, ready.id
-- PostgreSQL                                       ->  Subquery Scan on ready
-- PostgreSQL                                             Filter: ((ready.standing = 'proven'::text) OR ((ready.standing <> 'proven'::text) AND (ready.id <> ALL (ARRAY[$8, $9]))))
-- PostgreSQL                                             ->  WindowAgg
-- PostgreSQL                                                   Window: w1 AS (PARTITION BY w_1.account_id ORDER BY w_1.served_at, w_1.id ROWS UNBOUNDED PRECEDING)
-- PostgreSQL                                                   ->  Sort
-- PostgreSQL                                                         Sort Key: w_1.account_id, w_1.served_at, w_1.id
-- PostgreSQL                                                         ->  Nested Loop Semi Join
-- PostgreSQL                                                               Join Filter: (pending.id = w_1.id)
-- PostgreSQL                                                               ->  Nested Loop
-- PostgreSQL                                                                     ->  Nested Loop
-- PostgreSQL                                                                           ->  HashAggregate
-- PostgreSQL                                                                                 Group Key: x.webhook_id
-- PostgreSQL                                                                                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x
-- PostgreSQL                                                                                       Index Cond: (due_at <= $6)
-- PostgreSQL                                                                                       Filter: (COALESCE(lease_until, '0'::bigint) < $7)
-- PostgreSQL                                                                           ->  Memoize
-- PostgreSQL                                                                                 Cache Key: x.webhook_id
-- PostgreSQL                                                                                 Cache Mode: logical
-- PostgreSQL                                                                                 ->  Index Scan using webhooks_pkey on webhooks w_1
-- PostgreSQL                                                                                       Index Cond: (id = x.webhook_id)
-- PostgreSQL                                                                                       Filter: ((COALESCE(held_until, '0'::bigint) <= $1) AND (id <> ALL (ARRAY[$4, $5])) AND (active = 1) AND ((subscription IS NULL) OR ((expires_at > $2) AND EXISTS(SubPlan 7))))
-- PostgreSQL                                                                                       SubPlan 7
-- PostgreSQL                                                                                         ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                                                                                               Index Cond: (id = w_1.key_id)
-- PostgreSQL                                                                                               Filter: ((revoked_at IS NULL) AND ((valid_until IS NULL) OR (valid_until > $3)))
-- PostgreSQL                                                                     ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                                                           Index Cond: (id = w_1.account_id)
-- PostgreSQL                                                               ->  CTE Scan on pending
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = of_host.id)
-- PostgreSQL         SubPlan 5
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_1
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $10))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $11)
-- PostgreSQL         SubPlan 6
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan using webhook_deliveries_due on webhook_deliveries x_2
-- PostgreSQL                       Index Cond: ((webhook_id = w.id) AND (due_at <= $12))
-- PostgreSQL                       Filter: (COALESCE(lease_until, '0'::bigint) < $13)

-- turnsUnderWay
delete
  from "webhook_turns"
  where "lease_until" < ?;
-- SQLite     SCAN webhook_turns
-- PostgreSQL Delete on webhook_turns
-- PostgreSQL   ->  Seq Scan on webhook_turns
-- PostgreSQL         Filter: (lease_until < $1)

-- turnsUnderWay
select *
  from "webhook_turns";
-- SQLite     SCAN webhook_turns
-- PostgreSQL Seq Scan on webhook_turns
