-- The statements of src/store/posts/posts.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- hidePost
update "posts"
  set "live_fingerprint" = ?, "version" = ?, "hidden_at" = ?, "public_json" = ?
  where "id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $5)

-- insertPost
insert into "posts" ("id", "site", "account_id", "key_id", "latest_revision", "shown_revision", "version", "event", "live_fingerprint", "published_at", "expires_at", "public_json")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on posts
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- livePostWith
select "posts"."id", "posts"."key_id", "revisions"."status", case when public_json is null then 0 else 1 end as "public"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "live_fingerprint" = ?;
-- SQLite     SEARCH posts USING INDEX posts_fingerprint (live_fingerprint=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using posts_fingerprint on posts
-- PostgreSQL         Index Cond: (live_fingerprint = $1)
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = posts.id)

-- lockFreePosts, SQLite only
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."id" in (?, ?)
  order by "posts"."id";
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)

-- lockFreePosts, PostgreSQL only
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."id" in (?, ?)
  order by "posts"."id" for no key update skip locked;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using posts_id_key on posts
-- PostgreSQL               Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = posts.id)

-- lockPost, SQLite only
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)

-- lockPost, PostgreSQL only
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."id" = ? for no key update;
-- PostgreSQL LockRows
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan using posts_id_key on posts
-- PostgreSQL               Index Cond: (id = $1)
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = $1)

-- postById
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $1)
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = $1)

-- postsById
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."id" in (?, ?);
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = ANY (ARRAY[$1, $2]))
-- PostgreSQL   ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL         Index Cond: (id = posts.id)

-- postsOfKey
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."key_id" = ? and "posts"."site" = ? and "revisions"."status" <> 'deleted' and "posts"."seq" < ?
  order by "posts"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=? AND site=? AND seq<?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan Backward using posts_key on posts
-- PostgreSQL               Index Cond: ((key_id = $1) AND (site = $2) AND (seq < $3))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = posts.id)
-- PostgreSQL               Filter: (status <> 'deleted'::text)

-- postsOfKey
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."key_id" = ? and "posts"."site" = ? and "revisions"."status" <> 'deleted'
  order by "posts"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=? AND site=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan Backward using posts_key on posts
-- PostgreSQL               Index Cond: ((key_id = $1) AND (site = $2))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = posts.id)
-- PostgreSQL               Filter: (status <> 'deleted'::text)

-- postsOfKey
select "posts".*, "revisions"."status", "revisions"."price", "revisions"."submitted_at", "revisions"."rejection_category", "revisions"."rejection_reason", "revisions"."rejection_penalized", "revisions"."rejection_amount", "revisions"."rejection_basis", "revisions"."decided_at", "revisions"."judge_until", "revisions"."approval", "revisions"."approval_at", "revisions"."approval_reason"
  from "posts"
  inner join "revisions" on "revisions"."id" = "posts"."id"
  where "posts"."key_id" = ? and "posts"."site" = ? and "revisions"."status" = ?
  order by "posts"."seq" desc
  limit ?;
-- SQLite     SEARCH posts USING INDEX posts_key (key_id=? AND site=?)
-- SQLite     SEARCH revisions USING INDEX sqlite_autoindex_revisions_1 (id=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan Backward using posts_key on posts
-- PostgreSQL               Index Cond: ((key_id = $1) AND (site = $2))
-- PostgreSQL         ->  Index Scan using revisions_id_key on revisions
-- PostgreSQL               Index Cond: (id = posts.id)
-- PostgreSQL               Filter: (status = $3)

-- releaseExpired, PostgreSQL only
update "posts"
  set "live_fingerprint" = ?
  where "id" in (select "id"
  from "posts"
  where "live_fingerprint" is not null and "expires_at" <= ?
  limit ? for no key update skip locked)
  returning "id", "shown_revision";
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  HashAggregate
-- PostgreSQL               Group Key: "ANY_subquery".id
-- PostgreSQL               ->  Subquery Scan on "ANY_subquery"
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  LockRows
-- PostgreSQL                                 ->  Index Scan using posts_release on posts posts_1
-- PostgreSQL                                       Index Cond: (expires_at <= $2)
-- PostgreSQL                                       Filter: (live_fingerprint IS NOT NULL)
-- PostgreSQL         ->  Index Scan using posts_id_key on posts
-- PostgreSQL               Index Cond: (id = "ANY_subquery".id)

-- releaseExpired, SQLite only
update "posts"
  set "live_fingerprint" = ?
  where "id" in (select "id"
  from "posts"
  where "live_fingerprint" is not null and "expires_at" <= ?
  limit ?)
  returning "id", "shown_revision";
-- SQLite     SEARCH posts USING COVERING INDEX sqlite_autoindex_posts_1 (id=?)
-- SQLite     LIST SUBQUERY 1
-- SQLite       SEARCH posts USING INDEX posts_release (expires_at<?)

-- setFingerprint
update "posts"
  set "live_fingerprint" = ?
  where "id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $2)

-- setLatestRevision
update "posts"
  set "latest_revision" = ?
  where "id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $2)

-- showPost
update "posts"
  set "shown_revision" = ?, "version" = ?, "event" = ?, "live_fingerprint" = ?, "published_at" = ?, "expires_at" = ?, "hidden_at" = ?, "public_json" = ?
  where "id" = ?;
-- SQLite     SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)
-- PostgreSQL Update on posts
-- PostgreSQL   ->  Index Scan using posts_id_key on posts
-- PostgreSQL         Index Cond: (id = $9)
