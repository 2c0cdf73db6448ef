-- The statements of src/store/lists/search-matches.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- newestMatches, SQLite only
select listing.seq, listing.headline, listing.stemmed
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing_search.rowid desc
  limit ?;
-- SQLite     SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)

-- newestMatches, PostgreSQL only
select listing.seq, listing.headline, listing.stemmed
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing_search.seq desc
  limit ?;
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Scan Backward using listing_search_pkey on listing_search
-- PostgreSQL               Index Cond: (seq < $2)
-- PostgreSQL               Filter: (document @@ $1)
-- PostgreSQL         ->  Index Scan using listing_pkey on listing
-- PostgreSQL               Index Cond: (seq = listing_search.seq)
-- PostgreSQL               Filter: ((expires_at IS NULL) OR (expires_at > $3))

-- pricedMatches, SQLite only
select listing.seq, listing.price
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing_search.rowid desc
  limit ?;
-- SQLite     SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)

-- pricedMatches, PostgreSQL only
select listing.seq, listing.price
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing_search.seq desc
  limit ?;
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: listing.seq DESC
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Scan using listing_priced on listing
-- PostgreSQL                     Index Cond: ((currency = $4) AND (price >= $5) AND (price <= $6))
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $3))
-- PostgreSQL               ->  Index Scan using listing_search_pkey on listing_search
-- PostgreSQL                     Index Cond: ((seq = listing.seq) AND (seq < $2))
-- PostgreSQL                     Filter: (document @@ $1)

-- soonestMatches, SQLite only
select page.seq, page."startsAt"
  from (select found.seq, coalesce((select min(occurrences.starts_at)
  from occurrences
  where occurrences.listing_seq = found.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)), 0) as "startsAt"
  from (select listing.seq
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing_search.rowid desc
  limit ?) found) page
  where (page."startsAt", page.seq) > (?, ?)
  order by page."startsAt", page.seq
  limit ?;
-- SQLite     CO-ROUTINE found
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN found
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=?)
-- SQLite     CORRELATED SCALAR SUBQUERY 1
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- soonestMatches, PostgreSQL only
select page.seq, page."startsAt"
  from (select found.seq, coalesce((select min(occurrences.starts_at)
  from occurrences
  where occurrences.listing_seq = found.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)), 0) as "startsAt"
  from (select listing.seq
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing_search.seq desc
  limit ?) found) page
  where (page."startsAt", page.seq) > (?, ?)
  order by page."startsAt", page.seq
  limit ?;
-- PostgreSQL Limit
-- PostgreSQL   ->  Sort
-- PostgreSQL         Sort Key: (COALESCE((SubPlan 2), '0'::bigint)), found.seq
-- PostgreSQL         ->  Subquery Scan on found
-- PostgreSQL               Filter: (ROW(COALESCE((SubPlan 4), '0'::bigint), found.seq) > ROW($6, $7))
-- PostgreSQL               ->  Limit
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  Index Scan Backward using listing_search_pkey on listing_search
-- PostgreSQL                                 Index Cond: (seq < $3)
-- PostgreSQL                                 Filter: (document @@ $2)
-- PostgreSQL                           ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                 Index Cond: (seq = listing_search.seq)
-- PostgreSQL                                 Filter: ((expires_at IS NULL) OR (expires_at > $4))
-- PostgreSQL               SubPlan 2
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 1
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Scan using occurrences_pkey on occurrences
-- PostgreSQL                                     Index Cond: (listing_seq = found.seq)
-- PostgreSQL                                     Filter: (ends_at > $1)
-- PostgreSQL               SubPlan 4
-- PostgreSQL                 ->  Result
-- PostgreSQL                       InitPlan 3
-- PostgreSQL                         ->  Limit
-- PostgreSQL                               ->  Index Scan using occurrences_pkey on occurrences occurrences_1
-- PostgreSQL                                     Index Cond: (listing_seq = found.seq)
-- PostgreSQL                                     Filter: (ends_at > $1)
