-- The statements of src/store/lists/tag-counts.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- addTagChanges, PostgreSQL only
delete
  from "tag_changes"
  where "seq" in (select "seq"
  from "tag_changes"
  order by "seq"
  limit ? for no key update skip locked)
  returning "site", "kind", "within", "name", "posts";
-- PostgreSQL Delete on tag_changes
-- PostgreSQL   ->  Hash Semi Join
-- PostgreSQL         Hash Cond: (tag_changes.seq = "ANY_subquery".seq)
-- PostgreSQL         ->  Seq Scan on tag_changes
-- PostgreSQL         ->  Hash
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  LockRows
-- PostgreSQL                                 ->  Index Scan using tag_changes_pkey on tag_changes tag_changes_1

-- addTagChanges, SQLite only
delete
  from "tag_changes"
  where "seq" in (select "seq"
  from "tag_changes"
  order by "seq"
  limit ?)
  returning "site", "kind", "within", "name", "posts";
-- SQLite     SEARCH tag_changes USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SCAN tag_changes

-- addTagChanges
insert into "tag_counts" ("site", "kind", "within", "name", "posts")
  values (?, ?, ?, ?, ?)
  on conflict ("site", "kind", "within", "name") do update
  set "posts" = tag_counts.posts + excluded.posts;
-- PostgreSQL Insert on tag_counts
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: tag_counts_pkey
-- PostgreSQL   ->  Result

-- countTags
insert into "tag_counts" ("kind", "within", "name", "site", "posts")
  values (?, ?, ?, ?, ?)
  on conflict ("site", "kind", "within", "name") do update
  set "posts" = tag_counts.posts + excluded.posts;
-- PostgreSQL Insert on tag_counts
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: tag_counts_pkey
-- PostgreSQL   ->  Result

-- mostUsedTags
select name, within, sum(posts) as posts
  from (select *
  from (select *
  from (select name, within, posts
  from tag_counts
  where site = ? and kind = ? and 1 = 1
  order by posts desc, name desc
  limit ? + (select count(*)
  from tag_changes
  where site = ? and kind = ? and 1 = 1)) most
  union select name, within, posts
  from tag_counts
  where site = ? and kind = ? and 1 = 1 and (within, name) in (select within, name
  from tag_changes
  where site = ? and kind = ? and 1 = 1)) counted
  union all select name, within, posts
  from tag_changes
  where site = ? and kind = ? and 1 = 1) found
  group by name, within
  having sum(posts) > 0
  order by 3 desc, name
  limit ?;
-- SQLite     CO-ROUTINE found
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           CO-ROUTINE counted
-- SQLite             MERGE (UNION)
-- SQLite               LEFT
-- SQLite                 CO-ROUTINE most
-- SQLite                   SCALAR SUBQUERY 1
-- SQLite                     SCAN tag_changes
-- SQLite                   SEARCH tag_counts USING COVERING INDEX tag_counts_overall (site=? AND kind=?)
-- SQLite                 SCAN most
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               RIGHT
-- SQLite                 SEARCH tag_counts USING PRIMARY KEY (site=? AND kind=? AND within=? AND name=?)
-- SQLite                 LIST SUBQUERY 9
-- SQLite                   SCAN tag_changes
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite           SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN tag_changes
-- SQLite     SCAN found
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (sum(tag_counts.posts)) DESC, tag_counts.name
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: tag_counts.name, tag_counts.within
-- PostgreSQL               Filter: (sum(tag_counts.posts) > '0'::numeric)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: tag_counts.name, tag_counts.within
-- PostgreSQL                     ->  Append
-- PostgreSQL                           ->  Unique
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: tag_counts.name, tag_counts.within, tag_counts.posts
-- PostgreSQL                                       ->  Append
-- PostgreSQL                                             ->  Limit
-- PostgreSQL                                                   InitPlan 1
-- PostgreSQL                                                     ->  Aggregate
-- PostgreSQL                                                           ->  Seq Scan on tag_changes tag_changes_2
-- PostgreSQL                                                                 Filter: ((site = $4) AND (kind = $5))
-- PostgreSQL                                                   ->  Index Scan Backward using tag_counts_overall on tag_counts
-- PostgreSQL                                                         Index Cond: ((site = $1) AND (kind = $2))
-- PostgreSQL                                             ->  Nested Loop Semi Join
-- PostgreSQL                                                   Join Filter: ((tag_counts_1.within = tag_changes.within) AND (tag_counts_1.name = tag_changes.name))
-- PostgreSQL                                                   ->  Index Scan using tag_counts_pkey on tag_counts tag_counts_1
-- PostgreSQL                                                         Index Cond: ((site = $6) AND (kind = $7))
-- PostgreSQL                                                   ->  Materialize
-- PostgreSQL                                                         ->  Seq Scan on tag_changes
-- PostgreSQL                                                               Filter: ((site = $8) AND (kind = $9))
-- PostgreSQL                           ->  Seq Scan on tag_changes tag_changes_1
-- PostgreSQL                                 Filter: ((site = $10) AND (kind = $11))

-- mostUsedTags
select name, within, sum(posts) as posts
  from (select *
  from (select *
  from (select name, within, posts
  from tag_counts
  where site = ? and kind = ? and within = ?
  order by posts desc, name desc
  limit ? + (select count(*)
  from tag_changes
  where site = ? and kind = ? and within = ?)) most
  union select name, within, posts
  from tag_counts
  where site = ? and kind = ? and within = ? and (within, name) in (select within, name
  from tag_changes
  where site = ? and kind = ? and within = ?)) counted
  union all select name, within, posts
  from tag_changes
  where site = ? and kind = ? and within = ?) found
  group by name, within
  having sum(posts) > 0
  order by 3 desc, name
  limit ?;
-- SQLite     CO-ROUTINE found
-- SQLite       COMPOUND QUERY
-- SQLite         LEFT-MOST SUBQUERY
-- SQLite           CO-ROUTINE counted
-- SQLite             MERGE (UNION)
-- SQLite               LEFT
-- SQLite                 CO-ROUTINE most
-- SQLite                   SCALAR SUBQUERY 1
-- SQLite                     SCAN tag_changes
-- SQLite                   SEARCH tag_counts USING COVERING INDEX tag_counts_most (site=? AND kind=? AND within=?)
-- SQLite                 SCAN most
-- SQLite                 USE TEMP B-TREE FOR ORDER BY
-- SQLite               RIGHT
-- SQLite                 SEARCH tag_counts USING PRIMARY KEY (site=? AND kind=? AND within=? AND name=?)
-- SQLite                 LIST SUBQUERY 9
-- SQLite                   SCAN tag_changes
-- SQLite                 LIST SUBQUERY 4
-- SQLite                   SCAN tag_changes
-- SQLite                   CREATE BLOOM FILTER
-- SQLite           SCAN counted
-- SQLite         UNION ALL
-- SQLite           SCAN tag_changes
-- SQLite     SCAN found
-- SQLite     USE TEMP B-TREE FOR GROUP BY
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (sum(tag_counts.posts)) DESC, tag_counts.name
-- PostgreSQL         ->  GroupAggregate
-- PostgreSQL               Group Key: tag_counts.name, tag_counts.within
-- PostgreSQL               Filter: (sum(tag_counts.posts) > '0'::numeric)
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: tag_counts.name, tag_counts.within
-- PostgreSQL                     ->  Append
-- PostgreSQL                           ->  Unique
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: tag_counts.name, tag_counts.within, tag_counts.posts
-- PostgreSQL                                       ->  Append
-- PostgreSQL                                             ->  Limit
-- PostgreSQL                                                   InitPlan 1
-- PostgreSQL                                                     ->  Aggregate
-- PostgreSQL                                                           ->  Seq Scan on tag_changes tag_changes_2
-- PostgreSQL                                                                 Filter: ((site = $5) AND (kind = $6) AND (within = $7))
-- PostgreSQL                                                   ->  Index Only Scan Backward using tag_counts_most on tag_counts
-- PostgreSQL                                                         Index Cond: ((site = $1) AND (kind = $2) AND (within = $3))
-- PostgreSQL                                             ->  Result
-- PostgreSQL                                                   One-Time Filter: ($10 = $13)
-- PostgreSQL                                                   ->  Nested Loop Semi Join
-- PostgreSQL                                                         Join Filter: (tag_counts_1.name = tag_changes.name)
-- PostgreSQL                                                         ->  Index Scan using tag_counts_pkey on tag_counts tag_counts_1
-- PostgreSQL                                                               Index Cond: ((site = $8) AND (kind = $9) AND (within = $13))
-- PostgreSQL                                                         ->  Seq Scan on tag_changes
-- PostgreSQL                                                               Filter: ((within = $13) AND (site = $11) AND (kind = $12))
-- PostgreSQL                           ->  Seq Scan on tag_changes tag_changes_1
-- PostgreSQL                                 Filter: ((site = $14) AND (kind = $15) AND (within = $16))

-- noteTags
insert into "tag_changes" ("kind", "within", "name", "site", "posts")
  values (?, ?, ?, ?, ?);
-- PostgreSQL Insert on tag_changes
-- PostgreSQL   ->  Result
