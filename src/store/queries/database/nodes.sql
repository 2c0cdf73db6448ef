-- The statements of src/store/database/nodes.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- othersRun
select "id"
  from "nodes"
  where "seen_at" >= ?;
-- SQLite     SCAN nodes
-- PostgreSQL Seq Scan on nodes
-- PostgreSQL   Filter: (seen_at >= $1)

-- removeNode
delete
  from "nodes"
  where "id" = ?;
-- SQLite     SEARCH nodes USING INDEX sqlite_autoindex_nodes_1 (id=?)
-- PostgreSQL Delete on nodes
-- PostgreSQL   ->  Index Scan using nodes_pkey on nodes
-- PostgreSQL         Index Cond: (id = $1)

-- renewNode
delete
  from "nodes"
  where ("seen_at" < ? or "seen_at" > ? or "id" = ?);
-- SQLite     SCAN nodes
-- PostgreSQL Delete on nodes
-- PostgreSQL   ->  Seq Scan on nodes
-- PostgreSQL         Filter: ((seen_at < $1) OR (seen_at > $2) OR (id = $3))

-- renewNode
insert into "nodes" ("id", "sites", "seen_at")
  values (?, ?, ?);
-- PostgreSQL Insert on nodes
-- PostgreSQL   ->  Result

-- renewNode
select "sites"
  from "nodes"
  where "sites" <> ?;
-- SQLite     SCAN nodes
-- PostgreSQL Seq Scan on nodes
-- PostgreSQL   Filter: (sites <> $1)
