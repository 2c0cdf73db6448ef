-- The statements of src/store/review/samples.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- answerSample
update "review_samples"
  set "second_reviewer" = ?, "second_label" = ?, "second_reason" = ?, "second_at" = ?
  where "kind" = ? and "subject" = ? and "first_at" = ? and "second_at" is null;
-- SQLite     SEARCH review_samples USING INDEX sqlite_autoindex_review_samples_1 (kind=? AND subject=? AND first_at=?)
-- PostgreSQL Update on review_samples
-- PostgreSQL   ->  Index Scan using review_samples_since on review_samples
-- PostgreSQL         Index Cond: ((kind = $5) AND (subject = $6))
-- PostgreSQL         Filter: ((second_at IS NULL) AND (first_at = $7))

-- countSamples
select count(*) as "decided", count(case when first_label <> second_label then 1 end) as "disagreed"
  from "review_samples"
  where "second_at" is not null and "second_at" >= ?;
-- SQLite     SEARCH review_samples USING INDEX review_samples_second (second_at>?)
-- PostgreSQL Aggregate
-- PostgreSQL   ->  Seq Scan on review_samples
-- PostgreSQL         Filter: ((second_at IS NOT NULL) AND (second_at >= $1))

-- disagreements
select *
  from "review_samples"
  where "second_at" is not null and first_label <> second_label
  order by "second_at" desc
  limit ?;
-- SQLite     SEARCH review_samples USING INDEX review_samples_second (second_at>?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using review_samples_second on review_samples
-- PostgreSQL         Filter: (first_label <> second_label)

-- forgetSamples
delete
  from "review_samples"
  where "second_at" is null and "first_at" <= ?;
-- SQLite     SCAN review_samples USING INDEX review_samples_since
-- PostgreSQL Delete on review_samples
-- PostgreSQL   ->  Index Scan using review_samples_since on review_samples
-- PostgreSQL         Filter: ((second_at IS NULL) AND (first_at <= $1))

-- insertSample
insert into "review_samples" ("kind", "subject", "post_id", "revision_id", "shown_revision", "site", "since", "first_reviewer", "first_label", "first_reason", "first_at", "second_reviewer", "second_label", "second_reason", "second_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on review_samples
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- insertSample
insert into "review_samples" ("kind", "subject", "post_id", "site", "revision_id", "shown_revision", "since", "first_reviewer", "first_label", "first_reason", "first_at", "second_reviewer", "second_label", "second_reason", "second_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on review_samples
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- sampleFor
select *
  from "review_samples"
  where "kind" = ? and "subject" = ? and "second_at" is null and "first_reviewer" <> ?;
-- SQLite     SEARCH review_samples USING INDEX review_samples_open (kind=? AND subject=?)
-- PostgreSQL Index Scan using review_samples_since on review_samples
-- PostgreSQL   Index Cond: ((kind = $1) AND (subject = $2))
-- PostgreSQL   Filter: (first_reviewer <> $3)
