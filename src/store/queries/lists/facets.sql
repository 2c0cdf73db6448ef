-- The statements of src/store/lists/facets.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- samplePosts
select listing.tags, listing.x, listing.y, listing.z, listing.currency, listing.price
  from listing
  where listing.site = ? and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1)
  order by listing.seq desc
  limit ?;
-- SQLite     SEARCH listing USING INDEX listing_newest (site=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan Backward using listing_newest on listing
-- PostgreSQL         Index Cond: (site = $1)
-- PostgreSQL         Filter: ((expires_at IS NULL) OR (expires_at > $2))

-- samplePosts, SQLite only
select listing.tags, listing.x, listing.y, listing.z, listing.currency, listing.price
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and 1 = 1
  limit ?;
-- SQLite     SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)

-- samplePosts, SQLite only
select listing.tags, listing.x, listing.y, listing.z, listing.currency, listing.price
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  limit ?;
-- SQLite     SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)

-- samplePosts, PostgreSQL only
select listing.tags, listing.x, listing.y, listing.z, listing.currency, listing.price
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and 1 = 1
  limit ?;
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Bitmap Heap Scan on listing_search
-- PostgreSQL               Recheck Cond: (document @@ $1)
-- PostgreSQL               Filter: (seq < $2)
-- PostgreSQL               ->  Bitmap Index Scan on listing_search_document
-- PostgreSQL                     Index Cond: (document @@ $1)
-- PostgreSQL         ->  Index Scan using listing_pkey on listing
-- PostgreSQL               Index Cond: (seq = listing_search.seq)
-- PostgreSQL               Filter: (((expires_at IS NULL) OR (expires_at > $3)) AND (((((x - $4) * (x - $5)) + ((y - $6) * (y - $7))) + ((z - $8) * (z - $9))) <= $10))

-- samplePosts, PostgreSQL only
select listing.tags, listing.x, listing.y, listing.z, listing.currency, listing.price
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  limit ?;
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Bitmap Heap Scan on listing_search
-- PostgreSQL               Recheck Cond: (document @@ $1)
-- PostgreSQL               Filter: (seq < $2)
-- PostgreSQL               ->  Bitmap Index Scan on listing_search_document
-- PostgreSQL                     Index Cond: (document @@ $1)
-- PostgreSQL         ->  Index Scan using listing_pkey on listing
-- PostgreSQL               Index Cond: (seq = listing_search.seq)
-- PostgreSQL               Filter: ((expires_at IS NULL) OR (expires_at > $3))

-- sampleTimes
select listing.seq, occurrences.first_day as "from", occurrences.last_day as "to"
  from occurrences
  cross join listing
  where occurrences.site = ? and (occurrences.starts_at < ? and occurrences.ends_at > ? and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ? and ((occurrences.marks & ?) = ? and 1 = 1)) and listing.seq = occurrences.listing_seq and (listing.tags like ? and listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1)
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?;
-- SQLite     SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at<?)
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL               Index Cond: ((site = $1) AND (starts_at < $2) AND (ends_at > $3) AND (first_day <= $4) AND (last_day >= $5))
-- PostgreSQL               Filter: ((marks & $6) = $7)
-- PostgreSQL         ->  Index Scan using listing_pkey on listing
-- PostgreSQL               Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL               Filter: ((tags ~~ $8) AND (tags ~~ $9) AND ((expires_at IS NULL) OR (expires_at > $10)))

-- sampleTimes
select listing.seq, occurrences.first_day as "from", occurrences.last_day as "to"
  from occurrences
  cross join listing
  where occurrences.site = ? and (occurrences.starts_at < ? and occurrences.ends_at > ? and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ? and ((occurrences.marks & ?) = ? and 1 = 1)) and listing.seq = occurrences.listing_seq and (listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1)
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?;
-- SQLite     SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at<?)
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL               Index Cond: ((site = $1) AND (starts_at < $2) AND (ends_at > $3) AND (first_day <= $4) AND (last_day >= $5))
-- PostgreSQL               Filter: ((marks & $6) = $7)
-- PostgreSQL         ->  Index Scan using listing_pkey on listing
-- PostgreSQL               Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL               Filter: ((tags ~~ $8) AND ((expires_at IS NULL) OR (expires_at > $9)))

-- sampleTimes
select listing.seq, occurrences.first_day as "from", occurrences.last_day as "to"
  from occurrences
  cross join listing
  where occurrences.site = ? and (occurrences.starts_at < ? and occurrences.ends_at > ? and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ? and (1 = 1 and 1 = 1)) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1)
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?;
-- SQLite     SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at<?)
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL               Index Cond: ((site = $1) AND (starts_at < $2) AND (ends_at > $3) AND (first_day <= $4) AND (last_day >= $5))
-- PostgreSQL         ->  Index Scan using listing_pkey on listing
-- PostgreSQL               Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL               Filter: ((expires_at IS NULL) OR (expires_at > $6))
