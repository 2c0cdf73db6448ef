-- The statements of src/store/money/payments.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- claimPayments, PostgreSQL only
update "payments"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "payments"
  where "due_at" is not null and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "due_at", "id"
  limit ? for no key update skip locked)
  returning *;
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  LockRows
-- PostgreSQL                                 ->  Incremental Sort
-- PostgreSQL                                       Sort Key: payments_1.due_at, payments_1.id
-- PostgreSQL                                       Presorted Key: payments_1.due_at
-- PostgreSQL                                       ->  Index Scan using payments_due on payments payments_1
-- PostgreSQL                                             Index Cond: ((due_at IS NOT NULL) AND (due_at <= $3))
-- PostgreSQL                                             Filter: ((lease_until IS NULL) OR (lease_until < $4))
-- PostgreSQL         ->  Index Scan using payments_pkey on payments
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)

-- claimPayments, SQLite only
update "payments"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "payments"
  where "due_at" is not null and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "due_at", "id"
  limit ?)
  returning *;
-- SQLite     SEARCH payments USING COVERING INDEX sqlite_autoindex_payments_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH payments USING INDEX payments_due (due_at>? AND due_at<?)
-- SQLite       USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- disputesOf
select *
  from "disputes"
  where "account_id" = ?
  order by "created_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH disputes USING INDEX disputes_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: created_at DESC, id DESC
-- PostgreSQL         ->  Index Scan using disputes_account on disputes
-- PostgreSQL               Index Cond: (account_id = $1)

-- forgetPaymentEvents
delete
  from "payment_events"
  where "created_at" < ?;
-- SQLite     SEARCH payment_events USING COVERING INDEX payment_events_age (created_at<?)
-- PostgreSQL Delete on payment_events
-- PostgreSQL   ->  Index Scan using payment_events_age on payment_events
-- PostgreSQL         Index Cond: (created_at < $1)

-- insertPayment
insert into "payments" ("state", "form_key", "page", "reference", "customer", "method", "why", "tries", "refunded", "disputed", "paid_out", "taken", "owed", "news", "settled_at", "attempts", "lease_token", "lease_until", "currency", "account_id", "site", "provider", "kind", "amount", "created_at", "id", "due_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on payments
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertPayment
insert into "payments" ("state", "form_key", "page", "reference", "customer", "method", "why", "tries", "refunded", "disputed", "paid_out", "taken", "owed", "news", "settled_at", "attempts", "lease_token", "lease_until", "currency", "id", "account_id", "site", "provider", "kind", "amount", "created_at", "due_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on payments
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- keepDispute
insert into "disputes" ("id", "payment_id", "account_id", "status", "reason", "created_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on disputes
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- keepDispute
update "disputes"
  set "status" = ?
  where "id" = ?;
-- SQLite     SEARCH disputes USING INDEX sqlite_autoindex_disputes_1 (id=?)
-- PostgreSQL Update on disputes
-- PostgreSQL   ->  Index Scan using disputes_pkey on disputes
-- PostgreSQL         Index Cond: (id = $2)

-- latestRecharge
select *
  from "payments"
  where "account_id" = ? and "kind" = 'recharge' and "state" in ('paid', 'declined')
  order by "settled_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: settled_at DESC, id DESC
-- PostgreSQL         ->  Index Scan using payments_account on payments
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL               Filter: ((state = ANY ('{paid,declined}'::text[])) AND (kind = 'recharge'::text))

-- lockPayment, SQLite only
select *
  from "payments"
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)

-- lockPayment, PostgreSQL only
select *
  from "payments"
  where "id" = ? for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $1)

-- notePaymentEvent
insert into "payment_events" ("id", "payment_id", "type", "created_at")
  values (?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on payment_events
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- notePaymentEvent
update "payments"
  set "news" = news + 1, "due_at" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $2)

-- owingPayments
select *
  from "payments"
  where "account_id" = ? and "owed" > 0
  order by "created_at", "id";
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using payments_owed on payments
-- PostgreSQL         Index Cond: (account_id = $1)

-- paidElsewhere
select count(*) as "n"
  from "payments"
  where "state" = 'paid' and "provider" <> ?;
-- SQLite     SCAN payments
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on payments
-- PostgreSQL         Filter: ((provider <> $1) AND (state = 'paid'::text))

-- paymentById
select *
  from "payments"
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Index Scan using payments_pkey on payments
-- PostgreSQL   Index Cond: (id = $1)

-- paymentNamed
select *
  from "payments"
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Index Scan using payments_pkey on payments
-- PostgreSQL   Index Cond: (id = $1)

-- paymentNamed
select *
  from "payments"
  where "page" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_3 (page=?)
-- PostgreSQL Index Scan using payments_page_key on payments
-- PostgreSQL   Index Cond: (page = $1)

-- paymentNamed
select *
  from "payments"
  where "reference" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_4 (reference=?)
-- PostgreSQL Index Scan using payments_reference_key on payments
-- PostgreSQL   Index Cond: (reference = $1)

-- paymentOfForm
select *
  from "payments"
  where "form_key" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_2 (form_key=?)
-- PostgreSQL Index Scan using payments_form_key_key on payments
-- PostgreSQL   Index Cond: (form_key = $1)

-- paymentsBetween
select *
  from "payments"
  where "account_id" = ? and "created_at" >= ? and "created_at" < ?
  order by "created_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=? AND created_at>? AND created_at<?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Incremental Sort
-- PostgreSQL         Sort Key: created_at DESC, id DESC
-- PostgreSQL         Presorted Key: created_at
-- PostgreSQL         ->  Index Scan Backward using payments_account on payments
-- PostgreSQL               Index Cond: ((account_id = $1) AND (created_at >= $2) AND (created_at < $3))

-- paymentsOf
select *
  from "payments"
  where "account_id" = ?
  order by "created_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Incremental Sort
-- PostgreSQL         Sort Key: created_at DESC, id DESC
-- PostgreSQL         Presorted Key: created_at
-- PostgreSQL         ->  Index Scan Backward using payments_account on payments
-- PostgreSQL               Index Cond: (account_id = $1)

-- rechargesSince
select count(*) as "n"
  from "payments"
  where "account_id" = ? and "created_at" >= ? and "kind" = 'recharge' and "state" not in ('declined', 'expired');
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=? AND created_at>?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Index Scan using payments_account on payments
-- PostgreSQL         Index Cond: ((account_id = $1) AND (created_at >= $2))
-- PostgreSQL         Filter: ((state <> ALL ('{declined,expired}'::text[])) AND (kind = 'recharge'::text))

-- setDue
update "payments"
  set "due_at" = case when news = ? then cast(? as bigint) else ? end
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $4)

-- setDue
update "payments"
  set "due_at" = case when news = ? then cast(? as bigint) else ? end, "lease_token" = ?, "lease_until" = ?
  where "id" = ? and "lease_token" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $6)
-- PostgreSQL         Filter: (lease_token = $7)

-- unconfirmedPayments
select *
  from "payments"
  where "account_id" = ? and "state" = 'authenticate'
  order by "created_at", "id";
-- SQLite     SEARCH payments USING INDEX payments_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   Presorted Key: created_at
-- PostgreSQL   ->  Index Scan using payments_account on payments
-- PostgreSQL         Index Cond: (account_id = $1)
-- PostgreSQL         Filter: (state = 'authenticate'::text)

-- updatePayment
update "payments"
  set "owed" = ?, "state" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $3)

-- updatePayment
update "payments"
  set "page" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $2)

-- updatePayment
update "payments"
  set "reference" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $2)

-- updatePayment
update "payments"
  set "refunded" = ?, "disputed" = ?, "paid_out" = ?, "taken" = ?, "owed" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $6)

-- updatePayment
update "payments"
  set "state" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $2)

-- updatePayment
update "payments"
  set "state" = ?, "page" = ?, "due_at" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $4)

-- updatePayment
update "payments"
  set "state" = ?, "reference" = ?, "why" = ?, "settled_at" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $5)

-- updatePayment
update "payments"
  set "state" = ?, "settled_at" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $3)

-- updatePayment
update "payments"
  set "state" = ?, "settled_at" = ?, "why" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $4)

-- updatePayment
update "payments"
  set "state" = ?, "why" = ?, "settled_at" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $4)

-- updatePayment
update "payments"
  set "taken" = ?, "owed" = ?
  where "id" = ?;
-- SQLite     SEARCH payments USING INDEX sqlite_autoindex_payments_1 (id=?)
-- PostgreSQL Update on payments
-- PostgreSQL   ->  Index Scan using payments_pkey on payments
-- PostgreSQL         Index Cond: (id = $3)
