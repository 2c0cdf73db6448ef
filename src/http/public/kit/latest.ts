// The posts of a list, its feeds and its calendar, one page at a time, and the query parameters that select them.
import { type TProperties, Type } from 'typebox'
import { limits } from '../../../contract/limits.ts'
import { calendarQuery, feedQuery } from '../../../contract/operations/filters.ts'
import { invalid, Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { perSite, type SiteRow, siteRow } from '../../../contract/sites.ts'
import { queryShape } from '../../../domain/shape.ts'
import { type ListOrder, type ListWanted, type PagePosition, sitePage } from '../../../usecases/lists/public-posts.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type ShownPost, shownPost } from './post-words.ts'

/** A calendar has no further pages. */
const postsOf: Record<Kind, number> = { page: limits.pageMax, feed: limits.pageMax, calendar: 200 }

/** One page of a list: the posts, the query of the first page, and the query of the next page if there is one. */
export type Latest = { posts: ShownPost[]; self: string; next: string | null }

type Kind = 'page' | 'feed' | 'calendar'

/** A request for a page of posts. `given` are its parameters in one canonical form. */
export type AskedList = ListWanted & { kind: Kind; given: Record<string, string>; key: string }

const after = {
  after: Type.Optional(
    Type.String({ description: 'The position at which a page begins; take it from the link on the page before.' }),
  ),
}

const parameters: Record<Kind, (row: SiteRow) => TProperties> = {
  page: () => after,
  feed: row => ({ ...feedQuery(row), ...after }),
  calendar: () => calendarQuery,
}

/** Feeds are newest first on every site, so that a reader who polls misses nothing (contract.md §17). */
const orders: Record<Kind, (row: SiteRow) => ListOrder> = {
  page: row => row.pageOrder,
  feed: () => 'newest',
  calendar: () => 'soonest',
}

/** Parameters that trackers add to links; they do not select posts. */
export const trackerParameter = /^(utm_\w+|\w*clid)$/

/** The parameters of a page without those of trackers. */
export function withoutTrackers(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).filter(([name]) => !trackerParameter.test(name)))
}

/** The names and the check of the parameters of the lists of a site, without parameters that the address of a list fixes. */
const takenBy = perSite(row => {
  const taken = (kind: Kind, fixed: readonly string[]) => {
    const known = Object.fromEntries(Object.entries(parameters[kind](row)).filter(([name]) => !fixed.includes(name)))
    return { names: Object.keys(known), faultsOf: queryShape(Type.Object(known, { additionalProperties: false })) }
  }
  const byList = (kind: Kind) => ({
    whole: taken(kind, []),
    topic: taken(kind, ['topic']),
    place: taken(kind, ['country', 'state', 'city']),
  })
  return { page: byList('page'), feed: byList('feed'), calendar: byList('calendar') }
})

/**
 * Reads the query of a page, feed or calendar of a list. Throws `invalid` for an unknown parameter, and `not_found` for a
 * position that no page links to.
 */
export function readListQuery(kind: Kind, site: SiteId, list: SiteList, query: unknown): AskedList {
  const row = siteRow(site)
  const which = 'topic' in list.filters ? 'topic' : 'country' in list.filters ? 'place' : 'whole'
  const { names, faultsOf } = takenBy(site)[kind][which]
  const read = (kind === 'page' ? withoutTrackers(query) : { ...(query as object) }) as ListWanted['filters'] & {
    order?: ListOrder
    after?: string
  }
  const errors = faultsOf(read)
  if (errors.length > 0) throw invalid(errors)
  const usual = orders[kind](row)
  const { order = usual, after, ...filters } = read
  const meant: Record<string, unknown> = { ...filters, ...(order !== usual && { order }) }
  const given = Object.fromEntries(names.flatMap(name => (name in meant ? [[name, String(meant[name])]] : [])))
  const all = { ...filters, ...list.filters }
  return {
    kind,
    filters: all,
    order,
    after: positionIn(after),
    given,
    key: queryWith({ ...given, ...(after && { after }) }),
  }
}

/** The posts of a request. Throws `invalid` for an unknown place. */
export async function latestPosts(platform: Platform, { id }: SiteContext, asked: AskedList): Promise<Latest> {
  const { given } = asked
  const { texts, next } = await sitePage(platform, id, asked, postsOf[asked.kind])
  return {
    posts: await mapWithPauses(texts, shownPost),
    self: queryWith(given),
    next: next && queryWith({ ...given, after: `${next.startsAt}.${next.seq}` }),
  }
}

/** The query of the first page. */
export function queryOf({ given }: AskedList): string {
  return queryWith(given)
}

function queryWith(given: Record<string, string>): string {
  const text = new URLSearchParams(given).toString()
  return text && `?${text}`
}

function positionIn(after: string | undefined): PagePosition | null {
  if (after === undefined) return null
  const [, startsAt, seq] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(after) ?? []
  if (!startsAt || !seq) throw new Problem('not_found', 'There is no such page of the list.')
  return { startsAt: Number(startsAt), seq: Number(seq) }
}
