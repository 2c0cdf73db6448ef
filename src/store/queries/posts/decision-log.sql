-- The statements of src/store/posts/decision-log.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- decisionCounts
select *
  from "decision_counts"
  where "month" >= ?
  order by "month" desc, "decider", "action", "category";
-- SQLite     SEARCH decision_counts USING PRIMARY KEY (month>?)
-- SQLite     USE TEMP B-TREE FOR LAST 3 TERMS OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: month DESC, decider, action, category
-- PostgreSQL   Presorted Key: month
-- PostgreSQL   ->  Index Scan Backward using decision_counts_pkey on decision_counts
-- PostgreSQL         Index Cond: (month >= $1)

-- decisionTimes
select "waited_ms"
  from (select "action", "waited_ms", "created_at"
  from "decision_log"
  where "decider" = 'person'
  order by "seq" desc
  limit ?) as "latest"
  where "action" like 'person-%' and "created_at" >= ?;
-- SQLite     CO-ROUTINE latest
-- SQLite       SCAN decision_log USING INDEX decision_log_people
-- SQLite     SCAN latest
-- PostgreSQL Subquery Scan on latest
-- PostgreSQL   Filter: ((latest.action ~~ 'person-%'::text) AND (latest.created_at >= $2))
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan Backward using decision_log_people on decision_log

-- decisionsAfter
select "position", "decider", "to_status", "waited_ms"
  from "decision_log"
  where "position" > ?
  order by "position"
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_chain (position>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using decision_log_chain on decision_log
-- PostgreSQL         Index Cond: ("position" > $1)

-- dismissalAt
select "actor"
  from "decision_log"
  where "subject" = ? and "action" = 'dismiss-reports' and "created_at" = ?
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_time (created_at=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using decision_log_subject on decision_log
-- PostgreSQL         Index Cond: (subject = $1)
-- PostgreSQL         Filter: ((action = 'dismiss-reports'::text) AND (created_at = $2))

-- entriesAbout
select *
  from "decision_log"
  where "subject" in (?, ?) and "action" in (?, ?)
  order by "seq"
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_subject (subject=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: seq
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log
-- PostgreSQL               Index Cond: (subject = ANY (ARRAY[$1, $2]))
-- PostgreSQL               Filter: (action = ANY (ARRAY[$3, $4]))

-- entriesAbout
select *
  from "decision_log"
  where "subject" in (?, ?)
  order by "seq"
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_subject (subject=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: seq
-- PostgreSQL         ->  Index Scan using decision_log_subject on decision_log
-- PostgreSQL               Index Cond: (subject = ANY (ARRAY[$1, $2]))

-- entriesAfter
select *
  from "decision_log"
  where "seq" > ?
  order by "seq"
  limit ?;
-- SQLite     SEARCH decision_log USING INTEGER PRIMARY KEY (rowid>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using decision_log_pkey on decision_log
-- PostgreSQL         Index Cond: (seq > $1)

-- isUnsealed
select "seq", "digest", "month", "decider", "action", "category", "waited_ms"
  from "decision_log"
  where position is null
  order by "seq"
  limit ?;
-- SQLite     SCAN decision_log USING INDEX decision_log_unsealed
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using decision_log_unsealed on decision_log

-- lastDecision
select *
  from "decision_log"
  where "subject" = ? and "to_status" is not null
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_subject (subject=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using decision_log_subject on decision_log
-- PostgreSQL         Index Cond: (subject = $1)
-- PostgreSQL         Filter: (to_status IS NOT NULL)

-- latestEntry
select *
  from "decision_log"
  where "subject" = ? and "action" in (?, ?)
  order by "seq" desc
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_subject (subject=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using decision_log_subject on decision_log
-- PostgreSQL         Index Cond: (subject = $1)
-- PostgreSQL         Filter: (action = ANY (ARRAY[$2, $3]))

-- logDecision
insert into "decision_log" ("post_id", "site", "from_status", "to_status", "category", "penalized", "amount", "waited_ms", "policy_version", "actor", "reason", "decider", "action", "subject", "detail", "month", "created_at", "digest", "position", "hash", "seal")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on decision_log
-- PostgreSQL   ->  Result

-- logDecision
insert into "decision_log" ("post_id", "site", "from_status", "to_status", "category", "penalized", "amount", "waited_ms", "policy_version", "decider", "actor", "action", "reason", "subject", "detail", "month", "created_at", "digest", "position", "hash", "seal")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on decision_log
-- PostgreSQL   ->  Result

-- logDecision
insert into "decision_log" ("post_id", "site", "from_status", "to_status", "category", "penalized", "amount", "waited_ms", "policy_version", "decider", "actor", "action", "subject", "reason", "detail", "month", "created_at", "digest", "position", "hash", "seal")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on decision_log
-- PostgreSQL   ->  Result

-- logDecision
insert into "decision_log" ("post_id", "site", "from_status", "to_status", "category", "penalized", "amount", "waited_ms", "policy_version", "decider", "actor", "reason", "action", "subject", "detail", "month", "created_at", "digest", "position", "hash", "seal")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on decision_log
-- PostgreSQL   ->  Result

-- logDecisions
insert into "decision_log" ("post_id", "site", "from_status", "to_status", "category", "penalized", "amount", "waited_ms", "policy_version", "decider", "actor", "reason", "action", "subject", "detail", "month", "created_at", "digest", "position", "hash", "seal")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on decision_log
-- PostgreSQL   ->  Result

-- logHead
select "position", "hash", "sealed_at", "seal"
  from "decision_log_head"
  where "name" = 'head';
-- SQLite     SEARCH decision_log_head USING INDEX sqlite_autoindex_decision_log_head_1 (name=?)
-- PostgreSQL Index Scan using decision_log_head_pkey on decision_log_head
-- PostgreSQL   Index Cond: (name = 'head'::text)

-- publishingEntry
select "decision_log"."position", "decision_log"."decider", "decision_log"."created_at"
  from "posts"
  inner join "decision_log" on "decision_log"."subject" = "posts"."shown_revision"
  where "posts"."id" = ? and "decision_log"."to_status" = 'published'
  order by "decision_log"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH decision_log USING INDEX decision_log_subject (subject=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: decision_log.seq DESC
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using posts_id_key on posts
-- PostgreSQL                     Index Cond: (id = $1)
-- PostgreSQL               ->  Index Scan using decision_log_subject on decision_log
-- PostgreSQL                     Index Cond: (subject = posts.shown_revision)
-- PostgreSQL                     Filter: (to_status = 'published'::text)

-- sealEntries
insert into "decision_counts" ("month", "decider", "action", "category", "within_s", "n")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("month", "decider", "action", "category", "within_s") do update
  set "n" = decision_counts.n + excluded.n;
-- PostgreSQL Insert on decision_counts
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: decision_counts_pkey
-- PostgreSQL   ->  Result

-- sealEntries
insert into "decision_log_head" ("name", "position", "hash", "sealed_at", "seal")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on decision_log_head
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- sealEntries
select "seq", "digest", "month", "decider", "action", "category", "waited_ms"
  from "decision_log"
  where position is null
  order by "seq"
  limit ?;
-- SQLite     SCAN decision_log USING INDEX decision_log_unsealed
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using decision_log_unsealed on decision_log

-- sealEntries, SQLite only
select *
  from "decision_log_head"
  where "name" = 'head';
-- SQLite     SEARCH decision_log_head USING INDEX sqlite_autoindex_decision_log_head_1 (name=?)

-- sealEntries, PostgreSQL only
select *
  from "decision_log_head"
  where "name" = 'head' for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using decision_log_head_pkey on decision_log_head
-- PostgreSQL         Index Cond: (name = 'head'::text)

-- sealEntries
update "decision_log"
  set "position" = ?, "hash" = ?, "seal" = ?
  where "seq" = ? and position is null;
-- SQLite     SEARCH decision_log USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on decision_log
-- PostgreSQL   ->  Index Scan using decision_log_unsealed on decision_log
-- PostgreSQL         Index Cond: (seq = $4)
-- PostgreSQL         Filter: ("position" IS NULL)

-- sealEntries
update "decision_log_head"
  set "position" = ?, "hash" = ?, "sealed_at" = ?, "seal" = ?
  where "name" = 'head';
-- SQLite     SEARCH decision_log_head USING INDEX sqlite_autoindex_decision_log_head_1 (name=?)
-- PostgreSQL Update on decision_log_head
-- PostgreSQL   ->  Index Scan using decision_log_head_pkey on decision_log_head
-- PostgreSQL         Index Cond: (name = 'head'::text)

-- sealedAfter
select *
  from "decision_log"
  where "position" > ?
  order by "position"
  limit ?;
-- SQLite     SEARCH decision_log USING INDEX decision_log_chain (position>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using decision_log_chain on decision_log
-- PostgreSQL         Index Cond: ("position" > $1)
