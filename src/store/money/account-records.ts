// What is stored about one account beside its row: keys, ledger and posts, the newest first.
import type { Kysely, Selectable } from 'kysely'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { ApiKeysTable, Database, LedgerTable } from '../database/schema.ts'

type Db = Kysely<Database>

export type OwnedPost = {
  id: string
  site: SiteId
  status: PostStatus
  price: number
  submitted_at: number
  published_at: number | null
}

/** The keys of an account, without what recognises them. */
export async function keysOf(
  db: Db,
  accountId: string,
  limit: number,
): Promise<Pick<Selectable<ApiKeysTable>, 'id' | 'name' | 'created_at' | 'revoked_at'>[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'created_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
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
