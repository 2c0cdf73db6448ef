// Searches that stand: those of an account, and where each is filed, so that a post finds the few that may want it.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { type Filing, meets } from '../../domain/posts/standing-search.ts'
import type { Dialect } from '../database/dialect.ts'
import { prepared } from '../database/prepared.ts'
import type { Db, StandingSearchesTable } from '../database/schema.ts'

export type StandingSearchRow = Selectable<StandingSearchesTable>

/** Where a search is filed: its anchors, and what else a post has to have. */
export type Filed = { anchors: readonly string[]; needs: string }

/** Stores a search where it is filed. The caller holds the lock of the account. */
export async function insertStandingSearch(
  db: Db,
  search: Insertable<StandingSearchesTable>,
  { anchors, needs }: Filed,
): Promise<void> {
  const { id: search_id, site } = search
  await db.insertInto('standing_searches').values(search).execute()
  await db
    .insertInto('standing_anchors')
    .values(anchors.map(anchor => ({ site, anchor, search_id, needs })))
    .execute()
}

/** The searches of an account that have not ended at `now` (epoch ms), oldest first. */
export async function standingSearchesOf(db: Db, accountId: string, now: number): Promise<StandingSearchRow[]> {
  return db
    .selectFrom('standing_searches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The search with this id, of any account, unless it has ended at `now` (epoch ms). */
export async function standingSearchById(db: Db, id: string, now: number): Promise<StandingSearchRow | undefined> {
  return db
    .selectFrom('standing_searches')
    .selectAll()
    .where('id', '=', id)
    .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .executeTakeFirst()
}

/** Removes a search of an account with its anchors and its matches. False if the account has no such search. */
export async function deleteStandingSearchRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('standing_searches')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Removes searches that have ended before `now` (epoch ms). */
export async function forgetStandingSearches(db: Db, now: number): Promise<void> {
  await db.deleteFrom('standing_searches').where('expires_at', '<=', now).execute()
}

/** Anchors that one statement looks up. A fixed number, so that the statement is compiled once. */
const anchorsAtOnce = 128
type Anchors = { site: SiteId } & Record<`anchor${number}`, string>

const filedUnder = prepared<Anchors>()((db, p) =>
  db
    .selectFrom('standing_anchors')
    .select(['search_id', 'needs'])
    .where('site', '=', p('site'))
    .where(
      'anchor',
      'in',
      Array.from({ length: anchorsAtOnce }, (_, i) => p(`anchor${i}`)),
    ),
)

/** The ids, in their order, of the searches of a site that are filed under one of these anchors and need nothing beside them. */
export async function searchesUnder(db: Db, site: SiteId, among: ReadonlySet<string>): Promise<string[]> {
  const anchors = [...among]
  const found = new Set<string>()
  for (let from = 0; from < anchors.length; from += anchorsAtOnce) {
    const parameters: Record<string, string> = {}
    const last = anchors.length - 1
    for (let i = 0; i < anchorsAtOnce; i++) parameters[`anchor${i}`] = anchors[Math.min(from + i, last)] ?? ''
    for (const { search_id, needs } of await filedUnder(db, { ...parameters, site }))
      if (meets(needs, among)) found.add(search_id)
  }
  return [...found].sort()
}

/** The most ids of one statement about searches. */
const searchesAtOnce = 500

/**
 * Those of the searches that can find a post of this author that was shown at `shownAt`: made before, not ended at `now` (both epoch
 * ms), of another account than the author, and of one in good standing. Without an author, of any such account.
 */
export async function searchesThatLook(
  db: Db,
  ids: readonly string[],
  { author, shownAt, now }: { author: string | null; shownAt: number; now: number },
): Promise<StandingSearchRow[]> {
  const rows: StandingSearchRow[] = []
  for (let from = 0; from < ids.length; from += searchesAtOnce)
    rows.push(
      ...(await db
        .selectFrom('standing_searches')
        .innerJoin('accounts', 'accounts.id', 'standing_searches.account_id')
        .selectAll('standing_searches')
        .where('standing_searches.id', 'in', ids.slice(from, from + searchesAtOnce))
        .where('standing_searches.created_at', '<=', shownAt)
        .$if(author !== null, query => query.where('standing_searches.account_id', '<>', author))
        .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
        .where('accounts.suspended_at', 'is', null)
        .where('accounts.banned_at', 'is', null)
        .where('accounts.erased_at', 'is', null)
        .orderBy('standing_searches.id')
        .execute()),
    )
  return rows
}

/** How many posts of a site have one of the anchors of a filing, counted up to `most`. */
export async function countFiled(
  db: Db,
  { searchIndex }: Dialect,
  { site, most }: { site: SiteId; most: number },
  { found: { clauses, anyOf } }: Filing,
): Promise<number> {
  const asked = { site, before: Number.MAX_SAFE_INTEGER, clauses, tags: [], anyOf: anyOf.length > 0 ? [anyOf] : [] }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from listing_search where ${searchIndex.match(asked)} limit ${sql.lit(most)}) found`.execute(db)
  return Number(rows[0]?.n ?? 0)
}
