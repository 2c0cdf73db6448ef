-- The statements of src/store/learning/shadow.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- addCount
insert into "shadow_counts" ("day", "category", "active_to", "candidate_to", "texts")
  values (?, ?, ?, ?, ?)
  on conflict ("day", "category", "active_to", "candidate_to") do update
  set "texts" = shadow_counts.texts + ?;
-- PostgreSQL Insert on shadow_counts
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: shadow_counts_pkey
-- PostgreSQL   ->  Result

-- addDifferences
insert into "shadow_differences" ("revision_id", "post_id", "site", "judged_at", "active_to", "active_category", "candidate_to", "candidate_category")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("revision_id") do nothing;
-- PostgreSQL Insert on shadow_differences
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   Conflict Arbiter Indexes: shadow_differences_revision_id_key
-- PostgreSQL   ->  Result

-- addMissed
update "shadow_candidates"
  set "missed" = "missed" + ?
  where "seq" = ?;
-- SQLite     SEARCH shadow_candidates USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on shadow_candidates
-- PostgreSQL   ->  Index Scan using shadow_candidates_pkey on shadow_candidates
-- PostgreSQL         Index Cond: (seq = $2)

-- candidateRow
select *
  from "shadow_candidates";
-- SQLite     SCAN shadow_candidates
-- PostgreSQL Seq Scan on shadow_candidates

-- forgetShadow
delete
  from "shadow_counts"
  where "day" < ?;
-- SQLite     SEARCH shadow_counts USING INDEX sqlite_autoindex_shadow_counts_1 (day<?)
-- PostgreSQL Delete on shadow_counts
-- PostgreSQL   ->  Seq Scan on shadow_counts
-- PostgreSQL         Filter: (day < $1)

-- forgetShadow
delete
  from "shadow_differences"
  where ("seq" <= (select "seq"
  from "shadow_differences"
  order by "seq" desc
  limit ? offset ?) or "judged_at" < ?);
-- SQLite     SCAN shadow_differences
-- SQLite     SCALAR SUBQUERY 1
-- SQLite       SCAN shadow_differences
-- PostgreSQL Delete on shadow_differences
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Index Only Scan Backward using shadow_differences_pkey on shadow_differences shadow_differences_1
-- PostgreSQL   ->  Seq Scan on shadow_differences
-- PostgreSQL         Filter: ((seq <= (InitPlan 1).col1) OR (judged_at < $3))

-- latestDifferences
select *
  from "shadow_differences"
  order by "seq" desc
  limit ?;
-- SQLite     SCAN shadow_differences
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using shadow_differences_pkey on shadow_differences

-- replaceCandidate
delete
  from "shadow_candidates";
-- PostgreSQL Delete on shadow_candidates
-- PostgreSQL   ->  Seq Scan on shadow_candidates

-- replaceCandidate
delete
  from "shadow_counts";
-- PostgreSQL Delete on shadow_counts
-- PostgreSQL   ->  Seq Scan on shadow_counts

-- replaceCandidate
delete
  from "shadow_differences";
-- PostgreSQL Delete on shadow_differences
-- PostgreSQL   ->  Seq Scan on shadow_differences

-- replaceCandidate
insert into "shadow_candidates" ("policy", "policy_version", "learned", "one_in", "started_by", "started_at", "seq", "missed")
  values (?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on shadow_candidates
-- PostgreSQL   ->  Result

-- replaceCandidate, SQLite only
select *
  from "shadow_candidates";
-- SQLite     SCAN shadow_candidates

-- shadowCounts
select "category", "active_to", "candidate_to", sum("texts") as "texts"
  from "shadow_counts"
  group by "category", "active_to", "candidate_to"
  order by "category", "active_to", "candidate_to";
-- SQLite     SCAN shadow_counts
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: category, active_to, candidate_to
-- PostgreSQL   ->  HashAggregate
-- PostgreSQL         Group Key: category, active_to, candidate_to
-- PostgreSQL         ->  Seq Scan on shadow_counts

-- shadowVersion
select "value"
  from "meta"
  where "name" = 'shadow-changes';
-- SQLite     SEARCH meta USING INDEX sqlite_autoindex_meta_1 (name=?)
-- PostgreSQL Index Scan using meta_pkey on meta
-- PostgreSQL   Index Cond: (name = 'shadow-changes'::text)
