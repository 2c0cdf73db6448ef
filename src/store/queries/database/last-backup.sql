-- The statements of src/store/database/last-backup.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- noteVerified, SQLite only
PRAGMA busy_timeout = 10000;

-- noteVerified, SQLite only
PRAGMA foreign_keys = on;

-- noteVerified, SQLite only
PRAGMA journal_mode = wal;

-- noteVerified, SQLite only
PRAGMA journal_size_limit = 0;

-- noteVerified, SQLite only
PRAGMA secure_delete = on;

-- noteVerified, SQLite only
PRAGMA synchronous = full;

-- noteVerified, SQLite only
PRAGMA temp_store = memory;

-- noteVerified, SQLite only
PRAGMA wal_autocheckpoint = 0;
