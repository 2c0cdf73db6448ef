-- The statements of src/store/learning/examples.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- deciders
select "subject", "actor"
  from "decision_log"
  where "subject" in (?, ?) and "decider" = 'person'
  order by "seq";
-- SQLite     SEARCH decision_log USING INDEX decision_log_subject (subject=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: seq
-- PostgreSQL   ->  Index Scan using decision_log_subject on decision_log
-- PostgreSQL         Index Cond: (subject = ANY (ARRAY[$1, $2]))
-- PostgreSQL         Filter: (decider = 'person'::text)

-- dropExample
delete
  from "examples"
  where "revision_id" = ?;
-- SQLite     SEARCH examples USING INDEX sqlite_autoindex_examples_1 (revision_id=?)
-- PostgreSQL Delete on examples
-- PostgreSQL   ->  Index Scan using examples_pkey on examples
-- PostgreSQL         Index Cond: (revision_id = $1)

-- keepExample
insert into "examples" ("revision_id", "label", "policy_version", "decided_at")
  values (?, ?, ?, ?)
  on conflict ("revision_id") do update
  set "label" = ?, "policy_version" = ?, "decided_at" = ?;
-- PostgreSQL Insert on examples
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: examples_pkey
-- PostgreSQL   ->  Result

-- latestExamples
select "examples".*, "revisions"."post_id", "revisions"."account_id", "revisions"."site", "revisions"."fields", "revisions"."facts", "revisions"."verdict"
  from "examples"
  inner join "revisions" on "revisions"."id" = "examples"."revision_id"
  inner join "revisions" as "first" on "first"."id" = "revisions"."post_id"
  where "first"."status" <> 'deleted'
  order by "examples"."decided_at" desc, "examples"."revision_id" desc
  limit ?;
-- SQLite     SCAN examples USING INDEX examples_newest
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SEARCH first USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Incremental Sort
-- PostgreSQL         Sort Key: examples.decided_at DESC, examples.revision_id DESC
-- PostgreSQL         Presorted Key: examples.decided_at
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     ->  Index Scan Backward using examples_newest on examples
-- PostgreSQL                     ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL                           Index Cond: (id = examples.revision_id)
-- PostgreSQL               ->  Memoize
-- PostgreSQL                     Cache Key: revisions.post_id
-- PostgreSQL                     Cache Mode: logical
-- PostgreSQL                     ->  Index Scan using revisions_id_key on revisions first
-- PostgreSQL                           Index Cond: (id = revisions.post_id)
-- PostgreSQL                           Filter: (status <> 'deleted'::text)
