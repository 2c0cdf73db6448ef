-- The statements of src/store/posts/write-author.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- writeAuthor
select "posts"."id", "posts"."public_json", "listing"."seq" as "listed"
  from "posts"
  left join "listing" on "listing"."post_id" = "posts"."id"
  where "posts"."key_id" in (select "api_keys"."id"
  from "api_keys"
  where "api_keys"."account_id" = ?) and "posts"."public_json" is not null;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- SQLite     SEARCH listing USING COVERING INDEX sqlite_autoindex_listing_1 (post_id=?) LEFT-JOIN
-- PostgreSQL Nested Loop Left Join
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL         ->  Index Scan using posts_key on posts
-- PostgreSQL               Index Cond: (key_id = api_keys.id)
-- PostgreSQL               Filter: (public_json IS NOT NULL)
-- PostgreSQL   ->  Index Scan using listing_post_id_key on listing
-- PostgreSQL         Index Cond: (post_id = posts.id)

-- writeAuthor
update "listing_texts"
  set "public_json" = ?
  where "listing_seq" = ?;
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on listing_texts
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = $2)

-- writeAuthor
update "posts"
  set "public_json" = ?, "version" = version + 1
  where "id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $2)

-- writeAuthor
update "posts"
  set "version" = version + 1
  where "key_id" in (select "api_keys"."id"
  from "api_keys"
  where "api_keys"."account_id" = ?) and "public_json" is null;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH api_keys USING INDEX api_keys_account (account_id=?)
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using api_keys_account on api_keys
-- PostgreSQL               Index Cond: (account_id = $1)
-- PostgreSQL         ->  Index Scan using posts_key on posts
-- PostgreSQL               Index Cond: (key_id = api_keys.id)
-- PostgreSQL               Filter: (public_json IS NULL)
