// The apps that owners have connected by OAuth, and who acts with an access token.
import { type Insertable, type Selectable, sql } from 'kysely'
import { type OAuthResource, scopesIn } from '../../contract/oauth.ts'
import { firstOfMonth } from '../../domain/times/time.ts'
import { prepared } from '../database/prepared.ts'
import type { ApiKeysTable, Db, OAuthConnectionsTable } from '../database/schema.ts'
import { spentInMonth } from './counters.ts'
import type { KeyHolder } from './keys.ts'

export type ConnectionRow = Selectable<OAuthConnectionsTable>

/** A connection with the row of its key, and its spending in a UTC month in micros. */
export type ConnectedApp = ConnectionRow &
  Pick<Selectable<ApiKeysTable>, 'last_used_at' | 'paused_at' | 'monthly_budget' | 'ask_first'> & {
    spent_month: number
  }

/** Stores a new connection, whose key is stored already. */
export async function insertConnection(db: Db, connection: Insertable<OAuthConnectionsTable>): Promise<void> {
  await db.insertInto('oauth_connections').values(connection).execute()
}

/** A connection that has not ended, of whichever account; `now` in epoch ms. */
export async function workingConnection(db: Db, keyId: string, now: number): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('oauth_connections')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_connections.key_id')
    .selectAll('oauth_connections')
    .where('oauth_connections.key_id', '=', keyId)
    .where('api_keys.revoked_at', 'is', null)
    .where('kept_until', '>', now)
    .executeTakeFirst()
}

/** The connections of an account that have not ended, the newest first. `day`: the UTC day (YYYY-MM-DD) of `now` (epoch ms). */
export async function connectionsOf(
  db: Db,
  accountId: string,
  { now, day }: { now: number; day: string },
): Promise<ConnectedApp[]> {
  return db
    .selectFrom('oauth_connections')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_connections.key_id')
    .selectAll('oauth_connections')
    .select(['last_used_at', 'paused_at', 'monthly_budget', 'ask_first'])
    .select(spentInMonth('api_keys.id', firstOfMonth(day)).as('spent_month'))
    .where('oauth_connections.account_id', '=', accountId)
    .where('api_keys.revoked_at', 'is', null)
    .where('kept_until', '>', now)
    .orderBy('oauth_connections.created_at', 'desc')
    .orderBy('oauth_connections.key_id', 'desc')
    .execute()
}

/** Lets a connection last until a time (epoch ms), within the bound of its owner. */
export async function prolongConnection(db: Db, keyId: string, until: number): Promise<void> {
  await db
    .updateTable('oauth_connections')
    .set({ kept_until: sql<number>`case when lasts_until < ${until} then lasts_until else ${until} end` })
    .where('key_id', '=', keyId)
    .where('kept_until', 'is not', null)
    .execute()
}

/** Notes that a connection has ended. */
export async function closeConnection(db: Db, keyId: string): Promise<void> {
  await db.updateTable('oauth_connections').set({ kept_until: null }).where('key_id', '=', keyId).execute()
}

/** Up to `limit` connections whose time is over at `now` (epoch ms). */
export async function lapsedConnections(db: Db, now: number, limit: number): Promise<ConnectionRow[]> {
  return db
    .selectFrom('oauth_connections')
    .selectAll()
    .where('kept_until', '<=', now)
    .orderBy('kept_until')
    .limit(limit)
    .execute()
}

const byToken = prepared<{ hash: string }>()((db, p) =>
  db
    .selectFrom('oauth_records')
    .innerJoin('oauth_connections', 'oauth_connections.key_id', 'oauth_records.key_id')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_records.key_id')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.id as keyId',
      'accounts.id as accountId',
      'accounts.handle',
      'api_keys.last_used_at as lastUsedAt',
      'api_keys.paused_at as pausedAt',
      'oauth_records.expires_at as expiresAt',
      'oauth_connections.lasts_until as lastsUntil',
      'oauth_records.site',
      'oauth_records.payload',
    ])
    .where('oauth_records.hash', '=', p('hash'))
    .where('oauth_records.kind', '=', sql.lit('AccessToken'))
    .where('api_keys.revoked_at', 'is', null),
)

/** Who acts with an access token whose connection has not been ended, by the hash of the token, and when it ends (epoch ms). */
export async function tokenHolder(
  db: Db,
  hash: string,
): Promise<(KeyHolder & { lastUsedAt: number | null; validUntil: number }) | undefined> {
  const [row] = await byToken(db, { hash })
  if (!row) return undefined
  const { pausedAt, expiresAt, lastsUntil, site, payload, ...holder } = row
  const { aud, scope = '' } = JSON.parse(payload) as { aud: OAuthResource; scope?: string }
  return {
    ...holder,
    paused: pausedAt !== null,
    validUntil: Math.min(expiresAt, lastsUntil ?? expiresAt),
    token: { site, resource: aud, scopes: scopesIn(scope) },
  }
}
