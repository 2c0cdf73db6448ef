-- The statements of src/store/accounts/account-records.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- eventsOf
select *
  from "events"
  where "account_id" = ? and "position" > ?
  order by "position"
  limit ?;
-- SQLite     SEARCH events USING INDEX events_position (account_id=? AND position>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using events_position on events
-- PostgreSQL         Index Cond: ((account_id = $1) AND ("position" > $2))

-- keysOf
select "id", "name", "daily_budget", "monthly_budget", "post_limit", "sites", "ask_first", "created_at", "last_used_at", "revoked_at", "paused_at"
  from "api_keys"
  where "account_id" = ?
  order by "created_at" desc, "id" desc
  limit ?;
-- SQLite     SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: created_at DESC, id DESC
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)

-- ledgerOf
select *
  from "ledger"
  where "account_id" = ? and "seq" < ?
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=? AND seq<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using ledger_account on ledger
-- PostgreSQL         Index Cond: ((account_id = $1) AND (seq < $2))

-- ledgerOf
select *
  from "ledger"
  where "account_id" = ?
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH ledger USING INDEX ledger_account (account_id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using ledger_account on ledger
-- PostgreSQL         Index Cond: (account_id = $1)

-- ledgerSeq
select "seq"
  from "ledger"
  where "id" = ? and "account_id" = ?;
-- SQLite     SEARCH ledger USING INDEX sqlite_autoindex_ledger_1 (id=?)
-- PostgreSQL Index Scan using ledger_id_key on ledger
-- PostgreSQL   Index Cond: (id = $1)
-- PostgreSQL   Filter: (account_id = $2)

-- postWithTexts
select "seq"
  from "posts"
  where "id" = ? and "account_id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Index Scan using posts_id_key on posts
-- PostgreSQL   Index Cond: (id = $1)
-- PostgreSQL   Filter: (account_id = $2)

-- postWithTexts
select "seq", "id", "site", "key_id", "published_at", "event", "public_json" is not null as "public"
  from "posts"
  where "seq" in (?, ?)
  order by "seq" desc;
-- SQLite     SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan Backward using posts_pkey on posts
-- PostgreSQL   Index Cond: (seq = ANY (ARRAY[$1, $2]))

-- postWithTexts
select *
  from "revisions"
  where "id" in (?, ?)
  union all select *
  from "revisions"
  where "post_id" in (?, ?) and "id" <> "post_id";
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite       UNION ALL
-- SQLite         SEARCH revisions USING INDEX revisions_edits (post_id=?)
-- PostgreSQL Append
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using revisions_edits on revisions revisions_1
-- PostgreSQL         Index Cond: (post_id = ANY (ARRAY[$3, $4]))

-- postsOf
select "posts"."id", "posts"."site", "revisions"."status", "revisions"."price", "revisions"."submitted_at", "published_at"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."key_id" in (select "id"
  from "api_keys"
  where "account_id" = ?)
  order by "posts"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: posts.seq DESC
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL                           Index Cond: (account_id = $1)
-- PostgreSQL                     ->  Index Scan using posts_key on posts
-- PostgreSQL                           Index Cond: (key_id = api_keys.id)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL                     Index Cond: (id = posts.id)

-- postsWithTexts
select "posts"."seq", "posts"."id"
  from "posts"
  where "posts"."key_id" in (select "id"
  from "api_keys"
  where "account_id" = ?) and "posts"."seq" < ?
  order by "posts"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: posts.seq DESC
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL                     Index Cond: (account_id = $1)
-- PostgreSQL               ->  Index Scan using posts_key on posts
-- PostgreSQL                     Index Cond: ((key_id = api_keys.id) AND (seq < $2))

-- postsWithTexts
select "posts"."seq", "posts"."id"
  from "posts"
  where "posts"."key_id" in (select "id"
  from "api_keys"
  where "account_id" = ?)
  order by "posts"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: posts.seq DESC
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL                     Index Cond: (account_id = $1)
-- PostgreSQL               ->  Index Scan using posts_key on posts
-- PostgreSQL                     Index Cond: (key_id = api_keys.id)

-- postsWithTexts
select "seq", "id", "site", "key_id", "published_at", "event", "public_json" is not null as "public"
  from "posts"
  where "seq" in (?, ?)
  order by "seq" desc;
-- SQLite     SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan Backward using posts_pkey on posts
-- PostgreSQL   Index Cond: (seq = ANY (ARRAY[$1, $2]))

-- postsWithTexts
select *
  from "revisions"
  where "id" in (?, ?)
  union all select *
  from "revisions"
  where "post_id" in (?, ?) and "id" <> "post_id";
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite       UNION ALL
-- SQLite         SEARCH revisions USING INDEX revisions_edits (post_id=?)
-- PostgreSQL Append
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using revisions_edits on revisions revisions_1
-- PostgreSQL         Index Cond: (post_id = ANY (ARRAY[$3, $4]))

-- withTexts
select "seq", "id", "site", "key_id", "published_at", "event", "public_json" is not null as "public"
  from "posts"
  where "seq" in (?, ?)
  order by "seq" desc;
-- SQLite     SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan Backward using posts_pkey on posts
-- PostgreSQL   Index Cond: (seq = ANY (ARRAY[$1, $2]))

-- withTexts
select *
  from "revisions"
  where "id" in (?, ?)
  union all select *
  from "revisions"
  where "post_id" in (?, ?) and "id" <> "post_id";
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite       UNION ALL
-- SQLite         SEARCH revisions USING INDEX revisions_edits (post_id=?)
-- PostgreSQL Append
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using revisions_edits on revisions revisions_1
-- PostgreSQL         Index Cond: (post_id = ANY (ARRAY[$3, $4]))
