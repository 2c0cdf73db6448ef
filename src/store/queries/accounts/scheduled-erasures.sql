-- The statements of src/store/accounts/scheduled-erasures.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- dueErasures
select "id"
  from "accounts"
  where "erase_at" <= ? and "erased_at" is null
  order by "erase_at"
  limit ?;
-- SQLite     SEARCH accounts USING INDEX accounts_erase (erase_at<?)
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Scan using accounts_erase on accounts
-- PostgreSQL         Index Cond: (erase_at <= $1)

-- erasedWithMoney
select "id"
  from "accounts"
  where "erased_at" is not null and "balance" > 0
  order by "id"
  limit ?;
-- SQLite     SCAN accounts USING INDEX accounts_owed
-- PostgreSQL Limit
-- PostgreSQL   ->  Index Only Scan using accounts_owed on accounts

-- setErasure
update "accounts"
  set "erase_at" = ?
  where "id" = ? and "erase_at" is null;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_pkey on accounts
-- PostgreSQL         Index Cond: (id = $2)
-- PostgreSQL         Filter: (erase_at IS NULL)

-- takeBackErasure
update "accounts"
  set "erase_at" = ?
  where "id" = ? and "erase_at" = ? and "erase_at" > ? and "erased_at" is null;
-- SQLite     SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)
-- PostgreSQL Update on accounts
-- PostgreSQL   ->  Index Scan using accounts_erase on accounts
-- PostgreSQL         Index Cond: ((erase_at > $4) AND (erase_at = $3))
-- PostgreSQL         Filter: ((erased_at IS NULL) AND (id = $2))
