// Adds subscriptions: endpoints that a client of MCP keeps for a time, for one kind of event of its key.
import { type Kysely, sql } from 'kysely'

/** Adds the columns. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    'alter table webhooks add column subscription text',
    'alter table webhooks add column key_id text',
    'alter table webhooks add column arguments text',
    `alter table webhooks add column expires_at ${integer}`,
    'create unique index webhooks_subscription on webhooks (subscription) where subscription is not null',
    'create index webhooks_expiry on webhooks (expires_at) where expires_at is not null',
  ])
    await sql.raw(statement).execute(db)
}
