-- The statements of src/store/delivery/relay.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- forgetMessages
delete
  from "relay_messages"
  where "created_at" < ?;
-- SQLite     SEARCH relay_messages USING COVERING INDEX relay_messages_age (created_at<?)
-- PostgreSQL Delete on relay_messages
-- PostgreSQL   ->  Index Scan using relay_messages_age on relay_messages
-- PostgreSQL         Index Cond: (created_at < $1)

-- heldMessage
select *
  from "held_messages"
  where "id" = ?;
-- SQLite     SEARCH held_messages USING INDEX sqlite_autoindex_held_messages_1 (id=?)
-- PostgreSQL Index Scan using held_messages_pkey on held_messages
-- PostgreSQL   Index Cond: (id = $1)

-- heldMessages
select *
  from "held_messages"
  order by "created_at", "id"
  limit ?;
-- SQLite     SCAN held_messages
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: created_at, id
-- PostgreSQL         ->  Seq Scan on held_messages

-- holdMessage
insert into "held_messages" ("id", "site", "post_id", "account_id", "message", "reader", "created_at", "reply_email", "answers", "reported", "note", "verdict", "urgency")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on held_messages
-- PostgreSQL   ->  Result

-- holdMessage
insert into "held_messages" ("id", "site", "post_id", "account_id", "message", "reply_email", "answers", "verdict", "urgency", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on held_messages
-- PostgreSQL   ->  Result

-- holdMessage
insert into "held_messages" ("id", "site", "post_id", "account_id", "verdict", "created_at", "message", "reply_email", "answers")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on held_messages
-- PostgreSQL   ->  Result

-- holdMessage
insert into "held_messages" ("site", "post_id", "account_id", "message", "reply_email", "id", "verdict", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on held_messages
-- PostgreSQL   ->  Result

-- keepMessage
insert into "relay_messages" ("id", "site", "post_id", "author_id", "sender_id", "message", "reply_email", "created_at", "key_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on relay_messages
-- PostgreSQL   ->  Result

-- keepMessage
insert into "relay_messages" ("id", "site", "post_id", "message", "reply_email", "author_id", "key_id", "sender_id", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on relay_messages
-- PostgreSQL   ->  Result

-- keepMessage
insert into "relay_messages" ("id", "site", "post_id", "message", "reply_email", "author_id", "key_id", "sender_id", "reader", "language", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on relay_messages
-- PostgreSQL   ->  Result

-- keptMessage
select *
  from "relay_messages"
  where "id" = ?;
-- SQLite     SEARCH relay_messages USING INDEX sqlite_autoindex_relay_messages_1 (id=?)
-- PostgreSQL Index Scan using relay_messages_id_key on relay_messages
-- PostgreSQL   Index Cond: (id = $1)

-- lockMessage, SQLite only
select *
  from "relay_messages"
  where "id" = ?;
-- SQLite     SEARCH relay_messages USING INDEX sqlite_autoindex_relay_messages_1 (id=?)

-- lockMessage, PostgreSQL only
select *
  from "relay_messages"
  where "id" = ? for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using relay_messages_id_key on relay_messages
-- PostgreSQL         Index Cond: (id = $1)

-- messagesOfItems, SQLite only
select "m"."id", "m"."message", "m"."verdict", "a"."handle"
  from "held_messages" as "m"
  left join "accounts" as "a" on "a"."id" = "m"."account_id" and "m"."reader" is null
  where "m"."id" in (?, ?);
-- SQLite     SEARCH m USING INDEX sqlite_autoindex_held_messages_1 (id=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?) LEFT-JOIN

-- messagesOfKey, SQLite only
select "m".*, "a"."handle"
  from "relay_messages" as "m"
  inner join "accounts" as "a" on "a"."id" = "m"."sender_id"
  where "m"."key_id" = ? and "m"."site" = ? and "m"."created_at" >= ? and "m"."post_id" = ?
  order by "m"."seq" desc
  limit ?;
-- SQLite     SEARCH m USING INDEX relay_messages_key (key_id=? AND site=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)

-- messagesOfKey, SQLite only
select "m".*, "a"."handle"
  from "relay_messages" as "m"
  inner join "accounts" as "a" on "a"."id" = "m"."sender_id"
  where "m"."key_id" = ? and "m"."site" = ? and "m"."created_at" >= ? and "m"."seq" < ?
  order by "m"."seq" desc
  limit ?;
-- SQLite     SEARCH m USING INDEX relay_messages_key (key_id=? AND site=? AND seq<?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)

-- messagesOfKey
select "m".*, "a"."handle"
  from "relay_messages" as "m"
  inner join "accounts" as "a" on "a"."id" = "m"."sender_id"
  where "m"."key_id" = ? and "m"."site" = ? and "m"."created_at" >= ?
  order by "m"."seq" desc
  limit ?;
-- SQLite     SEARCH m USING INDEX relay_messages_key (key_id=? AND site=?)
-- SQLite     SEARCH a USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan Backward using relay_messages_key on relay_messages m
-- PostgreSQL               Index Cond: ((key_id = $1) AND (site = $2))
-- PostgreSQL               Filter: (created_at >= $3)
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts a
-- PostgreSQL               Index Cond: (id = m.sender_id)

-- messagesSentBy
select *
  from "relay_messages"
  where "sender_id" = ? and "reader" is null
  order by "seq";
-- SQLite     SEARCH relay_messages USING INDEX relay_messages_sender (sender_id=?)
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: seq
-- PostgreSQL   ->  Index Scan using relay_messages_sender on relay_messages
-- PostgreSQL         Index Cond: (sender_id = $1)
-- PostgreSQL         Filter: (reader IS NULL)

-- noteReply
update "relay_messages"
  set "reply" = ?, "replied_at" = ?
  where "id" = ? and "replied_at" is null;
-- SQLite     SEARCH relay_messages USING INDEX sqlite_autoindex_relay_messages_1 (id=?)
-- PostgreSQL Update on relay_messages
-- PostgreSQL   ->  Index Scan using relay_messages_id_key on relay_messages
-- PostgreSQL         Index Cond: (id = $3)
-- PostgreSQL         Filter: (replied_at IS NULL)

-- refuseReader
insert into "refused_readers" ("author_id", "reader", "created_at")
  values (?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on refused_readers
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- refuseSender
insert into "refused_senders" ("author_id", "sender_id", "created_at")
  values (?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on refused_senders
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- refusesReader
select "reader"
  from "refused_readers"
  where "author_id" = ? and "reader" = ?;
-- SQLite     SEARCH refused_readers USING COVERING INDEX sqlite_autoindex_refused_readers_1 (author_id=? AND reader=?)
-- PostgreSQL Index Only Scan using refused_readers_pkey on refused_readers
-- PostgreSQL   Index Cond: ((author_id = $1) AND (reader = $2))

-- refusesSender
select "sender_id"
  from "refused_senders"
  where "author_id" = ? and "sender_id" = ?;
-- SQLite     SEARCH refused_senders USING COVERING INDEX sqlite_autoindex_refused_senders_1 (author_id=? AND sender_id=?)
-- PostgreSQL Index Only Scan using refused_senders_pkey on refused_senders
-- PostgreSQL   Index Cond: ((author_id = $1) AND (sender_id = $2))

-- replyIsHeld
select *
  from "held_messages"
  where "answers" = ?;
-- SQLite     SCAN held_messages
-- PostgreSQL Seq Scan on held_messages
-- PostgreSQL   Filter: (answers = $1)

-- takeHeldMessage
delete
  from "held_messages"
  where "id" = ?
  returning *;
-- SQLite     SEARCH held_messages USING INDEX sqlite_autoindex_held_messages_1 (id=?)
-- PostgreSQL Delete on held_messages
-- PostgreSQL   ->  Index Scan using held_messages_pkey on held_messages
-- PostgreSQL         Index Cond: (id = $1)
