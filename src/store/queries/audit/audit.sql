-- The statements of src/store/audit/audit.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- check, SQLite only
select 'listing ' || (listing_search.rowid % 0) as subject, 'in the search index and not listed' as detail
  from listing_search
  where not exists (select 1
  from listing l
  where l.seq = (listing_search.rowid % 0))
  limit 1001;
-- SQLite     SCAN listing_search VIRTUAL TABLE INDEX 0:
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INTEGER PRIMARY KEY (rowid=?)

-- check, PostgreSQL only
select 'listing ' || listing_search.seq as subject, 'in the search index and not listed' as detail
  from listing_search
  where not exists (select 1
  from listing l
  where l.seq = listing_search.seq)
  limit 1001;
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Anti Join
-- PostgreSQL         Hash Cond: (listing_search.seq = l.seq)
-- PostgreSQL         ->  Seq Scan on listing_search
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on listing l

-- check
select a.id as subject, 'balance ' || a.balance as detail
  from accounts a
  where a.erased_at is not null and a.balance > 0 and not exists (select 1
  from ledger l
  where l.account_id = a.id and l.created_at >= 0)
  limit 1001;
-- SQLite     SCAN a USING INDEX accounts_owed
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INDEX ledger_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Index Scan using accounts_owed on accounts a
-- PostgreSQL         ->  Index Scan using ledger_account on ledger l
-- PostgreSQL               Index Cond: (account_id = a.id)
-- PostgreSQL               Filter: (created_at >= 0)

-- check
select a.id as subject, 'balance ' || a.balance || ', its rows sum to ' || coalesce(s.total, 0) as detail
  from accounts a
  left join (select account_id, cast(sum(amount) as bigint) as total
  from ledger
  group by account_id) s on s.account_id = a.id
  where a.balance <> coalesce(s.total, 0)
  limit 1001;
-- SQLite     MATERIALIZE s
-- SQLite       SCAN ledger USING INDEX ledger_account
-- SQLite     SCAN a
-- SQLite     BLOOM FILTER ON s (account_id=?)
-- SQLite     SEARCH s USING AUTOMATIC COVERING INDEX (account_id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Right Join
-- PostgreSQL         Merge Cond: (ledger.account_id = a.id)
-- PostgreSQL         Filter: (a.balance <> COALESCE(((sum(ledger.amount))::bigint), '0'::bigint))
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: ledger.account_id
-- PostgreSQL               ->  Index Scan using ledger_account on ledger
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts a

-- check
select a.id as subject, 'has a name, an address, a card, a working or named key, an endpoint or an event' as detail
  from accounts a
  where a.erased_at is not null and (a.name <> '' or a.email <> '' or a.email_key <> '' or a.email_verified = 1 or a.card_fingerprint is not null or exists (select 1
  from cards c
  where c.account_id = a.id) or exists (select 1
  from api_keys k
  where k.account_id = a.id and (k.revoked_at is null or k.name <> '')) or exists (select 1
  from webhooks w
  where w.account_id = a.id) or exists (select 1
  from events e
  where e.account_id = a.id))
  union all select id, 'is to be erased and has a key that is not revoked'
  from accounts a
  where a.erase_at is not null and exists (select 1
  from api_keys k
  where k.account_id = a.id and k.revoked_at is null)
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SCAN a
-- SQLite         CORRELATED SCALAR SUBQUERY 1
-- SQLite           SEARCH c USING COVERING INDEX sqlite_autoindex_cards_1 (account_id=?)
-- SQLite         CORRELATED SCALAR SUBQUERY 2
-- SQLite           SEARCH k USING INDEX api_keys_account (account_id=?)
-- SQLite         CORRELATED SCALAR SUBQUERY 3
-- SQLite           SEARCH w USING COVERING INDEX webhooks_account (account_id=?)
-- SQLite         CORRELATED SCALAR SUBQUERY 4
-- SQLite           SEARCH e USING COVERING INDEX events_position (account_id=?)
-- SQLite       UNION ALL
-- SQLite         SCAN a
-- SQLite         SEARCH k EXISTS USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Seq Scan on accounts a
-- PostgreSQL               Filter: ((erased_at IS NOT NULL) AND ((name <> ''::text) OR (email <> ''::text) OR (email_key <> ''::text) OR (email_verified = 1) OR (card_fingerprint IS NOT NULL) OR (ANY (id = (hashed SubPlan 2).col1)) OR (ANY (id = (hashed SubPlan 4).col1)) OR (ANY (id = (hashed SubPlan 6).col1)) OR (ANY (id = (hashed SubPlan 8).col1))))
-- PostgreSQL               SubPlan 2
-- PostgreSQL                 ->  Seq Scan on cards c
-- PostgreSQL               SubPlan 4
-- PostgreSQL                 ->  Seq Scan on api_keys k_1
-- PostgreSQL                       Filter: ((revoked_at IS NULL) OR (name <> ''::text))
-- PostgreSQL               SubPlan 6
-- PostgreSQL                 ->  Seq Scan on webhooks w
-- PostgreSQL               SubPlan 8
-- PostgreSQL                 ->  Seq Scan on events e
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  HashAggregate
-- PostgreSQL                     Group Key: k.account_id
-- PostgreSQL                     ->  Seq Scan on api_keys k
-- PostgreSQL                           Filter: (revoked_at IS NULL)
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a_1
-- PostgreSQL                     Index Cond: (id = k.account_id)
-- PostgreSQL                     Filter: (erase_at IS NOT NULL)

-- check
select a.id as subject, 'strikes ' || a.strikes || ', texts with a strike ' || abuse.texts as detail
  from accounts a join (select account_id, count(*) as texts
  from revisions
  where strike_of = id
  group by account_id) abuse on abuse.account_id = a.id
  where a.strikes < abuse.texts
  union all select r.id, 'penalized ' || coalesce(r.rejection_penalized, 0) || ', strike of ' || coalesce(r.strike_of, 'none')
  from revisions r
  left join revisions first on first.id = r.strike_of and first.account_id = r.account_id
  where (coalesce(r.rejection_penalized, 0) = 1) <> (r.strike_of is not null) or (r.strike_of is not null and (first.id is null or first.strike_of is null or first.strike_of <> first.id))
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         CO-ROUTINE abuse
-- SQLite           SCAN revisions USING INDEX revisions_struck
-- SQLite         SCAN abuse
-- SQLite         SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite       UNION ALL
-- SQLite         SCAN r
-- SQLite         SEARCH first USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  GroupAggregate
-- PostgreSQL                     Group Key: revisions.account_id
-- PostgreSQL                     ->  Index Scan using revisions_struck on revisions
-- PostgreSQL                           Filter: (strike_of = id)
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                     Index Cond: (id = revisions.account_id)
-- PostgreSQL                     Filter: (strikes < (count(*)))
-- PostgreSQL         ->  Hash Left Join
-- PostgreSQL               Hash Cond: ((r.strike_of = first.id) AND (r.account_id = first.account_id))
-- PostgreSQL               Filter: (((COALESCE(r.rejection_penalized, 0) = 1) <> (r.strike_of IS NOT NULL)) OR ((r.strike_of IS NOT NULL) AND ((first.id IS NULL) OR (first.strike_of IS NULL) OR (first.strike_of <> first.id))))
-- PostgreSQL               ->  Seq Scan on revisions r
-- PostgreSQL               ->  Hash
-- PostgreSQL                     ->  Seq Scan on revisions first

-- check
select a.id as subject, 'suspended since ' || a.suspended_at as detail
  from accounts a
  where a.suspended_at is not null and not exists (select 1
  from decision_log l
  where l.subject = a.id and l.action = 'suspend' and l.created_at = a.suspended_at)
  union all select a.id, 'banned since ' || a.banned_at
  from accounts a
  where a.banned_at is not null and not exists (select 1
  from decision_log l
  where l.subject = a.id and l.action = 'ban' and l.created_at = a.banned_at)
  union all select a.id, 'not suspended; entry ' || l.seq || ' suspends it'
  from accounts a join decision_log l on l.subject = a.id and l.action = 'suspend'
  where a.suspended_at is null and not exists (select 1
  from decision_log n
  where n.subject = a.id and n.seq > l.seq and n.action in ('suspend', 'unsuspend'))
  union all select a.id, 'not banned; entry ' || l.seq || ' bans it'
  from accounts a join decision_log l on l.subject = a.id and l.action = 'ban'
  where a.banned_at is null and not exists (select 1
  from decision_log n
  where n.subject = a.id and n.seq > l.seq and n.action in ('ban', 'unban'))
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SCAN a
-- SQLite         CORRELATED SCALAR SUBQUERY 1
-- SQLite           SEARCH l USING INDEX decision_log_time (created_at=?)
-- SQLite       UNION ALL
-- SQLite         SCAN a
-- SQLite         CORRELATED SCALAR SUBQUERY 3
-- SQLite           SEARCH l USING INDEX decision_log_time (created_at=?)
-- SQLite       UNION ALL
-- SQLite         SCAN l
-- SQLite         SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite         CORRELATED SCALAR SUBQUERY 5
-- SQLite           SEARCH n USING INDEX decision_log_subject (subject=? AND seq>?)
-- SQLite       UNION ALL
-- SQLite         SCAN l
-- SQLite         SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite         CORRELATED SCALAR SUBQUERY 7
-- SQLite           SEARCH n USING INDEX decision_log_subject (subject=? AND seq>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Merge Anti Join
-- PostgreSQL               Merge Cond: (a.id = l.subject)
-- PostgreSQL               Join Filter: (l.created_at = a.suspended_at)
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                     Filter: (suspended_at IS NOT NULL)
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL                     Filter: (action = 'suspend'::text)
-- PostgreSQL         ->  Merge Anti Join
-- PostgreSQL               Merge Cond: (a_1.id = l_1.subject)
-- PostgreSQL               Join Filter: (l_1.created_at = a_1.banned_at)
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a_1
-- PostgreSQL                     Filter: (banned_at IS NOT NULL)
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log l_1
-- PostgreSQL                     Filter: (action = 'ban'::text)
-- PostgreSQL         ->  Nested Loop Anti Join
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Seq Scan on accounts a_2
-- PostgreSQL                           Filter: (suspended_at IS NULL)
-- PostgreSQL                     ->  Index Scan using decision_log_subject on decision_log l_2
-- PostgreSQL                           Index Cond: (subject = a_2.id)
-- PostgreSQL                           Filter: (action = 'suspend'::text)
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log n
-- PostgreSQL                     Index Cond: ((subject = a_2.id) AND (seq > l_2.seq))
-- PostgreSQL                     Filter: (action = ANY ('{suspend,unsuspend}'::text[]))
-- PostgreSQL         ->  Nested Loop Anti Join
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Seq Scan on accounts a_3
-- PostgreSQL                           Filter: (banned_at IS NULL)
-- PostgreSQL                     ->  Index Scan using decision_log_subject on decision_log l_3
-- PostgreSQL                           Index Cond: (subject = a_3.id)
-- PostgreSQL                           Filter: (action = 'ban'::text)
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log n_1
-- PostgreSQL                     Index Cond: ((subject = a_3.id) AND (seq > l_3.seq))
-- PostgreSQL                     Filter: (action = ANY ('{ban,unban}'::text[]))

-- check
select a.id as subject, a.state || ' at ' || coalesce(a.decided_at, 0) as detail
  from appeals a
  where a.state <> 'open' and not exists (select 1
  from decision_log l
  where l.subject = a.revision_id and l.created_at = a.decided_at and l.action like 'appeal-%' and (l.action = 'appeal-refused') = (a.state = 'refused') and l.actor = a.decided_by and l.reason = a.answer)
  union all select a.id, 'open; it was answered since'
  from appeals a
  where a.state = 'open' and exists (select 1
  from decision_log l
  where l.subject = a.revision_id and l.action like 'appeal-%' and l.created_at > a.created_at)
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SCAN a
-- SQLite         CORRELATED SCALAR SUBQUERY 1
-- SQLite           SEARCH l USING INDEX decision_log_time (created_at=?)
-- SQLite       UNION ALL
-- SQLite         SCAN a USING INDEX appeals_open
-- SQLite         SEARCH l EXISTS USING INDEX decision_log_subject (subject=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Merge Anti Join
-- PostgreSQL               Merge Cond: (a.revision_id = l.subject)
-- PostgreSQL               Join Filter: ((l.created_at = a.decided_at) AND (l.actor = a.decided_by) AND (l.reason = a.answer) AND ((l.action = 'appeal-refused'::text) = (a.state = 'refused'::text)))
-- PostgreSQL               ->  Index Scan using appeals_revision_id_decision_at_key on appeals a
-- PostgreSQL                     Filter: (state <> 'open'::text)
-- PostgreSQL               ->  Materialize
-- PostgreSQL                     ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL                           Filter: (action ~~ 'appeal-%'::text)
-- PostgreSQL         ->  Nested Loop Semi Join
-- PostgreSQL               ->  Index Scan using appeals_open on appeals a_1
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log l_1
-- PostgreSQL                     Index Cond: (subject = a_1.revision_id)
-- PostgreSQL                     Filter: ((action ~~ 'appeal-%'::text) AND (created_at > a_1.created_at))

-- check
select a.id as subject, count(b.hash) || ' hashes on the ban list, strikes ' || a.strikes as detail
  from accounts a
  left join bans b on b.account_id = a.id
  group by a.id, a.strikes, a.banned_at, a.email_key
  having (a.banned_at is not null and a.email_key <> '' and count(case when b.kind = 'email' then 1 end) = 0) or (a.banned_at is null and count(case when b.kind = 'email' then 1 end) > 0)
  limit 1001;
-- SQLite     SCAN a USING INDEX sqlite_autoindex_accounts_1
-- SQLite     SEARCH b USING INDEX bans_account (account_id=?) LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL Limit
-- PostgreSQL   ->  GroupAggregate
-- PostgreSQL         Group Key: a.id
-- PostgreSQL         Filter: (((a.banned_at IS NOT NULL) AND (a.email_key <> ''::text) AND (count(CASE WHEN (b.kind = 'email'::text) THEN 1 ELSE NULL::integer END) = 0)) OR ((a.banned_at IS NULL) AND (count(CASE WHEN (b.kind = 'email'::text) THEN 1 ELSE NULL::integer END) > 0)))
-- PostgreSQL         ->  Merge Left Join
-- PostgreSQL               Merge Cond: (a.id = b.account_id)
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL               ->  Index Scan using bans_account on bans b

-- check
select account_id as subject, count(*) || ' attempts under way to its endpoints' as detail
  from webhook_turns
  where lease_until >= 0
  group by account_id
  having count(*) > 6
  union all select host, count(*) || ' attempts under way to it'
  from webhook_turns
  where lease_until >= 0
  group by host
  having count(*) > 20
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SCAN webhook_turns
-- SQLite         USE TEMP B-TREE FOR GROUP BY
-- SQLite       UNION ALL
-- SQLite         SCAN webhook_turns
-- SQLite         USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: webhook_turns.account_id
-- PostgreSQL               Filter: (count(*) > 6)
-- PostgreSQL               ->  Seq Scan on webhook_turns
-- PostgreSQL                     Filter: (lease_until >= 0)
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: webhook_turns_1.host
-- PostgreSQL               Filter: (count(*) > 20)
-- PostgreSQL               ->  Seq Scan on webhook_turns webhook_turns_1
-- PostgreSQL                     Filter: (lease_until >= 0)

-- check
select account_id as subject, count(*) || ' webhook endpoints' as detail
  from webhooks
  where subscription is null
  group by account_id
  having count(*) > 5
  limit 1001;
-- SQLite     SCAN webhooks USING INDEX webhooks_account
-- PostgreSQL Limit
-- PostgreSQL   ->  GroupAggregate
-- PostgreSQL         Group Key: account_id
-- PostgreSQL         Filter: (count(*) > 5)
-- PostgreSQL         ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL               Filter: (subscription IS NULL)

-- check
select c.id as subject, c.amount || ' micros to ' || c.account_id as detail
  from ledger c
  where c.type = 'platform_credit' and c.reference is null and not exists (select 1
  from decision_log l
  where l.subject = c.account_id and l.action in ('credit', 'seed') and l.created_at = c.created_at)
  limit 1001;
-- SQLite     SCAN c
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INDEX decision_log_time (created_at=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Seq Scan on ledger c
-- PostgreSQL               Filter: ((reference IS NULL) AND (type = 'platform_credit'::text))
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL               Index Cond: (subject = c.account_id)
-- PostgreSQL               Filter: ((action = ANY ('{credit,seed}'::text[])) AND (created_at = c.created_at))

-- check
select coalesce(l.post_id, 'listing ' || o.listing_seq) as subject, 'an occurrence
  from ' || o.starts_at || ' to ' || o.ends_at as detail
  from occurrences o
  left join listing l on l.seq = o.listing_seq
  where l.seq is null or l.site <> o.site or o.ends_at <= o.starts_at or o.starts_at < l.starts_at or o.ends_at > l.expires_at
  limit 1001;
-- SQLite     SCAN o USING COVERING INDEX occurrences_soonest
-- SQLite     SEARCH l USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (o.listing_seq = l.seq)
-- PostgreSQL         Filter: ((l.seq IS NULL) OR (l.site <> o.site) OR (o.ends_at <= o.starts_at) OR (o.starts_at < l.starts_at) OR (o.ends_at > l.expires_at))
-- PostgreSQL         ->  Index Scan using occurrences_pkey on occurrences o
-- PostgreSQL         ->  Index Scan using listing_pkey on listing l

-- check
select coalesce(n.series, i.series) || ' ' || coalesce(n.year, i.year) as subject, 'last number ' || coalesce(n.last, 0) || ', highest ' || coalesce(i.highest, 0) || ', rows ' || coalesce(i.total, 0) as detail
  from invoice_numbers n full join (select series, year, count(*) as total, max(serial) as highest
  from invoices
  group by series, year) i on i.series = n.series and i.year = n.year
  where coalesce(n.last, 0) <> coalesce(i.highest, 0) or coalesce(n.last, 0) <> coalesce(i.total, 0)
  limit 1001;
-- SQLite     MATERIALIZE i
-- SQLite       SCAN invoices USING COVERING INDEX invoices_serial
-- SQLite     SCAN n
-- SQLite     SCAN i LEFT-JOIN
-- SQLite     RIGHT-JOIN i
-- SQLite       SCAN i
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Full Join
-- PostgreSQL         Merge Cond: ((invoices.series = n.series) AND (invoices.year = n.year))
-- PostgreSQL         Filter: ((COALESCE(n.last, 0) <> COALESCE((max(invoices.serial)), 0)) OR (COALESCE(n.last, 0) <> COALESCE((count(*)), '0'::bigint)))
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: invoices.series, invoices.year
-- PostgreSQL               ->  Index Only Scan using invoices_serial on invoices
-- PostgreSQL         ->  Index Scan using invoice_numbers_pkey on invoice_numbers n

-- check
select count(*) as n
  from (select id as subject, 'due for ' || ((0 - due_at) / 0) || ' hours, attempts ' || attempts as detail
  from mail
  where sent_at is null and failed_at is null and due_at < 0 and coalesce(lease_until, due_at) < 0) found;
-- SQLite     SEARCH mail USING INDEX mail_due (due_at<?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Index Scan using mail_due on mail
-- PostgreSQL         Index Cond: (due_at < 0)
-- PostgreSQL         Filter: (COALESCE(lease_until, due_at) < 0)

-- check
select d.message_id as subject, 'delivered to ' || d.webhook_id || ' without an answer of success' as detail
  from webhook_deliveries d
  where d.state = 'delivered' and not exists (select 1
  from webhook_attempts a
  where a.delivery_seq = d.seq and a.status between 200 and 299)
  limit 1001;
-- SQLite     SCAN d
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH a USING INDEX webhook_attempts_delivery (delivery_seq=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Right Anti Join
-- PostgreSQL         Hash Cond: (a.delivery_seq = d.seq)
-- PostgreSQL         ->  Seq Scan on webhook_attempts a
-- PostgreSQL               Filter: ((status >= 200) AND (status <= 299))
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on webhook_deliveries d
-- PostgreSQL                     Filter: (state = 'delivered'::text)

-- check
select d.message_id as subject, 'due to ' || d.webhook_id || ' for ' || ((0 - d.due_at) / 0) || ' hours' as detail
  from webhook_deliveries d
  where d.state = 'pending' and d.due_at < 0 and coalesce(d.lease_until, 0) < 0
  limit 1001;
-- SQLite     SCAN d USING INDEX webhook_deliveries_message
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using webhook_deliveries_due on webhook_deliveries d
-- PostgreSQL         Index Cond: (due_at < 0)
-- PostgreSQL         Filter: (COALESCE(lease_until, '0'::bigint) < 0)

-- check
select d.message_id as subject, 'waits for ' || d.webhook_id || ', which is off' as detail
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id
  where d.state = 'pending' and w.active = 0
  limit 1001;
-- SQLite     SCAN d USING INDEX webhook_deliveries_message
-- SQLite     SEARCH w USING INDEX sqlite_autoindex_webhooks_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using webhook_deliveries_due on webhook_deliveries d
-- PostgreSQL         ->  Index Scan using webhooks_pkey on webhooks w
-- PostgreSQL               Index Cond: (id = d.webhook_id)
-- PostgreSQL               Filter: (active = 0)

-- check
select d.message_id as subject, d.type || ' to ' || d.webhook_id || ' has nothing to send' as detail
  from webhook_deliveries d
  left join events e on e.id = d.message_id
  where coalesce(d.payload, e.payload) is null
  limit 1001;
-- SQLite     SCAN d
-- SQLite     SEARCH e USING INDEX sqlite_autoindex_events_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Left Join
-- PostgreSQL         Hash Cond: (d.message_id = e.id)
-- PostgreSQL         Filter: (COALESCE(d.payload, e.payload) IS NULL)
-- PostgreSQL         ->  Seq Scan on webhook_deliveries d
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on events e

-- check
select e.id as subject, 'position ' || e.position || ', the last of the account is ' || coalesce(p.last, 0) as detail
  from events e
  left join event_positions p on p.account_id = e.account_id
  where e.position < 1 or e.position > coalesce(p.last, 0)
  limit 1001;
-- SQLite     SCAN e
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_event_positions_1 (account_id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (e.account_id = p.account_id)
-- PostgreSQL         Filter: ((e."position" < 1) OR (e."position" > COALESCE(p.last, '0'::bigint)))
-- PostgreSQL         ->  Index Scan using events_position on events e
-- PostgreSQL         ->  Index Scan using event_positions_pkey on event_positions p

-- check
select e.id as subject, e.type || ' of ' || coalesce(e.post_id, 'no post') as detail
  from events e
  where (e.post_id is null) <> (e.type in ('account.ready', 'account.topped_up', 'relay.message', 'search.match', 'account.balance_low', 'budget.threshold', 'webhook.disabled')) or (e.post_id is null and e.type <> 'search.match') <> (e.site is null)
  limit 1001;
-- SQLite     SCAN e
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on events e
-- PostgreSQL         Filter: (((post_id IS NULL) <> (type = ANY ('{account.ready,account.topped_up,relay.message,search.match,account.balance_low,budget.threshold,webhook.disabled}'::text[]))) OR (((post_id IS NULL) AND (type <> 'search.match'::text)) <> (site IS NULL)))

-- check
select e.id as subject, e.type || ' of ' || e.post_id as detail
  from events e
  where e.post_id is not null and not exists (select 1
  from posts p
  where p.id = e.post_id and p.key_id = e.key_id)
  limit 1001;
-- SQLite     SCAN e
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH p USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Anti Join
-- PostgreSQL         Hash Cond: ((e.post_id = p.id) AND (e.key_id = p.key_id))
-- PostgreSQL         ->  Seq Scan on events e
-- PostgreSQL               Filter: (post_id IS NOT NULL)
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on posts p

-- check
select e.id as subject, e.type || ' of ' || e.post_id || ', which is ' || r.status as detail
  from events e join posts p on p.id = e.post_id join revisions r on r.id = e.post_id
  where (e.type = 'post.edited' and p.published_at is null) or (e.type = 'post.cancelled' and (r.status <> 'cancelled' or exists (select 1
  from events again
  where again.post_id = e.post_id and again.type = e.type and again.id <> e.id)))
  limit 1001;
-- SQLite     SCAN e
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH again USING INDEX events_post (post_id=? AND type=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Join
-- PostgreSQL         Hash Cond: (e.post_id = p.id)
-- PostgreSQL         Join Filter: (((e.type = 'post.edited'::text) AND (p.published_at IS NULL)) OR ((e.type = 'post.cancelled'::text) AND ((r.status <> 'cancelled'::text) OR EXISTS(SubPlan 1))))
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using events_post on events e
-- PostgreSQL                     Index Cond: (type = ANY ('{post.edited,post.cancelled}'::text[]))
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL                     Index Cond: (id = e.post_id)
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on posts p
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using events_post on events again
-- PostgreSQL                 Index Cond: ((post_id = e.post_id) AND (type = e.type))
-- PostgreSQL                 Filter: (id <> e.id)

-- check
select i.number as subject, i.kind || ' of ' || i.gross || ', movement ' || coalesce(l.type, 'none') || ' of ' || coalesce(l.amount, 0) as detail
  from invoices i
  left join ledger l on l.id = i.ledger_id and l.account_id = i.account_id
  left join payments p on p.id = i.payment_id and p.account_id = i.account_id
  left join invoices first on first.id = i.invoice_id and first.id = first.invoice_id and first.account_id = i.account_id
  where l.id is null or first.id is null or (i.payment_id is not null and p.id is null) or i.series <> first.series or i.rate <> first.rate or i.reverse_charge <> first.reverse_charge or i.seller <> first.seller or i.buyer <> first.buyer or (i.id = i.invoice_id and (i.kind <> 'invoice' or l.type <> 'topup' or l.amount <> i.gross or coalesce(l.reference, '') <> coalesce(p.reference, ''))) or (i.id <> i.invoice_id and i.kind = 'invoice' and l.type <> 'platform_credit') or (i.kind = 'credit-note' and l.type <> 'payout')
  limit 1001;
-- SQLite     SCAN i
-- SQLite     SEARCH l USING INDEX sqlite_autoindex_ledger_1 (id=?) LEFT-JOIN
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_payments_1 (id=?) LEFT-JOIN
-- SQLite     SEARCH first USING INDEX sqlite_autoindex_invoices_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (i.invoice_id = first.id)
-- PostgreSQL         Join Filter: (first.account_id = i.account_id)
-- PostgreSQL         Filter: ((l.id IS NULL) OR (first.id IS NULL) OR ((i.payment_id IS NOT NULL) AND (p.id IS NULL)) OR (i.series <> first.series) OR (i.rate <> first.rate) OR (i.reverse_charge <> first.reverse_charge) OR (i.seller <> first.seller) OR (i.buyer <> first.buyer) OR ((i.id = i.invoice_id) AND ((i.kind <> 'invoice'::text) OR (l.type <> 'topup'::text) OR (l.amount <> i.gross) OR (COALESCE(l.reference, ''::text) <> COALESCE(p.reference, ''::text)))) OR ((i.id <> i.invoice_id) AND (i.kind = 'invoice'::text) AND (l.type <> 'platform_credit'::text)) OR ((i.kind = 'credit-note'::text) AND (l.type <> 'payout'::text)))
-- PostgreSQL         ->  Nested Loop Left Join
-- PostgreSQL               ->  Nested Loop Left Join
-- PostgreSQL                     ->  Index Scan using invoices_invoice on invoices i
-- PostgreSQL                     ->  Memoize
-- PostgreSQL                           Cache Key: i.ledger_id, i.account_id
-- PostgreSQL                           Cache Mode: logical
-- PostgreSQL                           ->  Index Scan using ledger_id_key on ledger l
-- PostgreSQL                                 Index Cond: (id = i.ledger_id)
-- PostgreSQL                                 Filter: (account_id = i.account_id)
-- PostgreSQL               ->  Memoize
-- PostgreSQL                     Cache Key: i.payment_id, i.account_id
-- PostgreSQL                     Cache Mode: logical
-- PostgreSQL                     ->  Index Scan using payments_pkey on payments p
-- PostgreSQL                           Index Cond: (id = i.payment_id)
-- PostgreSQL                           Filter: (account_id = i.account_id)
-- PostgreSQL         ->  Index Scan using invoices_invoice on invoices first
-- PostgreSQL               Filter: (id = invoice_id)

-- check
select id as subject, 'abuse penalty ' || abuse_penalty || ', price ' || price as detail
  from revisions
  where abuse_penalty < price * 9
  limit 1001;
-- SQLite     SCAN revisions
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on revisions
-- PostgreSQL         Filter: (abuse_penalty < (price * 9))

-- check
select id as subject, 'balance ' || balance as detail
  from accounts
  where balance < 0
  union all select id, 'balance after it ' || balance_after
  from ledger
  where balance_after < 0
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SCAN accounts
-- SQLite       UNION ALL
-- SQLite         SCAN ledger
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Seq Scan on accounts
-- PostgreSQL               Filter: (balance < 0)
-- PostgreSQL         ->  Seq Scan on ledger
-- PostgreSQL               Filter: (balance_after < 0)

-- check
select id as subject, 'balance after it ' || balance_after || ', before it ' || before || ', amount ' || amount as detail
  from (select id, amount, balance_after, coalesce(lag(balance_after) over (partition by account_id
  order by seq), 0) as before
  from ledger) steps
  where balance_after <> before + amount
  limit 1001;
-- SQLite     CO-ROUTINE steps
-- SQLite       CO-ROUTINE (subquery-3)
-- SQLite         SCAN ledger USING INDEX ledger_account
-- SQLite       SCAN (subquery-3)
-- SQLite     SCAN steps
-- PostgreSQL Limit
-- PostgreSQL   ->  Subquery Scan on steps
-- PostgreSQL         Filter: (steps.balance_after <> (steps.before + steps.amount))
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY ledger.account_id ORDER BY ledger.seq)
-- PostgreSQL               ->  Index Scan using ledger_account on ledger

-- check
select id as subject, 'due for ' || ((0 - due_at) / 0) || ' hours, attempts ' || attempts as detail
  from mail
  where sent_at is null and failed_at is null and due_at < 0 and coalesce(lease_until, due_at) < 0
  limit 1001;
-- SQLite     SEARCH mail USING INDEX mail_due (due_at<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using mail_due on mail
-- PostgreSQL         Index Cond: (due_at < 0)
-- PostgreSQL         Filter: (COALESCE(lease_until, due_at) < 0)

-- check
select id as subject, 'due for ' || ((0 - due_at) / 0) || ' hours, attempts ' || attempts as detail
  from payments
  where due_at < 0 and coalesce(lease_until, due_at) < 0
  limit 1001;
-- SQLite     SEARCH payments USING INDEX payments_due (due_at<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using payments_due on payments
-- PostgreSQL         Index Cond: (due_at < 0)
-- PostgreSQL         Filter: (COALESCE(lease_until, due_at) < 0)

-- check
select id as subject, 'due for ' || ((0 - due_at) / 60000) || ' minutes, attempts ' || attempts as detail
  from revisions
  where status = 'queued' and due_at < 0 and coalesce(lease_until, due_at) < 0 and not exists (select 1
  from heartbeats
  where name = 'moderation' and since >= case when state = 'starting' then 0 else 0 end)
  limit 1001;
-- SQLite     SCAN revisions USING INDEX revisions_queue
-- SQLite     SCALAR SUBQUERY 1
-- SQLite       SEARCH heartbeats USING INDEX sqlite_autoindex_heartbeats_1 (name=?)
-- PostgreSQL Limit
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Index Scan using heartbeats_pkey on heartbeats
-- PostgreSQL           Index Cond: (name = 'moderation'::text)
-- PostgreSQL           Filter: (since >= CASE WHEN (state = 'starting'::text) THEN 0 ELSE 0 END)
-- PostgreSQL   ->  Result
-- PostgreSQL         One-Time Filter: (NOT (InitPlan 1).col1)
-- PostgreSQL         ->  Index Scan using revisions_turns on revisions
-- PostgreSQL               Filter: ((due_at < 0) AND (COALESCE(lease_until, due_at) < 0))

-- check
select id as subject, 'has waited for its owner since ' || approval_at as detail
  from revisions
  where status = 'awaiting_owner' and approval_at < 0
  limit 1001;
-- SQLite     SEARCH revisions USING INDEX revisions_unapproved (approval_at<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using revisions_unapproved on revisions
-- PostgreSQL         Index Cond: (approval_at < 0)

-- check
select id as subject, 'no payment reference' as detail
  from ledger
  where type = 'topup' and coalesce(reference, '') = ''
  union all select reference, count(*) || ' rows for one payment'
  from ledger
  where reference is not null
  group by reference
  having count(*) > 1
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SCAN ledger
-- SQLite       UNION ALL
-- SQLite         SEARCH ledger USING COVERING INDEX ledger_payment (reference>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Seq Scan on ledger
-- PostgreSQL               Filter: ((type = 'topup'::text) AND (COALESCE(reference, ''::text) = ''::text))
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: ledger_1.reference
-- PostgreSQL               Filter: (count(*) > 1)
-- PostgreSQL               ->  Index Only Scan using ledger_payment on ledger ledger_1

-- check
select id as subject, 'strikes ' || strikes || ', ' || case when banned_at is null then 'not ' else '' end || 'banned' as detail
  from accounts
  where (strikes >= 3 and banned_at is null) or (strikes < 3 and coalesce(banned_for, 'strikes') = 'strikes' and banned_at is not null) or (banned_at is null) <> (banned_for is null)
  limit 1001;
-- SQLite     SCAN accounts
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on accounts
-- PostgreSQL         Filter: (((strikes >= 3) AND (banned_at IS NULL)) OR ((strikes < 3) AND (COALESCE(banned_for, 'strikes'::text) = 'strikes'::text) AND (banned_at IS NOT NULL)) OR ((banned_at IS NULL) <> (banned_for IS NULL)))

-- check
select id as subject, 'was to be erased at ' || erase_at as detail
  from accounts
  where erased_at is null and erase_at < 0
  limit 1001;
-- SQLite     SEARCH accounts USING INDEX accounts_erase (erase_at<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using accounts_erase on accounts
-- PostgreSQL         Index Cond: (erase_at < 0)

-- check
select id as subject, state || ', closed at ' || coalesce(closed_at, 0) as detail
  from reports
  where (state = 'open') <> (closed_at is null)
  limit 1001;
-- SQLite     SCAN reports
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on reports
-- PostgreSQL         Filter: ((state = 'open'::text) <> (closed_at IS NULL))

-- check
select id as subject, status || ' ' || case when public_json is null then 'without' else 'with' end || ' a public text' as detail
  from (select p.*, r.status, r.submitted_at
  from posts p join revisions r on r.id = p.id) p
  where (status = 'published') <> (public_json is not null) or (status = 'published' and published_at is null)
  limit 1001;
-- SQLite     SCAN p
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Join
-- PostgreSQL         Merge Cond: (p.id = r.id)
-- PostgreSQL         Join Filter: (((r.status = 'published'::text) <> (p.public_json IS NOT NULL)) OR ((r.status = 'published'::text) AND (p.published_at IS NULL)))
-- PostgreSQL         ->  Index Scan using posts_id_key on posts p
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r

-- check
select id as subject, status || ' with a fingerprint' as detail
  from (select p.*, r.status, r.submitted_at
  from posts p join revisions r on r.id = p.id) p
  where status not in ('queued', 'review', 'published') and live_fingerprint is not null
  limit 1001;
-- SQLite     SEARCH p USING INDEX posts_fingerprint (live_fingerprint>?)
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using posts_fingerprint on posts p
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL               Index Cond: (id = p.id)
-- PostgreSQL               Filter: (status <> ALL ('{queued,review,published}'::text[]))

-- check
select id as subject, status || ' with a lease' as detail
  from revisions
  where status <> 'queued' and lease_token is not null
  limit 1001;
-- SQLite     SCAN revisions
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on revisions
-- PostgreSQL         Filter: ((lease_token IS NOT NULL) AND (status <> 'queued'::text))

-- check
select id as subject, status || ', charge ' || coalesce(charge, 0) || ', penalty ' || coalesce(penalty, 0) || ', refund ' || coalesce(refund, 0) as detail
  from (select r.id, r.post_id, r.status, r.price, r.rejection_penalized as penalized, r.rejection_amount, r.judge_until, case when a.erased_at is null then 0 else 1 end as erased, -charge.amount as charge, -penalty.amount as penalty, refund.amount as refund, coalesce(refund.amount, 0) + coalesce(credit.amount, 0) as back
  from revisions r join accounts a on a.id = r.account_id
  left join ledger charge on charge.revision_id = r.id and charge.type = 'charge'
  left join ledger penalty on penalty.revision_id = r.id and penalty.type = 'penalty'
  left join ledger refund on refund.revision_id = r.id and refund.type = 'refund'
  left join ledger credit on credit.reference = 'appeal:' || r.id) money
  where (refund is not null and refund not in (charge, coalesce(penalty, charge), charge + coalesce(penalty, 0))) or (status in ('rejected', 'cancelled') and judge_until is null and coalesce(penalized, 0) = 0 and coalesce(refund, 0) <> charge + coalesce(penalty, 0)) or (refund is not null and (status in ('queued', 'review') or judge_until is not null or (status in ('rejected', 'cancelled') and penalized = 1))) or (id <> post_id and status = 'published' and (refund is not null or penalty is not null)) or (back > coalesce(refund, 0) and (refund is null or back > charge + coalesce(penalty, 0)))
  limit 1001;
-- SQLite     SCAN r
-- SQLite     SEARCH a USING COVERING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     SEARCH charge USING INDEX ledger_revision_type (revision_id=? AND type=?) LEFT-JOIN
-- SQLite     SEARCH penalty USING INDEX ledger_revision_type (revision_id=? AND type=?) LEFT-JOIN
-- SQLite     SEARCH refund USING INDEX ledger_revision_type (revision_id=? AND type=?) LEFT-JOIN
-- SQLite     SEARCH credit USING INDEX ledger_payment (reference=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Merge Left Join
-- PostgreSQL               Merge Cond: (r.id = refund.revision_id)
-- PostgreSQL               Filter: (((refund.amount IS NOT NULL) AND (refund.amount <> (- charge.amount)) AND (refund.amount <> COALESCE((- penalty.amount), (- charge.amount))) AND (refund.amount <> ((- charge.amount) + COALESCE((- penalty.amount), '0'::bigint)))) OR ((r.status = ANY ('{rejected,cancelled}'::text[])) AND (r.judge_until IS NULL) AND (COALESCE(r.rejection_penalized, 0) = 0) AND (COALESCE(refund.amount, '0'::bigint) <> ((- charge.amount) + COALESCE((- penalty.amount), '0'::bigint)))) OR ((refund.amount IS NOT NULL) AND ((r.status = ANY ('{queued,review}'::text[])) OR (r.judge_until IS NOT NULL) OR ((r.status = ANY ('{rejected,cancelled}'::text[])) AND (r.rejection_penalized = 1)))) OR ((r.id <> r.post_id) AND (r.status = 'published'::text) AND ((refund.amount IS NOT NULL) OR ((- penalty.amount) IS NOT NULL))) OR (((COALESCE(refund.amount, '0'::bigint) + COALESCE(credit.amount, '0'::bigint)) > COALESCE(refund.amount, '0'::bigint)) AND ((refund.amount IS NULL) OR ((COALESCE(refund.amount, '0'::bigint) + COALESCE(credit.amount, '0'::bigint)) > ((- charge.amount) + COALESCE((- penalty.amount), '0'::bigint))))))
-- PostgreSQL               ->  Nested Loop Left Join
-- PostgreSQL                     ->  Merge Left Join
-- PostgreSQL                           Merge Cond: (r.id = penalty.revision_id)
-- PostgreSQL                           ->  Merge Left Join
-- PostgreSQL                                 Merge Cond: (r.id = charge.revision_id)
-- PostgreSQL                                 ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL                                 ->  Index Scan using ledger_revision_type on ledger charge
-- PostgreSQL                                       Index Cond: (type = 'charge'::text)
-- PostgreSQL                           ->  Index Scan using ledger_revision_type on ledger penalty
-- PostgreSQL                                 Index Cond: (type = 'penalty'::text)
-- PostgreSQL                     ->  Index Scan using ledger_payment on ledger credit
-- PostgreSQL                           Index Cond: (reference = ('appeal:'::text || r.id))
-- PostgreSQL               ->  Index Scan using ledger_revision_type on ledger refund
-- PostgreSQL                     Index Cond: (type = 'refund'::text)
-- PostgreSQL         ->  Memoize
-- PostgreSQL               Cache Key: r.account_id
-- PostgreSQL               Cache Mode: logical
-- PostgreSQL               ->  Index Only Scan using accounts_pkey on accounts a
-- PostgreSQL                     Index Cond: (id = r.account_id)

-- check
select id as subject, status || ', penalized ' || coalesce(penalized, 0) || ' with ' || coalesce(rejection_amount, 0) || ', penalty row ' || coalesce(penalty, -1) || ', given back ' || back as detail
  from (select r.id, r.post_id, r.status, r.price, r.rejection_penalized as penalized, r.rejection_amount, r.judge_until, case when a.erased_at is null then 0 else 1 end as erased, -charge.amount as charge, -penalty.amount as penalty, refund.amount as refund, coalesce(refund.amount, 0) + coalesce(credit.amount, 0) as back
  from revisions r join accounts a on a.id = r.account_id
  left join ledger charge on charge.revision_id = r.id and charge.type = 'charge'
  left join ledger penalty on penalty.revision_id = r.id and penalty.type = 'penalty'
  left join ledger refund on refund.revision_id = r.id and refund.type = 'refund'
  left join ledger credit on credit.reference = 'appeal:' || r.id) money
  where (penalized = 1 and (penalty is null or penalty <> coalesce(rejection_amount, -1)) and not (status = 'removed' and rejection_amount = 0 and back >= penalty) and not (penalty is null and rejection_amount = 0 and erased = 1)) or (coalesce(penalized, 0) = 0 and penalty > 0 and back < penalty)
  limit 1001;
-- SQLite     SCAN r
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     SEARCH charge USING COVERING INDEX ledger_revision_type (revision_id=? AND type=?) LEFT-JOIN
-- SQLite     SEARCH penalty USING INDEX ledger_revision_type (revision_id=? AND type=?) LEFT-JOIN
-- SQLite     SEARCH refund USING INDEX ledger_revision_type (revision_id=? AND type=?) LEFT-JOIN
-- SQLite     SEARCH credit USING INDEX ledger_payment (reference=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         ->  Hash Left Join
-- PostgreSQL               Hash Cond: (r.id = refund.revision_id)
-- PostgreSQL               Filter: (((r.rejection_penalized = 1) AND (((- penalty.amount) IS NULL) OR ((- penalty.amount) <> COALESCE(r.rejection_amount, '-1'::bigint))) AND ((r.status <> 'removed'::text) OR (r.rejection_amount <> 0) OR ((COALESCE(refund.amount, '0'::bigint) + COALESCE(credit.amount, '0'::bigint)) < (- penalty.amount))) AND (((- penalty.amount) IS NOT NULL) OR (r.rejection_amount <> 0) OR (CASE WHEN (a.erased_at IS NULL) THEN 0 ELSE 1 END <> 1))) OR ((COALESCE(r.rejection_penalized, 0) = 0) AND ((- penalty.amount) > 0) AND ((COALESCE(refund.amount, '0'::bigint) + COALESCE(credit.amount, '0'::bigint)) < (- penalty.amount))))
-- PostgreSQL               ->  Nested Loop Left Join
-- PostgreSQL                     ->  Hash Left Join
-- PostgreSQL                           Hash Cond: (r.id = penalty.revision_id)
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Seq Scan on revisions r
-- PostgreSQL                                       Filter: ((rejection_penalized = 1) OR (COALESCE(rejection_penalized, 0) = 0))
-- PostgreSQL                                 ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                                       Index Cond: (id = r.account_id)
-- PostgreSQL                           ->  Hash
-- PostgreSQL                                 ->  Index Scan using ledger_revision_type on ledger penalty
-- PostgreSQL                                       Index Cond: (type = 'penalty'::text)
-- PostgreSQL                     ->  Index Scan using ledger_payment on ledger credit
-- PostgreSQL                           Index Cond: (reference = ('appeal:'::text || r.id))
-- PostgreSQL               ->  Hash
-- PostgreSQL                     ->  Index Scan using ledger_revision_type on ledger refund
-- PostgreSQL                           Index Cond: (type = 'refund'::text)
-- PostgreSQL         ->  Index Only Scan using ledger_revision_type on ledger charge
-- PostgreSQL               Index Cond: ((revision_id = r.id) AND (type = 'charge'::text))

-- check
select id as subject, status || ', to be judged until ' || judge_until as detail
  from revisions
  where judge_until is not null and status not in ('cancelled', 'deleted')
  limit 1001;
-- SQLite     SEARCH revisions USING INDEX revisions_withdrawn (judge_until>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using revisions_withdrawn on revisions
-- PostgreSQL         Filter: (status <> ALL ('{cancelled,deleted}'::text[]))

-- check
select id as subject, type || ' of ' || amount as detail
  from ledger
  where (type in ('charge', 'penalty', 'payout') and amount > 0) or (type = 'search' and amount >= 0) or (type in ('topup', 'refund') and amount <= 0)
  limit 1001;
-- SQLite     SCAN ledger
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on ledger
-- PostgreSQL         Filter: (((type = ANY ('{charge,penalty,payout}'::text[])) AND (amount > 0)) OR ((type = 'search'::text) AND (amount >= 0)) OR ((type = ANY ('{topup,refund}'::text[])) AND (amount <= 0)))

-- check
select invoice_id as subject, 'left ' || gross || ', tax ' || tax || ', rate ' || rate as detail
  from (select invoice_id, rate, cast(sum(case when kind = 'invoice' then "gross" else -"gross" end) as bigint) as gross, cast(sum(case when kind = 'invoice' then "tax" else -"tax" end) as bigint) as tax
  from invoices
  group by invoice_id, rate) sums
  where gross < 0 or tax <> (2 * gross * rate + cast(100000 + rate as bigint) * cast(10000 as bigint)) / (2 * cast(100000 + rate as bigint) * cast(10000 as bigint)) * cast(10000 as bigint)
  limit 1001;
-- SQLite     CO-ROUTINE sums
-- SQLite       SCAN invoices USING INDEX invoices_invoice
-- SQLite       USE TEMP B-TREE FOR GROUP BY
-- SQLite     SCAN sums
-- PostgreSQL Limit
-- PostgreSQL   ->  Subquery Scan on sums
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: invoices.invoice_id, invoices.rate
-- PostgreSQL               Filter: (((sum(CASE WHEN (invoices.kind = 'invoice'::text) THEN invoices.gross ELSE (- invoices.gross) END))::bigint < 0) OR ((sum(CASE WHEN (invoices.kind = 'invoice'::text) THEN invoices.tax ELSE (- invoices.tax) END))::bigint <> (((((2 * (sum(CASE WHEN (invoices.kind = 'invoice'::text) THEN invoices.gross ELSE (- invoices.gross) END))::bigint) * invoices.rate) + (((100000 + invoices.rate))::bigint * '10000'::bigint)) / ((2 * ((100000 + invoices.rate))::bigint) * '10000'::bigint)) * '10000'::bigint)))
-- PostgreSQL               ->  Incremental Sort
-- PostgreSQL                     Sort Key: invoices.invoice_id, invoices.rate
-- PostgreSQL                     Presorted Key: invoices.invoice_id
-- PostgreSQL                     ->  Index Scan using invoices_invoice on invoices

-- check
select k.id as subject, 'counted ' || coalesce(c.value, 0) || ', spent ' || coalesce(spent.total, 0) as detail
  from api_keys k
  left join counters c on c.scope = 'key-spent' and c.subject = k.id and c.day = ?
  left join (select coalesce(of.successor_id, of.id) as key_id, cast(sum(amount) as bigint) as total
  from (select l.key_id, -l.amount as amount
  from ledger l
  where l.key_id is not null and l.type in ('charge', 'search', 'penalty') and "l"."created_at" >= 0 and "l"."created_at" < 0 + 0
  union all select l.key_id, -case when l.amount < taken.total then l.amount else taken.total end
  from ledger l join (select t.revision_id, cast(sum(-t.amount) as bigint) as total
  from ledger t
  where t.type in ('charge', 'penalty') and "t"."created_at" >= 0 and "t"."created_at" < 0 + 0
  group by t.revision_id) taken on taken.revision_id = l.revision_id
  where l.key_id is not null and l.type = 'refund' and "l"."created_at" >= 0 and "l"."created_at" < 0 + 0) moved join api_keys of on of.id = moved.key_id
  group by coalesce(of.successor_id, of.id)) spent on spent.key_id = k.id
  where coalesce(c.value, 0) <> coalesce(spent.total, 0)
  union all select k.id as subject, 'counted ' || coalesce(c.value, 0) || ', spent ' || coalesce(spent.total, 0) as detail
  from api_keys k
  left join counters c on c.scope = 'key-spent' and c.subject = k.id and c.day = ?
  left join (select coalesce(of.successor_id, of.id) as key_id, cast(sum(amount) as bigint) as total
  from (select l.key_id, -l.amount as amount
  from ledger l
  where l.key_id is not null and l.type in ('charge', 'search', 'penalty') and "l"."created_at" >= 0 and "l"."created_at" < 0 + 0
  union all select l.key_id, -case when l.amount < taken.total then l.amount else taken.total end
  from ledger l join (select t.revision_id, cast(sum(-t.amount) as bigint) as total
  from ledger t
  where t.type in ('charge', 'penalty') and "t"."created_at" >= 0 and "t"."created_at" < 0 + 0
  group by t.revision_id) taken on taken.revision_id = l.revision_id
  where l.key_id is not null and l.type = 'refund' and "l"."created_at" >= 0 and "l"."created_at" < 0 + 0) moved join api_keys of on of.id = moved.key_id
  group by coalesce(of.successor_id, of.id)) spent on spent.key_id = k.id
  where coalesce(c.value, 0) <> coalesce(spent.total, 0)
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         MATERIALIZE spent
-- SQLite           CO-ROUTINE moved
-- SQLite             COMPOUND QUERY
-- SQLite               LEFT-MOST SUBQUERY
-- SQLite                 SCAN l
-- SQLite               UNION ALL
-- SQLite                 CO-ROUTINE taken
-- SQLite                   SCAN t
-- SQLite                   USE TEMP B-TREE FOR GROUP BY
-- SQLite                 SCAN taken
-- SQLite                 SEARCH l USING INDEX ledger_revision_type (revision_id=? AND type=?)
-- SQLite           SCAN moved
-- SQLite           SEARCH of USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite           USE TEMP B-TREE FOR GROUP BY
-- SQLite         SCAN k USING COVERING INDEX sqlite_autoindex_api_keys_1
-- SQLite         SEARCH c USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day=?) LEFT-JOIN
-- SQLite         SCAN spent LEFT-JOIN
-- SQLite       UNION ALL
-- SQLite         MATERIALIZE spent
-- SQLite           CO-ROUTINE moved
-- SQLite             COMPOUND QUERY
-- SQLite               LEFT-MOST SUBQUERY
-- SQLite                 SCAN l
-- SQLite               UNION ALL
-- SQLite                 CO-ROUTINE taken
-- SQLite                   SCAN t
-- SQLite                   USE TEMP B-TREE FOR GROUP BY
-- SQLite                 SCAN taken
-- SQLite                 SEARCH l USING INDEX ledger_revision_type (revision_id=? AND type=?)
-- SQLite           SCAN moved
-- SQLite           SEARCH of USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- SQLite           USE TEMP B-TREE FOR GROUP BY
-- SQLite         SCAN k USING COVERING INDEX sqlite_autoindex_api_keys_1
-- SQLite         SEARCH c USING INDEX sqlite_autoindex_counters_1 (scope=? AND subject=? AND day=?) LEFT-JOIN
-- SQLite         SCAN spent LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Append
-- PostgreSQL         ->  Hash Left Join
-- PostgreSQL               Hash Cond: (k.id = spent.key_id)
-- PostgreSQL               Filter: (COALESCE(c.value, '0'::bigint) <> COALESCE(spent.total, '0'::bigint))
-- PostgreSQL               ->  Hash Left Join
-- PostgreSQL                     Hash Cond: (k.id = c.subject)
-- PostgreSQL                     ->  Seq Scan on api_keys k
-- PostgreSQL                     ->  Hash
-- PostgreSQL                           ->  Index Scan using counters_pkey on counters c
-- PostgreSQL                                 Index Cond: ((scope = 'key-spent'::text) AND (day = $1))
-- PostgreSQL               ->  Hash
-- PostgreSQL                     ->  Subquery Scan on spent
-- PostgreSQL                           ->  GroupAggregate
-- PostgreSQL                                 Group Key: (COALESCE(of.successor_id, of.id))
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: (COALESCE(of.successor_id, of.id))
-- PostgreSQL                                       ->  Nested Loop
-- PostgreSQL                                             ->  Append
-- PostgreSQL                                                   ->  Subquery Scan on "*SELECT* 1_1"
-- PostgreSQL                                                         ->  Seq Scan on ledger l
-- PostgreSQL                                                               Filter: ((key_id IS NOT NULL) AND (created_at >= 0) AND (created_at < 0) AND (type = ANY ('{charge,search,penalty}'::text[])))
-- PostgreSQL                                                   ->  Subquery Scan on "*SELECT* 2"
-- PostgreSQL                                                         ->  Merge Join
-- PostgreSQL                                                               Merge Cond: (l_1.revision_id = t.revision_id)
-- PostgreSQL                                                               ->  Index Scan using ledger_revision_type on ledger l_1
-- PostgreSQL                                                                     Index Cond: (type = 'refund'::text)
-- PostgreSQL                                                                     Filter: ((key_id IS NOT NULL) AND (created_at >= 0) AND (created_at < 0))
-- PostgreSQL                                                               ->  GroupAggregate
-- PostgreSQL                                                                     Group Key: t.revision_id
-- PostgreSQL                                                                     ->  Sort
-- PostgreSQL                                                                           Sort Key: t.revision_id
-- PostgreSQL                                                                           ->  Seq Scan on ledger t
-- PostgreSQL                                                                                 Filter: ((type = ANY ('{charge,penalty}'::text[])) AND (created_at >= 0) AND (created_at < 0))
-- PostgreSQL                                             ->  Index Scan using api_keys_pkey on api_keys of
-- PostgreSQL                                                   Index Cond: (id = "*SELECT* 1_1".key_id)
-- PostgreSQL         ->  Hash Left Join
-- PostgreSQL               Hash Cond: (k_1.id = spent_1.key_id)
-- PostgreSQL               Filter: (COALESCE(c_1.value, '0'::bigint) <> COALESCE(spent_1.total, '0'::bigint))
-- PostgreSQL               ->  Hash Left Join
-- PostgreSQL                     Hash Cond: (k_1.id = c_1.subject)
-- PostgreSQL                     ->  Seq Scan on api_keys k_1
-- PostgreSQL                     ->  Hash
-- PostgreSQL                           ->  Index Scan using counters_pkey on counters c_1
-- PostgreSQL                                 Index Cond: ((scope = 'key-spent'::text) AND (day = $2))
-- PostgreSQL               ->  Hash
-- PostgreSQL                     ->  Subquery Scan on spent_1
-- PostgreSQL                           ->  GroupAggregate
-- PostgreSQL                                 Group Key: (COALESCE(of_1.successor_id, of_1.id))
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: (COALESCE(of_1.successor_id, of_1.id))
-- PostgreSQL                                       ->  Nested Loop
-- PostgreSQL                                             ->  Append
-- PostgreSQL                                                   ->  Subquery Scan on "*SELECT* 1_2"
-- PostgreSQL                                                         ->  Seq Scan on ledger l_2
-- PostgreSQL                                                               Filter: ((key_id IS NOT NULL) AND (created_at >= 0) AND (created_at < 0) AND (type = ANY ('{charge,search,penalty}'::text[])))
-- PostgreSQL                                                   ->  Subquery Scan on "*SELECT* 2_1"
-- PostgreSQL                                                         ->  Merge Join
-- PostgreSQL                                                               Merge Cond: (l_3.revision_id = t_1.revision_id)
-- PostgreSQL                                                               ->  Index Scan using ledger_revision_type on ledger l_3
-- PostgreSQL                                                                     Index Cond: (type = 'refund'::text)
-- PostgreSQL                                                                     Filter: ((key_id IS NOT NULL) AND (created_at >= 0) AND (created_at < 0))
-- PostgreSQL                                                               ->  GroupAggregate
-- PostgreSQL                                                                     Group Key: t_1.revision_id
-- PostgreSQL                                                                     ->  Sort
-- PostgreSQL                                                                           Sort Key: t_1.revision_id
-- PostgreSQL                                                                           ->  Seq Scan on ledger t_1
-- PostgreSQL                                                                                 Filter: ((type = ANY ('{charge,penalty}'::text[])) AND (created_at >= 0) AND (created_at < 0))
-- PostgreSQL                                             ->  Index Scan using api_keys_pkey on api_keys of_1
-- PostgreSQL                                                   Index Cond: (id = "*SELECT* 1_2".key_id)

-- check
select k.id as subject, 'of ' || k.account_id || ', made at ' || k.created_at as detail
  from api_keys k join accounts a on a.id = k.account_id
  where k.created_at > a.created_at and k.created_at >= 0 and not exists (select 1
  from decision_log l
  where l.subject = k.account_id and l.action = 'create-key' and l.created_at = k.created_at and l.detail = '{"key":"' || k.id || '"}')
  limit 1001;
-- SQLite     SCAN k
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INDEX decision_log_time (created_at=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Anti Join
-- PostgreSQL         Merge Cond: (k.account_id = l.subject)
-- PostgreSQL         Join Filter: ((l.created_at = k.created_at) AND (l.detail = (('{"key":"'::text || k.id) || '"}'::text)))
-- PostgreSQL         ->  Merge Join
-- PostgreSQL               Merge Cond: (k.account_id = a.id)
-- PostgreSQL               Join Filter: (k.created_at > a.created_at)
-- PostgreSQL               ->  Index Scan using api_keys_account on api_keys k
-- PostgreSQL                     Filter: (created_at >= 0)
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL               Filter: (action = 'create-key'::text)

-- check
select k.post_id as subject, count(*) || ' keys; it is ' || coalesce(max(p.status), 'not there') as detail
  from near_duplicate_keys k
  left join (select p.*, r.status, r.submitted_at
  from posts p join revisions r on r.id = p.id) p on p.id = k.post_id
  where p.live_fingerprint is null
  group by k.post_id
  limit 1001;
-- SQLite     MATERIALIZE p
-- SQLite       SCAN p
-- SQLite       SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SCAN k
-- SQLite     BLOOM FILTER ON p (id=?)
-- SQLite     SEARCH p USING AUTOMATIC COVERING INDEX (id=?) LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL Limit
-- PostgreSQL   ->  HashAggregate
-- PostgreSQL         Group Key: k.post_id
-- PostgreSQL         ->  Hash Right Join
-- PostgreSQL               Hash Cond: (p.id = k.post_id)
-- PostgreSQL               Filter: (p.live_fingerprint IS NULL)
-- PostgreSQL               ->  Hash Join
-- PostgreSQL                     Hash Cond: (r.id = p.id)
-- PostgreSQL                     ->  Seq Scan on revisions r
-- PostgreSQL                     ->  Hash
-- PostgreSQL                           ->  Seq Scan on posts p
-- PostgreSQL               ->  Hash
-- PostgreSQL                     ->  Seq Scan on near_duplicate_keys k

-- check
select l.id as subject, l.amount || ' of ' || coalesce(l.reference, 'no payment') as detail
  from ledger l
  left join payments p on p.reference = l.reference and p.account_id = l.account_id and p.amount = l.amount and p.state = 'paid'
  where l.type = 'topup' and p.id is null
  limit 1001;
-- SQLite     SCAN l
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_payments_4 (reference=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         Filter: (p.id IS NULL)
-- PostgreSQL         ->  Seq Scan on ledger l
-- PostgreSQL               Filter: (type = 'topup'::text)
-- PostgreSQL         ->  Index Scan using payments_reference_key on payments p
-- PostgreSQL               Index Cond: (reference = l.reference)
-- PostgreSQL               Filter: ((state = 'paid'::text) AND (account_id = l.account_id) AND (amount = l.amount))

-- check
select l.id as subject, l.type || ' by ' || coalesce(l.key_id, 'no key') as detail
  from ledger l
  left join api_keys k on k.id = l.key_id
  left join posts p on p.id = l.post_id
  where (l.key_id is not null and (k.id is null or k.account_id <> l.account_id or p.key_id <> coalesce(k.successor_id, k.id)))
  limit 1001;
-- SQLite     SCAN l
-- SQLite     SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?) LEFT-JOIN
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_posts_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         Filter: ((k.id IS NULL) OR (k.account_id <> l.account_id) OR (p.key_id <> COALESCE(k.successor_id, k.id)))
-- PostgreSQL         ->  Nested Loop Left Join
-- PostgreSQL               ->  Seq Scan on ledger l
-- PostgreSQL                     Filter: (key_id IS NOT NULL)
-- PostgreSQL               ->  Memoize
-- PostgreSQL                     Cache Key: l.key_id
-- PostgreSQL                     Cache Mode: logical
-- PostgreSQL                     ->  Index Scan using api_keys_pkey on api_keys k
-- PostgreSQL                           Index Cond: (id = l.key_id)
-- PostgreSQL         ->  Index Scan using posts_id_key on posts p
-- PostgreSQL               Index Cond: (id = l.post_id)

-- check
select l.id as subject, l.type || ' of ' || coalesce(l.revision_id, l.post_id, 'no text') as detail
  from ledger l
  left join revisions r on r.id = l.revision_id
  where (l.type in ('charge', 'refund', 'penalty')) <> (r.id is not null and r.account_id = l.account_id and r.site = coalesce(l.site, '')) or coalesce(r.post_id, '') <> coalesce(l.post_id, '')
  limit 1001;
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         Filter: (((l.type = ANY ('{charge,refund,penalty}'::text[])) <> ((r.id IS NOT NULL) AND (r.account_id = l.account_id) AND (r.site = COALESCE(l.site, ''::text)))) OR (COALESCE(r.post_id, ''::text) <> COALESCE(l.post_id, ''::text)))
-- PostgreSQL         ->  Seq Scan on ledger l
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL               Index Cond: (id = l.revision_id)

-- check, SQLite only
select l.post_id as subject, 'listed and not in the search index' as detail
  from listing l
  where not exists (select 1
  from listing_search
  where listing_search.rowid = "l"."seq" + case "l"."site" when 'classifieds' then 0 when 'events' then 0 when 'messages' then 0 when 'stories' then 0 end)
  limit 1001;
-- SQLite     SCAN l
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:=

-- check, PostgreSQL only
select l.post_id as subject, 'listed and not in the search index' as detail
  from listing l
  where not exists (select 1
  from listing_search
  where listing_search.seq = "l"."seq")
  limit 1001;
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Anti Join
-- PostgreSQL         Hash Cond: (l.seq = listing_search.seq)
-- PostgreSQL         ->  Seq Scan on listing l
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on listing_search

-- check
select l.post_id as subject, 'listed until ' || l.expires_at || ', its occurrences end by ' || coalesce(o.last_end, 0) as detail
  from listing l
  left join (select listing_seq, max(ends_at) as last_end
  from occurrences
  group by listing_seq) o on o.listing_seq = l.seq
  where l.starts_at is not null and l.expires_at > 0 and coalesce(o.last_end, 0) <> l.expires_at
  limit 1001;
-- SQLite     MATERIALIZE o
-- SQLite       SCAN occurrences
-- SQLite     SEARCH l USING INDEX listing_expiry (expires_at>?)
-- SQLite     BLOOM FILTER ON o (listing_seq=?)
-- SQLite     SEARCH o USING AUTOMATIC COVERING INDEX (listing_seq=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Left Join
-- PostgreSQL         Hash Cond: (l.seq = o.listing_seq)
-- PostgreSQL         Filter: (COALESCE(o.last_end, '0'::bigint) <> l.expires_at)
-- PostgreSQL         ->  Index Scan using listing_expiry on listing l
-- PostgreSQL               Index Cond: (expires_at > 0)
-- PostgreSQL               Filter: (starts_at IS NOT NULL)
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Subquery Scan on o
-- PostgreSQL                     ->  HashAggregate
-- PostgreSQL                           Group Key: occurrences.listing_seq
-- PostgreSQL                           ->  Seq Scan on occurrences

-- check
select l.post_id as subject, 'listed; it is ' || coalesce(p.status, 'not there') as detail
  from listing l
  left join (select p.*, r.status, r.submitted_at
  from posts p join revisions r on r.id = p.id) p on p.id = l.post_id
  where p.status is null or p.status <> 'published'
  limit 1001;
-- SQLite     MATERIALIZE p
-- SQLite       SCAN p
-- SQLite       SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SCAN l USING COVERING INDEX sqlite_autoindex_listing_1
-- SQLite     BLOOM FILTER ON p (id=?)
-- SQLite     SEARCH p USING AUTOMATIC COVERING INDEX (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Right Join
-- PostgreSQL         Merge Cond: (p.id = l.post_id)
-- PostgreSQL         Filter: ((r.status IS NULL) OR (r.status <> 'published'::text))
-- PostgreSQL         ->  Merge Join
-- PostgreSQL               Merge Cond: (p.id = r.id)
-- PostgreSQL               ->  Index Only Scan using posts_id_key on posts p
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL         ->  Index Only Scan using listing_post_id_key on listing l

-- check
select l.subject as subject, l.action || ', entry ' || l.seq as detail
  from decision_log l
  left join revisions r on r.id = l.subject
  where l.to_status is not null and (r.id is null or r.post_id <> coalesce(l.post_id, '') or r.site <> coalesce(l.site, ''))
  limit 1001;
-- SQLite     SCAN l
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (l.subject = r.id)
-- PostgreSQL         Filter: ((r.id IS NULL) OR (r.post_id <> COALESCE(l.post_id, ''::text)) OR (r.site <> COALESCE(l.site, ''::text)))
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL               Filter: (to_status IS NOT NULL)
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r

-- check
select m.id as subject, 'about ' || m.post_id as detail
  from relay_messages m join posts p on p.id = m.post_id
  where m.key_id <> p.key_id or (m.created_at >= ? and not exists (select 1
  from events e
  where e.key_id = m.key_id and e.type = 'relay.message' and e.payload like '%"' || m.id || '"%'))
  limit 1001;
-- SQLite     SCAN m
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH e USING INDEX events_key (key_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Join
-- PostgreSQL         Hash Cond: (m.post_id = p.id)
-- PostgreSQL         Join Filter: ((m.key_id <> p.key_id) OR ((m.created_at >= $1) AND (NOT EXISTS(SubPlan 1))))
-- PostgreSQL         ->  Seq Scan on relay_messages m
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on posts p
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using events_key on events e
-- PostgreSQL                 Index Cond: (key_id = m.key_id)
-- PostgreSQL                 Filter: ((type = 'relay.message'::text) AND (payload ~~ (('%"'::text || m.id) || '"%'::text)))

-- check
select m.value as subject, 'the active version of the model does not exist' as detail
  from meta m
  where m.name = 'active_model' and m.value <> '0' and not exists (select 1
  from model_versions v
  where cast(v.seq as text) = m.value)
  limit 1001;
-- SQLite     SEARCH m USING INDEX sqlite_autoindex_meta_1 (name=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SCAN v
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Right Anti Join
-- PostgreSQL         Hash Cond: ((v.seq)::text = m.value)
-- PostgreSQL         ->  Seq Scan on model_versions v
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Index Scan using meta_pkey on meta m
-- PostgreSQL                     Index Cond: (name = 'active_model'::text)
-- PostgreSQL                     Filter: (value <> '0'::text)

-- check
select month || ' ' || decider || ' ' || action as subject, sum(counted) || ' counted, the log has ' || sum(logged) as detail
  from (select month, decider, action, category, n as counted, 0 as logged
  from decision_counts
  union all select month, decider, action, coalesce(category, ''), 0, 1
  from decision_log
  where position is not null) kinds
  group by month, decider, action, category
  having sum(counted) <> sum(logged)
  limit 1001;
-- SQLite     CO-ROUTINE kinds
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           SCAN decision_counts
-- SQLite         UNION ALL
-- SQLite           SEARCH decision_log USING INDEX decision_log_chain (position>?)
-- SQLite     SCAN kinds
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL Limit
-- PostgreSQL   ->  HashAggregate
-- PostgreSQL         Group Key: decision_counts.month, decision_counts.decider, decision_counts.action, decision_counts.category
-- PostgreSQL         Filter: (sum(decision_counts.n) <> (sum((0)))::numeric)
-- PostgreSQL         ->  Append
-- PostgreSQL               ->  Seq Scan on decision_counts
-- PostgreSQL               ->  Subquery Scan on "*SELECT* 2"
-- PostgreSQL                     ->  Seq Scan on decision_log
-- PostgreSQL                           Filter: ("position" IS NOT NULL)

-- check
select o.id as subject, 'amount ' || o.amount || ', taken off ' || coalesce(-l.amount, 0) as detail
  from payouts o
  left join ledger l on l.reference = o.id and l.type = 'payout' and l.account_id = o.account_id
  where l.id is null or -l.amount <> o.amount or o.refunded > o.amount
  limit 1001;
-- SQLite     SCAN o
-- SQLite     SEARCH l USING INDEX ledger_payment (reference=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (o.id = l.reference)
-- PostgreSQL         Join Filter: (l.account_id = o.account_id)
-- PostgreSQL         Filter: ((l.id IS NULL) OR ((- l.amount) <> o.amount) OR (o.refunded > o.amount))
-- PostgreSQL         ->  Index Scan using payouts_pkey on payouts o
-- PostgreSQL         ->  Index Scan using ledger_payment on ledger l
-- PostgreSQL               Filter: (type = 'payout'::text)

-- check
select o.reviewer as subject, o.what || ' of a link that was made at ' || o.made_at as detail
  from (select reviewer, 'the use' as what, created_at as made_at
  from sign_ins
  where browser = '' and reviewer is not null
  union all select reviewer, 'a session', link_made_at
  from sessions
  where reviewer is not null and link_made_at is not null) o
  where o.made_at >= 0 and not exists (select 1
  from decision_log l
  where l.subject = o.reviewer and l.action = 'reviewer-link' and l.created_at = o.made_at)
  limit 1001;
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SEARCH sign_ins USING INDEX sign_ins_browser (browser=?)
-- SQLite         CORRELATED SCALAR SUBQUERY 3
-- SQLite           SEARCH l USING INDEX decision_log_time (created_at=?)
-- SQLite       UNION ALL
-- SQLite         SCAN sessions
-- SQLite         CORRELATED SCALAR SUBQUERY 3
-- SQLite           SEARCH l USING INDEX decision_log_time (created_at=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Append
-- PostgreSQL               ->  Index Scan using sign_ins_browser on sign_ins
-- PostgreSQL                     Index Cond: (browser = ''::text)
-- PostgreSQL                     Filter: ((reviewer IS NOT NULL) AND (created_at >= 0))
-- PostgreSQL               ->  Seq Scan on sessions
-- PostgreSQL                     Filter: ((reviewer IS NOT NULL) AND (link_made_at IS NOT NULL) AND (link_made_at >= 0))
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL               Index Cond: (subject = sign_ins.reviewer)
-- PostgreSQL               Filter: ((action = 'reviewer-link'::text) AND (created_at = sign_ins.created_at))

-- check
select p.id as subject, 'first revision ' || coalesce(r.post_id || ' of ' || r.account_id, 'not there') as detail
  from posts p
  left join revisions r on r.id = p.id
  where r.id is null or r.post_id <> p.id or r.account_id <> p.account_id or r.site <> p.site
  limit 1001;
-- SQLite     SCAN p
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (p.id = r.id)
-- PostgreSQL         Filter: ((r.id IS NULL) OR (r.post_id <> p.id) OR (r.account_id <> p.account_id) OR (r.site <> p.site))
-- PostgreSQL         ->  Index Scan using posts_id_key on posts p
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r

-- check
select p.id as subject, 'latest revision ' || p.latest_revision as detail
  from posts p
  where p.latest_revision <> coalesce((select e.id
  from revisions e
  where e.post_id = p.id and e.id <> e.post_id
  order by e.seq desc
  limit 1), p.id)
  limit 1001;
-- SQLite     SCAN p
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH e USING INDEX revisions_edits (post_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on posts p
-- PostgreSQL         Filter: (latest_revision <> COALESCE((SubPlan 1), id))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Scan Backward using revisions_edits on revisions e
-- PostgreSQL                       Index Cond: (post_id = p.id)

-- check
select p.id as subject, 'published and not listed' as detail
  from posts p
  where p.public_json is not null and (p.expires_at is null or p.expires_at > ?) and not exists (select 1
  from listing l
  where l.post_id = p.id)
  limit 1001;
-- SQLite     SCAN p
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING COVERING INDEX sqlite_autoindex_listing_1 (post_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Anti Join
-- PostgreSQL         Hash Cond: (p.id = l.post_id)
-- PostgreSQL         ->  Seq Scan on posts p
-- PostgreSQL               Filter: ((public_json IS NOT NULL) AND ((expires_at IS NULL) OR (expires_at > $1)))
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Seq Scan on listing l

-- check
select p.id as subject, 'published without a post.published event' as detail
  from posts p
  where p.public_json is not null and p.published_at >= ? and not exists (select 1
  from accounts a
  where a.id = "p"."account_id" and a.erased_at is not null) and not exists (select 1
  from events e
  where e.post_id = p.id and e.type = 'post.published' and e.created_at >= p.published_at)
  limit 1001;
-- SQLite     SCAN p
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH e USING INDEX events_post (post_id=? AND type=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Merge Anti Join
-- PostgreSQL               Merge Cond: (p.id = e.post_id)
-- PostgreSQL               Join Filter: (e.created_at >= p.published_at)
-- PostgreSQL               ->  Index Scan using posts_id_key on posts p
-- PostgreSQL                     Filter: ((public_json IS NOT NULL) AND (published_at >= $1))
-- PostgreSQL               ->  Index Scan using events_post on events e
-- PostgreSQL                     Index Cond: (type = 'post.published'::text)
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL               Index Cond: (id = p.account_id)
-- PostgreSQL               Filter: (erased_at IS NOT NULL)

-- check
select p.id as subject, 'refunded ' || p.refunded || ', disputed ' || p.disputed || ', paid out ' || p.paid_out || ', taken ' || p.taken || ', owed ' || p.owed as detail
  from payments p
  where p.taken < 0 or p.taken + p.owed <> case when case when p.refunded + p.disputed > p.amount then p.amount else p.refunded + p.disputed end > p.paid_out then case when p.refunded + p.disputed > p.amount then p.amount else p.refunded + p.disputed end - p.paid_out else 0 end
  limit 1001;
-- SQLite     SCAN p
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on payments p
-- PostgreSQL         Filter: ((taken < 0) OR ((taken + owed) <> CASE WHEN (CASE WHEN ((refunded + disputed) > amount) THEN amount ELSE (refunded + disputed) END > paid_out) THEN (CASE WHEN ((refunded + disputed) > amount) THEN amount ELSE (refunded + disputed) END - paid_out) ELSE '0'::bigint END))

-- check
select p.id as subject, 'shows ' || p.shown_revision || ', which is ' || coalesce(r.status, 'not there') as detail
  from posts p
  left join revisions r on r.id = p.shown_revision
  where r.id is null or r.post_id <> p.id or (p.public_json is not null and r.status <> 'published')
  limit 1001;
-- SQLite     SCAN p
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         Filter: ((r.id IS NULL) OR (r.post_id <> p.id) OR ((p.public_json IS NOT NULL) AND (r.status <> 'published'::text)))
-- PostgreSQL         ->  Seq Scan on posts p
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL               Index Cond: (id = p.shown_revision)

-- check
select p.id as subject, 'the list shows another text, site or expiry' as detail
  from listing l join posts p on p.id = l.post_id and p.public_json is not null
  left join listing_texts t on t.listing_seq = l.seq
  where coalesce(t.public_json, '') <> p.public_json or l.site <> p.site or coalesce(l.expires_at, 0) <> coalesce(p.expires_at, 0)
  limit 1001;
-- SQLite     SCAN l
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH t USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (l.seq = t.listing_seq)
-- PostgreSQL         Filter: ((COALESCE(t.public_json, ''::text) <> p.public_json) OR (l.site <> p.site) OR (COALESCE(l.expires_at, '0'::bigint) <> COALESCE(p.expires_at, '0'::bigint)))
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using listing_pkey on listing l
-- PostgreSQL               ->  Index Scan using posts_id_key on posts p
-- PostgreSQL                     Index Cond: (id = l.post_id)
-- PostgreSQL                     Filter: (public_json IS NOT NULL)
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts t

-- check
select p.id as subject, p.state || ', ' || case when l.id is null then 'not booked' else 'booked' end as detail
  from payments p
  left join ledger l on l.type = 'topup' and l.reference = p.reference
  where (p.state = 'paid') <> (l.id is not null)
  limit 1001;
-- SQLite     SCAN p
-- SQLite     SEARCH l USING INDEX ledger_payment (reference=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Left Join
-- PostgreSQL         Merge Cond: (p.reference = l.reference)
-- PostgreSQL         Filter: ((p.state = 'paid'::text) <> (l.id IS NOT NULL))
-- PostgreSQL         ->  Index Scan using payments_reference_key on payments p
-- PostgreSQL         ->  Index Scan using ledger_payment on ledger l
-- PostgreSQL               Filter: (type = 'topup'::text)

-- check
select p.subject as subject, p.what || ' by ' || p.reviewer as detail
  from review_passes p
  where not exists (select 1
  from decision_log l
  where l.subject = p.subject and l.actor = p.reviewer and l.created_at = p.created_at and l.action = case p.what when 'skip' then 'skip' else 'second-opinion' end)
  limit 1001;
-- SQLite     SCAN p
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INDEX decision_log_time (created_at=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Seq Scan on review_passes p
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL               Index Cond: (subject = p.subject)
-- PostgreSQL               Filter: ((actor = p.reviewer) AND (created_at = p.created_at) AND (action = CASE p.what WHEN 'skip'::text THEN 'skip'::text ELSE 'second-opinion'::text END))

-- check
select r.id as subject, 'applied without a post.edited event' as detail
  from revisions r
  where r.id <> r.post_id and r.status = 'published' and r.decided_at >= ? and not exists (select 1
  from accounts a
  where a.id = "r"."account_id" and a.erased_at is not null) and not exists (select 1
  from events e
  where e.post_id = r.post_id and e.type = 'post.edited' and e.payload like '%"' || r.id || '"%')
  limit 1001;
-- SQLite     SCAN r USING INDEX revisions_edits
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH e USING INDEX events_post (post_id=? AND type=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Nested Loop Anti Join
-- PostgreSQL               ->  Index Scan using revisions_edits on revisions r
-- PostgreSQL                     Filter: ((decided_at >= $1) AND (status = 'published'::text))
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                     Index Cond: (id = r.account_id)
-- PostgreSQL                     Filter: (erased_at IS NOT NULL)
-- PostgreSQL         ->  Index Scan using events_post on events e
-- PostgreSQL               Index Cond: ((post_id = r.post_id) AND (type = 'post.edited'::text))
-- PostgreSQL               Filter: (payload ~~ (('%"'::text || r.id) || '"%'::text))

-- check
select r.id as subject, 'charge ' || c.amount || ', price ' || r.price as detail
  from revisions r join ledger c on c.revision_id = r.id and c.type = 'charge'
  where -c.amount > r.price or (-c.amount < r.price and (c.balance_after > 0 or not exists (select 1
  from ledger l
  where l.revision_id = r.id and l.type = 'penalty' and l.created_at = c.created_at)))
  limit 1001;
-- SQLite     SCAN c USING INDEX ledger_revision_type
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INDEX ledger_revision_type (revision_id=? AND type=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Join
-- PostgreSQL         Merge Cond: (r.id = c.revision_id)
-- PostgreSQL         Join Filter: (((- c.amount) > r.price) OR (((- c.amount) < r.price) AND ((c.balance_after > 0) OR (NOT EXISTS(SubPlan 1)))))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL         ->  Index Scan using ledger_revision_type on ledger c
-- PostgreSQL               Index Cond: (type = 'charge'::text)
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Index Scan using ledger_revision_type on ledger l
-- PostgreSQL                 Index Cond: ((revision_id = r.id) AND (type = 'penalty'::text))
-- PostgreSQL                 Filter: (created_at = c.created_at)

-- check
select r.id as subject, 'edit of ' || r.post_id as detail
  from revisions r
  left join posts p on p.id = r.post_id
  where p.id is null or r.account_id <> p.account_id or r.site <> p.site
  limit 1001;
-- SQLite     SCAN r
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_posts_1 (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         Filter: ((p.id IS NULL) OR (r.account_id <> p.account_id) OR (r.site <> p.site))
-- PostgreSQL         ->  Seq Scan on revisions r
-- PostgreSQL         ->  Index Scan using posts_id_key on posts p
-- PostgreSQL               Index Cond: (id = r.post_id)

-- check
select r.id as subject, 'no charge; it is ' || r.status as detail
  from revisions r
  where r.price > 0 and coalesce(r.approval, 'approved') = 'approved' and not exists (select 1
  from ledger l
  where l.revision_id = r.id and l.type = 'charge')
  limit 1001;
-- SQLite     SCAN r
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING COVERING INDEX ledger_revision_type (revision_id=? AND type=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Anti Join
-- PostgreSQL         Hash Cond: (r.id = l.revision_id)
-- PostgreSQL         ->  Seq Scan on revisions r
-- PostgreSQL               Filter: ((price > 0) AND (COALESCE(approval, 'approved'::text) = 'approved'::text))
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Index Only Scan using ledger_revision_type on ledger l
-- PostgreSQL                     Index Cond: (type = 'charge'::text)

-- check
select r.id as subject, 'open; its post is ' || coalesce(p.status || ' on ' || p.site, 'not there') as detail
  from reports r
  left join (select p.*, r.status, r.submitted_at
  from posts p join revisions r on r.id = p.id) p on p.id = r.post_id
  where r.state = 'open' and (p.status is null or p.status <> 'published' or p.site <> r.site)
  limit 1001;
-- SQLite     MATERIALIZE p
-- SQLite       SCAN p
-- SQLite       SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SCAN r USING INDEX reports_urgent
-- SQLite     BLOOM FILTER ON p (id=?)
-- SQLite     SEARCH p USING AUTOMATIC COVERING INDEX (id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         Filter: ((r_1.status IS NULL) OR (r_1.status <> 'published'::text) OR (p.site <> r.site))
-- PostgreSQL         ->  Index Scan using reports_once on reports r
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using posts_id_key on posts p
-- PostgreSQL                     Index Cond: (id = r.post_id)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions r_1
-- PostgreSQL                     Index Cond: (id = p.id)

-- check
select r.id as subject, 'penalty ' || l.amount || ', abuse penalty ' || r.abuse_penalty || ', balance after it ' || l.balance_after as detail
  from ledger l join revisions r on r.id = l.revision_id
  where l.type = 'penalty' and (-l.amount > r.abuse_penalty or (-l.amount < r.abuse_penalty and l.balance_after > 0))
  limit 1001;
-- SQLite     SCAN l USING INDEX ledger_revision_type
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using ledger_revision_type on ledger l
-- PostgreSQL               Index Cond: (type = 'penalty'::text)
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL               Index Cond: (id = l.revision_id)
-- PostgreSQL               Filter: (((- l.amount) > abuse_penalty) OR (((- l.amount) < abuse_penalty) AND (l.balance_after > 0)))

-- check
select r.id as subject, coalesce(r.approval, 'nothing') || ', ' || l.type || ' of ' || l.amount as detail
  from revisions r join ledger l on l.revision_id = r.id
  where coalesce(r.approval, 'approved') <> 'approved'
  limit 1001;
-- SQLite     SCAN l USING INDEX ledger_revision_type
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Join
-- PostgreSQL         Merge Cond: (r.id = l.revision_id)
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL               Filter: (COALESCE(approval, 'approved'::text) <> 'approved'::text)
-- PostgreSQL         ->  Index Scan using ledger_revision_type on ledger l

-- check
select r.id as subject, r.approval || ' without its event' as detail
  from revisions r
  where r.approval is not null and r.submitted_at >= ? and not exists (select 1
  from accounts a
  where a.id = "r"."account_id" and a.erased_at is not null) and (not exists (select 1
  from events e
  where e.post_id = r.post_id and e.type = 'approval.requested' and e.payload like '%"' || r.id || '"%') or (r.approval in ('approved', 'refused', 'expired') and not exists (select 1
  from events e
  where e.post_id = r.post_id and e.type = 'approval.decided' and e.payload like '%"' || r.id || '"%')))
  limit 1001;
-- SQLite     SCAN r
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH e USING INDEX events_post (post_id=? AND type=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH e USING INDEX events_post (post_id=? AND type=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Seq Scan on revisions r
-- PostgreSQL               Filter: ((approval IS NOT NULL) AND (submitted_at >= $1) AND ((NOT EXISTS(SubPlan 1)) OR ((approval = ANY ('{approved,refused,expired}'::text[])) AND (NOT EXISTS(SubPlan 2)))))
-- PostgreSQL               SubPlan 1
-- PostgreSQL                 ->  Index Scan using events_post on events e
-- PostgreSQL                       Index Cond: ((post_id = r.post_id) AND (type = 'approval.requested'::text))
-- PostgreSQL                       Filter: (payload ~~ (('%"'::text || r.id) || '"%'::text))
-- PostgreSQL               SubPlan 2
-- PostgreSQL                 ->  Index Scan using events_post on events e_1
-- PostgreSQL                       Index Cond: ((post_id = r.post_id) AND (type = 'approval.decided'::text))
-- PostgreSQL                       Filter: (payload ~~ (('%"'::text || r.id) || '"%'::text))
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL               Index Cond: (id = r.account_id)
-- PostgreSQL               Filter: (erased_at IS NOT NULL)

-- check
select r.id as subject, r.state || ' at ' || coalesce(r.closed_at, 0) as detail
  from reports r
  where r.state <> 'open' and not exists (select 1
  from decision_log l
  where l.subject = r.post_id and (l.created_at = r.closed_at or r.counted = 1 and l.created_at <= r.closed_at) and case r.state when 'dismissed' then l.action = 'dismiss-reports' when 'upheld' then l.to_status = 'removed' else l.to_status = 'deleted' end)
  limit 1001;
-- SQLite     SCAN r
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INDEX decision_log_subject (subject=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Merge Anti Join
-- PostgreSQL         Merge Cond: (r.post_id = l.subject)
-- PostgreSQL         Join Filter: (((l.created_at = r.closed_at) OR ((r.counted = 1) AND (l.created_at <= r.closed_at))) AND CASE r.state WHEN 'dismissed'::text THEN (l.action = 'dismiss-reports'::text) WHEN 'upheld'::text THEN (l.to_status = 'removed'::text) ELSE (l.to_status = 'deleted'::text) END)
-- PostgreSQL         ->  Index Scan using reports_post on reports r
-- PostgreSQL               Filter: (state <> 'open'::text)
-- PostgreSQL         ->  Materialize
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log l

-- check
select r.id as subject, r.status || ' since ' || coalesce(r.decided_at, 0) || '; the log has ' || coalesce(l.to_status || ' since ' || l.created_at, 'nothing') as detail
  from revisions r
  left join (select l.*
  from decision_log l join (select subject, max(seq) as seq
  from decision_log
  where to_status is not null
  group by subject) newest on newest.seq = l.seq) l on l.subject = r.id
  where (l.seq is not null or r.status not in ('queued', 'awaiting_owner')) and (l.seq is null or l.to_status <> r.status or (r.status <> 'queued' and coalesce(r.decided_at, 0) <> l.created_at) or coalesce(l.category, '') <> coalesce(r.rejection_category, '') or coalesce(l.penalized, -1) <> coalesce(r.rejection_penalized, -1) or coalesce(l.amount, -1) <> coalesce(r.rejection_amount, -1))
  limit 1001;
-- SQLite     MATERIALIZE l
-- SQLite       CO-ROUTINE newest
-- SQLite         SCAN decision_log USING INDEX decision_log_subject
-- SQLite       SCAN newest
-- SQLite       SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN r
-- SQLite     BLOOM FILTER ON l (subject=?)
-- SQLite     SEARCH l USING AUTOMATIC COVERING INDEX (subject=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Hash Left Join
-- PostgreSQL         Hash Cond: (r.id = l.subject)
-- PostgreSQL         Filter: (((l.seq IS NOT NULL) OR (r.status <> ALL ('{queued,awaiting_owner}'::text[]))) AND ((l.seq IS NULL) OR (l.to_status <> r.status) OR ((r.status <> 'queued'::text) AND (COALESCE(r.decided_at, '0'::bigint) <> l.created_at)) OR (COALESCE(l.category, ''::text) <> COALESCE(r.rejection_category, ''::text)) OR (COALESCE(l.penalized, '-1'::integer) <> COALESCE(r.rejection_penalized, '-1'::integer)) OR (COALESCE(l.amount, '-1'::bigint) <> COALESCE(r.rejection_amount, '-1'::bigint))))
-- PostgreSQL         ->  Seq Scan on revisions r
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Merge Join
-- PostgreSQL                     Merge Cond: (l.seq = newest.seq)
-- PostgreSQL                     ->  Index Scan using decision_log_pkey on decision_log l
-- PostgreSQL                     ->  Sort
-- PostgreSQL                           Sort Key: newest.seq
-- PostgreSQL                           ->  Subquery Scan on newest
-- PostgreSQL                                 ->  HashAggregate
-- PostgreSQL                                       Group Key: decision_log.subject
-- PostgreSQL                                       ->  Seq Scan on decision_log
-- PostgreSQL                                             Filter: (to_status IS NOT NULL)

-- check
select r.id as subject, r.status || ' without its event' as detail
  from revisions r
  where r.id = r.post_id and r.status in ('rejected', 'removed', 'review', 'cancelled') and r.submitted_at >= ? and not exists (select 1
  from accounts a
  where a.id = "r"."account_id" and a.erased_at is not null) and not exists (select 1
  from events e
  where e.post_id = r.id and e.type = case when r.approval in ('refused', 'expired') then 'approval.decided' else 'post.' || r.status end)
  limit 1001;
-- SQLite     SCAN r
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH e USING COVERING INDEX events_post (post_id=? AND type=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Nested Loop Anti Join
-- PostgreSQL               ->  Seq Scan on revisions r
-- PostgreSQL                     Filter: ((submitted_at >= $1) AND (id = post_id) AND (status = ANY ('{rejected,removed,review,cancelled}'::text[])))
-- PostgreSQL               ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL                     Index Cond: (id = r.account_id)
-- PostgreSQL                     Filter: (erased_at IS NOT NULL)
-- PostgreSQL         ->  Index Only Scan using events_post on events e
-- PostgreSQL               Index Cond: ((post_id = r.id) AND (type = CASE WHEN (r.approval = ANY ('{refused,expired}'::text[])) THEN 'approval.decided'::text ELSE ('post.'::text || r.status) END))

-- check
select revision_id as subject, count(*) || ' rows of type ' || type as detail
  from ledger
  where revision_id is not null
  group by revision_id, type
  having count(*) > 1
  limit 1001;
-- SQLite     SEARCH ledger USING COVERING INDEX ledger_revision_type (revision_id>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  GroupAggregate
-- PostgreSQL         Group Key: revision_id, type
-- PostgreSQL         Filter: (count(*) > 1)
-- PostgreSQL         ->  Index Only Scan using ledger_revision_type on ledger

-- check
select s.subject as subject, 'decided once more by ' || s.second_reviewer as detail
  from review_samples s
  where s.second_at is not null and not exists (select 1
  from decision_log l
  where l.subject = s.subject and l.actor = s.second_reviewer and l.created_at = s.second_at and l.action = case when s.first_label = s.second_label then 'sample-agrees' else 'sample-differs' end)
  limit 1001;
-- SQLite     SEARCH s USING INDEX review_samples_second (second_at>?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH l USING INDEX decision_log_time (created_at=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Seq Scan on review_samples s
-- PostgreSQL               Filter: (second_at IS NOT NULL)
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL               Index Cond: (subject = s.subject)
-- PostgreSQL               Filter: ((actor = s.second_reviewer) AND (created_at = s.second_at) AND (action = CASE WHEN (s.first_label = s.second_label) THEN 'sample-agrees'::text ELSE 'sample-differs'::text END))

-- check
select site as subject, 'counts of tags, less the tags of listed posts: ' || sum(posts) as detail
  from (select site, posts
  from tag_counts
  union all select site, posts
  from tag_changes
  union all select site, 1 - (length(tags) - length(replace(tags, ?, ''))) + (length(tags) - length(replace(tags, ?, ''))) / 8 + (length(tags) - length(replace(tags, ?, ''))) / 10 + (length(tags) - length(replace(tags, ?, ''))) / 10 + (length(tags) - length(replace(tags, ?, ''))) / 11
  from listing) found
  group by site
  having sum(posts) <> 0
  limit 1001;
-- SQLite     CO-ROUTINE found
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           SCAN tag_counts USING COVERING INDEX tag_counts_most
-- SQLite         UNION ALL
-- SQLite           SCAN tag_changes
-- SQLite         UNION ALL
-- SQLite           SCAN listing
-- SQLite     SCAN found
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL Limit
-- PostgreSQL   ->  HashAggregate
-- PostgreSQL         Group Key: tag_counts.site
-- PostgreSQL         Filter: (sum(tag_counts.posts) <> '0'::numeric)
-- PostgreSQL         ->  Append
-- PostgreSQL               ->  Seq Scan on tag_counts
-- PostgreSQL               ->  Seq Scan on tag_changes
-- PostgreSQL               ->  Subquery Scan on "*SELECT* 3"
-- PostgreSQL                     ->  Seq Scan on listing

-- check
select subject, 'entry ' || seq || ': ' || detail || ', and ' || closed || ' are dismissed' as detail
  from (select l.subject, l.seq, l.detail, (select count(*)
  from reports r
  where r.post_id = l.subject and r.closed_at = l.created_at and r.state = 'dismissed' and r.counted = 0) as closed
  from decision_log l
  where l.action = 'dismiss-reports') dismissals
  where detail <> '{"dismissed":' || closed || '}'
  limit 1001;
-- SQLite     SCAN l
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH r USING INDEX reports_closed (post_id=? AND closed_at=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH r USING INDEX reports_closed (post_id=? AND closed_at=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on decision_log l
-- PostgreSQL         Filter: ((action = 'dismiss-reports'::text) AND (detail <> (('{"dismissed":'::text || ((SubPlan 2))::text) || '}'::text)))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Aggregate
-- PostgreSQL                 ->  Index Scan using reports_measured on reports r
-- PostgreSQL                       Index Cond: (closed_at = l.created_at)
-- PostgreSQL                       Filter: ((post_id = l.subject) AND (state = 'dismissed'::text))
-- PostgreSQL         SubPlan 2
-- PostgreSQL           ->  Aggregate
-- PostgreSQL                 ->  Index Scan using reports_measured on reports r_1
-- PostgreSQL                       Index Cond: (closed_at = l.created_at)
-- PostgreSQL                       Filter: ((post_id = l.subject) AND (state = 'dismissed'::text))

-- check
select subject, action || '
  from ' || coalesce(from_status, 'nothing') || ' after ' || coalesce(stood, 'nothing') as detail
  from (select l.*, lag(to_status) over (partition by subject
  order by seq) as stood
  from decision_log l
  where to_status is not null) entries
  where case when stood is null then coalesce(from_status, 'queued') not in ('queued', 'awaiting_owner') else coalesce(from_status, '') <> stood end
  limit 1001;
-- SQLite     CO-ROUTINE entries
-- SQLite       CO-ROUTINE (subquery-3)
-- SQLite         SCAN l USING INDEX decision_log_subject
-- SQLite       SCAN (subquery-3)
-- SQLite     SCAN entries
-- PostgreSQL Limit
-- PostgreSQL   ->  Subquery Scan on entries
-- PostgreSQL         Filter: CASE WHEN (entries.stood IS NULL) THEN (COALESCE(entries.from_status, 'queued'::text) <> ALL ('{queued,awaiting_owner}'::text[])) ELSE (COALESCE(entries.from_status, ''::text) <> entries.stood) END
-- PostgreSQL         ->  WindowAgg
-- PostgreSQL               Window: w1 AS (PARTITION BY l.subject ORDER BY l.seq)
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log l
-- PostgreSQL                     Filter: (to_status IS NOT NULL)

-- check
select w.id as subject, coalesce(w.subscription, 'no subscription') || ' of ' || coalesce(w.key_id, 'no key') as detail
  from webhooks w
  where (w.subscription is null) <> (w.key_id is null) or (w.subscription is null) <> (w.expires_at is null) or (w.subscription is null) <> (w.arguments is null) or (w.key_id is not null and not exists (select 1
  from api_keys k
  where k.id = w.key_id and k.account_id = w.account_id))
  limit 1001;
-- SQLite     SCAN w
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH k USING INDEX sqlite_autoindex_api_keys_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Seq Scan on webhooks w
-- PostgreSQL         Filter: (((subscription IS NULL) <> (key_id IS NULL)) OR ((subscription IS NULL) <> (expires_at IS NULL)) OR ((subscription IS NULL) <> (arguments IS NULL)) OR ((key_id IS NOT NULL) AND (NOT (ANY ((key_id = (hashed SubPlan 2).col1) AND (account_id = (hashed SubPlan 2).col2))))))
-- PostgreSQL         SubPlan 2
-- PostgreSQL           ->  Seq Scan on api_keys k

-- check
select webhooks.id as subject, 'no delivery of ' || events.id as detail
  from webhooks join events on events.account_id = webhooks.account_id and events.position > webhooks.since_position
  where case when webhooks.events = '' then events.type in ('post.published', 'post.rejected', 'post.review', 'post.removed') else webhooks.events like '%,' || events.type || ',%' end and (webhooks.subscription is null or (events.created_at < webhooks.expires_at and (events.key_id is null or events.key_id = webhooks.key_id) and (webhooks.arguments = '{}' or substr(events.payload, 1, length(webhooks.arguments) - 1) = substr(webhooks.arguments, 1, length(webhooks.arguments) - 1)))) and events.created_at >= ? and (webhooks.active = 1 or events.created_at < webhooks.inactive_since) and not exists (select 1
  from webhook_deliveries d
  where d.webhook_id = webhooks.id and d.message_id = events.id)
  limit 1001;
-- SQLite     SEARCH events USING INDEX events_age (created_at>?)
-- SQLite     SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH d USING COVERING INDEX sqlite_autoindex_webhook_deliveries_1 (webhook_id=? AND message_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         ->  Merge Join
-- PostgreSQL               Merge Cond: (events.account_id = webhooks.account_id)
-- PostgreSQL               Join Filter: ((events."position" > webhooks.since_position) AND ((webhooks.active = 1) OR (events.created_at < webhooks.inactive_since)) AND CASE WHEN (webhooks.events = ''::text) THEN (events.type = ANY ('{post.published,post.rejected,post.review,post.removed}'::text[])) ELSE (webhooks.events ~~ (('%,'::text || events.type) || ',%'::text)) END AND ((webhooks.subscription IS NULL) OR ((events.created_at < webhooks.expires_at) AND ((events.key_id IS NULL) OR (events.key_id = webhooks.key_id)) AND ((webhooks.arguments = '{}'::text) OR (substr(events.payload, 1, (length(webhooks.arguments) - 1)) = substr(webhooks.arguments, 1, (length(webhooks.arguments) - 1)))))))
-- PostgreSQL               ->  Index Scan using events_position on events
-- PostgreSQL                     Filter: (created_at >= $1)
-- PostgreSQL               ->  Materialize
-- PostgreSQL                     ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL         ->  Index Only Scan using webhook_deliveries_webhook_id_message_id_key on webhook_deliveries d
-- PostgreSQL               Index Cond: ((webhook_id = webhooks.id) AND (message_id = events.id))

-- rows
select count(*) as n
  from "accounts";
-- SQLite     SCAN accounts USING COVERING INDEX accounts_email
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on accounts

-- rows
select count(*) as n
  from "appeals";
-- SQLite     SCAN appeals USING COVERING INDEX sqlite_autoindex_appeals_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on appeals

-- rows
select count(*) as n
  from "decision_log";
-- SQLite     SCAN decision_log USING COVERING INDEX decision_log_time
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on decision_log

-- rows
select count(*) as n
  from "events";
-- SQLite     SCAN events USING COVERING INDEX events_age
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on events

-- rows
select count(*) as n
  from "examples";
-- SQLite     SCAN examples USING COVERING INDEX examples_newest
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on examples

-- rows
select count(*) as n
  from "invoices";
-- SQLite     SCAN invoices USING COVERING INDEX invoices_invoice
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on invoices

-- rows
select count(*) as n
  from "ledger";
-- SQLite     SCAN ledger USING COVERING INDEX sqlite_autoindex_ledger_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on ledger

-- rows
select count(*) as n
  from "listing";
-- SQLite     SCAN listing USING COVERING INDEX sqlite_autoindex_listing_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on listing

-- rows
select count(*) as n
  from "mail";
-- SQLite     SCAN mail USING COVERING INDEX sqlite_autoindex_mail_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on mail

-- rows
select count(*) as n
  from "model_versions";
-- SQLite     SCAN model_versions
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on model_versions

-- rows
select count(*) as n
  from "occurrences";
-- SQLite     SCAN occurrences USING COVERING INDEX occurrences_end
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on occurrences

-- rows
select count(*) as n
  from "payments";
-- SQLite     SCAN payments USING COVERING INDEX sqlite_autoindex_payments_4
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on payments

-- rows
select count(*) as n
  from "payouts";
-- SQLite     SCAN payouts USING COVERING INDEX payouts_account
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on payouts

-- rows
select count(*) as n
  from "posts";
-- SQLite     SCAN posts USING COVERING INDEX sqlite_autoindex_posts_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on posts

-- rows
select count(*) as n
  from "reports";
-- SQLite     SCAN reports USING COVERING INDEX sqlite_autoindex_reports_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on reports

-- rows
select count(*) as n
  from "revisions";
-- SQLite     SCAN revisions USING COVERING INDEX sqlite_autoindex_revisions_1
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on revisions

-- rows
select count(*) as n
  from "webhook_deliveries";
-- SQLite     SCAN webhook_deliveries USING COVERING INDEX webhook_deliveries_age
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on webhook_deliveries
