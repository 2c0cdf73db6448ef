-- The statements of src/store/database/patience.ts, each with its plans at 100,000 posts. Written by: HANDBILL_WRITE_QUERIES=1 npm test

-- alone, PostgreSQL only
select pg_advisory_xact_lock(0);
-- PostgreSQL Result

-- alone, PostgreSQL only
set local idle_in_transaction_session_timeout = 0;

-- alone, PostgreSQL only
set local lock_timeout = 0;

-- alone, PostgreSQL only
set local statement_timeout = 0;

-- takeTime, PostgreSQL only
set local statement_timeout = 0;
