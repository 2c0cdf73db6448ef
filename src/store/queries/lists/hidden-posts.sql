-- The statements of src/store/lists/hidden-posts.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- hiddenEvents
select "posts"."id", "hidden_at", "version", "event", "fields", "facts", "posts"."account_id"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."shown_revision"
  where "posts"."site" = ? and "hidden_at" is not null and "hidden_at" > ? and "facts" <> ?
  order by "hidden_at" desc, "posts"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_hidden (site=? AND hidden_at>?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan Backward using posts_hidden on posts
-- PostgreSQL               Index Cond: ((site = $1) AND (hidden_at > $2))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = posts.shown_revision)
-- PostgreSQL               Filter: (facts <> $3)

-- hiddenPosts
select "id", "hidden_at", "seq"
  from "posts"
  where "posts"."site" = ? and "hidden_at" is not null and ("hidden_at" < ? or ("hidden_at" = ? and "seq" < ?))
  order by "hidden_at" desc, "seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_hidden (site=? AND hidden_at>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using posts_hidden on posts
-- PostgreSQL         Index Cond: (site = $1)
-- PostgreSQL         Filter: ((hidden_at < $2) OR ((hidden_at = $3) AND (seq < $4)))

-- hiddenPosts
select "id", "hidden_at", "seq"
  from "posts"
  where "posts"."site" = ? and "hidden_at" is not null
  order by "hidden_at" desc, "seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_hidden (site=? AND hidden_at>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using posts_hidden on posts
-- PostgreSQL         Index Cond: (site = $1)
