-- The statements of src/store/lists/listed-documents.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- listedDocuments
select "listing"."seq", "listing"."site", "listing"."tags", "revisions"."fields", "revisions"."facts"
  from "listing"
  inner join "posts" on "posts"."id" = "listing"."post_id"
  inner join "revisions" on "revisions"."id" = "posts"."shown_revision"
  where "listing"."seq" >= ? and "listing"."seq" <= ?;
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using listing_pkey on listing
-- PostgreSQL               Index Cond: ((seq >= $1) AND (seq <= $2))
-- PostgreSQL         ->  Index Scan using posts_id_key on posts
-- PostgreSQL               Index Cond: (id = listing.post_id)
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = posts.shown_revision)
