// API keys, found by the SHA-256 of their text, with the controls that their owner sets.
import type { Selectable } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { selectForUpdate } from '../database/locks.ts'
import { prepared } from '../database/prepared.ts'
import type { ApiKeysTable, Db } from '../database/schema.ts'
import { spentOnDay } from './counters.ts'

/** The key of a request and its account. */
export type KeyHolder = { keyId: string; accountId: string; handle: string }

/** The bounds that the owner sets for a key. Money in micros; null: no bound. */
export type KeyControls = {
  daily_budget: number | null
  post_limit: number | null
  /** The sites on which the key may post; null for all. */
  sites: readonly SiteId[] | null
  /** Whether the texts of the key wait until the owner approves them. */
  ask_first: boolean
}

/** A key with its spending on a UTC day, in micros. */
export type KeyRow = Pick<Selectable<ApiKeysTable>, 'id' | 'account_id' | 'name' | 'created_at' | 'last_used_at'> &
  KeyControls & { spent: number }

/** The controls of a key without bounds. */
export const unbound: KeyControls = { daily_budget: null, post_limit: null, sites: null, ask_first: false }

const byHash = prepared<{ hash: string }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.id as keyId',
      'accounts.id as accountId',
      'accounts.handle',
      'api_keys.last_used_at as lastUsedAt',
    ])
    .where('api_keys.hash', '=', p('hash'))
    .where('api_keys.revoked_at', 'is', null),
)

/** The holder of a key that is not revoked, by the hash of the key, and when its use was last noted (epoch ms). */
export async function keyHolder(
  db: Db,
  hash: string,
): Promise<(KeyHolder & { lastUsedAt: number | null }) | undefined> {
  return (await byHash(db, { hash }))[0]
}

/** Stores a new key. */
export async function insertKey(
  db: Db,
  key: { id: string; account_id: string; name: string; hash: string; created_at: number },
  controls: KeyControls = unbound,
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({ ...key, ...columnsOf(controls), last_used_at: null, revoked_at: null })
    .execute()
}

/** Sets name and controls of a key that is not revoked; false when the account has no such key. */
export async function setKey(
  db: Db,
  of: { accountId: string; keyId: string },
  { name, daily_budget, post_limit, sites, ask_first }: KeyControls & { name: string },
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ name, ...columnsOf({ daily_budget, post_limit, sites, ask_first }) })
    .where('id', '=', of.keyId)
    .where('account_id', '=', of.accountId)
    .where('revoked_at', 'is', null)
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
  'daily_budget',
  'post_limit',
  'sites',
  'ask_first',
] as const

const withSpent = (db: Db, day: string) =>
  db.selectFrom('api_keys').select(members).select(spentOnDay('api_keys.id', day).as('spent'))

const byId = prepared<{ id: string; day: string }>()((db, p) => withSpent(db, p('day')).where('id', '=', p('id')))

/** A key, revoked or not, with its spending on a UTC day (YYYY-MM-DD). */
export async function keyById(db: Db, id: string, day: string): Promise<KeyRow | undefined> {
  const [row] = await byId(db, { id, day })
  return row && rowOf(row)
}

/** The keys of an account that are not revoked, oldest first, each with its spending on a UTC day (YYYY-MM-DD). */
export async function workingKeys(db: Db, accountId: string, day: string): Promise<KeyRow[]> {
  const rows = await withSpent(db, day)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(rowOf)
}

type Stored = Pick<Selectable<ApiKeysTable>, (typeof members)[number]> & { spent: number }

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

/** Counts the keys of an account that are not revoked. Locks the account until the transaction ends, so that the count stays. */
export async function countKeys(db: Db, accountId: string): Promise<number> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).$call(selectForUpdate).execute()
  const row = await db
    .selectFrom('api_keys')
    .select(keys => keys.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function revokeKeys(db: Db, accountId: string, now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes a key of an account; false when the account has no such key, or it is revoked already. */
export async function revokeKey(db: Db, accountId: string, keyId: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
