-- The statements of src/store/posts/near-duplicate-keys.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- addNearDuplicateKeys
insert into "near_duplicate_keys" ("key", "post_id")
  values (?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on near_duplicate_keys
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- postsSharingKeys
select "posts"."id", "posts"."seq", "posts"."account_id" as "accountId", "first"."submitted_at" as "submittedAt", "shown"."submitted_at" as "shownSubmittedAt", "shown"."fields", "shown"."fingerprint", "shown"."status", "shown"."lease_until"
  from (select "found"."post_id", count(*) as "keys"
  from (select "post_id"
  from "near_duplicate_keys"
  where "key" in (?, ?)
  limit ?) as "found"
  group by "found"."post_id") as "shared"
  inner join "posts" on "posts"."id" = "shared"."post_id"
  inner join "revisions" as "first" on "first"."id" = "posts"."id"
  inner join "revisions" as "shown" on "shown"."id" = "posts"."shown_revision"
  where "posts"."site" = ? and "posts"."live_fingerprint" is not null
  order by "shared"."keys" desc, "posts"."seq" desc
  limit ?;
-- SQLite     CO-ROUTINE shared
-- SQLite       CO-ROUTINE found
-- SQLite         SEARCH near_duplicate_keys USING PRIMARY KEY (key=?)
-- SQLite       SCAN found
-- SQLite       USE TEMP B-TREE FOR GROUP BY
-- SQLite     SCAN shared
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH first USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SEARCH shown USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (count(*)) DESC, posts.seq DESC
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Nested Loop
-- PostgreSQL                     Join Filter: (posts.id = first.id)
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  HashAggregate
-- PostgreSQL                                 Group Key: near_duplicate_keys.post_id
-- PostgreSQL                                 ->  Limit
-- PostgreSQL                                       ->  Index Only Scan using near_duplicate_keys_pkey on near_duplicate_keys
-- PostgreSQL                                             Index Cond: (key = ANY (ARRAY[$1, $2]))
-- PostgreSQL                           ->  Index Scan using posts_id_key on posts
-- PostgreSQL                                 Index Cond: (id = near_duplicate_keys.post_id)
-- PostgreSQL                                 Filter: ((live_fingerprint IS NOT NULL) AND (site = $4))
-- PostgreSQL                     ->  Index Scan using revisions_id_key on revisions first
-- PostgreSQL                           Index Cond: (id = near_duplicate_keys.post_id)
-- PostgreSQL               ->  Index Scan using revisions_id_key on revisions shown
-- PostgreSQL                     Index Cond: (id = posts.shown_revision)

-- removeNearDuplicateKeys
delete
  from "near_duplicate_keys"
  where "key" in (?, ?) and "post_id" = ?;
-- SQLite     SEARCH near_duplicate_keys USING PRIMARY KEY (key=? AND post_id=?)
-- PostgreSQL Delete on near_duplicate_keys
-- PostgreSQL   ->  Index Scan using near_duplicate_keys_pkey on near_duplicate_keys
-- PostgreSQL         Index Cond: ((key = ANY (ARRAY[$1, $2])) AND (post_id = $3))
