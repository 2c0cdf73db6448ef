// Reads the records of one account that its owner may download: keys, ledger, posts, events.
import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { ApiKeysTable, Database, Db, LedgerTable } from '../database/schema.ts'
import type { EventRow } from '../delivery/events.ts'
import type { RevisionRow } from '../posts/revisions.ts'
import { sitesIn } from './keys.ts'

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
  'monthly_budget',
  'post_limit',
  'sites',
  'ask_first',
  'created_at',
  'last_used_at',
  'revoked_at',
  'paused_at',
] as const

/** The keys of an account, newest first, without their hashes. */
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

/** The rows of the ledger of an account, newest first; with `before`, only rows with a lower sequence number. */
export async function ledgerOf(
  db: Db,
  accountId: string,
  limit: number,
  before: number | null = null,
): Promise<Selectable<LedgerTable>[]> {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(before !== null, query => query.where('seq', '<', before as number))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** The sequence number of a row of the ledger of an account; undefined when the account has no such row. */
export async function ledgerSeq(db: Db, accountId: string, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('ledger')
    .select('seq')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.seq
}

/** The posts of an account, newest first, each with the status of its first text. */
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
      // Found by the keys of the account, since the index of posts begins with the key.
      .where('posts.key_id', 'in', keys => keys.selectFrom('api_keys').select('id').where('account_id', '=', accountId))
      .orderBy('posts.seq', 'desc')
      .limit(limit)
      .execute()
  )
}

/** A post with its texts, the oldest first. */
export type PostWithTexts = {
  seq: number
  id: string
  site: SiteId
  key_id: string
  published_at: number | null
  /** The change of an event, as JSON. */
  event: string | null
  public: boolean
  texts: RevisionRow[]
}

/** Which posts of an account are listed; left out, all are. */
export type PostsFilter = { keyId?: string; site?: SiteId; statuses?: readonly PostStatus[] }

/** How many posts a page of some statuses looks at: no index knows them. An older page goes on behind these posts. */
const lookedAt = 2_000

/**
 * The posts of an account that a filter selects with all their texts, newest first, and the id of the post behind which the next
 * page begins; null on the last page. `before`: only posts with a lower sequence number.
 */
export async function postsWithTexts(
  db: Db,
  accountId: string,
  limit: number,
  { before = null, filter = {} }: { before?: number | null; filter?: PostsFilter } = {},
): Promise<{ posts: PostWithTexts[]; next: string | null }> {
  const { keyId, site, statuses } = filter
  const most = statuses ? lookedAt : limit + 1
  // The index of posts begins with the key: the page is found in the index alone, and its posts are read after that.
  const page = db
    .selectFrom('posts')
    .select(['posts.seq', 'posts.id'])
    .where('posts.key_id', 'in', keys =>
      keys
        .selectFrom('api_keys')
        .select('id')
        .where('account_id', '=', accountId)
        .$if(keyId !== undefined, key => key.where('id', '=', keyId as string)),
    )
    .$if(site !== undefined, query => query.where('posts.site', '=', site as SiteId))
    .$if(before !== null, query => query.where('posts.seq', '<', before as number))
    .orderBy('posts.seq', 'desc')
    .limit(most)
  const looked = await page.execute()
  const found = statuses ? await ofStatuses(db, page, statuses) : looked
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : looked.length === most ? looked.at(-1) : undefined
  return {
    posts: await withTexts(
      db,
      shown.map(({ seq }) => seq),
    ),
    next: last?.id ?? null,
  }
}

/** Those of some posts whose first text has one of these statuses, in the same order. */
async function ofStatuses(
  db: Db,
  posts: SelectQueryBuilder<Database, 'posts', { seq: number; id: string }>,
  statuses: readonly PostStatus[],
): Promise<{ seq: number; id: string }[]> {
  return db
    .selectFrom(posts.as('looked'))
    .innerJoin('revisions', 'revisions.id', 'looked.id')
    .select(['looked.seq', 'looked.id'])
    .where('revisions.status', 'in', statuses)
    .orderBy('looked.seq', 'desc')
    .execute()
}

/** A post of an account with its texts; undefined when the account has no such post. */
export async function postWithTexts(db: Db, accountId: string, id: string): Promise<PostWithTexts | undefined> {
  const post = await db
    .selectFrom('posts')
    .select('seq')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return post && (await withTexts(db, [post.seq]))[0]
}

async function withTexts(db: Db, seqs: readonly number[]): Promise<PostWithTexts[]> {
  if (seqs.length === 0) return []
  const posts = await db
    .selectFrom('posts')
    .select(['seq', 'id', 'site', 'key_id', 'published_at', 'event'])
    .select(post => post('public_json', 'is not', null).as('public'))
    .where('seq', 'in', seqs)
    .orderBy('seq', 'desc')
    .execute()
  const texts = await db
    .selectFrom('revisions')
    .selectAll()
    .where(
      'id',
      'in',
      posts.map(({ id }) => id),
    )
    .unionAll(
      db
        .selectFrom('revisions')
        .selectAll()
        .where(
          'post_id',
          'in',
          posts.map(({ id }) => id),
        )
        .whereRef('id', '<>', 'post_id'),
    )
    .execute()
  const ofPost = Map.groupBy(
    texts.sort((a, b) => a.seq - b.seq),
    ({ post_id }) => post_id,
  )
  return posts.map(post => ({ ...post, public: Boolean(post.public), texts: ofPost.get(post.id) ?? [] }))
}

/** The events of an account after a position, the oldest first. */
export async function eventsOf(db: Db, accountId: string, past: number, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('position', '>', past)
    .orderBy('position')
    .limit(limit)
    .execute()
}
