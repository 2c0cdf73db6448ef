// API keys, found by the SHA-256 of their text, with the controls that their owner sets.
import { type Selectable, sql } from 'kysely'
import type { OAuthResource } from '../../contract/oauth.ts'
import type { OAuthScope } from '../../contract/operations/row.ts'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { firstOfMonth } from '../../domain/times/time.ts'
import { selectForUpdate } from '../database/locks.ts'
import { prepared } from '../database/prepared.ts'
import type { ApiKeysTable, Db } from '../database/schema.ts'
import { spentInMonth, spentOnDay } from './counters.ts'

/** What the access token of an app may do, and where. */
export type TokenGrant = { site: SiteId; resource: OAuthResource; scopes: readonly OAuthScope[] }

/** The key of a request and its account. */
export type KeyHolder = {
  keyId: string
  accountId: string
  handle: string
  paused?: boolean
  /** What the access token of an app may do, and where; left out for a key, which may do everything. */
  token?: TokenGrant
}

/** The bounds that the owner sets for a key. Money in micros; null: no bound. */
export type KeyControls = {
  daily_budget: number | null
  monthly_budget: number | null
  post_limit: number | null
  /** The sites on which the key may post; null for all. */
  sites: readonly SiteId[] | null
  /** Whether the texts of the key wait until the owner approves them. */
  ask_first: boolean
}

/** A key with its spending on a UTC day and in the month of that day, in micros. */
export type KeyRow = Pick<
  Selectable<ApiKeysTable>,
  | 'id'
  | 'account_id'
  | 'name'
  | 'created_at'
  | 'last_used_at'
  | 'revoked_at'
  | 'successor_id'
  | 'valid_until'
  | 'paused_at'
  | 'restorable_until'
> &
  KeyControls & { spent: number; spent_month: number }

/** The controls of a key without bounds. */
export const unbound: KeyControls = {
  daily_budget: null,
  monthly_budget: null,
  post_limit: null,
  sites: null,
  ask_first: false,
}

const byHash = prepared<{ hash: string }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      // A replaced key acts for its successor until it ends.
      key => key.fn.coalesce('api_keys.successor_id', 'api_keys.id').as('keyId'),
      'accounts.id as accountId',
      'accounts.handle',
      'api_keys.last_used_at as lastUsedAt',
      'api_keys.valid_until as validUntil',
      // A replaced key is paused with its successor.
      sql<number | null>`case when api_keys.successor_id is null then api_keys.paused_at else (
        select successor.paused_at from api_keys successor where successor.id = api_keys.successor_id) end`.as(
        'pausedAt',
      ),
    ])
    .where('api_keys.hash', '=', p('hash'))
    .where('api_keys.revoked_at', 'is', null),
)

/**
 * The holder of a key that is not revoked, by the hash of the key, when its use was last noted, and when it ends because it was
 * replaced (epoch ms).
 */
export async function keyHolder(
  db: Db,
  hash: string,
): Promise<(KeyHolder & { lastUsedAt: number | null; validUntil: number | null }) | undefined> {
  const [row] = await byHash(db, { hash })
  if (!row) return undefined
  const { pausedAt, ...holder } = row
  return { ...holder, paused: pausedAt !== null }
}

/** Stores a new key. */
export async function insertKey(
  db: Db,
  key: { id: string; account_id: string; name: string; hash: string; created_at: number },
  controls: KeyControls = unbound,
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      ...key,
      ...columnsOf(controls),
      last_used_at: null,
      revoked_at: null,
      successor_id: null,
      valid_until: null,
      paused_at: null,
      restorable_until: null,
    })
    .execute()
}

/** Sets name and controls of a key that is not revoked; false when the account has no such key. */
export async function setKey(
  db: Db,
  of: { accountId: string; keyId: string },
  { name, daily_budget, monthly_budget, post_limit, sites, ask_first }: KeyControls & { name: string },
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ name, ...columnsOf({ daily_budget, monthly_budget, post_limit, sites, ask_first }) })
    .where('id', '=', of.keyId)
    .where('account_id', '=', of.accountId)
    .where('revoked_at', 'is', null)
    .where('successor_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

function columnsOf({ sites, ask_first, ...amounts }: KeyControls) {
  return { ...amounts, sites: sites && `,${sites.join(',')},`, ask_first: ask_first ? (1 as const) : (0 as const) }
}

const members = [
  'id',
  'account_id',
  'name',
  'created_at',
  'last_used_at',
  'revoked_at',
  'daily_budget',
  'monthly_budget',
  'post_limit',
  'sites',
  'ask_first',
  'successor_id',
  'valid_until',
  'paused_at',
  'restorable_until',
] as const

const withSpent = (db: Db, day: string, month: string) =>
  db
    .selectFrom('api_keys')
    .select(members)
    .select([spentOnDay('api_keys.id', day).as('spent'), spentInMonth('api_keys.id', month).as('spent_month')])

const byId = prepared<{ id: string; day: string; month: string }>()((db, p) =>
  withSpent(db, p('day'), p('month')).where('id', '=', p('id')),
)

/** A key, revoked or not, with its spending on a UTC day (YYYY-MM-DD) and in its month. */
export async function keyById(db: Db, id: string, day: string): Promise<KeyRow | undefined> {
  const [row] = await byId(db, { id, day, month: firstOfMonth(day) })
  return row && rowOf(row)
}

/** SQL that leaves out the connections of apps, which are keys that nobody holds. */
const isNoConnection = sql<boolean>`not exists (select 1 from oauth_connections where key_id = api_keys.id)`

/** The keys of an account that are not revoked, oldest first, each with its spending on a UTC day (YYYY-MM-DD). */
export async function workingKeys(db: Db, accountId: string, day: string): Promise<KeyRow[]> {
  const rows = await withSpent(db, day, firstOfMonth(day))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(isNoConnection)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(rowOf)
}

/** The keys of an account that ended without a successor, the latest `limit` first, each with its spending on a UTC day. */
export async function endedKeys(db: Db, accountId: string, day: string, limit: number): Promise<KeyRow[]> {
  const rows = await withSpent(db, day, firstOfMonth(day))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is not', null)
    .where('successor_id', 'is', null)
    .orderBy('revoked_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(rowOf)
}

type Stored = Pick<Selectable<ApiKeysTable>, (typeof members)[number]> & { spent: number; spent_month: number }

function rowOf({ sites, ask_first, ...row }: Stored): KeyRow {
  return { ...row, sites: sites === null ? null : sitesIn(sites), ask_first: ask_first === 1 }
}

/** The sites in a column of a key. */
export const sitesIn = (stored: string): SiteId[] => stored.split(',').filter(Boolean) as SiteId[]

/** Notes that a key is used at `now`, unless a use was noted after `before`. Times are epoch milliseconds. */
export async function noteUse(db: Db, keyId: string, now: number, before: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', keyId)
    .where(key => key.or([key('last_used_at', 'is', null), key('last_used_at', '<=', before)]))
    .execute()
}

/** Counts the keys of an account that are neither revoked nor replaced. Locks the account until the transaction ends, so that the count stays. */
export async function countKeys(db: Db, accountId: string): Promise<number> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).$call(selectForUpdate).execute()
  const row = await db
    .selectFrom('api_keys')
    .select(keys => keys.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('successor_id', 'is', null)
    .where(isNoConnection)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** The number of posts of a key by the status of their first text. */
export async function postsByStatus(db: Db, keyId: string): Promise<{ status: PostStatus; n: number }[]> {
  return db
    .selectFrom('posts')
    .innerJoin('revisions', 'revisions.id', 'posts.id')
    .select('revisions.status')
    .select(row => row.fn.countAll<number>().as('n'))
    .where('posts.key_id', '=', keyId)
    .groupBy('revisions.status')
    .execute()
}
