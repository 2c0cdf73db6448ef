// What is stored about one account beside its row: keys, ledger and posts, the newest first.
import type { Kysely, Selectable } from 'kysely'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { ApiKeysTable, Database, LedgerTable } from '../database/schema.ts'
import { sitesIn } from './keys.ts'

type Db = Kysely<Database>

export type OwnedPost = {
  id: string
  site: SiteId
  status: PostStatus
  price: number
  submitted_at: number
  published_at: number | null
}

const keyMembers = [
  'id',
  'name',
  'daily_budget',
  'post_limit',
  'sites',
  'ask_first',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const

/** The keys of an account, without what recognises them. */
export async function keysOf(
  db: Db,
  accountId: string,
  limit: number,
): Promise<
  (Omit<Pick<Selectable<ApiKeysTable>, (typeof keyMembers)[number]>, 'sites'> & { sites: SiteId[] | null })[]
> {
  const rows = await db
    .selectFrom('api_keys')
    .select(keyMembers)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ sites, ...row }) => ({ ...row, sites: sites === null ? null : sitesIn(sites) }))
}

/** What moved the money of an account. */
export async function ledgerOf(db: Db, accountId: string, limit: number): Promise<Selectable<LedgerTable>[]> {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** The posts of an account, each with where its first text stands. */
export async function postsOf(db: Db, accountId: string, limit: number): Promise<OwnedPost[]> {
  return (
    db
      .selectFrom('posts')
      .innerJoin('revisions', 'revisions.id', 'posts.id')
      .select([
        'posts.id',
        'posts.site',
        'revisions.status',
        'revisions.price',
        'revisions.submitted_at',
        'published_at',
      ])
      // By its keys, since the index of posts begins with those.
      .where('posts.key_id', 'in', keys => keys.selectFrom('api_keys').select('id').where('account_id', '=', accountId))
      .orderBy('posts.seq', 'desc')
      .limit(limit)
      .execute()
  )
}
