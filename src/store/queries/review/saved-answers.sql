-- The statements of src/store/review/saved-answers.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- deleteAnswer
delete
  from "saved_answers"
  where "reviewer" = ? and "name" = ?;
-- SQLite     SEARCH saved_answers USING INDEX sqlite_autoindex_saved_answers_1 (reviewer=? AND name=?)
-- PostgreSQL Delete on saved_answers
-- PostgreSQL   ->  Index Scan using saved_answers_pkey on saved_answers
-- PostgreSQL         Index Cond: ((reviewer = $1) AND (name = $2))

-- saveAnswer
insert into "saved_answers" ("reviewer", "name", "answer", "created_at")
  values (?, ?, ?, ?)
  on conflict ("reviewer", "name") do update
  set "answer" = ?, "created_at" = ?;
-- PostgreSQL Insert on saved_answers
-- PostgreSQL   Conflict Resolution: UPDATE
-- PostgreSQL   Conflict Arbiter Indexes: saved_answers_pkey
-- PostgreSQL   ->  Result

-- savedAnswersOf
select *
  from "saved_answers"
  where "reviewer" = ?
  order by "name";
-- SQLite     SEARCH saved_answers USING INDEX sqlite_autoindex_saved_answers_1 (reviewer=?)
-- PostgreSQL Index Scan using saved_answers_pkey on saved_answers
-- PostgreSQL   Index Cond: (reviewer = $1)
