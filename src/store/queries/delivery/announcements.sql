-- The statements of src/store/delivery/announcements.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- claimAnnouncements, PostgreSQL only
update "announcements"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "announcements"
  where "target" = ? and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "due_at", "id"
  limit ? for no key update skip locked)
  returning *;
-- PostgreSQL Update on announcements
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  LockRows
-- PostgreSQL                                 ->  Index Scan using announcements_due on announcements announcements_1
-- PostgreSQL                                       Index Cond: ((target = $3) AND (due_at <= $4))
-- PostgreSQL                                       Filter: ((lease_until IS NULL) OR (lease_until < $5))
-- PostgreSQL         ->  Index Scan using announcements_pkey on announcements
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)

-- claimAnnouncements, SQLite only
update "announcements"
  set "lease_token" = ?, "lease_until" = ?, "attempts" = attempts + 1
  where "id" in (select "id"
  from "announcements"
  where "target" = ? and "due_at" <= ? and ("lease_until" is null or "lease_until" < ?)
  order by "due_at", "id"
  limit ?)
  returning *;
-- SQLite     SEARCH announcements USING COVERING INDEX sqlite_autoindex_announcements_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH announcements USING INDEX announcements_due (target=? AND due_at<?)

-- forgetAnnouncements
delete
  from "announcements"
  where "created_at" < ?;
-- SQLite     SCAN announcements
-- PostgreSQL Delete on announcements
-- PostgreSQL   ->  Seq Scan on announcements
-- PostgreSQL         Filter: (created_at < $1)

-- insertAnnouncement
insert into "announcements" ("id", "target", "site", "post_id", "lists", "created_at", "due_at", "attempts", "lease_token", "lease_until")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on announcements
-- PostgreSQL   ->  Result

-- settleAnnouncements
delete
  from "announcements"
  where "id" in (?, ?) and "lease_token" = ?;
-- SQLite     SEARCH announcements USING INDEX sqlite_autoindex_announcements_1 (id=?)
-- PostgreSQL Delete on announcements
-- PostgreSQL   ->  Bitmap Heap Scan on announcements
-- PostgreSQL         Recheck Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL         Filter: (lease_token = $3)
-- PostgreSQL         ->  Bitmap Index Scan on announcements_pkey
-- PostgreSQL               Index Cond: (id = ANY (ARRAY[$1, $2]))

-- settleAnnouncements
update "announcements"
  set "due_at" = ?, "lease_token" = ?, "lease_until" = ?
  where "id" in (?, ?) and "lease_token" = ?;
-- SQLite     SEARCH announcements USING INDEX sqlite_autoindex_announcements_1 (id=?)
-- PostgreSQL Update on announcements
-- PostgreSQL   ->  Bitmap Heap Scan on announcements
-- PostgreSQL         Recheck Cond: (id = ANY (ARRAY[$4, $5]))
-- PostgreSQL         Filter: (lease_token = $6)
-- PostgreSQL         ->  Bitmap Index Scan on announcements_pkey
-- PostgreSQL               Index Cond: (id = ANY (ARRAY[$4, $5]))
