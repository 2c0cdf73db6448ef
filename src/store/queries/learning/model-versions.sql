-- The statements of src/store/learning/model-versions.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- activeVersion
select "value"
  from "meta"
  where "name" = 'active_model';
-- SQLite     SEARCH meta USING INDEX sqlite_autoindex_meta_1 (name=?)
-- PostgreSQL Index Scan using meta_pkey on meta
-- PostgreSQL   Index Cond: (name = 'active_model'::text)

-- insertVersion
delete
  from "model_versions"
  where "seq" not in (select "seq"
  from "model_versions"
  order by "seq" desc
  limit ?) and "seq" not in (?, ?);
-- SQLite     SCAN model_versions
-- SQLite     LIST SUBQUERY 1
-- SQLite       SCAN model_versions
-- SQLite       CREATE BLOOM FILTER
-- PostgreSQL Delete on model_versions
-- PostgreSQL   ->  Seq Scan on model_versions
-- PostgreSQL         Filter: ((NOT (ANY (seq = (hashed SubPlan 1).col1))) AND (seq <> ALL (ARRAY[$2, $3])))
-- PostgreSQL         SubPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan Backward using model_versions_pkey on model_versions model_versions_1

-- insertVersion
insert into "model_versions" ("base", "base_name", "heads", "report", "actor", "forced", "before", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  returning "seq";
-- PostgreSQL Insert on model_versions
-- PostgreSQL   ->  Result

-- insertVersion
insert into "model_versions" ("base", "base_name", "heads", "report", "forced", "before", "actor", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  returning "seq";
-- PostgreSQL Insert on model_versions
-- PostgreSQL   ->  Result

-- modelVersions
select "seq", "base", "base_name", "report", "forced", "before", "actor", "created_at"
  from "model_versions"
  order by "seq";
-- SQLite     SCAN model_versions
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: seq
-- PostgreSQL   ->  Seq Scan on model_versions

-- versionBySeq
select *
  from "model_versions"
  where "seq" = ?;
-- SQLite     SEARCH model_versions USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Index Scan using model_versions_pkey on model_versions
-- PostgreSQL   Index Cond: (seq = $1)
