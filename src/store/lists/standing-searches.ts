// Searches that stand: those of an account, and where each is filed, so that a post finds the few that may want it.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { searchesIn } from '../../domain/delivery/subscription.ts'
import { anyBeginning, type Filed, type Filing, meets, type SearchedPost } from '../../domain/posts/standing-search.ts'
import type { Dialect } from '../database/dialect.ts'
import { preparedForList } from '../database/prepared.ts'
import type { Db, StandingSearchesTable } from '../database/schema.ts'

export type StandingSearchRow = Selectable<StandingSearchesTable>

/** Stores a search where it is filed. The caller holds the lock of the account. */
export async function insertStandingSearch(
  db: Db,
  search: Insertable<StandingSearchesTable>,
  { keys, needs }: Filed,
): Promise<void> {
  const { id: search_id, site } = search
  await db.insertInto('standing_searches').values(search).execute()
  await db
    .insertInto('standing_anchors')
    .values(keys.map(anchor => ({ site, anchor, search_id, needs })))
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

/** The search of an account on a site that asks for the same and has not ended at `now` (epoch ms); one without an end comes first. */
export async function equalStandingSearch(
  db: Db,
  { accountId, site, asked }: { accountId: string; site: SiteId; asked: object },
  now: number,
): Promise<StandingSearchRow | undefined> {
  const text = canonicalJson(asked)
  const equal = (await standingSearchesOf(db, accountId, now)).filter(
    row => row.site === site && canonicalJson(JSON.parse(row.asked)) === text,
  )
  return equal.find(row => row.expires_at === null) ?? equal[0]
}

/** Lets a search that has an end stand until `expiresAt` (epoch ms) at least. */
export async function prolongStandingSearch(db: Db, id: string, expiresAt: number): Promise<void> {
  await db
    .updateTable('standing_searches')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('expires_at', '<', expiresAt)
    .execute()
}

/**
 * Removes the searches of subscriptions that are gone, each of the account of its subscription, if they have an end and no other
 * subscription that lives at `now` (epoch ms). A subscription may name the search of another account.
 */
export async function forgetUnsubscribed(
  db: Db,
  gone: readonly { account_id: string; arguments: string | null }[],
  now: number,
): Promise<void> {
  for (const [accountId, rows] of Map.groupBy(gone, row => row.account_id)) {
    const ids = searchesIn(rows)
    if (ids.length > 0) await removeUnsubscribed(db, { accountId, ids, now })
  }
}

async function removeUnsubscribed(
  db: Db,
  { accountId, ids, now }: { accountId: string; ids: readonly string[]; now: number },
): Promise<void> {
  await db
    .deleteFrom('standing_searches')
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .where('expires_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhooks')
            .select('webhooks.id')
            .whereRef('webhooks.account_id', '=', 'standing_searches.account_id')
            .where('webhooks.expires_at', '>', now)
            .where(sql<boolean>`webhooks.arguments = '{"search_id":"' || standing_searches.id || '"}'`),
        ),
      ),
    )
    .execute()
}

/** Removes searches that have ended before `now` (epoch ms). */
export async function forgetStandingSearches(db: Db, now: number): Promise<void> {
  await db.deleteFrom('standing_searches').where('expires_at', '<=', now).execute()
}

/** The searches that are filed under keys, and one of those that are filed under beginnings, if there is one. */
const anchoredUnder = preparedForList<{ site: SiteId; beginning: string }>()([64, 160, 512], (db, keys, p) => {
  const filed = db.selectFrom('standing_anchors').select(['search_id', 'anchor', 'needs']).where('site', '=', p('site'))
  const begun = filed.where('anchor', '=', p('beginning')).limit(sql.lit(1)).as('begun')
  return filed.where('anchor', 'in', keys).unionAll(db.selectFrom(begun).selectAll())
})

type Anchored = Pick<SearchedPost, 'anchors' | 'keys' | 'beginnings'>

/** For each post of a site: the ids of the searches that are filed under a key of it and need nothing that it has not. */
export async function searchesUnder(db: Db, site: SiteId, posts: readonly Anchored[]): Promise<Set<string>[]> {
  const found = posts.map(() => new Set<string>())
  let begun = false
  const look = async (keysOf: (post: Anchored) => ReadonlySet<string>) => {
    const having = new Map<string, number[]>()
    for (const [i, post] of posts.entries())
      for (const key of keysOf(post)) {
        const places = having.get(key)
        if (places) places.push(i)
        else having.set(key, [i])
      }
    for (const row of await anchoredUnder(db, [...having.keys()], { site, beginning: anyBeginning })) {
      begun ||= row.anchor === anyBeginning
      for (const i of having.get(row.anchor) ?? [])
        if (!found[i]?.has(row.search_id) && meets(row.needs, posts[i]!.anchors)) found[i]?.add(row.search_id)
    }
  }
  await look(post => post.keys)
  if (begun) await look(post => post.beginnings)
  return found
}

const looking = preparedForList<{ now: number }>()([8, 64, 500], (db, ids, p) =>
  db
    .selectFrom('standing_searches')
    .innerJoin('accounts', 'accounts.id', 'standing_searches.account_id')
    .selectAll('standing_searches')
    .where('standing_searches.id', 'in', ids)
    .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', p('now'))]))
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.banned_at', 'is', null)
    .where('accounts.erased_at', 'is', null),
)

/** Those of the searches, by their id, that have not ended at `now` (epoch ms) and whose account is in good standing. */
export async function searchesThatLook(
  db: Db,
  ids: ReadonlySet<string>,
  now: number,
): Promise<Map<string, StandingSearchRow>> {
  const rows = await looking(db, [...ids].sort(), { now })
  return new Map(rows.map(row => [row.id, row]))
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
