-- The statements of src/store/lists/list-pages.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- lastEnd
select max("ends_at") as "at"
  from "occurrences"
  where "ends_at" <= ?;
-- SQLite     SEARCH occurrences USING COVERING INDEX occurrences_end (ends_at<?)
-- PostgreSQL Result
-- PostgreSQL   InitPlan 1
-- PostgreSQL     ->  Limit
-- PostgreSQL           ->  Index Only Scan Backward using occurrences_end on occurrences
-- PostgreSQL                 Index Cond: (ends_at <= $1)

-- listPage, SQLite only
select count(*) as n
  from (select 1
  from listing_search
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer)
  limit ?) found;
-- SQLite     CO-ROUTINE found
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite     SCAN found

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select *
  from (select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) short
  union all select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) long) found
  order by "startsAt", seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       MERGE (UNION ALL)
-- SQLite         LEFT
-- SQLite           CO-ROUTINE short
-- SQLite             SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite             CORRELATED SCALAR SUBQUERY 1
-- SQLite               SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite             SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite           SCAN short
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite         RIGHT
-- SQLite           CO-ROUTINE long
-- SQLite             SEARCH occurrences USING COVERING INDEX occurrences_long (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite             CORRELATED SCALAR SUBQUERY 4
-- SQLite               SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite             SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite           SCAN long
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Merge Append
-- PostgreSQL               Sort Key: short."startsAt", short.seq
-- PostgreSQL               ->  Subquery Scan on short
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                                       Index Cond: ((site = $1) AND (starts_at >= $2) AND (starts_at < $3) AND (ROW(starts_at, listing_seq) > ROW($4, $5)) AND (starts_at < $9) AND (ends_at > $6) AND (first_day <= $7) AND (last_day >= $8))
-- PostgreSQL                                       Filter: ((last_day <= (first_day + 1)) AND (COALESCE((SubPlan 1), 0) = 0))
-- PostgreSQL                                       SubPlan 1
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                                     Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $12))
-- PostgreSQL                                                     Filter: ((ends_at > $11) AND (first_day <= $13) AND (last_day >= $14))
-- PostgreSQL                                 ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                       Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL                                       Filter: ((expires_at IS NULL) OR (expires_at > $10))
-- PostgreSQL               ->  Subquery Scan on long
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Only Scan using occurrences_long on occurrences occurrences_1
-- PostgreSQL                                       Index Cond: ((site = $16) AND (starts_at < $17) AND (ROW(starts_at, listing_seq) > ROW($18, $19)) AND (starts_at < $23) AND (ends_at > $20) AND (first_day <= $21) AND (last_day >= $22))
-- PostgreSQL                                       Filter: (COALESCE((SubPlan 2), 0) = 0)
-- PostgreSQL                                       SubPlan 2
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Scan using occurrences_pkey on occurrences earlier_1
-- PostgreSQL                                                     Index Cond: ((listing_seq = occurrences_1.listing_seq) AND (starts_at < occurrences_1.starts_at) AND (starts_at >= $26))
-- PostgreSQL                                                     Filter: ((ends_at > $25) AND (first_day <= $27) AND (last_day >= $28))
-- PostgreSQL                                 ->  Index Scan using listing_pkey on listing listing_1
-- PostgreSQL                                       Index Cond: (seq = occurrences_1.listing_seq)
-- PostgreSQL                                       Filter: ((expires_at IS NULL) OR (expires_at > $24))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = short.seq)

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select *
  from (select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and ((occurrences.marks & ?) = ? and 1 = 1) and listing.seq = occurrences.listing_seq and (listing.tags like ? and listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) short
  union all select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and ((occurrences.marks & ?) = ? and 1 = 1) and listing.seq = occurrences.listing_seq and (listing.tags like ? and listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) long) found
  order by "startsAt", seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Merge Append
-- PostgreSQL               Sort Key: short."startsAt", short.seq
-- PostgreSQL               ->  Subquery Scan on short
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           InitPlan 1
-- PostgreSQL                             ->  Limit
-- PostgreSQL                                   ->  Index Only Scan using occurrences_soonest on occurrences occurrences_2
-- PostgreSQL                                         Index Cond: ((site = $9) AND (starts_at >= $10) AND (starts_at < $11) AND (ROW(starts_at, listing_seq) > ROW($12, $13)) AND (ends_at > $14) AND (first_day <= $15) AND (last_day >= $16))
-- PostgreSQL                                         Filter: (last_day <= (first_day + 1))
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                                       Index Cond: ((site = $1) AND (starts_at >= $2) AND (starts_at < $3) AND (ROW(starts_at, listing_seq) > ROW($4, $5)) AND (starts_at < COALESCE((InitPlan 1).col1, $18)) AND (ends_at > $6) AND (first_day <= $7) AND (last_day >= $8))
-- PostgreSQL                                       Filter: ((last_day <= (first_day + 1)) AND ((marks & $19) = $20) AND (COALESCE((SubPlan 2), 0) = 0))
-- PostgreSQL                                       SubPlan 2
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                                     Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $25))
-- PostgreSQL                                                     Filter: ((ends_at > $24) AND (first_day <= $26) AND (last_day >= $27))
-- PostgreSQL                                 ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                       Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL                                       Filter: ((tags ~~ $21) AND (tags ~~ $22) AND ((expires_at IS NULL) OR (expires_at > $23)))
-- PostgreSQL               ->  Subquery Scan on long
-- PostgreSQL                     ->  Limit
-- PostgreSQL                           InitPlan 3
-- PostgreSQL                             ->  Limit
-- PostgreSQL                                   ->  Index Only Scan using occurrences_long on occurrences occurrences_3
-- PostgreSQL                                         Index Cond: ((site = $36) AND (starts_at < $37) AND (ROW(starts_at, listing_seq) > ROW($38, $39)) AND (ends_at > $40) AND (first_day <= $41) AND (last_day >= $42))
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Only Scan using occurrences_long on occurrences occurrences_1
-- PostgreSQL                                       Index Cond: ((site = $29) AND (starts_at < $30) AND (ROW(starts_at, listing_seq) > ROW($31, $32)) AND (starts_at < COALESCE((InitPlan 3).col1, $44)) AND (ends_at > $33) AND (first_day <= $34) AND (last_day >= $35))
-- PostgreSQL                                       Filter: (((marks & $45) = $46) AND (COALESCE((SubPlan 4), 0) = 0))
-- PostgreSQL                                       SubPlan 4
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Scan using occurrences_pkey on occurrences earlier_1
-- PostgreSQL                                                     Index Cond: ((listing_seq = occurrences_1.listing_seq) AND (starts_at < occurrences_1.starts_at) AND (starts_at >= $51))
-- PostgreSQL                                                     Filter: ((ends_at > $50) AND (first_day <= $52) AND (last_day >= $53))
-- PostgreSQL                                 ->  Index Scan using listing_pkey on listing listing_1
-- PostgreSQL                                       Index Cond: (seq = occurrences_1.listing_seq)
-- PostgreSQL                                       Filter: ((tags ~~ $47) AND (tags ~~ $48) AND ((expires_at IS NULL) OR (expires_at > $49)))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = short.seq)

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > ? and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_newest (site=? AND seq>? AND seq<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Index Scan Backward using listing_newest on listing
-- PostgreSQL               Index Cond: ((site = $1) AND (seq < $2) AND (seq > $3))
-- PostgreSQL               Filter: ((expires_at IS NULL) OR (expires_at > $4))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > coalesce((select listing.seq
  from listing
  where (listing.site = ? and listing.seq < ?)
  order by listing.seq desc
  limit 1 offset ?), 0) and (listing.tags like ? and listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         InitPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan Backward using listing_newest on listing listing_1
-- PostgreSQL                       Index Cond: ((site = $3) AND (seq < $4))
-- PostgreSQL         ->  Nested Loop Semi Join
-- PostgreSQL               ->  Index Scan Backward using listing_newest on listing
-- PostgreSQL                     Index Cond: ((site = $1) AND (seq < $2) AND (seq > COALESCE((InitPlan 1).col1, '0'::bigint)))
-- PostgreSQL                     Filter: ((tags ~~ $6) AND (tags ~~ $7) AND ((expires_at IS NULL) OR (expires_at > $8)))
-- PostgreSQL               ->  Index Scan using occurrences_pkey on occurrences
-- PostgreSQL                     Index Cond: (listing_seq = listing.seq)
-- PostgreSQL                     Filter: ((ends_at > $9) AND (first_day <= $10) AND (last_day >= $11))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > coalesce((select listing.seq
  from listing
  where (listing.site = ? and listing.seq < ?)
  order by listing.seq desc
  limit 1 offset ?), 0) and (listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         InitPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan Backward using listing_newest on listing listing_1
-- PostgreSQL                       Index Cond: ((site = $3) AND (seq < $4))
-- PostgreSQL         ->  Index Scan Backward using listing_newest on listing
-- PostgreSQL               Index Cond: ((site = $1) AND (seq < $2) AND (seq > COALESCE((InitPlan 1).col1, '0'::bigint)))
-- PostgreSQL               Filter: ((tags ~~ $6) AND ((expires_at IS NULL) OR (expires_at > $7)))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > coalesce((select listing.seq
  from listing
  where (listing.site = ? and listing.seq < ?)
  order by listing.seq desc
  limit 1 offset ?), 0) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and 1 = 1
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         InitPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan Backward using listing_newest on listing listing_1
-- PostgreSQL                       Index Cond: ((site = $3) AND (seq < $4))
-- PostgreSQL         ->  Index Scan Backward using listing_newest on listing
-- PostgreSQL               Index Cond: ((site = $1) AND (seq < $2) AND (seq > COALESCE((InitPlan 1).col1, '0'::bigint)))
-- PostgreSQL               Filter: (((expires_at IS NULL) OR (expires_at > $6)) AND (((((x - $7) * (x - $8)) + ((y - $9) * (y - $10))) + ((z - $11) * (z - $12))) <= $13))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > coalesce((select listing.seq
  from listing
  where (listing.site = ? and listing.seq < ?)
  order by listing.seq desc
  limit 1 offset ?), 0) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_newest (site=? AND seq>? AND seq<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH listing USING COVERING INDEX listing_newest (site=? AND seq<?)
-- SQLite       SEARCH occurrences EXISTS USING PRIMARY KEY (listing_seq=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         InitPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan Backward using listing_newest on listing listing_1
-- PostgreSQL                       Index Cond: ((site = $3) AND (seq < $4))
-- PostgreSQL         ->  Nested Loop Semi Join
-- PostgreSQL               ->  Index Scan Backward using listing_newest on listing
-- PostgreSQL                     Index Cond: ((site = $1) AND (seq < $2) AND (seq > COALESCE((InitPlan 1).col1, '0'::bigint)))
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $6))
-- PostgreSQL               ->  Index Scan using occurrences_pkey on occurrences
-- PostgreSQL                     Index Cond: (listing_seq = listing.seq)
-- PostgreSQL                     Filter: ((ends_at > $7) AND (first_day <= $8) AND (last_day >= $9))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > coalesce((select listing.seq
  from listing
  where (listing.site = ? and listing.seq < ?)
  order by listing.seq desc
  limit 1 offset ?), 0) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and occurrences.starts_at >= ? and occurrences.starts_at < ? and 1 = 1))
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_newest (site=? AND seq>? AND seq<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH listing USING COVERING INDEX listing_newest (site=? AND seq<?)
-- SQLite       SEARCH occurrences EXISTS USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         InitPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan Backward using listing_newest on listing listing_1
-- PostgreSQL                       Index Cond: ((site = $3) AND (seq < $4))
-- PostgreSQL         ->  Nested Loop Semi Join
-- PostgreSQL               ->  Index Scan Backward using listing_newest on listing
-- PostgreSQL                     Index Cond: ((site = $1) AND (seq < $2) AND (seq > COALESCE((InitPlan 1).col1, '0'::bigint)))
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $6))
-- PostgreSQL               ->  Index Scan using occurrences_pkey on occurrences
-- PostgreSQL                     Index Cond: ((listing_seq = listing.seq) AND (starts_at >= $8) AND (starts_at < $9))
-- PostgreSQL                     Filter: (ends_at > $7)
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and 1 = 1
  order by listing_search.rowid desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- listPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing_search.rowid desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- listPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))
  order by listing_search.rowid desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       SEARCH occurrences EXISTS USING PRIMARY KEY (listing_seq=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from (select listing.*
  from listing
  where (listing.site = ? and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1))
  order by listing.price desc, listing.seq desc
  limit ?) listing
  where 1 = 1 and (listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing.price desc, listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt" desc, page.seq desc;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Subquery Scan on listing
-- PostgreSQL               Filter: ((listing.tags ~~ $6) AND ((listing.expires_at IS NULL) OR (listing.expires_at > $7)) AND (listing.price >= $9) AND (listing.price <= $10) AND (listing.currency = $8))
-- PostgreSQL               ->  Limit
-- PostgreSQL                     ->  Index Scan Backward using listing_priced on listing listing_1
-- PostgreSQL                           Index Cond: ((site = $1) AND (currency = $2) AND (price >= $3) AND (price <= $4))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from (select listing.*
  from listing
  where (listing.site = ? and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1))
  order by listing.price, listing.seq
  limit ?) listing
  where 1 = 1 and (listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing.price, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Subquery Scan on listing
-- PostgreSQL               Filter: ((listing.tags ~~ $6) AND ((listing.expires_at IS NULL) OR (listing.expires_at > $7)) AND (listing.price >= $9) AND (listing.price <= $10) AND (listing.currency = $8))
-- PostgreSQL               ->  Limit
-- PostgreSQL                     ->  Index Scan using listing_priced on listing listing_1
-- PostgreSQL                           Index Cond: ((site = $1) AND (currency = $2) AND (price >= $3) AND (price <= $4))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing
  where (listing.site = ? and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing.price desc, listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt" desc, page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_priced (site=? AND currency=? AND price>? AND price<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Result
-- PostgreSQL               One-Time Filter: ($2 = $6)
-- PostgreSQL               ->  Index Scan Backward using listing_priced on listing
-- PostgreSQL                     Index Cond: ((site = $1) AND (currency = $6) AND (price >= $3) AND (price <= $4) AND (price >= $7) AND (price <= $8))
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $5))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing
  where (listing.site = ? and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing.price, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_priced (site=? AND currency=? AND price>? AND price<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Result
-- PostgreSQL               One-Time Filter: ($2 = $6)
-- PostgreSQL               ->  Index Scan using listing_priced on listing
-- PostgreSQL                     Index Cond: ((site = $1) AND (currency = $6) AND (price >= $3) AND (price <= $4) AND (price >= $7) AND (price <= $8))
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $5))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                     Index Cond: ((site = $1) AND (ROW(starts_at, listing_seq) > ROW($2, $3)) AND (starts_at < $5) AND (ends_at > $4))
-- PostgreSQL                     Filter: (COALESCE((SubPlan 1), 0) = 0)
-- PostgreSQL                     SubPlan 1
-- PostgreSQL                       ->  Limit
-- PostgreSQL                             ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                   Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $8))
-- PostgreSQL                                   Filter: (ends_at > $7)
-- PostgreSQL               ->  Index Scan using listing_pkey on listing
-- PostgreSQL                     Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $6))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and ((occurrences.marks & ?) = ? and 1 = 1) and listing.seq = occurrences.listing_seq and (listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         InitPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan using occurrences_soonest on occurrences occurrences_1
-- PostgreSQL                       Index Cond: ((site = $5) AND (ROW(starts_at, listing_seq) > ROW($6, $7)) AND (ends_at > $8))
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                     Index Cond: ((site = $1) AND (ROW(starts_at, listing_seq) > ROW($2, $3)) AND (starts_at < COALESCE((InitPlan 1).col1, $10)) AND (ends_at > $4))
-- PostgreSQL                     Filter: (((marks & $11) = $12) AND (COALESCE((SubPlan 2), 0) = 0))
-- PostgreSQL                     SubPlan 2
-- PostgreSQL                       ->  Limit
-- PostgreSQL                             ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                   Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $16))
-- PostgreSQL                                   Filter: (ends_at > $15)
-- PostgreSQL               ->  Index Scan using listing_pkey on listing
-- PostgreSQL                     Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL                     Filter: ((tags ~~ $13) AND ((expires_at IS NULL) OR (expires_at > $14)))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and (1 = 1 and ("occurrences"."x" - ?) * ("occurrences"."x" - ?) + ("occurrences"."y" - ?) * ("occurrences"."y" - ?) + ("occurrences"."z" - ?) * ("occurrences"."z" - ?) <= ?) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         InitPlan 1
-- PostgreSQL           ->  Limit
-- PostgreSQL                 ->  Index Only Scan using occurrences_soonest on occurrences occurrences_1
-- PostgreSQL                       Index Cond: ((site = $5) AND (ROW(starts_at, listing_seq) > ROW($6, $7)) AND (ends_at > $8))
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                     Index Cond: ((site = $1) AND (ROW(starts_at, listing_seq) > ROW($2, $3)) AND (starts_at < COALESCE((InitPlan 1).col1, $10)) AND (ends_at > $4))
-- PostgreSQL                     Filter: ((((((x - $11) * (x - $12)) + ((y - $13) * (y - $14))) + ((z - $15) * (z - $16))) <= $17) AND (COALESCE((SubPlan 2), 0) = 0))
-- PostgreSQL                     SubPlan 2
-- PostgreSQL                       ->  Limit
-- PostgreSQL                             ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                   Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $27))
-- PostgreSQL                                   Filter: (ends_at > $26)
-- PostgreSQL               ->  Index Scan using listing_pkey on listing
-- PostgreSQL                     Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL                     Filter: (((expires_at IS NULL) OR (expires_at > $18)) AND (((((x - $19) * (x - $20)) + ((y - $21) * (y - $22))) + ((z - $23) * (z - $24))) <= $25))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- listPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and occurrences.starts_at < ? and 1 = 1))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
-- PostgreSQL Nested Loop
-- PostgreSQL   ->  Limit
-- PostgreSQL         ->  Nested Loop
-- PostgreSQL               ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                     Index Cond: ((site = $1) AND (ROW(starts_at, listing_seq) > ROW($2, $3)) AND (starts_at < $5) AND (starts_at < $6) AND (ends_at > $4))
-- PostgreSQL                     Filter: (COALESCE((SubPlan 1), 0) = 0)
-- PostgreSQL                     SubPlan 1
-- PostgreSQL                       ->  Limit
-- PostgreSQL                             ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                   Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $9))
-- PostgreSQL                                   Filter: (ends_at > $8)
-- PostgreSQL               ->  Index Scan using listing_pkey on listing
-- PostgreSQL                     Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL                     Filter: ((expires_at IS NULL) OR (expires_at > $7))
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = listing.seq)

-- newestPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from (select distinct listing_seq
  from (select listing_seq
  from occurrences
  where occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?) and 1 = 1
  union all select listing_seq
  from occurrences
  where occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?) and 1 = 1) each_time) found
  cross join listing
  where listing.seq = found.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and listing.seq < ?
  order by listing.seq + 0 desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       CO-ROUTINE found
-- SQLite         CO-ROUTINE each_time
-- SQLite           COMPOUND QUERY
-- SQLite             LEFT-MOST SUBQUERY
-- SQLite               SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite             UNION ALL
-- SQLite               SEARCH occurrences USING COVERING INDEX occurrences_long (site=? AND starts_at<?)
-- SQLite         SCAN each_time
-- SQLite         USE TEMP B-TREE FOR DISTINCT
-- SQLite       SCAN found
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: listing.seq DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((listing.seq + 0)) DESC
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  Unique
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: occurrences.listing_seq
-- PostgreSQL                                       ->  Append
-- PostgreSQL                                             ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                                                   Index Cond: ((site = $1) AND (starts_at >= $2) AND (starts_at < $3) AND (ends_at > $4) AND (first_day <= $5) AND (last_day >= $6))
-- PostgreSQL                                                   Filter: (last_day <= (first_day + 1))
-- PostgreSQL                                             ->  Index Only Scan using occurrences_long on occurrences occurrences_1
-- PostgreSQL                                                   Index Cond: ((site = $7) AND (starts_at < $8) AND (ends_at > $9) AND (first_day <= $10) AND (last_day >= $11))
-- PostgreSQL                           ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                 Index Cond: ((seq = occurrences.listing_seq) AND (seq < $13))
-- PostgreSQL                                 Filter: ((expires_at IS NULL) OR (expires_at > $12))
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- newestPage
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from (select distinct listing_seq
  from (select listing_seq
  from occurrences
  where occurrences.site = ? and 1 = 1 and (occurrences.ends_at > ? and occurrences.starts_at >= ? and occurrences.starts_at < ? and 1 = 1) and 1 = 1) each_time) found
  cross join listing
  where listing.seq = found.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and listing.seq < ?
  order by listing.seq + 0 desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       CO-ROUTINE found
-- SQLite         SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite         USE TEMP B-TREE FOR DISTINCT
-- SQLite       SCAN found
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: listing.seq DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((listing.seq + 0)) DESC
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  Unique
-- PostgreSQL                                 ->  Sort
-- PostgreSQL                                       Sort Key: occurrences.listing_seq
-- PostgreSQL                                       ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                                             Index Cond: ((site = $1) AND (starts_at >= $3) AND (starts_at < $4) AND (ends_at > $2))
-- PostgreSQL                           ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                 Index Cond: ((seq = occurrences.listing_seq) AND (seq < $6))
-- PostgreSQL                                 Filter: ((expires_at IS NULL) OR (expires_at > $5))
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- newestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > ? and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_newest (site=? AND seq>? AND seq<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)

-- newestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > coalesce((select listing.seq
  from listing
  where (listing.site = ? and listing.seq < ?)
  order by listing.seq desc
  limit 1 offset ?), 0) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_newest (site=? AND seq>? AND seq<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH listing USING COVERING INDEX listing_newest (site=? AND seq<?)
-- SQLite       SEARCH occurrences EXISTS USING PRIMARY KEY (listing_seq=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)

-- newestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing
  where (listing.site = ? and listing.seq < ?) and listing.seq > coalesce((select listing.seq
  from listing
  where (listing.site = ? and listing.seq < ?)
  order by listing.seq desc
  limit 1 offset ?), 0) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and occurrences.starts_at >= ? and occurrences.starts_at < ? and 1 = 1))
  order by listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_newest (site=? AND seq>? AND seq<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH listing USING COVERING INDEX listing_newest (site=? AND seq<?)
-- SQLite       SEARCH occurrences EXISTS USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)

-- newestPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and 1 = 1
  order by listing_search.seq + 0 desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: listing.seq DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((listing_search.seq + 0)) DESC
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  Bitmap Heap Scan on listing_search
-- PostgreSQL                                 Recheck Cond: (document @@ $1)
-- PostgreSQL                                 Filter: (seq < $2)
-- PostgreSQL                                 ->  Bitmap Index Scan on listing_search_document
-- PostgreSQL                                       Index Cond: (document @@ $1)
-- PostgreSQL                           ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                 Index Cond: (seq = listing_search.seq)
-- PostgreSQL                                 Filter: (((expires_at IS NULL) OR (expires_at > $3)) AND (((((x - $4) * (x - $5)) + ((y - $6) * (y - $7))) + ((z - $8) * (z - $9))) <= $10))
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- newestPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing_search.seq + 0 desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: listing.seq DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((listing_search.seq + 0)) DESC
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           ->  Bitmap Heap Scan on listing_search
-- PostgreSQL                                 Recheck Cond: (document @@ $1)
-- PostgreSQL                                 Filter: (seq < $2)
-- PostgreSQL                                 ->  Bitmap Index Scan on listing_search_document
-- PostgreSQL                                       Index Cond: (document @@ $1)
-- PostgreSQL                           ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                 Index Cond: (seq = listing_search.seq)
-- PostgreSQL                                 Filter: ((expires_at IS NULL) OR (expires_at > $3))
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- newestPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))
  order by listing_search.seq + 0 desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: listing.seq DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((listing_search.seq + 0)) DESC
-- PostgreSQL                     ->  Nested Loop Semi Join
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Bitmap Heap Scan on listing_search
-- PostgreSQL                                       Recheck Cond: (document @@ $1)
-- PostgreSQL                                       Filter: (seq < $2)
-- PostgreSQL                                       ->  Bitmap Index Scan on listing_search_document
-- PostgreSQL                                             Index Cond: (document @@ $1)
-- PostgreSQL                                 ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                       Index Cond: (seq = listing_search.seq)
-- PostgreSQL                                       Filter: ((expires_at IS NULL) OR (expires_at > $3))
-- PostgreSQL                           ->  Index Scan using occurrences_pkey on occurrences
-- PostgreSQL                                 Index Cond: (listing_seq = listing.seq)
-- PostgreSQL                                 Filter: ((ends_at > $4) AND (first_day <= $5) AND (last_day >= $6))
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- pricePage, SQLite only
select count(*) as n
  from (select 1
  from listing_search
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer)
  limit ?) found;
-- SQLite     CO-ROUTINE found
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite     SCAN found

-- pricePage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing
  where (listing.site = ? and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing.price desc, listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt" desc, page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_priced (site=? AND currency=? AND price>? AND price<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)

-- pricePage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing
  where (listing.site = ? and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)) and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1
  order by listing.price, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH listing USING INDEX listing_priced (site=? AND currency=? AND price>? AND price<?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)

-- pricePage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1 and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)
  order by listing.price + 0 desc, listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt" desc, page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- pricePage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1 and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)
  order by listing.price + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- pricePage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1 and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)
  order by listing.price + 0 desc, listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt" desc, page.seq desc;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: listing.price DESC, listing.seq DESC
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((listing.price + 0)) DESC, listing.seq DESC
-- PostgreSQL                     ->  Result
-- PostgreSQL                           One-Time Filter: ($4 = $7)
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Scan using listing_priced on listing
-- PostgreSQL                                       Index Cond: ((currency = $7) AND (price >= $5) AND (price <= $6) AND (price >= $8) AND (price <= $9))
-- PostgreSQL                                       Filter: ((expires_at IS NULL) OR (expires_at > $3))
-- PostgreSQL                                 ->  Index Scan using listing_search_pkey on listing_search
-- PostgreSQL                                       Index Cond: ((seq = listing.seq) AND (seq < $2))
-- PostgreSQL                                       Filter: (document @@ $1)
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- pricePage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing_search
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and listing.seq = listing_search.seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1 and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)
  order by listing.price + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: listing.price, listing.seq
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((listing.price + 0)), listing.seq
-- PostgreSQL                     ->  Result
-- PostgreSQL                           One-Time Filter: ($4 = $7)
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Scan using listing_priced on listing
-- PostgreSQL                                       Index Cond: ((currency = $7) AND (price >= $5) AND (price <= $6) AND (price >= $8) AND (price <= $9))
-- PostgreSQL                                       Filter: ((expires_at IS NULL) OR (expires_at > $3))
-- PostgreSQL                                 ->  Index Scan using listing_search_pkey on listing_search
-- PostgreSQL                                       Index Cond: ((seq = listing.seq) AND (seq < $2))
-- PostgreSQL                                       Filter: (document @@ $1)
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from (select distinct listing_seq
  from (select listing_seq
  from occurrences
  where occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?) and 1 = 1
  union all select listing_seq
  from occurrences
  where occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?) and 1 = 1) each_time) found
  cross join listing
  where listing.seq = found.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and listing.seq < ?
  order by listing.seq + 0 desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       CO-ROUTINE found
-- SQLite         CO-ROUTINE each_time
-- SQLite           COMPOUND QUERY
-- SQLite             LEFT-MOST SUBQUERY
-- SQLite               SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite             UNION ALL
-- SQLite               SEARCH occurrences USING COVERING INDEX occurrences_long (site=? AND starts_at<?)
-- SQLite         SCAN each_time
-- SQLite         USE TEMP B-TREE FOR DISTINCT
-- SQLite       SCAN found
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from (select distinct listing_seq
  from (select listing_seq
  from occurrences
  where occurrences.site = ? and 1 = 1 and (occurrences.ends_at > ? and occurrences.starts_at >= ? and occurrences.starts_at < ? and 1 = 1) and 1 = 1) each_time) found
  cross join listing
  where listing.seq = found.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and listing.seq < ?
  order by listing.seq + 0 desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       CO-ROUTINE found
-- SQLite         SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite         USE TEMP B-TREE FOR DISTINCT
-- SQLite       SCAN found
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and 1 = 1
  order by listing_search.rowid desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and 1 = 1
  order by listing_search.rowid desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, 0 as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and exists (select 1
  from occurrences
  where occurrences.listing_seq = listing.seq and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))
  order by listing_search.rowid desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 192:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       SEARCH occurrences EXISTS USING PRIMARY KEY (listing_seq=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1 and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)
  order by listing.price + 0 desc, listing.seq desc
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt" desc, page.seq desc;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, listing.price as "startsAt"
  from listing_search
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and listing.seq = (listing_search.rowid - 0) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and listing.currency = ? and listing.price >= ? and listing.price <= ?) and 1 = 1 and (listing.currency = ? and listing.price >= ? and listing.price <= ? and 1 = 1)
  order by listing.price + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and occurrences.listing_seq = (listing_search.rowid - 0) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=? AND starts_at>?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and occurrences.listing_seq = (listing_search.rowid - 0) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=? AND starts_at>?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- run, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and occurrences.listing_seq = (listing_search.rowid - 0) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=? AND starts_at>?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- soonestPage, SQLite only
select count(*) as n
  from (select 1
  from listing_search
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer)
  limit ?) found;
-- SQLite     CO-ROUTINE found
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite     SCAN found

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select *
  from (select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) short
  union all select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) long) found
  order by "startsAt", seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       MERGE (UNION ALL)
-- SQLite         LEFT
-- SQLite           CO-ROUTINE short
-- SQLite             SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite             CORRELATED SCALAR SUBQUERY 1
-- SQLite               SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite             SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite           SCAN short
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite         RIGHT
-- SQLite           CO-ROUTINE long
-- SQLite             SEARCH occurrences USING COVERING INDEX occurrences_long (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite             CORRELATED SCALAR SUBQUERY 4
-- SQLite               SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite             SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite           SCAN long
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select *
  from (select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and (occurrences.last_day <= occurrences.first_day + 1 and occurrences.starts_at >= ? and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and ((occurrences.marks & ?) = ? and 1 = 1) and listing.seq = occurrences.listing_seq and (listing.tags like ? and listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) short
  union all select *
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and (occurrences.last_day > occurrences.first_day + 1 and occurrences.starts_at < ?) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and ((occurrences.marks & ?) = ? and 1 = 1) and listing.seq = occurrences.listing_seq and (listing.tags like ? and listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) long) found
  order by "startsAt", seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       MERGE (UNION ALL)
-- SQLite         LEFT
-- SQLite           CO-ROUTINE short
-- SQLite             SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite             SCALAR SUBQUERY 1
-- SQLite               SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND starts_at>? AND starts_at<?)
-- SQLite             CORRELATED SCALAR SUBQUERY 2
-- SQLite               SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite             SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite           SCAN short
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite         RIGHT
-- SQLite           CO-ROUTINE long
-- SQLite             SEARCH occurrences USING COVERING INDEX occurrences_long (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite             SCALAR SUBQUERY 5
-- SQLite               SEARCH occurrences USING COVERING INDEX occurrences_long (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite             CORRELATED SCALAR SUBQUERY 6
-- SQLite               SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite             SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite           SCAN long
-- SQLite           USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and occurrences.listing_seq = (listing_search.rowid - 0) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=? AND starts_at>?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and occurrences.listing_seq = (listing_search.rowid - 0) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=? AND starts_at>?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search match ? and listing_search.rowid > 0 and listing_search.rowid < 0 + cast(? as integer) and occurrences.listing_seq = (listing_search.rowid - 0) and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SCAN listing_search VIRTUAL TABLE INDEX 0:M4><
-- SQLite       SEARCH occurrences USING PRIMARY KEY (listing_seq=? AND starts_at>?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite       USE TEMP B-TREE FOR ORDER BY
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR ORDER BY

-- soonestPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and occurrences.listing_seq = listing_search.seq and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and "occurrences"."first_day" <= ? and "occurrences"."last_day" >= ?)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and "earlier"."first_day" <= ? and "earlier"."last_day" >= ?
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: occurrences.starts_at, listing.seq
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((occurrences.starts_at + 0)), listing.seq
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           Join Filter: (occurrences.listing_seq = listing.seq)
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                                       Index Cond: ((ROW(starts_at, listing_seq) > ROW($3, $4)) AND (ends_at > $5) AND (first_day <= $6) AND (last_day >= $7))
-- PostgreSQL                                       Filter: (COALESCE((SubPlan 1), 0) = 0)
-- PostgreSQL                                       SubPlan 1
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                                     Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $10))
-- PostgreSQL                                                     Filter: ((ends_at > $9) AND (first_day <= $11) AND (last_day >= $12))
-- PostgreSQL                                 ->  Index Scan using listing_search_pkey on listing_search
-- PostgreSQL                                       Index Cond: ((seq = occurrences.listing_seq) AND (seq < $2))
-- PostgreSQL                                       Filter: (document @@ $1)
-- PostgreSQL                           ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                 Index Cond: (seq = listing_search.seq)
-- PostgreSQL                                 Filter: ((expires_at IS NULL) OR (expires_at > $8))
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- soonestPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and occurrences.listing_seq = listing_search.seq and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: occurrences.starts_at, listing.seq
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((occurrences.starts_at + 0)), listing.seq
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           Join Filter: (listing_search.seq = occurrences.listing_seq)
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Bitmap Heap Scan on listing_search
-- PostgreSQL                                       Recheck Cond: (document @@ $1)
-- PostgreSQL                                       Filter: (seq < $2)
-- PostgreSQL                                       ->  Bitmap Index Scan on listing_search_document
-- PostgreSQL                                             Index Cond: (document @@ $1)
-- PostgreSQL                                 ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                       Index Cond: (seq = listing_search.seq)
-- PostgreSQL                                       Filter: (((expires_at IS NULL) OR (expires_at > $6)) AND (((((x - $7) * (x - $8)) + ((y - $9) * (y - $10))) + ((z - $11) * (z - $12))) <= $13))
-- PostgreSQL                           ->  Bitmap Heap Scan on occurrences
-- PostgreSQL                                 Recheck Cond: ((listing_seq = listing.seq) AND (ROW(starts_at, listing_seq) > ROW($3, $4)) AND (ends_at > $5))
-- PostgreSQL                                 Filter: (COALESCE((SubPlan 1), 0) = 0)
-- PostgreSQL                                 ->  BitmapAnd
-- PostgreSQL                                       ->  Bitmap Index Scan on occurrences_pkey
-- PostgreSQL                                             Index Cond: ((listing_seq = listing.seq) AND (ROW(starts_at, listing_seq) > ROW($3, $4)))
-- PostgreSQL                                       ->  Bitmap Index Scan on occurrences_end
-- PostgreSQL                                             Index Cond: (ends_at > $5)
-- PostgreSQL                                 SubPlan 1
-- PostgreSQL                                   ->  Limit
-- PostgreSQL                                         ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                               Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $15))
-- PostgreSQL                                               Filter: (ends_at > $14)
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- soonestPage, PostgreSQL only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from listing_search
  cross join occurrences
  cross join listing
  where listing_search.document @@ ?::tsquery and listing_search.seq < ? and occurrences.listing_seq = listing_search.seq and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)) and listing.seq = occurrences.listing_seq and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at + 0, listing.seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- PostgreSQL Sort
-- PostgreSQL   Sort Key: occurrences.starts_at, listing.seq
-- PostgreSQL   ->  Nested Loop
-- PostgreSQL         ->  Limit
-- PostgreSQL               ->  Sort
-- PostgreSQL                     Sort Key: ((occurrences.starts_at + 0)), listing.seq
-- PostgreSQL                     ->  Nested Loop
-- PostgreSQL                           Join Filter: (listing_search.seq = occurrences.listing_seq)
-- PostgreSQL                           ->  Nested Loop
-- PostgreSQL                                 ->  Index Only Scan using occurrences_soonest on occurrences
-- PostgreSQL                                       Index Cond: ((ROW(starts_at, listing_seq) > ROW($3, $4)) AND (ends_at > $5))
-- PostgreSQL                                       Filter: (COALESCE((SubPlan 1), 0) = 0)
-- PostgreSQL                                       SubPlan 1
-- PostgreSQL                                         ->  Limit
-- PostgreSQL                                               ->  Index Scan using occurrences_pkey on occurrences earlier
-- PostgreSQL                                                     Index Cond: ((listing_seq = occurrences.listing_seq) AND (starts_at < occurrences.starts_at) AND (starts_at >= $8))
-- PostgreSQL                                                     Filter: (ends_at > $7)
-- PostgreSQL                                 ->  Index Scan using listing_pkey on listing
-- PostgreSQL                                       Index Cond: (seq = occurrences.listing_seq)
-- PostgreSQL                                       Filter: ((expires_at IS NULL) OR (expires_at > $6))
-- PostgreSQL                           ->  Index Scan using listing_search_pkey on listing_search
-- PostgreSQL                                 Index Cond: ((seq = listing.seq) AND (seq < $2))
-- PostgreSQL                                 Filter: (document @@ $1)
-- PostgreSQL         ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL               Index Cond: (listing_seq = listing.seq)

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and ((occurrences.marks & ?) = ? and 1 = 1) and listing.seq = occurrences.listing_seq and (listing.tags like ?) and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?))
-- SQLite       CORRELATED SCALAR SUBQUERY 2
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1))) and occurrences.starts_at < coalesce((select occurrences.starts_at
  from occurrences
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and 1 = 1 and 1 = 1)))
  order by occurrences.starts_at, occurrences.listing_seq
  limit 1 offset ?), ?) and (1 = 1 and ("occurrences"."x" - ?) * ("occurrences"."x" - ?) + ("occurrences"."y" - ?) * ("occurrences"."y" - ?) + ("occurrences"."z" - ?) * ("occurrences"."z" - ?) <= ?) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and ("listing"."x" - ?) * ("listing"."x" - ?) + ("listing"."y" - ?) * ("listing"."y" - ?) + ("listing"."z" - ?) * ("listing"."z" - ?) <= ? and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite       SCALAR SUBQUERY 1
-- SQLite         SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?))
-- SQLite       CORRELATED SCALAR SUBQUERY 2
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- soonestPage, SQLite only
select page.seq, page."startsAt", listing_texts.public_json as json
  from (select listing.seq, occurrences.starts_at as "startsAt"
  from occurrences
  cross join listing
  where (occurrences.site = ? and 1 = 1 and ((occurrences.starts_at, occurrences.listing_seq) > (?, ?) and (occurrences.ends_at > ? and 1 = 1 and occurrences.starts_at < ? and 1 = 1))) and occurrences.starts_at < ? and (1 = 1 and 1 = 1) and listing.seq = occurrences.listing_seq and 1 = 1 and ((listing.expires_at is null or listing.expires_at > ?) and 1 = 1 and 1 = 1) and coalesce((select 1
  from occurrences earlier
  where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at and earlier.ends_at > ? and earlier.starts_at >= ? and 1 = 1
  limit 1), 0) = 0
  order by occurrences.starts_at, occurrences.listing_seq
  limit ?) page
  cross join listing_texts
  where listing_texts.listing_seq = page.seq
  order by page."startsAt", page.seq;
-- SQLite     CO-ROUTINE page
-- SQLite       SEARCH occurrences USING COVERING INDEX occurrences_soonest (site=? AND (starts_at,listing_seq)>(?,?) AND starts_at<?)
-- SQLite       CORRELATED SCALAR SUBQUERY 1
-- SQLite         SEARCH earlier USING PRIMARY KEY (listing_seq=? AND starts_at>? AND starts_at<?)
-- SQLite       SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     SCAN page
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- SQLite     USE TEMP B-TREE FOR LAST TERM OF ORDER BY
