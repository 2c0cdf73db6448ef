-- The statements of src/store/lists/writes.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- addListings
insert into "listing_texts" ("listing_seq", "public_json")
  values (?, ?);
-- PostgreSQL Insert on listing_texts
-- PostgreSQL   ->  Result

-- addListings, SQLite only
insert into listing_search (rowid, title, topics, body, tags)
  values (cast(? as integer), ?, ?, ?, ?);

-- addListings, PostgreSQL only
insert into listing_search (seq, document)
  values (?::bigint, ?::tsvector);
-- PostgreSQL Insert on listing_search
-- PostgreSQL   ->  Result

-- addPublished
insert into "listing" ("post_id", "site", "starts_at", "expires_at", "changed_at", "area", "currency", "price", "tags", "headline", "stemmed", "x", "y", "z")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning "seq", "post_id";
-- SQLite     SEARCH occurrences USING PRIMARY KEY (listing_seq=?)
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Insert on listing
-- PostgreSQL   ->  Result

-- addPublished
insert into "listing_texts" ("listing_seq", "public_json")
  values (?, ?);
-- PostgreSQL Insert on listing_texts
-- PostgreSQL   ->  Result

-- addPublished
insert into "occurrences" ("listing_seq", "starts_at", "ends_at", "first_day", "last_day", "site", "marks", "x", "y", "z")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on occurrences
-- PostgreSQL   ->  Result

-- addPublished, SQLite only
insert into listing_search (rowid, title, topics, body, tags)
  values (cast(? as integer), ?, ?, ?, ?);

-- addPublished, PostgreSQL only
insert into listing_search (seq, document)
  values (?::bigint, ?::tsvector);
-- PostgreSQL Insert on listing_search
-- PostgreSQL   ->  Result

-- insertListings
insert into "listing" ("post_id", "site", "starts_at", "expires_at", "changed_at", "area", "currency", "price", "tags", "headline", "stemmed", "x", "y", "z")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  returning "seq", "post_id";
-- SQLite     SEARCH occurrences USING PRIMARY KEY (listing_seq=?)
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Insert on listing
-- PostgreSQL   ->  Result

-- insertOccurrences
insert into "occurrences" ("listing_seq", "starts_at", "ends_at", "first_day", "last_day", "site", "marks", "x", "y", "z")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on occurrences
-- PostgreSQL   ->  Result

-- insertTexts
insert into "listing_texts" ("listing_seq", "public_json")
  values (?, ?);
-- PostgreSQL Insert on listing_texts
-- PostgreSQL   ->  Result

-- removeListing
delete
  from "listing"
  where "post_id" = ?
  returning "seq", "site", "tags", "area";
-- SQLite     SEARCH listing USING INDEX sqlite_autoindex_listing_1 (post_id=?)
-- SQLite     SEARCH occurrences USING PRIMARY KEY (listing_seq=?)
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Delete on listing
-- PostgreSQL   ->  Index Scan using listing_post_id_key on listing
-- PostgreSQL         Index Cond: (post_id = $1)

-- removeListing, SQLite only
delete
  from listing_search
  where rowid = 0 + cast(? as integer);
-- SQLite     SCAN listing_search VIRTUAL TABLE INDEX 0:=

-- removeListing, PostgreSQL only
delete
  from listing_search
  where seq = ?;
-- PostgreSQL Delete on listing_search
-- PostgreSQL   ->  Index Scan using listing_search_pkey on listing_search
-- PostgreSQL         Index Cond: (seq = $1)

-- replaceListing
delete
  from "occurrences"
  where "listing_seq" = ?;
-- SQLite     SEARCH occurrences USING PRIMARY KEY (listing_seq=?)
-- PostgreSQL Delete on occurrences
-- PostgreSQL   ->  Index Scan using occurrences_pkey on occurrences
-- PostgreSQL         Index Cond: (listing_seq = $1)

-- replaceListing
insert into "occurrences" ("listing_seq", "starts_at", "ends_at", "first_day", "last_day", "site", "marks", "x", "y", "z")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- PostgreSQL Insert on occurrences
-- PostgreSQL   ->  Result

-- replaceListing
select "seq", "tags", "area"
  from "listing"
  where "post_id" = ?;
-- SQLite     SEARCH listing USING INDEX sqlite_autoindex_listing_1 (post_id=?)
-- PostgreSQL Index Scan using listing_post_id_key on listing
-- PostgreSQL   Index Cond: (post_id = $1)

-- replaceListing
update "listing"
  set "site" = ?, "starts_at" = ?, "expires_at" = ?, "changed_at" = ?, "area" = ?, "currency" = ?, "price" = ?, "tags" = ?, "headline" = ?, "stemmed" = ?, "x" = ?, "y" = ?, "z" = ?
  where "seq" = ?;
-- SQLite     SEARCH listing USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on listing
-- PostgreSQL   ->  Index Scan using listing_pkey on listing
-- PostgreSQL         Index Cond: (seq = $14)

-- replaceListing
update "listing_texts"
  set "public_json" = ?
  where "listing_seq" = ?;
-- SQLite     SEARCH listing_texts USING INTEGER PRIMARY KEY (rowid=?)
-- PostgreSQL Update on listing_texts
-- PostgreSQL   ->  Index Scan using listing_texts_pkey on listing_texts
-- PostgreSQL         Index Cond: (listing_seq = $2)
