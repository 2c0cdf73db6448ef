-- The statements of src/store/lists/standing-matches.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- dueStandingPosts
select "standing_posts".*, "posts"."account_id", "posts"."version", "posts"."event", "posts"."shown_revision", "revisions"."fields", "revisions"."facts", "listing"."seq" as "listing_seq", "listing"."expires_at", case when posts.public_json is null then 0 else 1 end as "public"
  from "standing_posts"
  left join "posts" on "posts"."id" = "standing_posts"."post_id"
  left join "revisions" on "revisions"."id" = "posts"."shown_revision"
  left join "listing" on "listing"."post_id" = "posts"."id"
  where "standing_posts"."due_at" <= ?
  order by "standing_posts"."due_at", "standing_posts"."id"
  limit ?;
-- SQLite     SEARCH standing_posts USING INDEX standing_posts_due (due_at<?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?) LEFT-JOIN
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     SEARCH listing USING INDEX sqlite_autoindex_listing_1 (post_id=?) LEFT-JOIN
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         ->  Nested Loop Left Join
-- PostgreSQL               ->  Nested Loop Left Join
-- PostgreSQL                     ->  Index Scan using standing_posts_due on standing_posts
-- PostgreSQL                           Index Cond: (due_at <= $1)
-- PostgreSQL                     ->  Index Scan using posts_id_key on posts
-- PostgreSQL                           Index Cond: (id = standing_posts.post_id)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL                     Index Cond: (id = posts.shown_revision)
-- PostgreSQL         ->  Index Scan using listing_post_id_key on listing
-- PostgreSQL               Index Cond: (post_id = posts.id)

-- forgetMatches
delete
  from "standing_matches"
  where "matched_at" < ?;
-- SQLite     SEARCH standing_matches USING COVERING INDEX standing_matches_age (matched_at<?)
-- PostgreSQL Delete on standing_matches
-- PostgreSQL   ->  Index Scan using standing_matches_age on standing_matches
-- PostgreSQL         Index Cond: (matched_at < $1)

-- holdStandingPosts, SQLite only
select "id", "account_id", "site"
  from "standing_searches"
  where "id" in (?, ?)
  order by "id";
-- SQLite     SEARCH standing_searches USING INDEX sqlite_autoindex_standing_searches_1 (id=?)

-- holdStandingPosts, PostgreSQL only
select "id", "account_id", "site"
  from "standing_searches"
  where "id" in (?, ?)
  order by "id" for share;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Index Scan using standing_searches_pkey on standing_searches
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))

-- holdStandingPosts, SQLite only
select "id", (select "version"
  from "posts"
  where "posts"."id" = "standing_posts"."post_id") as "version", (select "published_at"
  from "posts"
  where "posts"."id" = "standing_posts"."post_id") as "published_at"
  from "standing_posts"
  where "id" in (?, ?)
  order by "id";
-- SQLite     SEARCH standing_posts USING INDEX sqlite_autoindex_standing_posts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)

-- holdStandingPosts, PostgreSQL only
select "id", (select "version"
  from "posts"
  where "posts"."id" = "standing_posts"."post_id") as "version", (select "published_at"
  from "posts"
  where "posts"."id" = "standing_posts"."post_id") as "published_at"
  from "standing_posts"
  where "id" in (?, ?)
  order by "id" for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: standing_posts.id
-- PostgreSQL         ->  Bitmap Heap Scan on standing_posts
-- PostgreSQL               Recheck Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL               ->  Bitmap Index Scan on standing_posts_pkey
-- PostgreSQL                     Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL               SubPlan 1
-- PostgreSQL                 ->  Index Scan using posts_id_key on posts
-- PostgreSQL                       Index Cond: (id = standing_posts.post_id)
-- PostgreSQL               SubPlan 2
-- PostgreSQL                 ->  Index Scan using posts_id_key on posts posts_1
-- PostgreSQL                       Index Cond: (id = standing_posts.post_id)

-- matchedTexts
select "standing_matches"."post_id", "listing_texts"."public_json"
  from "standing_matches"
  inner join "listing" on "listing"."post_id" = "standing_matches"."post_id"
  inner join "listing_texts" on "listing_texts"."listing_seq" = "listing"."seq"
  where "standing_matches"."search_id" = ? and ("listing"."expires_at" is null or "listing"."expires_at" > ?)
  order by "standing_matches"."matched_at" desc, "standing_matches"."post_id" desc
  limit ?;
-- SQLite     SEARCH standing_matches USING COVERING INDEX standing_matches_newest (search_id=?)
-- SQLite     SEARCH listing USING INDEX sqlite_autoindex_listing_1 (post_id=?)
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Only Scan Backward using standing_matches_newest on standing_matches
-- PostgreSQL                     Index Cond: (search_id = $1)
-- PostgreSQL               ->  Index Scan using listing_post_id_key on listing
-- PostgreSQL                     Index Cond: (post_id = standing_matches.post_id)
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $2))
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- postponeStandingPost
update "standing_posts"
  set "due_at" = ?, "attempts" = ?
  where "id" = ?;
-- SQLite     SEARCH standing_posts USING INDEX sqlite_autoindex_standing_posts_1 (id=?)
-- PostgreSQL Update on standing_posts
-- PostgreSQL   ->  Index Scan using standing_posts_pkey on standing_posts
-- PostgreSQL         Index Cond: (id = $3)

-- queueForSearches
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     CO-ROUTINE asked
-- SQLite       SCAN CONSTANT ROW
-- SQLite     SCAN asked
-- SQLite     CORRELATED SCALAR SUBQUERY 2
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)
-- PostgreSQL Insert on standing_posts
-- PostgreSQL   ->  Nested Loop Semi Join
-- PostgreSQL         ->  Result
-- PostgreSQL         ->  Index Only Scan using standing_searches_site on standing_searches
-- PostgreSQL               Index Cond: (site = $3)

-- queueForSearches
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     SCAN 2-ROW VALUES CLAUSE
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)
-- PostgreSQL Insert on standing_posts
-- PostgreSQL   ->  Nested Loop Semi Join
-- PostgreSQL         ->  Values Scan on "*VALUES*"
-- PostgreSQL         ->  Index Only Scan using standing_searches_site on standing_searches
-- PostgreSQL               Index Cond: (site = "*VALUES*".column3)

-- queueForSearches
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     SCAN 3-ROW VALUES CLAUSE
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)
-- PostgreSQL Insert on standing_posts
-- PostgreSQL   ->  Nested Loop Semi Join
-- PostgreSQL         ->  Values Scan on "*VALUES*"
-- PostgreSQL         ->  Index Only Scan using standing_searches_site on standing_searches
-- PostgreSQL               Index Cond: (site = "*VALUES*".column3)

-- queueForSearches
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     SCAN 4-ROW VALUES CLAUSE
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)
-- PostgreSQL Insert on standing_posts
-- PostgreSQL   ->  Nested Loop Semi Join
-- PostgreSQL         ->  Values Scan on "*VALUES*"
-- PostgreSQL         ->  Index Only Scan using standing_searches_site on standing_searches
-- PostgreSQL               Index Cond: (site = "*VALUES*".column3)

-- queueForSearches
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     SCAN 7-ROW VALUES CLAUSE
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)
-- PostgreSQL Insert on standing_posts
-- PostgreSQL   ->  Nested Loop Semi Join
-- PostgreSQL         ->  Values Scan on "*VALUES*"
-- PostgreSQL         ->  Index Only Scan using standing_searches_site on standing_searches
-- PostgreSQL               Index Cond: (site = "*VALUES*".column3)

-- queueForSearches
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     SCAN 9-ROW VALUES CLAUSE
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)
-- PostgreSQL Insert on standing_posts
-- PostgreSQL   ->  Nested Loop Semi Join
-- PostgreSQL         ->  Values Scan on "*VALUES*"
-- PostgreSQL         ->  Index Only Scan using standing_searches_site on standing_searches
-- PostgreSQL               Index Cond: (site = "*VALUES*".column3)

-- queueForSearches, SQLite only
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     SCAN 16-ROW VALUES CLAUSE
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)

-- queueForSearches, SQLite only
insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts) select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
  from (values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)) asked
  where exists (select 1
  from standing_searches
  where standing_searches.site = asked.column3
  limit 1);
-- SQLite     SCAN 64-ROW VALUES CLAUSE
-- SQLite     CORRELATED SCALAR SUBQUERY 3
-- SQLite       SEARCH standing_searches USING COVERING INDEX standing_searches_site (site=?)

-- recordMatches
delete
  from "standing_posts"
  where "id" in (?, ?)
  returning "id";
-- SQLite     SEARCH standing_posts USING COVERING INDEX sqlite_autoindex_standing_posts_1 (id=?)
-- PostgreSQL Delete on standing_posts
-- PostgreSQL   ->  Bitmap Heap Scan on standing_posts
-- PostgreSQL         Recheck Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL         ->  Bitmap Index Scan on standing_posts_pkey
-- PostgreSQL               Index Cond: (id = ANY (ARRAY[$1, $2]))

-- recordMatches
insert into "standing_matches" ("search_id", "post_id", "matched_at")
  values (?, ?, ?)
  on conflict do nothing
  returning "search_id", "post_id";
-- PostgreSQL Insert on standing_matches
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- standingPostsById
select "standing_posts".*, "posts"."account_id", "posts"."version", "posts"."event", "posts"."shown_revision", "revisions"."fields", "revisions"."facts", "listing"."seq" as "listing_seq", "listing"."expires_at", case when posts.public_json is null then 0 else 1 end as "public"
  from "standing_posts"
  left join "posts" on "posts"."id" = "standing_posts"."post_id"
  left join "revisions" on "revisions"."id" = "posts"."shown_revision"
  left join "listing" on "listing"."post_id" = "posts"."id"
  where "standing_posts"."id" in (?, ?)
  order by "standing_posts"."id";
-- SQLite     SEARCH standing_posts USING INDEX sqlite_autoindex_standing_posts_1 (id=?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?) LEFT-JOIN
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?) LEFT-JOIN
-- SQLite     SEARCH listing USING INDEX sqlite_autoindex_listing_1 (post_id=?) LEFT-JOIN
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: standing_posts.id
-- PostgreSQL   ->  Nested Loop Left Join
-- PostgreSQL         ->  Nested Loop Left Join
-- PostgreSQL               ->  Nested Loop Left Join
-- PostgreSQL                     ->  Bitmap Heap Scan on standing_posts
-- PostgreSQL                           Recheck Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL                           ->  Bitmap Index Scan on standing_posts_pkey
-- PostgreSQL                                 Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL                     ->  Index Scan using posts_id_key on posts
-- PostgreSQL                           Index Cond: (id = standing_posts.post_id)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL                     Index Cond: (id = posts.shown_revision)
-- PostgreSQL         ->  Index Scan using listing_post_id_key on listing
-- PostgreSQL               Index Cond: (post_id = posts.id)
