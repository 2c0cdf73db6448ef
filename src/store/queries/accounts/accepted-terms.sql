-- The statements of src/store/accounts/accepted-terms.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- acceptTerms
insert into "accepted_terms" ("account_id", "version", "session", "accepted_at")
  values (?, ?, ?, ?)
  on conflict do nothing;
-- PostgreSQL Insert on accepted_terms
-- PostgreSQL   Conflict Resolution: NOTHING
-- PostgreSQL   ->  Result

-- acceptedTermsOf
select *
  from "accepted_terms"
  where "account_id" = ?
  order by "accepted_at" desc, "version";
-- SQLite     SEARCH accepted_terms USING INDEX sqlite_autoindex_accepted_terms_1 (account_id=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: accepted_at DESC, version
-- PostgreSQL   ->  Index Scan using accepted_terms_pkey on accepted_terms
-- PostgreSQL         Index Cond: (account_id = $1)
