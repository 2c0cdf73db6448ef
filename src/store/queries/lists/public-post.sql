-- The statements of src/store/lists/public-post.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- publicPost
select "public_json", "published_at", "site", "key_id", "version", "event"
  from "posts"
  where "id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Index Scan using posts_id_key on posts
-- PostgreSQL   Index Cond: (id = $1)

-- publicPosts
select "id", "public_json", "version", "event"
  from "posts"
  where "id" in (?, ?) and "public_json" is not null;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Index Scan using posts_id_key on posts
-- PostgreSQL   Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   Filter: (public_json IS NOT NULL)
