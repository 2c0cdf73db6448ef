-- The statements of src/store/lists/standing-searches.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- countFiled, SQLite only
select count(*) as n
  from (select 1
  from listing_search
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer)
  limit 1000) found;
-- SQLite     CO-ROUTINE found
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite     SCAN found

-- countFiled, PostgreSQL only
select count(*) as n
  from (select 1
  from listing_search
  where listing_search.document @@ ?::tsquery and listing_search.seq < ?
  limit 1000) found;
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Bitmap Heap Scan on listing_search
-- PostgreSQL               Recheck Cond: (document @@ $1)
-- PostgreSQL               Filter: (seq < $2)
-- PostgreSQL               ->  Bitmap Index Scan on listing_search_document
-- PostgreSQL                     Index Cond: (document @@ $1)

-- deleteStandingSearchRow
delete
  from "standing_searches"
  where "id" = ? and "account_id" = ?;
-- SQLite     SEARCH standing_searches USING INDEX sqlite_autoindex_standing_searches_1 (id=?)
-- SQLite     SEARCH standing_matches USING COVERING INDEX standing_matches_newest (search_id=?)
-- SQLite     SEARCH standing_anchors USING INDEX standing_anchors_search (search_id=?)
-- PostgreSQL Delete on standing_searches
-- PostgreSQL   ->  Index Scan using standing_searches_pkey on standing_searches
-- PostgreSQL         Index Cond: (id = $1)
-- PostgreSQL         Filter: (account_id = $2)

-- equalStandingSearch, SQLite only
select *
  from "standing_searches"
  where "account_id" = ? and ("expires_at" is null or "expires_at" > ?)
  order by "created_at", "id";
-- SQLite     SEARCH standing_searches USING INDEX standing_searches_account (account_id=?)

-- forgetStandingSearches
delete
  from "standing_searches"
  where "expires_at" <= ?;
-- SQLite     SEARCH standing_searches USING COVERING INDEX standing_searches_end (expires_at<?)
-- SQLite     SEARCH standing_matches USING COVERING INDEX standing_matches_newest (search_id=?)
-- SQLite     SEARCH standing_anchors USING INDEX standing_anchors_search (search_id=?)
-- PostgreSQL Delete on standing_searches
-- PostgreSQL   ->  Index Scan using standing_searches_end on standing_searches
-- PostgreSQL         Index Cond: (expires_at <= $1)

-- forgetUnsubscribed
delete
  from "standing_searches"
  where "id" in (?, ?) and "account_id" = ? and "expires_at" is not null and not exists (select "webhooks"."id"
  from "webhooks"
  where "webhooks"."account_id" = "standing_searches"."account_id" and "webhooks"."expires_at" > ? and webhooks.arguments = '{"search_id":"' || standing_searches.id || '"}');
-- SQLite     SEARCH standing_searches USING INDEX sqlite_autoindex_standing_searches_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH webhooks USING INDEX webhooks_account (account_id=?)
-- SQLite     SEARCH standing_matches USING COVERING INDEX standing_matches_newest (search_id=?)
-- SQLite     SEARCH standing_anchors USING INDEX standing_anchors_search (search_id=?)
-- PostgreSQL Delete on standing_searches
-- PostgreSQL   ->  Nested Loop Anti Join
-- PostgreSQL         Join Filter: (webhooks.arguments = (('{"search_id":"'::text || standing_searches.id) || '"}'::text))
-- PostgreSQL         ->  Index Scan using standing_searches_pkey on standing_searches
-- PostgreSQL               Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL               Filter: ((expires_at IS NOT NULL) AND (account_id = $3))
-- PostgreSQL         ->  Index Scan using webhooks_account on webhooks
-- PostgreSQL               Index Cond: (account_id = $3)
-- PostgreSQL               Filter: (expires_at > $4)

-- insertStandingSearch
insert into "standing_anchors" ("site", "anchor", "search_id", "needs")
  values (?, ?, ?, ?);
-- PostgreSQL Insert on standing_anchors
-- PostgreSQL   ->  Result

-- insertStandingSearch
insert into "standing_searches" ("id", "account_id", "site", "asked", "wanted", "created_at", "expires_at")
  values (?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on standing_searches
-- PostgreSQL   ->  Result

-- prolongStandingSearch
update "standing_searches"
  set "expires_at" = ?
  where "id" = ? and "expires_at" < ?;
-- SQLite     SEARCH standing_searches USING INDEX sqlite_autoindex_standing_searches_1 (id=?)
-- PostgreSQL Update on standing_searches
-- PostgreSQL   ->  Index Scan using standing_searches_pkey on standing_searches
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (expires_at < $3)

-- searchesThatLook
select "standing_searches".*
  from "standing_searches"
  inner join "accounts" on "accounts"."id" = "standing_searches"."account_id"
  where "standing_searches"."id" in (?, ?) and ("expires_at" is null or "expires_at" > ?) and "accounts"."suspended_at" is null and "accounts"."banned_at" is null and "accounts"."erased_at" is null;
-- SQLite     SEARCH standing_searches USING INDEX sqlite_autoindex_standing_searches_1 (id=?)
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using standing_searches_pkey on standing_searches
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL         Filter: ((expires_at IS NULL) OR (expires_at > $3))
-- PostgreSQL   ->  Memoize
-- PostgreSQL         Cache Key: standing_searches.account_id
-- PostgreSQL         Cache Mode: logical
-- PostgreSQL         ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL               Index Cond: (id = standing_searches.account_id)
-- PostgreSQL               Filter: ((suspended_at IS NULL) AND (banned_at IS NULL) AND (erased_at IS NULL))

-- searchesUnder
select "search_id", "anchor", "needs"
  from "standing_anchors"
  where "site" = ? and "anchor" in (?, ?)
  union all select *
  from (select "search_id", "anchor", "needs"
  from "standing_anchors"
  where "site" = ? and "anchor" = ?
  limit 1) as "begun";
-- SQLite     COMPOUND QUERY
-- SQLite       LEFT-MOST SUBQUERY
-- SQLite         SEARCH standing_anchors USING PRIMARY KEY (site=? AND anchor=?)
-- SQLite       UNION ALL
-- SQLite         CO-ROUTINE begun
-- SQLite           SEARCH standing_anchors USING PRIMARY KEY (site=? AND anchor=?)
-- SQLite         SCAN begun
-- PostgreSQL Append
-- PostgreSQL   ->  Index Scan using standing_anchors_pkey on standing_anchors
-- PostgreSQL         Index Cond: ((site = $1) AND (anchor = ANY (ARRAY[$2, $3])))
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan using standing_anchors_pkey on standing_anchors standing_anchors_1
-- PostgreSQL               Index Cond: ((site = $4) AND (anchor = $5))

-- standingSearchById
select *
  from "standing_searches"
  where "id" = ? and ("expires_at" is null or "expires_at" > ?);
-- SQLite     SEARCH standing_searches USING INDEX sqlite_autoindex_standing_searches_1 (id=?)
-- PostgreSQL Index Scan using standing_searches_pkey on standing_searches
-- PostgreSQL   Index Cond: (id = $1)
-- PostgreSQL   Filter: ((expires_at IS NULL) OR (expires_at > $2))

-- standingSearchesOf
select *
  from "standing_searches"
  where "account_id" = ? and ("expires_at" is null or "expires_at" > ?)
  order by "created_at", "id";
-- SQLite     SEARCH standing_searches USING INDEX standing_searches_account (account_id=?)
-- PostgreSQL Index Scan using standing_searches_account on standing_searches
-- PostgreSQL   Index Cond: (account_id = $1)
-- PostgreSQL   Filter: ((expires_at IS NULL) OR (expires_at > $2))
