-- The statements of src/store/posts/appeals.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- answerAppeal
update "appeals"
  set "state" = ?, "answer" = ?, "decided_by" = ?, "decided_at" = ?
  where "id" = ? and "state" = 'open';
-- SQLite     SEARCH appeals USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- PostgreSQL Update on appeals
-- PostgreSQL   ->  Index Scan using appeals_open on appeals
-- PostgreSQL         Index Cond: (id = $5)
-- PostgreSQL         Filter: (state = 'open'::text)

-- appealById
select *
  from "appeals"
  where "id" = ?;
-- SQLite     SEARCH appeals USING INDEX sqlite_autoindex_appeals_1 (id=?)
-- PostgreSQL Index Scan using appeals_pkey on appeals
-- PostgreSQL   Index Cond: (id = $1)

-- appealsOf
select *
  from "appeals"
  where "post_id" = ?
  order by "created_at" desc, "id" desc;
-- SQLite     SEARCH appeals USING INDEX appeals_post (post_id=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Incremental Sort
-- PostgreSQL   Sort Key: created_at DESC, id DESC
-- PostgreSQL   Presorted Key: created_at
-- PostgreSQL   ->  Index Scan Backward using appeals_post on appeals
-- PostgreSQL         Index Cond: (post_id = $1)

-- insertAppeal
insert into "appeals" ("id", "post_id", "revision_id", "site", "account_id", "decision_at", "message", "state", "answer", "decided_by", "created_at", "decided_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on appeals
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- latestAppeals
select *
  from "appeals"
  where "post_id" in (?, ?)
  order by "created_at", "id";
-- SQLite     SEARCH appeals USING INDEX appeals_post (post_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: created_at, id
-- PostgreSQL   ->  Index Scan using appeals_post on appeals
-- PostgreSQL         Index Cond: (post_id = ANY (ARRAY[$1, $2]))

-- openAppealOf
select *
  from "appeals"
  where "revision_id" = ? and "state" = 'open';
-- SQLite     SEARCH appeals USING INDEX sqlite_autoindex_appeals_2 (revision_id=?)
-- PostgreSQL Index Scan using appeals_revision_id_decision_at_key on appeals
-- PostgreSQL   Index Cond: (revision_id = $1)
-- PostgreSQL   Filter: (state = 'open'::text)

-- openAppeals
select *
  from "appeals"
  where "state" = 'open'
  order by "created_at", "id"
  limit ?;
-- SQLite     SCAN appeals USING INDEX appeals_open
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using appeals_open on appeals
