-- The statements of src/store/delivery/conversations.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- blockAddress
insert into "blocked_addresses" ("author_id", "reader", "sender_id", "created_at")
  values (?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on blocked_addresses
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- blockedSenders
select "r"."sender_id" as "sender", "a"."handle", "r"."created_at" as "since"
  from "refused_senders" as "r"
  inner join "accounts" as "a" on "a"."id" = "r"."sender_id"
  where "r"."author_id" = ?;
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_refused_senders_1 (author_id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using refused_senders_pkey on refused_senders r
-- PostgreSQL         Index Cond: (author_id = $1)
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL         Index Cond: (id = r.sender_id)

-- blockedSenders
select "reader" as "sender", "created_at" as "since"
  from "blocked_addresses"
  where "author_id" = ? and "sender_id" is null;
-- SQLite     SEARCH blocked_addresses USING INDEX sqlite_autoindex_blocked_addresses_1 (author_id=?)
-- PostgreSQL Index Scan using blocked_addresses_pkey on blocked_addresses
-- PostgreSQL   Index Cond: (author_id = $1)
-- PostgreSQL   Filter: (sender_id IS NULL)

-- blocksAddress
select "reader"
  from "blocked_addresses"
  where "author_id" = ? and "reader" in (?, ?);
-- SQLite     SEARCH blocked_addresses USING COVERING INDEX sqlite_autoindex_blocked_addresses_1 (author_id=? AND reader=?)
-- PostgreSQL Index Only Scan using blocked_addresses_pkey on blocked_addresses
-- PostgreSQL   Index Cond: ((author_id = $1) AND (reader = ANY (ARRAY[$2, $3])))

-- conversationWith
select "m".*, "a"."handle"
  from "relay_messages" as "m"
  inner join "accounts" as "a" on "a"."id" = "m"."sender_id"
  where "m"."author_id" = ? and "m"."post_id" = ? and "m"."sender_id" = ? and "m"."reader" is null and "m"."created_at" >= ?
  order by "m"."seq";
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- SQLite     SEARCH m USING INDEX relay_messages_sender (sender_id=?)
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: m.seq
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using relay_messages_sender on relay_messages m
-- PostgreSQL               Index Cond: (sender_id = $3)
-- PostgreSQL               Filter: ((reader IS NULL) AND (created_at >= $4) AND (author_id = $1) AND (post_id = $2))
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL               Index Cond: (id = $3)

-- conversationsOf
select min("m"."seq") as "first", max("m"."seq") as "last", count(*) as "total", sum(case when m.seen_at is null then 1 else 0 end) as "unseen", count("h"."id") as "held"
  from "relay_messages" as "m"
  left join "held_messages" as "h" on "h"."answers" = "m"."id"
  where "m"."author_id" = ? and "m"."created_at" >= ? and "m"."post_id" = ?
  group by "m"."post_id", "m"."sender_id", "m"."reader"
  order by max(m.seq) desc
  limit ?;
-- SQLite     SEARCH m USING INDEX relay_messages_author (author_id=?)
-- SQLite     SCAN h LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (max(m.seq)) DESC
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: m.sender_id, m.reader
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: m.sender_id, m.reader
-- PostgreSQL                     ->  Hash Right Join
-- PostgreSQL                           Hash Cond: (h.answers = m.id)
-- PostgreSQL                           ->  Seq Scan on held_messages h
-- PostgreSQL                           ->  Hash
-- PostgreSQL                                 ->  Index Scan using relay_messages_author on relay_messages m
-- PostgreSQL                                       Index Cond: (author_id = $1)
-- PostgreSQL                                       Filter: ((created_at >= $2) AND (post_id = $3))

-- conversationsOf
select min("m"."seq") as "first", max("m"."seq") as "last", count(*) as "total", sum(case when m.seen_at is null then 1 else 0 end) as "unseen", count("h"."id") as "held"
  from "relay_messages" as "m"
  left join "held_messages" as "h" on "h"."answers" = "m"."id"
  where "m"."author_id" = ? and "m"."created_at" >= ?
  group by "m"."post_id", "m"."sender_id", "m"."reader"
  having max(m.seq) < ?
  order by max(m.seq) desc
  limit ?;
-- SQLite     SEARCH m USING INDEX relay_messages_author (author_id=?)
-- SQLite     SCAN h LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (max(m.seq)) DESC
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: m.post_id, m.sender_id, m.reader
-- PostgreSQL               Filter: (max(m.seq) < $3)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: m.post_id, m.sender_id, m.reader
-- PostgreSQL                     ->  Hash Right Join
-- PostgreSQL                           Hash Cond: (h.answers = m.id)
-- PostgreSQL                           ->  Seq Scan on held_messages h
-- PostgreSQL                           ->  Hash
-- PostgreSQL                                 ->  Index Scan using relay_messages_author on relay_messages m
-- PostgreSQL                                       Index Cond: (author_id = $1)
-- PostgreSQL                                       Filter: (created_at >= $2)

-- conversationsOf
select min("m"."seq") as "first", max("m"."seq") as "last", count(*) as "total", sum(case when m.seen_at is null then 1 else 0 end) as "unseen", count("h"."id") as "held"
  from "relay_messages" as "m"
  left join "held_messages" as "h" on "h"."answers" = "m"."id"
  where "m"."author_id" = ? and "m"."created_at" >= ?
  group by "m"."post_id", "m"."sender_id", "m"."reader"
  order by max(m.seq) desc
  limit ?;
-- SQLite     SEARCH m USING INDEX relay_messages_author (author_id=?)
-- SQLite     SCAN h LEFT-JOIN
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (max(m.seq)) DESC
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: m.post_id, m.sender_id, m.reader
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: m.post_id, m.sender_id, m.reader
-- PostgreSQL                     ->  Hash Right Join
-- PostgreSQL                           Hash Cond: (h.answers = m.id)
-- PostgreSQL                           ->  Seq Scan on held_messages h
-- PostgreSQL                           ->  Hash
-- PostgreSQL                                 ->  Index Scan using relay_messages_author on relay_messages m
-- PostgreSQL                                       Index Cond: (author_id = $1)
-- PostgreSQL                                       Filter: (created_at >= $2)

-- forgetPauses
delete
  from "paused_senders"
  where "until" <= ?;
-- SQLite     SCAN paused_senders
-- PostgreSQL Delete on paused_senders
-- PostgreSQL   ->  Seq Scan on paused_senders
-- PostgreSQL         Filter: (until <= $1)

-- markSeen
update "relay_messages"
  set "seen_at" = ?
  where "author_id" = ? and "id" in (?, ?) and "seen_at" is null;
-- SQLite     SEARCH relay_messages USING INDEX sqlite_autoindex_relay_messages_1 (id=?)
-- PostgreSQL Update on relay_messages
-- PostgreSQL   ->  Index Scan using relay_messages_id_key on relay_messages
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$3, $4]))
-- PostgreSQL         Filter: ((seen_at IS NULL) AND (author_id = $2))

-- messagesAt
select "m".*, "a"."handle"
  from "relay_messages" as "m"
  inner join "accounts" as "a" on "a"."id" = "m"."sender_id"
  where "m"."seq" in (?, ?);
-- SQLite     SEARCH m USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using relay_messages_pkey on relay_messages m
-- PostgreSQL         Index Cond: (seq = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL         Index Cond: (id = m.sender_id)

-- noteReported
update "relay_messages"
  set "reported_at" = ?
  where "id" = ? and "reported_at" is null;
-- SQLite     SEARCH relay_messages USING INDEX sqlite_autoindex_relay_messages_1 (id=?)
-- PostgreSQL Update on relay_messages
-- PostgreSQL   ->  Index Scan using relay_messages_id_key on relay_messages
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (reported_at IS NULL)

-- pauseSenders
insert into "paused_senders" ("sender", "until", "created_at")
  values (?, ?, ?)
  on conflict ("sender") do update
  set "until" = ?
  where "paused_senders"."until" < ?;
-- PostgreSQL Insert on paused_senders
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: paused_senders_pkey
-- PostgreSQL   Conflict Filter: (paused_senders.until < $5)
-- PostgreSQL   ->  Result

-- pausedUntil
select "until"
  from "paused_senders"
  where "sender" in (?, ?) and "until" > ?
  order by "until" desc;
-- SQLite     SEARCH paused_senders USING INDEX sqlite_autoindex_paused_senders_1 (sender=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: until DESC
-- PostgreSQL   ->  Bitmap Heap Scan on paused_senders
-- PostgreSQL         Recheck Cond: (sender = ANY (ARRAY[$1, $2]))
-- PostgreSQL         Filter: (until > $3)
-- PostgreSQL         ->  Bitmap Index Scan on paused_senders_pkey
-- PostgreSQL               Index Cond: (sender = ANY (ARRAY[$1, $2]))

-- postsOfMessages
select "p"."id", "p"."site", "r"."fields"
  from "posts" as "p"
  inner join "revisions" as "r" on "r"."id" = "p"."shown_revision"
  where "p"."id" in (?, ?);
-- SQLite     SEARCH p USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH r USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using posts_id_key on posts p
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions r
-- PostgreSQL         Index Cond: (id = p.shown_revision)

-- unblockSender
delete
  from "blocked_addresses"
  where "author_id" = ? and ("sender_id" = ? or ("reader" = ? and "sender_id" is null));
-- SQLite     SEARCH blocked_addresses USING INDEX sqlite_autoindex_blocked_addresses_1 (author_id=?)
-- PostgreSQL Delete on blocked_addresses
-- PostgreSQL   ->  Index Scan using blocked_addresses_pkey on blocked_addresses
-- PostgreSQL         Index Cond: (author_id = $1)
-- PostgreSQL         Filter: ((sender_id = $2) OR ((reader = $3) AND (sender_id IS NULL)))

-- unblockSender
delete
  from "refused_senders"
  where "author_id" = ? and "sender_id" = ?;
-- SQLite     SEARCH refused_senders USING INDEX sqlite_autoindex_refused_senders_1 (author_id=? AND sender_id=?)
-- PostgreSQL Delete on refused_senders
-- PostgreSQL   ->  Index Scan using refused_senders_pkey on refused_senders
-- PostgreSQL         Index Cond: ((author_id = $1) AND (sender_id = $2))
